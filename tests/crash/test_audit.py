"""Tests the audit itself: it finds what is wrong on a disk."""
import asyncio
import random
import shutil
import sqlite3
import unittest

from audit import Findings
from crowd import Crowd
from server import Server


class Audit(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)  # debug mode costs more than the games
        self.crowd = Crowd(random.randrange(10**9))
        self.server = self.enterContext(Server("--log-level", "warning"))
        await self.crowd.sit_down(self.server, 1)
        await self.crowd.play(self.server, self.ended())

    async def ended(self):
        await self.crowd.moves(10)
        await self.crowd.rest()
        await asyncio.to_thread(self.server.stop)

    def findings(self, *tampering):
        data = self.server.own / "tampered"
        shutil.rmtree(data, ignore_errors=True)
        shutil.copytree(self.server.data, data)
        with sqlite3.connect(data / "cubilete.db") as database:
            for statement in tampering:
                database.execute(statement)
        database.close()
        return Findings(self.crowd.record, data, self.server.program)

    async def test_an_unchanged_log_has_no_findings(self):
        self.assertFalse(self.findings())

    async def test_a_missing_entry_is_lost(self):
        self.assertTrue(self.findings("DELETE FROM log WHERE seq = (SELECT max(seq) FROM log)").lost)

    async def test_a_move_on_disk_twice_is_doubled(self):
        columns = "match_id, made_by, message_id, prompt, move, draws, left_ms, at_ms, hash, salt, extra"
        self.assertTrue(self.findings(f"INSERT INTO log (seq, {columns}) SELECT seq + 1, {columns} FROM log"
                                      " WHERE seq = (SELECT max(seq) FROM log)").doubled)

    async def test_a_changed_entry_disagrees(self):
        others = {"move": ("null", "{}"), "draws": ("[]", "[1]"), "made_by": ('{"seat":0}', '{"seat":1}')}
        changes = [f"{column} = CASE {column} WHEN '{one}' THEN '{other}' ELSE '{one}' END"
                   for column, (one, other) in others.items()]
        for change in *changes, "hash = salt", "at_ms = at_ms + 1", "left_ms = left_ms - 1", "extra = '{}'":
            with self.subTest(change):
                self.assertTrue(self.findings(f"UPDATE log SET {change} WHERE seq = 3").disagreeing)


if __name__ == "__main__":
    unittest.main()
