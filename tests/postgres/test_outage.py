"""While the database is away nothing is acknowledged and no socket is closed. When it is back, play goes on by itself."""
import asyncio
import os
import unittest

from playing import OnPostgres
from server import Client, ask, get, in_time

KILLS = int(os.environ.get("DATABASE_KILLS", "6"))


class Outage(OnPostgres):
    async def test_kills_of_the_database_lose_and_double_nothing(self):
        await self.sit_down()
        with await self.open() as server:
            await self.crowd.play(server, self.kills(server))
            self.assert_only_warnings(server)
        self.assert_no_socket_was_closed()
        await self.assert_nothing_is_wrong(f"{KILLS} kills of the database")

    async def kills(self, server):
        postgres = self.postgres
        kinds = [
            postgres.kill,
            postgres.kill_postmaster,
            lambda: postgres.kill_backend("cubilete:%:0"),
            lambda: postgres.kill_backend("cubilete:%:beat"),
            lambda: postgres.end_connections("cubilete:%"),
            postgres.stop,
        ]
        for number in range(KILLS):
            await self.after_a_while()
            await asyncio.to_thread(kinds[number % len(kinds)])
            await asyncio.sleep(self.chance.uniform(0, 1))
            await asyncio.to_thread(postgres.start)
            await self.crowd.moves(1)
            await self.look()
        await self.ended(server)

    async def test_an_database_that_is_gone_is_busy_and_acknowledges_nothing(self):
        await self.busy_without(self.postgres.kill, self.postgres.start)

    async def test_an_database_that_does_not_answer_is_busy_and_acknowledges_nothing(self):
        await self.busy_without(self.postgres.freeze, self.postgres.thaw)

    async def busy_without(self, disturb, mend):
        await self.sit_down(rooms=3)
        with await self.open() as server:
            guest = await Client.open(server)
            self.assertEqual((await guest.hello("Eva"))["t"], "ok")
            await self.crowd.play(server, self.away(server, guest, disturb, mend))
            self.assertEqual(server.log().count("the database is away: requests are refused"), 1, server.log())
        self.assert_no_socket_was_closed()
        await self.assert_nothing_is_wrong("a database away")

    async def away(self, server, guest, disturb, mend):
        await self.after_a_while()
        await asyncio.to_thread(disturb)
        reply = await self.until(lambda: guest.request("lobby.watch"), lambda reply: reply["t"] != "ok")
        self.assertEqual((reply["code"], reply["retry_ms"]), ("busy", 1000))
        await self.until(lambda: ask(server, get("/readyz")), lambda answer: answer[0] == 503)
        self.assertEqual((await ask(server, get("/healthz")))[0], 200)
        self.assertEqual((await ask(server, get("/api/v1/matches")))[0], 503)
        recorded = len(self.crowd.record.acknowledged), len(self.crowd.record.hashes)
        for request in {"t": "lobby.watch"}, {"t": "room.create", "game": "yahtzee", "seats": 1}:
            self.assertEqual((await guest.request(**request))["code"], "busy")
        self.assertEqual((len(self.crowd.record.acknowledged), len(self.crowd.record.hashes)), recorded)
        await asyncio.to_thread(mend)
        reply = await self.until(lambda: guest.request("lobby.watch"), lambda reply: reply.get("code") != "busy")
        self.assertEqual(reply["t"], "ok")
        await self.until(lambda: ask(server, get("/readyz")), lambda answer: answer[0] == 200)
        await guest.close()
        await self.ended(server)

    async def until(self, ask_once, holds):
        """Asks again and again; returns the first answer that holds."""
        async with in_time():
            while not holds(answer := await ask_once()):
                await asyncio.sleep(0.02)
        return answer


if __name__ == "__main__":
    unittest.main()
