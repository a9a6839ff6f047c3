"""Tests the audit itself: it finds what is wrong on a disk."""
import asyncio
import random
import shutil
import sqlite3
import unittest

from audit import Findings
from crowd import DICE_WAIT, Crowd
from server import Server


class Audit(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.crowd = Crowd(random.randrange(10**9))
        self.server = self.enterContext(Server("--log-level", "warning", *DICE_WAIT))
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

    async def test_a_changed_draw_is_found_although_the_match_still_runs(self):
        drew = "WHERE seq = (SELECT max(seq) FROM log WHERE extra LIKE '%drawn%')"
        changes = {
            "a value that came in time": "UPDATE log SET extra = json_set(extra, '$.fresh.\"0\"', hex(zeroblob(32))) " + drew,
            "a seat that was asked": "UPDATE log SET extra = json_set(extra, '$.seats', json_array(0)) " + drew,
            "a number": "UPDATE log SET extra = json_set(extra, '$.drawn[0].k', 1000) " + drew,
            "a result": "UPDATE log SET extra = json_set(extra, '$.drawn[0].result', json_array(1)) " + drew,
            "an entry that was asked for": "DELETE FROM log " + drew,
            "the server's secret": "UPDATE match_dice SET state = json_set(state, '$.seed', lower(hex(zeroblob(32))))",
            "a tip": "UPDATE match_dice SET state = json_set(state, '$.tips.\"1\"', lower(hex(zeroblob(32))))",
            "a reveal": "UPDATE match_dice SET state = json_set(state, '$.reveals.\"1\"', lower(hex(zeroblob(32))))",
            "the settings": "UPDATE match_dice SET state = json_set(state, '$.settings', '{}')",
            "all of it": "DELETE FROM match_dice",
        }
        for what, change in changes.items():
            with self.subTest(what):
                self.assertTrue(self.findings(change).dice.changed)

    async def test_a_seat_that_is_marked_as_late_is_found(self):
        mark = "UPDATE log SET extra = json_set(extra, '$.fresh.\"0\"', null) WHERE seq = (SELECT max(seq) FROM log WHERE extra LIKE '%drawn%')"
        self.assertTrue(self.findings(mark).dice.late)


if __name__ == "__main__":
    unittest.main()
