"""The dice of the day's cup in three languages: the examples of cup_vectors.json, and the same verdict on changed records.

CUBILETE_VERDICTS is the program made from verdicts.cpp; FAIRNESS_SEED repeats the random changes of a run."""

import copy
import json
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

import cup as honest
import make_cases
import matches
from changes import removing, setting, spoiled
from cubilete import cup

HERE = Path(__file__).parent
CHANGES = 200
NOT_OPEN = "not verifiable: the seed of the day is not open yet"


class Examples(unittest.TestCase):
    def test_the_file_is_what_cup_makes(self):
        self.assertEqual(honest.FILE.read_text(), honest.file_text())

    def test_seeds_and_faces(self):
        vectors = json.loads(honest.FILE.read_text())
        last, end = bytes.fromhex(vectors["last"]), bytes.fromhex(vectors["end"])
        self.assertEqual(end, cup.earlier_seed(last, cup.DAYS))
        known = (0, end)
        for day in vectors["days"]:
            opened = (day["day"], bytes.fromhex(day["seed"]))
            self.assertEqual(opened[1], cup.earlier_seed(last, cup.DAYS - day["day"]))
            self.assertTrue(cup.same_chain(known, opened) and cup.same_chain(opened, known))
            self.assertFalse(cup.same_chain(known, (opened[0], b"x" * 32)))
            known = opened
            for one in day["throws"]:
                faces = [cup.face(opened[1], day["day"], one["turn"], one["throw"], die) for die in one["dice"]]
                self.assertEqual(one["result"], faces)


class Verdicts(unittest.TestCase):
    maxDiff = None

    def verdicts(self, records, *extra):
        """In Python, JavaScript and C++, and in C++ after a replay by the rules."""
        texts = [matches.text(record) for record in records]
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.writelines(text + "\n" for text in texts)
            file.flush()
            program = os.environ["CUBILETE_VERDICTS"]
            found = [[make_cases.judged(text, cup.check_record) for text in texts]]
            for command in (["node", HERE / "verdicts.js", file.name], [program, file.name], [program, file.name, "--rules"]):
                found.append(subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout.splitlines())
        return list(zip(*found, strict=True))

    def check(self, cases):
        """(name, record, verdict without the rules, verdict by the rules)"""
        for (name, _, text, by_rules), found in zip(cases, self.verdicts([case[1] for case in cases]), strict=True):
            with self.subTest(name=name):
                self.assertEqual((text, text, text, by_rules), found)

    def test_an_honest_match_is_fair(self):
        cases = []
        for day in (1, 2, 77, 10_000):
            record = honest.record(day, day)
            draws = sum(len(entry["draws"]) for entry in record["log"])
            text = f"fair: {draws} draws; day {day} of the cup; "
            cases.append((f"day {day}", record, text + "checked without the rules", text + "replayed by the rules"))
        self.check(cases)

    def test_a_log_that_the_rules_forbid_is_found_by_the_rules_only(self):
        record = honest.record(5, 5)
        again = next(entry for entry in record["log"] if entry["extra"].get("drawn", [{}])[0].get("throw") == 2)
        text = f"fair: {sum(len(entry['draws']) for entry in record['log'])} draws; day 5 of the cup; checked without the rules"
        again["move"]["dice"] = [die for die in range(5) if die not in again["move"]["dice"]] or [0]
        number = again["seq"]
        matches.chain_again(record)
        (found,) = self.verdicts([record])
        self.assertEqual((text,) * 3, found[:3])
        self.assertRegex(found[3], f"^FALSE at entry {number}: ")

    def test_each_lie_by_its_name(self):
        def case(name, change, text, *, chain=True):
            record = honest.record(7, 7)
            change(record)
            if chain:
                matches.chain_again(record)
            return name, record, text, text

        first = ("log", 1, "extra", "drawn", 0)
        other = honest.seed_of(7, b"another chain".ljust(32))

        def other_result(record):
            drawn, draws = record["log"][1]["extra"]["drawn"][0], record["log"][1]["draws"][0]
            drawn["result"][0] = draws["dice"][0] = drawn["result"][0] % 6 + 1

        def next_day(record):
            record["log"][0]["move"]["cup"] = record["cup"]["day"] = 8

        def without_first_throw(record):
            record["log"][1]["extra"], record["log"][1]["draws"] = None, []

        self.check([
            case("not open", setting("cup", None), NOT_OPEN),
            case("not open", setting("cup", "seed", None), NOT_OPEN),
            case("another seed", setting("cup", "seed", other.hex()), "FALSE: the seed does not lead to the end of its chain"),
            case("yesterday's seed", setting("cup", "seed", honest.seed_of(6).hex()),
                 "FALSE: the seed does not lead to the end of its chain"),
            case("another day", next_day, "FALSE: the seed does not lead to the end of its chain"),
            case("a seed of another day", setting("cup", "day", 8), "FALSE: the seed is of another day than the match"),
            case("day 0", setting("log", 0, "move", "cup", 0), "FALSE: the field cup is malformed"),
            case("another turn", setting(*first, "turn", 2), "FALSE at entry 2: throw 1 of turn 2 is out of order"),
            case("another throw", setting(*first, "throw", 2), "FALSE at entry 2: throw 2 of turn 1 is out of order"),
            case("no first throw", without_first_throw, out_of_order_text(honest.record(7, 7))),
            case("other dice", setting(*first, "dice", [0, 1, 2, 3]), "FALSE at entry 2: throw 1 of turn 1 does not take all dice"),
            case("dice in another order", setting(*first, "dice", [1, 0, 2, 3, 4]), "FALSE at entry 2: the field dice is malformed"),
            case("a sixth die", setting(*first, "dice", [0, 1, 2, 3, 4, 5]), "FALSE at entry 2: the field dice is malformed"),
            case("another result", other_result, "FALSE at entry 2: throw 1 of turn 1 has another result"),
            case("played otherwise", setting("log", 1, "draws", 0, "dice", [7] * 5),
                 "FALSE at entry 2: throw 1 of turn 1 was played with another result"),
            case("a draw more", setting("log", 1, "draws", []), "FALSE at entry 2: it was played with 0 draws, the day has 1"),
            case("not chained", setting("log", 2, "at_ms", 1), "FALSE at entry 3: the entry does not fit its hash", chain=False),
            case("a page of the log", setting("next", 12), "not verifiable: the log continues on another page"),
        ])

    def test_a_match_with_a_proof_is_none_of_the_cup_whatever_its_settings_say(self):
        record = make_cases.bases()["two seats"]
        record["log"][0]["move"]["cup"] = 5
        matches.chain_again(record)
        for verdict in self.verdicts([record])[0]:
            self.assertRegex(verdict, "^FALSE")

    def test_random_changes_of_seed_day_turn_throw_and_dice(self):
        seed = int(os.environ.get("FAIRNESS_SEED") or random.randrange(10**9))
        print(f"FAIRNESS_SEED={seed}")
        chance = random.Random(seed)
        records = []
        while len(records) < CHANGES:
            record = honest.record(chance.randrange(1000), chance.randint(1, 400))
            same = copy.deepcopy(record)
            change(chance, record)
            if record == same or shows_the_same(record, same):
                continue
            records.append(record)
        for number, (record, found) in enumerate(zip(records, self.verdicts(records), strict=True)):
            with self.subTest(seed=seed, number=number, record=matches.text(record)[:1000]):
                self.assertEqual(1, len(set(found[:3])), found)
                for verdict in found:
                    self.assertRegex(verdict, "^(FALSE|not verifiable)")


