"""Every ruling and every worked example of docs/rules.md has a scenario or a test with its number, in the folder of
its game.
"""

import json
import re
import unittest

from tests import rule_book
from tests.rule_book import ROOT

GAMES = ROOT / "engine/games"
BOOK = rule_book.read(rule_book.PAGE.read_text())

# Rulings about notation (A1, A18) and about what does not exist (C4, C5): no match can test them.
NOT_PLAYED = {"A1", "A18", "C4", "C5"}

RULING = re.compile(r"\b(?:R\d\.\d+|[AC]\d+)\b")
EXAMPLE = re.compile(r"\b\d-\d+\b")
SECTION = re.compile(r"(?<![\w.])\d\.\d(?![\d%])")
# A name begins with the numbers of its examples: "2-8, 2-9, R2.3: against a 4 ..."
HEAD = re.compile(r"(?:(?:\d-\d+|R\d\.\d+|[AC]\d+|\d\.\d(?:\.\d+)?)(?![\w-])[ ,:]*)+")
BRACKETS = re.compile(r"\(([^()]*)\)")
TEST_NAME = re.compile(r'TEST_CASE\(\s*"((?:[^"\\]|\\.)*)')


def rulings_in(texts):
    """The rulings that the texts cite, such as "R4.7" and "A4"."""
    return {ruling for text in texts for ruling in RULING.findall(text)}


def examples_of(names):
    """The examples that the names begin with, such as "4-7"."""
    heads = [head[0] for name in names if (head := HEAD.match(name))]
    return {example for head in heads for example in EXAMPLE.findall(head)}


def sections_of(names):
    """The sections at the beginning of a name or in brackets, such as "4.5"."""
    heads = [head[0] for name in names if (head := HEAD.match(name))]
    brackets = [text for name in names for text in BRACKETS.findall(name)]
    return {section for text in heads + brackets for section in SECTION.findall(text)}


def scenario_names(game):
    return [json.loads(file.read_text())["name"] for file in (GAMES / game / "scenarios").glob("*.json")]


def test_sources(game):
    return [file.read_text() for file in (GAMES / game).glob("*_test.cpp")]


def test_names(game):
    return [name for source in test_sources(game) for name in TEST_NAME.findall(source)]


def common_sources():
    """The tests of the parts that all games share."""
    return [file.read_text() for file in (ROOT / "tests/engine").glob("*_test.cpp")]


class TheRuleBook(unittest.TestCase):
    maxDiff = None

    def test_the_book_contains_exactly_the_existing_games(self):
        games = re.findall(r"^GAME\((\w+)\)", (GAMES / "games.def").read_text(), re.MULTILINE)
        self.assertEqual(sorted(games), sorted(BOOK.games))
        wanted = {"A", "C"}.union(*({f"R{at}.", f"{at}-"} for at in range(len(games))))
        self.assertEqual(wanted, rule_book.series(BOOK.rulings + BOOK.examples).keys())

    def test_rulings_and_examples_are_numbered_without_gaps(self):
        self.assertEqual({}, rule_book.gaps(BOOK.rulings))
        self.assertEqual({}, rule_book.gaps(BOOK.examples))

    def test_every_ruling_is_named_by_a_scenario_or_a_test_of_its_game(self):
        for at, game in enumerate(BOOK.games):
            self.assertEqual(set(), BOOK.of_game(at) - rulings_in(scenario_names(game) + test_sources(game)), game)

    def test_every_common_ruling_is_named_by_a_scenario_or_a_test(self):
        texts = [text for game in BOOK.games for text in scenario_names(game) + test_sources(game)]
        self.assertEqual(NOT_PLAYED, BOOK.common() & NOT_PLAYED)
        self.assertEqual(set(), BOOK.common() - NOT_PLAYED - rulings_in(texts + common_sources()))

    def test_every_worked_example_is_a_scenario(self):
        for at, game in enumerate(BOOK.games):
            wanted = {example for example in BOOK.examples if example.startswith(f"{at}-")} - BOOK.partial
            self.assertEqual(set(), wanted - examples_of(scenario_names(game)), game)

    def test_a_worked_example_of_a_partial_position_is_a_unit_test(self):
        self.assertEqual(set(), BOOK.partial - set(BOOK.examples))
        for at, game in enumerate(BOOK.games):
            wanted = {example for example in BOOK.partial if example.startswith(f"{at}-")}
            self.assertEqual(set(), wanted - examples_of(test_names(game)), game)

    def test_only_existing_rulings_examples_and_sections_are_cited(self):
        for game in BOOK.games:
            names = scenario_names(game) + test_names(game)
            self.assertEqual(set(), rulings_in(scenario_names(game) + test_sources(game)) - set(BOOK.rulings), game)
            self.assertEqual(set(), examples_of(names) - set(BOOK.examples), game)
            self.assertEqual(set(), sections_of(names) - set(BOOK.sections), game)
        self.assertEqual(set(), rulings_in(common_sources()) - set(BOOK.rulings))


class HowNumbersAreRead(unittest.TestCase):
    def test_a_ruling_is_read_with_all_its_digits(self):
        self.assertEqual({"R1.1", "R1.12", "A4"}, rulings_in(["R1.1: a, (R1.12, A4)", "AR1.3 R1.4x A4x"]))

    def test_an_example_is_at_the_beginning_of_a_name(self):
        self.assertEqual({"2-8", "2-9"}, examples_of(["2-8, R2.3, 2-9: against a 4", "R1.3: three times 1-2"]))
        self.assertEqual({"1-1"}, examples_of(["1-1: 1-2-3-4 is 15, and its 1 makes no 1-2", "1-2-3 is 10"]))

    def test_a_section_is_at_the_beginning_of_a_name_or_in_brackets(self):
        names = ["2.4, 2.6: at best 26.7 %", "A14, 3.6: a bonus", "3.1.12: a turn", "has 1.5 (1.4, R1.9)", "as (5 %)"]
        self.assertEqual({"2.4", "2.6", "3.6", "3.1", "1.4"}, sections_of(names))

    def test_the_book_is_read_by_its_markup(self):
        book = rule_book.read(
            "| [0. One](#0-one) | `one` | 2 |\n\n## All\n- **A18** Partial: 0-2\n  and 0-3.\n\n"
            "## 0. One\n### 0.1 Rulings\n- **R0.1** As R0.9 says.\n- **R0.2** No.\n\n| 0-1 | a | b |\n| 0-2 | c | d |\n"
        )
        self.assertEqual(["one"], book.games)
        self.assertEqual(["0", "0.1"], book.sections)
        self.assertEqual(["A18", "R0.1", "R0.2"], book.rulings)
        self.assertEqual(["0-1", "0-2"], book.examples)
        self.assertEqual({"0-2", "0-3"}, book.partial)

    def test_a_gap_is_found(self):
        self.assertEqual({}, rule_book.gaps(["A1", "R0.1", "A2", "R0.2"]))
        for numbers in (["A1", "A3"], ["A2"], ["A1", "A1"], ["A2", "A1"]):
            self.assertEqual(["A"], list(rule_book.gaps(numbers)))
