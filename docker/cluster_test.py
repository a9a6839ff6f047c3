"""Starts the services of `docker compose --profile cluster` and plays on them through haproxy.

Each container is in a network namespace of its own, with the networks and addresses of the compose file, and starts after the
ones it depends on. As in postgres_test.py, PostgreSQL and haproxy are the programs of this machine's packages; haproxy
reads docker/haproxy.cfg as it is.
"""
import asyncio
import contextlib
import functools
import ipaddress
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from containers import BASE, CONFIG, IMAGE, ROOT, START_SECONDS, Container, Cubilete, bind, compose, new_volume
from networks import Networks

sys.path.insert(0, str(ROOT / "tests/e2e"))
os.environ.setdefault("CUBILETE_BIN", "cubilete")  # for the helpers; nothing here starts it outside of a container

from postgres_test import Database  # noqa: E402
from server import Client  # noqa: E402
from test_games import Player, Table, start  # noqa: E402

NODES = ["node-1", "node-2", "node-3"]
SEED = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**9)))


@functools.cache
def project():
    return compose("cluster")


def parsed_time(text):
    """Seconds of 15s, 1m or 1m0s."""
    return sum(int(number) * {"s": 1, "m": 60}[unit] for number, unit in re.findall(r"(\d+)([sm])", text))


class Haproxy(Container):
    # The image as `docker image inspect haproxy:2.6` shows it, with the flags of its entrypoint; its user has this number.
    image = {"Entrypoint": ["/usr/sbin/haproxy", "-W", "-db"], "Cmd": ["-f", "/usr/local/etc/haproxy/haproxy.cfg"], "User": "99:99",
             "StopSignal": "SIGUSR1", "Env": ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]}

    def __init__(self, service, mounts, url, network):
        self.url = url
        programs = [bind(place, place, "ro") for place in ("/usr/lib", "/usr/sbin")]
        super().__init__(service, BASE, self.image, [*programs, *mounts], network)

    def healthy(self):
        """It has no health check; it serves when it has found a node."""
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=START_SECONDS) as answer:
                return answer.status == 200
        except OSError:
            return False

    def times(self, node, state):
        """How often it has said that this node is UP or DOWN."""
        return len(re.findall(rf"^Server house/{node} is {state}", self.log(), re.MULTILINE))


