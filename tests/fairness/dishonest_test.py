"""Dishonest servers against the programs of players: each of its tricks is noticed at once, or when the record is compared
with the program's notes; nothing is reported of an honest server.

FAIRNESS_SEED repeats the secrets of a run, and where its connections break."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import matches
from dice_server import DiceServer
from dishonest_servers import DISHONEST

HERE = Path(__file__).parent
SEED = int(os.environ.get("FAIRNESS_SEED") or random.randrange(10**9))
PATIENCE_S = 120  # for a whole match on a busy machine
BOTS = {"Python": [sys.executable, HERE / "dice_bot.py"], "JavaScript": ["node", "--experimental-websocket", HERE / "dice_bot.js"]}
PYTHON = {**os.environ, "PYTHONPATH": str(HERE.parents[1] / "bots/python")}
VERIFIERS = {"Python": [sys.executable, "-m", "cubilete.verify"], "JavaScript": ["node", HERE.parents[1] / "js/verify.js"]}


class Bot:
    """A program of a player; what it prints."""

    def __init__(self, language, server, notes, patience_ms):
        self.command = [*BOTS[language], server.url, notes, patience_ms]
        self.server = server
        self.faults = []
        self.end = None

    async def run(self):
        """Until it ends by itself; stop() starts it again."""
        while self.end is None:
            pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
            self.process = await asyncio.create_subprocess_exec(*map(str, self.command), **pipes)
            async for line in self.process.stdout:
                said = json.loads(line)
                if "end" in said:
                    self.end = said
                else:
                    self.faults.append(said)
                    self.server.reports.append(said)
                    self.server.news.set()
            errors = (await self.process.stderr.read()).decode()
            status = await self.process.wait()
            if status not in (0, -signal.SIGKILL):
                raise AssertionError(errors)

    def kill(self):
        if self.process.returncode is None:
            self.process.kill()


class Dishonesty(unittest.IsolatedAsyncioTestCase):
    maxDiff = None

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    async def play(self, kind, language, patience_ms=60_000, **options):
        notes = self.folder / f"{kind.__name__} {language}.notes"
        async with asyncio.timeout(PATIENCE_S), kind(SEED, **options) as server:
            bot = Bot(language, server, notes, patience_ms)
            server.bot = bot
            running = {asyncio.create_task(bot.run()), asyncio.create_task(server.play())}
            try:
                done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_EXCEPTION)
                for task in done:
                    task.result()
            finally:
                for task in running:
                    task.cancel()
                if bot.end is None:
                    bot.kill()
            records = {match.name: server.publish(match) for match in [*server.old, server.match]}
        return bot, records, notes

    async def verdict(self, language, record, notes):
        file = self.folder / "record.json"
        file.write_text(matches.text(record))
        command = [*VERIFIERS[language], file, "--own", notes]
        process = await asyncio.create_subprocess_exec(*map(str, command), stdout=subprocess.PIPE, env=PYTHON)
        return (await process.communicate())[0].decode().strip(), process.returncode

    async def test_each_dishonesty_is_noticed_by_its_name(self):
        print(f"FAIRNESS_SEED={SEED}")
        self.assertGreaterEqual(len(DISHONEST), 32)
        for language in BOTS:
            for kind in DISHONEST:
                with self.subTest(kind.__doc__, language=language):
                    patience_ms = 100 if "never_opened" in kind.faults else 60_000
                    bot, records, notes = await self.play(kind, language, patience_ms)
                    self.assertEqual(list(kind.faults), [fault["kind"] for fault in bot.faults])
                    verdict, status = await self.verdict(language, records[kind.checked], notes)
                    self.assertTrue(verdict.startswith(kind.verdict), verdict)
                    self.assertEqual(status, 1)
                    if bot.end["end"] == "finished" and len(records) == 1:
                        self.assertEqual(bot.end["verdict"], verdict)

    async def test_an_honest_match_is_fair_and_nothing_is_reported(self):
        for language in BOTS:
            with self.subTest(language):
                bot, records, notes = await self.play(DiceServer, language)
                self.assertEqual([], bot.faults)
                for verifier in VERIFIERS:
                    verdict, status = await self.verdict(verifier, records["m_1"], notes)
                    self.assertRegex(verdict, r"^fair: 16 draws; .*; your secret is in the key, your value in 14 of 16 draws; what was shown is not checked$")
                    self.assertEqual(status, 0)
                self.assertEqual(bot.end["verdict"], verdict)

    async def test_breaks_and_restarts_of_an_honest_match_are_no_faults(self):
        print(f"FAIRNESS_SEED={SEED}")
        for language in BOTS:
            with self.subTest(language, seed=SEED):
                bot, records, notes = await self.play(Breaking, language)
                self.assertEqual([], bot.faults)
                verdict, _ = await self.verdict(language, records["m_1"], notes)
                self.assertRegex(verdict, "^fair: .*; your secret is in the key, your value in ")


class Breaking(DiceServer):
    """Honest; at random it breaks the connection, or the program is killed and started again."""

    TURNS = 24
    KILLS = 3

    def __init__(self, seed):
        super().__init__(seed)
        self.breaks = random.Random(seed)
        self.kills = 0

    async def break_maybe(self):
        choice = self.breaks.random()
        # Not after its last move: a program that starts after the end has seen no match and waits for the next one.
        if choice < 0.08 and self.kills < self.KILLS and len(self.match.log) <= self.TURNS - 2:
            self.kills += 1
            self.bot.kill()
            await self.until(lambda: not self.here.is_set())
        elif choice < 0.3:
            await self.cut()
        else:
            return
        if self.breaks.random() < 0.5:
            await self.here.wait()


if __name__ == "__main__":
    unittest.main()
