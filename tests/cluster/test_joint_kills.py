"""Several servers of a cluster are killed together, or one while it takes over from another."""
import asyncio
import os
import random
import time
import unittest

from crowd import DICE_WAIT
from nodes import House
from players import Players

JOINT_KILLS = int(os.environ.get("JOINT_KILLS", "3"))
ROOMS = int(os.environ.get("CRASH_ROOMS", "5"))
SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))


class JointKills(Players, unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.chance = random.Random(SEED)

    async def test_no_move_is_lost_when_two_nodes_or_all_are_killed_together_or_during_a_takeover(self):
        with House(3, "--log-level", "info", *DICE_WAIT) as house:
            pauses = []
            async with self.crowd_at(house, ROOMS, SEED) as step:
                for number in range(JOINT_KILLS):
                    await step(self.crowd.everybody())
                    await step(self.crowd.moves(self.chance.randint(1, 60)))
                    victims = self.chance.sample(house.nodes, 3 if number % 3 == 2 else 2)
                    later = self.chance.uniform(0.5, 1.5) if number % 3 == 1 else 0  # when others take over
                    for victim in victims:
                        victim.kill()
                        await step(asyncio.sleep(later))
                    begin = time.monotonic()
                    if len(victims) == 2:
                        await step(self.everybody_moves(self.crowd))
                    for victim in victims:
                        house.nodes[house.nodes.index(victim)] = await asyncio.to_thread(house.open)
                    await step(self.everybody_moves(self.crowd))
                    pauses.append(time.monotonic() - begin)
            findings = await self.audited(house)
            print(f"{JOINT_KILLS} times two or three killed, {len(self.crowd.players)} players, seed {SEED}: {findings}; all rooms had"
                  f" gone on after at most {max(pauses):.2f} s")


if __name__ == "__main__":
    unittest.main()