class House(contextlib.ExitStack):
    """`docker compose --profile cluster up -d haproxy`, with new volumes. A server for clients."""

    def __enter__(self):
        super().__enter__()
        self.own = pathlib.Path(self.enter_context(tempfile.TemporaryDirectory(prefix="cubilete-")))
        self.own.chmod(0o711)
        self.networks = self.enter_context(Networks(project()))
        self.containers, self.spaces = {}, {}
        self.callback(lambda: [self.remove(name) for name in list(self.containers)])
        database = project()["services"]["postgres"]["networks"]["cluster"]["ipv4_address"]
        (self.own / "hosts").write_text(f"127.0.0.1 localhost\n{database} postgres\n")
        try:
            self.up()
        except BaseException:
            self.close()
            raise
        return self

    def up(self):
        """Starts each service when those are as far on which it depends."""
        done = {"secret", *self.containers} if self.containers else set()
        waiting = {"secret", "postgres", *NODES, "haproxy"} - done
        while waiting:
            ready = {name for name in waiting if set(project()["services"][name].get("depends_on", {})) <= done}
            assert ready, waiting
            for name in ready:  # side by side
                self.start(name)
            for name in ready:
                if name == "secret":
                    assert self.containers[name].process.wait(START_SECONDS) == 0, self.containers[name].log()
                    self.remove(name)
                else:
                    self.wait_for(self.containers[name].healthy, self.containers[name])
            waiting -= ready
            done |= ready

    def start(self, name):
        service = project()["services"][name]
        space = self.spaces[name] = self.networks.join(service)
        if name == "postgres":
            self.containers[name] = Database(self.volume("postgres"), self.own, network=space.file)
        elif name == "haproxy":
            (port,) = service["ports"]
            target = port.rpartition(":")[2].removesuffix("/tcp")
            self.address = f"{space.addresses['default']}:{target}"
            self.containers[name] = Haproxy(service, self.mounts(service), f"http://{self.address}", space.file)
        elif name == "secret":
            self.containers[name] = Container(service, BASE, Database.image, self.mounts(service), space.file)
        else:
            hosts = bind(self.own / "hosts", "/etc/hosts", "ro")
            self.containers[name] = Container(service, IMAGE, CONFIG, [hosts, *self.mounts(service)], space.file)

    def mounts(self, service):
        for line in service["volumes"]:
            source, place, mode = line.split(":")
            yield bind(source if source.startswith("/") else self.volume(source), place, mode)

    def volume(self, name):
        """A new one is a copy of what the image has at its place."""
        folder = self.own / "volumes" / name
        if not folder.exists():
            folder.parent.mkdir(exist_ok=True)
            if name in ("postgres", "secret"):
                folder.mkdir()
                shutil.chown(folder, 999, 999)
                folder.chmod(0o1777)
            else:
                new_volume(folder)
        return folder

    def remove(self, name):
        """Kills the container if it runs."""
        self.containers.pop(name).__exit__()
        self.spaces.pop(name).close()

    @staticmethod
    def wait_for(condition, container):
        end = time.monotonic() + START_SECONDS
        while not condition():
            assert container.process.poll() is None and time.monotonic() < end, container.log()
            time.sleep(0.05)

    @property
    def socket_url(self):
        return f"ws://{self.address}/ws"

    def sockets(self):
        """Node -> sockets open there; only nodes that have some."""
        ask = "exec 3<>/dev/tcp/127.0.0.1/8080; printf 'GET /metrics HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3"
        found = {}
        for name in NODES:
            if name in self.containers:
                completed = self.containers[name].run("bash", "-c", ask)
                found[name] = int(re.search(r"^cubilete_sockets (\d+)", completed.stdout, re.MULTILINE)[1])
        return {name: count for name, count in found.items() if count}

    def wait_until_empty(self):
        """The nodes know of closed sockets a moment later than the clients."""
        self.wait_for(lambda: not self.sockets(), self.containers["haproxy"])


class Guest(Player):
    """A player who may return on another socket: no two of their requests have the same id."""

    async def ask(self, t, **fields):
        return await super().ask(t, id=f"request {self.requests}", **fields)

    async def back(self, server):
        """Opens another socket; returns the reply to its hello."""
        token, self.client = self.client.token, await Client.open(server)
        return await self.client.hello(token=token)


