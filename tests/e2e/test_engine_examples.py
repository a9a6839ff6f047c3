"""The examples of cubilete.engine (docs/engine.md) against the built-in bot's own values.

EXACT_PAIRS is the number of pairs of matches that the best play of La Ambiciosa has with the house (10 if unset), LEARN_SECONDS the
processor time in which a program learns TRES (5 if unset).
"""
import asyncio
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

from server import Client, Server

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "bots/python/examples"
os.environ.setdefault("CUBILETE_ENGINE", str(ROOT / "build/release/libcubilete_engine.so"))
sys.path.insert(0, str(EXAMPLES))
import last_boxes  # noqa: E402 - the folder is known only now

ENGINE = os.environ.pop("CUBILETE_ENGINE")  # the server would take it for a setting

SEED = random.SystemRandom().randrange(2**32)
CARDS = 5
PAIRS = int(os.environ.get("EXACT_PAIRS", "10"))


class LastBoxes(unittest.IsolatedAsyncioTestCase):
    async def test_every_choice_in_the_last_four_boxes_is_worth_what_the_hints_of_a_server_say(self):
        print(f"seed {SEED}")
        chance = random.Random(SEED)
        values = last_boxes.LastBoxes(last_boxes.Rules("yahtzee"))
        with Server() as server:
            ana = await Client.open(server)
            await ana.hello("Ana")
            for _ in range(CARDS):
                await self.play(ana, values, chance)
            await ana.close()

    async def play(self, ana, values, chance):
        """Plays a card at random; in its last four boxes compares every choice of every prompt."""
        rules, fields = values.rules, values.fields
        room = (await ana.request("room.create", game="yahtzee", seats=1, hints=True))["room"]
        name = (await ana.request("room.start", room=room))["match"]
        match, action, compared, log = last_boxes.Match(rules), None, 0, []
        while True:
            push = await ana.push("match", lambda push: push["match"] == name and "hint" not in push["by"])
            if push["result"]:
                break
            if action is not None:
                draws = [{"dice": [event["dice"][at] for at in event["thrown"]]} for event in push["events"] if event["e"] == "rolled"]
                match.step(0, action, draws)
                log.append((action, draws))
            seen, moves = match.observe(0), push["you"]["moves"]
            if not seen[fields["throws"]][0]:
                begin = match.copy()
            if (seen[fields["boxes"]] < 0).sum() <= 4:
                report = {rules.action(each["move"]): each["worth"] for each in await self.hint(ana, room)}
                own = dict(values.choices(begin, match))
                self.assertEqual(set(report), set(own), log)
                for each, worth in report.items():
                    self.assertAlmostEqual(own[each], worth, delta=1e-4, msg=f"{rules.move(each)} after {log}")
                compared += len(report)
            throws = [move for move in moves if rules.action(move) < last_boxes.THROWS]
            fills = [move for move in moves if move not in throws]
            move = chance.choice(throws if not fills or throws and chance.random() < 0.6 else fills)
            action = rules.action(move)
            await ana.request("move", room=room, match=name, n=push["you"]["n"], move=move)
        self.assertGreater(compared, 10)

    async def hint(self, ana, room):
        while (reply := await ana.request("hint", room=room))["t"] == "refused":
            self.assertEqual(reply["code"], "busy")  # until the book of the bot has been computed
            await asyncio.sleep(reply["retry_ms"] / 1000)
        self.assertEqual(reply["unit"], "points")
        return reply["worth"]

    def test_the_example_prints_each_choice_of_a_throw_the_best_first(self):
        ran = subprocess.run([sys.executable, EXAMPLES / "last_boxes.py", "3"], capture_output=True, text=True, check=False,
                             env={**os.environ, "CUBILETE_ENGINE": ENGINE})
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        first, *lines = ran.stdout.splitlines()
        self.assertRegex(first, r"^dice( [1-6]){5}$")
        worths = [float(line.split()[0]) for line in lines]
        self.assertEqual(len(worths), 31 + 4)
        self.assertEqual(worths, sorted(worths, reverse=True))


class Running(unittest.TestCase):
    def run_with(self, *words):
        ran = subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, "CUBILETE_ENGINE": ENGINE})
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        return ran.stdout


class AmbiciosaExact(Running):
    def test_the_starter_wins_as_often_as_the_rule_book_says(self):
        self.assertIn("48.757", self.run_with(sys.executable, EXAMPLES / "ambiciosa_exact.py"))

    def test_it_plays_as_well_as_the_strongest_house(self):
        print(f"seed {SEED}")
        # Without a precision all pairs are played, although those of equal decisions give one half to both.
        report = json.loads(self.run_with(
            os.environ["CUBILETE_BIN"], "arena", "--game=ambiciosa", f"--program=exact={sys.executable} {EXAMPLES / 'ambiciosa_exact.py'} --play",
            "--house=hard", f"--pairs={PAIRS}", "--precision=0", "--patience=600", f"--seed={SEED}", "--account", "--json"))
        (met,) = report["meetings"]
        self.assertEqual((met["pairs"], [each["forfeits"] for each in report["players"]]), (PAIRS, [{}, {}]))
        self.assertLess(report["players"][0]["given_away"]["mean"], 0.001)
        if PAIRS >= 1000:
            self.assertGreaterEqual(met["share"]["mean"], 0.495)


class TresLearner(Running):
    def test_after_some_minutes_it_wins_more_often_than_the_easy_house(self):
        print(f"seed {SEED}")
        with tempfile.TemporaryDirectory() as folder:
            words = [sys.executable, str(EXAMPLES / "tres_learner.py"), f"{folder}/tres.json"]
            print(self.run_with(*words, "--seconds", os.environ.get("LEARN_SECONDS", "5"), "--seed", str(SEED)), flush=True)
            report = json.loads(self.run_with(
                os.environ["CUBILETE_BIN"], "arena", "--game=tres", '--options={"tres_call":"auto"}', f"--program=learner={' '.join(words)} --play",
                "--house=easy,medium", "--pairs=200", "--patience=600", f"--seed={SEED}", "--json"))
        for met in report["meetings"]:
            print("learner - {other}: {share[mean]:.1%} ({share[low]:.1%} to {share[high]:.1%})".format(**met), flush=True)
        self.assertEqual([each["forfeits"] for each in report["players"]], [{}, {}, {}])
        self.assertGreater(report["meetings"][0]["share"]["low"], 0.5)


if __name__ == "__main__":
    unittest.main()
