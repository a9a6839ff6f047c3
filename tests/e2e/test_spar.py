"""`cubilete spar`: bots of our libraries keep every rule, and those who break one are told which."""
import asyncio
import contextlib
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import unittest

import websockets
from server import PATIENCE

BOTS = pathlib.Path(__file__).resolve().parents[2] / "bots"
sys.path.insert(0, str(BOTS / "python"))
import cubilete  # noqa: E402

GAMES = ["yahtzee", "ambiciosa", "escalera", "threes_away", "tres"]
# Random play takes long where a match goes to a high score.
SHORT = {"ambiciosa": {"target": 2000}, "threes_away": {"pots": 2}}
SEED = int(os.environ.get("CUBILETE_SEED", "20261121"))
WAIT = 4 * PATIENCE


class Spar:
    """A referee; `url` and `room` say where he waits, finished() how it went."""

    def __init__(self, game, seed=SEED, *flags):
        self.flags = ["--port", "0", "--game", game, "--seed", str(seed), "--options", json.dumps(SHORT.get(game, {})), *flags]

    async def __aenter__(self):
        self.process = await asyncio.create_subprocess_exec(
            os.environ["CUBILETE_BIN"], "spar", *self.flags, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        said = (await asyncio.wait_for(self.process.stdout.readline(), WAIT)).decode()
        found = re.search(r"server (\S+), room (\w+)", said)
        assert found, said
        self.url, self.room = found.groups()
        return self

    async def __aexit__(self, *trouble):
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()

    async def finished(self):
        """Exit code and report, once the referee is done."""
        report = (await asyncio.wait_for(self.process.stdout.read(), WAIT)).decode()
        return await self.process.wait(), report


def broken(report):
    return re.findall(r"^BROKEN  (.*)$", report, re.MULTILINE)


class OurLibraries(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)

    def assert_passed(self, code, report):
        self.assertEqual((code, broken(report)), (0, []), report)
        (missed,) = re.findall(r"^not met: (.*)$", report, re.MULTILINE) or [""]
        self.assertLessEqual({*missed.split(", ")} - {""}, {"illegal_move"}, report)

    async def test_the_library_in_python_passes_in_every_game(self):
        await asyncio.gather(*(self.python(game, SEED + number) for number, game in enumerate(GAMES)))

    async def python(self, game, seed):
        chance = random.Random(seed)
        async with Spar(game, seed) as spar:
            bot = asyncio.create_task(cubilete.play(spar.url, lambda view, moves: chance.choice(moves), room=spar.room))
            self.assert_passed(*await spar.finished())
            bot.cancel()
            await asyncio.gather(bot, return_exceptions=True)

    async def test_the_library_in_javascript_passes_in_every_game(self):
        await asyncio.gather(*(self.javascript(game, SEED + number) for number, game in enumerate(GAMES)))

    async def javascript(self, game, seed):
        with tempfile.TemporaryDirectory() as home:
            async with Spar(game, seed) as spar:
                bot = await asyncio.create_subprocess_exec(
                    "node", "--experimental-websocket", str(BOTS / "js" / "lucky.js"), spar.url, spar.room, cwd=home,
                    env={**os.environ, "HOME": home, "XDG_STATE_HOME": ""},
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                try:
                    self.assert_passed(*await spar.finished())
                finally:
                    with contextlib.suppress(ProcessLookupError):
                        bot.kill()
                    await bot.wait()


class Crude:
    """A bot as one writes it in an evening, without the library. Each fault is a method to replace."""

    def __init__(self, spar):
        self.spar = spar
        self.token = None
        self.answered = set()
        self.unanswered = None
        self.sent = {}
        self.prefix = f"{random.random()}"
        self.count = 0
        self.tries = 0
        self.free_at = 0
        self.put_off = False  # the unanswered move was refused for a while

    async def play(self):
        while True:
            with contextlib.suppress(OSError, websockets.WebSocketException, asyncio.TimeoutError):
                async with websockets.connect(self.spar.url.replace("http", "ws") + "/ws", max_size=None) as self.socket:
                    await self.greet()
                    async for text in self.socket:
                        await self.hear(json.loads(text))
            await self.rest()

    async def rest(self):
        self.tries += 1
        await asyncio.sleep(min(15, 0.5 * 2**self.tries))

    async def send(self, id=None, **message):
        self.count += 1
        message["id"] = id or f"{self.prefix}-{self.count}"
        self.sent[message["id"]] = message
        await self.socket.send(json.dumps(message))
        return message["id"]

    async def greet(self):
        await self.send(t="hello", v=1, bot=True, name="Crude", **({"token": self.token} if self.token else {}))

    async def hear(self, message):
        if "re" in message:
            await self.told(message, self.sent.get(message["re"], {}))
        elif message["t"] == "match" and message["result"] is None and message.get("you", {}).get("moves"):
            await self.turn(message)

    async def told(self, reply, request):
        if request == self.unanswered:
            self.unanswered = None
        if reply["t"] == "refused":
            await self.refused(reply, request)
        elif request["t"] == "hello":
            self.tries = 0
            self.token = reply.get("token", self.token)
            await self.send(t="room.join", room=self.spar.room)
            if self.unanswered:
                await self.again()

    async def refused(self, reply, request):
        if reply["code"] == "bad_token":
            self.token = None
            await self.greet()
        elif reply["code"] in ("busy", "rate_limited", "storage", "shutting_down"):
            self.free_at = time.monotonic() + reply.get("retry_ms", 0) / 1000 + 0.1
            if request["t"] == "move":
                self.unanswered, self.put_off = request, True
            await self.wait()
            await self.socket.send(json.dumps(request))

    async def wait(self):
        await asyncio.sleep(max(0, self.free_at - time.monotonic()))

    async def again(self):
        await self.wait()
        await self.socket.send(json.dumps(self.unanswered))

    async def turn(self, push):
        prompt = push["match"], push["you"]["n"]
        if prompt in self.answered:
            return
        self.answered.add(prompt)
        id = await self.send(t="move", room=push["room"], match=prompt[0], n=prompt[1], move=push["you"]["moves"][0])
        self.unanswered, self.put_off = self.sent[id], False


class Faults(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)

    async def report_on(self, bot, game="yahtzee"):
        async with Spar(game, SEED, "--patience", "6") as spar:
            playing = asyncio.create_task(bot(spar).play())
            code, report = await spar.finished()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        return code, report

    async def assert_caught(self, rule, bot):
        code, report = await self.report_on(bot)
        self.assertEqual(code, 1, report)
        self.assertIn(rule, "\n".join(broken(report)), report)
        # With the frames: the one that broke it is marked.
        self.assertRegex(report, r"\n      \* +\d+\.\d{3} s  ")

    async def test_who_sends_an_unanswered_move_under_another_id_is_caught(self):
        class DoubleMover(Crude):
            async def again(self):
                await self.send(**{field: value for field, value in self.unanswered.items() if field != "id"})

        await self.assert_caught("answers each prompt with one move", DoubleMover)

    async def test_who_answers_every_push_even_if_he_has_seen_it_is_caught(self):
        class Eager(Crude):
            async def turn(self, push):
                self.answered.clear()
                await super().turn(push)

        await self.assert_caught("answers each prompt with one move", Eager)

    async def test_who_storms_the_door_is_caught(self):
        class Hammerer(Crude):
            async def rest(self):
                await asyncio.sleep(0.02)

        await self.assert_caught("waits between attempts to connect", Hammerer)

    async def test_who_does_not_wait_as_long_as_he_was_told_is_caught(self):
        class Impatient(Crude):
            async def wait(self):
                await asyncio.sleep(0.02)

        await self.assert_caught("asks again only after retry_ms", Impatient)

    async def test_who_repeats_a_stale_move_is_caught(self):
        class Stubborn(Crude):
            async def refused(self, reply, request):
                if reply["code"] in ("stale", "not_your_turn"):
                    await self.send(**{field: value for field, value in request.items() if field != "id"})
                else:
                    await super().refused(reply, request)

        await self.assert_caught("does not repeat a move that was refused for good", Stubborn)

    async def test_who_forgets_his_token_is_caught(self):
        class Forgetful(Crude):
            async def greet(self):
                self.token = None
                await super().greet()

        await self.assert_caught("keeps its token", Forgetful)

    async def test_who_never_sends_a_lost_move_again_is_caught(self):
        class Careless(Crude):
            async def again(self):
                if self.put_off:
                    await super().again()

        await self.assert_caught("sends an unanswered move again", Careless)

    async def test_who_breaks_off_at_what_it_does_not_know_is_caught(self):
        class Strict(Crude):
            async def hear(self, message):
                if "re" not in message and message["t"] not in ("room", "match", "chat", "gone"):
                    await self.socket.close()
                await super().hear(message)

        await self.assert_caught("ignores fields and types", Strict)

    async def test_who_plays_what_is_not_listed_is_caught(self):
        class Inventive(Crude):
            async def turn(self, push):
                push["you"]["moves"][0] = {"do": "score", "box": "chance"}
                await super().turn(push)

        await self.assert_caught("plays only moves that the rules allow", Inventive)

    async def test_who_talks_before_hello_is_caught(self):
        class Rude(Crude):
            async def greet(self):
                await self.send(t="lobby.unwatch")
                await super().greet()

        await self.assert_caught("says hello first", Rude)

    async def test_who_goes_away_in_mid_match_is_caught(self):
        class Faint(Crude):
            async def rest(self):
                if self.answered:
                    await asyncio.Event().wait()
                await super().rest()

        await self.assert_caught("comes back after every cut", Faint)


class Flags(unittest.TestCase):
    def spar(self, *flags):
        return subprocess.run([os.environ["CUBILETE_BIN"], "spar", *flags], capture_output=True, text=True, timeout=PATIENCE)

    def test_it_tells_what_it_takes_and_what_was_wrong(self):
        told = self.spar("--help")
        self.assertEqual(told.returncode, 0)
        for flag in ("--game", "--port", "--seed", "--options", "--patience", "--record"):
            self.assertIn(flag, told.stdout)
        for flags in ([], ["--game", "chess"], ["--game", "tres", "--options", '{"moon":1}']):
            wrong = self.spar(*flags)
            self.assertEqual(wrong.returncode, 2, wrong)
            self.assertTrue(wrong.stderr)

    def test_a_port_that_is_taken_is_named(self):
        wrong = self.spar("--game", "tres", "--port", "1", "--host", "192.0.2.1")
        self.assertEqual(wrong.returncode, 3, wrong)
        self.assertIn("cannot open", wrong.stderr)


if __name__ == "__main__":
    unittest.main()