def out_of_order_text(record):
    """Returns the verdict on a record whose first throw is missing."""
    drawn = record["log"][2]["extra"]
    turn, number = (drawn["drawn"][0][name] for name in ("turn", "throw")) if drawn else (2, 1)
    entry = 3 if drawn else 4
    return f"FALSE at entry {entry}: throw {number} of turn {turn} is out of order"


def change(chance, record):
    """One lie about the seed, the day, or a throw, of a server that chains its log again half of the time."""
    entry = chance.choice([entry for entry in record["log"][1:] if entry["draws"]])
    drawn, dice = entry["extra"]["drawn"][0], entry["draws"][0]["dice"]
    places = [(record["cup"], "seed"), (record["cup"], "day"), (record["log"][0]["move"], "cup"), (record["log"][0]["extra"], "end"),
              *((drawn, name) for name in ("turn", "throw", "dice", "result"))]
    container, name = chance.choice(places)
    value = container[name]
    kind = chance.randrange(3)
    if kind == 0:
        container[name] = copy.deepcopy(chance.choice(spoiled(value)))
    elif kind == 1 and isinstance(value, list):
        at = chance.randrange(len(value))
        value[at] += chance.choice((-1, 1))
        if container is drawn and name == "result":
            dice[at] = value[at]
    elif kind == 1 and isinstance(value, int):
        container[name] += chance.choice((-1, 1))
    elif kind == 1:
        at = chance.randrange(64)
        container[name] = value[:at] + chance.choice("0123456789abcdef") + value[at + 1:]
    else:
        removing(name)(container)
    if chance.random() < 0.5:
        try:
            matches.chain_again(record)
        except (AttributeError, KeyError, TypeError, ValueError):
            pass


def shows_the_same(record, before):
    """Whether only the choice of dice is another, and they happen to show the same faces."""
    for entry, old in zip(record["log"][1:], before["log"][1:], strict=True):
        if entry["extra"] == old["extra"]:
            continue
        (one,), (other,) = entry["extra"]["drawn"], old["extra"]["drawn"]
        dice = one.get("dice")
        if {**one, "dice": other["dice"]} != other or not isinstance(dice, list) or not all(die in cup.POSITIONS for die in dice):
            return False
        place = (bytes.fromhex(before["cup"]["seed"]), before["cup"]["day"], other["turn"], other["throw"])
        return [cup.face(*place, die) for die in dice] == other["result"]
    return False


if __name__ == "__main__":
    unittest.main()
