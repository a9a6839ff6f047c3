"""Tests the limits for strangers, and that normal players do not notice them."""
import asyncio
import contextlib
import json
import pathlib
import re
import unittest

import websockets

from proxy import Proxy
from server import PATIENCE, TEXT, Client, Raw, Server, ask, frame, get, upgrade_request

HELLO = json.dumps({"t": "hello", "id": 1, "v": 1, "name": "Ana"})
ABUSE, TOO_MANY = 4002, 4009
# A busy machine may be slow to send hello; other tests check the deadlines.
PATIENT = ["--limit", "request-deadline=1min", "--limit", "hello-deadline=1min"]


async def code_of_socket(server, **options):
    """The close code of a WebSocket that the server closes; None if it stays open."""
    raw = await Raw.websocket(server, **options)
    try:
        await raw.send(frame(TEXT, HELLO))
        opcode, payload = await raw.frame()
        return None if opcode == TEXT else int.from_bytes(payload[:2], "big")
    finally:
        await raw.close()


class Hosts(unittest.IsolatedAsyncioTestCase):
    """A page under another name for our address (DNS rebinding) is refused, and any page of another site connects in vain."""

    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(
            Server(*PATIENT, "--public-url", "https://games.example", "--origins", "https://cards.example", "--hosts",
                   "dice.example"))

    async def test_a_request_for_another_host_is_refused_and_one_from_another_site_opens_no_websocket(self):
        own = f"127.0.0.1:{self.server.port}"
        matrix = [
            (own, None, 200),
            (own, f"http://{own}", 200),
            (own, "null", 403),
            (own, f"http://{own}.evil.example", 403),
            (own, "http://127.0.0.1:1", 403),
            ("games.example", "https://games.example", 200),
            ("GAMES.example:443", "https://games.example:443", 200),
            (own, "https://cards.example", 200),
            (own, "http://cards.example", 403),
            ("dice.example", "http://dice.example", 200),
            ("evil.example", None, 421),
            ("evil.example", "http://evil.example", 421),
            (f"evil.example:{self.server.port}", f"http://evil.example:{self.server.port}", 421),
            ("127.0.0.1.evil.example", "http://127.0.0.1.evil.example", 421),
            ("games.example.evil.example", "https://games.example", 421),
            ("localhost", "http://evil.example", 403),
        ]
        for host, origin, expected in matrix:
            with self.subTest(host=host, origin=origin):
                headers = {"Origin": origin} if origin else {}
                status, _, body = await ask(self.server, get("/", Host=host, **headers))
                self.assertEqual(status, 200 if expected == 403 else expected)
                if status != 200:
                    self.assertEqual(json.loads(body)["error"]["code"], "host")
                raw = await Raw.open(self.server)
                await raw.send(upgrade_request(Host=host, Origin=origin))
                self.assertEqual(int((await raw.head()).split()[1]), 101 if expected == 200 else expected)
                await raw.close()

    async def test_a_browser_at_a_wrong_host_name_gets_a_page_with_instructions(self):
        wish = get("/", Host="evil.example", Accept="text/html", **{"Accept-Language": "es"})
        status, headers, body = await ask(self.server, wish)
        self.assertEqual((status, headers["content-type"]), (421, "text/html; charset=utf-8"))
        self.assertIn("<html lang=\"es\">", body.decode())
        self.assertIn("--public-url", body.decode())
        self.assertNotIn("evil.example", body.decode())

    async def test_the_probes_answer_under_any_host_name(self):
        for path in "/healthz", "/readyz":
            self.assertEqual((await ask(self.server, get(path, Host="probe.example")))[0], 200)


