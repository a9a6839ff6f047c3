"""`cubilete arena`: programs against each other and the built-in bots, as docs/engine.md describes it."""
import json
import os
import pathlib
import random
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/engine.md"
GAMES = ("yahtzee", "ambiciosa", "escalera", "threes_away", "tres")
SEED = random.SystemRandom().randrange(2**32)

# The program of docs/engine.md; `decide` is its line that chooses a move.
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


class Listening:
    """Runs a program for each connection to a port, one after the other."""

    def __init__(self, source):
        self.source, self.connections = source, 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]

    def __enter__(self):
        self.thread = threading.Thread(target=self.accept)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.socket.close()

    def accept(self):
        while True:
            try:
                own, _ = self.socket.accept()
            except OSError:
                return
            self.connections += 1
            with own:
                subprocess.run([sys.executable, "-c", self.source], stdin=own, stdout=own, check=False)


class Arena(unittest.TestCase):
    def setUp(self):
        print(f"seed {SEED}")
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def program(self, name, decide):
        file = self.folder / f"{name}.py"
        file.write_text(PLAYER.format(decide=decide))
        return f"--program={name}=exec {sys.executable} {file}"  # no shell that keeps its output open

    def run_arena(self, *words):
        return subprocess.run([os.environ["CUBILETE_BIN"], "arena", *words], capture_output=True, text=True, check=False, timeout=600)

    def arena(self, *words, seed=SEED, said=""):
        ran = self.run_arena("--json", "--seed", str(seed), *words)
        self.assertEqual(ran.returncode, 0)
        self.assertIn(said, ran.stderr)
        self.assertTrue(said or not ran.stderr, ran.stderr)
        return json.loads(ran.stdout)

    def test_equal_programs_win_exactly_half_because_the_luck_of_their_seats_is_exchanged(self):
        for game in GAMES:
            with self.subTest(game):  # in TRES the first move draws: these matches end by their length
                options = '{"target":2000}' if game == "ambiciosa" else "{}"
                report = self.arena("--game", game, "--options", options, self.program("one", FIRST), self.program("other", FIRST), "--house=easy",
                                  "--pairs=1" if game == "tres" else "--pairs=3", "--patience=60")
                met = {(each["one"], each["other"]): each for each in report["meetings"]}
                self.assertEqual(set(met), {("one", "other"), ("one", "easy"), ("other", "easy")})
                share = met["one", "other"]["share"]
                self.assertEqual(share["mean"], 0.5)
                self.assertLess(share["low"], 0.5)
                self.assertLess(share["high"], 1)
                self.assertEqual([each["forfeits"] for each in report["players"]], [{}, {}, {}])

    def test_the_same_seed_gives_the_same_table_and_a_better_player_wins_more(self):
        words = ["--game=ambiciosa", '--options={"target":2000}', self.program("bold", BANKS_LATE), "--house=easy,hard", "--pairs=60"]
        first, again = self.arena(*words, seed=7), self.arena(*words, seed=7)
        self.assertEqual(first, again)
        against = {each["other"]: each["share"]["mean"] for each in first["meetings"]}
        self.assertGreater(against["easy"], against["hard"])

    def test_a_program_that_ends_is_late_or_plays_what_is_illegal_loses_that_match_and_is_named(self):
        breaks = {"ends": ("sys.exit()", "broke off: the program has ended with code 0"),
                  "fails": ("move = {}['no such'] ", "broke off: the program has ended with code 1: KeyError: 'no such'"),
                  "dies": ("os.kill(os.getpid(), 9)", "broke off: the program was ended by signal 9"),
                  "closes": ("os.close(1); time.sleep(600)", "broke off: the program reads or writes no more"),
                  "sleeps": ("time.sleep(600)", "late: no answer in time (does the program flush its output?)"),
                  "cheats": ("move = {'do': 'steal'}", "illegal: "), "mumbles": ("print('x'); move = 1", "illegal: the answer is no JSON object"),
                  "rests": ("move = None", "illegal: no move in its turn")}
        for name, (decide, reason) in breaks.items():
            with self.subTest(name):
                # The first move is right, so that the match has begun.
                decide = f"move = moves[0]\n    if push['seq'] > 2:\n        {decide}"
                others = [] if name in ("fails", "dies", "closes", "sleeps") else [self.program("honest", FIRST)]
                report = self.arena("--game=escalera", self.program(name, decide), *others, "--house=easy", "--pairs=2", f"--patience={2 if name == 'sleeps' else 60}",
                                  said="KeyError" if name == "fails" else "")
                players = {each["name"]: each for each in report["players"]}
                self.assertTrue(all(text.startswith(reason) for text in players[name]["forfeits"]), players)
                self.assertEqual(sum(players[name]["forfeits"].values()), 4 + 4 * len(others))
                self.assertEqual([each["forfeits"] for each in report["players"] if each["name"] != name], [{}] * (1 + len(others)))
                self.assertEqual([each["share"]["mean"] for each in report["meetings"] if each["one"] == name], [0] * (1 + len(others)))

    def test_a_program_has_heard_the_end_of_every_match_before_it_is_ended(self):
        heard = self.folder / "heard"
        program = self.folder / "listens.py"
        # It writes down what it has heard when its input ends.
        program.write_text(PLAYER.replace('    if "moves"', '    ends = globals().get("ends", 0) + ("result" in push)\n    if "moves"').format(decide=FIRST)
                           + f"import gc; gc.collect(); open({str(heard)!r}, 'w').write(str(ends))")
        self.arena("--game=escalera", f"--program=listens={sys.executable} {program}", "--house=easy,medium", "--pairs=3", "--patience=60")
        self.assertEqual(heard.read_text(), "12")

    def test_a_program_that_never_answers_ends_the_arena_with_1_and_its_reason(self):
        for command, reason in (("no_such_program", "has ended with code 127: .*no_such_program.*not found"),
                                (f"{sys.executable} -c 'import no_such_module'", "has ended with code 1: ModuleNotFoundError: No module named 'no_such_module'")):
            # A start takes longer than this patience; it is not why the program lost.
            ran = self.run_arena("--game=escalera", f"--program=lucky={command}", "--house=easy", "--patience=0.001")
            self.assertEqual((ran.returncode, ran.stdout), (1, ""))
            self.assertRegex(ran.stderr.splitlines()[-1], f"^lucky never answered: broke off: the program {reason}$")

    def test_a_start_may_take_longer_than_a_move(self):
        # A process starts in more than a millisecond. Further moves may be late: then they were not the first.
        report = self.arena("--game=escalera", self.program("quick", FIRST), "--house=easy", "--pairs=1", "--patience=0.001")
        self.assertEqual([each["other"] for each in report["meetings"]], ["easy"])

    def test_only_the_named_house_plays_or_none(self):
        words = ["--game=escalera", '--options={"target":50}', self.program("one", FIRST), self.program("other", FIRST), "--pairs=1", "--patience=60"]
        for house, others in (("none", ["other"]), ("hard", ["other", "hard", "hard"]), ("easy,medium", ["other", "easy", "medium", "easy", "medium"])):
            self.assertEqual([each["other"] for each in self.arena(*words, f"--house={house}")["meetings"]], others)

    def test_the_interval_lies_within_0_and_1_also_for_a_program_that_always_loses(self):
        report = self.arena("--game=escalera", self.program("cheats", "move = {'do': 'steal'}"), "--house=easy", "--pairs=10", "--patience=60")
        (met,) = report["meetings"]
        z2 = 1.959964**2
        self.assertEqual((met["share"]["mean"], met["share"]["low"]), (0, 0))
        self.assertAlmostEqual(met["share"]["high"], z2 / (10 + z2), 6)

    def test_the_program_and_the_command_of_the_page_play(self):
        (program,) = re.findall(r"```python\n(import json, random, sys\n.*?)```", PAGE.read_text(), re.DOTALL)
        (command,) = re.findall(r"^cubilete (arena .*)$", PAGE.read_text(), re.MULTILINE)
        (self.folder / "mine.py").write_text(program)
        for game in GAMES:
            words = shlex.split(command.replace("python3", sys.executable))
            words[words.index("--game") + 1], words[words.index("--pairs") + 1] = game, "1"
            house = ["--house=easy,medium"] if game == "tres" else []
            ran = subprocess.run([os.environ["CUBILETE_BIN"], *words, *house, "--patience=60"], cwd=self.folder, capture_output=True, text=True, check=False,
                                 timeout=600)
            self.assertEqual((ran.returncode, ran.stderr), (0, ""))
            self.assertIn("mine - easy", ran.stdout)
            self.assertNotIn("by itself", ran.stdout)

    def test_a_program_at_an_address_plays_as_its_own_process_does(self):
        words = ["--game=escalera", "--house=easy", "--pairs=5", "--patience=60"]
        by_process = self.arena(*words, self.program("one", FIRST))
        with Listening((self.folder / "one.py").read_text()) as at:
            self.assertEqual(self.arena(*words, f"--program=one=tcp://127.0.0.1:{at.port}"), by_process)
            self.assertEqual(at.connections, 1)
        ran = self.run_arena(*words, f"--program=one=tcp://127.0.0.1:{at.port}")
        self.assertEqual((ran.returncode, ran.stderr), (1, f"one never answered: broke off: nobody answers at 127.0.0.1:{at.port}\n"))

    def test_a_connection_that_ends_costs_the_match_and_is_made_again_for_the_next(self):
        self.program("one", "move = moves[0]\n    if push['seq'] > 2:\n        sys.exit()")
        with Listening((self.folder / "one.py").read_text()) as at:
            report = self.arena("--game=escalera", f"--program=one=tcp://localhost:{at.port}", "--house=easy", "--pairs=2", "--patience=60")
            self.assertEqual(report["players"][0]["forfeits"], {"broke off: the connection has ended": 4})
            self.assertEqual(at.connections, 4)

    def test_a_program_whose_move_was_refused_is_connected_to_again_for_the_next_match(self):
        for decide in ("move = {'do': 'steal'}", "move = None"):
            self.program("one", decide)
            with self.subTest(decide), Listening((self.folder / "one.py").read_text()) as at:
                self.arena("--game=escalera", f"--program=one=tcp://localhost:{at.port}", "--house=easy", "--pairs=2", "--patience=60")
                self.assertEqual(at.connections, 4)

    def test_at_larger_tables_all_groups_with_a_program_meet_and_equal_ones_win_as_often(self):
        words = ["--game=escalera", "--seats=3", "--pairs=2", "--patience=60"]
        one, other, third = (self.program(name, FIRST) for name in ("one", "other", "third"))
        report = self.arena(*words, one, other, "--house=easy,easy")
        self.assertEqual([each["players"] for each in report["meetings"]],
                         [["one", "other", "easy"], ["one", "other", "easy"], ["one", "easy", "easy"], ["other", "easy", "easy"]])
        for met in report["meetings"]:
            self.assertEqual(met["rounds"], 2)
            self.assertAlmostEqual(sum(share["mean"] for share in met["shares"]), 1)
        (met,) = self.arena(*words, one, other, third, "--house=none")["meetings"]
        for share in met["shares"]:
            self.assertAlmostEqual(share["mean"], 1 / 3)
        cheat = self.program("cheats", "move = {'do': 'steal'}")
        (met,) = self.arena(*words, one, other, cheat, "--house=none")["meetings"]
        self.assertEqual([share["mean"] for share in met["shares"]], [0.5, 0.5, 0])

    def test_a_meeting_ends_when_its_share_is_known_well_enough(self):
        report = self.arena("--game=escalera", self.program("one", FIRST), "--house=easy", "--pairs=1000", "--precision=0.1", seed=1)
        (met,) = report["meetings"]
        self.assertGreaterEqual(met["pairs"], 30)
        self.assertLess(met["pairs"], 1000)
        self.assertLessEqual(met["share"]["high"] - met["share"]["low"], 0.2)

    def test_the_house_gives_little_away_and_a_program_that_writes_at_once_much(self):
        report = self.arena("--game=yahtzee", self.program("hasty", FIRST), "--house=hard", "--pairs=2", "--account")
        given = {each["name"]: each["given_away"]["mean"] for each in report["players"]}
        self.assertLess(given["hard"], 0.001)
        self.assertGreater(given["hasty"], 20)

    def test_wrong_words_are_refused_with_2(self):
        for words in ([], ["--game=chess", "--program=a=b"], ["--game=tres"], ["--game=tres", "--program=a"], ["--game=tres", "--program=a=b", "--pairs=0"],
                      ["--game=ambiciosa", "--program=a=b", "--seats=9"], ["--game=ambiciosa", "--program=a=b", "--house=easy", "--seats=3"],
                      ["--game=tres", "--program=a=b", "--house=none"], ["--game=tres", "--program=a=b", "--house=none,easy"], ["--game=tres", "--program=a=b", "--house=best"]):
            ran = self.run_arena(*words)
            self.assertEqual((ran.returncode, ran.stdout), (2, ""), words)
            self.assertTrue(ran.stderr)


if __name__ == "__main__":
    unittest.main()
