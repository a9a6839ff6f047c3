"""After a power cut, an error of the disk, or on a full disk, acknowledged moves stay and the matches continue."""
import asyncio
import os
import pathlib
import random
import tempfile
import unittest

from audit import Findings
from crowd import Crowd
from disk import Power, preloaded, small_disks
from server import Client

IMAGES = int(os.environ.get("CRASH_IMAGES", "5"))
ERRORS = int(os.environ.get("CRASH_ERRORS", "4"))
ROOMS = int(os.environ.get("CRASH_ROOMS", "5"))
SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))
STOPPED_BY_ITS_DISK = 74


class Disk(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.own = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="cubilete-")))

    async def asyncSetUp(self):
        self.chance = random.Random(SEED)
        self.crowd = Crowd(SEED)

    async def ended(self, server):
        await self.crowd.rest()
        await asyncio.to_thread(server.stop)

    async def audited(self, data):
        """All players connect once more, then the record is compared with the disk."""
        with await self.crowd.open(data) as server:
            await self.crowd.play(server, self.ended(server))
        findings = Findings(self.crowd.record, data, server.program)
        print(findings)
        self.assertFalse(findings, str(findings))

    async def test_a_power_cut_loses_no_acknowledged_move(self):
        print(f"{IMAGES} power cuts, {ROOMS} rooms, seed {SEED}")
        power = Power(self.own, self.chance)
        with await self.crowd.open(power.data, **power.environment) as server:
            await self.crowd.sit_down(server, ROOMS)
            await self.crowd.play(server, self.cut(server, power))
        for _ in range(IMAGES - 1):
            with await self.crowd.open(power.data, **power.environment) as server:
                await self.crowd.play(server, self.cut(server, power))
                self.assertEqual(server.log(), "")
        await self.audited(power.data)

    async def cut(self, server, power):
        await self.crowd.moves(1)
        await asyncio.sleep(self.chance.uniform(0.02, 0.5))
        server.kill()
        power.cut()

    async def test_a_disk_error_stops_the_server_and_an_unanswered_move_counts_once(self):
        print(f"errors at the first {ERRORS} syncs and writes, {ROOMS} rooms, seed {SEED}")
        data = self.own / "data"
        with await self.crowd.open(data) as server:
            await self.crowd.sit_down(server, ROOMS)
        calls = [f"{call} {number}" for number in range(1, ERRORS + 1) for call in ("sync", "write")]
        # After about two thousand writes the log is moved into the file: in a long run the error also occurs
        # there.
        calls += [f"write {self.chance.randint(2000, 2400)}" for _ in range(ERRORS // 20)]
        armed = self.own / "armed"  # an error at the start refuses the start: this is about matches
        for call in calls:
            armed.unlink(missing_ok=True)
            fault = preloaded("error", data, CRASH_ERROR=call, CRASH_ARMED=str(armed))
            with await self.crowd.open(data, **fault) as server:
                armed.touch()
                await self.crowd.play(server, self.stopped(server))
        await self.audited(data)

    async def stopped(self, server):
        self.assertEqual(await server.ended(), STOPPED_BY_ITS_DISK)
        self.assertRegex(server.log(), r"^.*critical.*it is unknown what is on disk: .*db: disk I/O error.*\n$")

    async def test_on_a_full_disk_requests_are_refused_and_with_space_the_matches_continue(self):
        print(f"{ROOMS} rooms, seed {SEED}")
        for disk in small_disks(self.own):
            with self.subTest(type(disk).__name__):
                self.addCleanup(disk.remove)
                self.crowd = Crowd(SEED)
                with await self.crowd.open(disk.data, **disk.environment) as server:
                    await self.crowd.sit_down(server, ROOMS)
                    disk.process = server.process
                    disk.leave(128 * 1024)
                    await self.crowd.play(server, self.filled(server, disk))
                findings = Findings(self.crowd.record, disk.data, server.program)
                self.assertFalse(findings, str(findings))

    async def filled(self, server, disk):
        for _ in range(2):
            refused = self.crowd.record.postponed["storage"]
            await self.crowd.until(lambda: self.crowd.record.postponed["storage"] >= refused + 20)
            reader = await Client.open(server)
            self.assertEqual((await reader.hello(token=self.crowd.players[0].token))["t"], "ok")
            while (joined := await reader.request("room.join", room=self.crowd.players[0].room))["t"] != "ok":
                self.assertEqual(joined["code"], "storage")  # it came directly after a move that was refused
            await reader.push("room")  # a match that was starting shows itself only when the disk has room
            await reader.close()
            disk.leave(1 << 20)  # fifty moves need half of it if each is a separate commit
            await self.crowd.moves(50)
        disk.leave(4 << 20)
        await self.ended(server)


if __name__ == "__main__":
    unittest.main()
