"""Runs the examples of the libraries for bots with the exact commands of their READMEs."""
import asyncio
import contextlib
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import unittest

import frames
from proxy import Cable
from server import PATIENCE, Client, Server
from test_bots import GAMES, SEED, SHORT, Trouble, assert_each_move_once

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARIES = {"python": "bots/python", "js": "js"}
sys.path.insert(0, str(ROOT / LIBRARIES["python"]))
import cubilete  # noqa: E402

# A match with four faults must be long enough, and every entry of its log must be a move: so no windows.
OPTIONS = {**SHORT, "escalera": {"target": 200}, "threes_away": {"pots": 5}, "tres": {"tres_call": "off", "match": "first_to", "first_to": 2}}

# A sanitizer slows everything down, and it does not check the bots.
PLAYED = GAMES[-2:] if int(os.environ.get("CUBILETE_GAMES", "10")) < 10 else GAMES

# These commands as they work on a machine with only Debian's python3. Packages of apt-get are taken from this
# machine instead of a mirror; with -S Python finds no package except those.
STAND_INS = {
    "sudo": """
        [[ $1 == apt-get && $2 == install && $# == 3 ]] || exit 100
        mkdir -p "$HOME/packages"
        dpkg -L "$3" | grep -E '^/usr/lib/python3/dist-packages/[^/]+$' | xargs ln -sft "$HOME/packages"
    """,
    "python3": 'PYTHONPATH=$HOME/packages exec /usr/bin/python3 -S "$@"',
    # Node 20 has a WebSocket behind a flag, which newer versions ignore.
    "node": f'exec {shutil.which("node")} --experimental-websocket "$@"',
}


