"""The dice of the day's cup (docs/cup.md): the chain of seeds, the faces of a day, and the check of a match's record.

    python3 -m cubilete.cup SERVER FILE

asks a server for the newest seed, compares it with the one that FILE has kept, and keeps it there. The exit code is 0 if both belong
to one chain, 1 for another chain, 2 if that cannot be found out.

The check knows no rules: it finds every face that does not follow from the day's seed. The server has the same check with the
same texts."""

import json
import shutil
import sys
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from .address import socket_address
from .fairness import below, sha256, u32, words_of
from .fairness_verify import Check, Fault, check_dice, digest, digest_of, integer, integer_of, list_of, malformed, member, text_of
from .strict_json import read_json
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
    """The day of the cup that the record names; None for any other match. One with a proof is never of the cup, whatever it names."""
    if member(record, "proof") is not None:
        return None
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
    """Checks a record with its whole log, of a match of the cup or of any other. Takes any JSON value, read with read_record() of
    strict_json.py, and does not raise."""
    return check_dice(record) if cup_day(record) is None else CupCheck(record).run()


def shown_seed(answer: Any) -> dict[str, Any]:
    """The newest seed in a server's answer to /api/v1/cup; of day 0 the end of the chain. Raises ValueError."""
    opened = member(answer, "opened") or {"day": 0, "seed": member(answer, "end"), "date": None}
    day, date = integer(member(opened, "day")), member(opened, "date")
    if day is None or not 0 <= day <= DAYS or digest(member(opened, "seed")) is None or not (date is None or isinstance(date, str)):
        raise ValueError("the server does not show the seeds of a cup")
    return {"day": day, "seed": opened["seed"], "date": date}


def newest_seed(stored: str | None, shown: dict[str, Any]) -> tuple[str, str, bool]:
    """Returns the newest seed that was seen, as text to keep, the message about it, and whether the server shows another chain; then
    what was kept before stays kept. Raises ValueError if it cannot be read.

    :param kept: None at first.
    :param shown: As from shown_seed().
    """
    now, name = json.dumps(shown, separators=(",", ":")), f"day {shown['day']} ({shown['date'] or 'the end'})"
    if stored is None:
        return now, f"cup: {name} is kept; nothing was kept before", False
    known = shown_seed({"opened": read_json(stored)})
    known_name = f"day {known['day']} ({known['date'] or 'the end'})"
    one, other = ((each["day"], bytes.fromhex(each["seed"])) for each in (known, shown))
    if not same_chain(one, other):
        return stored, f"cup: ANOTHER CHAIN: {name} does not belong to {known_name}, which was kept", True
    return stored if known["day"] > shown["day"] else now, f"cup: {name} belongs to the chain of {known_name}, which was kept", False


def fetch_cup(server: str, timeout_s: float = 30.0) -> Any:
    """The answer of /api/v1/cup. Raises OSError or ValueError. Blocks: use a thread.

    :param server: The address of the page.
    """
    parts = urlsplit(socket_address(server))
    path = f"{parts.path.removesuffix('/ws')}/api/v1/cup"
    address = urlunsplit(({"ws": "http", "wss": "https"}[parts.scheme], parts.netloc, path, "", ""))
    with urllib.request.urlopen(address, timeout=timeout_s) as reply:
        return read_json(reply.read().decode())


def main() -> int:
    if len(sys.argv) != 3:
        print("usage: python3 -m cubilete.cup SERVER FILE", file=sys.stderr)
        return 2
    file = Path(sys.argv[2]).resolve()
    part = file.with_name(f"{file.name}.part")
    try:
        stored = file.read_text(encoding="utf-8") if file.exists() else None
        newest, message, other = newest_seed(stored, shown_seed(fetch_cup(sys.argv[1])))
        if newest != stored:  # renamed into place, so that a full disk leaves the seed that was kept
            try:
                part.write_text(newest, encoding="utf-8")
            except OSError:
                part.unlink(missing_ok=True)
                raise
            try:
                part.replace(file)
            except OSError:  # a file that is mounted by itself cannot be renamed over
                shutil.copyfile(part, file)
                part.unlink()
    except (OSError, ValueError, LookupError, RecursionError) as error:
        print(f"cup: {error}")
        return 2
    print(message)
    return int(other)


if __name__ == "__main__":
    sys.exit(main())