class Crowds(unittest.IsolatedAsyncioTestCase):
    """The default limits of a server."""

    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server(*PATIENT, "--trusted-proxies", "127.0.0.9", guard_rails=True))

    async def test_a_network_may_open_sixteen_sockets_and_its_neighbour_as_many(self):
        there = [await Raw.websocket(self.server, source="127.0.1.1") for _ in range(16)]
        self.assertEqual(await code_of_socket(self.server, source="127.0.1.1"), TOO_MANY)
        self.assertIsNone(await code_of_socket(self.server, source="127.0.1.2"))
        await there.pop().close()

        async def come_in():
            while await code_of_socket(self.server, source="127.0.1.1") is not None:
                pass

        await asyncio.wait_for(come_in(), PATIENCE)
        for raw in there:
            await raw.close()

    async def test_a_forged_header_gives_no_second_quota_but_a_proxy_may_serve_many_networks(self):
        def forged(number):
            return {"X_Forwarded_For": f"198.51.100.{number}"}

        there = [await Raw.websocket(self.server, headers=forged(n), source="127.0.1.3") for n in range(16)]
        for number in range(16, 26):
            self.assertEqual(await code_of_socket(self.server, headers=forged(number), source="127.0.1.3"), TOO_MANY)
        self.assertIn("ignored X-Forwarded-For from 127.0.1.3", self.server.log())
        there += [await Raw.websocket(self.server, headers=forged(n), source="127.0.0.9") for n in range(40)]
        # A value that the client sent is to the left of the proxy's own.
        rightmost = {"X_Forwarded_For": "203.0.113.1, 198.51.100.50"}
        there += [await Raw.websocket(self.server, headers=rightmost, source="127.0.0.9") for _ in range(16)]
        moved = {"X_Forwarded_For": "203.0.113.2, 198.51.100.50"}
        self.assertEqual(await code_of_socket(self.server, headers=moved, source="127.0.0.9"), TOO_MANY)
        for raw in there:
            await raw.close()

    async def test_with_ipv6_a_64_prefix_counts_as_one_network(self):
        there = [await Raw.websocket(self.server, headers={"X_Forwarded_For": f"2001:db8:0:7::{n:x}"}, source="127.0.0.9")
                 for n in range(16)]
        for address, expected in ("2001:db8:0:7:ffff::1", TOO_MANY), ("2001:db8:0:8::1", None):
            headers = {"X_Forwarded_For": address}
            self.assertEqual(await code_of_socket(self.server, headers=headers, source="127.0.0.9"), expected)
        for raw in there:
            await raw.close()

    async def test_connections_of_an_address_and_their_rate_are_limited(self):
        there = [await Raw.open(self.server, source="127.0.1.4") for _ in range(128)]
        with contextlib.suppress(ConnectionError):
            self.assertEqual(await (await Raw.open(self.server, source="127.0.1.4")).ended(), b"")
        for raw in there:
            await raw.close()
        answers = []
        for _ in range(2_000):
            raw = await Raw.open(self.server, source="127.0.1.5")
            await raw.send(upgrade_request())
            answers.append(await raw.head())
            await raw.close()
            if answers[-1].startswith("HTTP/1.1 429"):
                break
        self.assertIn("Retry-After: 1\r\n", answers[-1])
        self.assertGreaterEqual(len(answers), 240)

    async def test_a_client_above_the_rate_limit_is_refused_and_finally_closed(self):
        raw = await Raw.websocket(self.server, source="127.0.1.6")
        await raw.send(frame(TEXT, HELLO))
        self.assertEqual(json.loads((await raw.frame())[1])["t"], "ok")
        watch = frame(TEXT, json.dumps({"t": "lobby.unwatch", "id": 2}))
        raw.writer.write(watch * 200)
        for _ in range(200):
            self.assertEqual(json.loads((await raw.frame())[1])["t"], "ok")
        raw.writer.write(watch * 1_500)
        replies = [json.loads((await raw.frame())[1]) for _ in range(1_500)]
        refused = [reply for reply in replies if reply["t"] == "refused"]
        self.assertGreater(len(refused), 50)
        for reply in refused:
            self.assertEqual((reply["code"], reply["re"]), ("rate_limited", 2))
            self.assertGreater(reply["retry_ms"], 0)
        raw.writer.write(watch * 3_000)
        self.assertEqual(await raw.close_code(), ABUSE)
        await raw.close()


class Requests(unittest.IsolatedAsyncioTestCase):
    async def test_an_address_with_too_many_requests_gets_retry_after_and_its_neighbour_does_not(self):
        with Server(*PATIENT, "--http-per-address", "5/1h", guard_rails=True) as server:
            for _ in range(5):
                self.assertEqual((await ask(server, get("/api/v1/rooms"), source="127.0.1.7"))[0], 200)
            for path in "/api/v1/rooms", "/", "/favicon.ico":
                status, headers, body = await ask(server, get(path), source="127.0.1.7")
                self.assertEqual(status, 429)
                self.assertGreater(int(headers["retry-after"]), 0)
                self.assertEqual(json.loads(body)["error"]["code"], "rate_limited")
            for accept_language, word in ("it", "Riprova"), ("en", "Try again"):
                wish = get("/r/K7QX2M", Accept="text/html,*/*;q=0.8", **{"Accept-Language": accept_language})
                status, headers, body = await ask(server, wish, source="127.0.1.7")
                self.assertEqual((status, headers["content-type"]), (429, "text/html; charset=utf-8"))
                self.assertGreater(int(headers["retry-after"]), 0)
                self.assertEqual(headers["vary"], "Accept, Accept-Language")
                self.assertIn(word, body.decode())
            status, _, body = await ask(server, get("/api/v1/rooms", Accept="text/html"), source="127.0.1.7")
            self.assertEqual((status, json.loads(body)["error"]["code"]), (429, "rate_limited"))
            self.assertEqual((await ask(server, get("/healthz"), source="127.0.1.7"))[0], 200)
            raw = await Raw.websocket(server, source="127.0.1.7")
            await raw.close()
            self.assertEqual((await ask(server, get("/api/v1/rooms"), source="127.0.1.8"))[0], 200)


