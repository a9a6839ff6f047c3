"""Runs a bot in its room, one thing after another, while its connection brings news."""

import asyncio
import inspect
import json
import random
import warnings
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from .connection import DELETED, PASSING, Connection, Lost, Message, Refused
from .dice import DiceClient
from .verdict import Verdict
from .latest_push import LatestPush, prompt_key
from .record import verify_match
from .tokens import Token, TokenChoice

Move = str | dict[str, Any]
"""One of `moves`: in Yahtzee and TRES a string. Or its long form, a dictionary."""
View = dict[str, Any]

FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 15.0
MOST_TRIES = 20  # over one connection: a room that an error of the server has stopped stays busy forever
MOST_REFUSALS = 3  # moves per prompt; after that the clock, or other seats, continue without the bot

MOVED_ON = frozenset({"stale", "not_your_turn", "match_over", "not_in_room", "not_seated", "not_started"})
"""Refusals of a move after which nobody waits for another one."""
FAULTS = frozenset({"illegal_move", "bad_message", "unknown_type", "too_big", "too_deep", "bad_text", "bad_options",
                    "not_host"})
"""Refusals of a request that will never do as it stands."""
SEAT_TAKEN = frozenset({"seat_taken"})

THINKING = ThreadPoolExecutor(1, "on_turn")
"""For the plain functions on_turn of all bots, which need not be safe for threads."""


class TurnedAway(Exception):
    """The server refused MOST_TRIES joins. It ends the connection, which would come back after Lost."""


@dataclass(frozen=True)
class Outcome:
    reason: str
    """The reason for the end: "matches" (the wanted number was played), "no_room" (it was gone after a break), or the reason of
    "gone" (protocol/README.md)."""
    results: list[Message] = field(default_factory=list)
    """How all matches ended that the bot had a seat in."""
    verdicts: list[Verdict] = field(default_factory=list)
    """With `verify`: the verdicts on the dice of these matches."""


@dataclass
class Prompt:
    """The answers given to one prompt."""

    key: str = ""
    asks: int = 2
    """So often on_turn is asked."""
    refused: list[Move] = field(default_factory=list)


