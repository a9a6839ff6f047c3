"""The expected points of each choice in the last boxes of a card of Yahtzee, by enumeration through cubilete.engine (docs/engine.md):

    python3 examples/last_boxes.py [SEED]

plays a card hastily until four boxes are open, throws, and prints the points that the card will have on average after each choice.
"""

import pathlib
import sys
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from cubilete.engine import Match, Rules  # noqa: E402 - the folder of the library is known only now

Values = npt.NDArray[np.float64]
Roll = tuple[int, ...]
#: Actions 0 to 30 throw dice, the next ones fill boxes.
THROWS, ALL_DICE = 31, 30


class LastBoxes:
    """The values of a card for one, from a state on. Where the next turn begins, only the open boxes, the sum above and what is in the box
    of the Yahtzee decide what is still to come: that is computed once each, the fewest open boxes first.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules, self.fields = rules, rules.fields
        self._yahtzee = rules.action({"do": "score", "box": "yahtzee"}) - THROWS
        self._to_come: dict[tuple[Any, ...], tuple[float, list[Values]]] = {}
        start = Match(rules)
        #: The sorted throws of all dice, with their probabilities.
        self.odds = np.array([p for p, _ in start.outcomes(0, ALL_DICE)])
        self.rolls: list[Roll] = [tuple(draws[0]["dice"]) for _, draws in start.outcomes(0, ALL_DICE)]
        self._place = {roll: at for at, roll in enumerate(self.rolls)}
        #: For the dice that are kept, the probability of each throw in the end; for each throw, which dice may be kept.
        chances: dict[Roll, Values] = {}
        may_keep = []
        for roll in self.rolls:
            thrown = start.copy()
            thrown.step(0, ALL_DICE, [{"dice": roll}])
            for action in range(THROWS):
                kept = tuple(die for at, die in enumerate(roll) if not action + 1 >> at & 1)
                if kept not in chances:
                    chances[kept] = np.zeros(len(self.rolls))
                    for p, draws in thrown.outcomes(0, action):
                        chances[kept][self._place[tuple(sorted(kept + tuple(draws[0]["dice"])))]] += p
                may_keep.append((self._place[roll], kept))
        self._keeps = {kept: at for at, kept in enumerate(chances)}
        self._chances = np.array(list(chances.values()))
        self._may_keep = np.zeros((len(self.rolls), len(chances)), bool)
        for at, kept in may_keep:
            self._may_keep[at, self._keeps[kept]] = True

    def score(self, match: Match) -> int:
        return int(match.observe(0)[self.fields["score"]][0])

    def to_come(self, match: Match) -> float:
        """The expected points that are still to come where a turn begins or the card is full."""
        return self._turn(match)[0] if match.legal(0) else 0.0

    def _turn(self, match: Match) -> tuple[float, list[Values]]:
        """Before the first throw: what is to come, and by the throws left what each throw is worth."""
        values = match.observe(0)
        boxes, upper = values[self.fields["boxes"]], values[self.fields["upper"]][0]
        key = (tuple(boxes < 0), int(upper), int(boxes[self._yahtzee]))
        if key not in self._to_come:
            thrown = match.copy()
            fill = []
            for roll in self.rolls:
                thrown.copy_from(match)
                thrown.step(0, ALL_DICE, [{"dice": roll}])
                fill.append(max(worth for action, worth in self._boxes(thrown)))
            by_left: list[Values] = [np.array(fill, np.float64) - self.score(match)]
            for _ in range(2):
                keeping = self._chances @ by_left[-1]
                by_left.append(np.maximum(by_left[0], np.where(self._may_keep, keeping, -np.inf).max(axis=1)))
            self._to_come[key] = float(self.odds @ by_left[-1]), by_left
        return self._to_come[key]

    def _boxes(self, match: Match) -> list[tuple[int, float]]:
        """The boxes that may be filled now: the points that the card will have."""
        found, filled = [], match.copy()
        for action in match.legal(0):
            if action >= THROWS:
                filled.copy_from(match)
                filled.step(0, action)
                found.append((action, self.score(filled) + self.to_come(filled)))
        return found

    def choices(self, begin: Match, match: Match) -> list[tuple[int, float]]:
        """Each action with the points that the card will have; `begin` is the state where this turn began."""
        _, by_left = self._turn(begin)
        values = match.observe(0)
        dice, throws = values[self.fields["dice"]], int(values[self.fields["throws"]][0])
        if not throws:
            return [(ALL_DICE, self.score(match) + self.to_come(match))]
        found = self._boxes(match)
        for action in match.legal(0):
            if action < THROWS:
                kept = tuple(sorted(int(die) for at, die in enumerate(dice) if not action + 1 >> at & 1))
                after = self._chances[self._keeps[kept]] @ by_left[2 - throws]
                found.append((action, self.score(match) + float(after)))
        return found


def main() -> None:
    rules = Rules("yahtzee")
    match = Match(rules, int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    boxes, worth = rules.fields["boxes"], rules.fields["worth"]
    while (match.observe(0)[boxes] < 0).sum() > 4:
        match.step(0, ALL_DICE)
        match.step(0, THROWS + int(match.observe(0)[worth].argmax()))
    begin = match.copy()
    match.step(0, ALL_DICE)
    print("dice", *match.observe(0)[rules.fields["dice"]])
    for action, points in sorted(LastBoxes(rules).choices(begin, match), key=lambda choice: -choice[1]):
        print(f"{points:9.4f}  {rules.move(action)}")


if __name__ == "__main__":
    main()
