"""The configurations of docs/operating.md, section "HTTPS and proxies", with the real programs, and what the usual mistakes look like.

CUBILETE_PROXIES names the programs; ./test long takes all four.
"""
import asyncio
import base64
import os
import pathlib
import random
import re
import subprocess
import unittest

import websockets

from proxies import NAME, PASSWORD, PROGRAMS, Proxy
from server import Client, Server
from test_games import Player, Table, start

# The proxy's own address; clients of the tests have others of this machine.
PROXY_ONLY = ["--trusted-proxies", "127.0.0.1"]
PUBLIC = "https://dice.example.org"
PAGE_SAYS = pathlib.Path(__file__).with_name("page_says.mjs")
# The words of web-client/i18n/en.js.
NO_WEBSOCKET = ("Something on the way to the server lets no WebSocket pass. Try another network; whoever runs the server looks at its "
                "proxy.")
NO_LOGIN = "A login in front of the server has run out. Load the page again and log in."


def files_of(page):
    return re.findall(r'(?:src|href)="((?!/)[^":]+)"', page.decode())


def picture_of(page):
    """The one absolute link of a page: messengers show it."""
    return re.search(r'property="og:image" content="([^"]+)"', page.decode())[1]


def unknown(public):
    return f"The server does not know this address. Whoever runs it starts it with --public-url {public}/."


async def player(proxy, name, **options):
    client = await Client.open(proxy, **proxy.options(**options))
    assert (await client.hello(name))["t"] == "ok"
    return Player(client)


