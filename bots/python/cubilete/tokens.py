"""Where a bot stores the tokens that identify it, and its notes of provable dice."""

import os
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, urlsplit

from .address import socket_address
from .notes import NoteFile


MOST_TRIED = 6
"""On one connection."""


class Token(Protocol):
    """Every token is kept: one that a server does not know may be known again tomorrow, by another server at the same
    address or from another backup, and it is the only proof of who plays. A class of your own may also have
    `all() -> list[str]`: every token, the one used last first; without it a new token replaces the one before.
    """

    def get(self) -> str | None:
        """The token that was used last."""
        ...

    def set(self, token: str | None) -> None:
        """Puts a token before all others; None removes the first, whose player was deleted."""
        ...


class _Lines:
    """A token a line."""

    def all(self) -> list[str]:
        return [line for line in map(str.strip, self._read().splitlines()) if line]

    def get(self) -> str | None:
        return next(iter(self.all()), None)

    def set(self, token: str | None) -> None:
        known = self.all()
        tokens = [token, *(one for one in known if one != token)] if token else known[1:]
        self._write("".join(f"{one}\n" for one in tokens))

    def _read(self) -> str:
        raise NotImplementedError

    def _write(self, text: str) -> None:
        raise NotImplementedError


class TokenInMemory(_Lines):
    """Keeps the tokens until the program ends."""

    def __init__(self, token: str | None = None) -> None:
        self._text = token or ""

    def _read(self) -> str:
        return self._text

    def _write(self, text: str) -> None:
        self._text = text


class TokenFile(_Lines):
    """Keeps the tokens in a file: a bot that is started again is the same player and gets its seat back. One name is
    one player, so a second bot needs another name. Only the user may read the file, because a token is all that is
    needed to act as the player. The notes are in a file beside it.
    """

    def __init__(self, server: str, name: str, folder: Path | None = None) -> None:
        """`folder` is by default `cubilete` in the user's directory for such data."""
        state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
        address = urlsplit(socket_address(server))
        # Paths of one host may be different servers.
        place = quote(f"{address.netloc}{address.path.removesuffix('/ws')} {name}", safe="!~*'()")
        self.path = (folder or state / "cubilete") / f"{place}.token"
        self.notes = NoteFile(self.path.with_suffix(".notes"))

    def _read(self) -> str:
        try:
            return self.path.read_text()
        except OSError:
            return ""

    def _write(self, text: str) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self.path.with_suffix(".new")  # a program that is killed meanwhile loses no token
        new.touch(mode=0o600)
        new.write_text(text)
        new.replace(self.path)


class TokenChoice:
    """Chooses the token of the next hello."""

    def __init__(self, tokens: Token) -> None:
        self._tokens = tokens
        self._refused: set[str] = set()
        """Those that this server does not know."""

    @property
    def next(self) -> str | None:
        """None: the next hello has none."""
        if len(self._refused) >= MOST_TRIED:
            return None
        every = getattr(self._tokens, "all", lambda: [self._tokens.get()])
        return next((one for one in every() if one and one not in self._refused), None)

    def refused(self) -> bool:
        """The server does not know the token. Returns whether there was one."""
        token = self.next
        if token:
            self._refused.add(token)
        return token is not None

    def greeted(self, given: str | None) -> None:
        """To call with the token in the reply to hello, if there is one."""
        token = given or self.next
        self._refused.clear()
        if token and token != self._tokens.get():
            self._tokens.set(token)
