"""Tests the image as docker-compose.yml starts it: read-only, as nobody, without privileges, with a volume that
survives a restart.

docker/check sets the environment: that of containers.py, and CADDY, the program.
"""
import asyncio
import contextlib
import itertools
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

import yaml

from containers import BASE, CONFIG, IMAGE, ROOT, Cubilete, compose, new_volume

sys.path.insert(0, str(ROOT / "tests/e2e"))
os.environ.setdefault("CUBILETE_BIN", "cubilete")  # for the helpers; nothing here starts it outside of a container

from server import Client  # noqa: E402
from test_games import Table, seated  # noqa: E402

MOST_BYTES = 60_000_000  # in addition to the base


def bytes_in(folder):
    return int(subprocess.run(["du", "-sb", folder], capture_output=True, check=True).stdout.split()[0])


class Volume:
    """A new volume for each test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        pathlib.Path(folder.name).chmod(0o711)
        self.data = new_volume(pathlib.Path(folder.name) / "data")

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)  # it warns about everything that is slow


class Image(Volume, unittest.IsolatedAsyncioTestCase):
    def test_it_adds_less_than_sixty_megabytes_to_its_base(self):
        added = bytes_in(IMAGE) - bytes_in(BASE)
        print(f"{added / 1e6:.1f} MB on top of the base of {bytes_in(BASE) / 1e6:.1f} MB")
        self.assertLess(added, MOST_BYTES)

    def test_its_configuration_states_how_to_run_it(self):
        self.assertGreater(int(CONFIG["User"].split(":")[0]), 0)
        self.assertEqual(list(CONFIG["Volumes"]), ["/data"])
        self.assertEqual(list(CONFIG["ExposedPorts"]), ["8080/tcp"])
        self.assertEqual(CONFIG["StopSignal"], "SIGTERM")
        self.assertEqual(CONFIG["Healthcheck"]["Test"], ["CMD", "cubilete", "healthy"])

    def test_the_server_runs_as_nobody_without_privileges(self):
        with Cubilete(self.data) as container:
            status = container.status()
            self.assertNotIn("0", status["Uid"] + status["Gid"])
            for kind in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
                self.assertEqual(int(status[kind][0], 16), 0, kind)
            self.assertEqual(status["NoNewPrivs"], ["1"])

    def test_only_its_volume_and_temporary_files_are_writable(self):
        with Cubilete(self.data) as container:
            mounts = container.run("cat", "/proc/self/mounts").stdout.splitlines()
            self.assertIn("ro", next(line for line in mounts if line.split()[1] == "/").split()[3].split(","))
            for place in ("/", "/usr/local/bin", "/etc", "/var/lib"):
                self.assertNotEqual(container.run("touch", f"{place}/mine").returncode, 0, place)
            for place in ("/data", "/tmp"):
                self.assertEqual(container.run("touch", f"{place}/mine").returncode, 0, place)

    def test_it_is_healthy_only_while_it_accepts_players(self):
        check = CONFIG["Healthcheck"]["Test"][1:]
        with Cubilete(self.data, CUBILETE_PUBLIC_URL="https://dice.example/games") as container:
            self.assertEqual(container.run(*check).returncode, 0)
            nobody_there = container.run("env", "CUBILETE_PORT=1", *check)
            self.assertNotEqual(nobody_there.returncode, 0)

    async def test_a_match_continues_after_a_restart_and_can_be_finished(self):
        with Cubilete(self.data) as container:
            room, players = await seated(container, ["Ana", "Ben"], game="yahtzee", clock={"turn_ms": 0})
            push, _ = [await player.look(1) for player in players]
            seat = push["to_act"][0]
            mover = players[seat]
            offered = mover.shown[0]["you"]
            request = {"room": room, "match": push["match"], "n": offered["n"], "move": offered["moves"][0]}
            reply = await mover.ask("move", id="once", **request)
            self.assertEqual(reply["t"], "ok")
            shown = [await player.look(2) for player in players]
            await asyncio.to_thread(container.stop)
        with Cubilete(self.data) as container:
            for player in players:
                client = await Client.open(container)
                hello = await client.hello(token=player.client.token)
                self.assertEqual(hello["rooms"], [room])
                self.assertEqual((await client.request("room.join", room=room))["as"], "player")
                player.client = client
            found = [await player.look(2) for player in players]
            for before, after in zip(shown, found):
                for part in ("match", "view", "you", "hash"):
                    self.assertEqual(after[part], before[part], part)
            self.assertEqual(await mover.ask("move", id="once", **request), reply)
            table = Table(room, players, random.Random(room))
            table.seq = await table.move(found)
            last = await table.play()
            self.assertEqual(last[0]["result"]["reason"], "finished")
            for player in players:
                await player.client.close()
            checked = container.run("cubilete", "check", "/data")
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
            await asyncio.to_thread(container.stop)


class Compose(unittest.TestCase):
    def test_every_service_of_every_profile_has_limits_and_few_privileges(self):
        services = compose("tls", "metrics", "postgres", "cluster")["services"]
        self.assertEqual(set(compose()["services"]), {"cubilete"})
        self.assertEqual(set(compose("tls")["services"]), {"cubilete", "caddy"})
        nodes = {"node-1", "node-2", "node-3", "haproxy", "secret"}
        self.assertEqual(set(compose("cluster")["services"]), {"cubilete", "postgres"} | nodes)
        self.assertEqual(set(services), {"cubilete", "caddy", "prometheus", "cubilete-postgres", "postgres"} | nodes)
        for name, service in services.items():
            with self.subTest(name):
                self.assertTrue(service["read_only"])
                self.assertEqual(service["cap_drop"], ["ALL"])
                self.assertEqual(service["security_opt"], ["no-new-privileges:true"])
                self.assertGreater(service["pids_limit"], 0)
                self.assertTrue(service["mem_limit"])

    def test_every_server_is_asked_whether_it_is_healthy_whatever_its_image_says(self):
        """An image in the format of OCI, as those of a release, has no health check."""
        servers = [service for service in compose("postgres", "cluster")["services"].values() if "build" in service]
        self.assertEqual([CONFIG["Healthcheck"]["Test"]] * 5, [service["healthcheck"]["test"] for service in servers])

    def test_only_caddy_is_trusted_as_a_proxy(self):
        services = compose("tls")["services"]
        self.assertEqual(services["cubilete"]["environment"]["CUBILETE_TRUSTED_PROXIES"],
                         services["caddy"]["networks"]["default"]["ipv4_address"])

    def test_caddy_starts_no_server_because_it_may_be_in_front_of_those_of_another_profile(self):
        self.assertNotIn("depends_on", compose("tls")["services"]["caddy"])

    def test_the_folder_of_the_next_version_has_the_same_volumes_by_the_name_of_the_project(self):
        """Without that name each folder is a project of its own. A project's volumes begin with its name, which docker-compose prints nowhere."""
        (line,) = re.findall(r"^#   (COMPOSE_PROJECT_NAME=\w+) ", (ROOT / "docker-compose.yml").read_text(), re.MULTILINE)
        self.assertIn(f"`{line}`", (ROOT / "docs/operating.md").read_text())
        command = ["/usr/bin/python3", "-c", "from compose.cli.command import get_project_name; print(get_project_name('.'))"]
        names = []
        for version, settings in itertools.product(("0.2.0", "0.3.0"), ("", f"{line}\n")):
            with tempfile.TemporaryDirectory() as folder:
                place = pathlib.Path(folder) / f"cubilete-{version}"
                place.mkdir()
                (place / ".env").write_text(settings)
                names.append(subprocess.run(command, cwd=place, check=True, capture_output=True, text=True).stdout.strip())
        self.assertEqual(["cubilete-020", "cubilete", "cubilete-030", "cubilete"], names)

    def test_the_server_on_postgresql_starts_when_the_database_answers(self):
        project = compose("postgres")
        self.assertEqual(set(project["services"]), {"cubilete", "cubilete-postgres", "postgres"})
        usual, server, database = (project["services"][name] for name in ("cubilete", "cubilete-postgres", "postgres"))
        self.assertEqual(server["depends_on"], {"postgres": {"condition": "service_healthy"}})
        user, name = database["environment"]["POSTGRES_USER"], database["environment"]["POSTGRES_DB"]
        self.assertEqual(server["environment"]["CUBILETE_DATABASE"], f"postgresql://{user}@postgres/{name}")
        self.assertEqual(server["environment"]["PGPASSWORD"], database["environment"]["POSTGRES_PASSWORD"])
        self.assertEqual(server["environment"]["CUBILETE_TRUSTED_PROXIES"], usual["environment"]["CUBILETE_TRUSTED_PROXIES"])
        self.assertNotIn("ports", database)
        self.assertTrue(database["healthcheck"]["test"])
        self.assertIn("postgres:/var/lib/postgresql/data:rw", database["volumes"])
        self.assertIn("postgres", project["volumes"])
        self.assertNotIn("CUBILETE_DATABASE", usual["environment"])

    def test_servers_of_several_profiles_can_run_beside_each_other(self):
        services = compose("postgres", "cluster")["services"]
        published = [services[name]["ports"] for name in ("cubilete", "cubilete-postgres", "haproxy")]
        self.assertEqual(published, [[f"0.0.0.0:{port}:8080/tcp"] for port in (8080, 8081, 8082)])
        self.assertNotEqual(services["cubilete"]["volumes"], services["cubilete-postgres"]["volumes"])

    def test_every_port_is_published_on_ipv4_only_so_that_docker_hides_no_address(self):
        """A port without an address is published on IPv6 as well, which Docker passes on from its own, private address."""
        for name, service in compose("tls", "metrics", "postgres", "cluster")["services"].items():
            for port in service.get("ports", []):
                with self.subTest(name, port=port):
                    self.assertRegex(port, r"^(0\.0\.0\.0|127\.0\.0\.1):\d+:\d+/(tcp|udp)$")

    def test_prometheus_queries_every_server_that_runs_at_its_address_and_starts_none(self):
        config = yaml.safe_load((ROOT / "docker/prometheus.yml").read_text())
        (job,) = config["scrape_configs"]
        services = compose("metrics", "postgres", "cluster")["services"]
        servers = [name for name, service in services.items() if "build" in service]
        (found,) = job["dns_sd_configs"]
        self.assertEqual((set(servers), "A", Cubilete.port), ({name.removesuffix(".") for name in found["names"]}, found["type"], found["port"]))
        prometheus = services["prometheus"]
        self.assertNotIn("depends_on", prometheus)
        for name in servers:
            self.assertTrue(set(services[name].get("networks", ["default"])) & set(prometheus["networks"]), name)
        mounted = prometheus["volumes"]
        for name in ("prometheus.yml", *config["rule_files"]):
            self.assertIn(f"{ROOT}/docker/{name}:/etc/prometheus/{name}:ro", mounted)


