"""The disk fails, or is full, at each write between the start of a match with provable dice and its first throws: the same
secrets, asks and results afterwards, and no seat is out.
"""
import asyncio
import itertools
import os
import pathlib
import random
import tempfile
import unittest

from audit import Findings
from crowd import Crowd
from disk import preloaded

SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))
STOPPED_BY_ITS_DISK = 74
# The server's commitment, two tips, the roster, two reveals, the first entry, the ask, its entry. Writes of the
# server may share a sync.
STEPS = 5


class DiceSteps(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        print(f"seed {SEED}")
        self.own = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="cubilete-")))

    async def at_each_sync(self, first, what, fails):
        """Plays on new data each time, with the fault after one more sync of the disk, until the fault comes too late."""
        for number in itertools.count(first):
            with self.subTest(fault=f"{what} {number}"):
                data, armed = self.own / f"data-{number}", self.own / f"armed-{number}"
                self.crowd = Crowd(SEED)
                with await self.crowd.open(data, **preloaded("error", data, CRASH_ERROR=f"{what} {number}", CRASH_ARMED=str(armed))) as server:
                    await self.crowd.sit_down(server, 1)
                    armed.touch()
                    await self.crowd.play(server, fails(server, armed))
                    failed = server.process.returncode == STOPPED_BY_ITS_DISK or self.crowd.record.postponed["storage"]
                if server.process.returncode == STOPPED_BY_ITS_DISK:
                    with await self.crowd.open(data) as server:
                        await self.crowd.play(server, self.thrown(server))
                findings = Findings(self.crowd.record, data, server.program)
                self.assertFalse(findings, str(findings))
                self.assertGreater(findings.dice.witnessed, 0)
            if not failed:
                break
        print(f"{what}: {number - first} syncs up to the first throws; the last time {findings}")
        self.assertGreater(number - first, STEPS)

    def has_thrown(self):
        """At least two throws were asked for and made."""
        return sum(bool(dice and dice["seats"]) for dice in self.crowd.record.dice.drawn.values()) >= 2

    async def thrown(self, server):
        await self.crowd.until(self.has_thrown)
        await self.crowd.rest()
        await asyncio.to_thread(server.stop)

    async def stopped(self, server, armed):
        ended = asyncio.create_task(server.ended())
        ended.add_done_callback(lambda _: self.crowd.heard())
        await self.crowd.until(lambda: ended.done() or self.has_thrown())
        if not ended.done():
            armed.unlink()
            self.crowd.resting = True
            # The disk may have failed after the throws and before this.
            await self.crowd.until(lambda: ended.done() or self.crowd.settled())
            if not ended.done():
                await asyncio.to_thread(server.stop)
        self.assertIn(await ended, (0, STOPPED_BY_ITS_DISK))

    async def filled(self, server, armed):
        await self.crowd.until(lambda: self.crowd.record.postponed["storage"] or self.has_thrown())
        armed.unlink()
        await self.thrown(server)

    async def test_a_disk_error_at_any_step_stops_the_server_and_changes_no_throw(self):
        await self.at_each_sync(1, "sync", self.stopped)

    async def test_a_full_disk_at_any_step_is_waited_for_and_changes_no_throw(self):
        await self.at_each_sync(0, "full", self.filled)


if __name__ == "__main__":
    unittest.main()
