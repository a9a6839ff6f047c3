"""Connects a Contributor with a Connection: answers the server's questions from the reader of its pushes, so that they never
wait for a move."""

import asyncio
from collections.abc import Callable
from typing import Any

from .connection import Connection, Lost, Message, Refused, Watcher
from .contributor import Contributor
from .contributor_checks import Notes
from .verdict import Verdict
from .notebook import INDEX, Fault, NoteStore
from .record import recorded_end, verify_match

PASSING = frozenset({"busy", "rate_limited", "storage"})
"""Refusals after which the same request may be sent again: its answer is due after 1.5 to 2 seconds."""
MOST_TRIES = 4
PAUSE_S = 0.25


class DiceClient:
    def __init__(self, connection: Connection, store: NoteStore, on_fault: Callable[[Fault], None], patience_s: float) -> None:
        """Raises if the notes cannot be read: during a match that would end the bot."""
        store.get(INDEX)
        self._connection = connection
        self._patience_s = patience_s
        self._contributor = Contributor(store, on_fault, server=lambda: self._server, patience_s=patience_s)
        self._player: str | None = None
        self._server: str | None = None  # the id of its data
        self._sending: set[asyncio.Task[None]] = set()
        self._asked: set[str] = set()  # the matches whose records were asked for
        self._awaits_secret = False  # the room was closed, and the server may still publish its secret

    def joined(self, hello: Message) -> None:
        """To call with the reply to each hello, before any push that follows it."""
        self._player = hello["player"]["id"]
        self._server = hello.get("server", {}).get("id")
        self._contributor.joined()

    def returned(self) -> None:
        """To call with the reply to room.join, before any push that follows it."""
        self._contributor.returned()

    def watcher(self, match: str, n: int, move: Any) -> Watcher:
        """Returns a watcher that notes a move sent with Connection.move()."""
        made = self._contributor
        return Watcher(
            asking=lambda id: made.moving(match, {"id": id, "n": n, "move": move}), heard=lambda reply: made.moved(match, reply)
        )

    async def verdict(self, server: str, match: str) -> Verdict:
        """On a match that has ended. The records of those whose end was not seen are asked for, too: how many were broken off is
        part of it."""
        for one in self._contributor.unknown_ends():
            if one not in self._asked:
                self._asked.add(one)
                if ended := await asyncio.to_thread(recorded_end, server, one):
                    self._contributor.learned(one, ended)
        return await asyncio.to_thread(verify_match, server, match, self.notes(match), self._contributor.ends())

    def hear(self, push: Message) -> None:
        """Gets every push."""
        if push["t"] == "dice":
            self._send(self._contributor.dice(push, self._player))
        elif push["t"] == "dice.ask":
            self._send(self._contributor.ask(push))
        elif push["t"] == "match":
            self._send(self._contributor.match(push))
        elif push["t"] == "room":
            self._contributor.room(push, self._player)
        elif push["t"] == "gone":
            self._awaits_secret = self._contributor.gone(push)

    def notes(self, match: str) -> Notes | None:
        return self._contributor.notes(match)

    async def ended(self, push: Message) -> None:
        """After the end: waits until the server has published its secret, or is too late. `push`: the last one."""
        notes = self.notes(push["match"])
        if notes and notes["commit"] is not None and not notes["opened"] and not push.get("proof"):
            await asyncio.sleep(self._patience_s)

    async def gone(self) -> None:
        """After the push `gone`: the same."""
        if self._awaits_secret:
            await asyncio.sleep(self._patience_s)

    def close(self) -> None:
        for task in self._sending:
            task.cancel()

    def _send(self, request: Message | None) -> None:
        if request is None:
            return
        task = asyncio.create_task(self._ask(request))
        self._sending.add(task)  # the event loop keeps only a weak reference
        task.add_done_callback(self._sending.discard)

    async def _ask(self, request: Message) -> None:
        tries = 0

        def heard(reply: Message) -> None:
            if not again(reply.get("code")):
                self._contributor.answered(request, reply)

        def again(code: str | None) -> bool:
            return code in PASSING and tries < MOST_TRIES

        while True:
            tries += 1
            try:
                await self._connection.request(request, heard)
                return
            except Lost:
                self._contributor.answered(request, None)
                return
            except Refused as why:
                if not again(why.code):
                    return
                await asyncio.sleep(max(PAUSE_S, why.retry_ms / 1000))
