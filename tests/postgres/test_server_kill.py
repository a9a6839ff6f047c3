"""After kill -9 of the server at any moment the database has every acknowledged move once, and everybody has their seat."""
import asyncio
import os
import subprocess
import unittest

from playing import OnPostgres

KILLS = int(os.environ.get("CRASH_KILLS", "10"))


class Kill(OnPostgres):
    async def test_a_kill_neither_loses_an_acknowledged_move_nor_plays_one_twice(self):
        await self.sit_down()
        for _ in range(KILLS):
            if self.chance.random() < 0.2:
                await self.killed_at_the_start()
            with await self.open(*self.joining()) as server:
                await self.crowd.play(server, self.killed(server))
                self.assert_only_warnings(server)
            await self.look()
        with await self.open() as server:
            await self.crowd.play(server, self.ended(server))
        await self.assert_nothing_is_wrong(f"{KILLS} kills of the server")
        self.assertGreater(len(self.crowd.record.acknowledged), KILLS)

    def joining(self):
        """The dead server before it is fenced at once, or after two seconds without a sign of life."""
        return ["--take-over"] if self.chance.random() < 0.7 else []

    async def killed(self, server):
        """Mostly in the middle of a match, sometimes while players are still reconnecting."""
        if self.chance.random() < 0.8:
            await self.crowd.moves(1)
        await asyncio.sleep(self.chance.uniform(0.02, 0.5))
        server.kill()

    async def killed_at_the_start(self):
        process = await asyncio.create_subprocess_exec(
            os.environ["CUBILETE_BIN"], "serve", "--port", "0", "--data", self.data, "--database", self.url(), "--take-over",
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await asyncio.sleep(self.chance.uniform(0, 0.3))
        process.kill()
        await process.wait()


if __name__ == "__main__":
    unittest.main()
