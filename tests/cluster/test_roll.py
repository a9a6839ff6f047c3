"""The servers of a cluster are restarted in turn while a crowd plays. They hand their tables over before they end."""
import asyncio
import contextlib
import os
import random
import time
import unittest

from crowd import DICE_WAIT, LATER, Crowd
from nodes import Balancer, House
from players import HouseAudit, Players

DEATHS = int(os.environ.get("CLUSTER_KILLS", "4"))
ROOMS = int(os.environ.get("ROLL_ROOMS", "20"))
BOUND = 3  # seconds that a table pauses at most; a machine that does much else is slower, but not ten times
# Refusals that also happen while nothing is restarted: of a move that is sent again, or of the second of two who start.
USUAL = {"stale", "already_started", "match_over", "not_your_turn"}
SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))


class Roll(Players, unittest.IsolatedAsyncioTestCase):
    async def test_no_move_is_lost_when_a_server_is_killed_while_another_hands_its_tables_over_to_it(self):
        chance = random.Random(SEED)
        with House(3, "--log-level", "info", *DICE_WAIT) as house:
            crowd = self.crowd = Crowd(SEED)
            async with Balancer(house) as self.balancer:
                await crowd.sit_down(self.balancer, ROOMS)
                async with self.playing(self.balancer) as playing:
                    for _ in range(DEATHS):
                        await self.or_fail(playing, crowd.everybody())
                        await self.or_fail(playing, crowd.moves(50))
                        stops, dies = chance.sample(range(3), 2)
                        stopping = asyncio.create_task(asyncio.to_thread(house.nodes[stops].stop))
                        await asyncio.sleep(chance.uniform(0, 0.1))
                        house.nodes[dies].kill()
                        await stopping
                        await self.or_fail(playing, self.everybody_moves(crowd))
                        for place in (stops, dies):
                            house.nodes[place] = await asyncio.to_thread(house.open)
                    await self.or_fail(playing, crowd.rest())
            findings = await self.audit(house)
            print(f"{DEATHS} killed while others hand over, {len(crowd.players)} players, seed {SEED}: {findings}")

    async def test_servers_are_restarted_in_turn_and_their_tables_go_on_at_others(self):
        with House(3, "--log-level", "info", *DICE_WAIT) as house:
            crowd = self.crowd = Crowd(SEED)
            async with Balancer(house) as self.balancer:
                await crowd.sit_down(self.balancer, ROOMS)
                pauses, given = [], 0
                async with self.playing(self.balancer) as playing:
                    for place in range(3):
                        await self.or_fail(playing, crowd.everybody())
                        await self.or_fail(playing, crowd.moves(100))
                        pause, rooms = await self.or_fail(playing, self.restart(house, place))
                        pauses.append(pause)
                        given += rooms
                    await self.or_fail(playing, crowd.everybody())
                    await self.or_fail(playing, self.everybody_moves(crowd))
                    await self.or_fail(playing, crowd.rest())
            findings = await self.audit(house)
            print(f"3 servers restarted in turn, {len(crowd.players)} players, seed {SEED}: {findings}; {given} rooms handed over,"
                  f" the longest pauses of one {', '.join(f'{pause:.2f}' for pause in pauses)} s")
            self.assertLessEqual({code for _, code in crowd.refusals}, LATER - {"storage"} | USUAL)
            self.assertGreater(given, 0)
            self.assertLess(max(pauses), 10 * BOUND)

    async def audit(self, house):
        for node in house.alive():
            await asyncio.to_thread(node.stop)
        findings = await asyncio.to_thread(HouseAudit, self.crowd, house.postgres, house.database, os.environ["CUBILETE_BIN"])
        self.assertFalse(findings, str(findings))
        return findings

    async def restart(self, house, place):
        """Returns the longest pause of a room, and the number of rooms that were handed over."""
        victim = house.nodes[place]
        others = [player for player in self.crowd.players if self.balancer.nodes[player.socket.local_address[1]] is not victim]
        before = [player.connections for player in others]
        async with self.pauses() as pauses:
            await asyncio.to_thread(victim.stop)
            await self.everybody_moves(self.crowd)
        self.assertEqual([player.connections for player in others], before, "players of other servers had to connect again")
        rooms = int(victim.log().split("handed over ")[1].split()[0])
        house.nodes[place] = await asyncio.to_thread(house.open)
        return max(pauses.values()), rooms

    @contextlib.asynccontextmanager
    async def pauses(self):
        """The longest time of each room, meanwhile, in which nothing happened there; in seconds."""
        longest, last = {}, {}

        async def look():
            while True:
                now = time.monotonic()
                newest = {}
                for player in self.crowd.players:
                    newest.setdefault(player.room, set()).add(player.table and (player.table["match"], player.table["seq"]))
                for room, seen in newest.items():
                    known, since = last.setdefault(room, (seen, now))
                    longest[room] = max(longest.get(room, 0), now - since)
                    if seen != known:
                        last[room] = seen, now
                await asyncio.sleep(0.01)

        looking = asyncio.create_task(look())
        try:
            yield longest
        finally:
            looking.cancel()


if __name__ == "__main__":
    unittest.main()
