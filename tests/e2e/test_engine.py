"""`cubilete.engine` and libcubilete_engine.so: the games without a server, as docs/engine.md describes them.

ENGINE_MATCHES is the number of matches of each game whose logs are compared between three ways to play (10 if unset).
"""
import copy
import doctest
import itertools
import json
import os
import pathlib
import pickle
import random
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np
from lines import Lines

ROOT = pathlib.Path(__file__).resolve().parents[2]
os.environ.setdefault("CUBILETE_ENGINE", str(ROOT / "build/release/libcubilete_engine.so"))
sys.path.insert(0, str(ROOT / "bots/python"))
from cubilete import engine  # noqa: E402
from cubilete.engine import OVER, WINDOW, EngineError, Env, Match, Rules, SoloEnv, VecEnv  # noqa: E402

PAGE = ROOT / "docs/engine.md"
SEATS = {"ambiciosa": 2, "escalera": 3, "threes_away": 3, "yahtzee": 2, "tres": 3}
MATCHES = int(os.environ.get("ENGINE_MATCHES", "10"))
SEED = random.SystemRandom().randrange(2**32)


def hash_of(lines):
    value = 0xCBF29CE484222325
    for byte in "".join(line + "\n" for line in lines).encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def counted_in_python(game, seats, seed):
    """As protocol/simulation.hpp, play_deterministic_match()."""
    match = Match(Rules(game, seats), seed, keep_hash=True)
    number = seed
    while match.wait != OVER:
        to_act = match.to_act
        if not to_act or (match.wait == WINDOW and number % 2):
            match.expire()
        else:
            actions = match.legal(to_act[0])
            match.step(to_act[0], actions[number % len(actions)])
        number += 1
    return match.log_hash()


def counted_by_lines(game, seats, seed, matches):
    hashes = {}
    with Lines() as games:
        answer = games.ask(t="open", game=game, seats=seats, rooms=matches, seed=seed, logs=True, all_seats=True)
        while len(hashes) < matches:
            newest = {}
            for push in answer["pushes"]:
                newest.setdefault(push["room"], {})[push["you"]["seat"]] = push
            moves = []
            for room, pushes in newest.items():
                push = pushes[0]
                number = int(push["match"][2:]) + push["seq"] - 1
                if "result" in push:
                    continue
                if not push["to_act"] or ("clock" in push and number % 2):
                    moves.append({"room": room, "clock": True})
                else:
                    seat = push["to_act"][0]
                    choice = pushes[seat]["you"]["moves"]
                    moves.append({"room": room, "seat": seat, "move": choice[number % len(choice)]})
            answer = games.ask(t="step", moves=moves)
            hashes |= {int(log["match"][2:]): log["hash"] for log in answer.get("logs", [])}
    return [hashes[seed + at] for at in range(matches)]


class Interruption(BaseException):
    """Stands for KeyboardInterrupt, which Ctrl+C raises."""


def interrupted_at(number, work):
    """Runs `work`, with an exception at that instruction of engine.py in it, from 1; returns whether it was reached."""
    left = number

    def follow(frame, event, _):
        nonlocal left
        if frame.f_code.co_filename != engine.__file__ or frame.f_code.co_name == "__del__":  # Python goes on after that one
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            left -= 1
            if left == 0:
                raise Interruption
        return follow

    before = sys.gettrace()
    sys.settrace(follow)
    try:
        work()
    except Interruption:
        return True
    finally:
        sys.settrace(before)
    return False


