"""Requests at several servers of a cluster at the same time take effect once, and limits hold for all of them together."""
import asyncio
import os
import unittest

from nodes import House
from server import Client

PAIRS = int(os.environ.get("QUICK_PAIRS", "50"))
CODES = 10  # an address may try 30 a minute, right ones included
GUESTS = 100


class AtOnce(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.house = cls.enterClassContext(House(3, "--log-level", "info"))

    async def player(self, node, name="Ana"):
        client = await Client.open(self.house.nodes[node])
        self.addAsyncCleanup(client.close)
        self.assertEqual((await client.hello(name))["t"], "ok")
        return client

    async def test_two_strangers_who_ask_for_a_match_at_two_servers_meet(self):
        clients = [await self.player(node, name) for node, name in enumerate(("Ana", "Ben", "Eva"))]
        visitor = await Client.open(self.house.nodes[0])
        games = [game["id"] for game in (await visitor.hello())["games"]]
        await visitor.close()
        for number in range(PAIRS):
            pair = [clients[number % 3], clients[(number + 1) % 3]]
            game = games[number % len(games)]
            replies = await asyncio.gather(*(client.request("quick.match", game=game) for client in pair))
            self.assertEqual([reply["t"] for reply in replies], ["ok", "ok"], replies)
            self.assertEqual(replies[0]["room"], replies[1]["room"])
            for client in pair:
                await client.request("room.leave", room=replies[0]["room"])

    async def test_a_code_for_another_device_that_is_used_at_two_servers_at_once_works_once(self):
        ana = await self.player(0)
        for _ in range(CODES):
            code = (await ana.request("device.offer"))["code"]
            devices = [await Client.open(self.house.nodes[node]) for node in (1, 2)]
            replies = await asyncio.gather(*(device.hello(device=code) for device in devices))
            self.assertEqual(sorted(reply["t"] for reply in replies), ["ok", "refused"], replies)
            (welcome,) = [reply for reply in replies if reply["t"] == "ok"]
            self.assertEqual(welcome["player"]["id"], ana.player["id"])
            for device in devices:
                await device.close()

    async def test_a_hundred_guests_of_an_address_at_three_servers_at_once_meet_one_limit(self):
        with House(3, "--guests-per-address", "40/10min") as house:
            clients = await asyncio.gather(*(Client.open(house.nodes[number % 3]) for number in range(GUESTS)))
            replies = await asyncio.gather(*(client.hello() for client in clients))
            self.assertEqual(sum(reply["t"] == "ok" for reply in replies), 40)
            refused = {reply["code"] for reply in replies if reply["t"] != "ok"}
            self.assertEqual(len(refused), 1, refused)
            players = house.postgres.value("SELECT count(*) FROM players WHERE agent IS DISTINCT FROM 'house'", house.database)
            self.assertEqual(int(players), 40)
            await asyncio.gather(*(client.close() for client in clients))


if __name__ == "__main__":
    unittest.main()
