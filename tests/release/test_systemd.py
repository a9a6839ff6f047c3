"""The Debian package under a real systemd: process 1 of namespaces of its own, in a Debian 12 that takes the place of the whole file tree."""
import pathlib
import random
import re
import subprocess

from roots import CLEAN, DIST, HERE, ROOT, VERSION, WITH_SYSTEMD, At, Debian, TimedAsync, own_network, program, setUpModule, \
    unittest, until  # noqa: F401 - unittest finds setUpModule

from server import Client
from test_games import Table, seated

PACKAGE = DIST / f"cubilete_{VERSION}_{HERE}.deb"
LOWER = "0.0.9"

# A control group of its own, in which systemd makes those of its services.
IN_A_GROUP = """
set -e
mkdir "$0/groups"
mount -t cgroup2 cgroup2 "$0/groups"
mkdir -p "$0/groups/cubilete-$$"
echo $$ >"$0/groups/cubilete-$$/cgroup.procs"
exec unshare --cgroup --mount --pid --ipc --uts --fork --kill-child -- bash -c "$1" "$0/root"
"""
# The last of its processes may be there for a moment.
REMOVE_GROUP = """
mount -t cgroup2 cgroup2 "$0/groups" || exit
for _ in $(seq 100); do
    find "$0/groups/cubilete-$1" -depth -type d -exec rmdir {} + 2>/dev/null && exit
    sleep 0.1
done
"""
# pivot_root and not chroot, because in a chroot the kernel refuses the user namespaces that PrivateUsers= asks for.
BOOT = """
set -e
mount --bind "$0" "$0"
cd "$0"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do touch dev/$device; mount --bind /dev/$device dev/$device; done
mkdir dev/pts dev/shm old
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
pivot_root . old
umount --lazy /old
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --log-target=null --show-status=no
"""


class Machine(Debian):
    """`with Machine(...)` ends all of its processes."""

    def __init__(self, folder):
        super().__init__(folder, *WITH_SYSTEMD)
        self.folder = folder
        self.process = subprocess.Popen(["unshare", "--mount", "--", "bash", "-c", IN_A_GROUP, folder, BOOT], stdin=subprocess.DEVNULL)
        try:
            self.first = until(self.first_process, why=lambda: "systemd does not start")
            until(lambda: self.run("systemctl", "is-system-running").stdout.strip() in ("running", "degraded"),
                  why=lambda: self.run("systemctl", "--failed", "list-jobs").stdout)
        except BaseException:
            self.__exit__()
            raise

    def first_process(self):
        assert self.process.poll() is None, "systemd has ended"
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return int(children[0]) if children and "systemd" in pathlib.Path(f"/proc/{children[0]}/comm").read_text() else None

    def command(self, *words):
        return ["nsenter", f"--target={self.first}", "--mount", "--pid", "--ipc", "--uts", "--cgroup", "--root", "--wd", *CLEAN, *words]

    def __enter__(self):
        return self

    def __exit__(self, *trouble):
        self.process.kill()
        self.process.wait()
        subprocess.run(["unshare", "--mount", "--", "bash", "-c", REMOVE_GROUP, self.folder, str(self.process.pid)])

    # ---- what an administrator does

    def sure(self, *words):
        done = self.run(*words)
        assert done.returncode == 0, f"{' '.join(map(str, words))}: {done.stdout}{done.stderr}\n{self.run('journalctl', '--no-pager', '-u', 'cubilete').stdout}"
        return done

    def shown(self, property_):
        return self.sure("systemctl", "show", "--value", f"--property={property_}", "cubilete").stdout.strip()

    def serves(self):
        """Waits until the service accepts players; returns the number of its process."""
        until(lambda: self.shown("ActiveState") == "active" and At().ready(),
              why=lambda: self.run("journalctl", "--no-pager", "-u", "cubilete").stdout + self.run("systemctl", "status", "cubilete").stdout)
        return self.shown("MainPID")


