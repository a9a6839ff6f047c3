"""The dice of the day's cup (docs/cup.md): the chain of seeds, the faces of a day, and the check of a match's record.

The check knows no rules: it finds every face that does not follow from the day's seed. The server has the same check with the
same texts."""

from typing import Any

from .fairness import below, sha256, u32, words_of
from .fairness_verify import Check, Fault, check_dice, digest_of, integer, integer_of, list_of, malformed, member, text_of
from .verdict import Verdict, counted

DAYS = 10_000
"""Of a chain. The seeds are numbered from 1; that of day 0 is the published end."""
POSITIONS = range(5)
THROWS = 3


def earlier_seed(seed: bytes, days: int) -> bytes:
    """The seed that many days before the day of this one."""
    for _ in range(days):
        seed = sha256(b"cubilete/cup/seed/1", seed)
    return seed


def same_chain(one: tuple[int, bytes], other: tuple[int, bytes]) -> bool:
    """Whether two days with their seeds belong to one chain."""
    (day, seed), (later, later_seed) = sorted((one, other))
    return earlier_seed(later_seed, later - day) == seed


def face(seed: bytes, day: int, turn: int, throw: int, die: int) -> int:
    """1 to 6. Day, turn and throw count from 1, the die is its position, 0 to 4."""
    return 1 + below(words_of(seed, b"cubilete/cup/draw/1", u32(day), u32(turn), u32(throw), u32(die)), 6)


def cup_day(record: Any) -> Any:
    """What the record says is its day of the cup; None for any other match."""
    log = member(record, "log")
    return member(member(log[0], "move"), "cup") if isinstance(log, list) and log else None


class CupCheck(Check):
    def check(self) -> None:
        record, verdict = self.record, self.verdict
        if record.get("next") is not None:
            raise Fault("the log continues on another page", "not verifiable")
        opened = record.get("cup")
        if opened is None or member(opened, "seed") is None:
            raise Fault("the seed of the day is not open yet", "not verifiable")
        self.match = text_of(record, "id")
        if integer_of(record, "chain", 1) != 2:
            malformed("chain")
        log = list_of(record, "log")
        self.day = integer_of(member(log[0], "move"), "cup", 1, DAYS)
        if integer_of(opened, "day", 1, DAYS) != self.day:
            raise Fault("the seed is of another day than the match")
        self.seed = digest_of(opened, "seed")
        if earlier_seed(self.seed, self.day) != digest_of(member(log[0], "extra"), "end"):
            raise Fault("the seed does not lead to the end of its chain")

        self.turn, self.throw = 0, THROWS
        self.hash = sha256(b"cubilete/match/1", self.match.encode())
        for entry in log:
            verdict.entry += 1
            self.check_entry(entry)
        verdict.entry = 0
        verdict.reason = f"{counted(verdict.draws, 'draw')}; day {self.day} of the cup; checked without the rules"

    def check_entry(self, entry: Any) -> None:
        if not isinstance(entry, dict):
            malformed("log")
        if integer_of(entry, "seq", 1) != self.verdict.entry:
            raise Fault("it has another number")
        extra = entry.get("extra")
        if extra is not None and not isinstance(extra, dict):
            malformed("extra")
        drawn = [] if member(extra, "drawn") is None else list_of(extra, "drawn")
        draws = list_of(entry, "draws")
        if len(draws) != len(drawn):
            raise Fault(f"it was played with {counted(len(draws), 'draw')}, the day has {len(drawn)}")
        for said, played in zip(drawn, draws, strict=True):
            self.check_throw(said, played)
        self.check_hash(entry)

    def check_throw(self, said: Any, played: Any) -> None:
        turn, throw = (integer_of(said, name, 1, 2**32 - 1) for name in ("turn", "throw"))
        name = f"throw {throw} of turn {turn}"
        again = turn == self.turn and throw == self.throw + 1 and throw <= THROWS
        if not again and (turn, throw) != (self.turn + 1, 1):
            raise Fault(f"{name} is out of order")
        self.turn, self.throw = turn, throw
        dice = [integer(die) for die in list_of(said, "dice")]
        if not dice or dice != sorted({die for die in dice if die is not None and die in POSITIONS}):
            malformed("dice")
        if throw == 1 and len(dice) < len(POSITIONS):
            raise Fault(f"{name} does not take all dice")
        faces = [face(self.seed, self.day, turn, throw, die) for die in dice if die is not None]
        if not is_faces(member(said, "result"), faces):
            raise Fault(f"{name} has another result")
        if not is_faces(member(played, "dice"), faces):
            raise Fault(f"{name} was played with another result")
        self.verdict.draws += 1


def is_faces(said: Any, faces: list[int]) -> bool:
    return isinstance(said, list) and [integer(one) for one in said] == faces


def check_record(record: Any) -> Verdict:
    """Checks a record with its whole log, of a match of the cup or of any other. Takes any JSON value, read with read_json() of
    strict_json.py, and does not raise."""
    return check_dice(record) if cup_day(record) is None else CupCheck(record).run()
