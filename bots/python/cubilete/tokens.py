"""Where a bot stores the token that identifies it, and its notes of provable dice."""

import os
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, urlsplit

from .address import socket_address
from .notes import NoteFile


class Token(Protocol):
    def get(self) -> str | None: ...

    def set(self, token: str | None) -> None: ...


class TokenInMemory:
    """Keeps the token until the program ends."""

    def __init__(self, token: str | None = None) -> None:
        self._token = token

    def get(self) -> str | None:
        return self._token

    def set(self, token: str | None) -> None:
        self._token = token


class TokenFile:
    """Keeps the token in a file: a bot that is started again is the same player and gets its seat back. One name is
    one player, so a second bot needs another name. Only the user may read the file, because the token is all that is
    needed to act as the player. The notes are in a file beside it.
    """

    def __init__(self, server: str, name: str, folder: Path | None = None) -> None:
        """`folder` is by default `cubilete` in the user's directory for such data."""
        state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
        place = quote(f"{urlsplit(socket_address(server)).netloc} {name}", safe="!~*'()")
        self.path = (folder or state / "cubilete") / f"{place}.token"
        self.notes = NoteFile(self.path.with_suffix(".notes"))

    def get(self) -> str | None:
        try:
            return self.path.read_text().strip() or None
        except OSError:
            return None

    def set(self, token: str | None) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path.unlink(missing_ok=True)
        if token:
            self.path.touch(mode=0o600)
            self.path.write_text(f"{token}\n")
