"""Who may have the data: one server at a time, on a database that keeps what it confirms."""
import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import time
import unittest

from auditor import Audit
from playing import OnPostgres
from postgres import PATIENCE, Postgres
from test_games import seated

REFUSED, FENCED, WENT_BACK = 1, 75, 76


class TakeOver(OnPostgres):
    async def refused(self, url, *flags):
        """Starts a server that must not open; returns what it says."""
        command = [os.environ["CUBILETE_BIN"], "serve", "--port", "0", "--data", self.data / "other", "--database", url, *flags]
        done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, REFUSED, done.stderr)
        return done.stderr

    async def test_a_second_server_is_refused_and_told_where_the_first_is(self):
        with await self.open() as first:
            said = await self.refused(self.url())
            self.assertIn("is in use by another server", said)
            self.assertIn(socket.gethostname(), said)
            _, (player,) = await seated(first, ["Ana"], game="yahtzee")  # the first goes on
            await player.client.close()

    async def test_a_server_that_takes_over_ends_the_first_and_has_everything(self):
        await self.sit_down()
        await self.succeeded_by(self.take_over, "a server that was fenced")

    async def take_over(self, first):
        return await self.open("--take-over")

    async def test_a_server_that_stood_still_finds_that_another_has_the_data(self):
        await self.sit_down()
        await self.succeeded_by(self.stand_still, "a server that stood still")

    async def stand_still(self, first):
        first.process.send_signal(signal.SIGSTOP)
        second = await self.open()  # without a sign of life from the first
        first.process.send_signal(signal.SIGCONT)
        return second

    async def succeeded_by(self, succeed, title):
        with contextlib.ExitStack() as servers:
            first = servers.enter_context(await self.open())
            others = []

            async def taken_over():
                await self.crowd.everybody()
                await self.after_a_while()
                others.append(servers.enter_context(await succeed(first)))
                self.assertEqual(await first.ended(), FENCED, first.log())

            await self.crowd.play(first, taken_over())
            self.assertIn("another server has taken over the data", first.log())
            await self.look()
            (second,) = others
            await self.crowd.play(second, self.ended(second))
        await self.assert_nothing_is_wrong(title)

    async def test_settings_with_which_the_database_may_lose_moves_are_refused(self):
        for setting in "fsync", "full_page_writes", "synchronous_commit":
            with self.subTest(setting):
                self.postgres.stop()
                self.postgres.settings.append(f"{setting}=off")
                self.postgres.start()
                self.assertIn(f"its setting {setting} is off", await self.refused(self.url()))
                self.postgres.settings.pop()

    async def test_a_pooler_that_mixes_transactions_of_several_connections_is_refused(self):
        own = self.postgres.own
        settings = own / "pooler.ini"
        settings.write_text(f"[databases]\n* = host={own} user=postgres\n[pgbouncer]\npool_mode = transaction\nauth_type = any\n"
                            f"listen_addr =\nunix_socket_dir = {own}\nlisten_port = 6432\n")
        settings.chmod(0o644)
        pooler = self.postgres.run("/usr/sbin/pgbouncer", settings)
        try:
            end = time.monotonic() + PATIENCE
            while not (own / ".s.PGSQL.6432").exists():
                self.assertIsNone(pooler.poll(), self.postgres.log())
                self.assertLess(time.monotonic(), end)
                await asyncio.sleep(0.02)
            self.assertIn("a pooler stands before it", await self.refused(self.url() + "&port=6432"))
        finally:
            pooler.terminate()
            pooler.wait(PATIENCE)
        with await self.open() as server:  # without it
            server.stop()


class LostTail(OnPostgres):
    async def test_a_standby_that_lacks_confirmed_moves_is_not_played_on(self):
        """It got them not at once (no commit waited for it), and is promoted. Nothing that it has may be shown as the truth."""
        standby = self.enterContext(await asyncio.to_thread(Postgres, primary=self.postgres))
        url = self.postgres.url(self.database, standby)
        with await self.crowd.open(self.data, "--database", url) as server:
            await self.crowd.sit_down(server, 3)
            await self.crowd.play(server, self.promoted_too_late(server, standby))
            self.assertIn("the database has lost what it had confirmed", server.log())
            self.assertEqual(server.process.returncode, WENT_BACK)
        self.postgres = standby
        findings = await asyncio.to_thread(Audit, self.crowd, standby, self.database, server.program)
        self.assertTrue(findings.lost, "nothing was lost: this tests nothing")

    async def promoted_too_late(self, server, standby):
        await self.crowd.moves(5)
        await asyncio.to_thread(standby.kill)
        await self.crowd.moves(20)
        await asyncio.to_thread(self.postgres.kill)
        await asyncio.to_thread(standby.start)
        await asyncio.to_thread(standby.promote)
        self.assertEqual(await server.ended(), WENT_BACK, server.log())


if __name__ == "__main__":
    unittest.main()
