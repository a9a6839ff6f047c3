"""The work of an operator on the data (backup, restore, check, upgrade), and the server's reports about unusable
data.
"""
import asyncio
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import tempfile
import unittest

import postgres
from server import ON_POSTGRES, PATIENCE, Client, Server, left_out_on_postgres
from test_games import SEED, Player, Table, seated

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GAMES = ["yahtzee", "ambiciosa", "escalera", "threes_away", "tres"]

# A read-only directory does not stop root. Without this capability root is like other users.
LIKE_EVERYBODY = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []


def run(*words):
    """Runs a program to its end: exit code, standard output, standard error."""
    done = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


def cubilete(*arguments):
    return run(os.environ["CUBILETE_BIN"], *arguments)


async def cubilete_beside(*arguments):
    return await asyncio.to_thread(cubilete, *arguments)


def whole(server):
    """How `cubilete check` names the data of a server."""
    return server.place if server.database else [server.data]


def bytes_in(directory):
    """Every file below this folder, with its content."""
    return {path: path.read_bytes() for path in sorted(directory.rglob("*")) if path.is_file()}


def commands():
    """The scripts of docs/operating.md that put a backup in place: for the services, and for Docker."""
    section = (ROOT / "docs/operating.md").read_text().partition("\n## Restore\n")[2].partition("\n## ")[0]
    return re.findall(r"sh -euc '(.+?)'", section, re.DOTALL)


def restore(copy, data):
    """Puts a backup in place, with the commands of docs/operating.md; returns the data directory."""
    if ON_POSTGRES:
        data = data.with_name("empty")
        url = postgres.shared().url(postgres.database_of(data))
        code, said, trouble = cubilete("import", "--data", copy, "--database", url)
        assert code == 0, said + trouble
        code, said, trouble = cubilete("check", "--database", url)
    else:
        if not data.exists():
            with Server(data=data) as new:  # a new machine
                new.stop()
        code, said, trouble = run("sh", "-euc", commands()[0].replace("/var/lib/cubilete", str(data)), copy)
        assert code == 0, said + trouble
        code, said, trouble = cubilete("check", data)
    assert code == 0, said + trouble
    return data


class Evening:
    """Rooms of every game with two players each, who play one match after another."""

    def __init__(self, server):
        self.server = server
        self.tables = []
        self.acknowledged = []  # by room: the match and the last entry that both players were shown

    @classmethod
    async def begin(cls, server):
        evening = cls(server)
        for number, game in enumerate(GAMES):
            room, players = await seated(server, ["Ana", "Ben"], game=game, clock={"turn_ms": 0})
            evening.tables.append(Table(room, players, random.Random(f"{SEED}/{number}")))
            evening.acknowledged.append(None)
        return evening

    async def play(self, number, until):
        table = self.tables[number]
        while not until():
            pushes = [await player.look(table.seq) for player in table.players]
            self.acknowledged[number] = (pushes[0]["match"], table.seq)
            if pushes[0]["result"]:
                for player in table.players:
                    reply = await player.ask("room.rematch", room=table.room)
                    assert reply["t"] == "ok", reply
                table.seq, table.offered = 1, []
                continue
            await table.move(pushes)
            table.seq += 1


