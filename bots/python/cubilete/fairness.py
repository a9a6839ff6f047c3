"""The arithmetic of provable dice (docs/fairness.md): chains of secrets, commitments, the key of a match, its draws.

Everything is SHA-256 or HMAC-SHA-256 over a list of parts, each preceded by its length as four bytes, big-endian; the
first part is a tag that names the purpose. Numbers are big-endian."""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Values = Mapping[int, bytes | None]
"""By seat: 32 bytes that the seat has published, or None if they came too late."""

KINDS = {"dice": 1, "pick": 2, "shuffle": 3}
CHAIN_LENGTH = 4096


def joined(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(joined(*parts)).digest()


def hmac_sha256(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, joined(*parts), "sha256")


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def commitment(match: str, seed: bytes) -> bytes:
    """The commitment that the server publishes before any seat sends its tip."""
    return sha256(b"cubilete/dice/server/1", match.encode(), seed)


def next_link(link: bytes) -> bytes:
    return sha256(b"cubilete/dice/chain/1", link)


class Chain:
    """The values that a seat gives in one match: the tip is known from the start. They are published from
    the tip backwards, so that nobody can compute the next one. It keeps 4 KiB."""

    STEP = 64
    """Of this many links one stays in memory."""

    def __init__(self, secret: bytes | None = None, length: int = CHAIN_LENGTH) -> None:
        """Takes about 5 ms. `secret`: 32 bytes, by default random ones."""
        self.secret = link = secret or secrets.token_bytes(32)
        self._length = length
        self._checkpoints: list[bytes] = []
        for made in range(length):
            if made % self.STEP == 0:
                self._checkpoints.append(link)
            link = next_link(link)
        self.tip = link
        self._from = -1  # the links after one of them, for the value that was asked for last
        self._links: list[bytes] = []

    def __len__(self) -> int:
        return self._length

    def value(self, number: int) -> bytes:
        """Number 0 is the reveal, 1 the first value after it. Raises IndexError when the chain is used up."""
        at = self._length - 1 - number
        if at < 0 or number < 0:
            raise IndexError("the chain is used up")
        if at // self.STEP != self._from:
            self._from = at // self.STEP
            self._links = [self._checkpoints[self._from]]
            while len(self._links) < self.STEP:
                self._links.append(next_link(self._links[-1]))
        return self._links[at % self.STEP]


def player_mark(nonce: bytes, player: str) -> bytes:
    """The mark that the roster has in place of a player's id; only that player's clients get the nonce of 16 bytes."""
    return sha256(b"cubilete/dice/player/1", nonce, player.encode())


def roster_hash(match: str, commit: bytes, settings: str, players: str, tips: Mapping[int, bytes]) -> bytes:
    """Covers all that is fixed before the seats reveal. `settings`: the text of entry 1's move."""
    named = [u32(seat) + tips[seat] for seat in sorted(tips)]
    return sha256(b"cubilete/dice/roster/1", match.encode(), commit, settings.encode(), players.encode(), *named)


def marked(values: Values) -> list[bytes]:
    """A part for each seat: its value, or the mark that it gave none."""
    return [u32(seat) + (b"\0" if (value := values[seat]) is None else b"\1" + value) for seat in sorted(values)]


def draw_key(seed: bytes, roster: bytes, reveals: Values) -> bytes:
    """The key of a match's draws. `reveals`: of every seat of the roster, without others."""
    return hmac_sha256(seed, b"cubilete/dice/key/1", roster, *marked(reveals))


@dataclass(frozen=True)
class Request:
    """A draw that a game asks for. dice: `a` dice (1 to 6) of `b` faces (1 to 255); pick: one of 0 to a-1; shuffle: `a` cards
    (0 to 256). `k` counts the draws of the match from 0."""

    k: int
    kind: str
    a: int
    b: int

    @property
    def possible(self) -> bool:
        if self.kind == "dice":
            return 1 <= self.a <= 6 and 1 <= self.b <= 255
        if self.kind == "pick":
            return 1 <= self.a <= 0x7FFFFFFF and self.b == 0
        return self.kind == "shuffle" and 0 <= self.a <= 256 and self.b == 0


def words(key: bytes, request: Request, fresh: Values) -> Iterator[int]:
    """The 32-bit words of a draw, without end."""
    numbers = (request.k.to_bytes(8, "big"), u32(KINDS[request.kind]), u32(request.a), u32(request.b))
    return words_of(key, b"cubilete/dice/draw/1", *numbers, *marked(fresh))


def words_of(key: bytes, *parts: bytes) -> Iterator[int]:
    """The 32-bit words of these parts and the number of a block, without end."""
    block = 0
    while True:
        made = hmac_sha256(key, *parts, u32(block))
        yield from (int.from_bytes(made[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def below(source: Iterator[int], n: int, range_of_words: int = 2**32) -> int:
    """One of 0 to n-1, each from equally many words; a word that is left over is skipped."""
    return next(word for word in source if word < range_of_words - range_of_words % n) % n


def draw(key: bytes, request: Request, fresh: Values) -> list[int]:
    """The faces; the picked number alone; or for each place of the pile, the top first, where its card was before."""
    source = words(key, request, fresh)
    if request.kind == "dice":
        return [1 + below(source, request.b) for _ in range(request.a)]
    if request.kind == "pick":
        return [below(source, request.a)]
    places = list(range(request.a))
    for last in range(request.a - 1, 0, -1):
        other = below(source, last + 1)
        places[last], places[other] = places[other], places[last]
    return places
