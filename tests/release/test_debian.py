"""The Debian package in small Debians without systemd, and the program where names are looked up by modules of another glibc."""
import random
import time
import tomllib

from roots import BOOKWORM, DIST, HERE, TRIXIE, TRIXIE_WITH_MODULES, VERSION, Debian, Serving, TimedAsync, own_network, program, setUpModule, \
    unittest  # noqa: F401 - unittest finds setUpModule

from test_games import Table, seated

PACKAGE = DIST / f"cubilete_{VERSION}_{HERE}.deb"
MOST_SECONDS = 60
WORST = "hosts: mymachines resolve [!UNAVAIL=return] files myhostname mdns4_minimal [NOTFOUND=return] dns\n"


async def first_throw(server):
    """Two players begin; returns when both have seen the first dice."""
    room, players = await seated(server, ["Ana", "Ben"], game="yahtzee", clock={"turn_ms": 0})
    table = Table(room, players, random.Random(1))
    thrown = await table.move([await player.look(1) for player in players])
    dice = [(await player.look(thrown))["view"]["turn"]["dice"] for player in players]
    assert dice[0] == dice[1] and all(1 <= die <= 6 for die in dice[0]), dice
    for player in players:
        await player.client.close()
    return room, players


class WithoutSystemd(TimedAsync):
    @classmethod
    def setUpClass(cls):
        own_network()

    async def assert_installed_and_played(self, kind):
        system = Debian(self.folder(), *kind)
        file = system.bring(PACKAGE)
        began = time.monotonic()
        installed = system.run("dpkg", "-i", file)
        self.assertEqual(0, installed.returncode, installed.stdout + installed.stderr)
        serve = Serving(system.command("setpriv", "--reuid=cubilete", "--regid=cubilete", "--clear-groups", "/usr/bin/cubilete", "serve", "--config",
                                       "/etc/cubilete/cubilete.toml", "--port-file", "/tmp/port"), system.root / "tmp/port", system.root.parent / "log")
        with serve:
            await first_throw(serve)
            self.assertLess(time.monotonic() - began, MOST_SECONDS)
            print(f"  {kind[0]}: from dpkg -i to the first throw {time.monotonic() - began:.1f} s", flush=True)
        return system

    async def test_on_debian_12_it_takes_less_than_a_minute_to_the_first_throw(self):
        system = await self.assert_installed_and_played(BOOKWORM)
        with self.subTest("the user, the data and the unit"):
            self.assertRegex(system.run("getent", "passwd", "cubilete").stdout, r"^cubilete:x:\d+:\d+:Cubilete:/var/lib/cubilete:/usr/sbin/nologin$")
            self.assertEqual("cubilete cubilete 700\n", system.run("stat", "--format=%U %G %a", "/var/lib/cubilete").stdout)
            enabled = "/etc/systemd/system/multi-user.target.wants/cubilete.service"
            self.assertTrue(system.run("test", "-L", enabled).returncode == 0)
        with self.subTest("removed"):
            self.assertEqual(0, system.run("dpkg", "--remove", "cubilete").returncode)
            self.assertTrue((system.root / "var/lib/cubilete/cubilete.db").exists())
            self.assertTrue((system.root / "etc/cubilete/cubilete.toml").exists())
        with self.subTest("purged"):
            purged = system.run("dpkg", "--purge", "cubilete")
            self.assertEqual((0, ""), (purged.returncode, purged.stderr))
            left = system.run("find", "/etc", "/var/lib", "/usr", "-name", "*cubilete*", "!", "-path", "/var/lib/dpkg/*").stdout
            self.assertEqual("", left)
            self.assertEqual(0, system.run("getent", "passwd", "cubilete").returncode)
        with self.subTest("purged while the folder of the data is a mount"):
            self.assertEqual(0, system.run("dpkg", "-i", system.bring(PACKAGE)).returncode)
            purged = system.run("sh", "-c", "mount -t tmpfs none /var/lib/cubilete && touch /var/lib/cubilete/cubilete.db &&"
                                " dpkg --purge cubilete && ls /var/lib/cubilete")
            self.assertEqual(0, purged.returncode, purged.stderr)
            self.assertIn("cubilete: a folder stays that cannot be removed, such as a mount.\n", purged.stderr)
            self.assertNotIn("cubilete.db", purged.stdout)

    async def test_the_same_on_debian_13(self):
        await self.assert_installed_and_played(TRIXIE)

    def test_changed_settings_survive_an_upgrade(self):
        system = Debian(self.folder(), *BOOKWORM)
        file = system.bring(PACKAGE)
        self.assertEqual(0, system.run("dpkg", "-i", file).returncode)
        settings = system.root / "etc/cubilete/cubilete.toml"
        self.assertEqual({"data": "/var/lib/cubilete"}, tomllib.loads(settings.read_text()))
        settings.write_text(settings.read_text() + "port = 9000\n")
        again = system.run("dpkg", "-i", file)
        self.assertEqual(0, again.returncode, again.stderr)
        self.assertEqual(9000, tomllib.loads(settings.read_text())["port"])

    def test_every_setting_in_the_file_is_accepted(self):
        system = Debian(self.folder(), *BOOKWORM)
        self.assertEqual(0, system.run("dpkg", "-i", system.bring(PACKAGE)).returncode)
        settings = system.root / "etc/cubilete/cubilete.toml"
        lines = settings.read_text().splitlines()
        settings.write_text("\n".join(line[2:] if line.startswith("# ") and " = " in line else line for line in lines))
        self.assertEqual(6, len(tomllib.loads(settings.read_text())))
        refused = system.run("cubilete", "healthy", "--config", "/etc/cubilete/cubilete.toml")
        self.assertEqual(1, refused.returncode, refused.stderr)  # 2 would be a wrong setting


