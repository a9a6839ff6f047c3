"""Compares the record of a match with a player's own notes of it (docs/fairness.md, "Notes"). The server's command has the
same texts."""

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from .fairness import CHAIN_LENGTH, player_mark
from .fairness_verify import Fault, Malformed, Verdict, check_dice, digest_of, integer, integer_of, malformed, member, text_of, values_of
from .strict_json import read_json

NONCE = re.compile(r"[0-9a-f]{32}")


def equal(one: Any, other: Any) -> bool:
    """Equal as JSON values: unlike in Python, True is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(equal, one, other))
    return bool(one == other)


def find_notes(lines: str, match: Any) -> Any:
    """The notes of a match in a file of notes; None if there are none. Other lines may be damaged."""
    found = None
    for line in lines.split("\n"):
        try:
            notes = read_json(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(match, str) and member(notes, "match") == match:
            found = notes
    return found


def optional_digest(json_object: Any, name: str) -> bytes | None:
    return None if member(json_object, name) is None else digest_of(json_object, name)


def flag(json_object: Any, name: str) -> bool:
    value = member(json_object, name)
    if value is not None and not isinstance(value, bool):
        malformed(name)
    return bool(value)


def list_of(json_object: Any, name: str) -> list[Any]:
    value = member(json_object, name)
    if not isinstance(value, list):
        malformed(name)
    return list(value)


def span_of(span: Any) -> tuple[int, int]:
    """Two entries and all between them."""
    first, last = map(integer, span) if isinstance(span, list) and len(span) == 2 else (None, None)
    if first is None or last is None or not 1 <= first <= last:
        malformed("live")
    return first, last


class Ask:
    def __init__(self, ask: Any) -> None:
        if not isinstance(ask, dict):
            malformed("asks")
        self.seq = integer_of(ask, "seq", 2)
        self.hash = digest_of(ask, "hash")
        self.by = ask.get("by")
        self.n = integer_of(ask, "n", 0)
        self.move = ask.get("move")
        self.k = integer_of(ask, "k", 0)
        self.seats = list_of(ask, "seats")
        self.value = optional_digest(ask, "value")
        self.accepted = flag(ask, "accepted")


class OwnNotes:
    def __init__(self, notes: Any) -> None:
        self.commit = digest_of(notes, "commit")
        self.settings = text_of(notes, "settings")
        self.players = text_of(notes, "players")
        self.seat = None if member(notes, "seat") is None else integer_of(notes, "seat", 0, 255)
        self.player = self.nonce = ""
        if self.seat is not None:
            self.player = text_of(notes, "player")
            self.nonce = text_of(notes, "nonce")
            if not NONCE.fullmatch(self.nonce):
                malformed("nonce")
        self.tip = optional_digest(notes, "tip")
        self.tip_accepted = flag(notes, "tip_accepted")
        self.reveal_accepted = flag(notes, "reveal_accepted")
        self.roster = optional_digest(notes, "roster")
        self.reveals = None if member(notes, "reveals") is None else values_of(notes, "reveals")
        self.asks = [Ask(ask) for ask in list_of(notes, "asks")]
        self.seq = integer_of(notes, "seq", 0)
        self.hash = optional_digest(notes, "hash")
        self.faults = list_of(notes, "faults")
        if not all(isinstance(fault, str) for fault in self.faults):
            malformed("faults")
        self.witness = flag(notes, "witness")
        self.live = [] if member(notes, "live") is None else [span_of(span) for span in list_of(notes, "live")]

    def is_own(self, proof: Mapping[str, Any]) -> bool:
        """Whether the roster has the tip of the notes."""
        return self.seat is not None and self.tip is not None and proof["tips"].get(str(self.seat)) == self.tip.hex()

    def compare(self, record: Mapping[str, Any]) -> None:
        """Raises Fault for the first difference to a record that is fair by itself."""
        proof, log, seat = record["proof"], record["log"], self.seat
        if proof["commit"] != self.commit.hex():
            raise Fault("the notes have another commitment")
        if proof["settings"] != self.settings:
            raise Fault("the notes have other settings")
        if proof["players"] != self.players:
            raise Fault("the notes have other players")
        own = self.is_own(proof)
        if seat is not None:
            marks = json.loads(proof["players"])
            if seat >= len(marks) or marks[seat] != player_mark(bytes.fromhex(self.nonce), self.player).hex():
                raise Fault(f"seat {seat} is not the player of the notes")
            if self.tip is not None and self.tip_accepted and not own:
                if str(seat) not in proof["tips"]:
                    raise Fault(f"the tip of seat {seat} came in time and is missing")
                raise Fault(f"seat {seat} has another tip than in the notes")
        if self.roster is not None and proof["roster"] != self.roster.hex():
            raise Fault("the notes have another roster")
        if own and self.reveal_accepted and proof["reveals"][str(seat)] is None:
            raise Fault(f"the reveal of seat {seat} came in time and is missing")
        if self.reveals is not None and self.reveals != values_of(proof, "reveals"):
            raise Fault("the notes have other reveals")
        for ask in self.asks:
            self.compare_ask(record, ask)
        if self.seq > len(log):
            raise Fault(f"the notes have an entry {self.seq}, the log ends before it")
        if self.seq and self.hash is not None and log[self.seq - 1]["hash"] != self.hash.hex():
            raise Fault("the notes have another hash", entry=self.seq)
        if self.faults:
            raise Fault(f"noticed during the match: {self.faults[0]}")
        if self.witness and self.reveals is not None:
            self.compare_live(log, own and proof["reveals"][str(seat)] is not None)

    def compare_live(self, log: list[Any], takes_part: bool) -> None:
        """Each draw that the server showed when it was made was asked for. `takes_part`: the seat has a say in the first entry."""
        asked = {ask.seq for ask in self.asks}
        takes_part = takes_part and sum(ask.value is not None for ask in self.asks) < CHAIN_LENGTH - 1
        for seq, entry in enumerate(log[1:], 2):
            extra = entry.get("extra")
            if member(extra, "drawn") is None:
                continue
            live = any(first <= seq <= last for first, last in self.live)
            if live and seq not in asked and (extra["seats"] or takes_part):
                raise Fault("it drew, but the server did not ask for it", entry=seq)
            if self.seat is not None and extra["fresh"].get(str(self.seat), "") is None:
                takes_part = False

    def compare_ask(self, record: Mapping[str, Any], ask: Ask) -> None:
        log = record["log"]

        def wrong(reason: str) -> NoReturn:
            raise Fault(reason, entry=ask.seq)

        if ask.seq > len(log):
            reason = member(record.get("result"), "reason")
            if ask.seq == len(log) + 1 and isinstance(reason, str) and reason != "finished":
                return  # it was broken off
            raise Fault(f"entry {ask.seq} was asked for and is missing")
        entry = log[ask.seq - 1]
        if log[ask.seq - 2]["hash"] != ask.hash.hex():
            wrong("the question followed another entry before it")
        if not equal(entry["by"], ask.by) or entry["n"] != ask.n or not equal(entry["move"], ask.move):
            wrong("it is not the one that was asked for")
        extra = entry.get("extra")
        if member(extra, "drawn") is None:
            wrong("it drew nothing, but was asked for")
        if extra["drawn"][0]["k"] != ask.k:
            wrong("its first draw is not the one that was asked for")
        if not equal(extra["seats"], ask.seats):
            wrong("its seats are not those that were asked")
        if self.seat is not None and ask.accepted and ask.value and extra["fresh"].get(str(self.seat)) != ask.value.hex():
            wrong(f"the value of seat {self.seat} came in time and is missing")


def compared(record: Any, verdict: Verdict, notes: Any) -> None:
    if verdict.kind == "FALSE" or not isinstance(record, dict):
        return
    if notes is None or member(notes, "match") != record.get("id"):
        raise Fault("the notes have no line for this match", "not verifiable")
    own = OwnNotes(notes)
    if record.get("proof") is None:
        running = "ended_ms" in record and record["ended_ms"] is None
        if not running and record.get("kept") is not False:
            raise Fault("never opened")
        if own.faults:
            raise Fault(f"noticed during the match: {own.faults[0]}")
    if verdict.kind == "not verifiable":
        return
    own.compare(record)
    verdict.own = 0
    if own.seat is not None and own.is_own(record["proof"]):
        verdict.own = verdict.draws - verdict.without[own.seat]


def check_own(record: Any, notes: Any) -> Verdict:
    """Checks a record with its whole log, and compares it with the notes of its match if it is fair by itself.

    :param notes: From find_notes; any JSON value."""
    verdict = check_dice(record)
    try:
        compared(record, verdict, notes)
    except Malformed as fault:
        verdict.kind, verdict.reason, verdict.entry = "not verifiable", f"the field {fault.field} of the notes is malformed", 0
    except Fault as fault:
        verdict.kind, verdict.reason, verdict.entry = fault.kind, fault.reason, fault.entry
    return verdict
