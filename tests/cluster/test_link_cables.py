"""Cables between servers of a cluster are cut and stall, while all of them reach the database."""
import asyncio
import contextlib
import os
import random
import time
import unittest

from cables import CabledHouse
from crowd import DICE_WAIT
from players import Players
from server import Client, in_time

FAULTS = int(os.environ.get("LINK_FAULTS", "3"))
ROOMS = int(os.environ.get("CRASH_ROOMS", "5"))
RESTART = 1012
UNREACHABLE = 5  # seconds after which players of a table that cannot be reached are sent to another server
SILENCE = 3  # seconds after which a link that stalls has ended
SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))


class LinkCables(Players, unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.chance = random.Random(SEED)

    async def test_players_go_on_when_links_between_servers_are_back_and_no_server_ends(self):
        kinds = [("cut", 1), ("stall up", 4), ("jolt", 0), ("stall down", 4), ("half_close", 0), ("stall", 2), ("cut", 4)]
        with CabledHouse(3, "--log-level", "info", *DICE_WAIT) as house:
            epochs = await asyncio.to_thread(house.epochs)
            pauses = []
            async with self.crowd_at(house, ROOMS, SEED) as step:
                crowd = self.crowd
                for number in range(FAULTS):
                    await step(crowd.everybody())
                    await step(crowd.moves(self.chance.randint(30, 90)))
                    kind, seconds = kinds[number % len(kinds)]
                    cable = house.nodes[number % 2].to_node  # of one to both others, or of those two
                    crowd.knows_presence = False
                    for player in crowd.players:
                        player.present = {id: set() for id in player.present}
                    house.wires.do({
                        "jolt": cable.jolt, "cut": cable.cut, "half_close": lambda: cable.half_close(up=True),
                        "stall up": lambda: cable.stall(down=False), "stall down": lambda: cable.stall(up=False),
                        "stall": cable.stall,
                    }[kind])
                    await step(asyncio.sleep(seconds))
                    house.wires.do(cable.mend)
                    begin = time.monotonic()
                    await step(self.everybody_moves(crowd))
                    pauses.append((kind, time.monotonic() - begin))
                    await step(self.everybody_moves(crowd))  # also those whose news was on its way
                    crowd.knows_presence = True
            self.assertEqual(await asyncio.to_thread(house.epochs), epochs)  # nobody was fenced
            findings = await self.audited(house)
            sockets = sum(player.connections for player in crowd.players)
            print(f"{FAULTS} faults of links, {len(crowd.players)} players with {sockets} sockets, seed {SEED}: {findings};"
                  f" all rooms went on after {', '.join(f'{pause:.2f} s ({kind})' for kind, pause in pauses)}")

    async def test_players_whose_table_cannot_be_reached_are_sent_away_and_play_on_at_another_server(self):
        """The newest node has no way to the others."""
        with CabledHouse(3, "--log-level", "info") as house:
            oldest, middle, newest = house.nodes
            await asyncio.gather(
                self.sent_away(newest, middle, "is cut", UNREACHABLE, lambda: house.wires.do(middle.to_node.cut)),
                self.sent_away(newest, oldest, "stalls", SILENCE + UNREACHABLE,
                               lambda: house.wires.do(lambda: oldest.to_node.stall(up=False))))
            house.wires.do(oldest.to_node.mend, middle.to_node.mend)
            for ben, room in self.sent:
                await self.until_back(newest, ben, room)

    sent = ()

    async def sent_away(self, at, owner, title, bound, disturb):
        ana, ben = [await self.player(node, name) for node, name in ((owner, "Ana"), (at, "Ben"))]
        room = (await ana.request("room.create", game="yahtzee", seats=2))["room"]
        self.assertEqual((await ben.request("room.join", room=room))["t"], "ok")
        disturb()
        begin = time.monotonic()
        self.assertEqual(await ben.closed(), RESTART)
        took = time.monotonic() - begin
        print(f"the link to the owner {title}: the player's socket was closed after {took:.2f} s (bound {bound} s)")
        self.assertLess(took, 10 * bound)
        again = await self.player(owner, "Ben", token=ben.token)
        self.assertEqual((await again.request("room.join", room=room))["t"], "ok")
        self.assertEqual((await again.request("room.ready", room=room, ready=True))["t"], "ok")
        self.assertEqual((await ana.request("room.start", room=room))["t"], "ok")
        await again.push("match")
        self.sent += ((ben, room),)

    async def until_back(self, node, player, room):
        """The player finds the table from this node."""
        async with in_time():
            while True:
                client = await self.player(node, "Ben", token=player.token)
                joining = asyncio.create_task(client.request("room.join", room=room))
                with contextlib.suppress(AssertionError):  # closed without an answer, because there is no link yet
                    return self.assertEqual((await joining)["t"], "ok")

    async def player(self, node, name, **fields):
        client = await Client.open(node)
        self.addAsyncCleanup(client.close)
        self.assertEqual((await client.hello(name, **fields))["t"], "ok")
        return client


if __name__ == "__main__":
    unittest.main()
