"""`cubilete arena`: programs against each other and the built-in bots, as docs/engine.md describes it."""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

SEED = random.SystemRandom().randrange(2**32)

# What a program of the page is, with one line that decides.
PLAYER = """
import json, os, sys, time
for line in sys.stdin:
    push = json.loads(line)
    if "moves" not in push["you"]:
        continue
    moves, view = push["you"]["moves"], push["view"]
    {decide}
    print(json.dumps({{"move": move}}), flush=True)
"""
FIRST = "move = moves[0]"
LAST = "move = moves[-1]"
BANKS_LATE = "move = moves[0] if push['view']['turn']['points'] >= 350 else moves[-1]"


class Arena(unittest.TestCase):
    def setUp(self):
        print(f"seed {SEED}")
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def program(self, name, decide):
        file = self.folder / f"{name}.py"
        file.write_text(PLAYER.format(decide=decide))
        return f"--program={name}={sys.executable} {file}"

    def arena(self, *words, seed=SEED):
        ran = subprocess.run([os.environ["CUBILETE_BIN"], "arena", "--json", "--seed", str(seed), *words], capture_output=True, text=True, check=False,
                             timeout=600)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        return json.loads(ran.stdout)

    def test_equal_programs_win_exactly_half_because_the_luck_of_their_seats_is_exchanged(self):
        for game in ("yahtzee", "ambiciosa", "escalera", "threes_away", "tres"):
            with self.subTest(game):  # in TRES the first move draws: these matches end by their length
                options = '{"target":2000}' if game == "ambiciosa" else "{}"
                told = self.arena("--game", game, "--options", options, self.program("one", FIRST), self.program("other", FIRST), "--house=easy",
                                  "--pairs=1" if game == "tres" else "--pairs=3", "--patience=60")
                met = {(each["one"], each["other"]): each for each in told["meetings"]}
                self.assertEqual(set(met), {("one", "other"), ("one", "easy"), ("other", "easy")})
                share = met["one", "other"]["share"]
                self.assertEqual(share["mean"], 0.5)
                self.assertLess(share["low"], 0.5)
                self.assertLess(share["high"], 1)
                self.assertEqual([each["forfeits"] for each in told["players"]], [{}, {}, {}])

    def test_the_same_seed_gives_the_same_table_and_a_better_player_wins_more(self):
        words = ["--game=ambiciosa", '--options={"target":2000}', self.program("bold", BANKS_LATE), "--house=easy,hard", "--pairs=60"]
        first, again = self.arena(*words, seed=7), self.arena(*words, seed=7)
        self.assertEqual(first, again)
        against = {each["other"]: each["share"]["mean"] for each in first["meetings"]}
        self.assertGreater(against["easy"], against["hard"])

    def test_a_program_that_ends_is_late_or_plays_what_is_illegal_loses_that_match_and_is_named(self):
        breaks = {"ends": ("sys.exit()", "broke off: the program has ended"), "sleeps": ("time.sleep(600)", "late: no answer in time"),
                  "cheats": ("move = {'do': 'steal'}", "illegal: "), "mumbles": ("print('x'); move = 1", "illegal: the answer is no JSON object"),
                  "rests": ("move = None", "illegal: no move in its turn")}
        for name, (decide, reason) in breaks.items():
            with self.subTest(name):
                # The first move is right, so that the match has begun.
                decide = f"move = moves[0]\n    if push['seq'] > 2:\n        {decide}"
                others = [] if name == "sleeps" else [self.program("honest", FIRST)]
                told = self.arena("--game=escalera", self.program(name, decide), *others, "--house=easy", "--pairs=2", f"--patience={2 if name == 'sleeps' else 60}")
                players = {each["name"]: each for each in told["players"]}
                self.assertTrue(all(text.startswith(reason) for text in players[name]["forfeits"]), players)
                self.assertEqual(sum(players[name]["forfeits"].values()), 4 + 4 * len(others))
                self.assertEqual([each["forfeits"] for each in told["players"] if each["name"] != name], [{}] * (1 + len(others)))
                self.assertEqual([each["share"]["mean"] for each in told["meetings"] if each["one"] == name], [0] * (1 + len(others)))

    def test_a_meeting_ends_when_its_share_is_known_well_enough(self):
        told = self.arena("--game=escalera", self.program("one", FIRST), "--house=easy", "--pairs=1000", "--precision=0.1", seed=1)
        (met,) = told["meetings"]
        self.assertGreaterEqual(met["pairs"], 30)
        self.assertLess(met["pairs"], 1000)
        self.assertLessEqual(met["share"]["high"] - met["share"]["low"], 0.2)

    def test_the_house_gives_little_away_and_a_program_that_writes_at_once_much(self):
        told = self.arena("--game=yahtzee", self.program("hasty", FIRST), "--house=hard", "--pairs=2", "--account")
        given = {each["name"]: each["given_away"]["mean"] for each in told["players"]}
        self.assertLess(given["hard"], 0.001)
        self.assertGreater(given["hasty"], 20)

    def test_wrong_words_are_refused_with_2(self):
        for words in ([], ["--game=chess", "--program=a=b"], ["--game=tres"], ["--game=tres", "--program=a"], ["--game=tres", "--program=a=b", "--pairs=0"]):
            ran = subprocess.run([os.environ["CUBILETE_BIN"], "arena", *words], capture_output=True, text=True, check=False)
            self.assertEqual((ran.returncode, ran.stdout), (2, ""), words)
            self.assertTrue(ran.stderr)


if __name__ == "__main__":
    unittest.main()
