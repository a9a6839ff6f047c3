"""The sequence of tests of `cubilete spar`: its first match, which faults follow, what ends it, and its record."""
import asyncio
import os
import pathlib
import signal
import tempfile
import unittest

from crude_bots import Crude, Frozen, Idle, Late
from sparring import Tested, broken, listed


class TestSequence(Tested):
    async def test_the_first_match_has_no_fault_and_later_ones_only_those_that_were_asked_for(self):
        with tempfile.NamedTemporaryFile("r") as record:
            code, report = await self.report_on(Crude, None, "no_room", "--only", "busy", "--only", "push twice", "--record", record.name)
            lines = record.read().splitlines()
        self.assertEqual((code, broken(report)), (0, []), report)
        self.assertEqual(listed(report, "met"), {"busy", "push twice", "no_room"}, report)
        self.assertNotIn("not met", report)
        begun = next(number for number, line in enumerate(lines) if "faults from now on" in line)
        self.assertTrue(any('"result"' in line for line in lines[:begun]), report)
        self.assertFalse([line for line in lines[:begun] if '"refused"' in line], report)

    async def test_a_bot_that_asks_for_the_next_match_at_once_keeps_its_seat_in_it(self):
        class Keen(Crude):
            async def hear(self, message):
                await super().hear(message)
                if message["t"] == "match" and "result" in message:
                    await self.send(t="room.rematch", room=self.spar.room)

        code, report = await self.report_on(Keen, None, "no_room", "--only", "bad_token")
        self.assertEqual((code, broken(report)), (0, []), report)
        self.assertEqual(listed(report, "met"), {"bad_token", "no_room"}, report)

    async def test_a_bot_that_leaves_after_its_first_match_was_not_tested_and_does_not_pass(self):
        class Guest(Crude):
            async def hear(self, message):
                await super().hear(message)
                if message["t"] == "match" and "result" in message:
                    await self.send(t="room.leave", room=self.spar.room)

        code, report = await self.report_on(Guest, None)
        self.assertEqual((code, broken(report)), (1, []), report)
        self.assertIn("the bot left after its first match, before any fault", report)

    async def test_a_bot_that_falls_silent_meets_the_other_faults_as_well(self):
        class Dazed(Frozen):
            """Also leaves a refused join at that."""

            async def refused(self, reply, request):
                if reply["code"] != "seat_taken":
                    await super().refused(reply, request)

        faults = {"seat_taken at join", "unknown fields", "busy", "stale", "push twice"}
        code, report = await self.report_on(Dazed, None, "no_room", *(flag for fault in faults for flag in ("--only", fault)))
        self.assertEqual(listed(report, "met"), {*faults, "no_room"}, report)
        self.assertEqual((code, set(broken(report))), (1, {"asks again, and only after retry_ms", "ignores fields and types that it does not know"}), report)

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


if __name__ == "__main__":
    unittest.main()
