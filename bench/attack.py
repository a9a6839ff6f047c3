#!/usr/bin/python3
"""Measures how long honest players wait for their moves while strangers try to overload the server.

    bench/attack.py [--binary build/release/cubilete] [--seconds 3]

It starts its own server with default limits. Pairs play Yahtzee from 127.0.0.1, each waiting for the answer to a move
before the next one. Strangers come from other addresses of 127.0.0.0/8. Each is a process with the lowest priority,
because on the Internet strangers use their own processors. Each row is one kind of stranger beside the same pairs;
`p99` is also shown relative to the first row, without strangers; the last row, again without, shows how much the machine has
changed meanwhile. `refused` are the requests of strangers that the server refused, for their rate or because they were
wrong; `answered` are the others. The last row but one has processes that send nothing beside the pairs: the difference
between it and "all of them" is the server's own. After the rows an honest newcomer opens a table. This is a measurement, not
a test. A table whose dice somebody delays, and the port for nodes, are not in it: they concern no other table.
Run it with the usual priority: with a raised one (`/proc/self/autogroup`), strangers that fill the processors keep the
kernel's threads from writing to the disk, and every row with HTTP shows pauses of 100 ms.
"""
import argparse
import asyncio
import multiprocessing
import pathlib
import random
import statistics
import time

from server import new_server
from strangers import (Player, Tally, codes, deleted, gets, house, left_rooms, lobby, old_moves, own_moves, password_guesses, rejoin, renames, spin,
                       stranger, tips)

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAIRS = 8
INTERVAL_S = 0.05  # seconds between two moves of a pair: a player stays below 20 requests a second, which the server allows
PUBLIC_ROOMS = 200
WINDOWS = 5  # of a row; its p99 is the median of theirs


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
        await asyncio.sleep(INTERVAL_S)


ROWS = {
    "moves of an earlier match": [(old_moves, None)] * 2,
    "GET rooms, pages, boards": [(gets, ["/api/v1/rooms", "/r/K7QX2M", "/", "/api/v1/leaderboard?game=yahtzee"] * 4)] * 2,
    "GET a long match": [(gets, ["long"])] * 2,
    "room list and own tables": [(lobby, None)] * 4,
    "coming back from entry 0": [(rejoin, None)] * 2,
    "passwords": [(password_guesses, None)] * 3,
    "bots, hints": [(house, None)] * 2,
    "codes of no rooms": [(codes, None)] * 2,
    "guests who delete themselves": [(deleted, None)] * 2,
    "names before many watchers": [(renames, None)] * 2,
    "repeated values for dice": [(tips, None)] * 2,
    "moves of their own": [(own_moves, None)] * 4,
    "tables that are left": [(left_rooms, None)] * 2,
}


class Until:
    value = float("inf")


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1_000


def p99_of(windows):
    """The median of the windows' p99: the machine's own pauses, which fall into one or two windows, do not count."""
    return statistics.median(percentile(window, 0.99) for window in windows if window)


async def measure(name, kinds, port, seconds, waits, hosts):
    go, tally, strangers = multiprocessing.Event(), Tally(), []
    for kind, paths in kinds:
        ready = multiprocessing.Event()
        process = multiprocessing.Process(target=stranger, args=(kind, port, next(hosts), ready, go, tally, paths), daemon=True)
        process.start()
        strangers.append((process, ready))
    for _, ready in strangers:
        assert await asyncio.to_thread(ready.wait, 60), f"a stranger of the row '{name}' was not ready within 60 s"
    go.set()
    await asyncio.sleep(0.5)
    begin, answered, refused = time.monotonic(), tally.answered.value, tally.refused.value
    await asyncio.sleep(seconds)
    took = time.monotonic() - begin
    answered, refused = tally.answered.value - answered, tally.refused.value - refused
    windows = [[] for _ in range(WINDOWS)]
    for since, wait in waits:
        if begin <= since < begin + took:
            windows[int((since - begin) / took * WINDOWS)].append(wait)
    seen = sum(windows, [])
    assert seen, f"beside the row '{name}' no pair made a move"
    for process, _ in strangers:
        process.kill()
        process.join()
    await asyncio.sleep(0.2)
    return name, len(seen) / took, answered / took, refused / took, percentile(seen, 0.5), p99_of(windows), max(seen) * 1_000


async def newcomer(port, source):
    """How an honest player fares who opens a table now."""
    guest = await Player.come(port, "Newcomer", source)
    reply = await guest.ask("room.create", game="yahtzee")
    return "gets it" if reply["t"] == "ok" else f"is refused: {reply['code']}"


async def fill(port, hosts):
    """Creates public rooms, so that lists have entries."""
    for _ in range(PUBLIC_ROOMS // 8):
        host = await Player.come(port, "Host", next(hosts))
        for _ in range(8):
            await host.ask("room.create", game="escalera", public=True)


async def run(port, seconds):
    hosts = (f"127.0.{a}.{b}" for a in range(1, 255) for b in range(1, 255))
    await fill(port, hosts)
    waits = []
    pairs = [asyncio.create_task(pair(port, number, waits, Until)) for number in range(PAIRS)]
    await asyncio.sleep(2)
    everybody = [one for kinds in ROWS.values() for one in kinds[:1]]
    rows = {"quiet": []} | ROWS | {"all of them": everybody, "as many busy processes": [(spin, None)] * len(ROWS),
                                   "quiet again": []}
    print(f"{'strangers':30} {'moves/s':>8} {'answered/s':>10} {'refused/s':>9} {'p50 ms':>7} {'p99 ms':>7} {'max ms':>7} "
          f"{'p99/quiet':>9}")
    quiet = None
    for name, kinds in rows.items():
        name, moves, answered, refused, p50, p99, most = await measure(name, kinds, port, seconds, waits, hosts)
        quiet = quiet or p99
        print(f"{name:30} {moves:8.0f} {answered:10.0f} {refused:9.0f} {p50:7.2f} {p99:7.2f} {most:7.1f} {p99 / quiet:9.2f}",
              flush=True)
    print(f"an honest newcomer opens a table and {await newcomer(port, next(hosts))}")
    for one in pairs:
        if one.done():
            one.result()
        one.cancel()


if __name__ == "__main__":
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--binary", default=ROOT / "build/release/cubilete")
    flags.add_argument("--seconds", type=float, default=3, help="of each row")
    chosen = flags.parse_args()
    with new_server(chosen.binary, "--log-level", "error") as server:
        asyncio.run(run(server.port, chosen.seconds))
