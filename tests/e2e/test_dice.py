"""Matches with provable dice over real sockets: who takes part, what is asked, and the proof at the end."""
import asyncio
import json
import random
import unittest
import urllib.request

from pushes import is_catch
from server import Server
from test_rooms import guest
from witness import Witness, fairness, verify

SHORT = {
    "ambiciosa": {"target": 1_000}, "escalera": {}, "threes_away": {"pots": 1}, "yahtzee": {}, "tres": {},
}


async def table(players, game="yahtzee", **fields):
    """Seats the players at a new table without a clock."""
    host, *others = players
    room = (await host.request("room.create", game=game, seats=max(2, len(players)), clock={"turn_ms": 0}, **fields))["room"]
    for one in others:
        await one.request("room.join", room=room)
        await one.request("room.ready", room=room, ready=True)
    return room


async def play(players, room, match, seed, most=10_000, seq=1):
    """Plays random moves until the match is over; returns the last push. `seq`: of an entry that has been made."""
    choose = random.Random(seed)
    newest = {}
    for _ in range(most):
        for one in players:
            while one not in newest or newest[one]["seq"] < max([seq, *(push["seq"] for push in newest.values())]):
                newest[one] = await one.push("match", lambda push: push["match"] == match)
        if newest[players[0]]["result"]:
            return newest[players[0]]
        one = next(one for one in players if newest[one]["you"]["moves"])
        you = newest[one]["you"]
        moves = [move for move in you["moves"] if not is_catch(move)] or you["moves"]
        reply = await one.request("move", room=room, match=match, n=you["n"], move=choose.choice(moves))
        assert reply["t"] == "ok", reply
        for other in players:
            newest[other] = await other.push("match", lambda push: push["match"] == match and push["seq"] >= reply["seq"])
    return newest[players[0]]


def record(server, match):
    with urllib.request.urlopen(f"{server.url}/api/v1/matches/{match}") as answer:
        return json.load(answer)


