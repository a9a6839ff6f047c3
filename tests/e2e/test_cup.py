"""The day's cup over real sockets: played, closed until midnight, then proven by the command and both libraries.

The day of the test ends when the chain of its data is moved a day back while the server is down: no test waits for midnight."""
import asyncio
import json
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

import postgres
from preloads import preload
from server import Client, Raw, Server, in_time
from test_vault import cubilete, cubilete_beside, restore, whole

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bots/python"))
from cubilete import fetch_record, verify_match  # noqa: E402 - the folder of the library is known only now
from cubilete.cup import fetch_cup, newest_seed, shown_seed  # noqa: E402

GET = "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
DAY_MS = 86_400_000


def change_chain(server, what):
    """The server must be down."""
    if server.database:
        return postgres.shared().ask(f"UPDATE cup_chain SET {what}", server.database)
    with sqlite3.connect(server.data / "cubilete.db") as file:
        return file.execute(f"UPDATE cup_chain SET {what}")


def shift_chain(server, by_ms):
    """Moves the first day of the chain."""
    change_chain(server, f"first_ms = first_ms + {by_ms}")


class TheCup(unittest.IsolatedAsyncioTestCase):
    async def get(self, server, path):
        raw = await Raw.open(server)
        try:
            await raw.send(GET.format(path))
            code, _, body = await raw.response()
            return code, json.loads(body)
        finally:
            await raw.close()

    async def guest(self, server, name, **fields):
        client = await Client.open(server)
        hello = await client.hello(name, **fields)
        self.addAsyncCleanup(client.close)
        return client, hello

    async def play(self, client, chance=None, until=99):
        """Begins, or goes back, and plays to this entry or to the end: random moves, or the first of each list. Returns the last push."""
        room = (await client.request("cup.play"))["room"]
        await client.request("room.join", room=room)
        seen = 0
        while True:
            push = await client.push("match", lambda push: push["room"] == room and push["seq"] > seen)
            seen = push["seq"]
            if push.get("result") or seen >= until:
                return push
            moves = push["you"]["moves"]
            await client.request("move", id=f"{push['match']}-{seen}", room=room, match=push["match"], n=push["you"]["n"],
                                 move=chance.choice(moves) if chance else moves[0])

    async def today(self, client):
        return await client.request("cup.today")

    async def analysed(self, client):
        """The own day, when the squares are there."""
        async with in_time():
            while "squares" not in (own := (await self.today(client))["you"]):
                await asyncio.sleep(0.2)
        return own

    async def test_a_day_is_played_closed_opened_and_proven(self):
        with tempfile.TemporaryDirectory() as folder:
            data, seed_file = pathlib.Path(folder) / "data", pathlib.Path(folder) / "kept"
            with Server(data=data) as server:
                (ana, hello), (ben, _) = await self.guest(server, "Ana"), await self.guest(server, "Ben")
                match = (await self.play(ana, random.Random(1)))["match"]
                await self.play(ben, random.Random(2))
                own = await self.analysed(ana)
                self.assertEqual((own["state"], own["match"], len(own["squares"])), ("finished", match, 13))
                await self.analysed(ben)
                day = (await self.today(ana))["day"]
                for path in (f"matches/{match}", f"matches/{match}/analysis"):
                    code, answer = await self.get(server, f"/api/v1/{path}")
                    self.assertEqual((code, answer["error"]["code"]), (409, "not_over"))
                code, board = await self.get(server, f"/api/v1/cup/{day}")
                self.assertEqual((code, board["over"], board["seed"]), (200, False, None))
                self.assertEqual({"place", "player", "points", "squares"}, {name for row in board["rows"] for name in row})
                code, out, _ = await cubilete_beside("verify", "--cup", server.url, "--kept", seed_file)
                self.assertEqual((code, out), (0, "cup: day 0 (the end) is kept; nothing was kept before\n"))
                seen, text, other = newest_seed(None, shown_seed(await asyncio.to_thread(fetch_cup, server.url)))
                self.assertEqual((seen, text, other), (seed_file.read_text(), out.strip(), False))
                code, out, _ = await cubilete_beside("verify", "--match", match, *server.place)
                self.assertEqual((code, out), (2, "not verifiable: the seed of the day is not open yet\n"))
                server.stop()
                code, out, _ = await cubilete_beside("check", *whole(server))
                self.assertEqual((code, out.splitlines()[0]), (0, "dice of finished matches: 2 fair, 0 the server's, 0 without a proof"))
                copy = pathlib.Path(folder) / "copy.db"
                self.assertEqual((await cubilete_beside("backup", copy, *server.place))[0], 0)
                with sqlite3.connect(copy) as file:
                    file.execute("UPDATE cup_chain SET last_seed = zeroblob(32)")
                code, out, _ = await cubilete_beside("check", copy)
                self.assertEqual((code, out.count("FAIL m_")), (1, 2), out)
                shift_chain(server, -DAY_MS)

            with Server(data=data) as server:
                ana, _ = await self.guest(server, "Ana", token=hello["token"])
                now = await self.today(ana)
                self.assertEqual((now["day"], now["opened"]["day"], now["you"]), (day + 1, day, None))
                self.assertEqual(now["yesterday"]["players"], 2)
                self.assertIn(now["yesterday"]["you"]["place"], (1, 2))
                code, board = await self.get(server, f"/api/v1/cup/{day}")
                self.assertEqual((code, board["over"], board["seed"]), (200, True, now["opened"]["seed"]))
                self.assertEqual([row["given_away"] for row in board["rows"]], sorted(row["given_away"] for row in board["rows"]))

                record = await asyncio.to_thread(fetch_record, server.url, match)
                draws = sum(len(entry["draws"]) for entry in record["log"])
                text = f"fair: {draws} draws; day {day} of the cup; "
                self.assertEqual((await asyncio.to_thread(verify_match, server.url, match)).text, text + "checked without the rules")
                file = pathlib.Path(folder) / "record.json"
                file.write_text(json.dumps(record))
                node = ["node", ROOT / "js/verify.js", file]
                self.assertEqual(subprocess.run(node, capture_output=True, text=True).stdout.strip(), text + "checked without the rules")
                for arguments in ([file], [f"{server.url}/m/{match}"], ["--match", match, *server.place]):
                    code, out, err = await cubilete_beside("verify", *arguments)
                    self.assertEqual((code, out.strip(), err), (0, text + "replayed by the rules", ""))
                code, out, _ = await cubilete_beside("verify", "--cup", server.url, "--kept", seed_file)
                date = now["opened"]["date"]
                self.assertEqual((code, out), (0, f"cup: day {day} ({date}) belongs to the chain of day 0 (the end), which was kept\n"))
                self.assertEqual(newest_seed(seen, shown_seed(await asyncio.to_thread(fetch_cup, server.url)))[1], out.strip())

    async def test_a_restored_backup_keeps_chain_and_dice_and_gives_back_a_day_that_it_does_not_know(self):
        with tempfile.TemporaryDirectory() as folder:
            copy, seed_file, data = (pathlib.Path(folder) / name for name in ("copy.db", "kept", "data"))
            with Server() as server:
                (ana, _), (ben, _) = await self.guest(server, "Ana"), await self.guest(server, "Ben")
                at = await self.play(ana, until=9)
                self.assertEqual((await cubilete_beside("verify", "--cup", server.url, "--kept", seed_file))[0], 0)
                self.assertEqual((await cubilete_beside("backup", copy, *server.place))[0], 0)
                first, theirs = await self.play(ana), await self.play(ben)
                self.assertEqual((at["match"], first["seq"] > 9), (first["match"], True))
                server.kill()

            restore(copy, data)
            with Server(data=data) as server:
                (again, _), (other, _) = await self.guest(server, "Ana", token=ana.token), await self.guest(server, "Ben", token=ben.token)
                self.assertEqual(((await self.today(again))["you"]["match"], (await self.today(other))["you"]), (at["match"], None))
                code, out, _ = await cubilete_beside("verify", "--cup", server.url, "--kept", seed_file)
                self.assertEqual((code, out), (0, "cup: day 0 (the end) belongs to the chain of day 0 (the end), which was kept\n"))
                repeated = await self.play(again, until=9)
                self.assertEqual((repeated["seq"], repeated["hash"]), (9, at["hash"]))
                same, new = await self.play(again), await self.play(other)
                self.assertEqual((same["match"], same["result"]["scores"]), (first["match"], first["result"]["scores"]))
                self.assertEqual(new["result"]["scores"], theirs["result"]["scores"])
                day = (await self.today(again))["day"]
                server.stop()
                shift_chain(server, -DAY_MS)
            with Server(data=data) as server:
                for played in (same, new):
                    code, out, _ = await cubilete_beside("verify", "--match", played["match"], *server.place)
                    self.assertEqual((code, f"day {day} of the cup" in out), (0, True), out)
                self.assertEqual((await cubilete_beside("verify", "--cup", server.url, "--kept", seed_file))[0], 0)

    async def test_a_backup_from_before_the_first_cup_leads_to_another_chain_which_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            copy, seed_file, data = (pathlib.Path(folder) / name for name in ("copy.db", "kept", "data"))
            with Server("--cup", "off") as server:
                self.assertEqual((await cubilete_beside("backup", copy, *server.place))[0], 0)
                server.stop()
                with Server(data=server.data) as later:
                    self.assertEqual((await cubilete_beside("verify", "--cup", later.url, "--kept", seed_file))[0], 0)
                    shown = seed_file.read_text()
            restore(copy, data)
            with Server(data=data) as server:
                code, out, _ = await cubilete_beside("verify", "--cup", server.url, "--kept", seed_file)
                self.assertEqual((code, out.startswith("cup: ANOTHER CHAIN: "), seed_file.read_text()), (1, True, shown), out)

    async def test_a_chain_that_was_drawn_while_the_clock_was_wrong_is_drawn_again_unless_somebody_has_played_by_it(self):
        for by_ms in (400 * DAY_MS, -20_000 * DAY_MS):
            with self.subTest(by_ms=by_ms), Server() as server:
                server.stop()
                shift_chain(server, by_ms)
                with Server(data=server.data) as later:
                    ana, _ = await self.guest(later, "Ana")
                    self.assertEqual((await self.today(ana))["day"], 1)
                    await self.play(ana, until=2)
                    later.stop()
                    shift_chain(later, by_ms)
                with Server(data=server.data) as closed:
                    ben, _ = await self.guest(closed, "Ben")
                    self.assertEqual((await self.today(ben))["why"], "no_cup")
                    self.assertIn("the cup of the day is closed", closed.log())

    async def test_a_chain_stays_at_a_start_with_a_clock_that_is_certainly_wrong(self):
        with Server() as server:
            _, before = await self.get(server, "/api/v1/cup")
            server.stop()
            with Server(data=server.data, environment={**preload("clocks"), "CLOCK_AHEAD": str(-int(time.time()))}) as early:
                ana, _ = await self.guest(early, "Ana")
                self.assertEqual((await self.today(ana))["why"], "no_cup")
            with Server(data=server.data) as later:
                self.assertEqual((await self.get(later, "/api/v1/cup"))[1], before)

    async def test_a_match_goes_on_after_a_restart_and_is_lost_when_its_day_ends_meanwhile(self):
        with tempfile.TemporaryDirectory() as folder:
            data = pathlib.Path(folder) / "data"
            with Server(data=data) as server:
                ana, _ = await self.guest(server, "Ana")
                at = await self.play(ana, until=7)
                server.kill()
            with Server(data=data) as server:
                ana, _ = await self.guest(server, "Ana", token=ana.token)
                now = await self.play(ana, until=7)
                self.assertEqual((now["match"], now["seq"], now["hash"]), (at["match"], 7, at["hash"]))
                later = await self.play(ana, until=12)
                day = (await self.today(ana))["day"]
                server.stop()
                shift_chain(server, -DAY_MS)
            with Server(data=data) as server:
                ana, _ = await self.guest(server, "Ana", token=ana.token)
                today = await self.today(ana)
                self.assertEqual((today["day"], today["you"]), (day + 1, None))
                async with in_time():
                    while not (found := await self.get(server, f"/api/v1/matches/{later['match']}"))[1].get("result"):
                        await asyncio.sleep(0.1)  # until the server has ended it
                self.assertEqual((found[1]["result"]["reason"], found[1]["cup"]["day"]), ("abandoned", day))
                self.assertEqual((await self.get(server, f"/api/v1/cup/{day}"))[1]["rows"], [])
                self.assertNotEqual((await self.play(ana, until=2))["match"], later["match"])

    async def test_another_chain_is_told_with_its_date_and_the_old_seed_stays_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            seed_file = pathlib.Path(folder) / "kept"
            known = {"day": 3, "seed": "5a" * 32, "date": "2026-11-30"}
            seed_file.write_text(json.dumps(known))
            with Server() as server:
                for command in (("verify", "--cup", server.url, "--kept", seed_file), ("verify", "--cup", f"{server.url}/cup", "--kept", seed_file)):
                    code, out, _ = await cubilete_beside(*command)
                    self.assertEqual(code, 1)
                    self.assertIn("ANOTHER CHAIN: day 0 (the end) does not belong to day 3 (2026-11-30), which was kept", out)
                    self.assertEqual(seed_file.read_text(), json.dumps(known))
                library = [sys.executable, "-m", "cubilete.cup", server.url, seed_file]
                done = await asyncio.to_thread(subprocess.run, library, cwd=ROOT / "bots/python", capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout, seed_file.read_text()), (1, out, json.dumps(known)))

    async def test_a_full_disk_leaves_the_seed_that_was_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            data, seed_file = pathlib.Path(folder) / "data", pathlib.Path(folder) / "kept"
            with Server(data=data) as server:
                self.assertEqual((await cubilete_beside("verify", "--cup", server.url, "--kept", seed_file))[0], 0)
                kept = seed_file.read_text()
                server.stop()
                shift_chain(server, -DAY_MS)
            full = pathlib.Path(folder) / "kept.part"
            with Server(data=data) as server:
                full.symlink_to("/dev/full")
                code, out, _ = await cubilete_beside("verify", "--cup", server.url, "--kept", seed_file)
                self.assertEqual((code, out, seed_file.read_text()), (2, f"cup: {full}: cannot be written\n", kept))
                self.assertFalse(full.is_symlink(), "the rest of the file stayed")
                full.symlink_to("/dev/full")
                library = [sys.executable, "-m", "cubilete.cup", server.url, seed_file]
                done = await asyncio.to_thread(subprocess.run, library, cwd=ROOT / "bots/python", capture_output=True, text=True)
                self.assertEqual((done.returncode, seed_file.read_text(), full.is_symlink()), (2, kept, False), done.stdout)
                self.assertEqual((await cubilete_beside("verify", "--cup", server.url, "--kept", seed_file))[0], 0)
                self.assertNotEqual(seed_file.read_text(), kept)

    async def test_an_operator_may_have_no_cup(self):
        for flags in (("--cup", "off"), ("--analysis", "off")):
            with self.subTest(flags=flags), Server(*flags) as server:
                ana, _ = await self.guest(server, "Ana")
                for request in ("cup.today", "cup.play"):
                    answer = await ana.reply_to(request, {"t": request, "id": request})
                    self.assertEqual((answer["t"], answer["why"]), ("refused", "no_cup"))
                code, _ = await self.get(server, "/api/v1/cup")
                self.assertEqual(code, 404)


class WrongUse(unittest.TestCase):
    def test_a_chain_needs_a_server_and_a_file(self):
        self.assertEqual(cubilete("verify", "--cup", "http://127.0.0.1:1")[0], 2)
        with tempfile.TemporaryDirectory() as folder:
            seed_file = pathlib.Path(folder) / "kept"
            self.assertEqual(cubilete("verify", "--cup", "nowhere", "--kept", seed_file)[0], 2)
            self.assertFalse(seed_file.exists())


if __name__ == "__main__":
    unittest.main()