class Proxy(Volume, unittest.IsolatedAsyncioTestCase):
    """docker/Caddyfile in front of the server, without TLS, which would need the Internet."""

    address = "127.0.0.1:8081"
    socket_url = f"ws://{address}/ws"

    @contextlib.contextmanager
    def caddy(self):
        environment = {"CUBILETE_DOMAIN": f"http://{self.address}", "CUBILETE_UPSTREAM": f"127.0.0.1:{Cubilete.port}",
                       "HOME": str(self.data.parent), "PATH": os.environ["PATH"]}
        # `start` returns once it serves; the process that it leaves keeps its log open.
        command = [os.environ["CADDY"], "start", "--adapter", "caddyfile", "--config", ROOT / "docker/Caddyfile",
                   "--pidfile", self.data.parent / "caddy"]
        log_path = self.data.parent / "caddy.log"
        with open(log_path, "wb") as log:
            started = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.assertEqual(started.returncode, 0, log_path.read_text())
        try:
            yield
        finally:
            os.kill(int((self.data.parent / "caddy").read_text()), signal.SIGKILL)

    async def test_players_connect_through_caddy_and_the_metrics_stay_internal(self):
        with Cubilete(self.data), self.caddy():
            _, players = await seated(self, ["Ana", "Ben"], game="yahtzee", clock={"turn_ms": 0})
            for player in players:
                await player.look(1)
                await player.client.close()
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(f"http://{self.address}/metrics")
            refused.exception.close()
            self.assertEqual(refused.exception.code, 404)

    def test_its_file_is_also_valid_with_a_domain(self):
        completed = subprocess.run([os.environ["CADDY"], "adapt", "--validate", "--config", ROOT / "docker/Caddyfile"],
                              env={"CUBILETE_DOMAIN": "dice.example", "HOME": str(self.data.parent)},
                              capture_output=True, text=True)
        self.assertEqual(completed.returncode, 0, completed.stderr)