class Dice(unittest.IsolatedAsyncioTestCase):
    def serve(self, *flags, data=None):
        server = Server(*flags, data=data)
        self.addCleanup(lambda: server.process.poll() is None and server.stop())
        return server

    async def test_a_whole_match_of_each_game_is_proved_with_both_players_in_every_throw(self):
        server = self.serve()
        seed = random.randrange(2**32)
        print(f"seed {seed}")
        for game, options in SHORT.items():
            with self.subTest(game=game):
                ana, ben = await Witness.come(server, "Ana"), await Witness.come(server, "Ben")
                room = await table([ana, ben], game, options=options)
                match = (await ana.request("room.start", room=room))["match"]
                end = await play([ana, ben], room, match, seed)
                shown = record(server, match)
                self.assertEqual(shown["proof"], end["proof"])
                verdict = verify(shown)
                self.assertEqual(verdict.exit_code, 0, verdict.text)
                self.assertGreater(verdict.draws, 0)
                # Only the draws of entry 1 come before anybody can be asked.
                first = len((shown["log"][0]["extra"] or {}).get("drawn", ()))
                self.assertEqual({seat: verdict.without.get(seat, 0) for seat in (0, 1)}, {0: first, 1: first})
                self.assertEqual(len(ana.asks), sum("drawn" in (entry["extra"] or {}) for entry in shown["log"][1:]))
                self.assertEqual([state["step"] for state in ana.states], ["tips", "reveals", "play"])
                await ana.close()
                await ben.close()

    async def test_old_programs_see_nothing_new_and_wait_for_nothing(self):
        server = self.serve()
        (ana, _), (ben, _) = await guest(server, "Ana"), await guest(server, "Ben")
        room = await table([ana, ben], "escalera")
        match = (await ana.request("room.start", room=room))["match"]
        end = await play([ana, ben], room, match, 1)
        self.assertNotIn("dice", end)
        self.assertNotIn("proof", end)
        self.assertEqual({push["t"] for push in ana.pushes() + ben.pushes()} - {"room", "match"}, set())
        shown = record(server, match)
        self.assertIsNone(shown["proof"])
        self.assertEqual([entry["extra"] for entry in shown["log"]], [{"dice": "server"}] + [None] * (len(shown["log"]) - 1))
        await ana.close()
        await ben.close()

    async def test_beside_an_old_program_one_player_alone_is_in_the_throws(self):
        server = self.serve("--limit", "dice-step=200ms")
        ana, (ben, _) = await Witness.come(server, "Ana"), await guest(server, "Ben")
        room = await table([ana, ben], "escalera")
        match = (await ana.request("room.start", room=room))["match"]
        await play([ana, ben], room, match, 2)
        verdict = verify(record(server, match))
        self.assertEqual(verdict.exit_code, 0, verdict.text)
        self.assertEqual(set(verdict.without), {0})
        self.assertEqual({push["t"] for push in ben.pushes()} - {"room", "match"}, set())
        await ana.close()
        await ben.close()

    async def test_who_stays_silent_is_out_and_the_match_goes_on(self):
        server = self.serve("--limit", "dice-ask=300ms", "--limit", "dice-step=300ms")
        ana, ben, eva = [await Witness.come(server, name) for name in ("Ana", "Ben", "Eva")]
        ben.sends = {"tip", "reveal"}
        eva.sends = {"tip"}
        room = await table([ana, ben, eva], "escalera")
        match = (await ana.request("room.start", room=room))["match"]
        end = await play([ana, ben, eva], room, match, 3)
        verdict = verify(record(server, match))
        self.assertEqual(verdict.exit_code, 0, verdict.text)
        self.assertEqual([seat for seat, _ in verdict.late], [2, 1])  # Eva at the reveal, Ben at the first throw
        self.assertEqual(len(ben.asks), len(ana.asks))
        self.assertTrue(all(1 not in ask["seats"] for ask in ana.asks[1:]))
        self.assertEqual(end["proof"]["reveals"]["2"], None)
        for one in (ana, ben, eva):
            await one.close()

    async def test_the_first_tip_of_a_seat_counts_and_wrong_values_are_refused(self):
        server = self.serve()
        ana, ben = await Witness.come(server, "Ana"), await Witness.come(server, "Ben")
        for one in (ana, ben):
            one.sends = set()
        room = await table([ana, ben])
        start = asyncio.create_task(ana.request("room.start", room=room))
        while not (ana.states and ben.states):
            await asyncio.sleep(0.01)
        match = ana.states[-1]["match"]
        tips = [fairness.Chain(length=20) for _ in range(3)]

        async def send(one, t, **fields):
            reply = await one.request(f"dice.{t}", room=room, match=match, **fields)
            return reply.get("code", "ok")

        self.assertEqual(await send(ana, "reveal", value=tips[0].value(0).hex()), "stale")
        self.assertEqual(await send(ana, "tip", tip=tips[0].tip.hex()), "ok")
        self.assertEqual(await send(ana, "tip", tip=tips[0].tip.hex()), "ok")
        self.assertEqual(await send(ana, "tip", tip=tips[1].tip.hex()), "taken")
        self.assertEqual(await send(ben, "tip", tip=tips[0].tip.hex()), "bad_value")
        self.assertEqual(await send(ben, "tip", tip="12"), "bad_message")
        self.assertEqual(await send(ben, "tip", tip=tips[2].tip.hex()), "ok")
        await asyncio.sleep(0)
        while ana.states[-1]["step"] != "reveals":
            await asyncio.sleep(0.01)
        self.assertEqual(await send(ana, "reveal", value=tips[1].value(0).hex()), "bad_value")
        self.assertEqual(await send(ana, "reveal", value=tips[0].value(0).hex()), "ok")
        self.assertEqual(await send(ben, "reveal", value=tips[2].value(0).hex()), "ok")
        self.assertEqual((await start)["match"], match)
        self.assertEqual(await send(ana, "give", seq=2, value=tips[0].value(1).hex()), "stale")
        self.assertEqual(await send(ana, "tip", tip=tips[1].tip.hex()), "stale")
        await ana.close()
        await ben.close()

    async def test_without_witnesses_nothing_is_asked_and_the_proof_says_so(self):
        server = self.serve()
        ana, ben = await Witness.come(server, "Ana"), await Witness.come(server, "Ben")
        room = await table([ana, ben], "escalera", witness=False)
        match = (await ana.request("room.start", room=room))["match"]
        await play([ana, ben], room, match, 4)
        verdict = verify(record(server, match))
        self.assertEqual(verdict.exit_code, 0, verdict.text)
        self.assertEqual(verdict.early, verdict.draws)
        self.assertEqual(ana.asks, [])
        self.assertFalse(ana.states[-1]["witness"])
        await ana.close()
        await ben.close()

    async def test_one_person_is_asked_only_if_the_table_says_so(self):
        server = self.serve()
        for witness, asked in ((None, False), (True, True)):
            ana = await Witness.come(server, "Ana")
            room = (await ana.request("room.create", game="ambiciosa", seats=1, clock={"turn_ms": 0}, witness=witness))["room"]
            match = (await ana.request("room.start", room=room))["match"]
            await play([ana], room, match, 5, most=10)
            self.assertEqual(bool(ana.asks), asked)
            await ana.close()


