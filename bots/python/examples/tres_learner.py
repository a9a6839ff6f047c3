"""Learns TRES with two players by playing against itself: a linear policy, REINFORCE, numpy alone (docs/engine.md).

    python3 examples/tres_learner.py tres.json --seconds 100

writes what it has learned to tres.json. With --play it is a program for `cubilete arena`:

    cubilete arena --game tres --options '{"tres_call":"auto"}' --house easy \\
        --program learner="python3 examples/tres_learner.py tres.json --play"
"""

import argparse
import json
import pathlib
import random
import sys
import time
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from cubilete.engine import Rules, VecEnv  # noqa: E402 - the folder of the library is known only now

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.signedinteger[Any]]
#: `auto`: TRES is said by itself, so that only the seat in turn acts.
OPTIONS: dict[str, str | int | bool] = {"tres_call": "auto"}
FEATURES = ["draws", "passes", "lays one", "lays two", "number wilds", "R3", "S3", "P3", "TOMA TRES"]
SITUATIONS = ["always", "own cards / 10", "two own cards or fewer", "four own cards or fewer", "three cards of the other or fewer"]
MATCHES = 512
#: Matches that end before the weights change.
BATCH = 1000
RATE = 0.1


class Moves:
    """The policy's knowledge of actions: by action the features that it always has, and the colour of what it lays on a place."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        moves = [rules.move(action) for action in range(rules.actions)]
        cards = [move.get("cards", []) for move in moves]
        self.fixed = np.array([[move["do"] == "draw", move["do"] == "pass", len(laid) == 1, len(laid) == 2,
                                sum(card[0] == "W" for card in laid), *(laid.count(action) for action in ("R3", "S3", "P3")), False]
                               for move, laid in zip(moves, cards, strict=True)], np.float64)
        self.place = np.array([move.get("on", 0) for move in moves])
        self.colour = np.array([self._colour(laid) for laid in cards])

    @staticmethod
    def _colour(laid: list[str]) -> int:
        """Of two numbers: 0 to 3, or -1."""
        colours = {card[0] for card in laid}
        return "rgby".index(colours.pop()) if len(laid) == 2 and len(colours) == 1 and colours <= set("rgby") else -1

    def features(self, actions: Ints, tables: Ints) -> Floats:
        """Of each action on the table of the same row, three cards by their numbers."""
        found = self.fixed[actions]
        below = tables[np.arange(len(actions)), self.place[actions]]
        found[:, -1] = (self.colour[actions] >= 0) & (self.colour[actions] == below // 9)
        return found


def situations(own: Ints, other: Ints) -> Floats:
    found: Floats = np.stack([np.ones(len(own)), own / 10, own <= 2, own <= 4, other <= 3], axis=1)
    return found


def learn(seconds: float, seed: int) -> Floats:
    """Returns the weights, by situation and feature."""
    env = VecEnv("tres", MATCHES, OPTIONS, seed=seed, seats=2)
    moves, chance = Moves(env.rules), np.random.default_rng(seed)
    cards, table = env.observations[:, env.rules.fields["cards"]], env.observations[:, env.rules.fields["table"]]
    weights = np.zeros((len(SITUATIONS), len(FEATURES)))
    grown = np.zeros((MATCHES, 2, *weights.shape))  # by match and seat: by which weights its moves would become more likely
    change, squares = np.zeros_like(weights), np.zeros_like(weights)
    rows, began, games, batch, updates = np.arange(MATCHES), time.process_time(), 0, 0, 0
    while (used := time.process_time() - began) < seconds:
        row, action = np.divmod(np.flatnonzero(env.masks.view(bool)), env.masks.shape[1])
        begins = np.searchsorted(row, rows)
        here, each = situations(cards[:, 0], cards[:, 1]), moves.features(action, table[row])
        score = (each * (here @ weights)[row]).sum(axis=1)
        likely = np.exp(score - np.maximum.reduceat(score, begins)[row])
        likely /= np.add.reduceat(likely, begins)[row]
        # Takes the first action at which the sum of the probabilities exceeds a random number.
        summed = np.cumsum(likely)
        chosen = np.searchsorted(summed, rows + chance.random(MATCHES) * (1 - 1e-9), side="right").clip(begins, [*(begins[1:] - 1), len(row) - 1])
        grown[rows, env.seats] += here[:, :, None] * (each[chosen] - np.add.reduceat(likely[:, None] * each, begins))[:, None, :]
        env.step(action[chosen])
        ended = np.flatnonzero(env.over)
        if not len(ended):
            continue
        change += np.einsum("ms,msij->ij", env.rewards[ended] - 0.5, grown[ended])
        grown[ended] = 0
        games, batch = games + len(ended), batch + len(ended)
        if batch >= BATCH:
            squares = 0.9 * squares + 0.1 * (change / batch) ** 2
            weights += RATE * (1 - used / seconds) * change / batch / (np.sqrt(squares) + 1e-3)
            change[:], batch, updates = 0, 0, updates + 1
            if updates % 100 == 0:
                print(f"{games} matches, {used:.0f} s", flush=True)
    print(f"{games} matches in {seconds:.0f} s of a processor")
    return weights


def play(weights: Floats) -> None:
    """Answers the pushes of an arena with the likeliest move."""
    moves = Moves(Rules("tres", 2, OPTIONS))
    numbers = {card: number for number, card in enumerate([colour + str(n) for colour in "rgby" for n in range(1, 10)])}
    for line in sys.stdin:
        push: dict[str, Any] = json.loads(line)
        listed, seat = push["you"].get("moves"), push["you"]["seat"]
        if not listed:
            continue
        view = push["view"]
        cards = [np.array([view["seats"][at]["cards"]]) for at in (seat, 1 - seat)]
        table = np.array([numbers.get(card, -1) for card in view["table"]])
        actions = np.array([moves.rules.action(move) for move in listed])
        score = moves.features(actions, np.tile(table, (len(actions), 1))) @ (situations(*cards) @ weights)[0]
        print(json.dumps({"move": listed[int(score.argmax())]}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=pathlib.Path, help="what was learned")
    parser.add_argument("--play", action="store_true", help="plays in an arena")
    parser.add_argument("--seconds", type=float, default=100, help="processor time to learn [100]")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32), help="[a new one]")
    given = parser.parse_args()
    if given.play:
        play(np.array(json.loads(given.file.read_text())))
        return
    print(f"seed {given.seed}")
    weights = learn(given.seconds, given.seed)
    given.file.write_text(json.dumps(weights.tolist()))
    for situation, row in zip(SITUATIONS, weights, strict=True):
        print(f"{situation}:", ", ".join(f"{name} {weight:+.2f}" for name, weight in zip(FEATURES, row, strict=True)))


if __name__ == "__main__":
    main()
