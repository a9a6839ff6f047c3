"""Whole matches, played by programs that know only the protocol."""
import asyncio
import collections
import concurrent.futures
import itertools
import json
import multiprocessing
import os
import random
import subprocess
import tempfile
import unittest

from server import Client, Server
from stored import entries, forge_entry, rows, running_entries

# The number of matches of each kind. ./test long plays 200, and few are enough under a sanitizer.
GAMES = int(os.environ.get("CUBILETE_GAMES", "10"))
SEED = int(os.environ.get("CUBILETE_SEED", "20261121"))


class Player:
    """A seat that plays a random offered move and records what it was shown."""

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
        """The push of this entry."""
        push = await self.client.push("match", lambda push: push["seq"] == seq)
        self.shown.append(push)
        return push


async def seated(server, names, **settings):
    """Creates a room for these players and starts the match; returns the players and the first push to each."""
    players = [await Player.open(server, name) for name in names]
    room = (await players[0].ask("room.create", seats=max(len(names), 1), **settings))["room"]
    await start(room, players)
    return room, players


async def start(room, players):
    """The other players join and are ready, and the host starts the match."""
    for player in players[1:]:
        assert (await player.ask("room.join", room=room))["as"] == "player"
        assert (await player.ask("room.ready", room=room, ready=True))["t"] == "ok"
    started = await players[0].ask("room.start", room=room)
    assert started["t"] == "ok", started


def any_options(specs, chance):
    """Random values for some of a game's options, from its catalogue."""
    options = {}
    for spec in specs:
        if chance.random() < 0.5:
            continue
        if spec["kind"] == "flag":
            options[spec["name"]] = chance.random() < 0.5
        elif spec["kind"] == "choice":
            options[spec["name"]] = chance.choice(spec["choices"])
        else:
            values = spec.get("values") or range(spec["min"], spec["max"] + 1)
            options[spec["name"]] = chance.choice(values)
    return options


class Table:
    """Players that make random offered moves, and sometimes one that is not offered, until the end of the match."""

    # An unused window takes seconds to run out, so the players seldom let it.
    PATIENT = 0.03

    def __init__(self, room, players, chance):
        self.room, self.players, self.chance = room, players, chance
        self.seq = 1
        self.offered = []  # in this match, to any seat

    async def play(self):
        """Returns the last push to each seat."""
        while True:
            pushes = [await player.look(self.seq) for player in self.players]
            if pushes[0]["result"]:
                return pushes
            may_wait = pushes[0]["clock"] is not None and pushes[0]["clock"]["kind"] == "window"
            waits = may_wait and self.chance.random() < self.PATIENT
            now = self.seq + 1 if waits else await self.move(pushes)
            for self.seq in range(self.seq + 1, now):  # a window that ran out before the move arrived
                for player in self.players:
                    await player.look(self.seq)
            self.seq = now

    async def move(self, pushes):
        """Returns the number of the entry that the move produced."""
        seat = self.chance.choice(pushes[0]["to_act"])
        prompt = pushes[seat]["you"]
        request = {"room": self.room, "match": pushes[0]["match"], "n": prompt["n"]}
        self.offered += [move for move in prompt["moves"] if move not in self.offered]
        player = self.players[seat]
        if self.chance.random() < 0.1 and (move := self.chance.choice(self.offered)) not in prompt["moves"]:
            reply = await player.ask("move", move=move, **request)
            assert (reply["t"], reply.get("code")) in {("refused", "illegal_move"), ("refused", "stale")}, (move, reply)
        reply = await player.ask("move", move=self.chance.choice(prompt["moves"]), **request)
        # If the window ran out meanwhile, the refusal says nothing about the present state.
        ran_out = pushes[0]["clock"] is not None and reply.get("code") in {"stale", "not_your_turn", "illegal_move"}
        assert reply["t"] == "ok" or ran_out, reply
        return reply.get("seq", self.seq + 1)


