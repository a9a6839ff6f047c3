"""Tests README.md on Debian 13: ./run and ./test unit in a fresh root, which mmdebstrap makes and which holds nothing but the
smallest Debian. Needs root; part of ./test long.
"""

import asyncio
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from random import Random

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/e2e"))

import frames  # noqa: E402
from test_games import Table, seated  # noqa: E402

# Its own mounts and processes, so that nothing stays when it ends. The compiler's cache is that of this machine.
INSIDE = """
mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount --bind "$1" "$0/root/.cache/ccache" || exit
exec chroot "$0" env -i HOME=/root LC_ALL=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin bash -c "cd /src && $2"
"""


class Debian13(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="cubilete-")
        cls.addClassCleanup(folder.cleanup)
        cls.system = pathlib.Path(folder.name) / "root"
        # Without waiting for the disk after each file: a power cut may take the whole root.
        subprocess.run(["mmdebstrap", "--variant=minbase", "--include=ccache", "--dpkgopt=force-unsafe-io", "trixie", cls.system], check=True)
        shutil.copy("/etc/resolv.conf", cls.system / "etc/resolv.conf")
        services = cls.system / "usr/sbin/policy-rc.d"
        services.write_text("#!/bin/sh\nexit 101\n")  # a package that is installed starts no service
        services.chmod(0o755)
        files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
        (cls.system / "src").mkdir()
        subprocess.run(["xargs", "-0", "cp", "--no-dereference", "--parents", "--target-directory", cls.system / "src"],
                       cwd=ROOT, input=files, check=True)
        (cls.system / "root/.cache/ccache").mkdir(parents=True)
        cls.compiled = subprocess.run(["ccache", "--get-config", "cache_dir"], check=True, capture_output=True, text=True).stdout.strip()

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)  # it warns about everything that is slow

    def start(self, command):
        process = subprocess.Popen(["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", INSIDE, self.system, self.compiled,
                                    command], stdin=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    async def test_run_installs_builds_and_serves_and_a_first_throw_is_shown_to_both(self):
        port_file = self.system / "src/port"
        process = self.start("./run --port 0 --port-file port")
        while not (port_file.exists() and port_file.read_text()):
            self.assertIsNone(process.poll(), "./run has ended")
            await asyncio.sleep(0.1)
        self.socket_url = f"ws://127.0.0.1:{port_file.read_text().strip()}/ws"
        room, players = await seated(self, ["Ana", "Ben"], game="yahtzee", clock={"turn_ms": 0})
        table = Table(room, players, Random(1))
        thrown = await table.move([await player.look(1) for player in players])
        for player in players:
            dice = (await player.look(thrown))["view"]["turn"]["dice"]
            self.assertEqual([1 <= die <= 6 for die in dice], [True] * 5)
            await player.client.close()
        frames.assert_all_fitted()

    def test_then_every_test_without_sockets_passes(self):
        self.assertEqual(self.start("./test unit").wait(), 0)


if __name__ == "__main__":
    unittest.main()
