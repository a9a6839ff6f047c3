"""Any socket at any node plays at any room, while all nodes live."""
import asyncio
import random
import unittest

from nodes import Balancer, House
from server import Client, ask, get
from test_games import SEED, Player, Table


class Relay(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.house = cls.enterClassContext(House(3, "--log-level", "info"))

    async def player(self, node, name="Ana", **fields):
        client = await Client.open(self.house.nodes[node])
        self.addAsyncCleanup(client.close)
        self.assertEqual((await client.hello(name, **fields))["t"], "ok")
        return client

    async def table(self, *clients, **settings):
        """The first of them makes a room, the others join it."""
        room = (await clients[0].request("room.create", **settings))["room"]
        for client in clients[1:]:
            self.assertEqual((await client.request("room.join", room=room))["t"], "ok")
        return room

    async def test_whole_matches_of_all_games_are_played_through_a_balancer(self):
        chance = random.Random(SEED)
        async with Balancer(self.house) as balancer:
            visitor = await Client.open(balancer)
            games = (await visitor.hello("Dora"))["games"]
            await visitor.close()
            self.assertEqual(len(games), 5)
            for game in games:
                with self.subTest(game["id"]):
                    players = [await Player.open(balancer, name) for name in ("Ana", "Ben")]
                    made = await players[0].ask("room.create", game=game["id"], seats=max(2, game["seats"]["min"]),
                                                clock={"turn_ms": 0})
                    self.assertEqual(made["t"], "ok", made)
                    room = made["room"]
                    watcher = await Client.open(balancer)
                    await watcher.hello("Eva")
                    await players[1].ask("room.join", room=room)
                    self.assertEqual((await watcher.request("room.join", room=room, **{"as": "spectator"}))["as"], "spectator")
                    await players[1].ask("room.ready", room=room, ready=True)
                    self.assertEqual((await players[0].ask("room.start", room=room))["t"], "ok")
                    last = await Table(room, players, chance).play()
                    self.assertEqual(last[0]["result"]["reason"], "finished")
                    seen = await watcher.push("match", lambda push: push["result"])
                    self.assertEqual(seen["seq"], last[0]["seq"])
                    self.assertEqual(seen["hash"], last[1]["hash"])
                    for client in (watcher, *(player.client for player in players)):
                        await client.close()

    async def test_every_node_can_own_a_room_and_every_other_can_play_there(self):
        for owner in range(3):
            clients = [await self.player((owner + at) % 3, name) for at, name in enumerate(("Ana", "Ben", "Eva"))]
            room = await self.table(*clients, game="yahtzee", seats=3)
            for client in clients:
                pushed = await client.push("room", lambda push: all(seat["player"] for seat in push["seats"]))
                self.assertEqual(pushed["room"], room)

    async def test_an_invitation_can_be_followed_at_every_node(self):
        ana = await self.player(0)
        room = await self.table(ana, game="yahtzee")
        for node in self.house.nodes:
            status, _, page = await ask(node, get(f"/r/{room}"))
            self.assertEqual(status, 200)
            self.assertNotIn(b'"closed":true', page)
            self.assertIn((await ask(node, get(f"/api/v1/rooms/{room}")))[0], (200, 503))

    async def test_a_player_has_several_devices_on_several_nodes(self):
        ana = await self.player(0)
        second = await self.player(1, token=ana.token)
        room = await self.table(ana, game="yahtzee", seats=2)
        self.assertEqual((await second.push("room"))["room"], room)  # without asking
        third = await Client.open(self.house.nodes[2])
        self.addAsyncCleanup(third.close)
        self.assertEqual((await third.hello(token=ana.token))["rooms"], [room])
        self.assertEqual((await third.push("room"))["room"], room)
        ben = await self.player(1, "Ben")
        await ben.request("room.join", room=room)
        for client in (ana, second, third):
            await client.push("room", lambda push: push["seats"][1]["player"])
        self.assertEqual((await third.request("room.leave", room=room))["t"], "ok")
        self.assertEqual((await ana.push("gone"))["room"], room)
        self.assertEqual((await second.push("gone"))["room"], room)

    async def test_chat_reaches_everybody_in_order(self):
        clients = [await self.player(at, name) for at, name in enumerate(("Ana", "Ben", "Eva"))]
        room = await self.table(*clients, game="yahtzee", seats=3)
        for number in range(30):
            self.assertEqual((await clients[1].request("room.chat", room=room, text=f"line {number}"))["t"], "ok")
        for client in clients:
            for number in range(30):
                self.assertEqual((await client.push("chat"))["text"], f"line {number}")

    async def test_requests_of_a_socket_are_carried_out_in_order(self):
        ana, ben = await self.player(0), await self.player(1, "Ben")
        room = await self.table(ana, game="yahtzee", seats=2)
        # All at once, before the node of Ben knows where the room is.
        replies = await asyncio.gather(
            ben.request("room.join", room=room),
            *(ben.request("room.chat", room=room, text=f"line {number}") for number in range(40)))
        self.assertEqual({reply["t"] for reply in replies}, {"ok"})
        for number in range(40):
            self.assertEqual((await ana.push("chat"))["text"], f"line {number}")

    async def test_a_ban_holds_at_every_node(self):
        ana, ben = await self.player(0), await self.player(1, "Ben")
        room = await self.table(ana, ben, game="yahtzee", seats=2)
        self.assertEqual((await ana.request("room.ban", room=room, player=ben.player["id"]))["t"], "ok")
        self.assertEqual((await ben.push("gone"))["reason"], "banned")
        again = await self.player(2, token=ben.token)
        self.assertEqual((await again.request("room.join", room=room))["code"], "banned")

    async def test_a_password_is_judged_by_the_owner(self):
        ana, ben = await self.player(0), await self.player(1, "Ben")
        room = await self.table(ana, game="yahtzee", seats=2, password="mañana")
        self.assertEqual((await ben.request("room.join", room=room, password="ayer"))["code"], "wrong_password")
        self.assertEqual((await ben.request("room.join", room=room, password="mañana"))["t"], "ok")

    async def test_hints_come_from_the_owner(self):
        ana, ben = await self.player(0), await self.player(1, "Ben")
        room = await self.table(ana, ben, game="yahtzee", seats=2, hints=True)
        await ben.request("room.ready", room=room, ready=True)
        await ana.request("room.start", room=room)
        push = await ben.push("match")
        asked = (ana, ben)[push["to_act"][0]]
        while (hint := await asked.request("hint", room=room)).get("code") == "busy":  # its tables are being computed
            await asyncio.sleep(0.1)
        self.assertEqual(hint["t"], "ok")

    async def test_a_code_for_another_device_works_once_at_any_node(self):
        ana, ben = await self.player(0), await self.player(1, "Ben")
        room = await self.table(ben, ana, game="yahtzee", seats=2)
        code = (await ana.request("device.offer"))["code"]
        devices = [await Client.open(self.house.nodes[node]) for node in (1, 2)]
        for device in devices:
            self.addAsyncCleanup(device.close)
        replies = await asyncio.gather(*(device.hello(device=code) for device in devices))
        self.assertEqual(sorted(reply["t"] for reply in replies), ["ok", "refused"])
        (welcome,) = [reply for reply in replies if reply["t"] == "ok"]
        self.assertEqual(welcome["player"]["id"], ana.player["id"])
        self.assertEqual(welcome["rooms"], [room])
        await ana.push("device")
        await ana.request("me.tables")  # asks all nodes
        self.assertEqual(ana.pushes("device"), [])

    async def test_strangers_who_ask_for_a_match_at_different_nodes_meet(self):
        for game in ("yahtzee", "tres"):
            clients = [await self.player(node, name) for node, name in enumerate(("Ana", "Ben", "Eva"))]
            replies = await asyncio.gather(*(client.request("quick.match", game=game) for client in clients[:2]))
            self.assertEqual(replies[0]["room"], replies[1]["room"])
            last = await clients[2].request("quick.match", game=game)
            self.assertEqual(last["t"], "ok")
            for client in clients:
                await client.request("room.leave", room=replies[0]["room"])

    async def test_public_tables_of_all_nodes_are_listed_at_each(self):
        watcher = await self.player(2, "Eva")
        await watcher.request("lobby.watch", game="yahtzee")
        ana = await self.player(0)
        room = await self.table(ana, game="yahtzee", seats=2, public=True)
        await watcher.push("lobby", lambda push: any(line["room"] == room for line in push["put"]))
        late = await self.player(1, "Ben")
        listed = (await late.request("lobby.watch", game="yahtzee"))["rooms"]
        self.assertIn(room, [line["room"] for line in listed])
        await ana.request("room.set", room=room, public=False)
        await watcher.push("lobby", lambda push: room in push["gone"])

    async def test_a_player_is_told_of_tables_at_all_nodes(self):
        devices = [await self.player(0)]
        devices += [await self.player(node, token=devices[0].token) for node in (1, 2)]
        rooms = {await self.table(device, game="yahtzee", seats=2) for device in devices}
        for device in devices:
            tables = (await device.request("me.tables"))["tables"]
            self.assertEqual({table["room"] for table in tables}, rooms)

    async def test_the_limit_of_new_players_of_an_address_holds_for_all_nodes_together(self):
        with House(2, "--guests-per-address", "6/10min") as house:
            replies = []
            for number in range(8):
                client = await Client.open(house.nodes[number % 2])
                replies.append((await client.hello())["t"])
                await client.close()
            self.assertEqual(replies, ["ok"] * 6 + ["refused"] * 2)

    async def test_nobody_finds_a_room_that_no_node_has(self):
        ana = await self.player(1)
        self.assertEqual((await ana.request("room.join", room="ZZZZZZ"))["code"], "no_room")

    async def test_a_new_name_is_known_everywhere(self):
        ana, ben = await self.player(0), await self.player(1, "Ben")
        room = await self.table(ana, ben, game="yahtzee", seats=2)
        self.assertEqual((await ben.request("rename", name="Benito"))["t"], "ok")
        await ana.push("room", lambda push: push["seats"][1]["player"] and push["seats"][1]["player"]["name"] == "Benito")

    async def test_an_avatar_is_known_everywhere(self):
        ana, ben = await self.player(0, avatar=95), await self.player(1, "Ben")
        await self.table(ben, ana, game="yahtzee", seats=2)

        def shown(push):
            return [seat["player"] and seat["player"].get("avatar") for seat in push["seats"]]

        await ben.push("room", lambda push: shown(push) == [None, 95])
        self.assertEqual((await ana.request("rename", name="Ana", avatar=0))["t"], "ok")
        await ben.push("room", lambda push: shown(push) == [None, 0])
        again = await Client.open(self.house.nodes[2])
        self.addAsyncCleanup(again.close)
        self.assertEqual((await again.hello("Ana", token=ana.token))["player"]["avatar"], 0)

    async def test_a_player_who_deletes_the_account_is_gone_everywhere(self):
        ana, ben = await self.player(0), await self.player(1, "Ben")
        await self.table(ana, ben, game="yahtzee", seats=2)
        other = await self.player(2, token=ben.token)
        self.assertEqual((await ben.request("me.delete"))["t"], "ok")
        self.assertEqual(await ben.closed(), 4010)
        self.assertEqual(await other.closed(), 4010)
        await ana.push("room", lambda push: not push["seats"][1]["player"])


if __name__ == "__main__":
    unittest.main()
