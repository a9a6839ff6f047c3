"""Tests the audit itself: it finds each kind of fault in the tables of a database."""
import os
import unittest

from auditor import Audit, Membership
from playing import OnPostgres

# The newest entry of a match that drew something, and the newest of a match with more than one entry.
DREW = "(match_no, seq) = (SELECT match_no, seq FROM log WHERE extra LIKE '%drawn%' ORDER BY xmin::text::bigint DESC, seq DESC LIMIT 1)"
LAST = "(match_no, seq) = (SELECT match_no, max(seq) FROM log GROUP BY match_no HAVING max(seq) > 3 ORDER BY match_no LIMIT 1)"
THIRD = "(match_no, seq) = (SELECT match_no, 3 FROM log GROUP BY match_no HAVING max(seq) > 3 ORDER BY match_no LIMIT 1)"
OTHERS = "made_by, message_id, prompt, move, draws, left_ms, at_ms, hash, salt, extra"
RUNNING = "(SELECT match_id FROM rooms JOIN matches ON id = match_id WHERE ended_ms IS NULL LIMIT 1)"
FINISHED = "(SELECT id FROM matches WHERE ended_ms IS NOT NULL ORDER BY no LIMIT 1)"


class OfPlayers(OnPostgres):
    """The audit finds tables that differ from what the players were told."""

    async def asyncSetUp(self):
        await super().asyncSetUp()
        await self.sit_down(rooms=5)
        # The second server plays on with the matches of the first.
        for _ in range(2):
            with await self.open() as server:
                await self.crowd.play(server, self.played(server))
            self.crowd.resting = False

    async def played(self, server):
        goal = len(self.crowd.record.dice.proofs) + 1  # and a match has ended
        await self.crowd.moves(100)
        await self.crowd.until(lambda: len(self.crowd.record.dice.proofs) >= goal)
        await self.ended(server)

    def audit(self, *tampering):
        """The findings in a copy of the database with these changes."""
        self.postgres.drop_database("tampered")
        self.postgres.ask(f"CREATE DATABASE tampered TEMPLATE {self.database}")
        for statement in tampering:
            # A statement that changes nothing plants no fault.
            self.assertTrue(self.postgres.ask(f"{statement} RETURNING 'changed'", "tampered"), statement)
        return Audit(self.crowd, self.postgres, "tampered", os.environ["CUBILETE_BIN"])

    async def test_it_finds_each_planted_fault_and_nothing_else(self):
        untouched = self.audit()
        self.assertFalse(untouched, str(untouched))
        for kind, faults in FAULTS.items():
            for what, statements in faults.items():
                with self.subTest(kind, fault=what):
                    findings = self.audit(*statements)
                    found = findings.dice.changed if kind == "changed" else getattr(findings, kind)
                    self.assertTrue(found, f"{what}: {findings}")


