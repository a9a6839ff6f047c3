"""The servers of a cluster are upgraded one by one to a next version of the program, and back, while a crowd plays and pages are
opened. The next version has one more migration and another page (next/, CMakeLists.txt).
"""
import asyncio
import concurrent.futures
import os
import pathlib
import random
import subprocess
import unittest

from browser import Browser, get, version_at
from crowd import DICE_WAIT, LATER, Crowd
from nodes import Balancer, House
from players import HouseAudit, Players
from server import PATIENCE
from test_roll import USUAL

ROOMS = int(os.environ.get("ROLL_ROOMS", "10"))
SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))
NOW = os.environ["CUBILETE_BIN"]
NEXT = os.environ.get("CUBILETE_NEXT_BIN", str(pathlib.Path(NOW).parent / "cubilete_next"))


class Upgrade(Players, unittest.IsolatedAsyncioTestCase):
    async def test_servers_are_upgraded_one_by_one_and_back_while_people_play_and_open_the_page(self):
        with House(3, "--log-level", "info", *DICE_WAIT) as house:
            crowd = self.crowd = Crowd(SEED)
            async with Balancer(house) as self.balancer:
                self.browser = Browser(self.balancer.port, random.Random(SEED))
                first = await self.browser.learn(house.nodes[0], self.paths(house))
                schema = self.schema(house)
                await crowd.sit_down(self.balancer, ROOMS)
                async with self.playing(self.balancer) as playing:
                    browsing = asyncio.create_task(self.browser.browse())
                    everything = asyncio.gather(playing, browsing)
                    try:
                        given = await self.roll(house, everything, NEXT)
                        second = await version_at(house.nodes[0].port)
                        self.assertNotEqual(second, first)
                        self.assertEqual(self.schema(house), (schema[0] + 1, schema[1]))
                        given += await self.roll(house, everything, NOW)
                        self.assertEqual(await version_at(house.nodes[0].port), first)
                        await self.or_fail(everything, crowd.everybody())
                        await self.or_fail(everything, self.everybody_moves(crowd))
                        await self.or_fail(everything, crowd.rest())
                    finally:
                        browsing.cancel()
                        everything.cancel()
                        await asyncio.gather(everything, return_exceptions=True)
            for node in house.alive():
                await asyncio.to_thread(node.stop)
            findings = await asyncio.to_thread(HouseAudit, crowd, house.postgres, house.database, NOW)
        browser = self.browser
        print(f"upgraded and back, {len(crowd.players)} players, seed {SEED}: {findings}; {given} rooms handed over, put off"
              f" {dict(crowd.record.postponed)}; the pages opened {browser.opened}, {browser.loaded} files, {browser.repeated} repeated")
        self.assertFalse(findings, str(findings))
        self.assertLessEqual({code for _, code in crowd.refusals}, LATER - {"storage"} | USUAL)
        self.assertGreater(given, 0)
        self.assertEqual(set(browser.opened), {first, second})

    async def roll(self, house, everything, program):
        """Returns the number of rooms that were handed over."""
        given = 0
        for place in range(3):
            await self.or_fail(everything, self.crowd.everybody())
            await self.or_fail(everything, self.crowd.moves(50))
            old = house.nodes[place]
            await asyncio.to_thread(old.stop)
            given += int(old.log().split("handed over ")[1].split()[0])
            await self.or_fail(everything, self.everybody_moves(self.crowd))
            new = await asyncio.to_thread(house.open, program)
            await self.browser.learn(new, self.paths(house))
            house.nodes[place] = new
            await self.or_fail(everything, self.everybody_moves(self.crowd))
            opened = dict(self.browser.opened)
            await self.or_fail(everything, self.opens_again(opened))
        await asyncio.to_thread(house.wait_for_links)
        return given

    async def opens_again(self, opened):
        """The page has been opened at least three times since."""
        while sum(self.browser.opened.values()) < sum(opened.values()) + 4:
            await asyncio.sleep(0.02)

    @staticmethod
    def schema(house):
        return tuple(int(number) for number in house.postgres.ask("SELECT schema, least FROM cluster", house.database)[0])

    @staticmethod
    def paths(house):
        return lambda version: [path for (path,) in house.postgres.ask(f"SELECT path FROM page_files WHERE hash = '{version}'", house.database)]

    async def test_a_version_of_the_page_is_there_as_long_as_it_may_be_open_somewhere(self):
        with House(1) as house:
            node = house.nodes[0]
            old = await version_at(node.port)
            status, _, script = await get(node.port, f"/v/{old}/app.js")
            self.assertEqual(status, 200)
            node.stop()
            node = house.open(NEXT)
            self.assertNotEqual(await version_at(node.port), old)
            self.assertEqual((await get(node.port, f"/v/{old}/app.js"))[2], script)
            for path in (f"/v/{old}/nothing.js", f"/v/{old}/../app.js", f"/v/{old}/app.js%00", f"/v/{'0' * 32}/app.js"):
                self.assertEqual((await get(node.port, path))[0], 404, path)
            node.stop()

    async def test_new_servers_may_start_while_the_tables_are_migrated_and_the_old_one_goes_on(self):
        with House(1, "--log-level", "info") as house, concurrent.futures.ThreadPoolExecutor(3) as threads:
            schema = self.schema(house)
            command = threads.submit(subprocess.run, [NEXT, "migrate", "--database", house.url], capture_output=True, text=True, timeout=PATIENCE)
            new = [threads.submit(house.open, NEXT) for _ in range(2)]
            house.nodes += [one.result() for one in new]
            self.assertEqual(command.result().returncode, 0, command.result().stderr)
            self.assertEqual(self.schema(house), (schema[0] + 1, schema[1]))
            house.wait_for_links()
            programs = house.postgres.ask("SELECT DISTINCT program FROM nodes WHERE state = 'up'", house.database)
            self.assertEqual(len(programs), 2)
            for node in house.nodes:
                self.assertEqual((await get(node.port, "/readyz"))[0], 200)
                await asyncio.to_thread(node.stop)


if __name__ == "__main__":
    unittest.main()
