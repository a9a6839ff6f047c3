"""Plays on a Cubilete server: play(server, on_turn, room=code).

These names are imported when one of them is first used, because they need websockets: `cubilete.engine` loads without it.
"""

from typing import TYPE_CHECKING, Any

__all__ = [
    "Connection", "Fault", "Link", "Lost", "NoAddress", "NoteFile", "NoteStore", "NotesInMemory", "Outcome", "Refused", "Token",
    "TokenFile", "TokenInMemory", "Verdict", "fetch_analysis", "fetch_record", "play", "socket_address", "table_at", "verify_match",
]

if TYPE_CHECKING:
    from .address import NoAddress, socket_address, table_at
    from .connection import Connection, Link, Lost, Refused
    from .notebook import Fault, NoteStore
    from .notes import NoteFile, NotesInMemory
    from .play import play
    from .player import Outcome
    from .record import fetch_analysis, fetch_record, verify_match
    from .tokens import Token, TokenFile, TokenInMemory
    from .verdict import Verdict
else:
    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module
        # All at once, because the function `play` takes the place of its module.
        for module in ("address", "connection", "notebook", "notes", "play", "player", "record", "tokens", "verdict"):
            found = vars(import_module(f".{module}", __name__))
            globals().update({each: found[each] for each in __all__ if each in found})
        return globals()[name]
