"""Whole matches by programs that know nothing but the protocol."""
import asyncio
import itertools
import json
import os
import pathlib
import random
import sqlite3
import subprocess
import unittest

from server import Client, Server

# Under a sanitizer a tenth is enough; ./test says so.
GAMES = int(os.environ.get("CUBILETE_GAMES", "1000"))
SEED = int(os.environ.get("CUBILETE_SEED", "20261121"))


class Player:
    """A seat that plays whatever it is offered and keeps what it was shown."""

    def __init__(self, client):
        self.client = client
        self.shown = []
        self.requests = 0

    @classmethod
    async def open(cls, server, name):
        client = await Client.open(server)
        assert (await client.hello(name))["t"] == "ok"
        return cls(client)

    async def ask(self, t, **fields):
        self.requests += 1
        return await self.client.request(t, **fields)

    async def look(self, seq):
        """The push of that entry."""
        push = await self.client.push("match", lambda push: push["seq"] == seq)
        self.shown.append(push)
        return push


async def seated(server, names, **settings):
    """Players at a table of their own, the match started, and the first push each."""
    players = [await Player.open(server, name) for name in names]
    room = (await players[0].ask("room.create", seats=max(len(names), 1), **settings))["room"]
    for player in players[1:]:
        assert (await player.ask("room.join", room=room))["as"] == "player"
        assert (await player.ask("room.ready", room=room, ready=True))["t"] == "ok"
    started = await players[0].ask("room.start", room=room)
    assert started["t"] == "ok", started
    return room, players


async def play(room, players, choose, meddle=None):
    """Plays a match to its end and returns the last push of each seat."""
    seq = 1
    while True:
        pushes = [await player.look(seq) for player in players]
        if pushes[0]["result"]:
            return pushes
        seat = pushes[0]["to_act"][0]
        prompt = pushes[seat]["you"]
        request = {"room": room, "match": pushes[0]["match"], "n": prompt["n"]}
        if meddle:
            await meddle(players[seat], request, prompt["moves"])
        reply = await players[seat].ask("move", move=choose(prompt["moves"]), **request)
        seq += 1
        assert reply == {"t": "ok", "re": reply["re"], "seq": seq}, reply


def any_yahtzee_move(chance):
    """Something that looks like a move of Yahtzee, allowed or not."""
    if chance.random() < 0.5:
        return {"do": "roll", "dice": sorted(chance.sample(range(5), chance.randint(1, 5)))}
    box = chance.choice("aces twos threes fours fives sixes three_of_a_kind four_of_a_kind full_house small_straight"
                        " large_straight yahtzee chance".split())
    move = {"do": "score", "box": box}
    if chance.random() < 0.2:
        move["column"] = chance.randint(0, 2)
    return move


def stored(server, match):
    """Row, log and scores of a match, straight from the data file."""
    database = sqlite3.connect(f"file:{server.data}/cubilete.db?mode=ro", uri=True)
    settings, result = database.execute("SELECT settings, result FROM matches WHERE id = ?", [match]).fetchone()
    (entries,) = database.execute("SELECT entries FROM match_logs WHERE match_id = ?", [match]).fetchone()
    scores = database.execute("SELECT seat, place, score, won FROM scores WHERE match_id = ? ORDER BY seat", [match])
    return json.loads(settings), json.loads(result), [Entry(*entry) for entry in json.loads(entries)], scores.fetchall()


class Entry:
    def __init__(self, seq, by, message_id, prompt, move, draws, *rest):
        self.seq, self.by = seq, json.loads(by)
        self.move, self.draws = json.loads(move), json.loads(draws)


def scenario(settings, result, log, seat, shown):
    """A stored match as a scenario that expects, entry by entry, what a seat was shown."""
    views = {push["seq"]: push["view"] for push in shown}
    steps = []
    for entry in log[1:]:
        step = {"clock": True} if "clock" in entry.by else {"seat": entry.by["seat"], "move": entry.move}
        steps.append({**step, "as": seat, "view": views[entry.seq]})
    return {
        "name": f"as seat {seat} was shown it",
        "game": settings["game"],
        "seats": settings["seats"],
        "options": settings["options"],
        **({"first": settings["first"]} if settings.get("first") is not None else {}),
        "draws": list(itertools.chain.from_iterable(entry.draws for entry in log)),
        "steps": steps,
        "result": {key: value for key, value in result.items() if key != "reason"},
    }