@dataclass
class Player:
    on_turn: Callable[[View, list[Move]], Move | None | Awaitable[Move | None]]
    code: str | None
    create: Message | None
    quick: str | None
    seat_as: str | None
    password: str | None
    matches: int | None
    name: str
    avatar: int | None
    token: Token
    agent: str
    on_end: Callable[[Message, Message], None] | None
    on_room: Callable[[str], None] | None
    on_push: Callable[[Message], None] | None
    verify: str | None
    """The server, if its records are to be checked."""

    def __post_init__(self) -> None:
        self.choice = TokenChoice(self.token)
        self.invited = self.code is not None
        self.me: str | None = None
        self.here = False
        self.room: Message | None = None
        self.newest = LatestPush()
        self.running: str | None = None  # a match that was seen before its end
        self.done: set[str] = set()  # requests that were carried out and need not be repeated
        self.prompt = Prompt()
        self.unsure: str | None = None  # a prompt to answer again if it is still open
        self.given_up: str | None = None  # a prompt whose answer was refused MOST_TRIES times over this connection
        self.hellos = 0  # the connections so far
        self.turned_away = 0
        self.failed_search_id: str | None = None
        self.results: dict[str, Message] = {}  # by match
        self.verdicts: dict[str, Verdict] = {}
        self.connection: Connection
        self.dice: DiceClient | None = None
        self.news = asyncio.Event()
        self.gone: str | None = None

    async def play(self) -> Outcome:
        connected = asyncio.create_task(self.connection.run())
        working = asyncio.create_task(self.work())
        try:
            await asyncio.wait({connected, working}, return_when=asyncio.FIRST_COMPLETED)
            if connected.done():
                connected.result()  # raises: a connection does not end by itself
            return Outcome(working.result(), list(self.results.values()), list(self.verdicts.values()))
        except Lost as why:
            if why.code == DELETED:
                self.token.set(None)
            raise
        except TurnedAway as why:
            raise Lost(str(why)) from why
        finally:
            if self.dice:
                self.dice.close()
            for task in (working, connected):
                task.cancel()
            await asyncio.gather(working, connected, return_exceptions=True)

    @property
    def push(self) -> Message | None:
        return self.newest.push

    # ---- messages from the server

    def hello(self) -> Message:
        greeting = {"name": self.name, "avatar": self.avatar, "bot": True, "agent": self.agent, "token": self.choice.next,
                    "dice": 1 if self.dice else None}
        return {name: value for name, value in greeting.items() if value is not None}

    def greeted(self, hello: Message) -> None:
        self.newest.greeted()
        if self.dice:
            self.dice.joined(hello)

    def unwelcome(self, why: Refused) -> bool:
        return why.code == "bad_token" and self.choice.refused()

    async def arrive(self, hello: Message) -> None:
        """Called after each hello, the first one or a later one."""
        self.choice.greeted(hello.get("token"))
        self.me = hello["player"]["id"]
        self.hellos += 1
        if self.given_up:
            self.unsure, self.given_up, self.prompt = self.given_up, None, Prompt()
        # The server may have forgotten these.
        self.done = {once for once in self.done if not once.startswith(("ready ", "start ", "again ", "alone "))}
        try:
            await (self.join() if self.code else self.find())
            self.turned_away = 0
        except Refused as why:
            self.turned_away += 1
            if self.turned_away == MOST_TRIES:
                raise TurnedAway(str(why)) from why
            raise

    async def find(self) -> None:
        if self.here:
            return  # found over a newer connection
        asked: Message = {"t": "quick.match", "game": self.quick}
        if self.create:
            seats = {"seats": 1 + len(self.create["house"])} if self.create.get("house") else {}
            settings = {name: value for name, value in self.create.items() if name != "house"}
            asked = {"t": "room.create", **seats, **settings}
        # An answer may have been lost, and the server knows a search by its id. Of two at a time each has its own, by which the
        # connection finds it.
        search_id, self.failed_search_id = self.failed_search_id or self.connection.new_id(), None
        try:
            found = await self.connection.request({**asked, "id": search_id})
        except BaseException:  # also if it is cancelled
            self.failed_search_id = search_id
            raise
        self.newest.entered()
        self.at(found["room"])

    async def join(self) -> None:
        """Takes the seat, again or for the first time, and gets what was missed."""
        request: Message = {"t": "room.join", "room": self.code}
        if self.seat_as:
            request["as"] = self.seat_as
        if self.password:
            request["password"] = self.password
        if self.newest.seen:
            request["seen"] = self.newest.seen

        def heard(reply: Message) -> None:
            if reply["t"] == "ok":
                self.newest.joined()
                if self.dice:
                    self.dice.returned()

        # Names no seat, so any free seat will do.
        try:
            self.at((await self.patiently(lambda: self.connection.request(request, heard), SEAT_TAKEN))["room"])
        except Refused as why:
            if not self.here or why.code != "no_room":
                raise
            self.hear({"t": "gone", "room": self.code, "reason": "no_room"})

    def at(self, code: str) -> None:
        self.code = code
        if not self.here and self.on_room:
            self.on_room(code)
        self.here = True
        self.news.set()

    def hear(self, message: Message) -> None:
        if self.on_push:
            self.on_push(message)
        if self.code and message.get("room") != self.code:
            return
        if self.dice:
            self.dice.hear(message)
        if message["t"] == "gone":
            self.gone = message["reason"]
        elif message["t"] == "room":
            self.room = message
            # Seats may be again as they were: nobody is ready any more after a change of the options.
            seats = json.dumps(message["seats"])
            self.done = {once for once in self.done if not once.startswith(("ready ", "start ")) or once.endswith(seats)}
        elif message["t"] == "match":
            self.see(message)
        self.news.set()

    def see(self, message: Message) -> None:
        before = self.push
        unmade = self.newest.accept(message)
        push = self.push
        if unmade is None or push is None:
            return
        for match in unmade:
            self.results.pop(match, None)
            self.verdicts.pop(match, None)
            self.prompt = Prompt()
        if unmade or before and before["match"] != push["match"]:
            self.done.clear()
        if unmade or not push["result"]:
            self.running = push["match"]
        if "you" in push and prompt_key(push) == self.unsure:
            self.done.discard(self.unsure)
            self.unsure = None

    # ---- actions

    async def work(self) -> str:
        """Does one action after another, each once, until the bot has left; returns the reason."""
        while not self.gone:
            self.news.clear()
            task = (self.ending() or self.turn() or self.preparing()) if self.here else None
            if not await (task or self.news.wait)():
                break
        if self.gone and self.dice:
            await self.dice.gone()
        return self.gone or "matches"

    def once(self, key: str) -> bool:
        """Returns whether this has not been done before, and marks it as done."""
        new = key not in self.done
        self.done.add(key)
        return new

    def ending(self) -> Callable[[], Awaitable[bool]] | None:
        push = self.push
        if not (push and push["result"] and push["match"] == self.running and self.once(f"end {push['match']}")):
            return None

        last = push

        async def finish() -> bool:
            if "you" not in last:
                return True
            self.results[last["match"]] = last["result"]
            if self.on_end:
                self.on_end(last["result"], last["you"])
            await self.check_dice(last)
            if self.matches is None or len(self.results) < self.matches:
                return True
            await self.ask("room.leave")
            return False

        return finish

    async def check_dice(self, last: Message) -> None:
        if self.dice:
            await self.dice.ended(last)
        if self.verify:
            verdict = self.dice.verdict(self.verify, last["match"]) if self.dice else asyncio.to_thread(verify_match, self.verify, last["match"])
            self.verdicts[last["match"]] = await verdict

    def turn(self) -> Callable[[], Awaitable[bool]] | None:
        push = self.push
        if not (push and not push["result"] and push.get("you") and push["you"]["moves"]):
            return None
        prompt = push
        return (lambda: self.decide(prompt)) if self.once(prompt_key(push)) else None

    async def decide(self, push: Message) -> bool:
        moves: list[Move] = push["you"]["moves"]
        if self.prompt.key != prompt_key(push):
            self.prompt, self.given_up = Prompt(prompt_key(push)), None
        move = await self.choose(push)
        if move is None:
            return True
        why = await self.send(push, move)
        if why and why.code in FAULTS and moves[0] not in self.prompt.refused and self.still_asks(push):
            warnings.warn(f"on_turn: {json.dumps(move)}: {why} Playing the first move.", stacklevel=1)
            why = await self.send(push, moves[0])
        if why:
            await self.look_again(push, why.code)
        return True

    async def choose(self, push: Message) -> Move | None:
        """The move of on_turn, at most twice a prompt and not after a refusal for good; then a move that was not refused, or None."""
        moves: list[Move] = push["you"]["moves"]
        if not self.prompt.asks:
            return next((move for move in moves if move not in self.prompt.refused), None)
        self.prompt.asks -= 1
        choice: Any
        if inspect.iscoroutinefunction(self.on_turn):
            choice = self.on_turn(push["view"], moves)
        else:
            # Meanwhile the connection is served: the server waits 1.5 seconds for values of provable dice.
            choice = await asyncio.get_running_loop().run_in_executor(THINKING, self.on_turn, push["view"], moves)
        move: Move | None = await choice if inspect.isawaitable(choice) else choice
        return move

    async def send(self, push: Message, move: Move) -> Refused | None:
        """Sends a move; returns the refusal, or None if it was accepted."""
        match, n = push["match"], push["you"]["n"]
        request = {"t": "move", "room": push["room"], "match": match, "n": n, "move": move}
        watcher = self.dice.watcher(match, n, move) if self.dice else None
        try:
            await self.patiently(lambda: self.connection.move(request, watcher))
        except Refused as why:
            self.prompt.refused.append(move)
            if why.code in FAULTS:
                self.prompt.asks = 0
            return why
        return None

    def still_asks(self, push: Message) -> bool:
        return self.push is not None and "you" in self.push and prompt_key(self.push) == prompt_key(push)

    async def look_again(self, push: Message, code: str) -> None:
        """Joining again brings the present state: the match has moved on, the bot was removed, or the refusal does
        not say it and the same prompt may still be open.
        """
        if code in PASSING:
            self.given_up = prompt_key(push)
        elif code not in MOVED_ON and len(self.prompt.refused) < MOST_REFUSALS:
            self.unsure = prompt_key(push)
            await self.pause(len(self.prompt.refused))
        try:
            await self.patiently(self.join)
        except Lost:
            pass  # after a reconnection the bot joins anyway

    def preparing(self) -> Callable[[], Awaitable[bool]] | None:
        """Between matches: reports ready, asks for a rematch, or starts the match in its own room. A room of a quick
        match starts by itself.
        """
        room = self.room
        own = next((seat for seat in room["seats"] if (seat["player"] or {}).get("id") == self.me), None) if room else None
        if not room or not own or room["phase"] == "playing":
            return None
        hosts = not self.invited and room["host"] == self.me
        seated = sum(1 for seat in room["seats"] if seat["player"])
        house = sum(1 for seat in room["seats"] if "level" in seat)
        seats = json.dumps(room["seats"])
        start = f"start {room['match']} {seats}"
        if room["phase"] == "finished":
            if not (self.push is not None and self.push["match"] == room["match"] and self.push["result"]):
                return None
            if seated == 1 and len(room["seats"]) > 1:  # all others have left: others may come
                return self.find_others if self.quick and room.get("quick") and self.once(f"alone after {room['match']}") else None
            if hosts and house == seated - 1:  # nobody else is to be asked
                return (lambda: self.ask("room.start")) if self.once(start) else None
            return (lambda: self.ask("room.rematch")) if self.once(f"again after {room['match']}") else None
        if room.get("quick"):
            return None
        if hosts:
            levels = ((self.create or {}).get("house") or [])[house:]
            free = next((number for number, seat in enumerate(room["seats"]) if not seat["player"]), None)
            if free is None:
                return (lambda: self.ask("room.start")) if self.once(start) else None
            return (lambda: self.ask("room.bot", seat=free, level=levels[0])) if levels and self.once(start) else None
        return (lambda: self.ask("room.ready", ready=True)) if not own["ready"] and self.once(f"ready {seats}") else None

    async def find_others(self) -> bool:
        """All others have left: searches for a quick match again."""
        await self.ask("room.leave")
        if self.dice:
            self.dice.hear({"t": "gone", "room": self.code, "reason": "left"})
        self.room = self.code = None
        self.here = False
        try:
            await self.patiently(self.find)
        except Lost:
            pass  # after a reconnection the bot searches anyway
        return True

    async def ask(self, t: str, **fields: Any) -> bool:
        """Sends a request that may be refused because the room has changed; then a push follows. Repeated after a
        break like a move, because to be ready or to leave twice has no further effect.
        """
        try:
            await self.patiently(lambda: self.connection.move({"t": t, "room": self.code, **fields}))
        except Refused as why:
            if why.code == "bad_message":
                raise
        return True

    async def patiently(self, ask: Callable[[], Awaitable[Any]], codes: frozenset[str] = PASSING) -> Any:
        """Repeats the request after these refusals: not before retry_ms, and with growing pauses. Raises the refusal after
        MOST_TRIES over one connection.
        """
        tries, hellos = 0, self.hellos
        while True:
            try:
                return await ask()
            except Refused as why:
                tries, hellos = tries + 1 if hellos == self.hellos else 1, self.hellos
                if why.code not in codes or tries == MOST_TRIES:
                    raise
                await self.pause(tries, why.retry_ms / 1000)

    async def pause(self, tries: int, at_least_s: float = 0.0) -> None:
        pause_s = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2**tries) * random.uniform(0.5, 1)
        await asyncio.sleep(at_least_s + pause_s)
