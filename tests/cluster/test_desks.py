"""Decrees of an operator at one node hold at all nodes, and each shows the state of the others."""
import asyncio
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from desk_page import DeskPage
from nodes import House
from postgres import Postgres
from server import PATIENCE, Client, Server, in_time

BANNED = 4011
WITHIN_S = 2  # of a decree, on every node


def admin(node, *words, code=0):
    """Returns the answer of `cubilete admin` at a node, parsed from JSON."""
    done = subprocess.run([os.environ["CUBILETE_BIN"], "admin", *words, "--json", "--data", node.data], capture_output=True, text=True,
                          timeout=PATIENCE, check=False)
    assert done.returncode == code, f"{done.returncode}: {done.stdout}{done.stderr}"
    return json.loads(done.stdout)


class Desk(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.house = self.enterContext(House(3))
        async with in_time():  # each has heard of all in a beat
            for node in self.house.nodes:
                while await node.metric('cubilete_nodes{state="up"}') < 3:
                    await asyncio.sleep(0.05)

    async def player(self, node, name="Ana", address="198.51.100.7", **fields):
        client = await Client.open(self.house.nodes[node], extra_headers={"X-Forwarded-For": address})
        self.addAsyncCleanup(client.close)
        client.greeting = await client.hello(name, **fields)
        return client

    async def holds(self, ask):
        """Waits until `ask` is true on every node, for as long as a decree may take."""
        async with asyncio.timeout(WITHIN_S):
            while not all([await ask(node) for node in range(len(self.house.nodes))]):
                await asyncio.sleep(0.05)

    async def test_a_player_with_three_sockets_at_two_nodes_in_a_running_match_is_banned(self):
        ana = await self.player(0)
        eve = await self.player(1, "Eve", "203.0.113.1")
        others = [await self.player(1, "Eve", token=eve.token), await self.player(2, "Eve", token=eve.token)]
        room = (await ana.request("room.create", game="yahtzee", seats=2))["room"]
        await eve.request("room.join", room=room)
        await eve.request("room.ready", room=room, ready=True)
        self.assertEqual((await ana.request("room.start", room=room))["t"], "ok")
        done = await asyncio.to_thread(admin, self.house.nodes[2], "ban", eve.player["id"], "rude")
        async with asyncio.timeout(WITHIN_S):
            self.assertEqual([await one.closed() for one in (eve, *others)], [BANNED] * 3)
        left = await ana.push("room", lambda push: push["seats"][1].get("house"))
        self.assertFalse(left["seats"][1]["online"])
        self.assertIn("newcomers_until_ms", done)  # the network is known at another node than the desk's

        async def refused(node):
            known = await self.player(node, "Eve", token=eve.token)
            new = await self.player(node, "New", "203.0.113.1")
            return known.greeting.get("code") == "banned" and new.greeting.get("why") == "newcomers_barred"
        await self.holds(refused)
        self.house.nodes[2].kill()  # where it was decreed
        self.house.nodes.pop()
        await self.holds(refused)

    async def test_each_node_shows_and_closes_what_is_at_the_others(self):
        ana = await self.player(0)
        ben = await self.player(1, "Ben")
        room = (await ana.request("room.create", game="yahtzee", seats=2))["room"]
        await ben.request("room.join", room=room)
        await ben.request("room.chat", room=room, text="good luck")
        await self.player(2, token=ana.token)
        for node in self.house.nodes:
            people = admin(node, "who")
            self.assertEqual(sorted(one["player"]["name"] for one in people["people"]), ["Ana", "Ben"])
            self.assertEqual([one["tables"] for one in people["people"]], [[room], [room]])
            self.assertEqual(people["silent"], [])
            self.assertEqual([line["room"] for line in admin(node, "tables")["tables"]], [room])
            self.assertEqual(admin(node, "table", room)["chat"][0]["text"], "good luck")
            self.assertEqual(admin(node, "player", ana.player["id"])["networks"], [people["people"][0]["network"]])
        self.assertEqual(admin(self.house.nodes[2], "ban", "--network", ana.player["id"], "spam", code=1)["here"], 1)
        admin(self.house.nodes[2], "close", room, "not", "here")
        self.assertEqual((await ben.push("gone"))["text"], "not here")

    async def test_a_node_that_does_not_answer_is_named(self):
        self.house.nodes[2].process.send_signal(19)  # it stops, and nobody has noticed yet
        self.addCleanup(self.house.nodes[2].process.send_signal, 18)
        silent = admin(self.house.nodes[0], "who")["silent"]
        self.assertEqual(len(silent), 1)
        self.assertRegex(silent[0], r"^127\.0\.0\.1:\d+$")

    async def test_lines_settings_and_mutes_hold_on_every_node_and_after_kills(self):
        players = [await self.player(node, name, f"203.0.113.{node}") for node, name in enumerate(("Ana", "Ben", "Eva"))]
        room = (await players[0].request("room.create", game="yahtzee", seats=3))["room"]
        for player in players[1:]:
            await player.request("room.join", room=room)
        admin(self.house.nodes[0], "say", "Welcome.")
        async with asyncio.timeout(WITHIN_S):
            for player in players:
                self.assertEqual((await player.push("notice"))["text"], "Welcome.")
        admin(self.house.nodes[1], "mute", players[1].player["id"], "insults")

        async def muted(node):
            said = await players[1].request("room.chat", room=room, text="hm")
            return said.get("code") == "muted"
        await self.holds(muted)
        admin(self.house.nodes[2], "set", "chat", "off")
        self.house.nodes[2].kill()
        async with in_time():
            while (await players[0].request("room.chat", room=room, text="hm")).get("why") != "chat_is_off":
                await asyncio.sleep(0.05)

    async def test_what_was_answered_holds_at_the_others_although_its_node_is_killed_at_once(self):
        ana = await self.player(0)
        eve, ben = await self.player(0, "Eve", "203.0.113.1"), await self.player(0, "Ben", "203.0.113.2")
        room = (await ana.request("room.create", game="yahtzee", seats=2))["room"]
        await ana.request("room.report", room=room, player=ana.player["id"], about="name", text="hm")
        decreed = [["ban", eve.player["id"], "rude"], ["mute", ben.player["id"], "insults"], ["say", "At nine."], ["set", "open-tables", "nobody"]]
        for node, commands in [(2, decreed), (1, [["unban", "1"]])]:
            for command in commands:
                admin(self.house.nodes[node], *command)
            self.house.nodes.pop(node).kill()

            async def holds(at, banned=node == 2):
                known = await self.player(at, "Eve", token=eve.token)
                other = await self.player(at, "Ben", token=ben.token)
                return ((known.greeting.get("code") == "banned") == banned
                        and (await other.request("room.create", game="yahtzee")).get("why") == "tables_by_nobody"
                        and (await other.push("notice"))["text"] == "At nine.")
            await self.holds(holds)
        self.assertEqual([line["what"] for line in admin(self.house.nodes[0], "log")["lines"]], ["unban", "set", "say", "mute", "ban"])

    async def test_a_link_of_one_node_opens_the_desk_at_another_once(self):
        link = admin(self.house.nodes[0], "link")
        secret = link["url"].partition("#")[2]
        page = await DeskPage.open(self.house.nodes[1])
        opened = await page.request("desk.open", secret=secret)
        self.assertEqual(opened["link"], link["no"])
        self.assertEqual((await page.request("desk.who"))["people"], [])
        again = await DeskPage.open(self.house.nodes[2])
        self.assertEqual((await again.request("desk.open", secret=secret))["why"], "desk_link_over")
        self.assertEqual((await again.request("desk.open", secret=opened["session"]))["link"], link["no"])
        for words in (["links"], ["links", "--end"]):
            self.assertEqual(admin(self.house.nodes[0], *words)["open"], [link["no"]])
        self.assertEqual(admin(self.house.nodes[0], "links")["open"], [])

        async def ended(node):
            asked = await (page if node == 1 else again).request("desk.who")
            return asked.get("why") == "desk_not_open"
        await self.holds(ended)
        await page.close()
        await again.close()


class Move(unittest.IsolatedAsyncioTestCase):
    async def greeting(self, server, token=None):
        client = await Client.open(server)
        self.addAsyncCleanup(client.close)
        greeting = await client.hello("Eve", token=token)
        return client if token is None else greeting

    def run_command(self, *words):
        done = subprocess.run([os.environ["CUBILETE_BIN"], *words], capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    async def test_a_ban_goes_with_the_data_to_postgresql_and_back(self):
        own = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="cubilete-")))
        database = self.enterContext(Postgres())
        url = database.url(database.create_database("cubilete"))
        with Server(data=own / "file") as server:
            eve = await self.greeting(server)
            admin(server, "ban", eve.player["id"], "forever", "rude")
            admin(server, "set", "chat", "off")
            server.stop()
        self.run_command("import", "--data", own / "file", "--database", url)
        (own / "back").mkdir(mode=0o700)
        with Server("--database", url, data=own / "postgres") as server:
            self.assertEqual((await self.greeting(server, eve.token))["code"], "banned")
            admin(server, "change", "1", "--reason", "very rude")
            self.run_command("backup", own / "back/cubilete.db", "--database", url)
        with Server(data=own / "back") as server:
            self.assertIn("very rude", (await self.greeting(server, eve.token))["text"])
            self.assertIn(("chat", "off"), [(one["key"], one["value"]) for one in admin(server, "settings")["settings"]])
            self.assertEqual([line["what"] for line in admin(server, "log")["lines"]], ["change", "set", "ban"])


if __name__ == "__main__":
    unittest.main()
