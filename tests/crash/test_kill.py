"""After kill -9 at any moment no acknowledged move is lost, and nobody has seen a move that did not happen."""
import asyncio
import os
import random
import statistics
import subprocess
import unittest

from audit import Findings
from crowd import DICE_WAIT, Crowd
from server import Server

KILLS = int(os.environ.get("CRASH_KILLS", "8"))
ROOMS = int(os.environ.get("CRASH_ROOMS", "5"))
SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))


class Kill(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.chance = random.Random(SEED)
        self.crowd = Crowd(SEED)

    async def test_a_kill_neither_loses_an_acknowledged_move_nor_plays_one_twice(self):
        print(f"{KILLS} kills, {ROOMS} rooms, seed {SEED}")
        with Server("--log-level", "warning", *DICE_WAIT) as first:
            await self.crowd.sit_down(first, ROOMS)
            await self.crowd.play(first, self.killed(first))
            for _ in range(KILLS - 1):
                if self.chance.random() < 0.2:
                    await self.killed_at_the_start(first)
                with await self.crowd.open(first.data) as server:
                    await self.crowd.play(server, self.killed(server))
                    self.assertEqual(server.log(), "")
            with await self.crowd.open(first.data) as server:
                await self.crowd.play(server, self.ended(server))
            findings = Findings(self.crowd.record, first.data, first.program)
        ready = self.crowd.ready
        print(f"{findings}; open after {statistics.median(ready):.3f} s, at most {max(ready):.3f} s")
        self.assertFalse(findings, str(findings))
        self.assertGreater(findings.acknowledged, KILLS)

    async def killed(self, server):
        """Mostly in the middle of a match, sometimes while players are still reconnecting."""
        if self.chance.random() < 0.8:
            await self.crowd.moves(1)
        await asyncio.sleep(self.chance.uniform(0.02, 0.5))
        server.kill()

    async def killed_at_the_start(self, first):
        process = await asyncio.create_subprocess_exec(first.program, "serve", "--port", "0", "--data", first.data,
                                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await asyncio.sleep(self.chance.uniform(0, 0.3))
        process.kill()
        await process.wait()

    async def ended(self, server):
        await self.crowd.moves(1)
        await self.crowd.rest()
        await asyncio.to_thread(server.stop)


if __name__ == "__main__":
    unittest.main()
