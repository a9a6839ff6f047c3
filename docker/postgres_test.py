"""Starts the services of `docker compose --profile postgres` and plays on them.

The image of PostgreSQL cannot be pulled everywhere, so its container has the programs of this machine's package, which
docker/postgres_entrypoint prepares as the image does. All else is as the compose file says: user, environment, command, volume,
read-only root, health check, and that the server starts when the database is healthy.
"""
import asyncio
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

from containers import BASE, PASSWORD, ROOT, START_SECONDS, Container, Cubilete, bind, compose, new_volume

sys.path.insert(0, str(ROOT / "tests/e2e"))
os.environ.setdefault("CUBILETE_BIN", "cubilete")  # for the helpers; nothing here starts it outside of a container

from postgres import programs  # noqa: E402
from server import Client  # noqa: E402
from test_games import seated  # noqa: E402

# Addresses in the network of the compose file. For other addresses than 127.0.0.1 the database wants the password.
NETWORK_BITS, ADDRESSES = 28, {"postgres": "10.213.97.2", "cubilete-postgres": "10.213.97.3"}
DATA = "/var/lib/postgresql/data"


class Database(Container):
    """The service `postgres`, with this directory as its volume."""

    # The image as `docker image inspect postgres:15` shows it; its entrypoint is that of this test.
    image = {"Entrypoint": ["/usr/local/bin/docker-entrypoint.sh"], "Cmd": ["postgres"], "User": "0:0", "StopSignal": "SIGINT",
             "Env": [f"PATH=/usr/local/bin:/usr/bin:/bin:{programs()}", f"PGDATA={DATA}", "LANG=C.UTF-8"]}

    def __init__(self, data, own, **environment):
        service = compose("postgres")["services"]["postgres"]
        users = own / "passwd"
        users.write_text("root:x:0:0::/:/bin/sh\npostgres:x:999:999::/var/lib/postgresql:/bin/sh\n")
        super().__init__(service, BASE, self.image, [
            bind("/usr", "/usr", "ro"), bind(users, "/etc/passwd", "ro"), bind(data, DATA),
            bind(ROOT / "docker/postgres_entrypoint", self.image["Entrypoint"][0], "ro"),
        ], **environment)

    def ask(self, sql):
        done = self.run("psql", "--username=cubilete", "--dbname=cubilete", "--no-psqlrc", "--tuples-only", "--no-align",
                        f"--command={sql}")
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


class OnPostgres(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        for address in ADDRESSES.values():
            subprocess.run(["ip", "address", "add", f"{address}/{NETWORK_BITS}", "dev", "lo"], check=True)
            cls.addClassCleanup(subprocess.run, ["ip", "address", "del", f"{address}/{NETWORK_BITS}", "dev", "lo"], check=True)

    def setUp(self):
        self.own = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.own.chmod(0o711)
        self.backups = new_volume(self.own / "backups")
        self.data = self.own / "postgres"
        self.data.mkdir()
        os.chown(self.data, 999, 999)  # as the image has it
        self.data.chmod(0o1777)
        self.hosts = self.own / "hosts"
        self.hosts.write_text("".join(f"{address} {name}\n" for name, address in ADDRESSES.items()))

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)  # it warns about everything that is slow

    def server(self, **environment):
        """The service that waits for the database."""
        service = compose("postgres")["services"]["cubilete-postgres"]
        return Cubilete(self.backups, service, [bind(self.hosts, "/etc/hosts", "ro")], **environment)

    async def test_a_move_is_in_the_database_and_the_match_continues_after_both_were_stopped(self):
        with Database(self.data, self.own) as database, self.server() as server:
            room, (ana, ben) = await seated(server, ["Ana", "Ben"], game="yahtzee", clock={"turn_ms": 0})
            push, _ = [await player.look(1) for player in (ana, ben)]
            mover = (ana, ben)[push["to_act"][0]]
            offered = mover.shown[0]["you"]
            request = {"room": room, "match": push["match"], "n": offered["n"], "move": offered["moves"][0]}
            reply = await mover.ask("move", id="once", **request)
            self.assertEqual(reply["t"], "ok")
            shown = [await player.look(2) for player in (ana, ben)]
            stored = "SELECT made_by::jsonb ->> 'seat' FROM log JOIN matches ON no = match_no WHERE id = '{}' AND seq = {}"
            self.assertEqual(database.ask(stored.format(push["match"], reply["seq"])), str(push["to_act"][0]))
            server.stop()
            database.stop()
        with Database(self.data, self.own) as database, self.server() as server:
            for player, before in zip((ana, ben), shown):
                client = await Client.open(server)
                self.assertEqual((await client.hello(token=player.client.token))["rooms"], [room])
                await client.request("room.join", room=room)
                found = await client.push("match")
                self.assertEqual((found["seq"], found["hash"]), (2, before["hash"]))
                await client.close()
            server.stop()

    async def test_the_server_needs_the_password_of_the_database(self):
        with Database(self.data, self.own):
            for password in "wrong", "":
                server = self.server(PGPASSWORD=password)
                try:
                    self.assertEqual(server.process.wait(START_SECONDS), 1, server.log())
                    self.assertIn("--database: postgresql://postgres/cubilete: ", server.log())
                    self.assertIn("password", server.log())
                    self.assertNotIn(PASSWORD, server.log())
                finally:
                    server.__exit__()

    async def test_without_a_password_the_database_does_not_start(self):
        database = Database(self.data, self.own, POSTGRES_PASSWORD="")
        try:
            self.assertEqual(database.process.wait(START_SECONDS), 1)
            self.assertIn("POSTGRES_PASSWORD", database.log())
        finally:
            database.__exit__()

    async def test_the_database_is_not_healthy_while_it_is_being_prepared(self):
        """Then it listens on its socket only; the server would find it, and lose it again."""
        prepare = {"command": ["postgres", "-c", "listen_addresses="]}
        service = compose("postgres")["services"]["postgres"]
        with unittest.mock.patch.dict(service, prepare):
            database = Database(self.data, self.own)
        try:
            while database.run("pg_isready", "--username=cubilete").returncode != 0:
                self.assertIsNone(database.process.poll(), database.log())
                await asyncio.sleep(0.05)
            self.assertFalse(database.healthy())
        finally:
            database.__exit__()


if __name__ == "__main__":
    unittest.main()