class Engine(unittest.TestCase):
    def setUp(self):
        print(f"seed {SEED}")
        self.random = np.random.default_rng(SEED)

    def any_legal(self, mask):
        return int(self.random.choice(np.flatnonzero(mask)))

    def test_the_same_seeds_give_the_same_logs_in_the_server_by_lines_and_in_python(self):
        for game, seats in SEATS.items():
            with self.subTest(game):
                seed = random.Random(f"{SEED} {game}").randrange(2**40)
                output = subprocess.run([os.environ["CUBILETE_BIN"], "simulate", "--hash", "--json", "--game", game, "--seats", str(seats), "--seed", str(seed),
                                       "--games", str(MATCHES)], check=True, capture_output=True, text=True).stdout
                python = [counted_in_python(game, seats, seed + at) for at in range(MATCHES)]
                self.assertEqual(hash_of(json.dumps(each) for each in python), json.loads(output)["hash"])
                self.assertEqual(counted_by_lines(game, seats, seed, MATCHES), python)

    def test_agents_play_each_game_to_its_end_under_the_names_of_pettingzoo(self):
        for game, seats in SEATS.items():
            with self.subTest(game):
                env = Env(game, seats)
                env.reset(seed=SEED)
                steps = 0
                for agent in env.agent_iter():
                    observation, reward, termination, truncation, info = env.last()
                    self.assertFalse(truncation)
                    if termination:
                        env.step(None)
                        self.assertIn("place", info)
                        self.assertGreaterEqual(reward, 0)
                        continue
                    self.assertEqual(observation["observation"].shape, (env.rules.observation_size,))
                    np.testing.assert_array_equal(observation["action_mask"], env.action_mask(agent))
                    env.step(self.any_legal(observation["action_mask"]))
                    steps += 1
                self.assertEqual(env.agents, [])
                self.assertGreater(steps, 1)
                self.assertAlmostEqual(sum(env.rewards.values()), 1, 5)

    def test_the_rewards_of_a_game_for_one_add_up_to_its_score(self):
        for game in ("yahtzee", "ambiciosa", "escalera"):
            env = SoloEnv(game)
            _, info = env.reset(seed=SEED)
            total, over = 0.0, False
            while not over:
                _, reward, over, _, info = env.step(self.any_legal(info["action_mask"]))
                total += reward
            self.assertEqual(total, env.match.result()[1][0])

    def test_many_matches_fill_the_same_arrays_and_are_those_of_their_seeds(self):
        for game, seats in SEATS.items():
            with self.subTest(game):
                options = {"tres_call": "off"} if game == "tres" else {}
                env = VecEnv(game, 4, options, seed=SEED, seats=seats)
                arrays = [env.seats, env.observations, env.masks, env.over, env.rewards, env.scores]
                single = [Match(env.rules, SEED + at) for at in range(4)]
                seeds = [SEED + at for at in range(4)]
                ended = 0
                for _ in range(500):
                    actions = [self.any_legal(mask) for mask in env.masks]
                    env.step(np.array(actions))
                    for at, match in enumerate(single):
                        match.step(match.turn, actions[at])
                        self.assertEqual(bool(env.over[at]), match.wait == OVER)
                        if env.over[at]:
                            ended += 1
                            self.assertEqual(env.scores[at].tolist(), match.result()[1])
                            self.assertEqual(env.rewards[at].tolist(), match.result()[2])
                            seeds[at] += 4
                            match.reset(seeds[at])
                        self.assertEqual(env.seats[at], match.turn)
                        np.testing.assert_array_equal(env.observations[at], match.observe(match.turn))
                        np.testing.assert_array_equal(env.masks[at, :-1], match.mask(match.turn))
                self.assertGreater(ended, 0)
                for before, now in zip(arrays, [env.seats, env.observations, env.masks, env.over, env.rewards, env.scores], strict=True):
                    self.assertIs(before, now)

    def test_what_is_illegal_is_refused_and_changes_nothing(self):
        self.assertRaises(EngineError, Rules, "chess")
        self.assertRaises(EngineError, Rules, "yahtzee", 1, {"joker": "always"})
        env = VecEnv("yahtzee", 3)
        before = env.observations.copy()
        for actions in ([30, 30, 31], [30, 30, -1], [30, 30, env.rules.actions], [30, 30]):
            self.assertRaises(EngineError, env.step, np.array(actions))
            np.testing.assert_array_equal(env.observations, before)
        match = Match(env.rules)
        self.assertRaises(EngineError, match.restore, b"nothing")
        self.assertRaises(EngineError, match.result)

    def test_an_exception_at_any_instruction_leaves_a_game_where_it_was_or_after_its_step(self):
        def all_of(env):
            if isinstance(env, VecEnv):
                return [array.tolist() for array in (env.seats, env.observations, env.masks, env.over, env.rewards, env.scores)]
            names = ("agents", "agent_selection", "rewards", "terminations", "infos", "_passed")
            match, seen = env.match.copy(), [{name: getattr(env, name) for name in names if hasattr(env, name)}]
            for _ in range(10):  # also its next dice
                seen.append([match.observe(seat).tolist() for seat in range(env.rules.seats)])
                if match.wait != OVER:
                    match.step(match.to_act[0], match.legal(match.to_act[0])[0]) if match.to_act else match.expire()
            return seen

        def made(kind, count):
            random = np.random.default_rng(SEED)
            if kind == "VecEnv":
                env = VecEnv("ambiciosa", 2, {"target": 1000}, seed=SEED, seats=2)
                actions = lambda: np.array([int(random.choice(np.flatnonzero(mask))) for mask in env.masks])  # noqa: E731
            elif kind == "SoloEnv":
                env = SoloEnv("yahtzee")
                env.reset(seed=SEED)
                actions = lambda: int(random.choice(np.flatnonzero(env.match.mask(0))))  # noqa: E731
            else:
                env = Env("tres", 3)
                env.reset(seed=SEED)
                actions = lambda: int(random.choice(np.flatnonzero(env.action_mask(env.agent_selection))))  # noqa: E731
            for _ in range(count):
                env.step(actions())
            return env, actions()

        for kind, count in itertools.product(("Env", "SoloEnv", "VecEnv"), range(0, 12, 4)):
            with self.subTest(kind, steps=count):
                env, action = made(kind, count)
                before = all_of(env)
                env.step(action)
                after, seen, number = all_of(env), [], 0
                self.assertNotEqual(before, after)
                while True:
                    number += 1
                    env, action = made(kind, count)
                    if not interrupted_at(number, lambda: env.step(action)):  # noqa: B023 - runs at once
                        break
                    seen.append(all_of(env))
                    self.assertIn(seen[-1], (before, after), f"instruction {number}")
                self.assertGreater(len(seen), 20)
                self.assertIn(before, seen)
                self.assertEqual(all_of(env), after)

    def test_what_the_library_owns_cannot_get_a_second_owner(self):
        for each in (Match(Rules("tres", 2)), Rules("tres", 2), VecEnv("escalera", 2)):
            self.assertRaises(TypeError, pickle.dumps, each)
            self.assertRaises(TypeError, copy.copy, each)
            self.assertRaises(TypeError, copy.deepcopy, each)

    def test_the_arrays_of_many_matches_stay_while_the_library_writes_to_them(self):
        env, other = [VecEnv("escalera", 1000, seed=SEED, seats=2) for _ in range(2)]
        env.observations = env.masks = env.scores = None
        for each in (env, other) * 10:
            each.step(np.zeros(1000, np.int32))
        np.testing.assert_array_equal(env.seats, other.seats)

    def test_without_seats_a_game_has_its_least_and_others_than_it_has_are_named(self):
        for game, least in {"ambiciosa": 1, "escalera": 1, "threes_away": 2, "yahtzee": 1, "tres": 2}.items():
            self.assertEqual((Rules(game).seats, VecEnv(game, 4).scores.shape), (least, (4, least)))
        for ask, seats in ((lambda: SoloEnv("threes_away"), 1), (lambda: VecEnv("threes_away", 4, seats=9), 9), (lambda: Env("threes_away", 1), 1)):
            self.assertRaisesRegex(EngineError, f"^Threes Away has 2 to 8 seats, not {seats}$", ask)

    def test_a_copy_and_a_stored_match_go_on_with_the_same_dice(self):
        match = Match(Rules("tres", 2), SEED)
        other = Match(match.rules)
        other.restore(match.store())
        copied = match.copy()
        for _ in range(10):
            actions = match.legal(match.to_act[0]) if match.to_act else []
            for each in (match, other, copied):
                each.step(each.to_act[0], actions[0]) if actions else each.expire()
            self.assertEqual(other.observe(0).tolist(), match.observe(0).tolist())
            self.assertEqual(copied.observe(1).tolist(), match.observe(1).tolist())

    def test_it_needs_numpy_alone_and_the_rest_of_the_package_says_what_it_lacks(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for module in pathlib.Path(np.__file__).parents[1].glob("numpy*"):
            (folder / module.name).symlink_to(module)
        program = "from cubilete.engine import SoloEnv; SoloEnv('yahtzee').reset(seed=1); print('plays'); import cubilete; cubilete.play"
        ran = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=False,  # -S: without what is installed
                             env={**os.environ, "PYTHONPATH": f"{folder}:{ROOT / 'bots/python'}"})
        self.assertEqual(ran.stdout, "plays\n", ran.stderr)
        self.assertTrue(ran.stderr.endswith("ModuleNotFoundError: No module named 'websockets'\n"), ran.stderr)

    def imported(self, **env):
        """Returns the standard error of an import."""
        environment = {name: value for name, value in os.environ.items() if name != "CUBILETE_ENGINE"}
        ran = subprocess.run([sys.executable, "-c", "import cubilete.engine"], capture_output=True, text=True, check=False,
                             env={**environment, "PYTHONPATH": str(ROOT / "bots/python"), **env})
        self.assertEqual(ran.returncode, 1 if ran.stderr else 0)
        return ran.stderr

    def test_the_library_is_found_by_its_file_or_folder_and_else_the_error_says_what_to_set(self):
        library = pathlib.Path(os.environ["CUBILETE_ENGINE"])
        self.assertEqual(self.imported(CUBILETE_ENGINE=str(library)), "")
        self.assertEqual(self.imported(CUBILETE_ENGINE=str(library.parent)), "")
        empty = self.enterContext(tempfile.TemporaryDirectory())
        self.assertIn(f"ImportError: CUBILETE_ENGINE is {empty}, but there is no {empty}/libcubilete_engine.so", self.imported(CUBILETE_ENGINE=empty))
        self.assertIn(f"ImportError: CUBILETE_ENGINE is {empty}/x.so, but", self.imported(CUBILETE_ENGINE=f"{empty}/x.so"))
        self.assertRegex(self.imported(), r"(?s)ImportError: libcubilete_engine.so: .*--target engine_library.*set CUBILETE_ENGINE")

    def test_the_table_of_the_page_names_the_fields_of_each_game(self):
        rows = dict(re.findall(r"^\| ([^|]+) \| (`over`.*) \|$", PAGE.read_text(), re.MULTILINE))
        titles = {"ambiciosa": "La Ambiciosa", "escalera": "Escalera", "threes_away": "Threes Away", "yahtzee": "Yahtzee", "tres": "TRES"}
        self.assertEqual(set(rows), set(titles.values()))
        for game, title in titles.items():
            for seats in (2, 5):
                named = re.findall(r"`(\w+)`(?: (\d*)(n?))?", rows[title])
                said = [(name, int(count or 1) * (seats if each else 1)) for name, count, each in named]
                self.assertEqual(said, [(field["name"], field["count"]) for field in Rules(game, seats).layout["fields"]], game)

    def test_python_says_what_the_page_shows(self):
        (shown,) = re.findall(r"```pycon\n(.*?)```", PAGE.read_text(), re.DOTALL)
        runner = doctest.DocTestRunner()
        runner.run(doctest.DocTestParser().get_doctest(shown, {}, PAGE.name, str(PAGE), 0))
        self.assertEqual(runner.summarize().failed, 0)
        self.assertGreater(runner.summarize().attempted, 3)

    def test_the_program_of_the_page_learns_what_it_says(self):
        program = re.search(r"```python\n(from cubilete.*?)```", PAGE.read_text(), re.DOTALL)[1]
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=300,
                             env={**os.environ, "PYTHONPATH": str(ROOT / "bots/python")})
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.assertTrue(100 < float(ran.stdout) < 180, ran.stdout)


if __name__ == "__main__":
    unittest.main()