class Backup(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.own = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="cubilete-")))

    async def test_a_backup_made_during_matches_is_restored_and_the_players_continue(self):
        print(f"seed {SEED}")
        copy = self.own / "copy.db"
        with Server("--log-level", "warning", data=self.own / "data") as server:
            evening = await Evening.begin(server)
            enough = False
            players = [asyncio.create_task(evening.play(number, lambda: enough)) for number in range(len(GAMES))]
            for _ in range(5):
                await asyncio.sleep(0)
                before = list(evening.acknowledged)
                code, said, trouble = await cubilete_beside("backup", copy, *server.place)
                self.assertEqual(code, 0, trouble)
                self.assertTrue(said.startswith(f"{copy} ("), said)
                code, said, trouble = await cubilete_beside("check", copy)
                self.assertEqual(code, 0, said + trouble)
            code, said, trouble = await cubilete_beside("check", *whole(server))
            self.assertEqual(code, 0, said + trouble)
            enough = True
            await asyncio.gather(*players)
            self.assertEqual({path.name for path in self.own.iterdir()}, {"copy.db", "data"})
            self.assertEqual(stat.S_IMODE(copy.stat().st_mode), 0o600)
            server.kill()

        data = restore(copy, server.data)
        with Server("--log-level", "warning", data=data) as server:
            for table, last_seen in zip(evening.tables, before):
                await self.go_on(server, table, last_seen)

    def test_a_backup_that_is_put_in_place_by_root_belongs_to_the_server_and_what_was_there_is_kept(self):
        copy = self.own / "copy.db"
        copy.write_text("the backup")
        for number, (script, place) in enumerate(zip(commands(), ("/var/lib/cubilete", "/data"), strict=True)):
            with self.subTest(place):
                data = self.own / f"data{number}"
                data.mkdir()
                for name in ("cubilete.db", "cubilete.db-wal", "cubilete.db-mark", "lock"):
                    (data / name).write_text(name)
                owner = 65534 if os.geteuid() == 0 else os.geteuid()
                os.chown(data, owner, -1)
                with copy.open() as file:
                    subprocess.run(["sh", "-euc", script.replace(place, str(data)), copy], stdin=file, check=True)
                (old,) = data.glob("old.*")
                self.assertEqual({"cubilete.db", "lock", old.name}, {path.name for path in data.iterdir()})
                self.assertEqual({"cubilete.db", "cubilete.db-wal", "cubilete.db-mark"}, {path.name for path in old.iterdir()})
                restored = data / "cubilete.db"
                self.assertEqual("the backup", restored.read_text())
                self.assertEqual((owner, 0o600), (restored.stat().st_uid, stat.S_IMODE(restored.stat().st_mode)))

    async def go_on(self, server, table, last_seen):
        """Both players return to their room in its state at the time of the backup, and play the match to its end."""
        players, pushes = [], []
        for old in table.players:
            client = await Client.open(server)
            client._ids = old.client._ids  # a match remembers the ids of its moves
            hello = await client.hello(token=old.client.token)
            self.assertEqual((hello["t"], hello["rooms"]), ("ok", [table.room]))
            await client.request("room.join", room=table.room)
            players.append(Player(client))
            pushes.append(await client.push("match"))
        match, seq = last_seen
        self.assertTrue(pushes[0]["match"] != match or pushes[0]["seq"] >= seq, (pushes[0], last_seen))
        for old, push in zip(table.players, pushes):
            shown = [known for known in old.shown if known["hash"] == push["hash"]]
            self.assertEqual([known["view"] for known in shown], [push["view"]] * len(shown))
        if not pushes[0]["result"]:
            again = Table(table.room, players, table.chance)
            again.seq = pushes[0]["seq"]
            await again.move(pushes)
            again.seq += 1
            last = await again.play()
            self.assertEqual(last[0]["result"]["reason"], "finished")
        for player in players:
            await player.client.close()

    async def test_in_a_directory_the_backup_gets_a_name_with_the_time(self):
        with Server() as server:
            code, said, _ = await cubilete_beside("backup", self.own, *server.place)
        self.assertEqual(code, 0)
        (copy,) = self.own.iterdir()
        self.assertRegex(copy.name, r"^cubilete-\d{8}T\d{6}Z\.db$")
        self.assertIn(str(copy), said)

    async def test_a_file_that_is_not_a_backup_is_reported(self):
        with Server() as server:
            for words, exit_code, reason in [
                (["backup"], 2, "DEST"),
                (["backup", self.own / "x.db", "--deep"], 2, "--deep"),
                (["backup", self.own / "x.db", "--data", self.own / "no"], 1, str(self.own / "no/cubilete.db")),
                (["backup", self.own / "no/x.db", *server.place], 1, str(self.own / "no/x.db")),
                (["backup", "/dev/null", *server.place], 1, "/dev/null"),
                (["check", self.own / "no"], 2, str(self.own / "no/cubilete.db")),
                # With a database the copy cannot be what is copied.
                *([] if ON_POSTGRES else [
                    (["backup", server.data / "cubilete.db", *server.place], 1, "was to be copied")]),
            ]:
                code, _, said = await cubilete_beside(*words)
                self.assertEqual(code, exit_code, words)
                self.assertIn(reason, said)
            self.assertEqual(list(self.own.iterdir()), [])

    @left_out_on_postgres("the database has its readers, not the server")
    async def test_a_reader_does_not_keep_the_server_from_closing(self):
        with Server("--limit", "drain-deadline=1min") as server:
            client = await Client.open(server)
            await client.hello("Ana")
            reader = sqlite3.connect(f"file:{server.data}/cubilete.db?mode=ro", uri=True)
            rows = reader.execute("SELECT name FROM players WHERE name = 'Ana' UNION ALL SELECT name FROM players")
            self.assertEqual(rows.fetchone(), ("Ana",))  # and it is still in the middle of reading
            server.process.send_signal(signal.SIGTERM)
            self.assertEqual(await server.ended(), 0)
            self.assertIn("stopped", server.log())  # before its deadline
            reader.close()
            self.assertEqual(cubilete("check", server.data)[0], 0)


