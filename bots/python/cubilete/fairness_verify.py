"""Checks the dice of a finished match's record (docs/fairness.md). verify.py is the command.

It knows no rules: it finds every result that does not follow from the published secrets, but not a draw that the rules
did not ask for. The server has the same check with the same texts."""

import json
import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NoReturn

from .fairness import KINDS, Request, commitment, draw, draw_key, next_link, roster_hash, sha256
from .shown import face_of
from .verdict import Kind, Verdict, counted

LARGEST = 2**53 - 1  # the largest integer that every JSON library reads exactly
MOST_SEATS = 256  # as many as there are numbers of seats; who shows a record has a line for each
PLAYERS = re.compile(r'\["[0-9a-f]{64}"(,"[0-9a-f]{64}"){0,255}\]')
DIGEST = re.compile(r"[0-9a-f]{64}")
SEAT = re.compile(r"0|[1-9][0-9]{0,2}")


class Fault(Exception):
    def __init__(self, reason: str, kind: Kind = "FALSE", entry: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.kind: Kind = kind
        self.entry = entry


class Malformed(Fault):
    def __init__(self, field: str) -> None:
        super().__init__(f"the field {field} is malformed")
        self.field = field


def malformed(name: str) -> NoReturn:
    raise Malformed(name)


def member(json_object: Any, name: str) -> Any:
    """None if it is no object, or has no such member."""
    return json_object.get(name) if isinstance(json_object, dict) else None


def integer(value: Any) -> int | None:
    is_integer = isinstance(value, int) and not isinstance(value, bool) and -LARGEST <= value <= LARGEST
    return value if is_integer else None


def integer_of(json_object: Any, name: str, least: int, most: int = LARGEST) -> int:
    value = integer(member(json_object, name))
    if value is None or not least <= value <= most:
        malformed(name)
    return value


def text_of(json_object: Any, name: str) -> str:
    value = member(json_object, name)
    try:
        value.encode()
    except (AttributeError, UnicodeEncodeError):
        malformed(name)
    return str(value)


def list_of(json_object: Any, name: str) -> list[Any]:
    value = member(json_object, name)
    if not isinstance(value, list):
        malformed(name)
    return list(value)


def digest(value: Any) -> bytes | None:
    return bytes.fromhex(value) if isinstance(value, str) and DIGEST.fullmatch(value) else None


def digest_of(json_object: Any, name: str) -> bytes:
    value = digest(member(json_object, name))
    if value is None:
        malformed(name)
    return value


def values_of(json_object: Any, name: str) -> dict[int, bytes | None]:
    """By seat; None stands for a value that came too late."""
    values = member(json_object, name)
    if not isinstance(values, dict):
        malformed(name)
    read: dict[int, bytes | None] = {}
    for seat, value in values.items():
        if not SEAT.fullmatch(seat) or int(seat) > 255 or (value is not None and digest(value) is None):
            malformed(name)
        read[int(seat)] = digest(value)
    return read


def dump(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogatepass")


class Check:
    def __init__(self, record: Any) -> None:
        self.record = record
        self.verdict = Verdict()

    def run(self) -> Verdict:
        try:
            self.check()
        except Fault as fault:
            self.verdict.kind, self.verdict.reason = fault.kind, fault.reason
        return self.verdict

    def check(self) -> None:
        record, verdict = self.record, self.verdict
        if not isinstance(record, dict):
            raise Fault("it is not the record of a match", "not verifiable")
        if record.get("kept") is False:
            raise Fault("the log was deleted", "not verifiable")
        proof = record.get("proof")
        if proof is None:
            return self.check_without_proof()
        if record.get("next") is not None:
            raise Fault("the log continues on another page", "not verifiable")
        if not isinstance(proof, dict):
            malformed("proof")
        self.read_proof(proof)
        # A match that became void while it started has no entries.
        result = record.get("result")
        is_void = isinstance(result, dict) and result.get("reason") == "void"
        last = integer_of(proof, "seq", 0 if is_void else 1)
        draws = integer_of(proof, "k", 0)
        log = record.get("log")
        if not isinstance(log, list):
            malformed("log")

        self.check_roster()
        self.hash = sha256(b"cubilete/match/1", self.match.encode())
        for entry in log:
            verdict.entry += 1
            self.check_entry(entry)
        verdict.entry = 0
        if len(log) != last:
            raise Fault(f"the log has {len(log)} entries, the proof says {last}")
        if verdict.draws != draws:
            raise Fault(f"the match has {verdict.draws} draws, the proof says {draws}")
        if all(reveal is None for reveal in self.reveals.values()):
            verdict.kind = "server's dice"

    def check_without_proof(self) -> None:
        """Says why there is no proof. The start of a match with provable dice names its roster, so the server cannot
        call it a match from before."""
        record = self.record
        if "ended_ms" in record and record["ended_ms"] is None:
            raise Fault("the match is still running", "not verifiable")
        log = record.get("log")
        extra = member(log[0], "extra") if isinstance(log, list) and log else None
        if member(extra, "roster") is not None:
            raise Fault("never opened")
        if member(extra, "dice") != "server":
            raise Fault("no proof: played before", "not verifiable")
        self.verdict.kind, self.verdict.reason = "server's dice", "no player's program took part"

    def read_proof(self, proof: Mapping[str, Any]) -> None:
        people = self.record.get("seats")
        if isinstance(people, list) and len(people) > MOST_SEATS:
            malformed("seats")
        self.match = text_of(self.record, "id")
        if integer_of(self.record, "chain", 1) != 2:
            malformed("chain")
        self.commit = digest_of(proof, "commit")
        if proof.get("seed") is None:
            raise Fault("the server's secret was never published")
        self.seed = digest_of(proof, "seed")
        self.settings = text_of(proof, "settings")
        self.players = text_of(proof, "players")
        if not PLAYERS.fullmatch(self.players):
            malformed("players")
        seats = self.players.count(",") + 1
        self.tips: dict[int, bytes] = {}
        for seat, tip in values_of(proof, "tips").items():
            if tip is None or seat >= seats:
                malformed("tips")
            self.tips[seat] = tip
        self.roster = digest_of(proof, "roster")
        self.reveals = values_of(proof, "reveals")

    def check_roster(self) -> None:
        if commitment(self.match, self.seed) != self.commit:
            raise Fault("the server's secret does not fit its commitment")
        if len(set(self.tips.values())) < len(self.tips):
            raise Fault("two seats have the same tip")
        if roster_hash(self.match, self.commit, self.settings, self.players, self.tips) != self.roster:
            raise Fault("the roster does not fit its hash")
        if self.reveals.keys() != self.tips.keys():
            raise Fault("the reveals are not those of the roster's seats")
        self.given: dict[int, bytes] = {}
        for seat, reveal in sorted(self.reveals.items()):
            self.verdict.without[seat] = 0
            if reveal is None:
                self.verdict.late.append((seat, 0))
            elif next_link(reveal) != self.tips[seat]:
                raise Fault(f"the reveal of seat {seat} does not lead to its tip")
            else:
                self.given[seat] = reveal
        self.key = draw_key(self.seed, self.roster, self.reveals)

    def check_entry(self, entry: Any) -> None:
        if not isinstance(entry, dict):
            malformed("log")
        if integer_of(entry, "seq", 1) != self.verdict.entry:
            raise Fault("it has another number")
        extra = entry.get("extra")
        if extra is not None and not isinstance(extra, dict):
            malformed("extra")
        if self.verdict.entry == 1:
            self.check_start(entry, extra)
        self.check_shown(extra)
        drawn: list[tuple[Request, list[int]]] = []
        if member(extra, "drawn") is not None:
            drawn = self.check_draws(extra)
        elif member(extra, "seats") is not None or member(extra, "fresh") is not None:
            malformed("drawn")
        self.check_played(entry, drawn)
        self.check_hash(entry)

    def check_start(self, entry: Mapping[str, Any], extra: Any) -> None:
        if dump(entry.get("move")) != self.settings.encode():
            raise Fault("the settings are not those of the proof")
        if digest_of(extra, "roster") != self.roster:
            raise Fault("the roster is not that of the proof")
        if values_of(extra, "reveals") != self.reveals:
            raise Fault("the reveals are not those of the proof")

    def check_shown(self, extra: Any) -> None:
        """The hashes of what a watcher and each seat of the roster were shown."""
        shown = member(extra, "shown")
        digits = re.compile(f"[0-9a-f]{{{24 * (1 + len(self.tips))}}}")
        if shown is not None and not (isinstance(shown, str) and digits.fullmatch(shown)):
            malformed("shown")

    def check_draws(self, extra: Any) -> list[tuple[Request, list[int]]]:
        verdict = self.verdict
        proven = []
        fresh = self.check_fresh(extra)
        contributors = {seat for seat, value in fresh.items() if value is not None}
        drawn = extra["drawn"]
        if not isinstance(drawn, list) or not drawn:
            malformed("drawn")
        for said in drawn:
            kind = member(said, "kind")
            if not isinstance(kind, str) or kind not in KINDS:
                malformed("drawn")
            k, a, b = (integer_of(said, name, 0, most) for name, most in (("k", LARGEST), ("a", 2**32 - 1), ("b", 2**32 - 1)))
            request = Request(k, kind, a, b)
            if request.k != verdict.draws:
                raise Fault(f"draw {request.k} should be number {verdict.draws}")
            if not request.possible:
                raise Fault(f"draw {request.k} has an impossible size")
            values = draw(self.key, request, fresh)
            if not says(said.get("result"), kind, values):
                raise Fault(f"draw {request.k} has another result")
            proven.append((request, values))
            verdict.draws += 1
            verdict.early += not contributors
            for seat in verdict.without.keys() - contributors:
                verdict.without[seat] += 1
        return proven

    def check_fresh(self, extra: Any) -> dict[int, bytes | None]:
        seats = extra.get("seats")
        if not isinstance(seats, list):
            malformed("seats")
        named: list[int] = []
        for value in seats:
            seat = integer(value)
            if seat is None or not 0 <= seat <= 255:
                malformed("seats")
            named.append(seat)
            if any(seat <= before for before, seat in pairwise(named)):
                raise Fault("its seats are not in rising order")
            if seat not in self.tips:
                raise Fault(f"seat {seat} is not in the roster")
            if seat not in self.given:
                raise Fault(f"seat {seat} is out")
        if self.verdict.entry == 1 and named:
            raise Fault("it asks seats, which starts with the second entry")
        fresh = values_of(extra, "fresh")
        if sorted(fresh) != named:
            raise Fault("the values are not those of its seats")
        for seat, given in sorted(fresh.items()):
            if given is None:
                self.verdict.late.append((seat, self.verdict.entry))
                del self.given[seat]
            elif next_link(given) != self.given[seat]:
                raise Fault(f"the value of seat {seat} is not the next of its chain")
            else:
                self.given[seat] = given
        return fresh

    def check_played(self, entry: Mapping[str, Any], drawn: list[tuple[Request, list[int]]]) -> None:
        """The results that the log says the match was played with are those of the proof."""
        draws = entry.get("draws")
        if not isinstance(draws, list):
            malformed("draws")
        if len(draws) != len(drawn):
            raise Fault(f"it was played with {counted(len(draws), 'draw')}, the proof has {len(drawn)}")
        for said, (request, values) in zip(draws, drawn, strict=True):
            if not self.played(said, request, values):
                raise Fault(f"draw {request.k} was played with another result")

    def played(self, said: Any, request: Request, values: list[int]) -> bool:
        shown = member(said, "cards" if request.kind == "shuffle" else "dice")
        if not isinstance(shown, list) or len(shown) != len(values):
            return False
        if request.kind == "shuffle":
            return True
        if request.kind == "pick":
            return integer(shown[0]) == values[0] + 1  # shown as a die
        return all(face_of(face) == value for face, value in zip(shown, values, strict=True))

    def check_hash(self, entry: Mapping[str, Any]) -> None:
        for name in ("by", "move"):
            if name not in entry:
                malformed(name)
        n, left_ms, at_ms = (str(integer_of(entry, name, -LARGEST)).encode() for name in ("n", "left_ms", "at_ms"))
        said, salt = digest_of(entry, "hash"), digest_of(entry, "salt")
        identity, extra = (b"" if entry.get(name) is None else dump(entry[name]) for name in ("id", "extra"))
        draws = sha256(b"cubilete/draws/1", salt, dump(entry["draws"]))
        seq = str(self.verdict.entry).encode()
        by, move = dump(entry["by"]), dump(entry["move"])
        self.hash = sha256(b"cubilete/entry/2", self.hash, seq, by, identity, n, move, draws, at_ms, left_ms, extra)
        if self.hash != said:
            raise Fault("the entry does not fit its hash")


def says(result: Any, kind: str, values: list[int]) -> bool:
    """Whether the record's result is these values, or for a pick its one value."""
    if kind == "pick":
        return integer(result) == values[0]
    return isinstance(result, list) and [integer(value) for value in result] == values


def check_dice(record: Any) -> Verdict:
    """Checks a record with its whole log. Takes any JSON value, read with read_record() of strict_json.py, and does not raise."""
    return Check(record).run()
