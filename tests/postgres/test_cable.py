"""Faults of the network between the server and the database lose nothing, double nothing, and close no player's socket."""
import asyncio
import os
import unittest

from cable import Cable
from playing import OnPostgres

FAULTS = int(os.environ.get("CABLE_FAULTS", "8"))


class Cables(OnPostgres):
    async def asyncSetUp(self):
        await super().asyncSetUp()
        self.cable = await self.enterAsyncContext(Cable(self.postgres))

    def url(self):
        return self.cable.url(self.database)

    async def test_a_faulty_cable_loses_and_doubles_nothing(self):
        await self.sit_down()
        with await self.open() as server:
            await self.crowd.play(server, self.faults(server))
            self.assert_only_warnings(server)
        self.assert_no_socket_was_closed()
        await self.assert_nothing_is_wrong(f"{FAULTS} faults of the cable")

    async def faults(self, server):
        cable = self.cable
        kinds = [
            cable.cut,
            cable.jolt,
            cable.stall,
            lambda: cable.stall(down=False),
            lambda: cable.stall(up=False),  # the database commits, and nobody hears of it
            lambda: cable.half_close(up=True),
            lambda: cable.half_close(up=False),
        ]
        for number in range(FAULTS):
            await self.after_a_while()
            kinds[number % len(kinds)]()
            # Shorter and longer than the server waits for an answer.
            await asyncio.sleep(self.chance.choice([0.1, 0.5, 3]))
            cable.mend()
            await self.crowd.moves(1)
            await self.look()
        await self.ended(server)


if __name__ == "__main__":
    unittest.main()
