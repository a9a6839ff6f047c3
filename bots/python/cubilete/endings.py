"""How the matches of a program's rooms end: whether the server opens the dice of each one that it has begun."""

from collections.abc import Callable
from typing import Any

from .contributor_checks import Message, Notes, wrong_proof
from .notebook import Notebook

REASONS = ("finished", "abandoned", "void")


class Endings:
    def __init__(self, book: Notebook, later: Callable[[float, Callable[[], None]], Any], patience_s: float) -> None:
        """:param patience_s: The time that the server has to publish its secret."""
        self._book = book
        self._later = later
        self._patience_s = patience_s
        self._running: dict[str, str] = {}  # by room, since joined(): its match that has a commitment and no end
        self._before: dict[str, str] = {}  # by room: the same from before joined()

    def joined(self) -> None:
        """From now on the rooms are shown as they are: an end before that may be missed."""
        self._before |= self._running
        self._running.clear()

    def began(self, room: str, match: str) -> None:
        """The match has a commitment."""
        self._running[room] = match

    def match_in(self, room: str) -> str | None:
        """The room's match that has a commitment and no end."""
        return self._running.get(room) or self._before.get(room)

    def unknown(self, server: str | None) -> list[str]:
        """The matches of a server whose end was not seen, and is not awaited, the oldest first: their records tell."""
        awaited = {*self._running.values(), *self._before.values()}
        unknown = [notes["match"] for notes in self._book.notes_of(server) if notes.get("ended") in (None, "unopened")]
        return [match for match in unknown if match not in awaited]

    def learned(self, match: str, ended: str) -> None:
        """Notes how a match ended, told by somebody who asked for its record."""
        if notes := self._book.get(match):
            notes["ended"] = ended
            self._book.save(notes)

    def gone(self, push: Message) -> bool:
        """Gets the pushes `gone`. Returns whether the room's match may still be opened, which is a matter of seconds."""
        room, reason = push["room"], push["reason"]
        match = self.match_in(room)
        for matches in (self._running, self._before):
            matches.pop(room, None)
        notes = self._book.get(match) if match else None
        if match is None or notes is None or notes["opened"] or reason == "left":
            return False
        if reason == "closed":
            self._await_secret(match)
        elif notes["seat"] is not None:  # spectators are sent away when a match ends
            self._not_shown(notes)
        return bool(reason == "closed")

    def ended(self, push: Message, notes: Notes) -> None:
        """Gets a push `match` with a result."""
        match, proof, reason = push["match"], push.get("proof"), push["result"].get("reason")
        for matches in (self._running, self._before):
            if matches.get(push["room"]) == match:
                del matches[push["room"]]
        is_first = not notes.get("ended")
        if is_first or proof:
            notes["ended"] = reason if reason in REASONS else None
        if is_first:
            self._book.tell_counts(notes)
        is_open = notes["opened"] or notes["commit"] is None
        wrong = wrong_proof(proof, notes) if proof and not is_open else None
        if proof and not wrong and notes["commit"] is not None:
            notes["opened"] = True
        self._book.save(notes)
        if wrong:
            self._book.fault(notes, *wrong)
        elif not proof and not is_open:
            self._await_secret(match)

    def follows(self, room: str, match: str) -> None:
        """The room has this match: the dice of another one before it must have been opened."""
        for matches in (self._running, self._before):
            before = matches.get(room)
            if before is None or before == match:
                continue
            del matches[room]
            notes = self._book.get(before)
            if notes is None or notes["opened"]:
                continue
            notes["ended"] = notes.get("ended") or "unopened"
            if matches is self._before:
                self._not_shown(notes)
            else:
                self._book.fault(notes, "new_match", "the server began another match instead of this one")

    def _await_secret(self, match: str) -> None:
        self._later(self._patience_s, lambda: self._waited(match))

    def _waited(self, match: str) -> None:
        notes = self._book.get(match)
        if notes and not notes["opened"]:
            notes["ended"] = "unopened"
            self._book.fault(notes, "never_opened", "the server did not open its dice")

    def _not_shown(self, notes: Notes) -> None:
        """The end of the match may have been missed: only its record tells."""
        notes["ended"] = notes.get("ended") or "unopened"
        self._book.save(notes)
        text = "the server did not open the dice of this match while this program was connected; its record tells whether it did"
        self._book.fault(notes, "not_shown", text)
