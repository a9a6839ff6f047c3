"""A verdict on the dice of a match, with the words that all verifiers share."""

from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["fair", "server's dice", "left out", "not verifiable", "FALSE"]

BROKEN_OFF = ("void", "unopened", "no_record")
"""How a match ended, of those that were broken off."""
ENDED = ("finished", "abandoned", *BROKEN_OFF)
MOST_ENDS = 20


def last_ends(ends: Any) -> list[str]:
    """The last ones of these that say how a match ended."""
    return [end for end in ends if isinstance(end, str) and end in ENDED][-MOST_ENDS:] if isinstance(ends, list) else []


def counted(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"


@dataclass
class NotesComparison:
    """The result of the comparison with a player's notes."""

    seat: int | None
    """Of the notes."""
    ends: list[str]
    """Of the last matches of the notes."""
    key: bool | None = None
    """Whether the seat's secret is in the key; None without a seat and without its tip in the roster."""
    agree: int | None = None
    """Entries that the record says were shown as the notes have it; None: nothing could be compared."""
    entries: int = 0
    """Of the log."""
    stray: int = 0
    """Moves of the seat that the notes do not have."""


@dataclass
class Verdict:
    kind: Kind = "fair"
    entry: int = 0
    """Where the first fault is; 0 = in no entry."""
    reason: str = ""
    draws: int = 0
    early: int = 0
    """Draws without any seat's own value: the server could know them before the move."""
    without: dict[int, int] = field(default_factory=dict)
    """By seat of the roster: draws without a value of this seat."""
    own: int | None = None
    """Draws with a value of the own notes' seat; None without notes."""
    comparison: NotesComparison | None = None
    """None without notes."""
    late: list[tuple[int, int]] = field(default_factory=list)
    """(seat, entry) of values that came too late, each one bit of choice for the server. Entry 0 is the reveal."""

    @property
    def exit_code(self) -> int:
        return {"fair": 0, "FALSE": 1, "not verifiable": 2, "server's dice": 3, "left out": 3}[self.kind]

    @property
    def text(self) -> str:
        """One line, for example "FALSE at entry 3: draw 4 has another result"."""
        if self.kind == "not verifiable":
            return f"not verifiable: {self.reason}"
        if self.kind == "FALSE":
            return f"FALSE at entry {self.entry}: {self.reason}" if self.entry else f"FALSE: {self.reason}"
        parts = [f"{self.kind}: {self.reason}"] if self.reason else self._parts()
        return "; ".join([*parts, *self._comparison_parts()])

    def _parts(self) -> list[str]:
        parts = [f"{self.kind}: {counted(self.draws, 'draw')}"]
        if self.kind == "fair":
            parts += [f"{count} without a value of seat {seat}" for seat, count in sorted(self.without.items()) if count]
            if self.early:
                parts.append(f"{self.early} the server could know early")
            if self.late:
                when = (f"seat {seat} late at {f'entry {at}' if at else 'the reveal'}" for seat, at in self.late)
                parts.append(f"up to {counted(len(self.late), 'bit')} of choice ({', '.join(when)})")
        return [*parts, "checked without the rules"]

    def _comparison_parts(self) -> list[str]:
        comparison = self.comparison
        if comparison is None:
            return []
        parts = []
        if comparison.key is not None:
            draws = f"your value in {self.own} of {counted(self.draws, 'draw')}"
            parts.append(f"your secret is {'' if comparison.key else 'not '}in the key, {draws}")
        if comparison.agree is None:
            parts.append("what was shown is not checked")
        else:
            entries = f"{comparison.entries} {'entry' if comparison.entries == 1 else 'entries'}"
            parts.append(f"what was shown agrees with the record in {comparison.agree} of {entries}")
            parts.append("only cubilete verify knows the rules")
        if comparison.stray:
            parts.append(f"{counted(comparison.stray, 'move')} of seat {comparison.seat} came from another device, or from nobody")
        broken = sum(end in BROKEN_OFF for end in comparison.ends)
        abandoned = comparison.ends.count("abandoned")
        if broken or abandoned:
            last = f"the last {len(comparison.ends)} match{'' if len(comparison.ends) == 1 else 'es'}"
            were = f"{broken} of {last} {'was' if broken == 1 else 'were'} broken off"
            parts.append(f"{were}, {abandoned} abandoned" if abandoned else were)
        return parts
