"""Reads the numbers of docs/rules.md: its games, sections, rulings and worked examples."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/rules.md"

GAME = re.compile(r"^\| \[(\d)\. [^\]]+\]\(#[^)]+\) \| `(\w+)` \|", re.MULTILINE)
SECTION = re.compile(r"^##+ (\d(?:\.\d+)?)\b", re.MULTILINE)
RULING = re.compile(r"^- \*\*(R\d\.\d+|[AC]\d+)\*\* ", re.MULTILINE)
EXAMPLE = re.compile(r"^\| (\d-\d+) \|", re.MULTILINE)
# The ruling that lists the examples that are unit tests.
PARTIAL = re.compile(r"^- \*\*A18\*\* (.*?)\n(?=\n|- )", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class RuleBook:
    games: list[str]  # ids; game 0 comes first
    sections: list[str]  # "3", "3.4"; these and those below in the order of the page
    rulings: list[str]  # "A4", "C6", "R3.4"
    examples: list[str]  # "3-4"
    partial: set[str]  # examples that begin from a partial position

    def of_game(self, number: int) -> set[str]:
        """The rulings for one game."""
        return {ruling for ruling in self.rulings if ruling.startswith(f"R{number}.")}

    def common(self) -> set[str]:
        """The rulings for all games."""
        return {ruling for ruling in self.rulings if not ruling.startswith("R")}

    def numbers(self) -> set[str]:
        """All numbers that may be cited."""
        return {*self.sections, *self.rulings, *self.examples}


def read(text: str) -> RuleBook:
    games = [(int(number), game) for number, game in GAME.findall(text)]
    if [number for number, _ in games] != list(range(len(games))):
        raise ValueError("the games are not numbered 0, 1, 2 ...")
    partial = PARTIAL.search(text)
    return RuleBook(
        games=[game for _, game in games],
        sections=SECTION.findall(text),
        rulings=RULING.findall(text),
        examples=EXAMPLE.findall(text),
        partial=set(re.findall(r"\b\d-\d+\b", partial[1])) if partial else set(),
    )


def series(numbers: list[str]) -> dict[str, list[int]]:
    """Groups "R3.1", "R3.2", "A1" as {"R3.": [1, 2], "A": [1]}."""
    found: dict[str, list[int]] = {}
    for number in numbers:
        head, last = re.fullmatch(r"(.*?)(\d+)", number).groups()
        found.setdefault(head, []).append(int(last))
    return found


def gaps(numbers: list[str]) -> dict[str, list[int]]:
    """The series that are not 1, 2, 3 ... in this order, each number once."""
    return {head: each for head, each in series(numbers).items() if each != list(range(1, len(each) + 1))}
