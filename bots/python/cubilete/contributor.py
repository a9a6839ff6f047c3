"""A player's part in provable dice (docs/fairness.md): draws the secret of each match, answers the server's questions and
keeps notes of all that it saw. What contradicts the notes is told at once. It is pure: the caller sends the requests that
it returns."""

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from .contributor_checks import Message, Notes, contributes, given, new_notes, note_live, takes_part, wrong_ask, wrong_entry
from .contributor_checks import wrong_start
from .endings import Endings
from .fairness import Chain, sha256
from .notebook import Fault, Notebook, NoteStore
from .own_sight import equal
from .room_states import LatestRoomStates
from .sights import note_sight, shows_otherwise

PATIENCE_S = 10.0
"""The time that the server has to publish its secret after the end."""
ASK = ("seq", "hash", "by", "n", "move", "k", "seats")


class Contributor:
    """One for each connection, of one event loop."""

    def __init__(
        self,
        store: NoteStore,
        on_fault: Callable[[Fault], None],
        *,
        server: Callable[[], str | None] = lambda: None,
        random: Callable[[int], bytes] = secrets.token_bytes,
        keep: int = 50,
        patience_s: float = PATIENCE_S,
        later: Callable[[float, Callable[[], None]], Any] | None = None,
    ) -> None:
        """
        :param on_fault: Called at once, once for each kind of fault in a match; after it with the number of others.
        :param server: The id in the last reply to hello: the store may have notes of matches of other servers.
        :param keep: Notes of this many matches are kept.
        :param later: Calls a function after some seconds; by default the running event loop.
        """
        self._server = server
        self._random = random
        later = later or (lambda delay_s, action: asyncio.get_running_loop().call_later(delay_s, action))
        self._book = Notebook(store, on_fault, keep)
        self._endings = Endings(self._book, later, patience_s)
        self._rooms = LatestRoomStates()
        self._motion = b""
        self._chain: Chain | None = None  # the one that was used last
        self._waiting: set[str] = set()  # requests without an answer yet
        self._checked_after: dict[str, int] = {}
        """By match, since joined(): the last entry that may have been asked for before this program was connected. What is
        missing is a fault only after it."""
        self._held: Message | None = None  # a question that came before the match, after this program has joined
        self._seen: dict[str, tuple[int, str | None]] = {}  # by match: the newest entry that this object has seen
        self._promised = True  # the last hello said that this program takes part
        self._returned = False
        """The next push of a match shows the present state: the program has joined its room again, without a new hello."""

    def joined(self, promised: bool = True) -> None:
        """To call after each hello, before any push that follows it: answers may be lost, and the seat was not connected.

        :param promised: Whether the hello said that this program takes part."""
        self._promised = promised
        self._waiting.clear()
        self._checked_after.clear()
        self._endings.joined()
        self._rooms.joined()
        self._held = None

    def returned(self) -> None:
        """To call with the reply to room.join, before any push that follows it."""
        self._returned = True
        self._endings.joined()

    def room(self, push: Message, player: str | None = None) -> None:
        """Gets the pushes `room`.

        :param player: The id of this program's player."""
        self._rooms.hear(push, player)

    def gone(self, push: Message) -> bool:
        """Gets the pushes `gone`, and one with the reason `left` with the reply to room.leave. Returns whether the room's match may
        still be opened, which is a matter of seconds."""
        self._rooms.gone(push["room"])
        self._checked_after.pop(self._endings.match_in(push["room"]) or "", None)  # who is brought back has missed what was asked meanwhile
        return self._endings.gone(push)

    def unknown_ends(self) -> list[str]:
        """The matches of this server whose end this program has not seen: their records tell."""
        return self._endings.unknown(self._server())

    def ends(self) -> list[str]:
        """How the matches of this server ended, as far as it is known, the oldest first."""
        return [str(notes["ended"]) for notes in self._book.notes_of(self._server()) if notes.get("ended")]

    def learned(self, match: str, ended: str) -> None:
        """Notes how a match ended, as its record tells."""
        self._endings.learned(match, ended)

    def moving(self, match: str, request: Message) -> None:
        """To call before a move is sent, with its `id`, `n` and `move`."""
        notes = self.notes(match)
        if notes and "moves" in notes:  # otherwise they are of an older program
            notes["moves"].append({**request, "seq": None})
            self._book.save(notes)

    def moved(self, match: str, reply: Mapping[str, Any]) -> None:
        """Gets the server's answer to a move."""
        notes = self.notes(match)
        sent = next((one for one in (notes or {}).get("moves", []) if one["id"] == reply["re"]), None)
        if notes is None or sent is None:
            return
        if reply["t"] == "ok":
            sent["seq"] = reply["seq"]
        else:
            notes["moves"].remove(sent)
        self._book.save(notes)

    def stir(self, motion: bytes) -> None:
        """Hashes any bytes into the next match's secret, beside the random ones."""
        self._motion = sha256(b"cubilete/dice/stir/1", self._motion, motion)

    def notes(self, match: str) -> Notes | None:
        return self._book.get(match)

    def dice(self, push: Message, player: str | None) -> Message | None:
        """Gets the pushes `dice`; returns a request to send.

        :param player: The id of this program's player."""
        return self._read(push, lambda: self._start(push, player))

    def ask(self, push: Message) -> Message | None:
        """Gets the pushes `dice.ask`; returns a request to send."""
        return self._read(push, lambda: self._question(push))

    def match(self, push: Message) -> Message | None:
        """Gets the pushes `match`; returns the answer to a question that came before, when this program had just joined."""
        self._read(push, lambda: self._entry(push))
        held = self._held
        if held is None or held["match"] != push["match"]:
            return None
        self._held = None
        if held["seq"] > push["seq"]:
            return self.ask(held)
        if notes := self.notes(push["match"]):
            self._note(notes, held, None)  # too late
        return None

    def answered(self, request: Message, reply: Mapping[str, Any] | None) -> None:
        """Gets the server's answer to a request, ok or refused, before any later push; None if the connection broke before."""
        self._waiting.discard(json.dumps(request))
        notes = self.notes(request["match"])
        if notes is None or reply is None:
            return
        kind, code = request["t"], reply.get("code")
        if reply.get("t") == "ok":
            if kind == "dice.tip":
                notes["tip_accepted"] |= request["tip"] == notes["tip"]
            elif kind == "dice.reveal":
                notes["reveal_accepted"] |= request["value"] == notes["reveal"]
            for ask in notes["asks"] if kind == "dice.give" else ():
                ask["accepted"] |= (ask["seq"], ask["value"]) == (request["seq"], request["value"])
            self._book.save(notes)
        elif kind == "dice.tip" and code == "taken" and request["tip"] == notes["tip"]:
            notes["secret"] = notes["tip"] = None
            self._book.save(notes)
            self._book.fault(notes, "taken", f"another program of this player contributes for seat {notes['seat']}")
        elif code == "bad_value":
            self._book.fault(notes, "refused", f"the server refused the value of seat {notes['seat']}: {json.dumps(request)}")

    def _read(self, push: Message, read: Callable[[], Message | None]) -> Message | None:
        try:
            return read()
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as why:
            text = f"the push {push['t']} cannot be read: {type(why).__name__} {why}"
            self._book.tell(str(push.get("match")), "malformed", text)
            return None

    def _start(self, push: Message, player: str | None) -> Message | None:
        match, room = push["match"], push["room"]
        self._endings.follows(room, match)
        self._endings.began(room, match)
        if push["step"] == "tips":
            self._checked_after.setdefault(match, 0)
        known = self.notes(match)
        notes = known if known and known["commit"] is not None else self._begin(push, player, known)
        if notes["silent"]:
            return None
        wrong = wrong_start(push, notes, self._rooms.settings(room))
        if wrong:
            self._book.give_up(notes, wrong)
            return None
        if push["step"] == "tips":
            if notes["tip"] is None or notes["tip_accepted"] or not self._book.save(notes):
                return None
            return self._once({"t": "dice.tip", "room": room, "match": match, "tip": notes["tip"]})
        if notes["tips"] is None:
            self._left_out(push["tips"], notes)
        was_out = notes["out"]
        notes |= {name: push[name] for name in ("tips", "roster", "reveals")}
        notes["out"] = sorted({*was_out, *push["out"]})
        if push["step"] == "reveals":
            if contributes(notes):
                notes["reveal"] = self._value(notes, 0)
            if not self._book.save(notes) or notes["reveal"] is None or notes["reveal_accepted"]:
                return None
            return self._once({"t": "dice.reveal", "room": room, "match": match, "value": notes["reveal"]})
        self._book.save(notes)
        seat = notes["seat"]
        connected = match in self._checked_after and notes["seq"] > self._checked_after[match]  # not only since a moment ago
        if connected and seat in notes["out"] and seat not in was_out and self._always_in_time(notes):
            self._book.fault(notes, "out", f"seat {seat} was called late, but all its values came in time")
        return None

    def _question(self, push: Message) -> Message | None:
        room, match, seq = push["room"], push["match"], push["seq"]
        notes = self.notes(match)
        if notes is None or notes["silent"]:
            return None
        if seq > notes["seq"] + 1 and match not in self._checked_after:
            self._held = push
            return None
        asked = {name: push[name] for name in ASK}
        ask = next((one for one in notes["asks"] if one["seq"] == seq), None)
        if ask and not equal(ask, {**ask, **asked}):
            self._book.fault(notes, "ask_again", f"the server asked twice, and differently, for entry {seq}", seq)
            return None
        if ask is None:
            if wrong := wrong_ask(asked, notes):
                self._no_fault_until(match, seq)
                self._book.fault(notes, *wrong, seq)
                return None
            ask = self._note(notes, push, self._next_value(notes, push["seats"]))
            if ask is None:
                return None
            if self._forgotten(notes, push["seats"], seq):
                text = f"seat {notes['seat']} was left out of entry {seq}, but it is connected"
                self._book.fault(notes, "not_named", text, seq)
        if ask["value"] is None or ask["accepted"] or not self._book.catch_up(notes):
            return None
        return self._once({"t": "dice.give", "room": room, "match": match, "seq": seq, "value": ask["value"]})

    def _note(self, notes: Notes, push: Message, value: str | None) -> Message | None:
        """Returns None if it cannot be stored."""
        ask = {**{name: push[name] for name in ASK}, "value": value, "accepted": False}
        notes["asks"].append(ask)
        notes["k"] = max(notes["k"], push["k"])
        if self._book.save(notes):
            return ask
        self._no_fault_until(notes["match"], push["seq"])
        return None

    def _no_fault_until(self, match: str, seq: int) -> None:
        """Excuses what is missing up to this entry: it is no fault, or no further one."""
        self._checked_after[match] = max(seq, self._checked_after.get(match, 0))

    def _entry(self, push: Message) -> Message | None:
        match, seq, hash = push["match"], push["seq"], push.get("hash")
        returned, self._returned = self._returned, False
        seen = self._seen.get(match, (0, None))[0]
        if seq >= seen:
            self._seen[match] = seq, hash
        self._endings.follows(push["room"], match)
        notes = self.notes(match) or self._begin_without(push)
        if notes is None:
            return None
        resumed = match not in self._checked_after or (returned and notes["seq"] > 0)
        if resumed:
            self._checked_after[match] = seq + 1
        if notes["silent"]:
            pass  # one reason is enough; what follows from it need not be reported
        elif seq < notes["seq"]:
            self._book.give_up(notes, ("rewound", f"the server is back at entry {seq} after entry {notes['seq']}"))
        elif seq == notes["seq"] and hash != notes["hash"]:
            self._book.give_up(notes, ("hash", f"entry {seq} has another hash than before"))
        elif seq > notes["seq"]:
            note_sight(push, notes, resumed or returned)
            live = not resumed and seq > self._checked_after[match]
            wrong = wrong_entry(push, notes, not live)
            if live:
                note_live(notes, seq)
            dice = push.get("dice") or {}
            late = [int(seat) for seat, value in dice.get("fresh", {}).items() if value is None]
            notes |= {"seq": seq, "hash": hash, "k": dice.get("k", notes["k"]), "out": sorted({*notes["out"], *late})}
            self._book.save(notes)
            if wrong:
                self._book.fault(notes, *wrong, seq)
        elif seq == notes["seq"]:
            differs = shows_otherwise(push, notes)
            if differs is not None:
                self._book.save(notes)
            if differs:
                self._book.fault(notes, "shown_twice", f"entry {seq} was shown differently the second time", seq)
        if push.get("result"):
            self._endings.ended(push, notes)
        return None

    def _begin(self, push: Message, player: str | None, before: Notes | None) -> Notes:
        """`before`: of a match that seemed to have no commitment."""
        match, step = push["match"], push["step"]
        people = before["people"] if before else None
        if step == "tips":
            people = self._rooms.people(push["room"], len(json.loads(push["players"])))
        notes = new_notes(push, player, self._server())
        seq, hash = self._seen.get(match, (0, None))
        notes |= {"seq": seq, "hash": hash, "people": people}
        notes |= {name: before[name] for name in ("shown", "views", "last", "to_act", "moves", "result") if name in before} if before else {}
        you = push.get("you")
        if not you and player is not None and people and player in people:
            notes["seat"] = people.index(player)
        seat = notes["seat"]
        if you and step == "tips":
            drawn = self._random(32)
            secret = sha256(b"cubilete/dice/secret/1", drawn, self._motion) if self._motion else drawn
            self._motion = b""
            self._chain = Chain(secret)
            notes |= {"secret": secret.hex(), "tip": self._chain.tip.hex()}
        self._book.add(notes)
        if seat is not None and step != "tips" and str(seat) in push["tips"]:
            self._book.fault(notes, "lost", "this program has no notes of the match and does not contribute to it")
        return notes

    def _begin_without(self, push: Message) -> Notes | None:
        """A match that began while this program had a seat and was connected, and was not asked for a secret."""
        room, match = push["room"], push["match"]
        if not push.get("you") or push.get("result") or not self._promised or not self._rooms.saw_begin(room, match):
            return None
        notes = new_notes({"match": match, "you": push["you"]}, None, self._server())
        notes["people"] = self._rooms.people(room)
        self._checked_after[match] = 0
        self._book.add(notes)
        self._left_out({}, notes)
        return notes

    def _left_out(self, tips: Message, notes: Notes) -> None:
        """The first roster."""
        seat = notes["seat"]
        if seat is not None and str(seat) not in tips:
            self._book.fault(notes, "left_out", f"the secret of seat {seat} is not in the key")

    def _next_value(self, notes: Notes, seats: list[int]) -> str | None:
        """For a new question; None if there is none to give."""
        if not contributes(notes) or notes["seat"] not in seats:
            return None
        return self._value(notes, 1 + given(notes))

    def _value(self, notes: Notes, number: int) -> str | None:
        if notes["secret"] is None:
            return None
        secret = bytes.fromhex(notes["secret"])
        if self._chain is None or self._chain.secret != secret:
            self._chain = Chain(secret)
        return self._chain.value(number).hex() if number < len(self._chain) else None

    def _forgotten(self, notes: Notes, seats: list[int], seq: int) -> bool:
        """Whether the question should name this seat."""
        return takes_part(notes) and notes["seat"] not in seats and seq > self._checked_after.get(notes["match"], seq)

    def _always_in_time(self, notes: Notes) -> bool:
        named = [ask for ask in notes["asks"] if notes["seat"] in ask["seats"]]
        return contributes(notes) and notes["reveal_accepted"] and all(ask["accepted"] for ask in named)

    def _once(self, request: Message) -> Message | None:
        """None while it waits for its answer."""
        text = json.dumps(request)
        if text in self._waiting:
            return None
        self._waiting.add(text)
        return request
