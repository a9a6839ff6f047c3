"""The server gets a signal to end, or stands still, while all players play."""
import asyncio
import os
import random
import signal
import unittest

from audit import Findings
from crowd import Crowd
from server import Server

ROOMS = int(os.environ.get("CRASH_ROOMS", "5"))
STANDSTILL = float(os.environ.get("CRASH_STANDSTILL", "1.5"))  # seconds
SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))
RESTART = 1012


class Signals(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        print(f"{ROOMS} rooms, seed {SEED}")
        self.crowd = Crowd(SEED)

    async def ended(self, server):
        await self.crowd.rest()
        await asyncio.to_thread(server.stop)

    async def test_a_restart_in_the_middle_of_a_match_is_only_a_pause(self):
        with Server("--log-level", "warning") as first:
            await self.crowd.sit_down(first, ROOMS)
            first.stop()
            for _ in range(3):
                with await self.crowd.open(first.data, "--log-level", "info", "--limit", "drain-deadline=1min") as server:
                    codes = await self.crowd.play(server, self.terminated(server))
                    self.assertEqual(set(codes), {RESTART})
            with await self.crowd.open(first.data) as server:
                await self.crowd.play(server, self.ended(server))
            findings = Findings(self.crowd.record, first.data, first.program)
        self.assertFalse(findings, str(findings))

    async def terminated(self, server):
        await self.crowd.everybody()
        await self.crowd.moves(30)
        server.process.send_signal(signal.SIGTERM)
        self.assertEqual(await server.ended(), 0)
        self.assertIn("stopped", server.log())  # before its deadline

    async def test_a_standstill_of_the_whole_server_closes_no_connection(self):
        short = f"{STANDSTILL * 1000 / 3:.0f}ms"
        flags = [f"--limit={name}-deadline={short}" for name in ("write", "message")]
        with Server("--log-level", "warning", *flags) as server:
            await self.crowd.sit_down(server, ROOMS)
            await self.crowd.play(server, self.stood_still(server))
            findings = Findings(self.crowd.record, server.data, server.program)
        self.assertEqual({player.connections for player in self.crowd.players}, {1})
        self.assertFalse(findings, str(findings))

    async def stood_still(self, server):
        await self.crowd.everybody()
        for _ in range(2):
            await self.crowd.moves(20)
            server.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(STANDSTILL)
            server.process.send_signal(signal.SIGCONT)
        await self.crowd.moves(20)
        await self.ended(server)


if __name__ == "__main__":
    unittest.main()
