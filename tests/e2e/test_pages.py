"""A page before any script runs, as its link shows it: to a reader, to a chat with previews, to a search engine."""
import json
import pathlib
import unittest
from html.parser import HTMLParser

from server import Client, Server, ask, get

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "protocol" / "protocol.json"

GAMES = {"yahtzee": "Yahtzee", "ambiciosa": "La Ambiciosa", "escalera": "Escalera", "threes_away": "Threes Away",
         "tres": "TRES"}


class Page(HTMLParser):
    """The parts of a page that other programs read."""

    def __init__(self, answer):
        super().__init__()
        self.status, self.headers, body = answer
        self.source = body.decode()
        self.meta, self.language, self.title, self.heading, self.data = {}, None, "", "", ""
        self._inside = None
        self.feed(self.source)
        self.facts = json.loads(self.data) if self.data else None

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if tag == "html":
            self.language = named["lang"]
        if tag == "meta" and "content" in named:
            self.meta[named.get("property") or named.get("name")] = named["content"]
        self._inside = "facts" if named.get("id") == "facts" else tag

    def handle_endtag(self, tag):
        self._inside = None

    def handle_data(self, data):
        if self._inside == "title":
            self.title += data
        elif self._inside == "h1":
            self.heading += data
        elif self._inside == "facts":
            self.data += data


