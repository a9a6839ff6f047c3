"""A server of a cluster is killed while a crowd plays through a balancer that is never sticky."""
import asyncio
import itertools
import os
import random
import signal
import time
import unittest

from crowd import DICE_WAIT, Crowd
from nodes import Balancer, House
from players import HouseAudit, Players

KILLS = int(os.environ.get("CLUSTER_KILLS", "4"))
ROOMS = int(os.environ.get("CRASH_ROOMS", "5"))
FENCED = 75
SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))


class Kill(Players, unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.chance = random.Random(SEED)

    async def test_no_move_is_lost_or_doubled_when_nodes_are_killed_and_the_players_are_back_soon(self):
        async def kill(house, victim):
            victim.kill()
            return victim

        stayed = await self.play_on(kill, KILLS, "killed")
        self.assertGreater(stayed, 0)

    async def test_when_nodes_are_restarted_in_turn_their_tables_go_on_and_players_of_others_are_not_refused(self):
        turns = itertools.count()

        async def stop(house, _):
            victim = house.nodes[next(turns) % len(house.nodes)]
            await asyncio.to_thread(victim.stop)
            refusing = {self.balancer.nodes[port] for port, code in self.crowd.refusals if code == "shutting_down"}
            self.assertFalse(refusing & set(house.alive()))
            return victim

        stayed = await self.play_on(stop, 2 * 3, "stopped")
        self.assertGreater(stayed, 0)

    async def test_a_node_that_stood_still_writes_nothing_any_more_and_ends(self):
        async def stand_still(house, victim):
            victim.process.send_signal(signal.SIGSTOP)
            for player in self.players_of(victim):
                self.lost(player)
            fenced = f"SELECT 1 FROM nodes WHERE address = '{house.address_of(victim)}' AND state = 'fenced'"
            await asyncio.to_thread(house.postgres.wait_for, fenced, house.database)
            victim.process.send_signal(signal.SIGCONT)
            self.assertEqual(await victim.ended(), FENCED)
            fences = [await node.metric("cubilete_takeovers_total") for node in house.alive()]
            self.assertGreaterEqual(sum(fences), 1)
            return victim

        await self.play_on(stand_still, 1, "stood still")

    async def test_no_node_ends_because_the_database_was_away(self):
        async def outage(house, _):
            await asyncio.to_thread(house.postgres.kill)
            await asyncio.sleep(3)  # longer than the silence after which a node is taken for dead
            await asyncio.to_thread(house.postgres.start)

        stayed = await self.play_on(outage, 1, "without a database")
        self.assertEqual(stayed, len(self.crowd.players))

    async def play_on(self, disturb, times, title):
        """The crowd plays, and `disturb` happens to random nodes. It returns the node that ended, if one did. Returns the number
        of sockets that stayed open.
        """
        with House(3, "--log-level", "info", *DICE_WAIT) as house:
            crowd = self.crowd = Crowd(SEED)
            async with Balancer(house) as balancer:
                self.balancer = balancer
                await crowd.sit_down(balancer, ROOMS)
                pauses, stayed = [], 0
                async with self.playing(balancer) as playing:
                    for _ in range(times):
                        await self.or_fail(playing, crowd.everybody())
                        await self.or_fail(playing, crowd.moves(self.chance.randint(1, 60)))
                        before = [player.connections for player in crowd.players]
                        victim = await self.or_fail(playing, disturb(house, self.chance.choice(house.alive())))
                        begin = time.monotonic()
                        await self.or_fail(playing, self.everybody_moves(crowd))
                        pauses.append(time.monotonic() - begin)
                        stayed += sum(player.connections == known for player, known in zip(crowd.players, before))
                        if victim:
                            house.nodes[house.nodes.index(victim)] = await asyncio.to_thread(house.open)
                    await self.or_fail(playing, crowd.rest())
            for node in house.alive():
                await asyncio.to_thread(node.stop)
            program = os.environ["CUBILETE_BIN"]
            findings = await asyncio.to_thread(HouseAudit, crowd, house.postgres, house.database, program)
            print(f"{times} {title}, {len(crowd.players)} players, seed {SEED}: {findings}; all rooms went on after at most"
                  f" {max(pauses):.2f} s; {stayed} of {times * len(crowd.players)} sockets stayed open")
            self.assertFalse(findings, str(findings))
            return stayed


if __name__ == "__main__":
    unittest.main()