class Metrics(unittest.IsolatedAsyncioTestCase):
    async def test_metrics_are_visible_only_to_the_operator(self):
        with Server(*PATIENT, "--trusted-proxies", "127.0.0.9") as server:
            client = await Client.open(server)
            await client.hello()
            room = (await client.request("room.create", game="yahtzee", seats=1))["room"]
            await client.request("room.start", room=room)
            await client.request("room.join", room="AAAAAA")
            await client.request("room.kick", room=room, player="p_nobody")
            status, headers, body = await ask(server, get("/metrics"))
            self.assertEqual((status, headers["content-type"]), (200, "text/plain; version=0.0.4; charset=utf-8"))
            lines = set(body.decode().splitlines())
            for line in [
                'cubilete_rooms{game="yahtzee"} 1', 'cubilete_matches{game="yahtzee"} 1',
                'cubilete_refusals_total{code="no_room"} 1', 'cubilete_refusals_total{code="not_in_room"} 1',
                "cubilete_sockets 1", "cubilete_hellos_total 1", "# TYPE cubilete_commit_seconds histogram",
            ]:
                self.assertIn(line, lines)
            self.assertEqual((await ask(server, get("/metrics", X_Forwarded_For="8.8.8.8")))[0], 404)
            self.assertEqual((await ask(server, get("/metrics", X_Forwarded_For="10.0.0.1")))[0], 404)
            for client_of_proxy, status in ("8.8.8.8", 404), ("10.0.0.1", 200):
                request = get("/metrics", X_Forwarded_For=client_of_proxy)
                self.assertEqual((await ask(server, request, source="127.0.0.9"))[0], status)
            for header in {"X_Real_IP": "8.8.8.8"}, {"Forwarded": "for=8.8.8.8"}, {"Via": "1.1 proxy"}:
                self.assertEqual((await ask(server, get("/metrics", **header), source="127.0.0.9"))[0], 404, header)
            self.assertEqual((await ask(server, get("/metrics"), source="127.0.0.9"))[0], 200)
            await client.close()
        for setting, statuses in ("all", (200, 200)), ("none", (404, 404)):
            with Server(*PATIENT, "--metrics", setting) as server:
                for request, status in zip([get("/metrics"), get("/metrics", X_Forwarded_For="8.8.8.8")], statuses):
                    self.assertEqual((await ask(server, request))[0], status)

    async def test_docs_operating_describes_each_metric(self):
        page = (pathlib.Path(__file__).parents[2] / "docs/operating.md").read_text()
        with Server(*PATIENT) as server:
            body = (await ask(server, get("/metrics")))[2].decode()
        for name in re.findall(r"^# TYPE (\S+)", body, re.MULTILINE):
            self.assertIn(f"| `{name}", page)


class BehindAProxy(unittest.IsolatedAsyncioTestCase):
    """https://games.example/games/, by a proxy that removes the path and by one that does not."""

    async def test_page_files_socket_and_links_work_below_a_path(self):
        with Server(*PATIENT, "--public-url", "http://games.example/games", guard_rails=True) as server:
            for strips in False, True:
                for renamed in None, f"127.0.0.1:{server.port}":
                    with self.subTest(strips=strips, renamed=renamed):
                        async with Proxy(server, "/games", strips) as proxy:
                            proxy.host = renamed
                            await self.visit(proxy)
            status, headers, _ = await ask(server, get("/games", Host="games.example"))
            self.assertEqual((status, headers["location"]), (308, "/games/"))
            self.assertEqual((await ask(server, get("/gamesx", Host="games.example")))[0], 404)

    async def visit(self, proxy):
        def at(path):
            return get(f"/games/{path}", Host="games.example")

        status, headers, page = await ask(proxy, at(""))
        self.assertEqual(status, 200)
        self.assertNotIn("set-cookie", headers)
        self.assertIn(b'<base href="/games/"', page)
        files = re.findall(r'(?:src|href)="((?!/)[^":]+)"', page.decode())
        self.assertGreater(len(files), 2)
        for file in files:
            self.assertEqual((await ask(proxy, at(file)))[0], 200, file)
        for path in "healthz", "readyz":
            self.assertEqual((await ask(proxy, at(path)))[0], 200, path)
        socket = await websockets.connect(f"ws://127.0.0.1:{proxy.port}/games/ws", compression=None,
                                          origin="http://games.example")
        client = Client(socket)
        self.assertEqual((await client.hello())["t"], "ok")
        room = (await client.request("room.create", game="tres", seats=2))["room"]
        self.assertIn(b"invites you to TRES", (await ask(proxy, at(f"r/{room}")))[2])
        await client.close()

    async def test_each_player_behind_a_proxy_is_a_separate_network(self):
        with Server(*PATIENT, "--public-url", "http://games.example/games", guard_rails=True) as server:
            async with Proxy(server, "/games") as proxy:
                path = upgrade_request().replace("/ws", "/games/ws", 1)
                there = []
                for number in range(40):  # the proxy is trusted, and so is its client address: loopback
                    raw = await Raw.open(proxy)
                    await raw.send(path.replace("\r\n\r\n", f"\r\nX-Forwarded-For: 198.51.100.{number}\r\n\r\n"))
                    self.assertTrue((await raw.head()).startswith("HTTP/1.1 101"))
                    await raw.send(frame(TEXT, HELLO))
                    self.assertEqual((await raw.frame())[0], TEXT)
                    there.append(raw)
                for raw in there:
                    await raw.close()


if __name__ == "__main__":
    unittest.main()
