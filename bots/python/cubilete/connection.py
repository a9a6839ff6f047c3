"""One WebSocket at a time, opened again after each break. protocol/README.md describes the messages."""

import asyncio
import itertools
import json
import random
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import websockets
import websockets.exceptions

Message = dict[str, Any]
"""As on the wire: an object with its type in "t"."""

# Any, because the type of `connect` differs between the versions of websockets that are accepted.
_connect_to: Any = getattr(websockets, "connect")

VERSION = 1
OPENING_S = 10.0
ANSWER_S = 10.0  # seconds to wait for the answer to hello
PING_S = 15.0  # seconds between pings: a dead connection looks like a quiet one
FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 15.0
RESTART_WAIT_S = 0.2
MOST_HELLOS = 8  # on one connection

RESTARTING, ABUSE, TOO_MANY, DELETED, BANNED, BROKEN = 1012, 4002, 4009, 4010, 4011, 1006
FINAL = frozenset({ABUSE, DELETED, BANNED})
"""Close codes after which the server will not have us back."""

PASSING = frozenset({"busy", "rate_limited", "shutting_down", "storage"})
"""Refusals that time heals: the same request may be sent again."""


class Refused(Exception):
    """The server refused the request."""

    def __init__(self, reply: Message) -> None:
        super().__init__(reply.get("text") or reply["code"])
        self.code: str = reply["code"]
        self.retry_ms: int = reply.get("retry_ms") or 0
        self.at: str | None = reply.get("at")
        self.why: str = reply.get("why") or ""
        self.args_of_why: list[str] = reply.get("args") or []


class Lost(Exception):
    """There is no connection, or it broke before the answer: it is unknown whether the request was carried out."""

    def __init__(self, text: str, code: int | None = None) -> None:
        super().__init__(text)
        self.code = code
        """The close code, where the server ended it for good."""


class _Forgotten(Exception):
    """The server asks for hello again."""


@dataclass(frozen=True)
class Link:
    """The state of a connection."""

    state: Literal["connecting", "open", "waiting", "closed"]
    wait_s: float = 0.0
    """Until the next attempt, where it waits for one."""
    code: int | None = None
    """The close code, where there was one."""
    reason: str = ""
    """Why it waits or was closed: the close code with its reason, or the answer to the attempt."""
    failures: int = 0
    """Breaks and failed attempts since hello was answered."""
    refused: str = ""
    """The code of the refusal, where the server does not let us in for a while; `reason` is its text."""


@dataclass(frozen=True)
class Watcher:
    asking: Callable[[str], None]
    """Gets the id of a request before it is sent."""
    heard: Callable[[Message], None]
    """Gets the reply before the next push."""


@dataclass
class _Asked:
    frame: str
    keep: bool
    heard: Callable[[Message], None] | None
    answer: "asyncio.Future[Message]"


