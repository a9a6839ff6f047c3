"""The built-in bots reach the figures of the rule book, computed by `cubilete simulate --figures` in an optimized
build.

FIGURES_GAMES=20000 in the environment plays this many games of Yahtzee, and a tenth of it of TRES; only then the
figures of TRES are compared, too. Without it few games are played, always the same.
"""

import json
import os
import subprocess
import unittest
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BINARY = os.environ.get("CUBILETE_BIN", ROOT / "build/release/cubilete")


GAMES = os.environ.get("FIGURES_GAMES")
RUNS = {
    "for people": ["--figures"],
    "worked out": ["--figures", "--json"],
    "played": ["--figures", "--json", *(["--games", GAMES] if GAMES else ["--games", "500", "--seed", "1"])],
    **{
        f"hard against {others}": ["--game", "tres", "--house", f"hard,{others}", "--games", "100", "--seed", "1", "--json"]
        for others in ("medium", "medium,medium,medium")
    },
}
started: dict[str, Future] = {}


def setUpModule():
    """Runs that take up to a minute on one processor each; several run at the same time."""
    pool = ThreadPoolExecutor(os.cpu_count())
    unittest.addModuleCleanup(pool.shutdown)
    for name, flags in RUNS.items():
        command = [BINARY, "simulate", *flags]
        started[name] = pool.submit(subprocess.run, command, capture_output=True, text=True)


def figures(name: str) -> dict[tuple[str, str], dict]:
    run = started[name].result()
    if run.returncode not in (0, 1):
        raise AssertionError(run.stderr)
    report = json.loads(run.stdout)
    print(f"seed {report['seed']}")
    return {(line["game"], line["what"]): line for line in report["figures"]}


class ForPeople(unittest.TestCase):
    def test_a_heading_names_the_columns_of_the_book_and_of_the_program(self):
        run = started["for people"].result()
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)
        heading, *lines = run.stdout.splitlines()
        self.assertEqual(heading.split(), ["book", "found"])
        ends = [heading.index(word) + len(word) for word in heading.split()]
        for line in lines:
            self.assertTrue(line.endswith("  ok"), line)
            for end in ends:
                self.assertRegex(line[:end], r" \d+\.\d{6}$", line)


class WhatIsWorkedOut(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.figures = figures("worked out")

    def found(self, game: str, what: str) -> float:
        return self.figures[game, what]["found"]

    def test_a_card_of_yahtzee_has_the_mean_of_the_rule_book_to_nine_digits(self):
        for joker, worth in (("forced", 254.587728734), ("free", 254.589609482), ("wild", 254.711272592), ("none", 245.870774514)):
            with self.subTest(joker=joker):
                self.assertEqual(worth, round(self.found("yahtzee", f"one card, joker {joker}"), 9))

    def test_the_starter_of_a_race_of_two_wins_48_757_percent(self):
        chance = self.found("ambiciosa", "two players' race to 5,000, chance of the starter")
        self.assertEqual(0.48757, round(chance, 5))

    def test_the_lowest_mean_of_threes_away_is_e5(self):
        mean = self.found("threes_away", "lowest mean score of five dice")
        self.assertAlmostEqual(504205555 / 80621568, mean, places=9)

    def test_one_player_of_escalera_needs_25_319_rounds_to_100_and_23_079_without_resets(self):
        self.assertEqual(25.319, round(self.found("escalera", "rounds of one player to 100"), 3))
        self.assertEqual(23.079, round(self.found("escalera", "rounds of one player to 100, reset_aces 0"), 3))

    def test_every_figure_is_within_its_own_margin(self):
        self.assertEqual([], [line for line in self.figures.values() if not line["holds"]])


def share_of_hard(against: str) -> float:
    run = started[f"hard against {against}"].result()
    run.check_returncode()
    return json.loads(run.stdout)["seats"][0]["share"]


class WhatIsPlayed(unittest.TestCase):
    def test_hard_wins_more_than_its_share_of_tres(self):
        self.assertGreater(share_of_hard("medium"), 0.5)
        self.assertGreater(share_of_hard("medium,medium,medium"), 0.25)

    def test_played_games_agree_with_the_computed_figures(self):
        found = figures("played")
        played = {key: line for key, line in found.items() if "games" in key[1] and (GAMES or key[0] == "yahtzee")}
        self.assertEqual(3 if GAMES else 1, len(played))
        self.assertEqual([], [line for line in played.values() if not line["holds"]])


if __name__ == "__main__":
    unittest.main()
