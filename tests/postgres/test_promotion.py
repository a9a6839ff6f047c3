"""With a synchronous standby every acknowledged move survives the loss of the primary, and nothing is shown that only the
primary has.
"""
import asyncio
import os
import unittest

from playing import OnPostgres
from postgres import Postgres
from server import Client, ask, get, in_time
from test_games import seated

PROMOTIONS = int(os.environ.get("DATABASE_PROMOTIONS", "2"))


class Promotion(OnPostgres):
    """The server knows two places of the database. A primary is in one of them, and its standby in the other or nowhere."""

    async def asyncSetUp(self):
        await super().asyncSetUp()
        self.places = [self.postgres.own, self.postgres.own.with_name(self.postgres.own.name + "-b")]

    def url(self):
        return f"postgresql:///{self.database}?user=postgres&host={self.places[0]},{self.places[1]}"

    async def standby(self):
        """A new standby of the database, in the other place."""
        place = next(place for place in self.places if place != self.postgres.own)
        return self.enterContext(await asyncio.to_thread(Postgres, primary=self.postgres, own=place))

    async def test_a_promoted_standby_has_every_acknowledged_move(self):
        await self.sit_down()
        with await self.open() as server:
            await self.crowd.play(server, self.promotions(server))
            self.assert_only_warnings(server)
        self.assert_no_socket_was_closed()
        await self.assert_nothing_is_wrong(f"{PROMOTIONS} promotions")

    async def promotions(self, server):
        for _ in range(PROMOTIONS):
            standby = await self.standby()
            await asyncio.to_thread(self.postgres.require_standby)
            await self.after_a_while()
            await asyncio.to_thread(self.postgres.kill)
            await asyncio.sleep(self.chance.uniform(0, 1))
            await asyncio.to_thread(standby.promote)
            await asyncio.to_thread(self.postgres.close)
            self.postgres = standby
            await self.crowd.moves(1)
            await self.look()
        await self.ended(server)

    async def test_a_server_reads_from_the_primary_although_a_standby_answers_first(self):
        """The standby confirms what it has received, and shows it only later."""
        self.places.reverse()
        standby = await self.standby()
        await asyncio.to_thread(self.postgres.require_standby)
        await asyncio.to_thread(standby.ask, "SELECT pg_wal_replay_pause()")
        await self.sit_down(rooms=3)
        for _ in range(2):
            with await self.open("--take-over") as server:
                await self.crowd.play(server, self.killed_after_some_moves(server))
        with await self.open("--take-over") as server:
            await self.crowd.play(server, self.ended(server))
        await self.assert_nothing_is_wrong("a standby that is behind")

    async def killed_after_some_moves(self, server):
        await self.crowd.everybody()
        await self.after_a_while()
        server.kill()

    async def test_the_promoted_standby_gets_what_only_the_dead_primary_had(self):
        """The commit of a move waited for the standby, which was away, when the primary died."""
        with await self.open() as server:
            room, (player,) = await seated(server, ["Ana"], game="yahtzee", clock={"turn_ms": 0})
            before = await player.look(1)
            standby = await self.standby()
            await asyncio.to_thread(self.postgres.require_standby)
            await asyncio.to_thread(standby.kill)
            asking = asyncio.create_task(player.ask("move", room=room, match=before["match"], n=before["you"]["n"],
                                                    move=before["you"]["moves"][0]))
            await asyncio.to_thread(self.postgres.waiting_for_standby, "cubilete:%:_")
            await asyncio.to_thread(self.postgres.kill)
            await asyncio.to_thread(standby.start)
            self.assertEqual(await asyncio.to_thread(standby.value, "SELECT count(*) FROM log", self.database), "1")
            self.assertFalse(asking.done())
            self.assertEqual(player.client.pushes("match"), [])
            await asyncio.to_thread(standby.promote)
            self.assertEqual((await asking)["seq"], 2)
            await player.look(2)
            await player.client.close()
            self.assertEqual(await asyncio.to_thread(standby.value, "SELECT count(*) FROM log", self.database), "2")
            server.stop()


