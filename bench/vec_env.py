#!/usr/bin/python3
"""Decisions a second of cubilete.engine's VecEnv, beside the bare rules in the same run, on one core; the same by lines of JSON; and a
million cards of Yahtzee.

bench/vec_env.py [SECONDS]   after: cmake --build build/release --target cubilete engine_library
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
os.environ.setdefault("CUBILETE_ENGINE", str(ROOT / "build/release/libcubilete_engine.so"))
sys.path.insert(0, str(ROOT / "bots/python"))
from cubilete.engine import VecEnv  # noqa: E402

MATCHES = 1024
ROOMS = 256
GAMES = [("yahtzee", 1, {}), ("ambiciosa", 2, {}), ("escalera", 2, {}), ("threes_away", 2, {}), ("tres", 2, {"tres_call": "auto"})]


def any_legal(masks, chance):
    """A random legal action of each row."""
    rows, actions = np.divmod(np.flatnonzero(masks.view(bool)), masks.shape[1])
    begins = np.searchsorted(rows, np.arange(len(masks) + 1))
    counts = np.diff(begins)
    return actions[begins[:-1] + (chance.random(len(masks)) * counts).astype(np.int64)].astype(np.int32)


def rate_of_env(game, seats, options, seconds):
    env = VecEnv(game, MATCHES, options, seed=1, seats=seats)
    chance = np.random.default_rng(1)
    used = steps = 0
    while used < seconds:
        actions = any_legal(env.masks, chance)
        began = time.process_time()
        env.step(actions)
        used += time.process_time() - began
        steps += 1
    return env, steps * MATCHES / used


def rate_of_rules(env, seconds):
    moves, used = 100_000, 0.0
    while used < seconds:
        began = time.process_time()
        env.rules.play_bare(moves, 1)
        used = time.process_time() - began
        moves *= 2
    return moves / 2 / used


def rate_of_lines(game, seats, options, seconds):
    """Of a process of `cubilete play --stdio`, by its processor time; what this program needs to read and write JSON does not count."""
    chance = random.Random(1)
    with subprocess.Popen([ROOT / "build/release/cubilete", "play", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as games:
        def ask(**line):
            games.stdin.write(json.dumps(line).encode() + b"\n")
            games.stdin.flush()
            return json.loads(games.stdout.readline())["pushes"]

        def used():
            """Ticks of the system's clock, 10 ms each, are the 14th and 15th field of the file."""
            words = pathlib.Path(f"/proc/{games.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

        pushes = ask(t="open", game=game, seats=seats, options=options, rooms=ROOMS, seed=1, again=True)
        began, decisions = used(), 0
        while used() - began < seconds:
            moves = [{"room": push["room"], "seat": push["you"]["seat"], "move": chance.choice(push["you"]["moves"])}
                     for push in pushes if push["you"].get("moves")]
            decisions += len(moves)
            pushes = ask(t="step", moves=moves)
        rate = decisions / (used() - began)
        games.stdin.close()
    return rate


def million_cards():
    """Throws once and fills the box that is worth most, the first of them."""
    env = VecEnv("yahtzee", 4096, seed=1)
    fields = env.rules.fields
    worth, throws = env.observations[:, fields["worth"]], env.observations[:, fields["throws"].start]
    cards = points = 0
    began = time.process_time()
    while cards < 1_000_000:
        env.step(np.where(throws == 0, 30, 31 + worth.argmax(axis=1)))
        if env.over.any():
            cards += int(env.over.sum())
            points += int(env.scores.sum())
    return cards, points / cards, time.process_time() - began


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print(f"{'million decisions/s':<24}{'VecEnv':>10}{'bare rules':>12}{'lines':>10}")
    for game, seats, options in GAMES:
        env, rate = rate_of_env(game, seats, options, seconds)
        bare, lines = rate_of_rules(env, seconds / 2), rate_of_lines(game, seats, options, seconds)
        print(f"{game + ', ' + str(seats):<24}{rate / 1e6:>10.2f}{bare / 1e6:>12.2f}{lines / 1e6:>10.3f}", flush=True)
    print("{:,} cards of Yahtzee, mean {:.2f}, in {:.1f} s".format(*million_cards()))


if __name__ == "__main__":
    main()
