"""Plays on a Cubilete server: play(server, on_turn, room=code)."""

from .address import NoAddress, socket_address, table_at
from .connection import Connection, Link, Lost, Refused
from .play import Outcome, play
from .tokens import Token, TokenFile, TokenInMemory

__all__ = [
    "Connection", "Link", "Lost", "NoAddress", "Outcome", "Refused", "Token", "TokenFile", "TokenInMemory", "play",
    "socket_address", "table_at",
]