class NamesByModules(TimedAsync):
    """A Debian with another glibc, whose modules a static program would load, and crash."""

    @classmethod
    def setUpClass(cls):
        own_network()

    def test_a_name_that_exists_and_one_that_does_not_are_looked_up_without_the_modules(self):
        system = Debian(self.folder(), *TRIXIE_WITH_MODULES)
        program(HERE, system.root / "root")
        (system.root / "etc/nsswitch.conf").write_text(WORST)
        (system.root / "etc/hosts").write_text("127.0.0.1 localhost dice.example\n")
        modules = system.run("sh", "-c", "ls /usr/lib/*/libnss_mymachines.so.2 /usr/lib/*/libnss_mdns4_minimal.so.2").stdout.split()
        self.assertEqual(2, len(modules))
        # Nothing listens there: the name was found.
        known = system.run("/root/cubilete", "verify", "http://dice.example:1/m/m_1")
        self.assertEqual(2, known.returncode, known.stdout + known.stderr)
        self.assertIn("refused", known.stdout)
        unknown = system.run("/root/cubilete", "verify", "http://nobody.example:1/m/m_1")
        self.assertEqual(2, unknown.returncode, unknown.stdout + unknown.stderr)
        self.assertNotIn("refused", unknown.stdout)
        self.assertIn("nobody.example", unknown.stdout)

    async def test_it_serves_there_and_a_database_is_found_by_its_name(self):
        system = Debian(self.folder(), *TRIXIE_WITH_MODULES)
        program(HERE, system.root / "root")
        (system.root / "etc/nsswitch.conf").write_text(WORST)
        (system.root / "etc/hosts").write_text("127.0.0.1 localhost dice.example\n")
        with Serving(system.command("/root/cubilete", "serve", "--port", "0", "--port-file", "/tmp/port", "--data", "/tmp/data"), system.root / "tmp/port",
                     system.root.parent / "log") as server:
            await first_throw(server)
        checked = system.run("/root/cubilete", "check", "--database", "postgresql://dice.example:1/own")
        self.assertEqual(2, checked.returncode, checked.stdout + checked.stderr)
        self.assertIn("dice.example", checked.stdout + checked.stderr)


if __name__ == "__main__":
    unittest.main()