class Behind:
    """For each program; `program` is its class."""

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)  # it warns about everything that is slow

    def proxy(self, server, **options):
        return Proxy(self.program, server, **options)

    async def refusal(self, proxy, **options):
        """The status of the answer to a socket that is not opened."""
        with self.assertRaises(websockets.InvalidStatusCode) as refused:
            await Client.open(proxy, **proxy.options(**options))
        return refused.exception.status_code

    def page_says(self, proxy, page=None):
        """Returns the page's text without a connection. `page`: as it was loaded, if it does not come any more."""
        picture = picture_of(page or proxy.get("/")[2])
        words = subprocess.run(["node", PAGE_SAYS, str(proxy.port), proxy.host, picture], check=True, capture_output=True, text=True,
                               env={**os.environ, "NODE_EXTRA_CA_CERTS": str(proxy.folder / "ca.pem")})
        return words.stdout.strip()

    def warning(self, server):
        """The first one in its log."""
        return next(line for line in server.log().splitlines() if " warning " in line).partition(" warning ")[2]

    async def test_the_page_comes_and_players_meet_at_a_host_and_in_a_path_with_tls_and_without(self):
        for path in "", "/games":
            for tls in True, False:
                with self.subTest(path=path, tls=tls):
                    public = f"http{'s' if tls else ''}://dice.example.org{path}"
                    with Server("--public-url", public) as server, self.proxy(server, path=path, tls=tls) as proxy:
                        self.the_page_comes(proxy, public)
                        await self.two_play(proxy)
                        if tls:
                            status, headers, _ = proxy.get(f"{path}/r/ABC", plain=True)
                            self.assertEqual((status // 100, headers["location"]), (3, f"{public}/r/ABC"))

    def the_page_comes(self, proxy, public):
        status, _, page = proxy.get(f"{proxy.path}/")
        self.assertEqual(status, 200)
        self.assertTrue(picture_of(page).startswith(f"{public}/v/"), picture_of(page))
        scripts = [file for file in files_of(page) if file.endswith(".js")]
        self.assertEqual(proxy.get(f"{proxy.path}/{scripts[0]}", Origin=proxy.origin)[0], 200)
        if proxy.path:
            status, headers, _ = proxy.get(f"{proxy.path}?lang=es")
            self.assertIn(status, (301, 308))
            self.assertTrue(headers["location"].endswith("/games/?lang=es"), headers)

    async def two_play(self, proxy):
        players = [await player(proxy, name) for name in ("Ana", "Ben")]
        room = (await players[0].ask("room.create", seats=2, game="yahtzee", clock={"turn_ms": 0}))["room"]
        await start(room, players)
        table = Table(room, players, random.Random(1))
        for _ in range(6):
            table.seq = await table.move([await one.look(table.seq) for one in players])
        for one in players:
            await one.look(table.seq)
            await one.client.close()

    async def test_each_player_has_an_address_and_cannot_choose_it(self):
        with Server("--public-url", PUBLIC, *PROXY_ONLY, "--http-per-address", "3/1h") as server, self.proxy(server) as proxy:
            answers = [proxy.get("/", "127.0.0.5")[0] for _ in range(4)]
            self.assertEqual(answers, [200, 200, 200, 429])
            self.assertEqual(proxy.get("/", "127.0.0.5", X_Forwarded_For="198.51.100.1")[0], 429)
            self.assertEqual(proxy.get("/", "127.0.0.6")[0], 200)

    async def test_without_upgrade_the_page_comes_and_the_socket_gets_426(self):
        with Server("--public-url", PUBLIC) as server, self.proxy(server, mistake="no_upgrade") as proxy:
            self.the_page_comes(proxy, PUBLIC)
            self.assertEqual(await self.refusal(proxy), 426)
            self.assertEqual(self.page_says(proxy), NO_WEBSOCKET)
            self.assertEqual(self.warning(server), "refused a request for /ws that asks for no WebSocket: a proxy in front of the server has to "
                             "pass on the headers Connection and Upgrade")

    async def test_with_another_host_all_works_if_the_public_address_is_known(self):
        with Server("--public-url", PUBLIC) as server, self.proxy(server, mistake="other_host") as proxy:
            self.the_page_comes(proxy, PUBLIC)
            await self.two_play(proxy)

    async def test_with_another_host_and_no_public_address_the_socket_gets_403_and_the_log_names_the_setting(self):
        with Server() as server, self.proxy(server, mistake="other_host") as proxy:
            self.assertEqual(proxy.get("/")[0], 200)
            self.assertEqual(await self.refusal(proxy), 403)
            self.assertEqual(self.page_says(proxy), unknown(PUBLIC))
            self.assertIn(f"refused a WebSocket from a page of {PUBLIC} that asked for the host 127.0.0.1:{server.port}; if that is this "
                          "server's own page, name its address in --public-url, otherwise in --origins", self.warning(server))

    async def test_without_the_port_in_the_public_address_only_its_links_are_wrong(self):
        with Server("--public-url", PUBLIC) as server, self.proxy(server, port=8443) as proxy:
            self.assertEqual(proxy.origin, f"{PUBLIC}:8443")
            self.the_page_comes(proxy, PUBLIC)
            await self.two_play(proxy)
        with Server("--public-url", f"{PUBLIC}:8443") as server, self.proxy(server, port=8443) as proxy:
            self.the_page_comes(proxy, f"{PUBLIC}:8443")

    async def test_without_the_port_in_host_too_the_socket_gets_403_and_the_log_names_the_origin(self):
        with Server("--public-url", PUBLIC) as server, self.proxy(server, port=8443, mistake="no_port") as proxy:
            self.assertEqual(proxy.get("/")[0], 200)
            self.assertEqual(await self.refusal(proxy), 403)
            self.assertEqual(self.page_says(proxy), unknown(f"{PUBLIC}:8443"))
            self.assertIn(f"refused a WebSocket from a page of {PUBLIC}:8443 that asked for the host dice.example.org; ", self.warning(server))

    async def test_without_the_path_in_the_public_address_a_page_that_is_not_found_asks_for_its_files_at_the_root(self):
        with Server("--public-url", PUBLIC) as server, self.proxy(server, path="/games") as proxy:
            before = server.log()
            status, _, page = proxy.get("/games/", Accept="text/html")
            self.assertEqual((status, re.findall(r'<base href="(.*?)"', page.decode())), (404, ["/"]))
            self.assertEqual(server.log(), before)

    async def test_without_the_clients_address_all_players_share_the_limits_of_one(self):
        with Server("--public-url", PUBLIC, *PROXY_ONLY, "--http-per-address", "3/1h") as server, \
                self.proxy(server, mistake="no_address") as proxy:
            answers = [proxy.get("/", f"127.0.0.{number}", Accept="text/html") for number in (5, 6, 7, 8)]
            self.assertEqual([status for status, _, _ in answers], [200, 200, 200, 429])
            self.assertIn("<p>Too much was asked from your network just now. Wait a moment, then try again.</p>", answers[-1][2].decode())
            self.assertIn("the limit http_per_address was reached", self.warning(server))
            self.assertIn("If many players share an address, see --trusted-proxies and the limits of an address", self.warning(server))

    async def test_a_proxy_that_is_not_trusted_is_named_in_the_log(self):
        with Server("--public-url", PUBLIC, "--trusted-proxies", "10.0.0.1") as server, self.proxy(server) as proxy:
            self.assertEqual(proxy.get("/")[0], 200)
            self.assertIn("ignored X-Forwarded-For from 127.0.0.1; if that is your proxy, name it in --trusted-proxies", server.log())

    async def test_a_login_in_front_refuses_sockets_that_bring_no_password_and_the_server_sees_nothing(self):
        with Server("--public-url", PUBLIC) as server, self.proxy(server, mistake="login") as proxy:
            before = server.log()
            self.assertEqual(proxy.get("/")[0], 401)
            self.assertEqual(await self.refusal(proxy), 401)
            password = "Basic " + base64.b64encode(f"{NAME}:{PASSWORD}".encode()).decode()
            status, _, page = proxy.get("/", Authorization=password)
            self.assertEqual(status, 200)
            self.assertEqual(self.page_says(proxy, page), NO_LOGIN)
            self.assertEqual(server.log(), before)
            client = await Client.open(proxy, **proxy.options(extra_headers={"Authorization": password}))
            self.assertEqual((await client.hello())["t"], "ok")
            await client.close()


for name in os.environ.get("CUBILETE_PROXIES", "nginx").split():
    title = f"Behind{name.capitalize()}"
    globals()[title] = type(title, (Behind, unittest.IsolatedAsyncioTestCase), {"program": PROGRAMS[name]})

if __name__ == "__main__":
    unittest.main()
