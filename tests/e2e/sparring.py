"""A referee of `cubilete spar` for the tests, and the names of what it does to bots."""
import asyncio
import contextlib
import json
import os
import re
import subprocess
import unittest

import frames
from server import PATIENCE

# Random play takes long in a match with a high target.
SHORT = {"ambiciosa": {"target": 2000}, "threes_away": {"pots": 2}}
# Faults of a dishonest server: when it asks for values; at the start; and those that only the bot's notes show to be noticed.
ASKS = ["another ask for an entry", "ask after another entry", "ask for an earlier entry", "ask before the entry before it",
        "ask with a draw number that was used", "restored file"]
STARTS = ["another tip in the roster", "roster without its tip", "roster that is not that of its hash",
          "second roster after the reveals", "another commitment", "other settings than before",
          "other settings than those of the room", "another player in the roster", "somebody else at its seat"]
ENTRIES = ["ask that does not name its seat", "00 instead of its value", "another mover than in the ask"]
ENDS_OF_DICE = ["another match after the reveals", "changed secret", "secret that is never opened"]
SECRETS = "gives its secrets to nobody who breaks the order"
NOTES = "notes what a dishonest server does"
SEED = int(os.environ.get("CUBILETE_SEED", "20261121"))
WAIT = 10 * PATIENCE  # a bot that takes part in provable dice plays some twenty matches


class Spar:
    """A referee. `url` and `room` are its address; finished() returns the result."""

    def __init__(self, game, seed, *flags):
        self.flags = ["--port", "0", "--game", game, "--seed", str(seed), "--options", json.dumps(SHORT.get(game, {})), *flags]

    async def __aenter__(self):
        self.process = await asyncio.create_subprocess_exec(
            os.environ["CUBILETE_BIN"], "spar", *self.flags, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        async with asyncio.timeout(WAIT):
            said = (await self.process.stdout.readline()).decode()
        found = re.search(r"server (\S+), room (\w+)", said)
        assert found, said
        self.url, self.room = found.groups()
        self.port = int(self.url.rpartition(":")[2])
        return self

    async def __aexit__(self, *trouble):
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()

    async def finished(self):
        """Exit code and report after the tester has ended."""
        async with asyncio.timeout(WAIT):
            report = (await self.process.stdout.read()).decode()
            return await self.process.wait(), report


class Sparring(frames.Conversation):
    """The bot's frames must be valid, its moves, too. The referee's frames must be valid except those that it made
    up, which have its name.
    """

    def may_be_sent(self, request):
        return frames.quick_schema.fits(request)

    def came(self, text):
        frame = self.read(text)
        made_up = [frame.pop("spar", None), *(frame.get(part, {}).pop("spar", None) for part in ("view", "you"))]
        if frame["t"] not in frames.wire_schema.kinds("server") and any(made_up) or frame.get("code", "").startswith("spar_"):
            return
        super().came(json.dumps(frame))


def broken(report):
    return re.findall(r"^BROKEN +(.*)$", report, re.MULTILINE)


def listed(report, what):
    """The faults in that line of the report."""
    return {fault for line in re.findall(rf"^{what}: (.*)$", report, re.MULTILINE) for fault in line.split(", ")}


class Tested(unittest.IsolatedAsyncioTestCase):
    """Bots in one match after another of Yahtzee with `cubilete spar`."""

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)

    async def report_on(self, bot, rule, end="no_room", *flags, patience=6):
        async with Spar("yahtzee", SEED, "--patience", f"{patience}s", "--end", end, *flags) as spar:
            crude = bot(spar)
            playing = asyncio.create_task(crude.play())
            try:
                code, report = await spar.finished()
            finally:
                crude.over = True  # a socket that is being closed may swallow the cancellation
                playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        return code, report
