"""The strangers of attack.py: each sends as fast as the server's limits allow; a faster one would be closed and cost less."""
import asyncio
import contextlib
import itertools
import json
import multiprocessing
import os
import random

import websockets

BOT_ROOMS = 6  # of a stranger, who may open 8
LONG_MATCH = 600  # number of entries of a stranger's earlier match
WATCHERS = 100  # of a table where somebody is renamed


class Tally:
    """Counts the requests of strangers that were answered and refused, over all processes of a row."""

    def __init__(self):
        self.answered, self.refused = multiprocessing.Value("q", 0), multiprocessing.Value("q", 0)

    def add(self, is_refused=False):
        value = self.refused if is_refused else self.answered
        value.value += 1


class Player:
    """One socket. Matches replies by id and keeps the newest push of a match."""

    @classmethod
    async def come(cls, port, name, source="127.0.0.1", tally=None):
        self = cls()
        self.socket = await websockets.connect(f"ws://127.0.0.1:{port}/ws", max_size=None, compression=None, max_queue=None,
                                               local_addr=(source, 0))
        self.ids = itertools.count(1)
        self.match = None
        self.waiting = {}
        self.news = asyncio.Event()
        self.tally = None
        self.reader = asyncio.create_task(self.read())
        assert (await self.ask("hello", v=1, name=name))["t"] == "ok"
        self.tally = tally
        return self

    async def read(self):
        with contextlib.suppress(websockets.ConnectionClosedError):  # the server disconnects who deletes themself
            async for text in self.socket:
                frame = json.loads(text)
                if frame.get("re") in self.waiting:
                    self.waiting.pop(frame["re"]).set_result(frame)
                elif frame["t"] == "match":
                    self.match = frame
                    self.news.set()

    async def ask(self, t, **fields):
        while True:
            id = next(self.ids)
            answer = self.waiting[id] = asyncio.get_running_loop().create_future()
            await self.socket.send(json.dumps({"t": t, "id": id, **fields}))
            reply = await asyncio.wait_for(answer, 60)
            if self.tally:
                self.tally.add(reply["t"] == "refused")
            if reply.get("code") != "rate_limited":
                return reply
            await asyncio.sleep(reply.get("retry_ms", 100) / 1_000)

    async def must(self, t, **fields):
        """Sends a request that the benchmark itself needs, and raises if it is refused."""
        reply = await self.ask(t, **fields)
        assert reply["t"] == "ok", f"{t} {fields}: {reply}"
        return reply

    def may_move(self):
        you = self.match and self.match.get("you")
        return you and you.get("moves") and not self.match.get("result")

    async def move(self, choose):
        push = self.match
        reply = await self.ask("move", room=push["room"], match=push["match"], n=push["you"]["n"],
                               move=choose(push["you"]["moves"]))
        while self.match["seq"] < reply.get("seq", 0) and self.match["match"] == push["match"]:
            self.news.clear()
            await self.news.wait()
        return reply


async def long_match(port, source, entries=LONG_MATCH):
    """A stranger in a room where a match of this many entries is over and another one runs."""
    eve = await Player.come(port, f"Eve {source}", source)
    room = (await eve.must("room.create", game="ambiciosa", seats=1, clock={"turn_ms": 0}, public=True,
                          options={"target": 10_000}))["room"]
    await eve.ask("room.start", room=room)
    while eve.match["seq"] < entries and not eve.match.get("result"):
        await eve.move(lambda moves: next((one for one in moves if one["do"] == "roll"), moves[0]))
        await asyncio.sleep(0.002)
    return eve, room, eve.match


async def old_moves(port, source, tally, prepared):
    eve, room, old = prepared
    await eve.must("room.leave", room=room)
    await eve.ask("room.join", room=room)
    await eve.ask("room.start", room=room)
    while True:
        await eve.ask("move", room=room, match="m_" + "x" * 16, n=1, move={"do": "roll"})
        await eve.ask("move", room=room, match=old["match"], n=1, move={"do": "roll"})


async def gets(port, source, tally, paths):
    async def one(path):
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
            try:
                while True:
                    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n".encode())
                    head = (await reader.readuntil(b"\r\n\r\n")).lower()
                    length = head.partition(b"content-length: ")[2].partition(b"\r")[0]
                    await reader.readexactly(int(length))
                    tally.add(head.split(b" ", 2)[1] >= b"400")
            except (asyncio.IncompleteReadError, ConnectionError, ValueError):
                writer.close()
                await asyncio.sleep(0.05)

    await asyncio.gather(*(one(path) for path in paths))


async def lobby(port, source, tally, _):
    eve = await Player.come(port, f"Eve {source}", source, tally)
    while True:
        await eve.ask("lobby.watch")
        await eve.ask("me.tables")


async def rejoin(port, source, tally, prepared):
    eve, room, match = prepared
    spies = [await Player.come(port, f"Spy {at} {source}", source, tally) for at in range(8)]
    while True:
        await asyncio.gather(*(spy.ask("room.join", room=room, seen={"match": match["match"], "seq": 0}, **{"as": "spectator"})
                               for spy in spies))


