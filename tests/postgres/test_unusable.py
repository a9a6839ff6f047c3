"""A database that a server cannot use: it names the database and the reason, exits with code 1, and changes nothing."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import postgres
from postgres import PATIENCE
from server import Server


class Unusable(unittest.TestCase):
    def setUp(self):
        self.own = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="cubilete-")))
        self.postgres = postgres.shared()
        self.database = postgres.database_of(self.own / "data")
        self.addCleanup(self.postgres.drop_database, self.database)

    def cubilete(self, *words):
        return subprocess.run([os.environ["CUBILETE_BIN"], *words, "--database", self.postgres.url(self.database)], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=PATIENCE)

    def refused(self, *reasons, codes):
        """`codes`: the exit codes of commands that refuse it as well, by command."""
        before = self.postgres.dump(self.database)
        done = self.cubilete("serve", "--port", "0", "--data", self.own / "data")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for reason in [f"--database: postgresql://{self.postgres.own}/{self.database}: ", *reasons]:
            self.assertIn(reason, done.stderr)
        for command, code in codes.items():
            done = self.cubilete(*command.split(), *([self.own / "copy.db"] if command == "backup" else []))
            self.assertEqual(done.returncode, code, (command, done.stdout, done.stderr))
            self.assertIn(reasons[0], done.stderr)
        self.assertEqual(list(self.own.glob("copy.db*")), [])
        self.assertEqual(self.postgres.dump(self.database), before)

    def lived_in(self):
        with Server(data=self.own / "data"):
            pass

    def test_a_database_of_a_newer_server(self):
        self.lived_in()
        self.postgres.ask("UPDATE cluster SET schema = 4711, least = 4711", self.database)
        self.refused("was written by a newer Cubilete", "4711", codes={"check": 2, "backup": 1, "verify": 2, "migrate": 1})

    def test_a_database_of_another_program(self):
        self.postgres.ask("CREATE TABLE recipes (name text)", self.database)
        self.refused("is another program's database", codes={"migrate": 1})

    def test_a_database_in_another_encoding(self):
        self.postgres.drop_database(self.database)
        self.postgres.ask(f"CREATE DATABASE {self.database} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
        self.refused("its encoding is LATIN1", codes={})

    def test_an_empty_database_has_nothing_to_check_or_copy(self):
        for command, code in {"check": 2, "backup": 1, "verify": 2}.items():
            done = self.cubilete(*command.split(), *([self.own / "copy.db"] if command == "backup" else []))
            self.assertEqual(done.returncode, code, (command, done.stdout, done.stderr))
            self.assertIn("holds no data of Cubilete yet", done.stderr)
        self.assertEqual(list(self.own.glob("copy.db*")), [])

    def test_data_are_not_imported_over_other_data(self):
        self.lived_in()
        copy = self.own / "copy.db"
        self.assertEqual(self.cubilete("backup", copy).returncode, 0)
        players = self.postgres.ask("SELECT * FROM players ORDER BY id", self.database)
        self.assertTrue(players)
        done = self.cubilete("import", "--data", copy)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"{self.database}: holds data already; only an empty database can take them", done.stderr)
        self.assertEqual(self.postgres.ask("SELECT * FROM players ORDER BY id", self.database), players)


if __name__ == "__main__":
    unittest.main()
