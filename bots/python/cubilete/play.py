"""A seat in one room: joins, plays the matches there, and reconnects after each break."""

import sys
from collections.abc import Awaitable, Callable

from .address import socket_address
from .break_reporter import make_break_reporter
from .connection import Connection, Link, Message
from .contributor import PATIENCE_S
from .dice import DiceClient
from .notebook import Fault, NoteStore
from .notes import NotesInMemory
from .player import Move, Outcome, Player, View
from .tokens import Token, TokenInMemory


async def play(
    server: str,
    on_turn: Callable[[View, list[Move]], Move | None | Awaitable[Move | None]],
    *,
    room: str | None = None,
    create: Message | None = None,
    quick: str | None = None,
    seat_as: str | None = None,
    password: str | None = None,
    matches: int | None = None,
    name: str = "Bot",
    avatar: int | None = None,
    token: Token | None = None,
    agent: str = "cubilete-bot-python/0.2",
    dice: bool = True,
    notes: NoteStore | None = None,
    verify: bool = False,
    patience_s: float = PATIENCE_S,
    on_end: Callable[[Message, Message], None] | None = None,
    on_room: Callable[[str], None] | None = None,
    on_push: Callable[[Message], None] | None = None,
    on_link: Callable[[Link], None] | None = None,
    on_fault: Callable[[Fault], None] | None = None,
) -> Outcome:
    """Plays in a room until it is over; cancel it to stop earlier (the seat stays). Raises NoAddress, Refused if the
    server refuses the bot, Lost if the server closed the connection for good or refused 20 joins, OSError if the notes cannot be
    read, and any exception of on_turn.

    :param server: The address of the page, or an invitation link.
    :param on_turn: Returns the move: one of `moves`, or the same in another spelling. None makes no move: others may
        move first, or the clock runs out. May be a coroutine function, which runs in the event loop and must not block
        it. A plain function runs in a thread, one of all bots at a time: it may think for seconds.
    :param room: The room code.
    :param create: Without `room`: creates a room with these settings ({"game": "tres", "seats": 2}) and starts the
        match when all seats are taken. "house": ["medium"] seats players of the house; without "seats" there is no
        other seat.
    :param quick: Without `room`: the game of a quick match with strangers.
    :param seat_as: "player" or "spectator"; without it the bot takes a seat if possible, else it waits for one.
    :param matches: Number of matches after which it leaves; without it, it stays as long as the room exists.
    :param token: Stores the identity of the player; by default only until the program ends.
    :param avatar: The drawn face that stands for the player, 0 to 95 (protocol/README.md, section 4); by default the one
        that they had.
    :param agent: Program and version, for the server's log.
    :param dice: False: the bot does not take part in provable dice (docs/fairness.md).
    :param notes: Keeps what the bot saw of the dice; by default beside the token.
    :param verify: After each match, fetches its record and checks its dice.
    :param patience_s: The time that the server has to publish its secret after a match.
    :param on_end: Called at the end of a match with the result and the "you" of the last push.
    :param on_room: Called with the room code after joining.
    :param on_push: Gets every push of the server, before the bot reacts to it.
    :param on_link: Gets the changes of the connection's state; by default it is printed to stderr why there is none.
    :param on_fault: Called at once when the server contradicts the notes; by default it is printed to stderr.
    """
    if not (room or create or quick):
        raise ValueError("which room? set room, create or quick")
    player = Player(on_turn, room and room.upper(), create, quick, seat_as, password, matches, name, avatar,
                     token or TokenInMemory(), agent, on_end, on_room, on_push, server if verify else None)
    player.connection = Connection(socket_address(server), hello=player.hello, push=player.hear, greeted=player.greeted,
                                   welcome=player.arrive, unwelcome=player.unwelcome,
                                   status=on_link or make_break_reporter(server))
    if dice:
        store = notes or getattr(token, "notes", None) or NotesInMemory()
        player.dice = DiceClient(player.connection, store, on_fault or _print_fault, patience_s)
    return await player.play()


def _print_fault(fault: Fault) -> None:
    print(f"The dice of the match {fault.match}: {fault.text}.", file=sys.stderr, flush=True)