class Pages(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.server = self.enterContext(Server())

    async def page(self, path, **headers):
        return Page(await ask(self.server, get(path, **headers)))

    async def host(self, name="Ana", game="yahtzee", **fields):
        ana = await Client.open(self.server)
        self.addAsyncCleanup(ana.close)
        self.assertEqual((await ana.hello(name))["t"], "ok")
        room = (await ana.request("room.create", game=game, **fields))["room"]
        await ana.push("room")
        return ana, room

    async def test_an_invitation_names_the_host_the_game_and_the_seated_players(self):
        ana, room = await self.host(seats=4, clock={"turn_ms": 45_000}, public=True)
        page = await self.page(f"/r/{room}")
        self.assertEqual(page.status, 200)
        self.assertEqual(page.title, "Ana invites you to Yahtzee")
        self.assertEqual(page.heading, page.title)
        self.assertEqual(page.meta["og:title"], page.title)
        for fact in ["At the table: Ana.", "3 seats are free.", "The game has not begun.", "45 seconds a turn."]:
            self.assertIn(fact, page.meta["og:description"])
        self.assertEqual(page.meta["robots"], "noindex")
        self.assertEqual(page.facts, {
            "room": room, "game": "yahtzee", "title": "Yahtzee", "host": "Ana", "locked": False, "phase": "waiting",
            "seated": ["Ana"], "seats": 4, "turn_ms": 45_000, "spectators": True})
        for code in room, room.lower():
            _, _, body = await ask(self.server, get(f"/api/v1/rooms/{code}"))
            self.assertEqual(json.loads(body), page.facts)

    async def test_the_preview_of_an_unlisted_room_names_only_game_and_host_and_the_page_shows_all(self):
        _, room = await self.host(seats=2, clock={"turn_ms": 45_000})
        page = await self.page(f"/r/{room}")
        self.assertEqual(page.title, "Ana invites you to Yahtzee")
        for name in "description", "og:description":
            self.assertEqual(page.meta[name], "Type a name, take a seat, play. No account.")
        self.assertIn("At the table: Ana. One seat is free.", page.source)

    async def test_an_invitation_shows_the_present_state_of_the_room(self):
        ana, room = await self.host(seats=2, clock={"turn_ms": 0}, public=True)
        bo = await Client.open(self.server)
        self.addAsyncCleanup(bo.close)
        await bo.hello("Bo")
        await bo.request("room.join", room=room)
        self.assertIn("Every seat is taken; you can watch.", (await self.page(f"/r/{room}")).meta["description"])
        await bo.request("room.ready", room=room, ready=True)
        await ana.request("room.start", room=room)
        page = await self.page(f"/r/{room}")
        self.assertEqual((page.facts["phase"], page.facts["seated"]), ("playing", ["Ana", "Bo"]))
        self.assertIn("A game is being played. No clock.", page.meta["description"])

    async def test_a_room_with_a_password_shows_strangers_only_game_and_host(self):
        _, room = await self.host(password="sesame", seats=3)
        page = await self.page(f"/r/{room}")
        self.assertEqual(page.facts, {"room": room, "game": "yahtzee", "title": "Yahtzee", "host": "Ana", "locked": True})
        self.assertIn("This table has a password.", page.meta["description"])
        self.assertNotIn("sesame", page.source)

    async def test_an_unknown_room_code_gets_404_with_an_explanation(self):
        page = await self.page("/r/K7QX2M")
        self.assertEqual((page.status, page.heading), (404, "This table is closed"))
        self.assertIn("K7QX2M", page.meta["description"])
        self.assertEqual(page.facts, {"room": "K7QX2M", "closed": True})
        status, _, body = await ask(self.server, get("/api/v1/rooms/K7QX2M"))
        self.assertEqual((status, json.loads(body)["error"]["code"]), (404, "no_room"))

    async def test_a_name_cannot_insert_html_into_the_page(self):
        for name in ["</title><b>x", "\"><i>", "'&amp;<!--", "</script><s>"]:
            with self.subTest(name):
                _, room = await self.host(name)
                page = await self.page(f"/r/{room}")
                self.assertEqual(page.title, f"{name} invites you to Yahtzee")
                self.assertEqual(page.meta["og:title"], page.title)
                self.assertEqual(page.facts["host"], name)
                for tag in ["<b>", "<i>", "<s>"]:
                    self.assertNotIn(tag, page.source)

    async def test_a_page_is_in_the_language_that_the_reader_prefers(self):
        _, room = await self.host()
        for wish, language, title in [
                ("", "en", "Ana invites you to Yahtzee"), ("es", "es", "Ana te invita a Yahtzee"),
                ("it-IT,it;q=0.9,en;q=0.8", "it", "Ana ti invita a Yahtzee"),
                ("de-DE, es-MX;q=0.7, en;q=0.5", "es", "Ana te invita a Yahtzee"),
                ("en;q=0.1,IT;q=0.2", "it", "Ana ti invita a Yahtzee"), ("xx, ;q=, *", "en", "Ana invites you to Yahtzee"),
                ("es;q=0, en;q=0.001", "en", "Ana invites you to Yahtzee")]:
            with self.subTest(wish):
                page = await self.page(f"/r/{room}", **({"Accept_Language": wish} if wish else {}))
                self.assertEqual((page.language, page.title), (language, title))
                self.assertIn("Accept-Language", page.headers["vary"])

    async def test_every_page_has_its_own_title_and_a_preview_with_a_picture(self):
        titles = set()
        paths = ["/", "/top", "/fair", *(f"/{folder}/{game}" for folder in ["top", "rules", "new"] for game in GAMES)]
        for path in paths:
            with self.subTest(path):
                page = await self.page(path)
                self.assertEqual(page.status, 200)
                self.assertTrue(page.meta["og:description"])
                self.assertNotIn("robots", page.meta)
                titles.add(page.title)
                picture = page.meta["og:image"]
                self.assertTrue(picture.startswith("http://127.0.0.1/v/"), picture)
                status, headers, body = await ask(self.server, get(picture.removeprefix("http://127.0.0.1")))
                self.assertEqual((status, headers["content-type"], body[:4]), (200, "image/png", b"\x89PNG"))
                self.assertEqual(headers["cross-origin-resource-policy"], "cross-origin")
                self.assertLess(len(body), 80_000)
        self.assertEqual(len(titles), len(paths))

    async def test_a_preview_of_a_match_names_its_game_and_of_a_public_one_its_players(self):
        for public, title in (True, "La Ambiciosa: Ana"), (False, "La Ambiciosa"):
            ana, room = await self.host(game="ambiciosa", seats=1, public=public)
            await ana.request("room.start", room=room)
            match = (await ana.push("match"))["match"]
            page = await self.page(f"/m/{match}")
            self.assertEqual((page.status, page.title), (200, title))
        self.assertEqual((await self.page(f"/p/{ana.player['id']}")).title, "Ana at Cubilete")
        for path in ["/m/m_nothing", "/p/p_nobody"]:
            self.assertEqual((await self.page(path)).status, 404)

    async def test_behind_a_proxy_a_preview_has_the_public_address(self):
        page = await self.page("/", X_Forwarded_Proto="https")
        self.assertTrue(page.meta["og:image"].startswith("https://127.0.0.1"))
        with Server("--public-url", "https://games.example/dice") as server:
            page = Page(await ask(server, get("/dice/rules/tres")))
        self.assertRegex(page.meta["og:image"], r"^https://games\.example/dice/v/[0-9a-f]{32}/games/tres/preview\.png$")

    async def test_a_wrong_address_gets_a_page_and_a_program_gets_json(self):
        for path in ["/nothing", "/r", "/r/", "/r/K7QX2", "/r/K7QX20", "/r/K7QX2%4D", "/rules", "/rules/chess", "/new/chess",
                     "/top/chess", "/fair/x", "/m/", "/p/a/b", "/index.html", "/R/K7QX2M"]:
            with self.subTest(path):
                page = await self.page(path)
                self.assertEqual((page.status, page.heading), (404, "There is nothing here"))
                self.assertEqual(page.headers["content-type"], "text/html; charset=utf-8")
        for path in ["/api", "/api/v1/nothing", "/v/0/app.js", "/metrics/x"]:
            with self.subTest(path):
                status, headers, body = await ask(self.server, get(path))
                self.assertEqual(status, 404)
                if path != "/metrics/x":
                    self.assertEqual(json.loads(body)["error"]["code"], "not_found")

    async def test_an_almost_correct_address_redirects_to_the_correct_one(self):
        for path, right in [("/r/k7qx2m", "/r/K7QX2M"), ("/r/K7QX2M/", "/r/K7QX2M"), ("/rules/tres/", "/rules/tres"),
                            ("/top/", "/top"), ("/fair/", "/fair"), ("/m/m_1/", "/m/m_1")]:
            with self.subTest(path):
                status, headers, _ = await ask(self.server, get(path))
                self.assertEqual((status, headers["location"]), (308, right))
        with Server("--public-url", "https://games.example/dice") as server:
            status, headers, _ = await ask(server, get("/dice/r/k7qx2m"))
            self.assertEqual((status, headers["location"]), (308, "/dice/r/K7QX2M"))

    async def test_search_engines_get_no_list_of_rooms_and_browsers_get_the_icon(self):
        _, headers, robots = await ask(self.server, get("/robots.txt"))
        self.assertEqual(headers["content-type"], "text/plain; charset=utf-8")
        self.assertIn(b"Disallow: /api/\n", robots)
        self.assertNotIn(b"/r/", robots)  # programs that respect this file also fetch previews
        status, headers, icon = await ask(self.server, get("/favicon.ico"))
        self.assertEqual((status, headers["content-type"], icon[:4]), (200, "image/x-icon", b"\0\0\1\0"))

    async def test_programs_get_the_schema_of_the_protocol(self):
        status, headers, schema = await ask(self.server, get("/protocol.json"))
        self.assertEqual((status, headers["content-type"]), (200, "application/schema+json"))
        self.assertEqual(schema, SCHEMA.read_bytes())

    async def test_a_page_from_a_folder_has_the_library_beside_it_and_the_schema_of_the_program(self):
        module = "/v/js/connection.js"
        self.assertEqual((await ask(self.server, get(module)))[0], 404)
        with Server("--web", str(ROOT / "web-client")) as server:
            status, headers, body = await ask(server, get(module))
            self.assertEqual((status, body), (200, (ROOT / "js/connection.js").read_bytes()))
            self.assertEqual((headers["content-type"], headers["cache-control"]), ("text/javascript; charset=utf-8", "no-cache"))
            self.assertEqual((await ask(server, get(module, If_None_Match=headers["etag"])))[0], 304)
            for other in ["package.json", "README.md", "../app.js"]:
                self.assertEqual((await ask(server, get(f"/v/js/{other}")))[0], 404)
            self.assertEqual((await ask(server, get("/protocol.json")))[2], SCHEMA.read_bytes())

    async def test_an_address_that_guesses_codes_is_limited_and_others_are_not(self):
        with Server("--limit", "wrong-rooms-per-address=3/1min", "--trusted-proxies", "127.0.0.1") as server:
            ana = await Client.open(server)
            await ana.hello("Ana")
            room = (await ana.request("room.create", game="yahtzee"))["room"]
            await ana.push("room")
            statuses = [(await ask(server, get(f"/r/AAAAA{last}")))[0] for last in "ABCD"]
            self.assertEqual(statuses, [404, 404, 404, 200])
            self.assertIsNone(Page(await ask(server, get(f"/r/{room}"))).facts)
            status, headers, body = await ask(server, get(f"/api/v1/rooms/{room}"))
            self.assertEqual((status, json.loads(body)["error"]["code"]), (429, "rate_limited"))
            self.assertGreaterEqual(int(headers["retry-after"]), 1)
            other = Page(await ask(server, get(f"/r/{room}", X_Forwarded_For="8.8.8.8")))
            self.assertEqual(other.facts["host"], "Ana")
            await ana.close()


if __name__ == "__main__":
    unittest.main()
