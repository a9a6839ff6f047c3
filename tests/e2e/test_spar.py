"""`cubilete spar`: the examples with our libraries keep every rule, and bots that break one get its name."""
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
import urllib.parse

import frames
from crude_bots import (Brittle, Careless, Crude, Deaf, DoubleMover, Eager, Faint, Forgetful, Frozen, Hammerer, Idle,
                        Impatient, Inventive, Late, Lost, Mute, Pushy, Rude, Shy, Strict, Stubborn, Undying, Vain, Worn)
from crude_throwers import Gullible, Spendthrift, Thrower, Tightlipped
from proxy import Cable
from server import PATIENCE

BOTS = pathlib.Path(__file__).resolve().parents[2] / "bots"

GAMES = ["yahtzee", "ambiciosa", "escalera", "threes_away", "tres"]
# Random play takes long in a match with a high target.
SHORT = {"ambiciosa": {"target": 2000}, "threes_away": {"pots": 2}}
# A sanitizer slows everything down, and it does not check the bots.
FEW = int(os.environ.get("CUBILETE_GAMES", "25")) < 25
# The ways to end a match: together the libraries meet all of them.
ENDS = ["kicked", "banned", "no_room", "room_full", "wrong_password", "bad_version", "bad_name", "abuse", "origin", "deleted"]
# What a dishonest server does: when it asks for values; at the start; and what only the bot's notes show to be noticed.
ASKS = ["another ask for an entry", "ask after another entry", "ask for an earlier entry", "ask before the entry before it",
        "ask with a draw number that was used", "restored file"]
STARTS = ["another tip in the roster", "roster without its tip", "roster that is not that of its hash",
          "second roster after the reveals", "another commitment", "other settings than before",
          "other settings than those of the room", "another player in the roster", "somebody else at its seat"]
ENTRIES = ["ask that does not name its seat", "00 instead of its value", "another mover than in the ask"]
ENDS_OF_DICE = ["another match after the reveals", "changed secret", "secret that is never opened"]
SECRETS = "gives its secrets to nobody who breaks the order"
NOTES = "notes what a dishonest server does"
SEED = int(os.environ.get("CUBILETE_SEED", "20261121"))
WAIT = 4 * PATIENCE


class Spar:
    """A referee. `url` and `room` are its address; finished() returns the result."""

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
        """Exit code and report after the tester has ended."""
        async with asyncio.timeout(WAIT):
            report = (await self.process.stdout.read()).decode()
            return await self.process.wait(), report


class Sparring(frames.Conversation):
    """The bot's frames must be valid, its moves, too. The referee's frames must be valid except those that it made
    up, which have its name.
    """

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


def listed(report, what):
    """The faults in that line of the report."""
    return {fault for line in re.findall(rf"^{what}: (.*)$", report, re.MULTILINE) for fault in line.split(", ")}