class Systemd(unittest.TestCase):
    # Replaces what the unit refers to; the real files do not matter here.
    UNITS = ["basic.target", "multi-user.target", "network-online.target", "network.target", "shutdown.target",
             "sysinit.target", "system.slice", "-.slice"]

    def test_systemd_reports_no_problem_with_the_unit_and_the_drop_in_of_the_page_for_operators(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in self.UNITS:
                (root / "usr/lib/systemd/system").mkdir(parents=True, exist_ok=True)
                (root / "usr/lib/systemd/system" / name).write_text(f"[Unit]\nDescription={name}\n")
            for source, place in ((ROOT / "packaging/cubilete.service", "etc/systemd/system/cubilete.service"),
                                  (IMAGE / "usr/local/bin/cubilete", "usr/local/bin/cubilete")):
                (root / place).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, root / place)
            (drop_in,) = re.findall(r"^```\n(\[Service\]\n.+?)```", (ROOT / "docs/operating.md").read_text(), re.MULTILINE | re.DOTALL)
            (root / "etc/systemd/system/cubilete.service.d").mkdir()
            (root / "etc/systemd/system/cubilete.service.d/override.conf").write_text(drop_in)
            completed = subprocess.run(["systemd-analyze", f"--root={root}", "verify", "cubilete.service"],
                                  capture_output=True, text=True)
            self.assertEqual((completed.returncode, completed.stdout + completed.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
