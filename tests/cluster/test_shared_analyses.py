"""Analyses of a cluster: whichever node is asked, the analysis of a match is the same, and care counts the match once."""
import asyncio
import json
import unittest

from nodes import House
from server import Client, ask, get, in_time


class Analyses(unittest.IsolatedAsyncioTestCase):
    async def asked(self, node, path):
        """The answer, as soon as the node is not busy."""
        async with in_time():
            while True:
                code, _, body = await ask(node, get(f"/api/v1/{path}"))
                if code == 200:
                    return json.loads(body)
                self.assertIn(code, (429, 503), body)
                await asyncio.sleep(0.2)

    async def test_every_node_gives_the_analysis_of_a_match_that_was_played_at_another_one(self):
        with House(3) as house:
            clients = []
            for node, name in enumerate(("Ana", "Ben")):
                client = await Client.open(house.nodes[node])
                self.addAsyncCleanup(client.close)
                await client.hello(name)
                clients.append(client)
            room = (await clients[0].request("room.create", game="threes_away", seats=2, options={"pots": 2}))["room"]
            await clients[1].request("room.join", room=room)
            await clients[1].request("room.ready", room=room, ready=True)
            match, seen = (await clients[0].request("room.start", room=room))["match"], 0
            while True:
                pushes = [await client.push("match", lambda push: push["match"] == match and push["seq"] > seen) for client in clients]
                seen = pushes[0]["seq"]
                if pushes[0]["result"]:
                    break
                for client, own in zip(clients, pushes):
                    if moves := own["you"]["moves"]:
                        await client.request("move", room=room, match=match, n=own["you"]["n"], move=moves[0])
                        break
            found = await asyncio.gather(*(self.asked(node, f"matches/{match}/analysis") for node in house.nodes))
            self.assertEqual([found[0]] * 3, found)
            own = found[0]["seats"][0]["decisions"]["own"]
            for node in house.nodes:
                (game,) = (await self.asked(node, f"players/{clients[0].player['id']}"))["games"]
                self.assertEqual((game["matches"], game["care"]["count"]), (1, own["count"]))


if __name__ == "__main__":
    unittest.main()
