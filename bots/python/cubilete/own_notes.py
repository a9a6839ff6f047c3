"""Compares the record of a match with a player's own notes of it (docs/fairness.md, "Notes"). The server's command has the
same texts."""

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from .fairness import CHAIN_LENGTH, player_mark
from .fairness_verify import Fault, Malformed, check_dice, digest_of, integer, integer_of, list_of, malformed, member, text_of
from .fairness_verify import values_of
from .own_sight import Sight, equal
from .strict_json import read_json
from .verdict import NotesComparison, Verdict, last_ends

NONCE = re.compile(r"[0-9a-f]{32}")


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


def ends_of(lines: str, own: Any) -> list[str]:
    """How the last matches of a file of notes ended, of those at the server of the notes `own`; older notes do not say where
    they were."""
    ends = []
    for line in lines.split("\n"):
        try:
            notes = read_json(line)
        except (ValueError, RecursionError):
            continue
        if member(notes, "server") in (None, member(own, "server")):
            ends.append(member(notes, "ended"))
    return last_ends(ends)


def optional_digest(json_object: Any, name: str) -> bytes | None:
    return None if member(json_object, name) is None else digest_of(json_object, name)


def flag(json_object: Any, name: str) -> bool:
    value = member(json_object, name)
    if value is not None and not isinstance(value, bool):
        malformed(name)
    return bool(value)


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
        self.commit = optional_digest(notes, "commit")
        self.settings, self.players = (text_of(notes, name) if self.commit else "" for name in ("settings", "players"))
        self.seat = None if member(notes, "seat") is None else integer_of(notes, "seat", 0, 255)
        self.player = self.nonce = ""
        if self.seat is not None and member(notes, "nonce") is not None:
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
        self.sight = Sight(notes)

    def is_own(self, proof: Mapping[str, Any]) -> bool:
        """Whether the roster has the tip of the notes."""
        return self.seat is not None and self.tip is not None and proof["tips"].get(str(self.seat)) == self.tip.hex()

    def compare_start(self, proof: Mapping[str, Any], commit: bytes, own: bool) -> None:
        seat = self.seat
        if proof["commit"] != commit.hex():
            raise Fault("the notes have another commitment")
        if proof["settings"] != self.settings:
            raise Fault("the notes have other settings")
        if proof["players"] != self.players:
            raise Fault("the notes have other players")
        if seat is not None:
            marks = json.loads(proof["players"])
            mark = player_mark(bytes.fromhex(self.nonce), self.player).hex()
            if self.nonce and (seat >= len(marks) or marks[seat] != mark):
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

    def compare(self, record: Mapping[str, Any], own: bool) -> int | None:
        """Raises Fault for the first difference to a record that is fair by itself. Returns the number of entries that were shown
        as the record says; None if nothing can be compared. `own`: whether the roster has the tip of the notes."""
        proof, log, seat, sight = record["proof"], record["log"], self.seat, self.sight
        if self.commit:
            self.compare_start(proof, self.commit, own)
        for ask in self.asks:
            self.compare_ask(record, ask)
        if self.seq > len(log):
            raise Fault(f"the notes have an entry {self.seq}, the log ends before it")
        if self.seq and self.hash is not None and log[self.seq - 1]["hash"] != self.hash.hex():
            raise Fault("the notes have another hash", entry=self.seq)
        agree = sight.compare_shown(record, seat)
        if sight.result is not None and not equal(sight.result, record.get("result")):
            raise Fault("another result was shown than is recorded")
        sight.compare_people(record)
        sight.compare_moves(record, seat)
        if self.faults:
            raise Fault(f"noticed during the match: {self.faults[0]}")
        if self.witness and self.reveals is not None:
            self.compare_live(log, own and proof["reveals"][str(seat)] is not None)
        return agree

    def left_out(self, record: Mapping[str, Any], own: bool, draws: int) -> str | None:
        """Why the notes' seat has no say in the dice; None if it has one, or without a seat. `draws`: those with its value."""
        seat, log = self.seat, record["log"]
        if seat is None:
            return None
        if not own and str(seat) in record["proof"]["tips"]:
            return f"another device holds the secret of seat {seat}: check with its notes"
        if not own:
            return f"the secret of seat {seat} is not in the key"
        drew = [seq for seq, entry in enumerate(log[1:], 2) if member(entry.get("extra"), "drawn") is not None]
        if self.witness and draws == 0 and any(self.is_live(seq) for seq in drew):
            return f"the value of seat {seat} is in no throw"
        return None

    def is_live(self, seq: int) -> bool:
        return any(first <= seq <= last for first, last in self.live)

    def compare_live(self, log: list[Any], takes_part: bool) -> None:
        """Each draw that the server showed when it was made was asked for. `takes_part`: the seat has a say in the first entry."""
        asked = {ask.seq for ask in self.asks}
        takes_part = takes_part and sum(ask.value is not None for ask in self.asks) < CHAIN_LENGTH - 1
        for seq, entry in enumerate(log[1:], 2):
            extra = entry.get("extra")
            if member(extra, "drawn") is None:
                continue
            if self.is_live(seq) and seq not in asked and (extra["seats"] or takes_part):
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


def compared(record: Any, verdict: Verdict, notes: Any, ends: Any) -> None:
    if verdict.kind == "FALSE" or not isinstance(record, dict):
        return
    if notes is None or member(notes, "match") != record.get("id"):
        raise Fault("the notes have no line for this match", "not verifiable")
    own = OwnNotes(notes)
    proof = record.get("proof")
    if proof is None:
        running = "ended_ms" in record and record["ended_ms"] is None
        if own.commit and not running and record.get("kept") is not False:
            raise Fault("never opened")
        if own.faults:
            raise Fault(f"noticed during the match: {own.faults[0]}")
    if verdict.kind == "not verifiable":
        return
    comparison = NotesComparison(own.seat, last_ends(ends if isinstance(ends, list) else [own.sight.ended]))
    if proof is None:
        if own.seat is not None:
            verdict.kind, verdict.reason = "left out", f"the secret of seat {own.seat} is not in the key"
        verdict.comparison = comparison
        return
    is_own = own.is_own(proof)
    comparison.agree = own.compare(record, is_own)
    draws = 0
    if is_own and own.seat is not None:
        draws = verdict.draws - verdict.without[own.seat]
        comparison.key = proof["reveals"][str(own.seat)] is not None
    if reason := own.left_out(record, is_own, draws):
        verdict.kind, verdict.reason = "left out", reason
    comparison.entries, comparison.stray = len(record["log"]), own.sight.stray_moves(record, own.seat)
    verdict.own, verdict.comparison = draws, comparison


def check_own(record: Any, notes: Any, ends: Any = None) -> Verdict:
    """Checks a record with its whole log, and compares it with the notes of its match if it is fair by itself.

    :param notes: From find_notes; any JSON value.
    :param ends: From ends_of; without it only the match of the notes counts."""
    verdict = check_dice(record)
    try:
        compared(record, verdict, notes, ends)
    except Malformed as fault:
        verdict.kind, verdict.reason, verdict.entry = "not verifiable", f"the field {fault.field} of the notes is malformed", 0
    except Fault as fault:
        verdict.kind, verdict.reason, verdict.entry = fault.kind, fault.reason, fault.entry
    return verdict