class Machine:
    """Runs the commands in the root of this repository."""

    def __init__(self, home):
        self.home = pathlib.Path(home)
        self.programs = self.home / "programs"
        self.programs.mkdir()
        for name, does in STAND_INS.items():
            (self.programs / name).write_text(f"#!/bin/bash\n{does}\n")
            (self.programs / name).chmod(0o755)

    async def type(self, *commands):
        """Starts a shell in its own process group, as a terminal does, so that Ctrl+C works."""
        environment = {"PATH": f"{self.programs}:{os.environ['PATH']}", "HOME": str(self.home)}
        return await asyncio.create_subprocess_exec(
            "bash", "-ec", "\n".join(commands), cwd=ROOT, env=environment, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def commands_of(language):
    block = re.search(r"```\n(.*?)```", (ROOT / LIBRARIES[language] / "README.md").read_text(), re.DOTALL)[1]
    return block.strip().splitlines()


class Overheard(frames.Conversation):
    """Records who says hello with which name, and which moves are sent; a move that is repeated with its id counts
    once.
    """

    def __init__(self, moves):
        """`moves`: of all connections to the room, by match and name, then by id."""
        super().__init__()
        self.moves = moves
        self.name = None

    def sent(self, text):
        super().sent(text)
        request = self.read(text)
        if request["t"] == "hello":
            self.name = request["name"]
        elif request["t"] == "move":
            self.moves.setdefault((request["match"], self.name), {}).setdefault(request["id"], request["move"])


class Table:
    """The host of a room who plays against the example. Four times while the example must move, a fault happens."""

    def __init__(self, game, commands, machine):
        self.game, self.commands, self.machine = game, commands, machine
        self.moves = {}
        self.chance = random.Random(f"{SEED} {game}")
        self.troubles = []
        self.asked = set()  # entries after which the example had to move
        self.match = self.result = None

    async def play(self):
        with tempfile.TemporaryDirectory() as data, Server("--log-level", "warning", data=data) as first:
            async with Cable(first, lambda: Overheard(self.moves)) as cable:
                self.trouble = Trouble(cable, data, (1, 2, 3, 4))
                await self.play_over(cable)
                assert len(self.trouble.met) == 4, (self.game, self.trouble.met)
            with cable.server as second:
                self.chosen = [list(self.moves[self.match, name].values()) for name in ("Host", "Lucky")]
                assert_each_move_once(second, self)

    async def play_over(self, cable):
        code = asyncio.get_running_loop().create_future()
        create = {"game": self.game, "seats": 2, "clock": {"turn_ms": 0}, "options": OPTIONS.get(self.game, {})}
        host = asyncio.create_task(cubilete.play(
            cable.url, lambda view, moves: self.chance.choice(moves), create=create, matches=1, name="Host",
            on_room=code.set_result, on_push=self.look))
        async with asyncio.timeout(4 * PATIENCE):
            place = {"http://localhost:8080": cable.url, "K7QX2M": await code}
            lucky = await self.machine.type(*(in_place(command, place) for command in self.commands))
            try:
                ended = asyncio.create_task(lucky.wait())
                await asyncio.wait({host, ended}, return_when=asyncio.FIRST_COMPLETED)
                assert host.done(), f"{self.game}: it ended with {lucky.returncode}: {await lucky.stderr.read()}"
                (self.result,) = host.result().results
                assert self.result["reason"] == "finished", self.result
                await asyncio.gather(*self.troubles)
                said = (await lucky.stdout.readline()).decode()
                assert said == f"the match is over, place {self.result['places'][1]}\n", (self.game, said)
                os.killpg(lucky.pid, signal.SIGINT)
                rest, errors = await lucky.communicate()
                messages = [line for line in errors.splitlines() if not line.startswith(b"no connection to")]
                assert (rest, messages) == (b"", []), (self.game, rest, errors)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(lucky.pid, signal.SIGKILL)
                await ended

    def look(self, push):
        if push["t"] != "match":
            return
        self.match = push["match"]
        if push["to_act"] == [1] and push["seq"] not in self.asked:
            self.asked.add(push["seq"])
            self.troubles.append(asyncio.create_task(self.trouble(len(self.asked))))


def in_place(command, place):
    for shown, real in place.items():
        command = command.replace(shown, real)
    return command


class Examples(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)
        self.machine = Machine(self.enterContext(tempfile.TemporaryDirectory()))

    async def play_each_game(self, commands):
        print(f"seed {SEED}")
        await asyncio.gather(*(Table(game, commands, self.machine).play() for game in PLAYED))
        token_files = list(self.machine.home.rglob("*.token"))
        self.assertEqual({stat.S_IMODE(file.stat().st_mode) for file in token_files}, {0o600})
        self.assertEqual(len(token_files), len(PLAYED))  # one for each server

    async def test_three_commands_in_python_play_each_game_through_three_breaks_and_a_kill_of_the_server(self):
        install, *commands = commands_of("python")
        self.assertEqual(len(commands), 2)
        self.assertLess(len((ROOT / "bots/python/lucky.py").read_text().splitlines()), 30)
        bare = await self.machine.type("python3 -c 'import websockets'")
        self.assertIn(b"No module named 'websockets'", (await bare.communicate())[1])
        installed = await self.machine.type(install)
        self.assertEqual(await installed.wait(), 0, install)
        await self.play_each_game(commands)

    async def test_the_commands_in_javascript_play_each_game_through_three_breaks_and_a_kill_of_the_server(self):
        self.assertLess(len((ROOT / "js/lucky.js").read_text().splitlines()), 30)
        await self.play_each_game(commands_of("js"))

    async def test_an_invitation_link_works_and_after_ctrl_c_the_bot_gets_its_seat_back(self):
        server = self.enterContext(Server("--log-level", "warning"))
        for language, (install, *commands) in ("python", commands_of("python")), ("js", ["true", *commands_of("js")]):
            with self.subTest(language):
                host = await Client.open(server)
                await host.hello()
                room = (await host.request("room.create", game="tres", seats=2))["room"]
                commands = [command.replace("http://localhost:8080 K7QX2M", f"{server.url}/r/{room}") for command in commands]
                players = []
                for _ in range(2):
                    host.pushes("room")  # removes older pushes, so that the next one shows whether it is here
                    lucky = await self.machine.type(install, *commands)
                    here = await host.push("room", lambda push: push["seats"][1]["online"])
                    players.append(here["seats"][1]["player"])
                    os.killpg(lucky.pid, signal.SIGINT)
                    self.assertEqual(await asyncio.wait_for(lucky.communicate(), PATIENCE), (b"", b""))
                    await host.push("room", lambda push: not push["seats"][1]["online"])
                self.assertEqual(players[0], players[1])
                self.assertEqual((players[0]["name"], players[0]["bot"]), ("Lucky", True))
                await host.close()

    async def test_the_shortest_bot_of_the_readme_joins_the_room(self):
        server = self.enterContext(Server("--log-level", "warning"))
        for language, run in ("python", "/usr/bin/python3 -c"), ("js", "node --input-type=module -e"):
            with self.subTest(language):
                host = await Client.open(server)
                await host.hello()
                room = (await host.request("room.create", game="tres", seats=2))["room"]
                lines = re.search(r"```(?:python|js)\n(.*?)```", (ROOT / LIBRARIES[language] / "README.md").read_text(), re.DOTALL)[1]
                lines = in_place(lines, {"http://localhost:8080": server.url, "K7QX2M": room})
                bot = await self.machine.type(f"cd {LIBRARIES[language]}", f"{run} {shlex.quote(lines)}")
                await host.push("room", lambda push: (push["seats"][1]["player"] or {}).get("name") == "Lucky")
                os.killpg(bot.pid, signal.SIGINT)
                await asyncio.wait_for(bot.communicate(), PATIENCE)
                await host.close()

    async def test_the_bot_of_the_readme_that_plays_against_the_house_plays_one_match_after_another(self):
        server = self.enterContext(Server("--log-level", "warning"))
        for language, run in ("python", "/usr/bin/python3 -c"), ("js", "node --input-type=module -e"):
            with self.subTest(language):
                _, lines = re.findall(r"```(?:python|js)\n(.*?)```", (ROOT / LIBRARIES[language] / "README.md").read_text(), re.DOTALL)
                self.assertIn("200", lines)
                lines = in_place(lines, {"http://localhost:8080": server.url, "200": "3"})
                bot = await self.machine.type(f"cd {LIBRARIES[language]}", f"{run} {shlex.quote(lines)}")
                said, errors = await asyncio.wait_for(bot.communicate(), PATIENCE)
                self.assertRegex(said, rb"\A[0-3] of 3\n\Z")
                self.assertEqual((bot.returncode, errors), (0, b""))

    async def test_a_wrong_code_is_reported_in_one_line(self):
        place = {"http://localhost:8080": self.enterContext(Server("--log-level", "warning")).url, "K7QX2M": "ZZZZZZ"}
        for language, (install, *commands) in ("python", commands_of("python")), ("js", ["true", *commands_of("js")]):
            with self.subTest(language):
                lucky = await self.machine.type(install, *(in_place(command, place) for command in commands))
                said, errors = await asyncio.wait_for(lucky.communicate(), PATIENCE)
                self.assertEqual((lucky.returncode, said), (1, b""))
                self.assertRegex(errors, rb"\A[^\n]*no room[^\n]*\n\Z")

    async def test_without_a_server_it_reports_this_once_and_joins_when_there_is_one(self):
        server = self.enterContext(Server("--log-level", "warning"))
        for language, (install, *commands) in ("python", commands_of("python")), ("js", ["true", *commands_of("js")]):
            with self.subTest(language):
                with socket.create_server(("127.0.0.1", 0)) as free:
                    port = free.getsockname()[1]
                host = await Client.open(server)
                await host.hello()
                room = (await host.request("room.create", game="tres", seats=2))["room"]
                place = {"http://localhost:8080": f"http://127.0.0.1:{port}", "K7QX2M": room}
                lucky = await self.machine.type(install, *(in_place(command, place) for command in commands))
                said = await asyncio.wait_for(lucky.stderr.readline(), PATIENCE)
                self.assertEqual(said.decode(), f"no connection to http://127.0.0.1:{port} yet (nothing answers), trying again\n")
                async with Cable(server, port=port):
                    await host.push("room", lambda push: push["seats"][1]["online"])
                os.killpg(lucky.pid, signal.SIGINT)
                self.assertEqual(await asyncio.wait_for(lucky.communicate(), PATIENCE), (b"", b""))
                await host.close()

    async def test_a_wrong_address_is_reported_in_one_line(self):
        for address in "localhost:8080", "nonsense", "http://localhost:99999", "http://[::1":
            for language, (install, *commands) in ("python", commands_of("python")), ("js", ["true", *commands_of("js")]):
                with self.subTest(language, address=address):
                    place = {"http://localhost:8080": shlex.quote(address)}
                    lucky = await self.machine.type(install, *(in_place(command, place) for command in commands))
                    said, errors = await asyncio.wait_for(lucky.communicate(), PATIENCE)
                    self.assertEqual((lucky.returncode, said), (1, b""))
                    self.assertEqual(errors.decode(), f"{address} is not the address of a server like http://localhost:8080\n")

    async def test_without_a_room_it_prints_its_usage(self):
        for language, (install, *commands) in ("python", commands_of("python")), ("js", ["true", *commands_of("js")]):
            with self.subTest(language):
                lucky = await self.machine.type(install, *(in_place(command, {" K7QX2M": ""}) for command in commands))
                said, errors = await asyncio.wait_for(lucky.communicate(), PATIENCE)
                self.assertEqual((lucky.returncode, said), (1, b""))
                self.assertRegex(errors, rb"\A[^\n]* http://localhost:8080 K7QX2M \[NAME\]\n\Z")


if __name__ == "__main__":
    unittest.main()