class OurLibraries(unittest.IsolatedAsyncioTestCase):
    # The faults for which a game gives no occasion, or seldom one: if there is only one move, the first one is always
    # played, and no move is ever refused; in TRES few moves draw at random.
    RARE = {"escalera": ["illegal_move", "bad_message"], "tres": ASKS + ENTRIES}

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)

    async def test_they_pass_in_every_game_with_every_end(self):
        print(f"seed {SEED}")
        all = list(zip((self.python, self.javascript) * len(GAMES), sorted(GAMES * 2), ENDS, range(SEED, SEED + len(ENDS))))
        await asyncio.gather(*(bot(game, end, seed) for bot, game, end, seed in all[-2 if FEW else 0:]))

    def assert_passed(self, code, report):
        self.assertEqual((code, broken(report)), (0, []), report)
        self.assertNotIn("\nnot tried  ", report)
        rare = self.RARE.get(re.search(r"^(\w+), seed", report, re.MULTILINE)[1], [])
        self.assertLessEqual(listed(report, "not met"), set(rare), report)

    async def python(self, game, end, seed):
        await self.spar(game, end, seed, "/usr/bin/python3", BOTS / "python" / "lucky.py")

    async def javascript(self, game, end, seed):
        await self.spar(game, end, seed, "node", "--experimental-websocket", BOTS / "js" / "lucky.js")

    async def spar(self, game, end, seed, *lucky):
        with tempfile.TemporaryDirectory() as home:
            # Ten bots at once are slow on a busy machine.
            notes = pathlib.Path(home) / "notes"
            flags = "--end", end, "--patience", "60", "--notes", str(notes)
            async with Spar(game, seed, *flags) as spar, Cable(spar, Sparring) as cable:
                place = urllib.parse.quote(f"{urllib.parse.urlsplit(cable.url).netloc} Lucky", safe="")
                notes.symlink_to(pathlib.Path(home) / ".local/state/cubilete" / f"{place}.notes")
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
    """The bot, the rule that the report must name, and the end of the match."""

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

    async def test_a_bot_that_breaks_a_rule_gets_its_name_with_the_frames_and_others_get_none(self):
        faults = self.FAULTS[::6] if FEW else self.FAULTS
        for (bot, rule, *_), (code, report) in zip(faults, await asyncio.gather(*(self.report_on(*fault) for fault in faults))):
            with self.subTest(bot.__name__, rule=rule):
                self.assertEqual(code, 1 if rule else 0, report)
                self.assertIn(rule, broken(report) or [None], report)
                if rule:  # with the frames: the one that broke the rule is marked
                    self.assertRegex(report, r"\n      \* +\d+\.\d{3} s  ")

    async def test_a_bot_that_takes_part_in_provable_dice_gives_its_secrets_only_in_order(self):
        bots = Thrower, Crude, Tightlipped, Gullible, Spendthrift
        marks = "ok         ", "not tried  ", "BROKEN     ", "BROKEN     ", "BROKEN     "
        reports = await asyncio.gather(*(self.report_on(bot, None, "no_room", patience=30) for bot in bots))
        for bot, mark, (code, report) in zip(bots, marks, reports):
            with self.subTest(bot.__name__):
                self.assertIn(f"\n{mark}{SECRETS}\n", report)
                self.assertIn(f"\nnot tried  {NOTES}\n", report)
                self.assertEqual((code, broken(report)), (1, [SECRETS]) if "BROKEN" in mark else (0, []), report)
                for fault in ASKS + STARTS:  # met, not met, or not mentioned
                    self.assertEqual(fault in report, bot is not Crude, report)
                for fault in ENTRIES + ENDS_OF_DICE:
                    self.assertNotIn(fault, report)
                met = {fault for fault in ASKS + STARTS if fault in listed(report, "met")}
                self.assertEqual(listed(report, "not noticed"), met if bot in (Gullible, Spendthrift) else set(), report)

    async def test_a_bot_that_notices_nothing_of_a_dishonest_server_is_told_each_of_its_faults(self):
        with tempfile.NamedTemporaryFile("w") as notes:
            code, report = await self.report_on(Gullible, None, "no_room", "--notes", notes.name, patience=15)
        self.assertEqual((code, broken(report)), (1, [SECRETS, NOTES]), report)
        self.assertEqual(listed(report, "not noticed"), {*ASKS, *STARTS, *ENTRIES, *ENDS_OF_DICE}, report)

    async def test_a_bot_that_never_joined_does_not_pass(self):
        code, report = await self.report_on(Idle, "answers in time")
        self.assertEqual(code, 1, report)
        self.assertIn("0 matches, 0 moves of the bot", report)
        for rule in ("plays only moves that the rules allow", "answers the newest prompt, not an older one", "knows when it is over"):
            self.assertIn(f"\nnot tried  {rule}\n", report)
        self.assertIn("\nok         says hello first on every connection, within 5 s\n", report)

    async def test_a_bot_that_reconnects_slowly_meets_the_end_as_well(self):
        ends = "bad_name", "banned"
        for end, (code, report) in zip(ends, await asyncio.gather(*(self.report_on(Late, None, end) for end in ends))):
            with self.subTest(end):
                self.assertEqual((code, broken(report)), (0, []), report)
                self.assertIn("\nok         knows when it is over\n", report)

    async def test_an_end_that_takes_the_server_long_is_met_as_well(self):
        class Holdup(Crude):
            """Stops the server for 4 s when a match is over."""

            async def hear(self, message):
                await super().hear(message)
                if message["t"] == "match" and "result" in message:
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

    async def test_the_record_has_every_frame_and_a_failure_to_write_it_is_reported(self):
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
                crude.over = True  # a socket that is being closed may swallow the cancellation
                playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        return code, report


class Flags(unittest.TestCase):
    def spar(self, *flags):
        return subprocess.run([os.environ["CUBILETE_BIN"], "spar", *flags], capture_output=True, text=True, timeout=PATIENCE)

    def test_the_help_lists_its_flags_and_an_error_its_reason(self):
        told = self.spar("--help")
        self.assertEqual(told.returncode, 0)
        for flag in ("--game", "--port", "--seed", "--options", "--patience", "--end", "--notes", "--record"):
            self.assertIn(flag, told.stdout)
        for flags in ([], ["--game", "chess"], ["--game", "tres", "--options", '{"moon":1}']):
            wrong = self.spar(*flags)
            self.assertEqual(wrong.returncode, 2, wrong)
            self.assertTrue(wrong.stderr)

    def test_a_wrong_flag_is_named_with_the_reason(self):
        for flag, value, said in (
                ("--options", '{"moon":1}', "--options: moon: "),
                ("--port", "99999", "--port: Value 99999 not in range 0 to 65535"),
                ("--host", "nonsense", "--host: nonsense is no address"),
                ("--record", "/nonexistent/record", "--record: /nonexistent/record: No such file or directory")):
            wrong = self.spar("--game", "tres", flag, value)
            self.assertEqual((wrong.returncode, wrong.stdout), (2, ""), wrong)
            self.assertTrue(wrong.stderr.startswith(said), wrong)

    def test_a_port_in_use_is_named(self):
        wrong = self.spar("--game", "tres", "--port", "1", "--host", "192.0.2.1")
        self.assertEqual(wrong.returncode, 3, wrong)
        self.assertIn("cannot open: 192.0.2.1 port 1: ", wrong.stderr)


if __name__ == "__main__":
    unittest.main()
