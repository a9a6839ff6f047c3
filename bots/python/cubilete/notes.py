"""Where a bot keeps its notes of provable dice (docs/fairness.md, "Notes")."""

import json
import os
from pathlib import Path

from .notebook import INDEX


class NotesInMemory:
    """Keeps them until the program ends."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self._texts.get(key)

    def set(self, key: str, text: str) -> None:
        self._texts[key] = text

    def remove(self, key: str) -> None:
        self._texts.pop(key, None)


class NoteFile:
    """Keeps them in a file: one line a match, the newest last. Only the user may read it, because it has the secrets of
    running matches."""

    def __init__(self, path: Path | str) -> None:
        """Reads the file when it is first needed."""
        self.path = Path(path)
        self._known: dict[str, str] | None = None
        self._own: dict[str, str] = {}  # the lines that were written here
        self._size = -1  # of the file as it was written here; another program may have changed it since
        self._last = ("", 0)  # its last line, the only one that changes often: the match, and where it begins

    def get(self, key: str) -> str | None:
        lines = self._lines()
        return json.dumps(list(lines)) if key == INDEX else lines.get(key)

    def set(self, key: str, text: str) -> None:
        if key == INDEX:
            return  # the order of the lines
        at_the_end = key == self._last[0] or key not in self._lines()
        self._lines()[key] = self._own[key] = text
        if self._size < 0 or not at_the_end or not self._write_last(key, text):
            self._write_all()

    def remove(self, key: str) -> None:
        self._write_all(key)

    def _lines(self) -> dict[str, str]:
        if self._known is None:
            self._known = self._read()
        return self._known

    def _read(self) -> dict[str, str]:
        try:
            text = self.path.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return {}
        lines = {}
        for line in text.split("\n"):
            try:
                lines[str(json.loads(line)["match"])] = line
            except (ValueError, TypeError, KeyError):
                continue  # empty, or damaged when a program was killed
        return lines

    def _write_all(self, without: str = "") -> None:
        """Keeps what another program has written."""
        self._size = -1  # until it has worked: the disk may be full
        self._own.pop(without, None)
        self._known = {**self._read(), **self._own}
        self._known.pop(without, None)
        written = b""
        for match, line in self._known.items():
            self._last = match, len(written)
            written += f"{line}\n".encode()
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self.path.with_name(f"{self.path.name}.new")
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(written)
        new.replace(self.path)
        self._size = len(written)

    def _write_last(self, match: str, line: str) -> bool:
        """Writes one line at the end, or over the one there."""
        with open(self.path, "r+b", buffering=0) as file:
            if os.fstat(file.fileno()).st_size != self._size:
                return False
            at = self._last[1] if match == self._last[0] else self._size
            written = f"{line}\n".encode()
            self._size = -1
            if os.pwrite(file.fileno(), written, at) < len(written):
                raise OSError("the disk is full")
            file.truncate(at + len(written))
            self._size = at + len(written)
            self._last = match, at
        return True
