"""The parts that the tests on PostgreSQL share: a database, a crowd that plays on a server, and the audit at the end."""
import asyncio
import os
import pathlib
import random
import statistics
import tempfile
import unittest

from auditor import Audit, Membership
from crowd import Crowd
from postgres import Postgres

ROOMS = int(os.environ.get("CRASH_ROOMS", "5"))
SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))


class OnPostgres(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.chance = random.Random(SEED)
        self.crowd = Crowd(SEED)
        self.data = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="cubilete-")))
        self.postgres = self.enterContext(Postgres())
        self.database = self.postgres.create_database("cubilete")
        self.membership = Membership(self.postgres, self.database)

    def url(self):
        return self.postgres.url(self.database)

    async def open(self, *flags):
        """A server on this database, as a context."""
        return await self.crowd.open(self.data, "--database", self.url(), *flags)

    async def sit_down(self, rooms=ROOMS):
        """The players take their seats."""
        with await self.open() as server:
            await self.crowd.sit_down(server, rooms)
            await asyncio.to_thread(server.stop)

    async def look(self):
        await asyncio.to_thread(self.membership.look, self.postgres)

    async def ended(self, server):
        """The players come to rest, and the server ends in good order."""
        await self.crowd.moves(1)
        await self.crowd.rest()
        await asyncio.to_thread(server.stop)

    async def after_a_while(self):
        """Some moves later, at any moment."""
        await self.crowd.moves(self.chance.randint(1, 30))
        await asyncio.sleep(self.chance.uniform(0, 0.1))

    def assert_no_socket_was_closed(self):
        self.assertEqual([player.connections for player in self.crowd.players], [1] * len(self.crowd.players))

    def assert_only_warnings(self, server):
        """That no standby is synchronous, and that the database is away, are warnings; all else is below the level of the log."""
        self.assertEqual([line for line in server.log().splitlines() if line.split(" ")[2:3] != ["warning"]], [])

    async def assert_nothing_is_wrong(self, title):
        """`title`: what happened, for the line that is printed."""
        await self.look()
        program = os.environ["CUBILETE_BIN"]
        findings = await asyncio.to_thread(Audit, self.crowd, self.postgres, self.database, program, self.membership)
        ready = self.crowd.ready
        print(f"{title}, {len(self.crowd.players)} players, seed {SEED}: {findings}; postponed {dict(self.crowd.record.postponed)};"
              f" open after {statistics.median(ready):.3f} s, at most {max(ready):.3f} s")
        self.assertFalse(findings, str(findings))