async def password_guesses(port, source, tally, _):
    eve = await Player.come(port, f"Eve {source}", source, tally)
    room = (await eve.must("room.create", game="tres", password="sesame", public=True))["room"]
    mallory = await Player.come(port, f"Mallory {source}", source, tally)
    while True:
        await mallory.ask("room.join", room=room, password=f"{random.random()}")
        await eve.ask("room.set", room=room, password=f"{random.random()}")


async def codes(port, source, tally, _):
    """Codes of rooms that are not there, of several players."""
    guessers = [await Player.come(port, f"Eve {at} {source}", source, tally) for at in range(8)]
    while True:
        await asyncio.gather(*(eve.ask("room.join", room=f"G{random.randrange(10**5)}") for eve in guessers))


def neighbours(source):
    """Further addresses of the same stranger."""
    return (source.rpartition(".")[0].replace("127.0", f"127.{net}", 1) + f".{host}" for net in range(1, 255)
            for host in range(1, 255))


async def left_rooms(port, source, tally, _):
    """Tables of one seat, each left at once, from new addresses."""
    for address in neighbours(source):
        for _ in range(30):
            eve = await Player.come(port, "Eve", address, tally)
            for _ in range(7):
                room = (await eve.ask("room.create", game="yahtzee", seats=1, clock={"turn_ms": 0})).get("room")
                await eve.ask("room.start", room=room or "NONE")
            await eve.socket.close()


async def deleted(port, source, tally, _):
    """Guests who delete themselves, from new addresses."""
    for address in neighbours(source):
        for _ in range(50):
            eve = await Player.come(port, "Eve", address, tally)
            await eve.ask("me.delete")
            await eve.socket.close()


async def renames(port, source, tally, _):
    """A name that changes before many who watch."""
    host = await Player.come(port, f"Host {source}", source)
    room = (await host.must("room.create", game="yahtzee"))["room"]
    addresses = itertools.islice(neighbours(source), WATCHERS // 10)
    crowd = [await Player.come(port, "Wil", address, tally) for address in addresses for _ in range(10)]
    for watcher in crowd:
        await watcher.ask("room.join", room=room, **{"as": "spectator"})
    for number in itertools.count():
        await asyncio.gather(*(one.ask("rename", name=f"Wil {number}") for one in crowd[:8]))


async def tips(port, source, tally, _):
    """One stranger sends one tip for the dice again and again."""
    eve = await Player.come(port, f"Eve {source}", source, tally)
    room = (await eve.must("room.create", game="yahtzee", seats=1))["room"]
    while True:
        await asyncio.gather(*(eve.ask("dice.tip", room=room, match="m_" + "x" * 16, tip="a" * 64) for _ in range(16)))


async def own_moves(port, source, tally, _):
    """Entries that are stored for good."""
    while True:
        eve, room, _ = await long_match(port, source, 1)
        eve.tally = tally
        while not eve.match.get("result"):
            await eve.move(lambda moves: next((one for one in moves if str(one).startswith("roll") or "roll" in str(one)), moves[0]))


async def bots_play(port, source):
    """A stranger who has started matches of bots only."""
    eve = await Player.come(port, f"Eve {source}", source)
    for _ in range(BOT_ROOMS):
        room = (await eve.must("room.create", game="tres", seats=4, clock={"turn_ms": 0})).get("room")
        for seat in range(1, 4):
            await eve.ask("room.bot", room=room, seat=seat, level="easy")
        await eve.ask("room.start", room=room)
        await eve.ask("room.leave", room=room)
    return eve


async def house(port, source, tally, prepared):
    """Hints for rare options, each for a new match, while the matches of bots run."""
    eve = prepared
    for bonus in itertools.cycle(range(0, 200, 5)):
        room = (await eve.must("room.create", game="yahtzee", seats=1, hints=True, clock={"turn_ms": 0},
                               options={"upper_bonus": bonus}))["room"]
        await eve.must("room.start", room=room)
        await eve.ask("hint", room=room)  # may be busy: the tables of rare options are computed one after the other
        await eve.must("room.leave", room=room)


async def spin(port, source, tally, _):
    """Sends nothing and only keeps a processor busy: what the machine itself costs the pairs."""
    while True:
        sum(range(10_000))
        await asyncio.sleep(0)


def stranger(kind, port, source, ready, go, tally, paths):
    os.nice(19)
    random.seed(source)

    async def run():
        # The input of the attack is created before the measurement starts.
        prepared = await long_match(port, source) if kind in (old_moves, rejoin) else paths
        if kind is house:
            prepared = await bots_play(port, source)
        if paths and paths[0] == "long":
            _, _, match = await long_match(port, source)
            prepared = [f"/api/v1/matches/{match['match']}?views=1"] * 4
        if isinstance(prepared, tuple):
            prepared[0].tally = tally
        elif isinstance(prepared, Player):
            prepared.tally = tally
        ready.set()
        await asyncio.to_thread(go.wait)
        await kind(port, source, tally, prepared)

    asyncio.run(run())
