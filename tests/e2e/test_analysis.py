"""The parts of luck and decisions in a result: `cubilete analyse`, the API, and a program of its own that agrees with them."""
import asyncio
import json
import pathlib
import random
import shutil
import sqlite3
import sys
import tempfile
import unittest

import four_boxes
import postgres
from server import Client, Raw, Server, in_time
from test_vault import cubilete, cubilete_beside

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bots/python"))
from cubilete import fetch_analysis, fetch_record  # noqa: E402 - the folder of the library is known only now

GET = "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def changed(server, what):
    """Changes all rows of a table; the server must be down."""
    if server.database:
        return postgres.shared().ask(f"UPDATE {what}", server.database)
    with sqlite3.connect(server.data / "cubilete.db") as file:
        return file.execute(f"UPDATE {what}")


class TheLastFourBoxes(unittest.TestCase):
    def analysis(self, log):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "record.json"
            file.write_text(json.dumps({"id": "m_1", "game": "yahtzee", "log": log}))
            code, out, err = cubilete("analyse", file, "--json")
            self.assertEqual((code, err), (0, ""))
            return json.loads(out)["seats"][0]

    def test_an_independent_program_agrees_about_every_entry(self):
        for seed in range(3):
            with self.subTest(seed=seed):
                log, worth, given_away = four_boxes.play(random.Random(seed))
                seat = self.analysis(log)
                curve, last = {}, None
                points = dict(map(tuple, seat["curve"]))
                for entry in range(1, len(log) + 1):
                    last = points.get(entry, last)
                    curve[entry] = last
                for entry, value in worth.items():
                    self.assertAlmostEqual(curve[entry], value, delta=1e-3, msg=f"entry {entry}")
                before = self.analysis(log[:min(worth)])
                self.assertAlmostEqual(seat["given_away"] - before["given_away"], given_away, delta=1e-3)
                self.assertAlmostEqual(seat["luck"] - before["luck"], seat["result"] - before["result"] + given_away, delta=1e-3)
                self.assertEqual(seat["result"], worth[len(log)])


