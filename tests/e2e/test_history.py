"""Tests the HTTP API for finished matches, players and boards."""
import hashlib
import json
import random
import struct
import unittest

from pushes import is_catch
from server import Client, Raw, Server

SEED = random.SystemRandom().randrange(2**32)
GET = "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\n{}\r\n"


class History(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        print(f"seed {SEED}")
        cls.chance = random.Random(SEED)
        cls.server = cls.enterClassContext(Server())

    async def get(self, path, head="", status=200):
        """Returns the answer as JSON, and its headers."""
        raw = await Raw.open(self.server)
        try:
            await raw.send(GET.format(path, head))
            code, headers, body = await raw.response()
            self.assertEqual(code, status, body)
            return (json.loads(body) if body else None), headers
        finally:
            await raw.close()

    async def api(self, path, status=200):
        return (await self.get("/api/v1/" + path, status=status))[0]

    async def guest(self, name):
        client = await Client.open(self.server)
        await client.hello(name)
        self.addAsyncCleanup(client.close)
        return client

    async def begin(self, *clients, game="yahtzee", **settings):
        """Starts a match of these players; the first is the host."""
        room = (await clients[0].request("room.create", game=game, seats=max(2, len(clients)), **settings))["room"]
        for client in clients[1:]:
            await client.request("room.join", room=room, password=settings.get("password"))
            await client.request("room.ready", room=room, ready=True)
        return room, (await clients[0].request("room.start", room=room))["match"]

    async def play_on(self, clients, match):
        """Plays one of the listed moves for each seat that may act, to the end; returns the last push."""
        seen = 0
        while True:
            pushes = [await client.push("match", lambda push: push["match"] == match and push["seq"] > seen)
                      for client in clients]
            push = pushes[0]
            seen = push["seq"]
            if push["result"] is not None:
                return push
            for client, own in zip(clients, pushes):
                moves = [move for move in own["you"]["moves"] if not is_catch(move)]
                if moves:  # else a window has to run out
                    await client.request("move", room=push["room"], match=match, n=own["you"]["n"], move=self.chance.choice(moves))
                    break

    async def finished(self, *clients, **settings):
        _, match = await self.begin(*clients, **settings)
        await self.play_on(clients, match)
        return match

    async def test_a_finished_match_has_its_complete_log_and_the_visible_states(self):
        ana, ben = await self.guest("Ana"), await self.guest("Ben")
        match = await self.finished(ana, ben)
        record = await self.api(f"matches/{match}?views=1")
        self.assertFalse(record["public"])
        self.assertEqual([seat["name"] for seat in record["seats"]], ["Ana", "Ben"])
        self.assertEqual(record["settings"]["game"], "yahtzee")
        self.assertEqual(len(record["result"]["places"]), 2)
        self.assertTrue(record["replay"])
        self.assertIsNone(record["next"])
        log = record["log"]
        self.assertEqual([entry["seq"] for entry in log], list(range(1, len(log) + 1)))
        self.assertEqual(log[0]["about"]["game"], "yahtzee")
        view = log[0]["view"]
        for entry in log[1:]:
            for change in entry["patch"]:
                view = patched(view, change)
        self.assertEqual([seat["score"] for seat in view["seats"]], record["result"]["scores"])
        self.assertNotIn("turn", view)
        rest = await self.api(f"matches/{match}?from={len(log)}&views=1")
        self.assertEqual(rest["log"][0]["view"], view)
        self.assertEqual(rest["log"][0]["about"], log[0]["about"])
        self.assertEqual(len(rest["log"]), 1)
        self.assertNotIn("view", (await self.api(f"matches/{match}"))["log"][0])

    async def test_the_chain_of_hashes_can_be_verified(self):
        ana, ben = await self.guest("Ana"), await self.guest("Ben")
        _, match = await self.begin(ana, ben, game="ambiciosa", options={"target": 1000})
        last = await self.play_on([ana, ben], match)
        record = await self.api(f"matches/{match}")
        self.assertEqual(record["chain"], 2)
        before = digest("cubilete/match/1", match)
        for entry in record["log"]:
            draws = digest("cubilete/draws/1", bytes.fromhex(entry["salt"]), text(entry["draws"]))
            said, extra = ["" if entry[name] is None else text(entry[name]) for name in ("id", "extra")]
            before = digest("cubilete/entry/2", before, str(entry["seq"]), text(entry["by"]), said, str(entry["n"]),
                            text(entry["move"]), draws, str(entry["at_ms"]), str(entry["left_ms"]), extra)
            self.assertEqual(before.hex(), entry["hash"])
        self.assertEqual(before.hex(), last["hash"])

    async def test_the_hands_of_tres_are_secret_until_the_end_of_the_match(self):
        ana, ben = await self.guest("Ana"), await self.guest("Ben")
        _, match = await self.begin(ana, ben, game="tres")
        running = await self.api(f"matches/{match}")
        self.assertNotIn("log", running)
        self.assertIsNone(running["ended_ms"])
        self.assertNotIn("room", running)
        await self.play_on([ana, ben], match)
        log = (await self.api(f"matches/{match}?views=1"))["log"]
        for seat in log[0]["view"]["seats"]:
            self.assertEqual(len(seat["hand"]), seat["cards"])
        self.assertTrue(log[0]["draws"])

    async def test_lists_are_newest_first_and_can_be_filtered_by_game_and_player(self):
        ana, ben, cleo = [await self.guest(name) for name in ("Ana", "Ben", "Cleo")]
        short = {"game": "ambiciosa", "options": {"target": 1000}, "public": True}
        first = await self.finished(ana, ben, **short)
        second = await self.finished(cleo, ana, **short)
        both = await self.api(f"matches?player={ana.player['id']}")
        self.assertEqual([match["id"] for match in both["matches"]], [second, first])
        self.assertIsNone(both["next"])
        self.assertNotIn("room", both["matches"][0])
        older = await self.api(f"matches?player={ana.player['id']}&before={second}&game=ambiciosa")
        self.assertEqual([match["id"] for match in older["matches"]], [first])
        self.assertEqual((await self.api("matches"))["matches"][0]["id"], second)
        self.assertEqual((await self.api(f"matches?player={cleo.player['id']}&game=tres"))["matches"], [])

    async def test_a_match_of_a_private_room_is_found_only_by_its_id_and_its_players(self):
        ana, ben = await self.guest("Ana"), await self.guest("Ben")
        for settings in {}, {"public": True, "password": "sesame"}:
            match = await self.finished(ana, ben, game="ambiciosa", options={"target": 1000}, **settings)
            for path in "matches", "matches?game=ambiciosa", f"matches?player={ana.player['id']}":
                self.assertNotIn(match, text(await self.api(path)))
            self.assertFalse((await self.api(f"matches/{match}"))["public"])
            own = (await ben.request("me.matches"))["matches"]
            self.assertEqual(own[0]["id"], match)
        player = await self.api(f"players/{ana.player['id']}")
        self.assertEqual(player["games"][0]["matches"], 2)

    async def test_a_board_names_a_match_only_if_it_was_public_and_no_player_who_opted_out(self):
        self.server = self.enterContext(Server("--log-level", "warning"))
        ana, ben = await self.guest("Ana"), await self.guest("Ben")
        await self.finished(ana, game="escalera")
        shown = await self.finished(ben, game="escalera", public=True)
        rows = (await self.api("leaderboard?game=escalera&by=best"))["rows"]
        self.assertEqual({row["player"]["name"]: row["match"] for row in rows}, {"Ana": None, "Ben": shown})
        self.assertEqual((await ana.request("me.board", on=False))["on"], False)
        (row,) = (await self.api("leaderboard?game=escalera&by=best"))["rows"]
        self.assertEqual((row["rank"], row["player"]["name"]), (1, "Ben"))

    async def test_an_operator_may_limit_or_disable_the_boards(self):
        path = "leaderboard?game=escalera&by=best"
        for boards, rows in ("all", 1), ("public", 0):
            with self.subTest(boards), Server("--boards", boards, "--log-level", "warning") as self.server:
                await self.finished(await self.guest("Ana"), game="escalera")
                self.assertEqual(len((await self.api(path))["rows"]), rows)
        with Server("--boards", "none", "--log-level", "warning") as self.server:
            self.assertEqual((await self.api(path, status=404))["error"]["code"], "not_found")

    async def test_a_player_has_totals_by_game(self):
        ana, ben = await self.guest("Ana"), await self.guest("Ben")
        await self.finished(ana, ben, game="ambiciosa")
        player = await self.api(f"players/{ana.player['id']}")
        self.assertEqual((player["name"], player["bot"]), ("Ana", False))
        (game,) = player["games"]
        self.assertEqual((game["game"], game["matches"], game["contests"]), ("ambiciosa", 1, 1))
        self.assertEqual(game["best"], game["average"])
        await self.api("players/p_nobody", status=404)

    async def test_an_invalid_request_is_refused_with_the_name_of_the_parameter(self):
        for path, at in [
            ("matches?game=chess", "game"), ("matches?before=m_none", "before"), ("matches?player=", "player"),
            ("leaderboard", "game"), ("leaderboard?game=tres&by=luck", "by"), ("leaderboard?game=tres&by=rating", "by"),
            ("leaderboard?game=tres&days=31", "days"), ("leaderboard?game=tres&days=-1", "days"),
            ("leaderboard?game=tres&days=1e1", "days"), ("rooms?game=chess", "game"), ("rooms?game=%zz", "game"),
            ("matches?game=tres&game=tres", "game"), ("matches?before=%ff", "before"), ("matches?player=%00", "player"), ("matches/m_x?from=0", "from"), ("matches/m_x?views=yes", "views"),
        ]:
            with self.subTest(path):
                error = (await self.api(path, status=400))["error"]
                self.assertEqual((error["code"], error["at"]), ("bad_parameter", at))
                self.assertTrue(error["text"])
        for path in ["", "nothing", "matches/", "matches/m_none", "matches/m_x/log", "players/", "players/%2e%2e", "players/%00", "matches/%ff", "matches/%ff/analysis", "games/x"]:
            with self.subTest(path):
                self.assertEqual((await self.api(path, status=404))["error"]["code"], "not_found")

    async def test_a_browser_with_a_current_copy_gets_304(self):
        for path in ["games", "leaderboard?game=tres", "matches"]:
            _, headers = await self.get("/api/v1/" + path)
            self.assertEqual(headers["cache-control"], "no-cache")
            again, _ = await self.get("/api/v1/" + path, f"If-None-Match: {headers['etag']}\r\n", status=304)
            self.assertIsNone(again)
        _, headers = await self.get("/api/v1/players/p_nobody", status=404)
        self.assertEqual(headers["cache-control"], "no-store")

    async def test_public_rooms_are_listed_over_http_and_private_ones_are_not(self):
        ana = await self.guest("Ana")
        shown = (await ana.request("room.create", game="escalera", public=True))["room"]
        hidden = (await ana.request("room.create", game="escalera"))["room"]
        listed = (await ana.request("lobby.watch"))["rooms"]
        if all(room["room"] != shown for room in listed):
            await ana.push("lobby", lambda push: any(room["room"] == shown for room in push["put"]))
        rooms = [room["room"] for room in (await self.api("rooms?game=escalera"))["rooms"]]
        self.assertIn(shown, rooms)
        self.assertNotIn(hidden, rooms)
        self.assertEqual((await self.api("rooms?game=tres"))["rooms"], [])

    async def test_a_deleted_player_is_a_guest_everywhere_at_once(self):
        dora, ben = await self.guest("Dora"), await self.guest("Ben")
        match = await self.finished(dora, ben, public=True)
        before = await self.api("leaderboard?game=yahtzee&by=best")
        self.assertIn("Dora", [row["player"]["name"] for row in before["rows"]])
        self.assertEqual((await dora.request("me.delete"))["t"], "ok")
        self.assertEqual(await dora.closed(), 4010)
        for path in [f"matches/{match}", f"matches?player={ben.player['id']}", "leaderboard?game=yahtzee&by=best"]:
            answer = text(await self.api(path))
            self.assertNotIn("Dora", answer)
            self.assertNotIn(dora.player["id"], answer)
            self.assertIn("guest", answer)
        await self.api(f"players/{dora.player['id']}", status=404)
        await self.api(f"matches?player={dora.player['id']}", status=404)

    async def test_an_avatar_is_shown_with_its_player_wherever_they_have_played(self):
        ana, ben = await self.guest("Ana"), await self.guest("Ben")
        _, match = await self.begin(ana, ben, game="ambiciosa", public=True)
        await self.play_on((ana, ben), match)
        found = await self.api("players/" + ana.player["id"])
        self.assertNotIn("avatar", found)

        self.assertEqual((await ana.request("rename", name="Ana", avatar=41))["player"]["avatar"], 41)
        self.assertEqual((await self.api("players/" + ana.player["id"]))["avatar"], 41)
        for seats in ((await self.api("matches/" + match))["seats"],
                      (await self.api("matches?player=" + ana.player["id"]))["matches"][0]["seats"],
                      (await ana.request("me.matches"))["matches"][0]["seats"]):
            self.assertEqual([seat.get("avatar") for seat in seats], [41, None])
        rows = (await self.api("leaderboard?game=ambiciosa&by=best"))["rows"]
        self.assertIn({**ana.player, "avatar": 41}, [row["player"] for row in rows])
        self.assertEqual((await ana.request("me.export"))["player"]["avatar"], 41)

        await ana.request("me.delete")
        for seats in ((await self.api("matches/" + match))["seats"],
                      (await ben.request("me.matches"))["matches"][0]["seats"]):
            self.assertEqual(seats[0], {"id": None, "name": "guest", "bot": False})

    async def test_many_parallel_requests_are_answered_in_order(self):
        raw = await Raw.open(self.server)
        paths = ["games", "matches", "leaderboard?game=tres", "nothing"] * 5
        await raw.send("".join(GET.format("/api/v1/" + path, "") for path in paths))
        statuses = [(await raw.response())[0] for _ in paths]
        self.assertEqual(statuses, [200, 200, 200, 404] * 5)
        await raw.close()


def text(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def digest(*parts):
    """SHA-256 over the parts, each preceded by its length."""
    parts = [part if isinstance(part, bytes) else part.encode() for part in parts]
    return hashlib.sha256(b"".join(struct.pack("!I", len(part)) + part for part in parts)).digest()


def patched(value, change):
    """RFC 6902, the operations that the API uses."""
    keys = [key.replace("~1", "/").replace("~0", "~") for key in change["path"].split("/")[1:]]
    if not keys:
        return change["value"]
    node = value
    for key in keys[:-1]:
        node = node[int(key)] if isinstance(node, list) else node[key]
    last = keys[-1]
    if isinstance(node, list):
        if change["op"] == "remove":
            del node[int(last)]
        elif change["op"] == "add":
            node.insert(len(node) if last == "-" else int(last), change["value"])
        else:
            node[int(last)] = change["value"]
    elif change["op"] == "remove":
        del node[last]
    else:
        node[last] = change["value"]
    return value


if __name__ == "__main__":
    unittest.main()
