"""Makes records of matches of the day's cup, as an honest server publishes them, and cup_vectors.json.

    /usr/bin/python3 tests/fairness/cup.py     writes the file anew"""

import hashlib
import json
import random
from pathlib import Path

import matches  # sets the path
from cubilete import cup

FILE = Path(__file__).with_name("cup_vectors.json")
BOXES = ["aces", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind", "full_house",
         "small_straight", "large_straight", "yahtzee", "chance"]
OPTIONS = {"preset": "yahtzee", "joker": "forced", "yahtzee_bonus": 100, "upper_bonus": 35, "five_is_full_house": False, "columns": 1,
           "order": "free", "zero": "forced", "duplicate": False, "tie": "shared", "starter": "rolloff"}
LAST = hashlib.sha256(b"the last seed of the examples").digest()


def seed_of(day, last=LAST):
    return cup.earlier_seed(last, cup.DAYS - day)


def thrown(seed, day, turn, number, dice):
    return {"turn": turn, "throw": number, "dice": list(dice), "result": [cup.face(seed, day, turn, number, die) for die in dice]}


def vectors():
    chance = random.Random(1)
    days = []
    for day in (1, 2, 366, 9_999, 10_000):
        seed = seed_of(day)
        throws = [(1, 1, range(5)), (13, 3, [4]), (2, 2, [0, 3]),
                  *((chance.randint(1, 13), chance.randint(2, 3), sorted(chance.sample(range(5), chance.randint(1, 5)))) for _ in range(5))]
        days.append({"day": day, "seed": seed.hex(), "throws": [thrown(seed, day, *place) for place in throws]})
    return {"last": LAST.hex(), "end": seed_of(0).hex(), "days": days}


def record(seed, day):
    """The record of a whole game of somebody who keeps dice by chance and fills the boxes from top to bottom."""
    chance = random.Random(seed)
    opened = seed_of(day)
    log = []

    def add(by, move, throws, extra=None):
        seq = len(log) + 1
        if throws:
            extra = {"drawn": throws}
        log.append({"seq": seq, "by": by, "id": f"a-{seq}" if seq > 1 else None, "n": seq - 1, "move": move,
                    "draws": [{"dice": one["result"]} for one in throws], "at_ms": 1_700_000_000_000 + 1500 * seq,
                    "left_ms": 0 if seq == 1 else 20_000, "extra": extra, "hash": "", "salt": chance.randbytes(32).hex()})

    settings = {"game": "yahtzee", "version": 1, "seats": 1, "first": 0, "cup": day, "options": OPTIONS}
    add({"start": True}, settings, [], {"dice": "cup", "end": seed_of(0).hex()})
    for turn, box in enumerate(BOXES, 1):
        for number in range(1, chance.randint(1, 3) + 1):
            dice = range(5) if number == 1 else sorted(chance.sample(range(5), chance.randint(1, 5)))
            add({"seat": 0}, {"do": "roll", "dice": list(dice)}, [thrown(opened, day, turn, number, dice)])
        add({"seat": 0}, {"do": "score", "box": box}, [])
    made = {"id": f"m_{seed:04}", "chain": 2, "next": None, "cup": {"day": day, "seed": opened.hex()}, "log": log}
    return matches.chain_again(json.loads(matches.text(made)))


def file_text():
    return json.dumps(vectors(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(file_text())
