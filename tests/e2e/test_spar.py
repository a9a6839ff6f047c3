"""`cubilete spar`: bots that break a rule get its name."""
import asyncio
import os
import subprocess
import tempfile
import unittest

from crude_bots import (Binary, Brittle, Careless, Crude, DoubleMover, Eager, Faint, Forgetful, Frozen, Hammerer, Idle,
                        Impatient, Inventive, Lost, Mute, Pushy, Repeater, Rude, Shy, Strict, Stubborn, Undying, Vain, Verifier, Worn)
from crude_throwers import Gullible, Spendthrift, Thrower, Tightlipped
from server import PATIENCE
from sparring import ASKS, ENDS_OF_DICE, ENTRIES, NOTES, SECRETS, STARTS, Tested, broken, listed

# A sanitizer slows everything down.
FEW = int(os.environ.get("CUBILETE_GAMES", "10")) < 10


class Faults(Tested):
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
        (Repeater, "does not repeat what was refused for good"),
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
        (Verifier, None),
        (Binary, "sends only what the protocol knows", "no_room", "--only", "busy"),
    ]

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


class Flags(unittest.TestCase):
    def spar(self, *flags):
        return subprocess.run([os.environ["CUBILETE_BIN"], "spar", *flags], capture_output=True, text=True, timeout=PATIENCE)

    def test_the_help_lists_its_flags_and_an_error_its_reason(self):
        completed = self.spar("--help")
        self.assertEqual(completed.returncode, 0)
        for flag in ("--game", "--port", "--seed", "--options", "--patience", "--end", "--only", "--notes", "--record"):
            self.assertIn(flag, completed.stdout)
        for flags in ([], ["--game", "chess"], ["--game", "tres", "--options", '{"moon":1}']):
            wrong = self.spar(*flags)
            self.assertEqual(wrong.returncode, 2, wrong)
            self.assertTrue(wrong.stderr)

    def test_a_wrong_flag_is_named_with_the_reason(self):
        for flag, value, said in (
                ("--options", '{"moon":1}', "--options: moon: "),
                ("--patience", "20", "--patience: "),
                ("--only", "laziness", "--only: laziness not in "),
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
