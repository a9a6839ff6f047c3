"""How a friend reaches a server: README's first game between two machines."""
import contextlib
import ctypes
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import unittest
import urllib.request

import websockets

from server import Client, Server

LIBC = ctypes.CDLL(None, use_errno=True)
NEW_NETWORK = 0x40000000  # CLONE_NEWNET


class Machine(contextlib.ExitStack):
    """A network namespace, until the end of `with`."""

    def __enter__(self):
        super().__enter__()
        holder = subprocess.Popen(["unshare", "--net", "sh", "-c", "ip link set lo up && echo && exec cat"],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.enter_context(holder)
        assert holder.stdout.readline() == b"\n"
        self.process, self.file = holder.pid, f"/proc/{holder.pid}/ns/net"
        return self

    def ip(self, *words):
        subprocess.run(["nsenter", f"--net={self.file}", "ip", *map(str, words)], check=True)

    @contextlib.contextmanager
    def inside(self):
        """Puts this thread into the network of that machine, where its new sockets are."""
        with open("/proc/self/ns/net") as own, open(self.file) as other:
            assert LIBC.setns(other.fileno(), NEW_NETWORK) == 0, os.strerror(ctypes.get_errno())
            try:
                yield
            finally:
                assert LIBC.setns(own.fileno(), NEW_NETWORK) == 0, os.strerror(ctypes.get_errno())

    def connect(self, host, port):
        with self.inside():
            return socket.create_connection((host, port))


def cable(one, other):
    one.ip("link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", other.process)
    for machine, address in (one, "10.77.0.1/24"), (other, "10.77.0.2/24"):
        machine.ip("address", "add", address, "dev", "eth0")
        machine.ip("link", "set", "eth0", "up")


async def sit(machine, server, host, name):
    """A player at this machine, as the page of that host makes one; and the reply to its hello."""
    connection = machine.connect(host, server.port)
    client = Client(await websockets.connect(f"ws://{host}:{server.port}/ws", sock=connection, max_size=None, compression=None))
    return client, await client.hello(name)


class Reach(unittest.IsolatedAsyncioTestCase):
    async def test_a_page_at_this_machine_learns_where_others_reach_the_server(self):
        with Server() as server:
            client = Client(await websockets.connect(f"ws://localhost:{server.port}/ws"))
            self.assertEqual((await client.hello())["reach"], [])
            host = f"games.lan:{server.port}"
            client = Client(await websockets.connect(f"ws://{host}/ws", host="127.0.0.1", port=server.port))
            self.assertNotIn("reach", await client.hello())
        with Server("--public-url", "https://games.example") as server:
            client = Client(await websockets.connect(f"ws://localhost:{server.port}/ws"))
            self.assertNotIn("reach", await client.hello())

    async def test_the_first_game_is_played_with_a_friend_at_another_machine(self):
        if os.geteuid() != 0:  # only root makes networks
            subprocess.run(["sudo", "--preserve-env", sys.executable, "-m", "unittest", "-k", self._testMethodName, __file__], check=True)
            return
        with Machine() as home, Machine() as away:
            cable(home, away)
            program = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "at_home"
            program.write_text(f'#!/bin/sh\nexec nsenter --net={home.file} "{os.environ["CUBILETE_BIN"]}" "$@"\n')
            program.chmod(0o755)
            with Server("--host", "0.0.0.0", program=program) as server:
                base = f"http://10.77.0.1:{server.port}"
                self.assertIn(f"listening on http://localhost:{server.port} {base} (", server.log())
                ana, greeting = await sit(home, server, "localhost", "Ana")
                self.assertEqual(greeting["reach"], [base])
                room = (await ana.request("room.create", game="yahtzee", seats=2, options={"starter": "first"}))["room"]

                with away.inside(), urllib.request.urlopen(f"{greeting['reach'][0]}/r/{room}") as page:
                    self.assertIn("Ana", page.read().decode())
                ben, greeting = await sit(away, server, "10.77.0.1", "Ben")
                self.assertNotIn("reach", greeting)
                self.assertEqual((await ben.request("room.join", room=room))["as"], "player")
                await ben.request("room.ready", room=room, ready=True)
                match = (await ana.request("room.start", room=room))["match"]
                turn = await ana.push("match")
                self.assertEqual((await ana.request("move", room=room, match=match, n=turn["you"]["n"], move=turn["you"]["moves"][0]))["t"], "ok")
                seen = await ben.push("match", lambda push: push["seq"] == 2)
                self.assertEqual(seen["by"], {"seat": 0})
