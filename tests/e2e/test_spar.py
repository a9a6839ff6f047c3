"""`cubilete spar`: the examples, on our libraries, keep every rule, and those who break one are told which."""
import asyncio
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import unittest

import frames
from crude_bots import (Brittle, Careless, Crude, Deaf, DoubleMover, Eager, Faint, Forgetful, Frozen, Hammerer, Idle,
                        Impatient, Inventive, Late, Lost, Mute, Pushy, Rude, Shy, Strict, Stubborn, Undying, Vain, Worn)
from proxy import Cable
from server import PATIENCE

BOTS = pathlib.Path(__file__).resolve().parents[2] / "bots"

GAMES = ["yahtzee", "ambiciosa", "escalera", "threes_away", "tres"]
# Random play takes long where a match goes to a high score.
SHORT = {"ambiciosa": {"target": 2000}, "threes_away": {"pots": 2}}
# A sanitizer makes everything slow, and the bots are not what it looks at.
FEW = int(os.environ.get("CUBILETE_GAMES", "25")) < 25
# How it ends for the bot: between them the libraries meet each.
ENDS = ["kicked", "banned", "no_room", "room_full", "wrong_password", "bad_version", "bad_name", "abuse", "origin", "deleted"]
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
            # Ten bots at once are slow on a machine that has other work.
            async with Spar(game, seed, "--end", end, "--patience", "60") as spar, Cable(spar, Sparring) as cable:
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

    async def test_who_takes_his_time_to_come_back_meets_the_end_as_well(self):
        ends = "bad_name", "banned"
        for end, (code, report) in zip(ends, await asyncio.gather(*(self.report_on(Late, None, end) for end in ends))):
            with self.subTest(end):
                self.assertEqual((code, broken(report)), (0, []), report)
                self.assertIn("\nok         knows when it is over\n", report)

    async def test_an_end_for_which_the_server_takes_its_time_is_met_as_well(self):
        class Holdup(Crude):
            """Lets the server stand still for 4 s when a match is over."""

            async def hear(self, message):
                await super().hear(message)
                if message["t"] == "match" and message["result"]:
                    children = pathlib.Path(f"/proc/{self.spar.process.pid}/task/{self.spar.process.pid}/children")
                    server = int(children.read_text())
                    os.kill(server, signal.SIGSTOP)
                    asyncio.get_running_loop().call_later(4, os.kill, server, signal.SIGCONT)

        ends = "kicked", "banned", "deleted"
        reports = await asyncio.gather(*(self.report_on(Holdup, None, end, patience=20) for end in ends))
        for end, (code, report) in zip(ends, reports):
            with self.subTest(end):
                self.assertEqual((code, broken(report)), (0, []), report)
                self.assertIn("\nok         knows when it is over\n", report)

    async def test_the_record_has_every_frame_and_is_not_missed_in_silence(self):
        with tempfile.NamedTemporaryFile("r") as record:
            await self.report_on(Idle, None, "no_room", "--record", record.name)
            self.assertIn('#1 > {"t":"hello","v":1,"bot":true,', record.read())
        code, report = await self.report_on(Idle, None, "no_room", "--record", "/dev/full")
        self.assertEqual(code, 4, report)
        self.assertTrue(report.endswith("\ncannot write /dev/full: No space left on device\n"), report)

    async def report_on(self, bot, rule, end="no_room", *flags, patience=6):
        async with Spar("yahtzee", SEED, "--patience", str(patience), "--end", end, *flags) as spar:
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
