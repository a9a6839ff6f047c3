#!/usr/bin/python3
"""The cost of a move in one program compared with another, in user instructions and in processor time.

    bench/instructions.py OLD NEW [--tables 20] [--seed 1] [--pairs 5]

OLD and NEW are programs `cubilete` of the same build type. Both play Yahtzee at the same tables with the same choices, one move
at a time, so that each move is a commit of its own. Instructions are counted by valgrind (callgrind) as the difference of a long
and a short game, so that the start, the greetings and the end do not count; the dice differ, which moves the figure by some
tenths of a per cent. Processor time is that of all threads, OLD and NEW in turn; it drifts with the machine, so only the ratio
of a pair says something. Needs valgrind and Debian's python3-websockets. Figures, not a test.
"""
import argparse
import asyncio
import json
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

import websockets

from server import PATIENCE_S, new_server, without_limits

SHORT, LONG, TIMED = 10, 60, 150  # moves of a table


class Player:
    """One socket. Reads until the frame that it waits for; the newest push of the match is kept."""

    @classmethod
    async def come(cls, server, name):
        self = cls()
        self.socket = await websockets.connect(server.url, max_size=None, compression=None, ping_interval=None,
                                               open_timeout=PATIENCE_S)
        self.id = 0
        self.match = None
        await self.ask("hello", v=1, name=name)
        return self

    async def read(self):
        frame = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE_S))
        if frame["t"] == "match":
            self.match = frame
        return frame

    async def ask(self, t, **fields):
        self.id += 1
        await self.socket.send(json.dumps({"t": t, "id": self.id, **fields}))
        while (frame := await self.read()).get("re") != self.id:
            pass
        if frame["t"] != "ok":
            raise SystemExit(f"{t} was refused: {frame}")
        return frame

    async def sees(self, match, seq):
        while self.match is None or self.match["match"] != match or self.match["seq"] < seq:
            await self.read()


class Table:
    @classmethod
    async def open(cls, server, choice):
        self = cls()
        self.choice = choice
        self.players = [await Player.come(server, "Ana"), await Player.come(server, "Ben")]
        self.room = (await self.players[0].ask("room.create", game="yahtzee"))["room"]
        await self.players[1].ask("room.join", room=self.room)
        await self.begin()
        return self

    async def begin(self):
        await self.players[1].ask("room.ready", room=self.room, ready=True)
        self.match = (await self.players[0].ask("room.start", room=self.room))["match"]
        for player in self.players:
            await player.sees(self.match, 0)

    async def move(self):
        if self.players[0].match.get("result"):
            await self.begin()
        player = next(one for one in self.players if one.match["you"].get("moves"))
        you = player.match["you"]
        seq = (await player.ask("move", room=self.room, match=self.match, n=you["n"], move=self.choice.choice(you["moves"])))["seq"]
        for one in self.players:
            await one.sees(self.match, seq)


async def play(server, tables, moves, seed):
    """Returns the processor time of the moves in nanoseconds a move; meaningless under valgrind."""
    opened = [await Table.open(server, random.Random(seed * 1000 + number)) for number in range(tables)]
    before = server.cpu_ns()
    for _ in range(moves):
        for table in opened:
            await table.move()
    spent = server.cpu_ns() - before
    for table in opened:
        for player in table.players:
            await player.socket.close()
    return spent / (moves * tables)


def played(program, tables, moves, seed, wrapper=()):
    """Returns the processor time of a move in nanoseconds, on a new server."""
    with new_server(program, *without_limits(program), wrapper=wrapper, output=subprocess.DEVNULL) as server:
        return asyncio.run(play(server, tables, moves, seed))


def instructions(program, tables, moves, seed):
    with tempfile.NamedTemporaryFile() as out:
        played(program, tables, moves, seed, ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}"])
        return int(re.search(r"^(?:summary|totals): (\d+)", pathlib.Path(out.name).read_text(), re.MULTILINE)[1])


def instructions_a_move(program, tables, seed):
    difference = instructions(program, tables, LONG, seed) - instructions(program, tables, SHORT, seed)
    return difference / (tables * (LONG - SHORT))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=5, help="pairs of runs for the processor time; 0: only instructions")
    asked = parser.parse_args()
    programs = {"old": asked.old.resolve(), "new": asked.new.resolve()}
    print(f"{asked.tables} tables, seed {asked.seed}")
    counted = {name: instructions_a_move(program, asked.tables, asked.seed) for name, program in programs.items()}
    print(f"user instructions a move: old {counted['old']:,.0f}, new {counted['new']:,.0f}, ratio {counted['new'] / counted['old']:.4f}")
    pairs = []
    for number in range(asked.pairs):
        spent = {name: played(program, asked.tables, TIMED, asked.seed + number) for name, program in programs.items()}
        pairs.append(spent["new"] / spent["old"])
        print(f"cpu a move: old {spent['old'] / 1000:.1f} us, new {spent['new'] / 1000:.1f} us, ratio {pairs[-1]:.3f}")
    if pairs:
        print(f"cpu ratio, median of {len(pairs)} pairs: {statistics.median(pairs):.3f}")


if __name__ == "__main__":
    sys.exit(main())
