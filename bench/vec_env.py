#!/usr/bin/python3
"""Decisions a second of cubilete.engine's VecEnv, beside the bare rules in the same run, on one core; and a million cards of Yahtzee.

bench/vec_env.py [SECONDS]   after: cmake --build build/release --target engine_library
"""
import os
import pathlib
import sys
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
os.environ.setdefault("CUBILETE_ENGINE", str(ROOT / "build/release/libcubilete_engine.so"))
sys.path.insert(0, str(ROOT / "bots/python"))
from cubilete.engine import VecEnv  # noqa: E402

MATCHES = 1024
GAMES = [("yahtzee", 1, {}), ("ambiciosa", 2, {}), ("escalera", 2, {}), ("threes_away", 2, {}), ("tres", 2, {"tres_call": "auto"})]


def any_legal(masks, random):
    """A random legal action of each row."""
    rows, actions = np.divmod(np.flatnonzero(masks.view(bool)), masks.shape[1])
    begins = np.searchsorted(rows, np.arange(len(masks) + 1))
    counts = np.diff(begins)
    return actions[begins[:-1] + (random.random(len(masks)) * counts).astype(np.int64)].astype(np.int32)


def rate_of_env(game, seats, options, seconds):
    env = VecEnv(game, MATCHES, options, seed=1, seats=seats)
    random = np.random.default_rng(1)
    used = steps = 0
    while used < seconds:
        actions = any_legal(env.masks, random)
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
    print(f"{'million decisions/s':<24}{'VecEnv':>10}{'bare rules':>12}")
    for game, seats, options in GAMES:
        env, rate = rate_of_env(game, seats, options, seconds)
        print(f"{game + ', ' + str(seats):<24}{rate / 1e6:>10.2f}{rate_of_rules(env, seconds / 2) / 1e6:>12.2f}", flush=True)
    print("{:,} cards of Yahtzee, mean {:.2f}, in {:.1f} s".format(*million_cards()))


if __name__ == "__main__":
    main()