def stored(server, match):
    """Row, log and scores of a match, as they are stored."""
    ((settings, result),) = rows(server, f"SELECT settings, result FROM matches WHERE id = '{match}'")
    log = entries(server, match, "seq, made_by, message_id, prompt, move, draws")
    scores = rows(server, f"SELECT seat, place, score, won FROM scores WHERE match_id = '{match}' ORDER BY seat")
    return json.loads(settings), json.loads(result), [Entry(*entry) for entry in log], scores


class Entry:
    def __init__(self, seq, by, message_id, prompt, move, draws, *rest):
        self.seq, self.by = seq, json.loads(by)
        self.move, self.draws = json.loads(move), json.loads(draws)


def scenario(settings, result, log, viewer, shown):
    """A stored match as a scenario that expects, entry by entry, what a seat was shown. `viewer` and `shown` are
    indexed by entry.
    """
    steps = []
    for entry in log[1:]:
        step = {"clock": True} if "clock" in entry.by else {"seat": entry.by["seat"], "move": entry.move}
        seat = viewer(entry.seq)
        if entry.seq in shown.get(seat, {}):
            step.update({"as": seat, "view": shown[seat][entry.seq]})
        steps.append(step)
    return {
        "name": f"match of {settings['game']} with {settings['options']}",
        "game": settings["game"],
        "seats": settings["seats"],
        "options": settings["options"],
        **({"first": settings["first"]} if settings.get("first") is not None else {}),
        "draws": list(itertools.chain.from_iterable(entry.draws for entry in log)),
        "steps": steps,
        "result": result and {key: value for key, value in result.items() if key not in ("left", "reason")},
    }


def views(player):
    return {push["seq"]: push["view"] for push in player.shown}


def play_share(games, tables):
    """Plays games on a server in its own process, in this many rooms; returns the number of matches of each."""
    left, played, test = iter(games), collections.Counter(), Games()

    async def table():
        for number, game, seats in left:
            await test.play_and_replay(game, seats, random.Random(f"{SEED}/{game['id']}/{number}"))
            played[game["id"]] += 1

    async def share():
        await asyncio.gather(*(table() for _ in range(tables)))

    asyncio.run(share())
    return played