class GhostRow(OnPostgres):
    """A commit that waits for an absent standby is on the primary only. After a restart the primary shows it to everybody
    who reads, although nobody knows whether it is safe.
    """

    async def asyncSetUp(self):
        await super().asyncSetUp()
        self.server = self.enterContext(await self.open())
        self.room, (self.player,) = await seated(self.server, ["Ana"], game="yahtzee", clock={"turn_ms": 0})
        self.before = await self.player.look(1)
        await asyncio.to_thread(self.postgres.set, "synchronous_standby_names", "absent")
        await asyncio.to_thread(self.postgres.waiting_for_standby, "cubilete:%:beat")  # all processes know it now
        you = self.before["you"]
        self.move = {"room": self.room, "match": self.before["match"], "n": you["n"], "move": you["moves"][0]}

    def entries(self):
        return int(self.postgres.value("SELECT count(*) FROM log", self.database))

    async def kill_the_primary_with_the_move(self):
        """The move is committed there, and after the kill everybody who reads sees it."""
        await asyncio.to_thread(self.postgres.waiting_for_standby, "cubilete:%:_")
        await asyncio.to_thread(self.postgres.kill)
        await asyncio.to_thread(self.postgres.start)
        self.assertEqual(await asyncio.to_thread(self.entries), 2)

    async def test_a_server_shows_it_only_when_a_standby_has_it(self):
        answer = asyncio.create_task(self.player.ask("move", id="once", **self.move))
        await self.kill_the_primary_with_the_move()
        # The server finds out by a write, which waits for the standby, too.
        await asyncio.to_thread(self.postgres.waiting_for_standby, "cubilete:%:_")
        self.assertFalse(answer.done())
        self.assertEqual(self.player.client.pushes("match"), [])
        await asyncio.to_thread(self.postgres.set, "synchronous_standby_names", "")
        self.assertEqual((await answer)["seq"], 2)
        await self.player.look(2)
        await self.player.client.close()
        self.assertEqual(await asyncio.to_thread(self.entries), 2)

    async def test_the_next_server_shows_it_only_when_a_standby_has_it(self):
        asking = asyncio.create_task(self.player.ask("move", id="once", **self.move))
        await self.kill_the_primary_with_the_move()
        self.server.kill()
        with self.assertRaises(AssertionError):  # the socket closed without an answer
            await asking
        opening = asyncio.create_task(self.open("--take-over"))
        # For the standby, or for a row that the dead server's last beat has locked and that waits for the standby.
        await asyncio.to_thread(self.postgres.wait_for, "SELECT pid FROM pg_stat_activity WHERE application_name = 'cubilete:joining'"
                                " AND (wait_event = 'SyncRep' OR wait_event_type = 'Lock')")
        self.assertFalse(opening.done())
        await asyncio.to_thread(self.postgres.set, "synchronous_standby_names", "")
        with await opening as server:
            client = await Client.open(server)
            self.assertEqual((await client.hello(token=self.player.client.token))["rooms"], [self.room])
            await client.request("room.join", room=self.room)
            self.assertEqual((await client.push("match"))["seq"], 2)
            self.assertEqual((await client.request("move", id="once", **self.move))["seq"], 2)
            await client.close()

    async def test_the_result_of_a_match_is_published_only_when_a_standby_has_it(self):
        leaving = asyncio.create_task(self.player.ask("room.leave", room=self.room))  # ends the match
        await asyncio.to_thread(self.postgres.waiting_for_standby, "cubilete:%:_")
        await asyncio.to_thread(self.postgres.kill)
        await asyncio.to_thread(self.postgres.start)
        ended = "SELECT 1 FROM matches WHERE ended_ms IS NOT NULL"
        self.assertTrue(await asyncio.to_thread(self.postgres.ask, ended, self.database))
        record = f"/api/v1/matches/{self.before['match']}"
        status, headers, _ = await ask(self.server, get(record))
        self.assertEqual((status, headers.get("retry-after")), (503, "1"))
        self.assertFalse(leaving.done())
        await asyncio.to_thread(self.postgres.set, "synchronous_standby_names", "")
        self.assertEqual((await leaving)["t"], "ok")
        async with in_time():
            while (await ask(self.server, get(record)))[0] != 200:
                await asyncio.sleep(0.02)
        await self.player.client.close()


if __name__ == "__main__":
    unittest.main()
