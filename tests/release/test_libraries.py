"""The libraries for bots, installed from the files of a release into environments that have nothing else."""
import asyncio
import pathlib
import shutil
import subprocess
import sys

import websockets

from roots import DIST, HERE, VERSION, Serving, TimedAsync, program, setUpModule, unittest  # noqa: F401 - unittest finds setUpModule

PYTHON_BOT = """
import asyncio, random, sys
import cubilete

assert "site-packages" in cubilete.__file__, cubilete.__file__
results = asyncio.run(cubilete.play(sys.argv[1], lambda view, moves: random.choice(moves), name="Lucky", matches=1,
                                    create={"game": "escalera", "house": ["easy"]}))
print("played", flush=True)
"""
NODE_BOT = """
import { play } from 'cubilete';

const { results } = await play({
  server: process.argv[2], create: { game: 'escalera', house: ['easy'] }, matches: 1, name: 'Lucky',
  on_turn: (view, moves) => moves[Math.floor(Math.random() * moves.length)],
});
console.log('played', results.length);
process.exit(0);
"""
MOST_SECONDS = 120


class Libraries(TimedAsync):
    def setUp(self):
        super().setUp()
        self.own = self.folder()
        program(HERE, self.own)
        self.server = self.enterContext(Serving([self.own / "cubilete", "serve", "--port", "0", "--port-file", self.own / "port", "--data", self.own / "data"],
                                                self.own / "port", self.own / "log"))

    async def said(self, *command):
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(self.own)}
        process = await asyncio.create_subprocess_exec(*map(str, command), cwd=self.own, env=environment, stdout=subprocess.PIPE,
                                                       stderr=subprocess.STDOUT)
        async with asyncio.timeout(MOST_SECONDS):
            out, _ = await process.communicate()
        self.assertEqual(0, process.returncode, out.decode())
        return out.decode()

    def installed(self, *command):
        done = subprocess.run(command, cwd=self.own, capture_output=True, text=True)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)

    async def test_the_wheel_plays_a_match(self):
        self.installed(sys.executable, "-m", "venv", self.own / "venv")
        self.installed(self.own / "venv/bin/pip", "install", "--quiet", "--no-deps", "--no-index", DIST / f"cubilete_bot-{VERSION}-py3-none-any.whl")
        needed = (self.own / "venv/bin/python", "-c", "import importlib.metadata as m; print(*(one for one in m.requires('cubilete-bot') if 'extra' not in one))")
        self.assertRegex(subprocess.run(needed, check=True, capture_output=True, text=True).stdout, r"^websockets \(?>=10\.4\)?\n$")
        (packages,) = (self.own / "venv/lib").glob("python3*/site-packages")
        shutil.copytree(pathlib.Path(websockets.__file__).parent, packages / "websockets")  # Debian's, in place of a registry
        (self.own / "bot.py").write_text(PYTHON_BOT)
        self.assertIn("played", await self.said(self.own / "venv/bin/python", "bot.py", self.server.url))

    async def test_the_archive_of_its_sources_has_the_same_modules(self):
        self.installed("tar", "-xf", DIST / f"cubilete_bot-{VERSION}.tar.gz")
        self.installed("python3", "-m", "zipfile", "-e", DIST / f"cubilete_bot-{VERSION}-py3-none-any.whl", "wheel")
        modules = {file.name: file.read_bytes() for file in (self.own / "wheel/cubilete").iterdir()}
        self.assertEqual(modules, {file.name: file.read_bytes() for file in (self.own / f"cubilete_bot-{VERSION}/cubilete").iterdir()})

    async def test_the_package_for_npm_plays_a_match(self):
        (self.own / "package.json").write_text('{"type": "module"}')
        self.installed("npm", "install", "--silent", "--no-audit", "--no-fund", DIST / f"cubilete-bot-{VERSION}.tgz")
        (self.own / "bot.js").write_text(NODE_BOT)
        self.assertIn("played 1", await self.said("node", "--experimental-websocket", "bot.js", self.server.url))


if __name__ == "__main__":
    unittest.main()
