#!/usr/bin/python3
"""Makes NNNN.sql of this directory: plays a little on a server of that schema and writes down its file.

    CUBILETE_BIN=build/dev/cubilete tests/storage/sqlite/released/make.py > tests/storage/sqlite/released/0003.sql
"""
import asyncio
import contextlib
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[4]
sys.path[:0] = [str(ROOT / "tests/e2e"), str(ROOT / "bots/python")]
from cubilete import fairness  # noqa: E402
from server import Client, Server  # noqa: E402

HEAD = """-- What a server of schema {version} left behind: a finished and a running match of La Ambiciosa, five players, a line of
-- chat, and where the schema knows of them a ban, a second device, a player who deleted himself, provable dice and an avatar.
-- Made by make.py; the dump leaves out the two marks of the file's head.
PRAGMA application_id = {application_id};
PRAGMA user_version = {version};
"""


async def guest(server, name):
    client = await Client.open(server)
    assert (await client.hello(name, dice=1))["t"] == "ok"
    client.chains = {}
    client.contributes = [asyncio.create_task(each(client)) for each in (fix, give)]
    return client


async def fix(client):
    """Sends the tip and the reveal of each match that starts, if the server knows provable dice."""
    while True:
        push = await client.push("dice")
        room, match = push["room"], push["match"]
        if push["step"] == "tips" and match not in client.chains:
            chain = fairness.Chain()
            client.chains[match] = (chain, itertools.count(1))
            await client.request("dice.tip", room=room, match=match, tip=chain.tip.hex())
        elif push["step"] == "reveals":
            await client.request("dice.reveal", room=room, match=match, value=client.chains[match][0].value(0).hex())


async def give(client):
    while True:
        ask = await client.push("dice.ask")
        chain, numbers = client.chains[ask["match"]]
        await client.request("dice.give", room=ask["room"], match=ask["match"], seq=ask["seq"],
                             value=chain.value(next(numbers)).hex())


async def begin(*clients, **options):
    room = (await clients[0].request("room.create", game="ambiciosa", options=options))["room"]
    await clients[1].request("room.join", room=room)
    await clients[1].request("room.ready", room=room, ready=True)
    match = (await clients[0].request("room.start", room=room))["match"]
    return room, match


async def play(room, match, *clients, moves):
    """Whoever is to act plays the first move that is listed; so many, or to the end."""
    seen = 0
    for _ in range(moves):
        pushes = [await client.push("match", lambda push: push["match"] == match and push["seq"] > seen)
                  for client in clients]
        seen = pushes[0]["seq"]
        if pushes[0]["result"]:
            return
        client, you = next((client, push["you"]) for client, push in zip(clients, pushes) if push["you"]["moves"])
        await client.request("move", room=room, match=match, n=you["n"], move=you["moves"][0])


async def live(server):
    ana, ben, cleo, dan, eve = [await guest(server, name) for name in ("Ana", "Ben", "Cleo", "Dan", "Eve")]
    await play(*await begin(ana, ben, starter="first"), ana, ben, moves=1000)
    room, match = await begin(cleo, dan, starter="first")
    await cleo.request("room.chat", room=room, text="Good evening; it's my turn")
    await play(room, match, cleo, dan, moves=7)
    offer = await cleo.request("device.offer")
    if offer["t"] == "ok":
        await (await Client.open(server)).request("hello", v=1, device=offer["code"])
    await eve.request("room.join", room=room)
    await cleo.request("room.ban", room=room, player=eve.player["id"])
    await dan.request("rename", name="Dan", avatar=17)
    await eve.request("me.delete")


with tempfile.TemporaryDirectory() as directory:
    with contextlib.redirect_stdout(sys.stderr), Server() as server:
        asyncio.run(live(server))
        copy = pathlib.Path(directory) / "copy.db"
        subprocess.run([os.environ["CUBILETE_BIN"], "backup", copy, "--data", server.data], check=True, stdout=sys.stderr)

    def sqlite(command):
        return subprocess.run(["sqlite3", copy, command], check=True, capture_output=True, text=True).stdout

    marks = {mark: sqlite(f"PRAGMA {mark}").strip() for mark in ("application_id", "user_version")}
    print(HEAD.format(version=marks["user_version"], application_id=marks["application_id"]) + sqlite(".dump"), end="")
