"""`cubilete spar`: the examples, on our libraries, keep every rule, and those who break one are told which."""
import asyncio
import contextlib
import json
import os
import pathlib
import random
import re
import subprocess
import tempfile
import time
import unittest

import frames
import websockets
from proxy import Cable
from server import PATIENCE

BOTS = pathlib.Path(__file__).resolve().parents[2] / "bots"

GAMES = ["yahtzee", "ambiciosa", "escalera", "threes_away", "tres"]
# Random play takes long where a match goes to a high score.
SHORT = {"ambiciosa": {"target": 2000}, "threes_away": {"pots": 2}}
# A sanitizer makes everything slow, and the bots are not what it looks at.
FEW = int(os.environ.get("CUBILETE_GAMES", "200")) < 200
# How it ends for the bot: between them the libraries meet each.
ENDS = ["kicked", "banned", "no_room", "room_full", "wrong_password", "bad_version", "bad_name", "abuse", "origin", "deleted"]
FINAL = {4002, 4003, 4010}
# What every code of a refusal is called.
KNOWN = set(re.findall(r'return "(\w+)";', (BOTS.parent / "protocol" / "refused.cpp").read_text()))
SEED = int(os.environ.get("CUBILETE_SEED", "20261121"))
WAIT = 4 * PATIENCE