# By kind of finding. The statements of a fault are carried out one after another.
FAULTS = {
    "lost": {
        "the last entry of a match": [f"DELETE FROM log WHERE {LAST}"],
        "a whole log": [f"DELETE FROM log WHERE match_no = (SELECT no FROM matches WHERE id = {FINISHED})"],
    },
    "doubled": {
        "a move that is there twice": [
            f"INSERT INTO log (match_no, seq, epoch, {OTHERS}) SELECT match_no, seq + 1, epoch, {OTHERS} FROM log WHERE {LAST}"],
        "two matches in a room": [f"UPDATE matches SET ended_ms = NULL, result = NULL WHERE id = {FINISHED}"],
    },
    "disagreeing": {
        "a gap": [f"DELETE FROM log WHERE {THIRD}"],
        "a changed move": [f"UPDATE log SET move = '{{}}' WHERE {THIRD}"],
        "a changed draw": [f"UPDATE log SET draws = '[1]' WHERE {DREW}"],
        "a changed time": [f"UPDATE log SET at_ms = at_ms + 1 WHERE {THIRD}"],
        "another hash": [f"UPDATE log SET hash = salt WHERE {THIRD}"],
        "a result without scores": [f"DELETE FROM scores WHERE match_id = {FINISHED}"],
        "a score of a match that is not over": [
            "INSERT INTO scores (match_id, seat, player, place, score, won, game, ended_ms, people, usual, public)"
            f" SELECT id, 0, 'p', 1, 1, true, game, 0, 1, true, true FROM matches WHERE id = {RUNNING}"],
        "a score of another place": [f"UPDATE scores SET place = place + 1 WHERE match_id = {FINISHED}"],
    },
    "reordered": {
        # An update gives the row the number of its own, newer transaction.
        "an entry that was written after its successor": [f"UPDATE log SET seq = seq WHERE {THIRD}"],
        "an entry of an older epoch after one of a newer": [f"UPDATE log SET epoch = epoch + 1 WHERE {THIRD}"],
        "an epoch that writes after its end": [
            "UPDATE log SET at_ms = at_ms WHERE match_no = (SELECT max(match_no) FROM log WHERE epoch = (SELECT min(epoch) FROM log))"],
    },
    "unexplained": {
        "an entry that nobody asked for": [f"UPDATE log SET message_id = '\"other\"' WHERE {THIRD}"],
        "an entry without an id": [f"UPDATE log SET message_id = '' WHERE {THIRD}"],
        "entries without a match": [f"UPDATE log SET match_no = match_no + 1000000 WHERE {LAST}"],
        "an epoch that never joined": [f"UPDATE log SET epoch = 1000000 WHERE {LAST}"],
        "a room of nobody": [
            "INSERT INTO rooms (code, owner, settings, host, since_ms) SELECT 'ZZZZZZ', max(epoch), '{}', '', 0 FROM nodes"],
        "a seat of nobody": ["INSERT INTO seats SELECT room, 99, 'p', true, false, false, 0, 0 FROM seats LIMIT 1"],
    },
    "unseated": {
        "a room that is gone": ["DELETE FROM rooms WHERE code = (SELECT min(code) FROM rooms)"],
        "a room of another epoch": ["UPDATE rooms SET owner = owner - 1 WHERE code = (SELECT min(code) FROM rooms)"],
        "a room with the match of another": [
            "UPDATE rooms SET match_id = (SELECT max(match_id) FROM rooms)"
            " WHERE code = (SELECT code FROM rooms ORDER BY match_id LIMIT 1)"],
        "a seat that is gone": ["DELETE FROM seats WHERE (room, seat) = (SELECT room, seat FROM seats LIMIT 1)"],
        "a seat that was left": ["UPDATE seats SET left_room = true WHERE (room, seat) = (SELECT room, seat FROM seats LIMIT 1)"],
        "a seat of another player": ["UPDATE seats SET player = 'p' WHERE (room, seat) = (SELECT room, seat FROM seats LIMIT 1)"],
        "another player in a match": [f"UPDATE match_players SET player = 'p' WHERE match_id = {FINISHED} AND seat = 0"],
    },
    "changed": {
        "the server's secret": ["UPDATE match_dice SET state = jsonb_set(state::jsonb, '{seed}', to_jsonb(repeat('00', 32)))::text"],
        "a secret that is gone": ["DELETE FROM match_dice"],
        "a proof that is gone": [f"DELETE FROM match_proofs WHERE match_id = {FINISHED}"],
        "a drawn number": [f"UPDATE log SET extra = jsonb_set(extra::jsonb, '{{drawn,0,k}}', '1000')::text WHERE {DREW}"],
    },
}


class OfEpochs(OnPostgres):
    """Counters that go where no counter of a running server goes."""

    async def asyncSetUp(self):
        await super().asyncSetUp()
        await self.sit_down(rooms=2)
        server = self.enterContext(await self.open())
        await self.crowd.play(server, self.killed(server))  # its lanes stay
        await self.look()
        self.assertEqual(self.membership.findings, [])

    async def killed(self, server):
        await self.crowd.moves(20)
        server.kill()

    async def test_it_finds_each_counter_that_goes_back_and_each_row_that_returns(self):
        faults = {
            "up at the same time": "INSERT INTO nodes (epoch, name, state) SELECT max(epoch) + 1, '', 'up' FROM nodes",
            "came after": "INSERT INTO nodes (epoch, name, state) VALUES (0, '', 'left')",
            "was left and is": "UPDATE nodes SET state = 'draining' WHERE state = 'left'",
            "lost its beat": "UPDATE nodes SET beat = beat - 1 WHERE state = 'up'",
            "outlived its epoch": "UPDATE nodes SET state = 'fenced' WHERE state = 'up'",
            "from batch": "UPDATE lanes SET batch = batch - 1",
            "from asked": "UPDATE lanes SET asked = asked - 1",
            "batches and wrote": "UPDATE lanes SET batch = 0",
        }
        for finding, statement in faults.items():
            with self.subTest(statement):
                seen = Membership(self.postgres, self.database)
                seen.look()
                self.postgres.drop_database("tampered")
                self.postgres.ask(f"CREATE DATABASE tampered TEMPLATE {self.database}")
                self.assertTrue(self.postgres.ask(f"{statement} RETURNING 'changed'", "tampered"))
                seen.tables.database = "tampered"
                seen.look()
                self.assertTrue(any(finding in line for line in seen.findings), seen.findings)


if __name__ == "__main__":
    unittest.main()
