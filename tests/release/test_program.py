"""The static programs of a release, each in a root with nothing else: read-only but for /data, as nobody, without privileges. The one for
another architecture is run by QEMU, called by its name.
"""
import contextlib
import functools
import random
import re
import socket
import ssl
import subprocess
import threading
import urllib.error
import urllib.request

from roots import ROOT, VERSION, Alone, TimedAsync, emulator, own_network, setUpModule, unittest  # noqa: F401 - unittest finds setUpModule

from certificates import Authority
from postgres import Postgres
from server import Server
from test_games import Table, seated
from test_verify_network import serving

GAMES = ["yahtzee", "ambiciosa", "escalera", "threes_away", "tres"]
# Short matches; the rules are those of long ones.
SHORT = {"ambiciosa": {"target": 1000}, "threes_away": {"pots": 1}}
NAME = "dice.example"


@functools.cache
def names():
    """Starts a server for names at 127.0.0.1:53, which knows one and lives as long as this process."""
    at_port = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    at_port.bind(("127.0.0.1", 53))

    def serve():
        while True:
            question, who = at_port.recvfrom(512)
            end = question.index(0, 12) + 5  # the name, its type and its class
            labels, at = [], 12
            while question[at]:
                labels.append(question[at + 1:at + 1 + question[at]].decode())
                at += 1 + question[at]
            known, asks_ipv4 = ".".join(labels) == NAME, question[at + 1:at + 3] == b"\x00\x01"
            head = question[:2] + (b"\x81\x80" if known else b"\x81\x83") + b"\x00\x01" + (b"\x00\x01" if known and asks_ipv4 else b"\x00\x00") + bytes(4)
            record = b"\xc0\x0c\x00\x01\x00\x01" + (60).to_bytes(4, "big") + b"\x00\x04\x7f\x00\x00\x01"
            at_port.sendto(head + question[12:end] + (record if known and asks_ipv4 else b""), who)

    threading.Thread(target=serve, daemon=True).start()


async def whole_match(server, game, seats=2):
    """Plays a match to its end; returns its id."""
    room, players = await seated(server, ["Ana", "Ben", "Cleo"][:seats], game=game, options=SHORT.get(game, {}), clock={"turn_ms": 0})
    last = await Table(room, players, random.Random(game)).play()
    assert last[0]["result"]["reason"] == "finished", last[0]["result"]
    for player in players:
        await player.client.close()
    return last[0]["match"]


class Program:
    architecture: str

    @classmethod
    def setUpClass(cls):
        emulator(cls.architecture)
        own_network()

    def setUp(self):
        super().setUp()
        self.alone = Alone(self.folder(), self.architecture)

    def test_it_is_static_and_names_its_version_and_commit(self):
        kind = subprocess.run(["file", "--brief", self.alone.root / "cubilete"], check=True, capture_output=True, text=True).stdout
        self.assertRegex(kind, "statically linked|static-pie linked")
        self.assertRegex(self.alone.run("--version").stdout, rf"^cubilete {re.escape(VERSION)} \([0-9a-f]{{12}}\)\n$")

    def test_the_page_in_it_is_that_of_the_sources(self):
        page = ROOT / "build/release/server/web-client/page"
        files = [str(file.relative_to(page)) for file in page.rglob("*") if file.suffix in (".js", ".css", ".png", ".woff2")]

        def got(url):
            with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(url) as answer:
                return answer.read()

        def served(server):
            """The page with the number of its version, and by it the files of the bundle; None for those that are not served."""
            start = got(server.url)
            version = re.search(rb'"v/([^/"]+)/app\.js"', start)[1].decode()
            return {"/": start.replace(server.url.encode(), b"")} | {file: got(f"{server.url}/v/{version}/{file}") for file in files}

        with self.alone.serve() as server:
            of_release = served(server)
        with Server(program=ROOT / "build/release/cubilete") as server:
            of_sources = served(server)
        self.assertEqual([], [file for file in of_sources if of_release[file] != of_sources[file]])
        self.assertGreater(len([content for content in of_sources.values() if content]), 50)

    async def test_every_game_is_played_to_its_end_and_every_match_replays(self):
        with self.alone.serve() as server:
            for game in GAMES:
                with self.subTest(game):
                    await whole_match(server, game)
            healthy = self.alone.run("healthy", "--port", str(server.port))
            self.assertEqual(0, healthy.returncode, healthy.stderr)
            self.assertEqual(0, self.alone.run("backup", "/data/copy.db", "--data", "/data/own").returncode)
        checked = self.alone.run("check", "/data/copy.db")
        self.assertEqual(0, checked.returncode, checked.stdout + checked.stderr)
        self.assertEqual(1, self.alone.run("healthy", "--port", str(server.port)).returncode)

    async def test_a_match_is_played_on_postgresql_over_tcp(self):
        with Postgres("listen_addresses=127.0.0.1") as database:
            database.create_database("own")
            url = "postgresql://postgres@127.0.0.1/own"
            with self.alone.serve("--database", url) as server:
                match = await whole_match(server, "escalera")
            self.assertEqual([[match]], database.ask("SELECT id FROM matches", "own"))
            checked = self.alone.run("check", "--database", url)
            self.assertEqual(0, checked.returncode, checked.stdout + checked.stderr)

    async def test_a_match_is_verified_by_a_name_over_tls(self):
        with self.alone.serve() as server:
            match = await whole_match(server, "escalera")
            target = f"/api/v1/matches/{match}"
            with urllib.request.urlopen(server.url + target) as answer:
                record = answer.read().decode()
        folder = self.folder()
        authority = Authority(folder)
        (self.alone.data / "ca.pem").write_bytes(authority.certificate.read_bytes())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*authority.issue(NAME))
        names()
        with serving({target: record}, context) as page:
            url = f"https://{NAME}:{page.port}/m/{match}"
            found = self.alone.run("verify", url, SSL_CERT_FILE="/data/ca.pem")
            self.assertEqual(3, found.returncode, found.stdout + found.stderr)  # no player's program took part in the dice
            untrusted = self.alone.run("verify", url)
            self.assertEqual(2, untrusted.returncode)
            self.assertRegex(untrusted.stdout, "certificate")
        unknown = self.alone.run("verify", f"https://nobody.example/m/{match}")
        self.assertEqual(2, unknown.returncode, unknown.stdout + unknown.stderr)
        self.assertIn("nobody.example", unknown.stdout)


class Amd64(Program, TimedAsync):
    architecture = "amd64"


class Arm64(Program, TimedAsync):
    architecture = "arm64"


if __name__ == "__main__":
    unittest.main()
