"""Nothing of the rule book is left to chance: every ruling and every worked example has its scenario or test, in the
folder of its game and by its number."""

import json
import re
import unittest
from pathlib import Path

GAMES = Path(__file__).resolve().parent.parent / "engine/games"

# How many rulings (R0.1, R0.2 ...) and worked examples (0-1, 0-2 ...) the rule book has for each game, and which
# examples start from partial positions: they are unit tests of what may be laid (RULES A18).
BOOK = [
    ("ambiciosa", 10, 19, set()),
    ("escalera", 12, 20, set()),
    ("threes_away", 14, 18, set()),
    ("yahtzee", 12, 22, set()),
    ("tres", 25, 26, {1, 2, 3, 4, 6}),
]
RULING = re.compile(r"\bR(\d)\.(\d+)\b")
EXAMPLE = re.compile(r"\b(\d)-(\d+)\b")
# A name begins with the examples that it plays: "2-8, 2-9, R2.3: against a 4 ..."
HEAD = re.compile(r"(?:(?:\d-\d+|R\d\.\d+|[AC]\d+)(?![\w-])[ ,:]*)+")
TEST_NAME = re.compile(r'TEST_CASE\(\s*"((?:[^"\\]|\\.)*)')


def rulings_in(texts):
    """What is cited, as "R4.7"."""
    return {f"R{game}.{number}" for text in texts for game, number in RULING.findall(text)}


def examples_of(names):
    """What is played, as "4-7"."""
    heads = [head[0] for name in names if (head := HEAD.match(name))]
    return {f"{game}-{number}" for head in heads for game, number in EXAMPLE.findall(head)}


def scenario_names(game):
    return [json.loads(file.read_text())["name"] for file in (GAMES / game / "scenarios").glob("*.json")]


def test_sources(game):
    return [file.read_text() for file in (GAMES / game).glob("*_test.cpp")]


class TheRuleBook(unittest.TestCase):
    maxDiff = None

    def test_every_ruling_is_named_by_a_scenario_or_a_test_of_its_game(self):
        for at, (game, rulings, _, _) in enumerate(BOOK):
            wanted = {f"R{at}.{number}" for number in range(1, rulings + 1)}
            self.assertEqual(set(), wanted - rulings_in(scenario_names(game) + test_sources(game)), game)

    def test_every_worked_example_is_a_scenario(self):
        for at, (game, _, examples, partial) in enumerate(BOOK):
            wanted = {f"{at}-{number}" for number in range(1, examples + 1) if number not in partial}
            self.assertEqual(set(), wanted - examples_of(scenario_names(game)), game)

    def test_a_worked_example_of_a_partial_position_is_a_unit_test(self):
        for at, (game, _, _, partial) in enumerate(BOOK):
            names = [name for source in test_sources(game) for name in TEST_NAME.findall(source)]
            self.assertEqual(set(), {f"{at}-{number}" for number in partial} - examples_of(names), game)

    def test_no_ruling_is_named_that_there_is_not(self):
        book = {f"R{at}.{number}" for at, row in enumerate(BOOK) for number in range(1, row[1] + 1)}
        for game, *_ in BOOK:
            self.assertEqual(set(), rulings_in(scenario_names(game) + test_sources(game)) - book, game)


class HowNumbersAreRead(unittest.TestCase):
    def test_a_ruling_is_read_whole(self):
        self.assertEqual({"R1.1", "R1.12"}, rulings_in(["R1.1: a, (R1.12)", "AR1.3 R1.4x"]))

    def test_an_example_stands_at_the_beginning_of_a_name(self):
        self.assertEqual({"2-8", "2-9"}, examples_of(["2-8, R2.3, 2-9: against a 4", "R1.3: three times 1-2"]))
        self.assertEqual({"1-1"}, examples_of(["1-1: 1-2-3-4 is 15, and its 1 makes no 1-2", "1-2-3 is 10"]))


if __name__ == "__main__":
    unittest.main()
