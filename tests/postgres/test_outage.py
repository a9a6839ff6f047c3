"""While the engine is away nothing is acknowledged and no socket is closed. When it is back, play goes on by itself."""
import asyncio
import os
import unittest

from playing import OnPostgres

KILLS = int(os.environ.get("ENGINE_KILLS", "6"))


class Outage(OnPostgres):
    async def test_kills_of_the_engine_lose_and_double_nothing(self):
        await self.sit_down()
        with await self.open() as server:
            await self.crowd.play(server, self.kills(server))
            self.assert_only_warnings(server)
        self.assert_no_socket_was_closed()
        await self.assert_nothing_is_wrong(f"{KILLS} kills of the engine")

    async def kills(self, server):
        engine = self.engine
        kinds = {
            "all processes": engine.kill,
            "the first process": engine.kill_postmaster,
            "a process that writes": lambda: engine.kill_backend("cubilete:%:0"),
            "the process of the beat": lambda: engine.kill_backend("cubilete:%:beat"),
            "all connections": lambda: engine.end_connections("cubilete:%"),
            "in good order": engine.stop,
        }
        names = list(kinds)
        for number in range(KILLS):
            await self.after_a_while()
            name = names[number % len(names)]
            await asyncio.to_thread(kinds[name])
            await asyncio.sleep(self.chance.uniform(0, 1))
            await asyncio.to_thread(engine.start)
            await self.crowd.moves(1)
            await self.look()
        await self.ended(server)


if __name__ == "__main__":
    unittest.main()