def lower_package(folder):
    """The package with a lower version, as if it were an older one."""
    file = folder / f"cubilete_{LOWER}_{HERE}.deb"
    subprocess.run(["dpkg-deb", "-R", PACKAGE, folder / "lower"], check=True)
    control = folder / "lower/DEBIAN/control"
    control.write_text(control.read_text().replace(f"Version: {VERSION}\n", f"Version: {LOWER}\n"))
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", folder / "lower", file], check=True, capture_output=True)
    return file


class Played:
    """A match of two players, who come back after every restart and find it as they left it."""

    async def begin(self):
        self.room, self.players = await seated(At(), ["Ana", "Ben"], game="escalera", options={"target": 50}, clock={"turn_ms": 0})
        self.table = Table(self.room, self.players, random.Random(1))
        await self.throw()

    async def throw(self):
        self.table.seq = await self.table.move([await player.look(self.table.seq) for player in self.players])

    async def come_back(self):
        """Returns what each of them finds."""
        found = []
        for player in self.players:
            client = await Client.open(At())
            client._ids = player.client._ids  # an id names the same request for ever
            hello = await client.hello(token=player.client.token)
            assert hello["rooms"] == [self.room], hello
            assert (await client.request("room.join", room=self.room))["as"] == "player"
            player.client = client
            found.append(await client.push("match"))
        assert [push["seq"] for push in found] == [self.table.seq] * 2, (found, self.table.seq)
        # The helper looks for the push of this entry again.
        for player, push in zip(self.players, found):
            player.client._pushes.insert(0, push)

    async def end(self):
        last = await self.table.play()
        assert last[0]["result"]["reason"] == "finished"
        for player in self.players:
            await player.client.close()


