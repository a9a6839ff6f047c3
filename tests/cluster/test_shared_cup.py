"""The day's cup of a cluster: one chain of seeds, drawn once, and one match of each player, at whichever node."""
import asyncio
import unittest

from nodes import House
from server import Client, ask, get, in_time


class CupTest(unittest.IsolatedAsyncioTestCase):
    """Of the nodes of `self.house`."""

    async def player(self, node, name="Ana", **fields):
        client = await Client.open(self.house.nodes[node])
        self.addAsyncCleanup(client.close)
        await client.hello(name, **fields)
        return client

    @staticmethod
    async def play(client, room, seen, until):
        """Plays the first move of each list from entry `seen` to `until`. Returns the pushes of these entries."""
        pushes = []
        while seen < until:
            push = await client.push("match", lambda push: push["room"] == room and push["seq"] >= seen)
            pushes.append(push)
            seen = push["seq"] + 1
            if push.get("result"):
                break
            answer = await client.request("move", id=f"{id(client)}-{push['seq']}", room=room, match=push["match"], n=push["you"]["n"], move=push["you"]["moves"][0])
            assert answer["t"] == "ok", answer
        return pushes


class TheCup(CupTest):
    async def asyncSetUp(self):
        self.house = self.enterContext(House(3))
        async with in_time():
            for node in self.house.nodes:
                while await node.metric('cubilete_nodes{state="up"}') < 3:
                    await asyncio.sleep(0.05)

    async def test_nodes_that_start_together_have_one_chain(self):
        chains = [await (await self.player(node, f"Ana {node}")).request("cup.today") for node in range(3)]
        self.assertEqual(1, len({chain["end"] for chain in chains}))
        self.assertEqual(1, len({chain["day"] for chain in chains}))

    async def test_a_match_goes_on_at_another_node_with_the_same_dice_as_others_have(self):
        ana, ben = await self.player(0), await self.player(1, "Ben")
        room = (await ana.request("cup.play"))["room"]
        await self.play(ana, room, 1, 9)
        self.house.nodes[0].kill()
        elsewhere = await self.player(2, token=ana.token)
        async with in_time():
            while (answer := await elsewhere.request("cup.play"))["t"] != "ok":
                await asyncio.sleep(0.1)  # until the others have taken over
            self.assertEqual(room, answer["room"])
            while (await elsewhere.request("room.join", room=room))["t"] != "ok":
                await asyncio.sleep(0.1)
        whole = await self.play(elsewhere, room, 1, 99)
        other = (await ben.request("cup.play"))["room"]
        theirs = await self.play(ben, other, 1, 99)
        self.assertEqual(whole[-1]["result"]["scores"], theirs[-1]["result"]["scores"])
        own = (await elsewhere.request("cup.today"))["you"]
        self.assertEqual(("finished", whole[-1]["match"]), (own["state"], own["match"]))
        again = await (await self.player(1, token=ana.token)).request("cup.play")
        self.assertEqual(("refused", "cup_played"), (again["t"], again.get("why")))


class BeforeTheFirstCup(CupTest):
    async def test_a_match_goes_on_at_a_node_without_a_cup_that_was_there_before_all_that_have_one(self):
        self.house = self.enterContext(House(1, "--cup", "off"))
        self.house.flags = ()
        self.house.nodes.append(self.house.open())
        self.house.wait_for_links()
        shown = [(await ask(node, get("/api/v1/cup")))[0] for node in self.house.nodes]
        self.assertEqual(shown, [404, 200])
        ana = await self.player(1)
        room = (await ana.request("cup.play"))["room"]
        await self.play(ana, room, 1, 9)
        self.house.nodes[1].kill()
        elsewhere = await self.player(0, token=ana.token)
        self.assertEqual((await elsewhere.request("cup.play")).get("why"), "no_cup")
        async with in_time():
            while (await elsewhere.request("room.join", room=room))["t"] != "ok":
                await asyncio.sleep(0.1)  # until the node has taken over
        whole = await self.play(elsewhere, room, 1, 99)
        self.assertEqual(whole[-1]["result"]["reason"], "finished")


if __name__ == "__main__":
    unittest.main()