@left_out_on_postgres("tests/postgres/test_unusable.py is about what may be wrong there")
class Unusable(unittest.TestCase):
    """Data that the server cannot use: it names the file and the reason, exits with code 1, and changes nothing."""

    def setUp(self):
        own = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="cubilete-")))
        own.chmod(0o755)
        self.data = own / "data"
        self.file = self.data / "cubilete.db"
        self.wal = self.data / "cubilete.db-wal"

    def lived_in(self, killed=False):
        async def play(server):
            room, players = await seated(server, ["Ana"], game="yahtzee", options={"columns": 3}, clock={"turn_ms": 0})
            table = Table(room, players, random.Random(SEED))
            for _ in range(60):  # so many that half of the log has more than the tables' making
                pushes = [await players[0].look(table.seq)]
                await table.move(pushes)
                table.seq += 1
            await players[0].client.close()

        with Server(data=self.data) as server:
            asyncio.run(play(server))
            if killed:
                server.kill()

    def refused(self, *reasons, file=None, under=()):
        before = bytes_in(self.data)
        modes = {path: path.stat().st_mode for path in before}
        code, _, log = run(*under, os.environ["CUBILETE_BIN"], "serve", "--port", "0", "--data", self.data)
        self.assertEqual(code, 1, log)
        for reason in ["--data", str(file or self.file), *reasons]:
            self.assertIn(reason, log)
        self.assertEqual(len(log.splitlines()), 1, log)
        after = bytes_in(self.data)
        for path, content in before.items():  # the -shm is not data: it says who reads which part of the log
            self.assertTrue(path.name.endswith("-shm") or after[path] == content, f"{path} has changed")
        new = {path.name: len(content) for path, content in after.items() if path not in before}
        self.assertLessEqual(new.keys(), {"lock", self.wal.name, f"{self.file.name}-shm"})
        self.assertEqual(new.get(self.wal.name, 0), 0)
        self.assertEqual({path: path.stat().st_mode for path in before}, modes)

    def flip(self, file, at):
        content = bytearray(file.read_bytes())
        content[at:at + 64] = bytes(byte ^ 0x55 for byte in content[at:at + 64])
        file.write_bytes(content)

    def test_flipped_bytes_in_the_first_page(self):
        self.lived_in()
        self.flip(self.file, 100)
        self.refused("damaged")

    def test_flipped_bytes_in_the_middle(self):
        self.lived_in()
        self.flip(self.file, self.file.stat().st_size // 2 // 4096 * 4096)
        self.refused("damaged")

    def test_flipped_bytes_in_the_log(self):
        self.lived_in(killed=True)
        self.flip(self.wal, self.wal.stat().st_size // 2)
        self.refused("the log is damaged", file=self.wal)
        code, said, _ = cubilete("check", self.data)
        self.assertEqual(code, 1)
        self.assertIn("the log beside it is damaged", said)

    def test_a_truncated_file(self):
        self.lived_in()
        os.truncate(self.file, self.file.stat().st_size - 4096)
        self.refused("damaged")

    def test_an_empty_file_with_its_log_beside_it(self):
        for size in 0, 1:
            with self.subTest(size):
                self.lived_in(killed=True)
                os.truncate(self.file, size)
                self.refused("belongs to a cubilete.db that is missing or empty", file=self.wal)
                before = bytes_in(self.data)
                for code, command in (2, ["check", self.data]), (1, ["backup", self.data / "copy.db", "--data", self.data]):
                    ended, _, said = cubilete(*command)
                    self.assertEqual(ended, code, said)
                    self.assertIn(f"{self.wal}: belongs to a cubilete.db that is missing or empty", said)
                self.assertEqual(bytes_in(self.data), before)
                shutil.rmtree(self.data)

    def test_a_truncated_log(self):
        self.lived_in(killed=True)
        # The end of the log may contain no entry: when a player leaves, the room is written once more.
        os.truncate(self.wal, self.wal.stat().st_size // 2)
        self.refused("answered", "missing: its log was cut off", "--restored")
        code, said, _ = cubilete("check", self.data)
        self.assertEqual(code, 1)
        self.assertRegex(said, "FAIL the file: [0-9]+ entr(y that was|ies that were) answered")
        with Server("--restored", data=self.data) as server:
            self.assertRegex(server.log(), "[0-9]+ entries that players were told of are missing")
        with Server(data=self.data):
            pass
        code, said, trouble = cubilete("check", self.data)
        self.assertEqual(code, 0, said + trouble)

    def test_a_file_of_a_newer_server(self):
        self.lived_in()
        with sqlite3.connect(self.file) as database:
            database.execute("PRAGMA user_version = 4711")
        database.close()
        self.refused("newer", "4711")
        code, _, said = cubilete("check", self.data)
        self.assertEqual(code, 2)
        self.assertIn("newer", said)

    def test_a_file_of_another_program(self):
        self.data.mkdir()
        database = sqlite3.connect(self.file)
        database.execute("CREATE TABLE recipes (name TEXT)")
        database.close()
        self.refused("another program")

    def test_a_read_only_directory(self):
        self.lived_in()
        self.data.chmod(0o500)
        (self.data / "lock").chmod(0o400)
        self.addCleanup(self.data.chmod, 0o700)
        self.refused("Permission denied", file=self.data, under=LIKE_EVERYBODY)

    def test_a_read_only_file(self):
        self.lived_in()
        self.file.chmod(0o400)
        self.refused("cannot be written", under=LIKE_EVERYBODY)

    def test_data_of_an_older_release_is_upgraded_and_sound(self):
        releases = sorted((ROOT / "tests/storage/sqlite/released").glob("*.sql"))
        self.assertTrue(releases)
        for number, release in enumerate(releases, 1):
            data = self.data / release.stem
            data.mkdir(parents=True)
            database = sqlite3.connect(data / "cubilete.db")
            database.executescript(release.read_text())
            database.close()
            with Server(data=data):
                pass
            code, said, trouble = cubilete("check", data)
            self.assertEqual(code, 0, said + trouble)
            self.assertEqual((data / f"cubilete.db.v{number}").exists(), number < len(releases))


if __name__ == "__main__":
    unittest.main()