class Kills(unittest.IsolatedAsyncioTestCase):
    """The server is killed between any two steps: the same secrets, asks and results, and nobody is out for it."""

    async def kill_after(self, step):
        server = Server("--limit", "dice-step=30s", "--limit", "dice-ask=30s")
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        names = ("Ana", "Ben")
        players = [await Witness.come(server, name) for name in names]
        ana, ben = players
        silent = {"commit": {"tip", "reveal", "value"}, "tips": {"reveal", "value"}, "reveals": {"value"}, "ask": {"value"}}
        for one in players if step in ("commit", "ask") else [ben]:
            one.sends -= silent.get(step, set())
        if step == "values":
            ben.sends -= {"value"}
        room = await table(players, "escalera")
        start = asyncio.create_task(ana.request("room.start", room=room))
        moving = None
        while not ben.states or (step != "commit" and not ana.states):
            await asyncio.sleep(0.01)
        if step in ("tips", "reveals"):  # Ana has sent hers, Ben nothing of this kind
            wanted = {"tips": "reveals", "reveals": "play"}[step]
            while ben.states[-1]["step"] != wanted:
                await asyncio.sleep(0.01)
        if step in ("ask", "values"):
            match = (await start)["match"]
            newest = [await one.push("match", lambda push: push["match"] == match) for one in players]
            at = next(at for at in (0, 1) if newest[at]["you"]["moves"])
            you = newest[at]["you"]
            move = {"room": room, "match": match, "n": you["n"], "move": you["moves"][0], "id": "kept-1"}
            moving = asyncio.create_task(players[at].request("move", **move))
            while not ben.asks:
                await asyncio.sleep(0.01)
            if step == "values":
                while not ana.notes(match)["values"]:
                    await asyncio.sleep(0.01)
        while not all(one.states for one in players):
            await asyncio.sleep(0.01)
        shown = {one: (one.states[-1], list(one.asks)) for one in players}
        tokens = [one.client.token for one in players]
        server.kill()
        for waiting in (start, moving):
            if waiting is not None:
                await asyncio.gather(waiting, return_exceptions=True)
        for one in players:
            await one.close()

        with Server("--limit", "dice-step=30s", "--limit", "dice-ask=30s", data=server.data) as again:
            back = [await Witness.come(again, name, one.stored_notes, token=token) for name, one, token in zip(names, players, tokens)]
            for one in back:
                await one.request("room.join", room=room)
            match = shown[ben][0]["match"]
            if moving is not None:
                reply = await back[at].request("move", **move)
                self.assertEqual(reply.get("seq"), 2, reply)
            end = await play(back, room, match, 6, seq=2 if moving is not None else 1)
            for before, now in zip(players, back):
                self.assertEqual(now.states[0]["commit"], shown[before][0]["commit"])
                if shown[before][1]:
                    self.assertEqual(now.asks[0], shown[before][1][0])
            verdict = verify(record(again, match))
            self.assertEqual((verdict.exit_code, verdict.late), (0, []), verdict.text)
            self.assertEqual(end["proof"]["commit"], shown[ben][0]["commit"])
            for one in back:
                await one.close()

    async def test_a_kill_between_any_two_steps_changes_nothing(self):
        for step in ("commit", "tips", "reveals", "ask", "values"):
            with self.subTest(step=step):
                await self.kill_after(step)


if __name__ == "__main__":
    unittest.main()