class Games(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server("--log-level", "warning"))

    async def test_a_replay_of_the_stored_match_equals_what_two_players_were_shown(self):
        chance = random.Random(SEED)
        room, players = await seated(self.server, ["Ana", "Ben"], game="yahtzee")
        last = await Table(room, players, chance).play()
        for player in players:
            await player.client.close()  # raises an error of its reader, such as a second reply
        match = last[0]["match"]
        settings, result, log, scores = stored(self.server, match)
        self.assertEqual([entry.seq for entry in log], list(range(1, last[0]["seq"] + 1)))
        self.assertEqual(result, last[0]["result"])
        self.assertEqual(scores, [(seat, result["places"][seat], result["scores"][seat],
                                   int(seat in result["winners"])) for seat in (0, 1)])
        files = []
        for seat, player in enumerate(players):
            files.append(self.server.own / f"seat{seat}.json")
            files[-1].write_text(json.dumps(scenario(settings, result, log, lambda _: seat, {seat: views(player)})))
        referee = subprocess.run([self.server.program, "referee", *files], capture_output=True, text=True)
        self.assertEqual(referee.returncode, 0, referee.stdout + referee.stderr)

    async def test_a_replay_of_any_stored_match_equals_what_four_players_were_shown(self):
        print(f"{GAMES} games of each kind, seed {SEED}")
        client = await Client.open(self.server)
        catalogue = (await client.hello("Dora"))["games"]
        await client.close()
        games = [(number, game, 4) for number, game in itertools.product(range(GAMES), catalogue)]
        # Matches of one player are fast, so more of them are played.
        yahtzee = next(game for game in catalogue if game["id"] == "yahtzee")
        games += [(number, yahtzee, 1) for number in range(GAMES, 5 * GAMES)]
        # The players need more processor time than the server: each group gets its own process.
        crowds = min(os.cpu_count() or 1, 4)
        with concurrent.futures.ProcessPoolExecutor(crowds, multiprocessing.get_context("fork")) as pool:
            shares = [pool.submit(play_share, games[crowd::crowds], 16 // crowds) for crowd in range(crowds)]
            played = sum([await asyncio.wrap_future(share) for share in shares], collections.Counter())
        self.assertEqual(played, {game["id"]: GAMES for game in catalogue} | {"yahtzee": 5 * GAMES})

    async def play_and_replay(self, game, seats, chance):
        players = [await Player.open(self.server, name) for name in ["Ana", "Ben", "Cleo", "Dan"][:seats]]
        for _ in range(100):
            options = any_options(game["options"], chance)
            made = await players[0].ask("room.create", seats=seats, game=game["id"], options=options, clock={"turn_ms": 0})
            if made["t"] == "ok":
                break
            self.assertEqual(made["code"], "bad_options", made)
        room = made["room"]
        await start(room, players)
        last = await Table(room, players, chance).play()
        for player in players:
            await player.client.close()
        self.assertEqual(last[0]["result"]["reason"], "finished")

        settings, result, log, _ = stored(self.server, last[0]["match"])
        shown = {seat: views(player) for seat, player in enumerate(players)}
        described = scenario(settings, result, log, lambda _: chance.randrange(seats), shown)
        with tempfile.NamedTemporaryFile("w", suffix=".json", dir=self.server.own) as file:
            file.write(json.dumps(described))
            file.flush()
            referee = await asyncio.create_subprocess_exec(self.server.program, "referee", file.name,
                                                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            said, _ = await referee.communicate()
            self.assertEqual(referee.returncode, 0, said.decode())

    async def test_an_acknowledged_move_survives_a_kill_of_the_server(self):
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

    async def test_a_match_with_a_changed_log_is_stopped_until_its_player_leaves_and_the_others_continue(self):
        data = self.server.own / "forged"
        with Server(data=data) as server:
            forged, (ana,) = await seated(server, ["Ana"], game="yahtzee", clock={"turn_ms": 0})
            push = await ana.look(1)
            move = {"match": push["match"], "n": push["you"]["n"], "move": push["you"]["moves"][0]}
            self.assertEqual((await ana.ask("move", room=forged, **move))["t"], "ok")
            sound, (ben,) = await seated(server, ["Ben"], game="yahtzee", clock={"turn_ms": 0})
            await ana.client.close()
            await ben.client.close()
            server.stop()
        # Other dice than those that the players saw.
        forge_entry(server, push["match"], 2, "draws", '[{"dice":[6,6,6,6,6]}]')
        left = running_entries(server, push["match"], "*")
        with Server(data=data) as server:
            for player, room in ((ana, forged), (ben, sound)):
                client = await Client.open(server)
                await client.hello(token=player.client.token)
                reply = await client.request("room.join", room=room)
                self.assertEqual((reply["t"], reply.get("code")),
                                 ("refused", "busy") if room == forged else ("ok", None))
                if room == forged:
                    self.assertIn("stopped by a fault", reply["text"])
                    self.assertRegex(server.log(), f"a room is frozen: .* room={forged}\n")
                    self.assertIn("entry 2 does not fit its hash", server.log())
                    self.assertEqual(running_entries(server, push["match"], "*"), left)
                    self.assertEqual((await client.request("room.leave", room=room))["t"], "ok")
                    while (await client.request("room.join", room=room))["code"] == "busy":
                        await asyncio.sleep(0.01)  # until the match is void
                await client.close()
            server.stop()
        self.assertEqual(len(entries(server, push["match"], "seq")), len(left))
        result = json.loads(rows(server, f"SELECT result FROM matches WHERE id = '{push['match']}'")[0][0])
        self.assertEqual(result, {"places": [], "scores": [], "winners": [], "left": [], "reason": "void"})


if __name__ == "__main__":
    unittest.main()