class OnCluster(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.house = cls.enterClassContext(House())

    def setUp(self):
        self.house.up()  # what a test that failed has left ended
        self.house.wait_until_empty()

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)  # it warns about everything that is slow

    async def guests(self, count):
        """Node -> how many of so many new players are there."""
        self.house.wait_until_empty()
        clients = []
        for number in range(count):
            clients.append(await Client.open(self.house))
            self.assertEqual((await clients[-1].hello(f"Guest {number}"))["t"], "ok")
        found = self.house.sockets()
        for client in clients:
            await client.close()
        return found

    @contextlib.contextmanager
    def haproxy_says(self, node, state):
        """Waits at the end until haproxy has found this node UP or DOWN."""
        haproxy = self.house.containers["haproxy"]
        before = haproxy.times(node, state)
        yield
        self.house.wait_for(lambda: haproxy.times(node, state) > before, haproxy)

    async def test_players_at_different_nodes_play_on_when_one_of_the_nodes_is_killed(self):
        print(f"seed {SEED}")
        house = self.house
        ana = await Guest.open(house, "Ana")
        (killed,) = house.sockets()
        ben = await Guest.open(house, "Ben")
        self.assertEqual(sorted(house.sockets().values()), [1, 1], house.sockets())
        room = (await ana.ask("room.create", game="yahtzee", seats=2, clock={"turn_ms": 0}))["room"]
        await start(room, [ana, ben])
        table = Table(room, [ana, ben], random.Random(SEED))
        for _ in range(10):
            table.seq = await table.move([await player.look(table.seq) for player in table.players])
        pushes = [await player.look(table.seq) for player in table.players]

        with self.haproxy_says(killed, "DOWN"):
            house.remove(killed)
            await self.play_to_the_end(table, pushes)
        self.assertEqual(await self.guests(4), {name: 2 for name in NODES if name != killed})
        with self.haproxy_says(killed, "UP"):
            house.start(killed)
        # haproxy may leave out in its first round a node that has come back.
        self.assertEqual(set(await self.guests(6)), set(NODES))

    async def play_to_the_end(self, table, pushes):
        """The node of the first player, where the room was made, has just been killed."""
        house, (ana, ben) = self.house, table.players
        await ana.client.closed()
        self.assertEqual((await ana.back(house))["rooms"], [table.room])
        await ana.ask("room.join", room=table.room)
        self.assertEqual((await ana.look(table.seq))["hash"], pushes[0]["hash"])
        table.seq = await table.move(pushes)
        last = (await table.play())[0]
        self.assertEqual(last["result"]["reason"], "finished")
        await ben.client.close()
        self.assertEqual(ben.client.socket.close_code, 1000)  # not closed before
        await ana.client.close()

        stored = "FROM log JOIN matches ON no = match_no WHERE id = '{}'".format(last["match"])
        database = house.containers["postgres"]
        self.assertEqual(database.ask(f"SELECT count(*), max(seq) {stored}"), f"{last['seq']}|{last['seq']}")
        self.assertEqual(database.ask(f"SELECT count(DISTINCT log.epoch) {stored}"), "2")

    async def test_haproxy_ends_the_connections_to_a_node_that_stands_still(self):
        house = self.house
        ana = Guest(await Client.open(house, ping_interval=None))  # it would end by itself without an answer
        self.assertEqual((await ana.client.hello("Ana"))["t"], "ok")
        (still,) = house.sockets()
        with self.haproxy_says(still, "DOWN"):
            house.containers[still].signal("STOP")
            try:
                await ana.client.closed()
            finally:
                house.remove(still)
        self.assertEqual((await ana.back(house))["t"], "ok")
        await ana.client.close()
        with self.haproxy_says(still, "UP"):
            house.start(still)

    async def test_limits_count_the_addresses_of_clients_and_not_that_of_haproxy(self):
        one, other = (self.house.networks.add_own("default") for _ in range(2))

        async def guest(source, **headers):
            client = await Client.open(self.house, local_addr=(source, 0), extra_headers=headers)
            reply = await client.hello()
            await client.close()
            return reply.get("code", reply["t"])

        most = 60  # the default of --guests-per-address
        for _ in range(2):
            self.assertEqual(await asyncio.gather(*(guest(one) for _ in range(most // 2))), ["ok"] * (most // 2))
        self.assertEqual(await guest(one), "rate_limited")
        self.assertEqual(await guest(one, **{"X-Forwarded-For": "192.0.2.7"}), "rate_limited")
        self.assertEqual(await guest(other), "ok")

    def test_the_metrics_stay_internal(self):
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"http://{self.house.address}/metrics")
        refused.exception.close()
        self.assertEqual(refused.exception.code, 404)

    def test_every_node_tells_prometheus_its_metrics(self):
        services = compose("metrics", "cluster")["services"]
        space = self.house.networks.join({"networks": {"cluster": services["prometheus"]["networks"]["cluster"]}})
        self.addCleanup(space.close)
        read = "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1], timeout=60).read().decode())"
        for name in NODES:
            url = f"http://{services[name]['networks']['cluster']['ipv4_address']}:{Cubilete.port}/metrics"
            told = subprocess.run(["nsenter", f"--net={space.file}", sys.executable, "-c", read, url], capture_output=True, text=True, check=True)
            self.assertRegex(told.stdout, r'(?m)^cubilete_nodes\{state="up"\} 3$', name)

    async def test_a_match_goes_on_after_everything_was_stopped_and_started_again(self):
        house = self.house
        secret = house.volume("secret") / "secret"
        text, mode = secret.read_text(), secret.stat().st_mode & 0o777
        self.assertGreater(len(text), 40)
        self.assertEqual(mode, 0o600)
        players = [await Guest.open(house, name) for name in ("Ana", "Ben")]
        room = (await players[0].ask("room.create", game="yahtzee", seats=2, clock={"turn_ms": 0}))["room"]
        await start(room, players)
        table = Table(room, players, random.Random(SEED))
        table.seq = await table.move([await player.look(1) for player in players])
        shown = [await player.look(table.seq) for player in players]
        for name in ("haproxy", *NODES, "postgres"):  # the reverse of the order in which they start
            grace = parsed_time(project()["services"][name]["stop_grace_period"])
            await asyncio.to_thread(house.containers[name].stop, grace)
            house.remove(name)
        await asyncio.to_thread(house.up)
        self.assertEqual(secret.read_text(), text)
        for player, before in zip(players, shown):
            self.assertEqual((await player.back(house))["rooms"], [room])
            await player.ask("room.join", room=room)
            self.assertEqual((await player.look(table.seq))["hash"], before["hash"])
        self.assertEqual(len(house.sockets()), 2)
        table.seq = await table.move(shown)
        for player in players:
            await player.look(table.seq)
            await player.client.close()


class Composed(unittest.TestCase):
    def setUp(self):
        self.services = project()["services"]
        self.addresses = {name: service["networks"]["cluster"]["ipv4_address"] for name, service in self.services.items()
                          if "cluster" in service.get("networks", {})}

    def test_the_nodes_are_only_in_a_network_without_a_way_out(self):
        self.assertTrue(project()["networks"]["cluster"]["internal"])
        subnets = [ipaddress.ip_network(network["ipam"]["config"][0]["subnet"]) for network in project()["networks"].values()]
        self.assertFalse(subnets[0].overlaps(subnets[1]))
        self.assertEqual(set(self.addresses), {*NODES, "postgres", "haproxy"})
        self.assertEqual(len(set(self.addresses.values())), len(self.addresses))
        watching = compose("metrics", "cluster")["services"]["prometheus"]["networks"]["cluster"]["ipv4_address"]
        self.assertNotIn(watching, self.addresses.values())
        self.assertIn(ipaddress.ip_address(watching), ipaddress.ip_network(project()["networks"]["cluster"]["ipam"]["config"][0]["subnet"]))
        for name in NODES:
            self.assertEqual(set(self.services[name]["networks"]), {"cluster"})
            self.assertFalse(self.services[name].get("ports"))

    def test_the_nodes_differ_only_in_their_addresses_volumes_and_daily_copies(self):
        rest = []
        for name in NODES:
            service, environment = self.services[name], dict(self.services[name]["environment"])
            self.assertEqual(environment.pop("CUBILETE_NODE_ADDRESS"), f"{self.addresses[name]}:7000")
            self.assertEqual(environment.pop("CUBILETE_KEEP", None), None if name == "node-1" else "0")
            self.assertIn("secret:/run/cluster:ro", service["volumes"])
            rest.append({**service, "environment": environment, "depends_on": None, "networks": None, "volumes": None})
        self.assertEqual(rest, rest[:1] * len(NODES))

    def test_the_first_node_starts_when_the_database_answers_and_the_others_when_the_first_one_serves(self):
        first, *others = (self.services[name]["depends_on"] for name in NODES)
        self.assertEqual(first, {"postgres": {"condition": "service_healthy"}, "secret": {"condition": "service_completed_successfully"}})
        self.assertEqual(others, [{"node-1": {"condition": "service_healthy"}}] * 2)

    def test_haproxy_knows_the_nodes_and_only_it_and_a_proxy_in_front_of_it_are_trusted(self):
        haproxy = self.services["haproxy"]
        self.assertEqual(list(haproxy["environment"].values()), [self.addresses[name] for name in NODES])
        self.assertEqual(set(haproxy["depends_on"]), set(NODES))
        usual = self.services["cubilete"]["environment"]["CUBILETE_TRUSTED_PROXIES"]  # Caddy's
        for name in NODES:
            self.assertEqual(self.services[name]["environment"]["CUBILETE_TRUSTED_PROXIES"], f"{self.addresses['haproxy']},{usual}")


if __name__ == "__main__":
    unittest.main()
