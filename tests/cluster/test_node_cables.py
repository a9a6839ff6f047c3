"""Cables between the servers of a cluster, and between a server and the database, are cut and stall."""
import asyncio
import os
import random
import time
import unittest

from cables import CabledHouse
from crowd import DICE_WAIT
from players import Players

CUTS = int(os.environ.get("CABLE_CUTS", "2"))
CUT_SECONDS = float(os.environ.get("CABLE_CUT_SECONDS", "5"))
ROOMS = int(os.environ.get("CRASH_ROOMS", "5"))
FENCED = 75
SILENT = 1.2  # seconds after which a server that cannot reach its database confirms nothing any more
TAKEN_OVER = 3  # seconds after which its tables are at other servers
SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))


class CutOff(Players, unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.chance = random.Random(SEED)

    async def test_a_server_cut_off_from_the_database_confirms_nothing_and_its_tables_go_on_at_others(self):
        kinds = [
            lambda node: [node.to_database.stall],
            lambda node: [node.to_database.cut, node.to_node.cut],
            lambda node: [node.to_database.cut],
        ]
        with CabledHouse(3, "--log-level", "info", *DICE_WAIT) as house:
            cuts, taken, back = [], [], []
            async with self.crowd_at(house, ROOMS, SEED, asks=True) as step:
                for number in range(CUTS):
                    await step(self.crowd.everybody())
                    await step(self.crowd.moves(self.chance.randint(30, 90)))
                    victim = house.nodes[-1] if number == 0 else self.chance.choice(house.nodes)  # at first the newest: none came after it
                    epoch = await asyncio.to_thread(house.epoch_of, victim)
                    begin = time.monotonic()
                    house.wires.do(*kinds[number % len(kinds)](victim))
                    for player in self.players_of(victim):
                        self.lost(player)
                    cuts.append((epoch, begin))
                    await step(asyncio.to_thread(house.wait_until_taken_over, epoch))
                    taken.append(time.monotonic() - begin)
                    await step(self.everybody_moves(self.crowd))
                    back.append(time.monotonic() - begin)
                    await asyncio.sleep(max(0, begin + CUT_SECONDS - time.monotonic()))
                    house.wires.do(victim.to_database.mend, victim.to_node.mend)
                    self.assertEqual(await victim.ended(), FENCED, victim.log())
                    house.nodes[house.nodes.index(victim)] = await asyncio.to_thread(house.open)
            findings = await self.audited(house)
            writer = {(row["id"], row["seq"]): row["epoch"] for row in findings.tables.rows(
                "SELECT id, seq, epoch FROM log JOIN matches ON no = match_no")}
            last = [max((at - begin for at, *entry in self.crowd.answered if at > begin and writer[tuple(entry)] == epoch), default=0)
                    for epoch, begin in cuts]
            print(f"{CUTS} cut off from the database, {len(self.crowd.players)} players, seed {SEED}: {findings}; the last moves were"
                  f" confirmed after {max(last):.2f} s (bound {SILENT} s), tables were taken over after at most {max(taken):.2f} s"
                  f" (bound {TAKEN_OVER} s), all went on after {', '.join(f'{pause:.2f}' for pause in back)} s")
            self.assertLess(max(last), 10 * SILENT)
            self.assertLess(max(taken), 10 * TAKEN_OVER)


if __name__ == "__main__":
    unittest.main()