class Games(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server("--log-level", "warning"))

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)  # it costs more than the games do

    async def test_what_two_friends_are_shown_is_what_the_stored_match_replays_to(self):
        chance = random.Random(SEED)
        room, players = await seated(self.server, ["Ana", "Ben"], game="yahtzee")
        last = await play(room, players, chance.choice)
        for player in players:
            await player.client.close()  # raises what its reader met: a second reply, for one
        match = last[0]["match"]
        settings, result, log, scores = stored(self.server, match)
        self.assertEqual([entry.seq for entry in log], list(range(1, last[0]["seq"] + 1)))
        self.assertEqual(result, last[0]["result"])
        self.assertEqual(scores, [(seat, result["places"][seat], result["scores"][seat],
                                   int(seat in result["winners"])) for seat in (0, 1)])
        files = []
        for seat, player in enumerate(players):
            files.append(self.server.own / f"seat{seat}.json")
            files[-1].write_text(json.dumps(scenario(settings, result, log, seat, player.shown)))
        referee = subprocess.run([self.server.program, "referee", *files], capture_output=True, text=True)
        self.assertEqual(referee.returncode, 0, referee.stdout + referee.stderr)

    async def test_random_games_end_without_refusing_a_listed_move_or_taking_another(self):
        print(f"{GAMES} games, seed {SEED}")
        tables = asyncio.Queue()
        for number in range(GAMES):
            tables.put_nowait(number)

        async def table():
            while not tables.empty():
                chance = random.Random(f"{SEED}/{tables.get_nowait()}")
                options = {"joker": chance.choice(["forced", "free", "wild", "none"]),
                           "order": chance.choice(["free", "forced"]), "duplicate": chance.random() < 0.3}

                async def meddle(player, request, listed):
                    move = any_yahtzee_move(chance)
                    if chance.random() < 0.2 and move not in listed:
                        reply = await player.ask("move", move=move, **request)
                        self.assertEqual((reply["t"], reply.get("code")), ("refused", "illegal_move"), (move, listed))

                names = ["Ana", "Ben", "Cleo"][:chance.choice([1, 1, 2, 3])]
                room, players = await seated(self.server, names, game="yahtzee", options=options)
                last = await play(room, players, chance.choice, meddle)
                self.assertEqual(last[0]["result"]["reason"], "finished")
                for player in players:
                    await player.client.close()

        await asyncio.gather(*(table() for _ in range(16)))
        database = sqlite3.connect(f"file:{self.server.data}/cubilete.db?mode=ro", uri=True)
        (finished,) = database.execute("SELECT count(*) FROM matches WHERE result IS NOT NULL").fetchone()
        self.assertGreaterEqual(finished, GAMES)

    async def test_a_move_that_was_acknowledged_survives_the_death_of_the_server(self):
        with Server(data=self.server.own / "mortal") as server:
            room, players = await seated(server, ["Ana"], game="yahtzee", clock={"turn_ms": 0})
            push = await players[0].look(1)
            request = {"room": room, "match": push["match"], "n": push["you"]["n"], "move": push["you"]["moves"][0]}
            reply = await players[0].ask("move", id="once", **request)
            self.assertEqual(reply["seq"], 2)
            shown = await players[0].look(2)
            server.kill()
        with Server(data=self.server.own / "mortal") as server:
            client = await Client.open(server)
            hello = await client.hello(token=players[0].client.token)
            self.assertEqual(hello["rooms"], [room])
            await client.request("room.join", room=room)
            push = await client.push("match")
            for part in ("seq", "view", "you", "hash"):
                self.assertEqual(push[part], shown[part])
            self.assertEqual(await client.request("move", id="once", **request), reply)
            await client.close()


if __name__ == "__main__":
    unittest.main()
