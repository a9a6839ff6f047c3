"""Compares what the notes say of a match besides its secrets with its record: what was shown, who played, and the own moves
(docs/fairness.md, "Notes"). The server's command has the same texts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .fairness_verify import Fault, Malformed, integer, integer_of, list_of, malformed, member, text_of
from .shown import VIEWS_VERSION, events_hash
from .verdict import ENDED

DIGITS = 24
SHORT = re.compile(r"[0-9a-f]{24}")
SEQ = re.compile(r"[1-9][0-9]{0,15}")


def equal(one: Any, other: Any) -> bool:
    """Equal as JSON values: unlike in Python, True is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(equal, one, other))
    return bool(one == other)


@dataclass
class Shown:
    watcher: str
    seat: str | None
    events: str
    faces: list[int] | None


def read_shown(notes: Any) -> dict[int, Shown] | None:
    """By entry, rising; None for notes of an older program."""
    shown = member(notes, "shown")
    if shown is None:
        return None
    if not isinstance(shown, dict):
        malformed("shown")
    read = {}
    for seq, sight in shown.items():
        if not SEQ.fullmatch(seq) or not isinstance(sight, list) or len(sight) != 4:
            malformed("shown")
        watcher, seat, events, faces = sight
        if not all(isinstance(one, str) and SHORT.fullmatch(one) for one in (watcher, watcher if seat is None else seat, events)):
            malformed("shown")
        if faces is not None and not (isinstance(faces, list) and all(0 <= (integer(face) or 0) <= 255 and integer(face) is not None for face in faces)):
            malformed("shown")
        read[int(seq)] = Shown(watcher, seat, events, faces)
    return dict(sorted(read.items()))


@dataclass
class Move:
    id: str
    n: int
    move: Any
    seq: int | None


def read_moves(notes: Any) -> list[Move] | None:
    """None for notes of an older program."""
    if member(notes, "moves") is None:
        return None
    try:
        return [
            Move(text_of(sent, "id"), integer_of(sent, "n", 0), member(sent, "move"),
                 None if member(sent, "seq") is None else integer_of(sent, "seq", 1))
            for sent in list_of(notes, "moves")
        ]
    except Malformed:
        malformed("moves")


class Sight:
    def __init__(self, notes: Any) -> None:
        self.shown = read_shown(notes)
        self.result = member(notes, "result")
        self.people = None if member(notes, "people") is None else list_of(notes, "people")
        if not all(one is None or isinstance(one, str) for one in self.people or ()):
            malformed("people")
        self.moves = read_moves(notes)
        self.ended = member(notes, "ended")
        if self.ended is not None and not (isinstance(self.ended, str) and self.ended in ENDED):
            malformed("ended")

    def compare_shown(self, record: Mapping[str, Any], seat: int | None) -> int | None:
        """Returns how many entries were shown as the record says; None if nothing can be compared."""
        log, tips = record["log"], sorted(map(int, record["proof"]["tips"]))
        views = integer(member(member(log[0] if log else None, "extra"), "views"))
        hides = any(draw["kind"] == "shuffle" for entry in log for draw in drawn_in(entry))
        agree = 0
        for seq, sight in (self.shown or {}).items():
            if seq > len(log):
                break
            entry = log[seq - 1]
            thrown = [face for draw in drawn_in(entry) if draw["kind"] == "dice" for face in draw["result"]]
            if sight.faces is not None and sight.faces != thrown:
                raise Fault("other dice were shown than are recorded", entry=seq)
            said = member(entry.get("extra"), "shown") if views == VIEWS_VERSION else None
            if said is not None:
                expected = [said[at : at + DIGITS] for at in range(0, len(said), DIGITS)]
                as_seat = sight.seat is not None and seat in tips
                if (sight.seat if as_seat else sight.watcher) != expected[tips.index(seat) + 1 if as_seat and seat is not None else 0]:
                    raise Fault("something else was shown than is recorded", entry=seq)
                agree += 1
                if not hides and seat is not None and sight.watcher != expected[0]:
                    raise Fault(f"seat {seat} was shown something else than the others", entry=seq)
            events = entry.get("events")
            if not hides and record.get("replay") is True and isinstance(events, list) and events_hash(seq, events) != sight.events:
                raise Fault("the record has other events than were shown", entry=seq)
        return agree if views == VIEWS_VERSION and self.shown is not None else None

    def compare_people(self, record: Mapping[str, Any]) -> None:
        seats, people = record.get("seats"), self.people
        if people is None or not isinstance(seats, list):
            return
        ids = [member(seat, "id") for seat in seats]
        both = [(one, other) for one, other in zip(ids, people, strict=False) if isinstance(one, str) and isinstance(other, str)]
        if len(ids) != len(people) or any(one != other for one, other in both):
            raise Fault("the record has other people at its seats")

    def compare_moves(self, record: Mapping[str, Any], seat: int | None) -> None:
        log = record["log"]
        for sent in self.moves or () if seat is not None else ():
            def is_own(entry: Any, id: str = sent.id) -> bool:
                return equal(entry.get("id"), id) and equal(member(entry["by"], "seat"), seat)

            if sent.seq is not None and sent.seq > len(log):
                reason = member(record.get("result"), "reason")
                if sent.seq == len(log) + 1 and isinstance(reason, str) and reason != "finished":
                    continue  # it was broken off
                raise Fault(NOT_SENT, entry=sent.seq)
            entry = next(filter(is_own, log), None) if sent.seq is None else log[sent.seq - 1]
            if entry is None:
                continue
            if sent.seq is not None and not (is_own(entry) and entry["n"] == sent.n):
                raise Fault(NOT_SENT, entry=sent.seq)
            if not same_move(sent.move, entry["move"]):
                raise Fault(NOT_SENT, entry=entry["seq"])

    def stray_moves(self, record: Mapping[str, Any], seat: int | None) -> int:
        """The moves of the seat that the notes do not have."""
        if self.moves is None or seat is None:
            return 0
        sent = {one.id for one in self.moves}
        return sum(
            equal(member(by, "seat"), seat) and member(by, "house") is not True and member(by, "hint") is not True
            and not (isinstance(entry.get("id"), str) and entry["id"] in sent)
            for entry in record["log"] for by in [entry["by"]]
        )


NOT_SENT = "it is not the move that was sent"


def drawn_in(entry: Mapping[str, Any]) -> Any:
    return member(entry.get("extra"), "drawn") or []


def same_move(sent: Any, logged: Any) -> bool:
    """A move as it was sent and as the log has it: texts are other spellings, members may be more, and places in another order."""
    if isinstance(sent, str) and isinstance(logged, dict):
        return True
    if not isinstance(sent, dict) or not isinstance(logged, dict):
        return equal(sent, logged)
    return all(same_part(sent[name], logged[name]) for name in sent.keys() & logged.keys())


def same_part(one: Any, other: Any) -> bool:
    if not isinstance(one, list) or not isinstance(other, list):
        return equal(one, other)
    rest = list(other)
    for part in one:
        at = next((at for at, each in enumerate(rest) if equal(each, part)), None)
        if at is None:
            return False
        del rest[at]
    return not rest
