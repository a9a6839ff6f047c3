#!/usr/bin/python3
"""Measures how long honest players wait for their moves while strangers try to overload the server.

    bench/attack.py [--binary build/release/cubilete] [--seconds 15]

It starts its own server with default limits. Pairs play Yahtzee from 127.0.0.1, each waiting for the answer to a move
before the next one. Strangers come from other addresses of 127.0.0.0/8. Each is a process with the lowest priority,
because on the Internet strangers use their own processors. Each row is one kind of stranger beside the same pairs;
`p99` is also shown relative to the rows without strangers before and after. The last row but one has processes that send
nothing beside the pairs: the difference between it and "all of them" is the server's own. This is a measurement, not a test.
Run it with the usual priority: with a raised one (`/proc/self/autogroup`), strangers that fill the processors keep the
kernel's threads from writing to the disk, and every row with HTTP shows pauses of 100 ms.
"""
import argparse
import asyncio
import itertools
import json
import multiprocessing
import os
import pathlib
import random
import signal
import statistics
import subprocess
import tempfile
import time

import websockets

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAIRS = 8
PACE_S = 0.05  # seconds between two moves of a pair: a player stays below 20 requests a second, which the server allows
BOT_ROOMS = 6  # of a stranger, who may open 8
LONG_MATCH = 600  # number of entries of a stranger's earlier match
PUBLIC_ROOMS = 200
WINDOWS = 5  # of a row; its p99 is the median of theirs


class Player:
    """One socket. Matches replies by id and keeps the newest push of a match."""

    @classmethod
    async def come(cls, port, name, source="127.0.0.1"):
        self = cls()
        self.socket = await websockets.connect(f"ws://127.0.0.1:{port}/ws", max_size=None, compression=None, max_queue=None,
                                               local_addr=(source, 0))
        self.ids = itertools.count(1)
        self.match = None
        self.waiting = {}
        self.news = asyncio.Event()
        self.reader = asyncio.create_task(self.read())
        assert (await self.ask("hello", v=1, name=name))["t"] == "ok"
        return self

    async def read(self):
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


async def pair(port, number, waits, until):
    """Plays one match after another and records how long each move waited for its answer, in seconds."""
    players = [await Player.come(port, f"{name} {number}") for name in ("Ana", "Luis")]
    room = (await players[0].must("room.create", game="yahtzee", seats=2, clock={"turn_ms": 0}))["room"]
    await players[1].must("room.join", room=room)
    await players[1].must("room.ready", room=room, ready=True)
    await players[0].must("room.start", room=room)
    while time.monotonic() < until.value:
        mover = next((one for one in players if one.may_move()), None)
        if mover:
            begin = time.monotonic()
            await mover.move(random.choice)
            waits.append((begin, time.monotonic() - begin))
        elif players[0].match and players[0].match.get("result"):
            for one in players:
                await one.ask("room.rematch", room=room)
        await asyncio.sleep(PACE_S)


# ---- strangers: each sends as fast as the server's limits allow; a faster one would be closed and cost less


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


async def old_moves(port, source, count, prepared):
    eve, room, old = prepared
    await eve.must("room.leave", room=room)
    await eve.ask("room.join", room=room)
    await eve.ask("room.start", room=room)
    while True:
        await eve.ask("move", room=room, match="m_" + "x" * 16, n=1, move={"do": "roll"})
        await eve.ask("move", room=room, match=old["match"], n=1, move={"do": "roll"})
        count.value += 2


async def gets(port, source, count, paths):
    async def one(path):
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
            try:
                while True:
                    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n".encode())
                    head = (await reader.readuntil(b"\r\n\r\n")).lower()
                    length = head.partition(b"content-length: ")[2].partition(b"\r")[0]
                    await reader.readexactly(int(length))
                    count.value += 1
            except (asyncio.IncompleteReadError, ConnectionError, ValueError):
                writer.close()
                await asyncio.sleep(0.05)

    await asyncio.gather(*(one(path) for path in paths))


async def lobby(port, source, count, _):
    eve = await Player.come(port, f"Eve {source}", source)
    while True:
        await eve.ask("lobby.watch")
        await eve.ask("me.tables")
        count.value += 2


async def rejoin(port, source, count, prepared):
    eve, room, match = prepared
    spies = [await Player.come(port, f"Spy {at} {source}", source) for at in range(8)]
    while True:
        await asyncio.gather(*(spy.ask("room.join", room=room, seen={"match": match["match"], "seq": 0}, **{"as": "spectator"})
                               for spy in spies))
        count.value += len(spies)


async def doors(port, source, count, _):
    eve = await Player.come(port, f"Eve {source}", source)
    room = (await eve.must("room.create", game="tres", password="sesame", public=True))["room"]
    mallory = await Player.come(port, f"Mallory {source}", source)
    while True:
        await mallory.ask("room.join", room=room, password=f"{random.random()}")
        await mallory.ask("room.join", room="AAAAAA")
        await eve.ask("room.set", room=room, password=f"{random.random()}")
        count.value += 3


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