class Analyses(unittest.IsolatedAsyncioTestCase):
    async def get(self, server, path):
        raw = await Raw.open(server)
        try:
            await raw.send(GET.format(path))
            code, _, body = await raw.response()
            return code, json.loads(body)
        finally:
            await raw.close()

    async def game_with_care(self, server, client):
        """Care is stored after the analysis has been sent."""
        async with in_time():
            while True:
                (game,) = (await self.get(server, f"/api/v1/players/{client.player['id']}"))[1]["games"]
                if game.get("care"):
                    return game
                await asyncio.sleep(0.1)

    async def begin(self, server, **settings):
        clients = []
        for name in ("Ana", "Ben"):
            client = await Client.open(server)
            await client.hello(name)
            self.addAsyncCleanup(client.close)
            clients.append(client)
        room = (await clients[0].request("room.create", seats=2, **settings))["room"]
        await clients[1].request("room.join", room=room)
        await clients[1].request("room.ready", room=room, ready=True)
        return clients, (await clients[0].request("room.start", room=room))["match"]

    async def play(self, clients, match):
        chance, seen = random.Random(1), 0
        while True:
            pushes = [await client.push("match", lambda push: push["match"] == match and push["seq"] > seen) for client in clients]
            seen = pushes[0]["seq"]
            if pushes[0]["result"] is not None:
                return
            for client, own in zip(clients, pushes):
                if moves := own["you"]["moves"]:
                    await client.request("move", room=own["room"], match=match, n=own["you"]["n"], move=chance.choice(moves))
                    break

    async def test_a_match_is_analysed_when_it_is_over_and_command_api_and_library_agree(self):
        with Server() as server:
            clients, match = await self.begin(server, game="threes_away", options={"pots": 2})
            code, answer = await self.get(server, f"/api/v1/matches/{match}/analysis")
            self.assertEqual((code, answer["error"]["code"]), (409, "not_over"))
            await self.play(clients, match)
            analysis = await asyncio.to_thread(fetch_analysis, server.url, match)
            self.assertEqual((analysis["match"], analysis["unit"], analysis["exact"]), (match, "pot", True))
            for seat in analysis["seats"]:
                self.assertAlmostEqual(seat["start"] + seat["luck"] - seat["given_away"] + seat["others"], seat["result"], delta=1e-6)
                for dear in seat["dearest"]:
                    self.assertGreater(dear["cost"], 0)
            self.assertAlmostEqual(sum(seat["result"] for seat in analysis["seats"]), 2)

            record = await asyncio.to_thread(fetch_record, server.url, match)
            file = pathlib.Path(tempfile.mkdtemp(prefix="cubilete-"))
            self.addCleanup(shutil.rmtree, file)
            (file / "record.json").write_text(json.dumps(record))
            for arguments in ([file / "record.json"], [f"{server.url}/m/{match}"], [match, *server.place]):
                code, out, err = await cubilete_beside("analyse", *arguments, "--json")
                self.assertEqual((code, err), (0, ""))
                self.assertEqual(json.loads(out), analysis)
            code, out, _ = await cubilete_beside("analyse", file / "record.json")
            self.assertEqual(code, 0)
            self.assertIn("seat 0 Ana\n", out)
            code, answer = await self.get(server, "/api/v1/matches/m_none/analysis")
            self.assertEqual((code, answer["error"]["code"]), (404, "not_found"))

    async def test_care_is_on_the_page_of_a_player_who_is_on_the_boards_and_ranks_who_decided_often(self):
        with Server() as server:
            clients, match = await self.begin(server, game="yahtzee")
            await self.play(clients, match)
            analysis = await asyncio.to_thread(fetch_analysis, server.url, match)
            for client, seat in zip(clients, analysis["seats"]):
                own = seat["decisions"]["own"]
                game = await self.game_with_care(server, client)
                self.assertEqual((game["care"]["unit"], game["care"]["count"]), ("points", own["count"]))
                self.assertAlmostEqual(game["care"]["cost"], own["cost"], delta=1e-5)
                (month,) = game["care"]["months"]
                self.assertRegex(month["month"], r"^20\d\d-[01]\d$")
                self.assertEqual(month["count"], own["count"])
            path = "/api/v1/leaderboard?game=yahtzee&by=care"
            board = (await self.get(server, path))[1]
            self.assertEqual((board["rows"], board["least"], board["unit"]), ([], 200, "points"))
            self.assertIsNone((await self.get(server, "/api/v1/leaderboard?game=tres&by=care"))[1]["unit"])
            await clients[0].request("me.board", on=False)
            (game,) = (await self.get(server, f"/api/v1/players/{clients[0].player['id']}"))[1]["games"]
            self.assertNotIn("care", game)

    async def test_care_of_an_earlier_version_counts_again_some_time_after_the_start(self):
        with tempfile.TemporaryDirectory() as folder:
            data = pathlib.Path(folder) / "data"
            with Server(data=data) as server:
                clients, match = await self.begin(server, game="threes_away", options={"pots": 2})
                await self.play(clients, match)
                analysis = await asyncio.to_thread(fetch_analysis, server.url, match)
                known = await self.game_with_care(server, clients[0])
                server.stop()
                for change in ("care SET version = 'threes_away 1.0', given_away = 0", "analyses SET version = 'threes_away 1.0', text = '{}'"):
                    changed(server, change)
            with Server(data=data) as server:
                self.assertEqual(await self.game_with_care(server, clients[0]), known)  # nobody asks for the analysis
                self.assertEqual(await asyncio.to_thread(fetch_analysis, server.url, match), analysis)

    async def test_a_match_without_an_analysis_says_why(self):
        with Server() as server:
            clients, match = await self.begin(server, game="yahtzee", options={"columns": 3})
            await self.play(clients, match)
            code, answer = await self.get(server, f"/api/v1/matches/{match}/analysis")
            self.assertEqual((code, answer["why_not"]), (200, "columns"))
            self.assertNotIn("seats", answer)
            code, out, _ = await cubilete_beside("analyse", f"{server.url}/m/{match}")
            self.assertEqual((code, out), (1, answer["text"] + "\n"))

    async def practise(self, client, t, **fields):
        """Asks again while the values of the game are being computed."""
        while (reply := await client.request(t, **fields)).get("code") == "busy":
            await asyncio.sleep(reply["retry_ms"] / 1000)
        return reply

    async def test_a_player_decides_again_what_cost_most_and_others_may_try_it(self):
        with Server() as server:
            clients, match = await self.begin(server, game="yahtzee")
            await self.play(clients, match)
            analysis = await asyncio.to_thread(fetch_analysis, server.url, match)
            for client, seat in zip(clients, analysis["seats"]):
                dear = seat["dearest"][0]
                posed = await self.practise(client, "practice.next")
                self.assertEqual((posed["match"], posed["entry"], posed["seat"]), (match, dear["entry"], seat["seat"]))
                self.assertIn(dear["best"], posed["choices"])
                judged = await self.practise(client, "practice.answer", position=posed["position"], move=dear["chosen"])
                self.assertEqual((judged["unit"], judged["right"], judged["times_right"], judged["days"]), ("points", False, 0, 1))
                self.assertAlmostEqual(judged["cost"], dear["cost"], delta=1e-6)
                self.assertEqual((judged["played"], judged["worth"][0]["move"]), (dear["chosen"], dear["best"]))
            position = posed["position"]
            again = await self.practise(clients[0], "practice.answer", position=position, move=dear["best"])
            self.assertEqual((again["right"], again["times_right"]), (True, None), "the decision of another player")
            practice = (await clients[1].request("me.export"))["practice"]
            self.assertEqual([(one["position"], one["times_right"]) for one in practice], [(position, 0)])

            eve = await Client.open(server)
            self.addAsyncCleanup(eve.close)
            await eve.hello("Eve")
            posed = await self.practise(eve, "practice.next", game="yahtzee")
            self.assertEqual((posed["match"], [seat["bot"] for seat in posed["seats"]]), (None, [True, True]))
            judged = await self.practise(eve, "practice.answer", position=posed["position"], move=posed["choices"][0])
            self.assertGreater(max(one["worth"] for one in judged["worth"]) - min(one["worth"] for one in judged["worth"]), 0.25)

    async def test_an_operator_may_have_no_analyses(self):
        with Server("--analysis", "off") as server:
            clients, match = await self.begin(server, game="escalera", options={"target": 50})
            await self.play(clients, match)
            code, answer = await self.get(server, f"/api/v1/matches/{match}/analysis")
            self.assertEqual((code, answer["error"]["code"]), (404, "not_found"))
            self.assertEqual((await clients[0].request("practice.next"))["why"], "no_practice")


class WrongUse(unittest.TestCase):
    def test_what_is_no_record_of_a_match_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "record.json"
            for text in ("", "{}", '{"log":[]}', '{"log":[{"seq":1}]}', '{"log":[{"seq":1,"by":{"start":true},"move":{},"draws":[]}]}'):
                file.write_text(text)
                code, out, err = cubilete("analyse", file)
                self.assertEqual((code, out), (2, ""))
                self.assertNotEqual(err, "")
        self.assertEqual(cubilete("analyse")[0], 2)


if __name__ == "__main__":
    unittest.main()
