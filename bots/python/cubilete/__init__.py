"""Plays on a Cubilete server: play(server, on_turn, room=code)."""

from .address import NoAddress, socket_address, table_at
from .connection import Connection, Link, Lost, Refused
from .verdict import Verdict
from .notebook import Fault, NoteStore
from .notes import NoteFile, NotesInMemory
from .play import play
from .player import Outcome
from .record import fetch_analysis, fetch_record, verify_match
from .tokens import Token, TokenFile, TokenInMemory

__all__ = [
    "Connection", "Fault", "Link", "Lost", "NoAddress", "NoteFile", "NoteStore", "NotesInMemory", "Outcome", "Refused", "Token",
    "TokenFile", "TokenInMemory", "Verdict", "fetch_analysis", "fetch_record", "play", "socket_address", "table_at", "verify_match",
]
