#!/usr/bin/python3
"""Measures the cost of a hello on a server with many bans, compared with one that has none.

    bench/hellos.py PROGRAM [--bans 10000] [--hellos 10000] [--pairs 5]

PROGRAM is a `cubilete`. Both servers greet the same number of known players, each on a new connection, in turn; half of the bans are of
players, the others of networks and of blocks of addresses. Processor time is that of all threads of the server. It drifts with the machine,
so only the ratio of a pair says something; the median is printed. Needs Debian's python3-websockets. Figures, not a test.
"""
import argparse
import asyncio
import contextlib
import json
import sqlite3
import statistics
import subprocess
import tempfile

import websockets

from server import PATIENCE_S, Server, without_limits

AT_ONCE = 20
FAR_MS = 4_000_000_000_000


def ban(own, count):
    """Writes the bans into the data of a server that does not run."""
    with contextlib.closing(sqlite3.connect(own / "data/cubilete.db")) as data:
        for number in range(1, count + 1):
            kind, networks = "ban", []
            if number % 4 == 1:
                kind, networks = "network", [f"{number:032x}"]
            elif number % 4 == 3:
                kind, networks = "network", [f"10.{number // 256 % 256}.{number % 256}.0/{20 + number % 5 if number % 16 == 0 else 24}"]
            text = {"kind": kind, "networks": networks, "key": "", "text": "rude", "by": "user 0", "until_ms": FAR_MS, "newcomers_until_ms": FAR_MS}
            data.execute("INSERT INTO desk VALUES (?, 'decree', ?, ?, 0, ?, 0, ?)", (f"d_{number}", number, 10 + number, FAR_MS, json.dumps(text)))
            data.execute("INSERT INTO desk_people VALUES (?, 0, ?, 'Eve')", (f"d_{number}", f"p_banned_{number}" if kind == "ban" else ""))
        data.execute("UPDATE desk_numbers SET last = ? WHERE name = 'decree'", (count,))
        data.execute("UPDATE desk_numbers SET last = ? WHERE name = 'change'", (10 + count,))
        data.commit()


async def greet(server, token=None):
    async with websockets.connect(server.url, max_size=None, compression=None, ping_interval=None, open_timeout=PATIENCE_S) as socket:
        await socket.send(json.dumps({"t": "hello", "id": 1, "v": 1, "name": "Ana", **({"token": token} if token else {})}))
        reply = json.loads(await socket.recv())
        assert reply["t"] == "ok", reply
        return reply.get("token", token)


async def cost_of(server, hellos):
    """Nanoseconds of processor time of a hello, with its connection."""
    token = await greet(server)
    before = server.cpu_ns()
    for _ in range(hellos // AT_ONCE):
        await asyncio.gather(*(greet(server, token) for _ in range(AT_ONCE)))
    return (server.cpu_ns() - before) / (hellos // AT_ONCE * AT_ONCE)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--bans", type=int, default=10_000)
    options.add_argument("--hellos", type=int, default=10_000)
    options.add_argument("--pairs", type=int, default=5)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="cubilete-") as one, tempfile.TemporaryDirectory(prefix="cubilete-") as other:
        flags = without_limits(given.program)
        free, strict = (Server(given.program, own, *flags, output=subprocess.DEVNULL) for own in (one, other))
        with free, strict:
            pass
        ban(strict.own, given.bans)
        ratios = []
        with free, strict:
            for _ in range(given.pairs):
                costs = [asyncio.run(cost_of(server, given.hellos // given.pairs)) for server in (free, strict)]
                ratios.append(costs[1] / costs[0])
                print(f"{costs[0] / 1000:.1f} us a hello without bans, {costs[1] / 1000:.1f} us with {given.bans}: {100 * ratios[-1] - 100:+.1f} %", flush=True)
        print(f"median: {100 * statistics.median(ratios) - 100:+.1f} %")


if __name__ == "__main__":
    main()
