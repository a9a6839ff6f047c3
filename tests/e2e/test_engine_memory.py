"""How much memory `cubilete.engine` and `cubilete play --stdio` need, and that it does not grow (docs/engine.md). Prints the figures.

ENGINE_STEPS is the number of steps of each game in which the memory must not grow, 250,000 if unset; a hundredth of it for what is slow.
"""
import json
import os
import pathlib
import subprocess
import sys
import unittest

from lines import Lines

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINE = {"CUBILETE_ENGINE": str(ROOT / "build/release/libcubilete_engine.so"), "PYTHONPATH": f"{ROOT / 'bots/python'}:{ROOT / 'bench'}"}
RELEASE = [str(ROOT / "build/release/cubilete"), "play", "--stdio"]  # a sanitizer needs memory of its own
STEPS = int(os.environ.get("ENGINE_STEPS", "250000"))
GAMES = {"yahtzee": 1, "ambiciosa": 2, "escalera": 2, "threes_away": 2, "tres": 2}
MATCHES = 10_000
MOST = 64e6  # bytes of 10,000 matches
MOST_GROWTH = 1e6

# A process of its own for each figure: what another one has freed would hide what this one takes.
PROGRAM = """
import json, sys
import numpy as np
from cubilete.engine import Env, Match, Rules, VecEnv
from vec_env import any_legal

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

game, seats, steps = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
random = np.random.default_rng(1)

def many(n):
    env = VecEnv(game, n, seed=1, seats=seats)
    return env, lambda: env.step(any_legal(env.masks, random))

def size():
    Rules(game, seats)
    before = resident()
    env, step = many(steps)
    for _ in range(20):
        step()
    arrays = sum(array.nbytes for array in (env.seats, env.observations, env.masks, env.over, env.rewards, env.scores))
    return {"all": resident() - before, "arrays": arrays}

def growth(step, number):
    for _ in range(number // 10):
        step()
    before = resident()
    for _ in range(number):
        step()
    return resident() - before

def of_many():
    return growth(many(500)[1], steps // 500)

def of_one():
    env = Env(game, max(seats, 2))
    def step():
        try:
            env.step(-1)
        except ValueError:
            pass
        env.step(None if env.terminations[env.agent_selection] else int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        if not env.agents:
            env.reset(1)
        copied, hashed = env.match.copy(), Match(Rules(game, max(seats, 2)), 1, keep_hash=True)
        copied.restore(hashed.store())
        for seat in copied.to_act:
            actions = copied.legal(seat)
            copied.rules.move(actions[0])
            if game != "tres":
                copied.outcomes(seat, actions[0])
        hashed.log_hash()
    return growth(step, steps // 100)

print(json.dumps({"size": size, "of_many": of_many, "of_one": of_one}[sys.argv[1]]()))
"""


def figures_of(*words):
    ran = subprocess.run([sys.executable, "-c", PROGRAM, *map(str, words)], check=True, capture_output=True, text=True, env={**os.environ, **ENGINE})
    return json.loads(ran.stdout)


class Playing:
    """`rooms` games of a process, whose seats play one of their moves after another."""

    def __init__(self, games, game, rooms):
        self.games, self.steps = games, 0
        self.pushes = games.ask(t="open", game=game, seats=GAMES[game], rooms=rooms, seed=1, again=True)["pushes"]

    def step(self):
        newest = {push["room"]: push for push in self.pushes if "result" not in push}
        moves = []
        for room, push in newest.items():
            listed = push["you"]["moves"]
            moves.append({"room": room, "seat": push["you"]["seat"], "move": listed[self.steps % len(listed)]})
            self.steps += 1
        self.pushes = self.games.ask(t="step", moves=moves)["pushes"]
        self.games.requests.clear()
        self.games.answers.clear()


def resident(process):
    return int(pathlib.Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * 4096


class Memory(unittest.TestCase):
    def test_ten_thousand_matches_in_python_need_at_most_64_MB(self):
        for game, seats in GAMES.items():
            with self.subTest(game):
                figures = figures_of("size", game, seats, MATCHES)
                print(f"{game}: {figures['all'] / 1e6:.1f} MB, of which its arrays are {figures['arrays'] / 1e6:.1f}", flush=True)
                self.assertLess(figures["all"], MOST)

    def test_a_process_with_ten_thousand_games_needs_at_most_64_MB(self):
        for game, seats in GAMES.items():
            with self.subTest(game), Lines(RELEASE) as games:
                for _ in range(MATCHES // 100):  # the answer to a line of 10,000 would need memory of its own
                    games.ask(t="open", game=game, seats=seats, rooms=100)
                size = resident(games.process)
                print(f"{game} by lines: {size / 1e6:.1f} MB", flush=True)
                self.assertLess(size, MOST)

    def test_steps_in_arrays_leave_nothing_behind(self):
        for game, seats in GAMES.items():
            with self.subTest(game):
                grown = figures_of("of_many", game, seats, STEPS)
                print(f"{game}: {grown / 1e6:.2f} MB more after {STEPS} steps", flush=True)
                self.assertLess(grown, MOST_GROWTH)

    def test_single_matches_their_copies_and_refusals_leave_nothing_behind(self):
        for game, seats in GAMES.items():
            with self.subTest(game):
                grown = figures_of("of_one", game, seats, STEPS)
                print(f"{game}: {grown / 1e6:.2f} MB more after {STEPS // 500} steps, copies and refusals", flush=True)
                self.assertLess(grown, MOST_GROWTH)

    def test_games_by_lines_leave_nothing_behind(self):
        for game in GAMES:
            with self.subTest(game), Lines(RELEASE) as games:
                def some(steps):
                    """Plays so many moves, each match to its end, and closes the rooms."""
                    while steps > 0:
                        playing = Playing(games, game, 50)
                        codes = {push["room"] for push in playing.pushes}
                        for _ in range(200):
                            playing.step()
                        steps -= playing.steps
                        for code in codes:
                            games.ask(t="close", room=code)

                some(STEPS // 50)
                before = resident(games.process)
                some(STEPS // 50)
                grown = resident(games.process) - before
                print(f"{game} by lines: {grown / 1e6:.2f} MB more after {STEPS // 50} steps", flush=True)
                self.assertLess(grown, MOST_GROWTH)


if __name__ == "__main__":
    unittest.main()
