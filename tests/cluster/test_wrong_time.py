"""Servers of a cluster whose clocks are wrong, and one that stands still at the worst moment."""
import asyncio
import contextlib
import os
import pathlib
import random
import signal
import time
import unittest

from cables import CabledHouse
from crowd import DICE_WAIT
from nodes import House
from players import Players
from preloads import preload
from server import PATIENCE, in_time

ROUNDS = int(os.environ.get("CLOCK_ROUNDS", "1"))
STOPS = int(os.environ.get("SEND_STOPS", "1"))
ROOMS = int(os.environ.get("CRASH_ROOMS", "5"))
FENCED = 75
SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))


def clock(rate, ahead):
    return {**preload("clocks"), "CLOCK_RATE": str(rate), "CLOCK_AHEAD": str(ahead)}


class WrongTime(Players, unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.chance = random.Random(SEED)

    async def test_wrong_clocks_lose_and_double_nothing_when_servers_fail(self):
        """One server's clocks are right. One runs faster by half and its wall clock is an hour ahead, one half as fast and an
        hour behind. So one takes others for dead too early, and one goes on to serve after others took it for dead. A server
        that is fenced although it lives is started again.
        """
        self.environments = [{}, clock(1.5, 3600), clock(0.5, -3600)]
        faults = [self.cut, self.kill, self.stand_still]
        with CabledHouse(0, "--log-level", "info", *DICE_WAIT) as house:
            house.nodes = [await asyncio.to_thread(house.open, environment=environment) for environment in self.environments]
            await asyncio.to_thread(house.wait_for_links)
            for node, word in ((house.nodes[1], "ahead of"), (house.nodes[2], "behind")):
                await asyncio.to_thread(self.warned, node, word)
            self.assertNotIn("wall clock", house.nodes[0].log())
            pauses, self.restarted = [], 0
            async with self.crowd_at(house, ROOMS, SEED, asks=True) as step, self.supervised(house) as supervising:
                for number in range(3 * ROUNDS):
                    await step(self.crowd.everybody())
                    await step(self.crowd.moves(self.chance.randint(30, 90)))
                    victim = house.nodes[2 - number % 3]  # first the one with the slow clock
                    begin = time.monotonic()
                    await step(faults[(number + number // 3) % 3](house, victim))
                    await step(self.everybody_moves(self.crowd))
                    pauses.append(time.monotonic() - begin)
                    self.assertFalse(supervising.done(), supervising)
            findings = await self.audited(house)
            print(f"{3 * ROUNDS} faults with wrong clocks, {len(self.crowd.players)} players, seed {SEED}: {findings}; all rooms went on"
                  f" after {', '.join(f'{pause:.2f}' for pause in pauses)} s; {self.restarted} servers were started again")

    def warned(self, node, word):
        """Waits until the server has warned of its wall clock."""
        end = time.monotonic() + PATIENCE
        while "the wall clock of this machine is 3" not in (log := node.log()):
            self.assertLess(time.monotonic(), end, log)
            time.sleep(0.05)
        self.assertIn(f" s {word} that of the database", log)

    async def cut(self, house, victim):
        """Returns when the fenced server has ended."""
        epoch = await asyncio.to_thread(house.epoch_of, victim)
        house.wires.do(victim.to_database.cut)
        for player in self.players_of(victim):
            self.lost(player)
        await asyncio.to_thread(house.wait_until_taken_over, epoch)
        house.wires.do(victim.to_database.mend)
        self.assertEqual(await victim.ended(), FENCED)

    async def kill(self, _, victim):
        victim.kill()

    async def stand_still(self, house, victim):
        epoch = await asyncio.to_thread(house.epoch_of, victim)
        victim.process.send_signal(signal.SIGSTOP)
        for player in self.players_of(victim):
            self.lost(player)
        await asyncio.to_thread(house.wait_until_taken_over, epoch)
        victim.process.send_signal(signal.SIGCONT)
        self.assertEqual(await victim.ended(), FENCED)

    @contextlib.asynccontextmanager
    async def supervised(self, house):
        """Servers that end are started again, each in its environment."""
        over = asyncio.Event()

        async def look():
            while not over.is_set():
                for place, node in enumerate(house.nodes):
                    if (code := node.process.poll()) is None:
                        continue
                    self.assertIn(code, (FENCED, -signal.SIGKILL), node.log())
                    house.nodes[place] = await asyncio.to_thread(house.open, environment=self.environments[place])
                    self.restarted += 1
                await asyncio.sleep(0.1)

        looking = asyncio.create_task(look())
        try:
            yield looking
        finally:
            over.set()
            await looking  # a server that is being opened has to be stopped like the others

    async def test_a_server_that_stops_in_the_middle_of_sending_a_batch_has_written_nothing_of_it(self):
        with House(0, "--log-level", "info", *DICE_WAIT) as house:
            when = house.own / "stop"
            self.environments = [{**preload("stop_in_send"), "STOP_WHEN": str(when)}] * 3
            house.nodes = [await asyncio.to_thread(house.open, environment=environment) for environment in self.environments]
            await asyncio.to_thread(house.wait_for_links)
            waits, self.restarted = 0, 0
            # On a busy machine the others may be late with a beat, and be fenced, too.
            async with self.crowd_at(house, ROOMS, SEED) as step, self.supervised(house):
                for _ in range(STOPS):
                    await step(self.crowd.everybody())
                    await step(self.crowd.moves(self.chance.randint(10, 90)))
                    when.touch()
                    victim = await step(self.stopped(house.nodes))
                    epoch = await asyncio.to_thread(house.newest_epoch_at, house.address_of(victim))
                    for player in self.players_of(victim):
                        self.lost(player)
                    # Its backend has most of the batch, holds the row of its lane, and waits for the rest.
                    waits += len(await asyncio.to_thread(
                        house.postgres.ask, "SELECT pid FROM pg_stat_activity WHERE state = 'active' AND wait_event = 'ClientRead'"
                        f" AND application_name ~ '^cubilete:{epoch}:[0-9]'"))
                    await step(asyncio.to_thread(house.wait_until_taken_over, epoch))
                    victim.process.send_signal(signal.SIGCONT)
                    self.assertEqual(await victim.ended(), FENCED)
                    await step(self.everybody_moves(self.crowd))
            findings = await self.audited(house)
            print(f"{STOPS} stopped while sending, {len(self.crowd.players)} players, seed {SEED}: {findings}; the database was seen"
                  f" waiting for the rest of {waits} batches; {self.restarted} servers were started again")

    @staticmethod
    async def stopped(nodes):
        """The first of them that stops."""
        async with in_time():
            while True:
                for node in nodes:
                    stat = pathlib.Path(f"/proc/{node.process.pid}/stat")
                    if node.process.poll() is None and stat.read_text().rpartition(") ")[2][0] == "T":
                        return node
                await asyncio.sleep(0.01)


if __name__ == "__main__":
    unittest.main()
