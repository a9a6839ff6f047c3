"""The last four boxes of a card of Yahtzee, worked out without anything of the server: sixes, full house, Yahtzee and chance are
open, with 45 points above and forced jokers. Plays them at random and says what each entry is worth."""
from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement

OPEN = frozenset({"sixes", "full_house", "yahtzee", "chance"})
ABOVE, GOAL, BONUS = 45, 63, 35
# The nine boxes before, with the dice of their only throw: 3 + 6 + 9 + 12 + 15 above, 13 + 0 + 30 + 0 below.
BEFORE = {"aces": [1, 1, 1, 2, 3], "twos": [2, 2, 2, 1, 3], "threes": [3, 3, 3, 1, 2], "fours": [4, 4, 4, 1, 2], "fives": [5, 5, 5, 1, 2],
          "three_of_a_kind": [2, 2, 2, 3, 4], "four_of_a_kind": [1, 2, 3, 4, 6], "small_straight": [1, 2, 3, 4, 6],
          "large_straight": [1, 2, 3, 4, 6]}
WRITTEN = ABOVE + 13 + 30

ROLLS = list(combinations_with_replacement(range(1, 7), 5))
KEEPS = [keep for dice in range(5, -1, -1) for keep in combinations_with_replacement(range(1, 7), dice)]
KEPT = {roll: sorted({kept for dice in range(6) for kept in combinations(roll, dice)}) for roll in ROLLS}


def boxes(dice, is_open, fifty):
    """The open boxes that these dice may fill, each with all points that come with it."""
    five = len(set(dice)) == 1
    joker = five and "yahtzee" not in is_open
    extra = 100 if joker and fifty else 0
    sixes = 6 * dice.count(6)
    points = {
        "sixes": sixes + (BONUS if ABOVE + sixes >= GOAL else 0),
        "full_house": 25 if joker or sorted(Counter(dice).values()) == [2, 3] else 0,
        "yahtzee": 50 if five else 0,
        "chance": sum(dice),
    }
    allowed = is_open
    if joker:  # its own upper box, else any below, else any above; of the upper boxes only sixes are open
        below = is_open - {"sixes"}
        allowed = {"sixes"} if dice[0] == 6 and "sixes" in is_open else below or is_open
    return {box: points[box] + extra for box in allowed}


def best_box(dice, is_open, fifty):
    return max(points + after(box, dice, is_open, fifty) for box, points in boxes(dice, is_open, fifty).items())


def after(box, dice, is_open, fifty):
    """Returns the expected points to come after this box is filled."""
    return to_come(is_open - {box}, len(set(dice)) == 1 if box == "yahtzee" else fifty)


@cache
def turn(is_open, fifty):
    """By throws left: the worth of each roll, and of throwing what is missing in each keep."""
    rolls = [{roll: best_box(roll, is_open, fifty) for roll in ROLLS}]
    throws = [None]
    for _ in range(3):
        mean = dict(rolls[-1])
        for keep in KEEPS:
            if len(keep) < 5:
                mean[keep] = sum(mean[tuple(sorted(keep + (face,)))] for face in range(1, 7)) / 6
        throws.append(mean)
        rolls.append({roll: max(rolls[0][roll], *(mean[kept] for kept in KEPT[roll])) for roll in ROLLS})
    return rolls, throws


def to_come(is_open, fifty):
    return turn(is_open, fifty)[1][3][()] if is_open else 0


def play(chance):
    """A match of one player with random decisions in the last four boxes: its log, what the card is worth after each entry from the
    ninth box on, and what those decisions gave away."""
    options = {"preset": "yahtzee", "joker": "forced", "yahtzee_bonus": 100, "upper_bonus": 35, "five_is_full_house": False, "columns": 1,
               "order": "free", "zero": "forced", "duplicate": False, "tie": "shared", "starter": "rolloff"}
    log = [{"seq": 1, "by": {"start": True}, "draws": [],
            "move": {"game": "yahtzee", "version": 1, "seats": 1, "options": options}}]

    def enter(move, draws):
        log.append({"seq": len(log) + 1, "by": {"seat": 0}, "move": move, "draws": draws})

    for box, dice in BEFORE.items():
        enter({"do": "roll", "dice": [0, 1, 2, 3, 4]}, [{"dice": dice}])
        enter({"do": "score", "box": box}, [])
    first, total, is_open, fifty, given_away = len(log), WRITTEN, OPEN, False, 0.0
    worth = {first: total + to_come(is_open, fifty)}
    while is_open:
        rolls, throws = turn(is_open, fifty)
        dice, thrown = [0] * 5, [0, 1, 2, 3, 4]
        for left in (2, 1, 0):
            for at in thrown:
                dice[at] = chance.randint(1, 6)
            enter({"do": "roll", "dice": thrown}, [{"dice": [dice[at] for at in thrown]}])
            best = rolls[left][tuple(sorted(dice))]
            worth[len(log)] = total + best
            if left == 0 or chance.random() < 0.3:
                break
            thrown = sorted(chance.sample(range(5), chance.randint(1, 5)))
            kept = tuple(sorted(die for at, die in enumerate(dice) if at not in thrown))
            given_away += best - throws[left][kept]
        roll = tuple(sorted(dice))
        box, points = chance.choice(sorted(boxes(roll, is_open, fifty).items()))
        given_away += best - points - after(box, roll, is_open, fifty)
        total += points
        is_open, fifty = is_open - {box}, len(set(roll)) == 1 if box == "yahtzee" else fifty
        enter({"do": "score", "box": box}, [])
        worth[len(log)] = total + to_come(is_open, fifty)
    return log, worth, given_away
