"""kill -9 at any moment: nobody loses a move that was acknowledged, and nobody has seen what did not happen."""
import asyncio
import os
import random
import statistics
import unittest

from audit import Findings
from crowd import Crowd
from server import Server

KILLS = int(os.environ.get("CRASH_KILLS", "8"))
ROOMS = int(os.environ.get("CRASH_ROOMS", "5"))
SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))


class Kill(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)  # it costs more than the games do

    async def test_no_kill_takes_an_acknowledged_move_along_or_plays_one_twice(self):
        print(f"{KILLS} kills, {ROOMS} rooms, seed {SEED}")
        chance = random.Random(SEED)
        crowd = Crowd(SEED)
        with Server("--log-level", "warning") as first:
            await crowd.sit_down(first, ROOMS)
            await crowd.play(first, self.killed(crowd, first, chance))
            for _ in range(KILLS - 1):
                with await crowd.open(first.data) as server:
                    await crowd.play(server, self.killed(crowd, server, chance))
                    self.assertEqual(server.log(), "")
            with await crowd.open(first.data) as server:
                await crowd.play(server, self.ended(crowd, server))
            findings = Findings(crowd.record, first.data, first.program)
        print(f"{findings}; open after {statistics.median(crowd.ready):.3f} s, at most {max(crowd.ready):.3f} s")
        self.assertFalse(findings, str(findings))

    async def killed(self, crowd, server, chance):
        """Mostly in the middle of the game, sometimes while everybody is still coming back."""
        if chance.random() < 0.8:
            await crowd.moves(1)
        await asyncio.sleep(chance.uniform(0.02, 0.5))
        server.kill()

    async def ended(self, crowd, server):
        await crowd.rest()
        await asyncio.to_thread(server.stop)


if __name__ == "__main__":
    unittest.main()
