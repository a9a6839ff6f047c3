"""The best play of La Ambiciosa with two players, by value iteration with the odds of cubilete.engine (docs/engine.md):

    python3 examples/ambiciosa_exact.py

prints the starter's chance to win. With --play it is a program for `cubilete arena`, which must give it time to compute:

    cubilete arena --game ambiciosa --program exact="python3 examples/ambiciosa_exact.py --play" --house hard --patience 120
"""

import json
import pathlib
import sys
from collections import defaultdict
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from cubilete.engine import Match, Rules  # noqa: E402 - the folder of the library is known only now

Values = npt.NDArray[np.float64]
ROLL = 0
#: All points are multiples of 50 and counted in these. Lower totals count as LEAST; with more than MOST in hand a player stops.
STEP, TARGET, LEAST, MOST = 50, 100, -60, 60
EXACT_ENOUGH = 1e-7


def odds() -> dict[int, float]:
    """The probability of each number of points of a throw."""
    start = Match(Rules("ambiciosa", 2))
    found: defaultdict[int, float] = defaultdict(float)
    seat, last_points = start.turn, start.rules.fields["last_points"].start
    thrown = start.copy()
    for probability, draws in start.outcomes(seat, ROLL):
        thrown.copy_from(start)
        thrown.step(seat, ROLL, draws)
        found[int(thrown.observe(seat)[last_points]) // STEP] += probability
    return dict(found)


class Best:
    """Chances to win for the player whose turn begins, by [own total, other's total], where a tie is worth a half."""

    def __init__(self) -> None:
        self.odds = odds()
        self.gains = {points: p for points, p in self.odds.items() if points > 0}
        self.longest = max(self.gains)
        self.totals = TARGET - LEAST
        self.catch_up = self._catch_up(self.totals + MOST + self.longest)
        self.first = np.full((self.totals, self.totals), 0.5)
        self.last = self.first.copy()
        change = 1.0
        while change > EXACT_ENOUGH:
            last, self.last_stops = self._turn(self._after_last())
            first, self.first_stops = self._turn(self._after_first())
            change = max(np.abs(last - self.last).max(), np.abs(first - self.first).max())
            self.first, self.last = first, last
        self.tied_stops = self._tied()

    def _catch_up(self, most: int) -> Values:
        """By how far a player is behind in the last turn: goes on until ahead, as a tie is worth less than one more throw."""
        chance = [sum(self.gains.values())]
        for behind in range(1, most + 1):
            chance.append(sum(p * (chance[behind - points] if points <= behind else 1) for points, p in self.gains.items()))
        chance[0] += self.odds[0] / 2  # before the first throw nothing is lost by a throw without points
        return np.array(chance)

    def _after_last(self) -> Values:
        """The chance of a player after the last turn of a round, by [new total, other's]: the other one begins the next round."""
        return np.vstack([1 - self.first.T, np.ones((MOST + self.longest, self.totals))])

    def _after_first(self) -> Values:
        reached = np.arange(self.totals, self.totals + MOST + self.longest)[:, None] - np.arange(self.totals)
        return np.vstack([1 - self.last.T, 1 - self.catch_up[reached]])

    def _turn(self, after: Values) -> tuple[Values, npt.NDArray[np.bool_]]:
        """The chances before a turn, and by [points in hand, own, other's] whether to stop."""
        own = np.arange(self.totals)
        lost = sum(p * after[np.maximum(own + points, 0)] for points, p in self.odds.items() if points <= 0)
        best = [after[points:points + self.totals] for points in range(MOST + self.longest)]
        stops = np.ones((MOST, self.totals, self.totals), bool)
        for held in reversed(range(MOST)):
            throwing = lost + sum(p * best[held + points] for points, p in self.gains.items())
            stops[held] = best[held] >= throwing
            best[held] = np.maximum(best[held], throwing) if held else throwing
        return best[0], stops

    def _tied(self) -> list[bool]:
        """By the points in hand, whether to stop in the first turn of an extra round."""
        after = 1 - self.catch_up
        best, stops = list(after), [True] * MOST
        for held in reversed(range(MOST)):
            throwing = self.odds[0] * after[0] + sum(p * best[held + points] for points, p in self.gains.items())
            stops[held] = bool(best[held] >= throwing)
            best[held] = max(best[held], throwing)
        return stops

    def stops(self, own: int, other: int, held: int, last: bool) -> bool:
        """Whether to write down what is in hand."""
        own, other, held = own // STEP, other // STEP, held // STEP
        if last and other >= TARGET or last and own >= TARGET:
            return own + held > other
        if held >= MOST:
            return True
        if own >= TARGET:
            return self.tied_stops[held]
        return bool((self.last_stops if last else self.first_stops)[held, max(own - LEAST, 0), max(other - LEAST, 0)])


def play(best: Best) -> None:
    """Answers the pushes of an arena."""
    starter = 0
    for line in sys.stdin:
        push: dict[str, Any] = json.loads(line)
        for event in push["events"]:
            if event["e"] == "starts":
                starter = event["seat"]
        moves, seat = push["you"].get("moves"), push["you"]["seat"]
        if not moves:
            continue
        move = moves[0]
        if len(moves) > 1:
            scores = [each["score"] for each in push["view"]["seats"]]
            stop = best.stops(scores[seat], scores[1 - seat], push["view"]["turn"]["points"], seat != starter)
            move = {"do": "bank" if stop else "roll"}
        print(json.dumps({"move": move}), flush=True)


if __name__ == "__main__":
    solved = Best()
    if sys.argv[1:] == ["--play"]:
        play(solved)
    else:
        print(f"The starter wins {solved.first[-LEAST, -LEAST]:.5%}.")