async def house(port, source, count, prepared):
    """Hints for rare options, each for a new match, while the matches of bots run."""
    eve = prepared
    for bonus in itertools.cycle(range(0, 200, 5)):
        room = (await eve.must("room.create", game="yahtzee", seats=1, hints=True, clock={"turn_ms": 0},
                               options={"upper_bonus": bonus}))["room"]
        await eve.must("room.start", room=room)
        await eve.ask("hint", room=room)  # may be busy: the tables of rare options are computed one after the other
        await eve.must("room.leave", room=room)
        count.value += 4


async def spin(port, source, count, _):
    """Sends nothing and only keeps a processor busy: what the machine itself costs the pairs."""
    while True:
        sum(range(10_000))
        await asyncio.sleep(0)


def stranger(kind, port, source, ready, go, count, paths):
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
        ready.set()
        await asyncio.to_thread(go.wait)
        await kind(port, source, count, prepared)

    asyncio.run(run())


ROWS = {
    "moves of an earlier match": [(old_moves, None)] * 2,
    "GET rooms, pages, boards": [(gets, ["/api/v1/rooms", "/r/K7QX2M", "/", "/api/v1/leaderboard?game=yahtzee"] * 4)] * 2,
    "GET a long match": [(gets, ["long"])] * 2,
    "room list and own tables": [(lobby, None)] * 4,
    "coming back from entry 0": [(rejoin, None)] * 2,
    "codes and passwords": [(doors, None)] * 3,
    "bots, hints": [(house, None)] * 2,
}


class Until:
    value = float("inf")


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1_000


def p99_of(windows):
    """The median of the windows' p99: the machine's own pauses, which fall into one or two windows, do not count."""
    return statistics.median(percentile(window, 0.99) for window in windows)


async def measure(name, kinds, port, seconds, waits, hosts):
    go, strangers = multiprocessing.Event(), []
    for kind, paths in kinds:
        ready, count = multiprocessing.Event(), multiprocessing.Value("q", 0)
        source = next(hosts)
        process = multiprocessing.Process(target=stranger, args=(kind, port, source, ready, go, count, paths), daemon=True)
        process.start()
        strangers.append((process, ready, count))
    for _, ready, _ in strangers:
        assert await asyncio.to_thread(ready.wait, 60), f"a stranger of the row '{name}' was not ready within 60 s"
    await asyncio.sleep(1)
    go.set()
    await asyncio.sleep(0.5)
    begin = time.monotonic()
    await asyncio.sleep(seconds)
    took = time.monotonic() - begin
    windows = [[] for _ in range(WINDOWS)]
    for since, wait in waits:
        if begin <= since < begin + took:
            windows[int((since - begin) / took * WINDOWS)].append(wait)
    seen = sum(windows, [])
    answers = sum(count.value for _, _, count in strangers) / took
    for process, _, _ in strangers:
        process.kill()
        process.join()
    await asyncio.sleep(0.5)
    return name, len(seen) / took, answers, percentile(seen, 0.5), p99_of(windows), max(seen) * 1_000


async def fill(port, hosts):
    """Creates public rooms, so that lists have entries."""
    for _ in range(PUBLIC_ROOMS // 8):
        host = await Player.come(port, "Host", next(hosts))
        for _ in range(8):
            await host.ask("room.create", game="escalera", public=True)


async def run(binary, seconds):
    with tempfile.TemporaryDirectory(prefix="cubilete-") as home:
        port_file = pathlib.Path(home) / "port"
        server = subprocess.Popen([binary, "serve", "--port", "0", "--port-file", port_file, "--data", f"{home}/data",
                                   "--log-level", "error"])
        try:
            while not port_file.exists():
                await asyncio.sleep(0.05)
            port = int(port_file.read_text())
            hosts = (f"127.0.{a}.{b}" for a in range(1, 255) for b in range(1, 255))
            await fill(port, hosts)
            waits = []
            pairs = [asyncio.create_task(pair(port, number, waits, Until)) for number in range(PAIRS)]
            await asyncio.sleep(2)
            rows = [await measure("quiet", [], port, seconds, waits, hosts)]
            for name, kinds in ROWS.items():
                rows.append(await measure(name, kinds, port, seconds, waits, hosts))
            rows.append(await measure("all of them", [one for kinds in ROWS.values() for one in kinds[:1]], port, seconds,
                                      waits, hosts))
            rows.append(await measure("as many busy processes", [(spin, None)] * len(ROWS), port, seconds, waits, hosts))
            rows.append(await measure("quiet", [], port, seconds, waits, hosts))
            for one in pairs:
                if one.done():
                    one.result()
                one.cancel()
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)
    quiet = max(rows[0][4], rows[-1][4])
    print(f"{'strangers':30} {'moves/s':>8} {'their asks/s':>12} {'p50 ms':>7} {'p99 ms':>7} {'max ms':>7} {'p99/quiet':>9}")
    for name, moves, answers, p50, p99, most in rows:
        print(f"{name:30} {moves:8.0f} {answers:12.0f} {p50:7.2f} {p99:7.2f} {most:7.1f} {p99 / quiet:9.2f}")


if __name__ == "__main__":
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--binary", default=ROOT / "build/release/cubilete")
    flags.add_argument("--seconds", type=float, default=15, help="of each row")
    chosen = flags.parse_args()
    asyncio.run(run(chosen.binary, chosen.seconds))
