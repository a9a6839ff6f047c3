"""The database of a cluster is killed, stands still, and is replaced by its standby, while three servers play."""
import asyncio
import os
import random
import time
import unittest

from crowd import DICE_WAIT
from nodes import House
from players import Players
from postgres import Postgres

KILLS = int(os.environ.get("DATABASE_KILLS", "2"))
PROMOTIONS = int(os.environ.get("DATABASE_PROMOTIONS", "1"))
AWAY_SECONDS = float(os.environ.get("DATABASE_AWAY_SECONDS", "8"))
ROOMS = int(os.environ.get("CRASH_ROOMS", "5"))
TURN_SECONDS = 6  # shorter than the outage
# Refusals that also happen while nothing fails: of a move that is sent again, or of the second of two who start.
USUAL = {"stale", "already_started", "match_over", "not_your_turn"}
SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))


class DatabaseGone(Players, unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.chance = random.Random(SEED)

    async def test_kills_of_the_database_and_a_long_outage_lose_nothing_end_no_server_and_take_nobodys_turn(self):
        with House(3, "--log-level", "info", *DICE_WAIT) as house:
            epochs = await asyncio.to_thread(house.epochs)
            async with self.crowd_at(house, ROOMS, SEED, turn_ms=TURN_SECONDS * 1000) as step:
                for _ in range(KILLS):
                    await step(self.crowd.moves(self.chance.randint(1, 60)))
                    await asyncio.to_thread(house.postgres.kill)
                    await step(asyncio.sleep(self.chance.uniform(0, 1)))
                    await asyncio.to_thread(house.postgres.start)
                    await step(self.everybody_moves(self.crowd))
                began = time.monotonic()
                await asyncio.to_thread(house.postgres.freeze)
                await step(asyncio.sleep(AWAY_SECONDS))
                known = len(self.crowd.answered)
                await step(asyncio.sleep(0.5))
                self.assertEqual(len(self.crowd.answered), known)
                await asyncio.to_thread(house.postgres.thaw)
                away = time.monotonic() - began
                await step(self.everybody_moves(self.crowd))
                pause = time.monotonic() - began - away
            self.assertEqual(await asyncio.to_thread(house.epochs), epochs)
            self.assertEqual({player.connections for player in self.crowd.players}, {1})
            self.assertLessEqual({code for _, code in self.crowd.refusals}, {"busy"} | USUAL)
            findings = await self.audited(house)
            lost = findings.tables.rows("SELECT log.* FROM log JOIN matches ON no = match_no"
                                        " WHERE made_by LIKE '%clock%' AND game NOT IN ('escalera', 'tres')")  # windows run out
            self.assertEqual(lost, [])
            print(f"{KILLS} kills of the database and {away:.1f} s without, {len(self.crowd.players)} players, seed {SEED}: {findings};"
                  f" {self.crowd.record.postponed['busy']} requests were postponed; all rooms went on {pause:.2f} s later")

    async def test_a_promoted_standby_has_every_move_and_all_servers_go_on_there(self):
        with House(0, "--log-level", "info", *DICE_WAIT) as house:
            places = [house.postgres.own, house.postgres.own.with_name(house.postgres.own.name + "-b")]
            house.url = f"postgresql:///{house.database}?user=postgres&host={places[0]},{places[1]}"
            house.nodes = [await asyncio.to_thread(house.open) for _ in range(3)]
            await asyncio.to_thread(house.wait_for_links)
            epochs, pauses = await asyncio.to_thread(house.epochs), []
            async with self.crowd_at(house, ROOMS, SEED) as step:
                for _ in range(PROMOTIONS):
                    place = next(place for place in places if place != house.postgres.own)
                    standby = house.enter_context(await asyncio.to_thread(
                        Postgres, "track_commit_timestamp=on", primary=house.postgres, own=place))
                    await asyncio.to_thread(house.postgres.require_standby)
                    await step(self.crowd.moves(self.chance.randint(1, 60)))
                    await asyncio.to_thread(house.postgres.kill)
                    await step(asyncio.sleep(self.chance.uniform(0, 1)))
                    await asyncio.to_thread(standby.promote)
                    await asyncio.to_thread(house.postgres.close)
                    house.postgres = standby
                    begin = time.monotonic()
                    await step(self.everybody_moves(self.crowd))
                    pauses.append(time.monotonic() - begin)
            self.assertEqual(await asyncio.to_thread(house.epochs), epochs)
            self.assertEqual({player.connections for player in self.crowd.players}, {1})
            findings = await self.audited(house)
            print(f"{PROMOTIONS} promotions, {len(self.crowd.players)} players, seed {SEED}: {findings}; all rooms went on"
                  f" {', '.join(f'{pause:.2f}' for pause in pauses)} s later")


if __name__ == "__main__":
    unittest.main()
