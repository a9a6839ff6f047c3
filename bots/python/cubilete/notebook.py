"""Keeps the notes of matches (docs/fairness.md, "Notes"), and tells each lapse of the server once, with a count at the end."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from .contributor_checks import Notes

INDEX = "matches"
NO_MORE = "this program contributes no more to the match"
ACCUSE_NOBODY = frozenset({"taken", "lost", "refused", "storage", "not_shown", "left_out"})
"""`taken`: another program contributes for the seat; `lost`: no notes; `refused`: a value, the notes may be an old copy;
`storage`: notes cannot be kept; `not_shown`: this program has not seen the end of the match; `left_out`: the roster has
nobody's tip at the program's seat."""


class NoteStore(Protocol):
    """Where notes are kept, by the id of the match; `matches` has the list of these ids, the oldest first. `set` and `remove`
    may raise OSError."""

    def get(self, key: str) -> str | None: ...

    def set(self, key: str, text: str) -> None: ...

    def remove(self, key: str) -> None: ...


@dataclass(frozen=True)
class Fault:
    match: str
    kind: str
    """`commit` `settings` `players` `mark` `roster` `tip` `reveal`: contradictions at the start. `ask_again`
    `made_already` `early` `hash` `number` `seats` `not_named`: a question that must not be. `no_ask` `other_entry` `late`
    `out` `rewound` `shown_twice`: an entry that must not be. `proof` `never_opened` `new_match`: at the end. `malformed`: a
    push that is not as the protocol has it. ACCUSE_NOBODY has the others."""
    text: str
    entry: int | None = None
    again: int | None = None
    """Only after the match: how often more."""


class Notebook:
    def __init__(self, store: NoteStore, on_fault: Callable[[Fault], None], keep: int) -> None:
        """
        :param keep: Notes of this many matches are kept.
        """
        self._store = store
        self._on_fault = on_fault
        self._keep = keep
        self._first: dict[tuple[str, str], str] = {}  # the texts that were told, by match and kind
        self._unstored: dict[str, str] = {}
        """By match: new notes, and those that the store did not take. Older ones would accuse a server that has played on."""

    def get(self, match: str) -> Notes | None:
        try:
            return dict(json.loads(self._unstored.get(match) or self._store.get(match) or "null"))
        except (TypeError, ValueError):  # there are none, or they were damaged, by hand for example
            return None

    def matches(self) -> list[str]:
        """The ids of the matches, the oldest first."""
        return list(json.loads(self._store.get(INDEX) or "[]"))

    def notes_of(self, server: str | None) -> list[Notes]:
        """The notes of a server's matches, the oldest first. Older notes do not say whose they are."""
        every = map(self.get, self.matches())
        return [notes for notes in every if notes and notes.get("server") in (None, server)]

    def add(self, notes: Notes) -> None:
        """Stores the notes of a match as the newest ones, and removes the oldest."""
        self._unstored[notes["match"]] = ""
        self.save(notes)

    def save(self, notes: Notes) -> bool:
        """Returns whether it worked: without notes nothing may be given."""
        match, text = notes["match"], json.dumps(notes, separators=(",", ":"))
        try:
            if match in self._unstored:
                self._store_newest(match, text)
            else:
                self._store.set(match, text)
        except OSError as why:
            self._unstored[match] = text
            self._unstored = dict(list(self._unstored.items())[-self._keep :])
            self.fault(notes, "storage", f"the notes cannot be stored ({why}), so {NO_MORE}")
            return False
        self._unstored.pop(match, None)
        return True

    def catch_up(self, notes: Notes) -> bool:
        """Stores what could not be stored before; returns whether all is."""
        return notes["match"] not in self._unstored or self.save(notes)

    def _store_newest(self, match: str, text: str) -> None:
        matches = [one for one in self.matches() if one != match] + [match]
        for old in matches[: -self._keep]:
            self._store.remove(old)
        self._store.set(match, text)
        self._store.set(INDEX, json.dumps(matches[-self._keep :]))

    def give_up(self, notes: Notes, wrong: tuple[str, str]) -> None:
        notes["silent"] = True
        self.fault(notes, wrong[0], f"{wrong[1]}; {NO_MORE}")

    def fault(self, notes: Notes, kind: str, text: str, entry: int | None = None) -> None:
        """Tells it, if it is the first of its kind in this match."""
        counts = notes.setdefault("counts", {})
        is_first = not counts.get(kind) and text not in notes["faults"]
        if kind not in ACCUSE_NOBODY:
            counts[kind] = counts.get(kind, 0) + 1
            if text not in notes["faults"]:
                notes["faults"].append(text)
            self.save(notes)
        if is_first:
            self.tell(notes["match"], kind, text, entry)

    def tell(self, match: str, kind: str, text: str, entry: int | None = None) -> None:
        if (match, kind) not in self._first:
            self._first[match, kind] = text
            self._on_fault(Fault(match, kind, text, entry))

    def tell_counts(self, notes: Notes) -> None:
        """To call when the match is over."""
        match = notes["match"]
        for kind, count in notes.get("counts", {}).items():
            first = self._first.get((match, kind))
            if first and count > 1:
                text = f"{first}; {count - 1} more time{'' if count == 2 else 's'}"
                self._on_fault(Fault(match, kind, text, again=count - 1))
