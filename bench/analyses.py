#!/usr/bin/python3
"""Measures how long honest pairs wait for their moves while analyses are asked for all the time.

    bench/analyses.py [--binary build/release/cubilete] [--rounds 4] [--seconds 10]

It starts its own server with default limits. Strangers play short matches of TRES first, whose analyses are simulated and
cost most. Then windows with and without questions take turns beside the same pairs of attack.py, which share the
machine with everything else. Each match is asked for once, as many at a time as an address may; who is told to wait waits. `p99` is
the median of the windows; the goal for asked / quiet is at most 2. This is a measurement, not a test.
"""
import argparse
import asyncio
import json
import random
import statistics
import time

from attack import PAIRS, ROOT, Until, pair, percentile
from server import new_server
from strangers import Player

STRANGERS = 10
AT_A_TIME = 4  # of an address
MATCHES = 8  # of a stranger


async def short_matches(port, source):
    """The ids of finished matches of TRES."""
    players = [await Player.come(port, f"{name} {source}", source) for name in ("Eve", "Eva")]
    room = (await players[0].must("room.create", game="tres", seats=2, clock={"turn_ms": 0}, options={"tres_call": "auto"}))["room"]
    await players[1].must("room.join", room=room)
    await players[1].must("room.ready", room=room, ready=True)
    await players[0].must("room.start", room=room)
    ids = []
    while len(ids) < MATCHES:
        mover = next((one for one in players if one.may_move()), None)
        if mover:
            await mover.move(random.choice)
        elif players[0].match and players[0].match["match"] not in ids and players[0].match.get("result"):
            ids.append(players[0].match["match"])
            for one in players:
                await one.ask("room.rematch", room=room)
        await asyncio.sleep(0.02)
    for one in players:
        await one.socket.close()
    return source, ids


async def get(port, source, path):
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        return int(head.split(b" ", 2)[1]), json.loads(body)
    finally:
        writer.close()


async def ask(port, source, ids, made):
    """Asks for these matches, one after the other, until each has its analysis."""
    while ids:
        match = ids.pop()
        while True:
            code, answer = await get(port, source, f"/api/v1/matches/{match}/analysis")
            if code == 200:
                assert "seats" in answer, answer
                made.append(match)
                break
            assert code in (429, 503), (code, answer)
            await asyncio.sleep(answer["error"].get("retry_ms", 1_000) / 1_000)


async def window(seconds, waits):
    begin = time.monotonic()
    await asyncio.sleep(seconds)
    end = time.monotonic()
    seen = [wait for since, wait in waits if begin <= since < end]
    assert seen, "no pair made a move"
    return len(seen) / (end - begin), percentile(seen, 0.5), percentile(seen, 0.99)


async def measure(port, rounds, seconds):
    hosts = [f"127.0.9.{host}" for host in range(1, STRANGERS + 1)]
    prepared = await asyncio.gather(*(short_matches(port, host) for host in hosts))
    waits = []
    pairs = [asyncio.create_task(pair(port, number, waits, Until)) for number in range(PAIRS)]
    await asyncio.sleep(2)
    print(f"{'':8} {'moves/s':>8} {'p50 ms':>7} {'p99 ms':>7} {'analyses':>8}")
    rows = {"quiet": [], "asked": []}
    total = sum(len(ids) for _, ids in prepared)
    for _ in range(rounds):
        for name, row in rows.items():
            made = []
            share = [(source, [ids.pop() for _ in range(-(-total // rounds // STRANGERS)) if ids]) for source, ids in prepared] if name == "asked" else []
            asking = [asyncio.create_task(ask(port, source, ids, made)) for source, ids in share for _ in range(AT_A_TIME)]
            moves, p50, p99 = await window(seconds, waits)
            row.append(p99)
            print(f"{name:8} {moves:8.0f} {p50:7.2f} {p99:7.2f} {len(made):8}", flush=True)
            for one in asking:
                one.cancel()
            for one in await asyncio.gather(*asking, return_exceptions=True):
                if isinstance(one, Exception) and not isinstance(one, asyncio.CancelledError):
                    raise one
    quiet, asked = (statistics.median(row) for row in rows.values())
    print(f"p99: quiet {quiet:.2f} ms, asked {asked:.2f} ms, ratio {asked / quiet:.2f} (goal: at most 2)")
    for one in pairs:
        one.cancel()


if __name__ == "__main__":
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--binary", default=ROOT / "build/release/cubilete")
    flags.add_argument("--rounds", type=int, default=4)
    flags.add_argument("--seconds", type=float, default=10, help="of each window")
    chosen = flags.parse_args()
    with new_server(chosen.binary, "--log-level", "error") as server:
        asyncio.run(measure(server.port, chosen.rounds, chosen.seconds))