class Spar:
    """A referee; `url` and `room` say where he waits, finished() how it went."""

    def __init__(self, game, seed, *flags):
        self.flags = ["--port", "0", "--game", game, "--seed", str(seed), "--options", json.dumps(SHORT.get(game, {})), *flags]

    async def __aenter__(self):
        self.process = await asyncio.create_subprocess_exec(
            os.environ["CUBILETE_BIN"], "spar", *self.flags, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        async with asyncio.timeout(WAIT):
            said = (await self.process.stdout.readline()).decode()
        found = re.search(r"server (\S+), room (\w+)", said)
        assert found, said
        self.url, self.room = found.groups()
        self.port = int(self.url.rpartition(":")[2])
        return self

    async def __aexit__(self, *trouble):
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()

    async def finished(self):
        """Exit code and report, once the referee is done."""
        async with asyncio.timeout(WAIT):
            report = (await self.process.stdout.read()).decode()
            return await self.process.wait(), report


class Sparring(frames.Conversation):
    """What a bot sends fits, its moves too. So does what the referee says, but for what he makes up: he names it after
    himself."""

    def may_be_sent(self, request):
        return frames.quick_schema.fits(request)

    def came(self, text):
        frame = self.read(text)
        made_up = [frame.pop("spar", None), *(frame.get(part, {}).pop("spar", None) for part in ("view", "you"))]
        if frame["t"] not in frames.wire_schema.kinds("server") and any(made_up) or frame.get("code", "").startswith("spar_"):
            return
        super().came(json.dumps(frame))


def broken(report):
    return re.findall(r"^BROKEN +(.*)$", report, re.MULTILINE)


class OurLibraries(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)

    async def test_they_pass_in_every_game_however_it_ends(self):
        print(f"seed {SEED}")
        all = list(zip((self.python, self.javascript) * len(GAMES), sorted(GAMES * 2), ENDS, range(SEED, SEED + len(ENDS))))
        await asyncio.gather(*(bot(game, end, seed) for bot, game, end, seed in all[-2 if FEW else 0:]))

    def assert_passed(self, code, report):
        self.assertEqual((code, broken(report)), (0, []), report)
        # Where there is only ever one move the first is always played, which is never blamed.
        self.assertNotIn("\nnot tried  ", report)
        (missed,) = re.findall(r"^not met: (.*)$", report, re.MULTILINE) or [""]
        self.assertIn(missed, ["", "illegal_move, bad_message"] if "\nescalera" in report else [""], report)

    async def python(self, game, end, seed):
        await self.spar(game, end, seed, "/usr/bin/python3", BOTS / "python" / "lucky.py")

    async def javascript(self, game, end, seed):
        await self.spar(game, end, seed, "node", "--experimental-websocket", BOTS / "js" / "lucky.js")

    async def spar(self, game, end, seed, *lucky):
        with tempfile.TemporaryDirectory() as home:
            async with Spar(game, seed, "--end", end) as spar, Cable(spar, Sparring) as cable:
                bot = await asyncio.create_subprocess_exec(
                    *lucky, cable.url, spar.room, cwd=home, env={**os.environ, "HOME": home, "XDG_STATE_HOME": ""},
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                try:
                    self.assert_passed(*await spar.finished())
                    async with asyncio.timeout(WAIT):
                        await bot.wait()
                finally:
                    with contextlib.suppress(ProcessLookupError):
                        bot.kill()
                    await bot.wait()


class Crude:
    """A bot as one writes it in an evening, without the library. Each fault is a method to replace."""

    def __init__(self, spar):
        self.spar = spar
        self.token = None
        self.seen = {}
        self.answered = set()
        self.unanswered = None
        self.sent = {}
        self.prefix = f"{random.random()}"
        self.count = 0
        self.tries = 0
        self.over = False
        self.free_at = 0
        self.put_off = False  # the unanswered move was refused for a while

    async def play(self):
        while not self.over:
            with contextlib.suppress(OSError, websockets.WebSocketException, asyncio.TimeoutError):
                async with websockets.connect(self.spar.url.replace("http", "ws") + "/ws", max_size=None) as self.socket:
                    try:
                        await self.greet()
                        while not self.over:
                            await self.hear(json.loads(await self.socket.recv()))
                    finally:
                        self.ended(self.socket.close_code)
            if not self.over:
                await self.rest()

    def ended(self, code):
        if code in FINAL:
            self.over = True

    async def rest(self):
        self.tries += 1
        await asyncio.sleep(min(15, 0.25 * 2**self.tries))

    async def send(self, id=None, **message):
        self.count += 1
        message["id"] = id or f"{self.prefix}-{self.count}"
        self.sent[message["id"]] = message
        await self.socket.send(json.dumps(message))
        return message["id"]

    async def greet(self):
        await self.send(t="hello", v=1, bot=True, name="Crude", **({"token": self.token} if self.token else {}))

    async def join(self):
        await self.send(t="room.join", room=self.spar.room)

    async def hear(self, message):
        if "re" in message:
            await self.told(message, self.sent.get(message["re"], {}))
        elif message["t"] == "gone":
            self.over = True
        elif message["t"] == "match" and not message["result"] and "you" in message:
            await self.see(message)

    async def see(self, push):
        if push["seq"] >= self.seen.get(push["match"], 0) and push["you"]["moves"]:
            self.seen[push["match"]] = push["seq"]
            await self.turn(push)

    async def told(self, reply, request):
        if request == self.unanswered:
            self.unanswered = None
        if reply["t"] == "refused":
            await self.refused(reply, request)
        elif request["t"] == "hello":
            self.tries = 0
            self.token = reply.get("token", self.token)
            await self.join()
            if self.unanswered:
                await self.again()

    async def refused(self, reply, request):
        if reply["code"] == "bad_token":
            self.token = None
            await self.greet()
        elif reply["code"] in ("no_room", "banned", "room_full", "wrong_password", "bad_version", "bad_name"):
            self.over = True
        elif reply["code"] == "seat_taken":
            await self.join()
        elif reply["code"] == "hello_first":
            self.unanswered = request
            await self.greet()
        elif reply["code"] == "id_reused":
            await self.move(**request)
        elif reply["code"] in ("illegal_move", "bad_message"):
            await self.move(**{**request, "move": self.first})
        elif reply["code"] in ("busy", "rate_limited", "storage", "shutting_down"):
            self.free_at = time.monotonic() + reply.get("retry_ms", 0) / 1000 + 0.1
            if request["t"] == "move":
                self.unanswered, self.put_off = request, True
            await self.wait()
            await self.socket.send(json.dumps(request))
        elif request["t"] == "move" and reply["code"] not in KNOWN:
            await self.bewildered(request)

    async def bewildered(self, request):
        """A code that it has never heard of: the push that follows on joining shows whether the move is still to make."""
        self.answered.discard((request["match"], request["n"]))
        await self.join()

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
        self.first = push["you"]["moves"][0]
        await self.move(t="move", room=push["room"], match=prompt[0], n=prompt[1], move=self.choice(push["you"]["moves"]))

    async def move(self, **request):
        self.count += 1
        self.unanswered, self.put_off = {**request, "id": f"{self.prefix}-{self.count}"}, False
        await self.send(**self.unanswered)

    def choice(self, moves):
        return moves[-1]


def without_id(request):
    return {field: value for field, value in request.items() if field != "id"}


class DoubleMover(Crude):
    async def again(self):
        await self.send(**without_id(self.unanswered))


class Eager(Crude):
    async def turn(self, push):
        self.answered.clear()
        await super().turn(push)


class Pushy(Crude):
    async def see(self, push):
        if not push["you"]["moves"]:
            push["you"]["moves"] = [{"do": "roll"}]
        await super().see(push)


class Inventive(Crude):
    def choice(self, moves):
        return {"do": "score", "box": "chance"}


class Hammerer(Crude):
    async def rest(self):
        await asyncio.sleep(0.02)


class Impatient(Crude):
    async def wait(self):
        await asyncio.sleep(0.02)


class Stubborn(Crude):
    async def refused(self, reply, request):
        if reply["code"] in ("stale", "not_your_turn"):
            await self.send(**without_id(request))
        else:
            await super().refused(reply, request)


class Deaf(Crude):
    """Does not read what a refusal says of the move itself."""

    async def refused(self, reply, request):
        if reply["code"] in ("too_big", "unknown_type"):
            await self.send(**without_id(request))
        else:
            await super().refused(reply, request)


class Worn(Crude):
    """Counts its ids from one, and does not give way."""

    async def refused(self, reply, request):
        if reply["code"] == "id_reused":
            await self.send(**request)
        else:
            await super().refused(reply, request)


class Lost(Crude):
    """Waits for the clock where it does not understand."""

    async def bewildered(self, request):
        pass


class Shy(Crude):
    """Goes when its seat is taken."""

    async def refused(self, reply, request):
        if reply["code"] != "seat_taken":
            await super().refused(reply, request)


class Mute(Crude):
    """Thinks that it has been greeted once and for all."""

    async def refused(self, reply, request):
        if reply["code"] == "hello_first":
            await asyncio.sleep(0.6)
            await self.send(**without_id(request))
        else:
            await super().refused(reply, request)


class Vain(Crude):
    """Insists on its name."""

    async def refused(self, reply, request):
        if reply["code"] == "bad_name":
            await self.greet()
        else:
            await super().refused(reply, request)


class Forgetful(Crude):
    async def greet(self):
        self.token = None
        await super().greet()


class Careless(Crude):
    async def again(self):
        if self.put_off:
            await super().again()


class Strict(Crude):
    async def hear(self, message):
        if "re" not in message and message["t"] not in ("room", "match", "chat", "gone"):
            await self.socket.close()
        await super().hear(message)


class Brittle(Crude):
    """Dies of a field that it does not know."""

    async def see(self, push):
        if set(push["you"]) != {"seat", "n", "moves"}:
            self.over = True
        else:
            await super().see(push)


class Frozen(Crude):
    """Likewise, but its connection stays."""

    async def see(self, push):
        if set(push["you"]) == {"seat", "n", "moves"}:
            await super().see(push)


class Rude(Crude):
    async def greet(self):
        await self.send(t="lobby.unwatch")
        await super().greet()


class Idle(Crude):
    """Never asks for a seat."""

    async def join(self):
        pass


class Faint(Crude):
    async def rest(self):
        self.over = bool(self.answered)
        await super().rest()


class Undying(Crude):
    def ended(self, code):
        pass


class Faults(unittest.IsolatedAsyncioTestCase):
    """Who it is, what rule the referee says he broke, and how it ended."""

    FAULTS = [
        (Crude, None, "banned"),
        (Crude, None, "deleted"),
        (Crude, None, "bad_name"),
        (DoubleMover, "answers each prompt with one move"),
        (Eager, "answers each prompt with one move"),
        (Pushy, "plays only moves that the rules allow"),
        (Inventive, "plays only moves that the rules allow"),
        (Hammerer, "waits between attempts to connect, longer each time"),
        (Impatient, "asks again, and only after retry_ms"),
        (Stubborn, "does not repeat what was refused for good"),
        (Deaf, "does not repeat what was refused for good"),
        (Worn, "sends an unanswered move again as it was, under the same id"),
        (Lost, "ignores fields and types that it does not know"),
        (Shy, "asks again, and only after retry_ms"),
        (Mute, "says hello first on every connection, within 5 s"),
        (Vain, "knows when it is over", "bad_name"),
        (Forgetful, "keeps its token and says hello with it"),
        (Careless, "sends an unanswered move again as it was, under the same id"),
        (Strict, "ignores fields and types that it does not know"),
        (Brittle, "ignores fields and types that it does not know"),
        (Frozen, "ignores fields and types that it does not know"),
        (Rude, "says hello first on every connection, within 5 s"),
        (Idle, "answers in time"),
        (Faint, "comes back after every cut"),
        (Undying, "knows when it is over", "abuse"),
        (Undying, "knows when it is over", "deleted"),
    ]

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)

    async def test_who_breaks_a_rule_is_told_which_with_the_frames_and_who_breaks_none_is_not(self):
        faults = self.FAULTS[::6] if FEW else self.FAULTS
        for (bot, rule, *_), (code, report) in zip(faults, await asyncio.gather(*(self.report_on(*fault) for fault in faults))):
            with self.subTest(bot.__name__, rule=rule):
                self.assertEqual(code, 1 if rule else 0, report)
                self.assertIn(rule, broken(report) or [None], report)
                if rule:  # with the frames: the one that broke it is marked
                    self.assertRegex(report, r"\n      \* +\d+\.\d{3} s  ")

    async def test_of_a_bot_that_never_came_in_it_is_not_said_that_it_plays_well(self):
        code, report = await self.report_on(Idle, "answers in time")
        self.assertEqual(code, 1, report)
        self.assertIn("0 matches, 0 moves of the bot", report)
        for rule in ("plays only moves that the rules allow", "answers the newest prompt, not an older one", "knows when it is over"):
            self.assertIn(f"\nnot tried  {rule}\n", report)
        self.assertIn("\nok         says hello first on every connection, within 5 s\n", report)

    async def test_the_record_has_every_frame_and_is_not_missed_in_silence(self):
        with tempfile.NamedTemporaryFile("r") as record:
            await self.report_on(Idle, None, "no_room", "--record", record.name)
            self.assertIn('#1 > {"t":"hello","v":1,"bot":true,', record.read())
        code, report = await self.report_on(Idle, None, "no_room", "--record", "/dev/full")
        self.assertEqual(code, 4, report)
        self.assertTrue(report.endswith("\ncannot write /dev/full: No space left on device\n"), report)

    async def report_on(self, bot, rule, end="no_room", *flags):
        async with Spar("yahtzee", SEED, "--patience", "6", "--end", end, *flags) as spar:
            crude = bot(spar)
            playing = asyncio.create_task(crude.play())
            try:
                code, report = await spar.finished()
            finally:
                crude.over = True  # a socket that is just being closed may swallow what cancels it
                playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        return code, report


class Flags(unittest.TestCase):
    def spar(self, *flags):
        return subprocess.run([os.environ["CUBILETE_BIN"], "spar", *flags], capture_output=True, text=True, timeout=PATIENCE)

    def test_it_tells_what_it_takes_and_what_was_wrong(self):
        told = self.spar("--help")
        self.assertEqual(told.returncode, 0)
        for flag in ("--game", "--port", "--seed", "--options", "--patience", "--end", "--record"):
            self.assertIn(flag, told.stdout)
        for flags in ([], ["--game", "chess"], ["--game", "tres", "--options", '{"moon":1}']):
            wrong = self.spar(*flags)
            self.assertEqual(wrong.returncode, 2, wrong)
            self.assertTrue(wrong.stderr)

    def test_a_flag_that_is_wrong_is_named_with_what_was_wrong_about_it(self):
        for flag, value, said in (
                ("--options", '{"moon":1}', "--options: moon: "),
                ("--port", "99999", "--port: Value 99999 not in range 0 to 65535"),
                ("--host", "nonsense", "--host: nonsense is no address"),
                ("--record", "/nonexistent/record", "--record: /nonexistent/record: No such file or directory")):
            wrong = self.spar("--game", "tres", flag, value)
            self.assertEqual((wrong.returncode, wrong.stdout), (2, ""), wrong)
            self.assertTrue(wrong.stderr.startswith(said), wrong)

    def test_a_port_that_is_taken_is_named(self):
        wrong = self.spar("--game", "tres", "--port", "1", "--host", "192.0.2.1")
        self.assertEqual(wrong.returncode, 3, wrong)
        self.assertIn("cannot open: 192.0.2.1 port 1: ", wrong.stderr)


if __name__ == "__main__":
    unittest.main()
