"""How an operator names the database: TLS, passwords, several hosts; and what is said when that is wrong."""
import asyncio
import contextlib
import os
import pathlib
import random
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import unittest

from certificates import Authority
from postgres import PATIENCE, Postgres
from server import Server
from test_games import seated

PASSWORD = "d8*:/@ %"
HOST = "db.example.org"


class Connecting(unittest.IsolatedAsyncioTestCase):
    """A database on TCP that wants a password."""

    @classmethod
    def setUpClass(cls):
        cls.own = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="cubilete-")))
        # Its port is that of other databases on this machine, its address is not.
        cls.address = f"127.{random.randrange(1, 255)}.{random.randrange(256)}.{random.randrange(1, 255)}"
        cls.postgres = cls.enterClassContext(Postgres(f"listen_addresses={cls.address}"))
        cls.postgres.create_database("cubilete")
        cls.postgres.ask(f"CREATE ROLE dealer LOGIN PASSWORD '{PASSWORD}'; ALTER DATABASE cubilete OWNER TO dealer")
        cls.let_in("host all all all scram-sha-256")
        cls.passwords = cls.own / "passwords"
        cls.passwords.write_text(rf"*:*:cubilete:dealer:{PASSWORD.replace(':', chr(92) + ':')}" + "\n")
        cls.passwords.chmod(0o600)

    @classmethod
    def let_in(cls, *lines):
        (cls.postgres.data / "pg_hba.conf").write_text("\n".join(["local all all trust", "local replication all trust", *lines, ""]))
        cls.postgres.ask("SELECT pg_reload_conf()")

    def url(self, hosts=None, **options):
        return f"postgresql://dealer@{hosts or self.address}/cubilete?" + "&".join(f"{k}={v}" for k, v in options.items())

    async def serves(self, *flags, **environment):
        with Server(*flags, environment=environment) as server:
            _, (player,) = await seated(server, ["Ana"], game="yahtzee")
            await player.client.close()
            return server.log()

    async def refused(self, *flags, command="serve", **environment):
        begin, says = {"serve": (["serve", "--port", "0", "--data", self.own / "data"], "--database"), "migrate": (["migrate"], "nothing was migrated")}[command]
        command = [os.environ["CUBILETE_BIN"], *begin, *flags]
        done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=PATIENCE,
                                       env={**os.environ, **environment})
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"{says}: postgresql://", done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertNotIn(PASSWORD, done.stderr)
        return done.stderr

    async def test_the_password_comes_from_a_file_or_from_the_environment(self):
        escaped = "".join(f"%{ord(letter):02X}" for letter in PASSWORD)
        await self.serves("--database", self.url(), PGPASSFILE=str(self.passwords))
        await self.serves("--database", self.url(passfile=self.passwords))
        await self.serves("--database", self.url(), PGPASSWORD=PASSWORD)
        log = await self.serves(CUBILETE_DATABASE=self.url().replace("dealer", f"dealer:{escaped}"))
        self.assertIn(f"data: postgresql://{self.address}/cubilete)", log)
        for secret in PASSWORD, escaped, "dealer":
            self.assertNotIn(secret, log)

    async def test_a_missing_or_wrong_password_is_named(self):
        self.assertIn("no password supplied", await self.refused("--database", self.url(), PGPASSFILE="/nowhere"))
        self.assertIn("password authentication failed", await self.refused("--database", self.url(), PGPASSWORD="wrong"))

    async def test_every_command_takes_the_password_from_the_file(self):
        await self.serves("--database", self.url(), PGPASSFILE=str(self.passwords))
        for command in ["check"], ["verify"], ["migrate"], ["backup", self.own / "copy.db"]:
            done = await asyncio.to_thread(
                subprocess.run, [os.environ["CUBILETE_BIN"], *command], capture_output=True, text=True, timeout=PATIENCE,
                env={**os.environ, "CUBILETE_DATABASE": self.url(), "PGPASSFILE": str(self.passwords)})
            # `verify` tells by another code that there is no finished match.
            self.assertEqual(done.returncode, 2 if command == ["verify"] else 0, done.stdout + done.stderr)
        self.assertTrue((self.own / "copy.db").exists())

    async def test_of_several_hosts_the_one_that_takes_writes_is_used(self):
        with Postgres(primary=self.postgres) as standby:
            for place in f"host={standby.own},{self.address}", f"host=127.0.0.1,{self.address}&port=1,5432":
                for option in "", "&target_session_attrs=read-write":
                    url = f"postgresql:///cubilete?user=dealer&{place}{option}"
                    await self.serves("--database", url, PGPASSWORD=PASSWORD)

    async def test_a_host_that_accepts_and_says_nothing_is_skipped(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            place = f"host=127.0.0.1,{self.address}&port={silent.getsockname()[1]},5432"
            done = await asyncio.to_thread(
                subprocess.run, [os.environ["CUBILETE_BIN"], "migrate"], capture_output=True, text=True, timeout=PATIENCE,
                env={**os.environ, "CUBILETE_DATABASE": f"postgresql:///cubilete?user=dealer&{place}", "PGPASSWORD": PASSWORD})
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            # It did come to this one first.
            silent.settimeout(0)
            silent.accept()[0].close()

    async def test_with_verify_full_only_the_right_server_is_trusted(self):
        folder = self.own / "tls"
        folder.mkdir()
        authority = Authority(folder)
        for source, name in zip(authority.issue(HOST), ("tls.pem", "tls.key")):
            place = self.postgres.data / name
            shutil.copy(source, place)
            place.chmod(0o600)
            if os.geteuid() == 0:
                shutil.chown(place, "postgres", "postgres")
            self.postgres.set("ssl_cert_file" if name == "tls.pem" else "ssl_key_file", name)
        self.postgres.set("ssl", "on")
        self.postgres.wait_for("SELECT 1 WHERE current_setting('ssl') = 'on'")
        self.let_in("hostssl all all all scram-sha-256")
        self.addClassCleanup(self.let_in, "host all all all scram-sha-256")

        secure = {"sslmode": "verify-full", "sslrootcert": authority.certificate}
        url = self.url(HOST, hostaddr=self.address, **secure)
        with Server("--database", url, environment={"PGPASSWORD": PASSWORD}) as server:
            _, (player,) = await seated(server, ["Ana"], game="yahtzee")
            encrypted = self.postgres.ask("SELECT application_name, ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)"
                                        " WHERE application_name LIKE 'cubilete:%'")
            self.assertTrue(encrypted)
            self.assertEqual({ssl for _, ssl in encrypted}, {"t"}, encrypted)
            await player.client.close()

        for wrong, reason in (
                (self.url("other.example.org", hostaddr=self.address, **secure), "does not match host name"),
                (self.url(HOST, hostaddr=self.address, sslmode="verify-full", sslrootcert=self.other_authority()), "certificate verify failed"),
                (self.url(HOST, hostaddr=self.address, sslmode="verify-full", sslrootcert="/nowhere.pem"), "root certificate file"),
                (self.url(HOST, hostaddr=self.address, sslmode="disable"), "no pg_hba.conf entry")):
            with self.subTest(reason):
                self.assertIn(reason, await self.refused("--database", wrong, PGPASSWORD=PASSWORD))

    def other_authority(self):
        folder = self.own / "other"
        folder.mkdir()
        return Authority(folder).certificate

    async def test_a_role_that_may_not_create_tables_is_told_so(self):
        self.postgres.create_database("others")
        said = await self.refused("--database", self.url().replace("/cubilete", "/others"), PGPASSWORD=PASSWORD)
        self.assertIn("permission denied for schema public", said)

    async def test_a_database_that_does_not_exist_is_named(self):
        said = await self.refused("--database", self.url().replace("/cubilete", "/nowhere"), PGPASSWORD=PASSWORD)
        self.assertIn('database "nowhere" does not exist', said)

    async def test_an_database_of_which_nothing_listens_is_named(self):
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            url = f"postgresql://dealer@127.0.0.1:{closed.getsockname()[1]}/cubilete"
            self.assertIn("Connection refused", await self.refused("--database", url, command="migrate"))
            # The server waits, because the database may come later.
            waiting = await asyncio.create_subprocess_exec(
                os.environ["CUBILETE_BIN"], "serve", "--port", "0", "--data", self.own / "data", "--database", url, stderr=asyncio.subprocess.PIPE)
            said = (await asyncio.wait_for(waiting.stderr.readline(), PATIENCE)).decode()
            waiting.terminate()
            self.assertEqual(await asyncio.wait_for(waiting.wait(), PATIENCE), 0)
        self.assertIn("Connection refused", said)
        self.assertIn("the start waits for the database", said)

    async def test_a_warning_of_an_database_that_dies_during_connecting_adds_no_line(self):
        with DyingPostgres() as postgres:
            said = await self.refused("--database", f"postgresql://dealer@127.0.0.1:{postgres.port}/cubilete?sslmode=disable&gssencmode=disable",
                                      command="migrate")
        self.assertGreater(postgres.warnings, 0)
        self.assertIn("closed the connection", said)


class DyingPostgres:
    """Lets everybody in, and then says what a database says when another of its processes has died."""

    def __init__(self):
        self.warnings = 0  # connections that got the warning
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.answer_all)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *trouble):
        self.listener.shutdown(socket.SHUT_RDWR)  # ends accept()
        self.thread.join()
        self.listener.close()

    def answer_all(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with client, contextlib.suppress(ConnectionError):
                self.answer(client)

    def answer(self, client):
        client.settimeout(PATIENCE)
        if not (size := client.recv(4, socket.MSG_WAITALL)):
            return  # the client went without a word
        client.recv(struct.unpack("!I", size)[0] - 4, socket.MSG_WAITALL)
        fields = {"S": "WARNING", "V": "WARNING", "C": "57P02",
                  "M": "terminating connection because of crash of another server process"}
        warning = b"".join(f"{key}{text}\0".encode() for key, text in fields.items()) + b"\0"
        client.sendall(b"R" + struct.pack("!II", 8, 0) + b"N" + struct.pack("!I", 4 + len(warning)) + warning)
        self.warnings += 1


if __name__ == "__main__":
    unittest.main()