class Connection:
    """Keeps a connection to a server while run() runs. All calls must come from one event loop."""

    def __init__(
        self,
        url: str,
        *,
        hello: Callable[[], Message],
        push: Callable[[Message], None],
        greeted: Callable[[Message], None] | None = None,
        welcome: Callable[[Message], Awaitable[None]] | None = None,
        unwelcome: Callable[[Refused], bool] | None = None,
        status: Callable[[Link], None] | None = None,
    ) -> None:
        """
        :param url: ws: or wss:
        :param hello: Returns the fields of the next hello, without "t", "id" and "v".
        :param push: Gets every message that is not an answer.
        :param greeted: Called with the reply to hello, before any push that follows it.
        :param welcome: Called with the reply to hello: restores what the server forgot (rooms) before unanswered
            moves are sent again.
        :param unwelcome: The hello was refused; True = send another one, with other fields (MOST_HELLOS in all).
        """
        self._url = url
        self._hello = hello
        self._push = push
        self._greeted = greeted
        self._welcome = welcome
        self._unwelcome = unwelcome
        self._status = status
        self._socket: Any = None
        self._open = False
        self._ended = False
        self._attempts = 0
        self._unanswered: dict[str, _Asked] = {}
        # The server remembers the ids of moves for the whole match, also those of an earlier run of the
        # program.
        self._prefix = secrets.token_urlsafe(8)
        self._count = itertools.count(1)

    async def run(self) -> None:
        """Runs until cancelled. Raises Refused if the server refuses the hello, Lost if it closed the connection for
        good or the player was deleted.
        """
        try:
            while True:
                self._say(Link("connecting"))
                link = await self._connect()
                if link.code in FINAL:
                    raise Lost(f"The server closed the connection for good ({link.reason}).", link.code)
                wait_s = max(link.wait_s, self._wait(link.code))
                self._say(replace(link, wait_s=wait_s, failures=self._attempts))
                await asyncio.sleep(wait_s)
        finally:
            self._ended = True
            self._forget("The connection was closed.", resent_too=True)
            self._say(Link("closed"))

    def new_id(self) -> str:
        """An id that no other request has."""
        return f"{self._prefix}-{next(self._count)}"

    async def request(self, message: Message, heard: Callable[[Message], None] | None = None) -> Message:
        """Adds an id to a request that has none, and sends it once. Raises Refused or Lost.

        :param heard: Gets the reply, also a refusal, before the next push: this function may return later.
        """
        if self._socket is None:
            raise Lost("There is no connection right now.")
        return await self._ask(message, keep=False, heard=heard)

    async def move(self, message: Message, watcher: "Watcher | None" = None) -> Message:
        """Sends a move, and sends it again with the same id after each break before its answer: the server carries it
        out once. Also usable for any request that may be carried out twice without harm. Raises Refused, or Lost once
        run() has ended.
        """
        if self._ended:
            raise Lost("There is no connection right now.")
        return await self._ask(message, keep=True, watcher=watcher)

    async def _ask(
        self, message: Message, *, keep: bool, heard: Callable[[Message], None] | None = None, watcher: "Watcher | None" = None,
    ) -> Message:
        id = message.get("id") or self.new_id()
        if watcher:
            watcher.asking(id)
            heard = watcher.heard
        asked = _Asked(json.dumps({**message, "id": id}), keep, heard, asyncio.get_running_loop().create_future())
        self._unanswered[id] = asked
        try:
            if not keep or self._open:
                await self._send(asked.frame)
            return await asked.answer
        finally:
            self._unanswered.pop(id, None)

    async def _send(self, frame: str) -> None:
        try:
            await self._socket.send(frame)
        except websockets.exceptions.ConnectionClosed:
            pass  # the reader notices it, too

    async def _connect(self) -> Link:
        """Runs one connection from beginning to end; returns why it ended and the minimum time to wait."""
        try:
            socket = await _connect_to(
                self._url, max_size=None, compression=None, open_timeout=OPENING_S, ping_interval=PING_S,
                ping_timeout=ANSWER_S, close_timeout=1,
            )
        except (OSError, asyncio.TimeoutError, websockets.exceptions.WebSocketException) as why:
            return Link("waiting", _retry_after(why), BROKEN, _reason(why))
        self._socket = socket
        reading = asyncio.create_task(self._read(socket))
        greeting = asyncio.create_task(self._greet())
        try:
            await asyncio.wait({reading, greeting}, return_when=asyncio.FIRST_COMPLETED)
            if greeting.done() and (fault := greeting.exception()):
                if isinstance(fault, Refused) and fault.code in PASSING:
                    return Link("waiting", fault.retry_ms / 1000, BROKEN, str(fault), refused=fault.code)
                if not isinstance(fault, (Lost, asyncio.TimeoutError)):
                    raise fault
                return Link("waiting", 0.0, *(await reading if reading.done() else (BROKEN, "no answer to hello")))
            return Link("waiting", 0.0, *await reading)
        finally:
            self._socket = None
            self._open = False
            self._forget("The connection was lost before the answer came.", resent_too=False)
            for task in (reading, greeting):
                task.cancel()
            await asyncio.gather(reading, greeting, return_exceptions=True)
            await socket.close()

    async def _read(self, socket: Any) -> tuple[int, str]:
        """Reads messages; returns the close code and the reason."""
        try:
            while True:
                self._hear(json.loads(await socket.recv()))
        except websockets.exceptions.ConnectionClosed as why:
            if not why.rcvd:
                return BROKEN, "the connection broke"
            return why.rcvd.code, ", ".join(filter(None, (f"close code {why.rcvd.code}", why.rcvd.reason)))
        except _Forgotten:
            return BROKEN, "the server has forgotten the hello"
        finally:
            self._open = False
            self._forget("The connection was lost before the answer came.", resent_too=False)

    def _hear(self, message: Message) -> None:
        if message.get("re") is None:
            self._push(message)
        elif message.get("code") == "hello_first":
            # After a new hello, over a new connection, it gets the unanswered moves again.
            raise _Forgotten
        elif (asked := self._unanswered.get(message["re"])) and not asked.answer.done():
            # Other answers came twice or too late.
            if asked.heard:
                asked.heard(message)
            if message["t"] == "ok":
                asked.answer.set_result(message)
            else:
                asked.answer.set_exception(Refused(message))

    async def _greet(self) -> None:
        async with asyncio.timeout(ANSWER_S):
            reply = await self._say_hello()
        if self._welcome:
            await self._welcome(reply)
        self._attempts = 0
        self._open = True
        self._say(Link("open"))
        for asked in list(self._unanswered.values()):
            if asked.keep:
                await self._send(asked.frame)

    async def _say_hello(self) -> Message:
        def greeting() -> Message:
            return {"t": "hello", "v": VERSION, **self._hello()}

        def heard(reply: Message) -> None:
            if self._greeted and reply["t"] == "ok":
                self._greeted(reply)

        for _ in range(MOST_HELLOS - 1):
            try:
                return await self._ask(greeting(), keep=False, heard=heard)
            except Refused as why:
                if not (self._unwelcome and self._unwelcome(why)):
                    raise
        return await self._ask(greeting(), keep=False, heard=heard)

    def _wait(self, code: int | None) -> float:
        """Doubles the wait with each attempt; half of it is random, so that clients do not return to a server all at
        once.
        """
        first = code == RESTARTING and self._attempts == 0
        if code == TOO_MANY:
            self._attempts = max(self._attempts, 4)
        base = RESTART_WAIT_S if first else min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0**self._attempts)
        self._attempts = min(self._attempts + 1, 10)
        return base * random.uniform(0.5, 1)

    def _forget(self, why: str, *, resent_too: bool) -> None:
        for asked in list(self._unanswered.values()):
            if (resent_too or not asked.keep) and not asked.answer.done():
                asked.answer.set_exception(Lost(why))

    def _say(self, link: Link) -> None:
        if self._status:
            self._status(link)


def _reason(why: BaseException) -> str:
    """Why an attempt failed. websockets 10 to 13 and newer versions report the status of a refused upgrade differently."""
    status = getattr(getattr(why, "response", why), "status_code", None)
    if status is not None:
        return f"HTTP {status}"
    return str(why) if isinstance(why, websockets.exceptions.WebSocketException) else "nothing answers"


def _retry_after(why: BaseException) -> float:
    """The seconds that a refused upgrade names (429, 503). websockets 10 to 13 and newer versions report it
    differently.
    """
    headers: Any = getattr(getattr(why, "response", why), "headers", None) or {}
    try:
        return float(str(headers.get("Retry-After", 0)))
    except ValueError:
        return 0.0