class Systemd(TimedAsync):
    @classmethod
    def setUpClass(cls):
        own_network()

    def setUp(self):
        super().setUp()
        self.machine = self.enterContext(Machine(self.folder()))

    async def test_install_play_kill_upgrade_during_a_match_remove_and_purge(self):
        machine, match = self.machine, Played()
        older = machine.bring(lower_package(self.folder()))
        newer = machine.bring(PACKAGE)
        machine.sure("dpkg", "-i", older)
        process = machine.serves()
        self.assertEqual("enabled", machine.sure("systemctl", "is-enabled", "cubilete").stdout.strip())
        with self.subTest("privileges"):
            user = machine.sure("id", "--user", "cubilete").stdout.strip()
            status = dict(line.split(":\t", 1) for line in machine.sure("cat", f"/proc/{process}/status").stdout.splitlines() if ":\t" in line)
            self.assertEqual([user] * 4, status["Uid"].split())
            self.assertEqual(("0000000000000000", "1", "2"), (status["CapEff"], status["NoNewPrivs"], status["Seccomp"]))
            self.assertEqual("cubilete 700\n", machine.sure("stat", "--format=%U %a", "/var/lib/cubilete").stdout)
        await match.begin()

        machine.sure("kill", "-9", process)
        until(lambda: machine.shown("MainPID") not in ("0", process))
        process = machine.serves()
        await match.come_back()
        await match.throw()
        eve = await Client.open(At())
        await eve.hello("Eve")
        machine.sure("cubilete", "admin", "ban", eve.player["id"], "7d", "rude")

        settings = machine.root / "etc/cubilete/cubilete.toml"
        settings.write_text(settings.read_text() + "keep = 3\n")
        (machine.root / "etc/cubilete/environment").write_text("CUBILETE_LOG_JSON=true\n")
        machine.sure("dpkg", "-i", newer)
        upgraded = machine.serves()
        self.assertNotEqual(process, upgraded)
        self.assertEqual(VERSION, machine.sure("dpkg-query", "--show", "--showformat=${Version}", "cubilete").stdout)
        self.assertIn("keep = 3\n", settings.read_text())
        self.assertIn('{"', machine.sure("journalctl", "--no-pager", "-u", "cubilete", "-o", "cat").stdout)  # of the environment
        await match.come_back()
        with self.subTest("a ban holds over the upgrade"):
            again = await Client.open(At())
            self.assertEqual("banned", (await again.hello("Eve", token=eve.token))["code"])
            await again.close()
        await match.end()

        machine.sure("dpkg", "--remove", "cubilete")
        self.assertFalse(At().ready())
        self.assertTrue((machine.root / "var/lib/cubilete/cubilete.db").exists() and settings.exists())
        with self.subTest("installed again, the data are there"):
            machine.sure("dpkg", "-i", newer)
            machine.serves()
        machine.sure("dpkg", "--remove", "cubilete")
        machine.sure("dpkg", "--purge", "cubilete")
        left = [place for place in ("etc/cubilete", "var/lib/cubilete", "var/lib/private/cubilete") if (machine.root / place).exists()]
        self.assertEqual([], left)
        machine.sure("getent", "passwd", "cubilete")

    def test_a_service_that_was_disabled_or_stopped_by_its_administrator_is_not_enabled_by_an_upgrade(self):
        machine = self.machine
        machine.sure("dpkg", "-i", machine.bring(lower_package(self.folder())))
        machine.serves()
        machine.sure("systemctl", "disable", "cubilete")
        machine.sure("dpkg", "-i", machine.bring(PACKAGE))
        self.assertEqual("disabled", machine.run("systemctl", "is-enabled", "cubilete").stdout.strip())

    async def test_data_of_a_unit_by_hand_with_a_dynamic_user_move_to_the_package(self):
        machine, match = self.machine, Played()
        program(HERE, machine.root / "usr/local/bin")
        by_hand = machine.root / "etc/systemd/system/cubilete.service"
        by_hand.write_text((ROOT / "packaging/cubilete.service").read_text())
        (machine.root / "etc/cubilete.env").write_text("CUBILETE_LOG_JSON=true\n")
        machine.sure("systemctl", "daemon-reload")
        machine.sure("systemctl", "enable", "--now", "cubilete")
        process = machine.serves()
        self.assertTrue((machine.root / "var/lib/cubilete").is_symlink())
        await match.begin()

        installed = machine.sure("dpkg", "-i", machine.bring(PACKAGE))
        self.assertIn("/etc/systemd/system/cubilete.service was made by hand and hides the unit of this package", installed.stderr)
        self.assertEqual(process, machine.serves())
        self.assertEqual((ROOT / "packaging/cubilete.service").read_text(), by_hand.read_text())

        for line in re.findall(r"^cubilete:   (.+)$", installed.stderr, re.MULTILINE):
            machine.sure("sh", "-c", line)
        self.assertFalse(by_hand.exists())
        moved = until(lambda: machine.serves())
        self.assertNotEqual(process, moved)
        self.assertIn("/usr/bin/cubilete", machine.shown("ExecStart"))
        self.assertFalse((machine.root / "var/lib/cubilete").is_symlink())
        self.assertFalse((machine.root / "var/lib/private/cubilete").exists())
        owners = machine.sure("find", "/var/lib/cubilete", "-printf", "%u\n").stdout.split()
        self.assertEqual({"cubilete"}, set(owners))
        self.assertIn('{"', machine.sure("journalctl", "--no-pager", "-u", "cubilete", "-o", "cat", "-n", "1").stdout)  # of /etc/cubilete.env
        await match.come_back()
        await match.end()

    def test_while_a_unit_by_hand_uses_the_data_purging_the_package_keeps_them(self):
        machine = self.machine
        program(HERE, machine.root / "usr/local/bin")
        (machine.root / "etc/systemd/system/cubilete.service").write_text((ROOT / "packaging/cubilete.service").read_text())
        machine.sure("systemctl", "daemon-reload")
        machine.sure("systemctl", "enable", "--now", "cubilete")
        process = machine.serves()
        machine.sure("dpkg", "-i", machine.bring(PACKAGE))
        purged = machine.sure("dpkg", "--purge", "cubilete")
        self.assertIn("the data stay", purged.stderr)
        self.assertEqual(process, machine.serves())
        self.assertTrue((machine.root / "var/lib/private/cubilete/cubilete.db").exists())


if __name__ == "__main__":
    unittest.main()
