"""Servers that play by the real rules and lie to a program: each lie is found in the record with the program's notes, by the
libraries of the bots, or where only the rules can tell by `cubilete verify`.

CUBILETE_BIN is the program."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import matches
from cubilete import play
from cubilete.own_notes import ends_of, find_notes
from dice_server import DiceServer
from dishonest_test import BOTS, PATIENCE_S
from lies import LIES
from lying_proxy import BrokenOff, Lie, Proxy

sys.path.insert(0, str(Path(__file__).parents[1] / "e2e"))
from server import Server  # noqa: E402  (the path has to be set first)

AT_ONCE = 3  # matches
SLOW = ["--limit", "dice-step=60s", "--limit", "dice-ask=60s", "--limit", "dice-late=1000min"]
HASTY = ["--limit", "dice-step=200ms", "--limit", "dice-ask=60s"]


class Lies(unittest.IsolatedAsyncioTestCase):
    maxDiff = None

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)
        self.servers = {}
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def server(self, impatient):
        if impatient not in self.servers:
            self.servers[impatient] = Server(*(HASTY if impatient else SLOW))
            self.addCleanup(self.servers[impatient].stop)
        return self.servers[impatient]

    async def bot(self, language, url, notes, **options):
        """Returns the lines that the bot printed, parsed from JSON."""
        command = [*BOTS[language], url, notes, 60_000, json.dumps(options)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        process = await asyncio.create_subprocess_exec(*map(str, command), **pipes)
        try:
            said, errors = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
        self.assertEqual((b"", 0), (errors, process.returncode))
        return map(json.loads, said.splitlines())

    async def play(self, lie, language, name):
        """Returns what the bot printed, and the verdict of `cubilete verify` with its exit code."""
        server, honest = self.server(lie.impatient), Lie()
        honest.moves = lie.moves
        notes = self.folder / f"{name} {language}.notes"
        room = asyncio.get_running_loop().create_future()
        async with asyncio.timeout(PATIENCE_S), Proxy(server, lie) as proxy, Proxy(server, honest) as other:
            settings = {"game": lie.game, "options": lie.options, "seats": 2, "clock": {"turn_ms": 0}, "witness": True}
            opponent = asyncio.create_task(play(
                other.url, lambda view, moves: moves[lie.place], create=settings, matches=1, dice=lie.in_roster, on_room=room.set_result,
                on_fault=lambda fault: None))
            *faults, end = await self.bot(language, proxy.url, notes, room=await room, place=lie.place)
            await opponent
            record = await asyncio.to_thread(proxy.fetch, f"/api/v1/matches/{end['match']}")
        file, lines = self.folder / f"{name} {language}.json", notes.read_text()
        own = find_notes(lines, end["match"])
        file.write_text(matches.text({"record": record, "notes": own, "ended": ends_of(lines, own)}))
        verify = [os.environ["CUBILETE_BIN"], "verify", file]
        program = await asyncio.create_subprocess_exec(*map(str, verify), stdout=subprocess.PIPE)
        text = (await program.communicate())[0].decode().strip()
        return [fault["kind"] for fault in faults], end["verdict"], text, program.returncode

    async def found(self, kinds):
        """Returns the lie and the result of play(), by language and kind."""
        lanes = asyncio.Semaphore(AT_ONCE)

        async def one(kind, language):
            lie = kind()
            async with lanes:
                return lie, *await self.play(lie, language, kind.__name__)

        pairs = [(language, kind) for language in BOTS for kind in kinds]
        made = await asyncio.gather(*(one(kind, language) for language, kind in pairs))
        return zip(pairs, made, strict=True)

    async def test_each_lie_is_found_by_the_libraries_or_by_the_rules(self):
        for (language, kind), (lie, faults, library, program, status) in await self.found(LIES):
            with self.subTest(kind.__doc__, language=language):
                def pattern(text, lie=lie):
                    return text.replace("N:", f"{lie.entry}:").replace("seat S", f"seat {lie.seat}")

                self.assertEqual(list(kind.faults), faults)
                self.assertRegex(library, f"^{pattern(kind.found)}")
                self.assertRegex(program, f"^{pattern(kind.known or kind.found)}")
                self.assertEqual(status, 3 if program.startswith("left out") else 1)

    async def test_matches_that_became_void_after_the_reveals_are_counted_in_the_next_verdict(self):
        for language in BOTS:
            with self.subTest(language):
                async with asyncio.timeout(PATIENCE_S), VoidThreeTimes(1) as server:
                    playing = asyncio.create_task(server.play())
                    said = await self.bot(language, server.url, self.folder / f"void {language}.notes")
                    await playing
                *faults, end = said
                self.assertEqual([], faults)
                self.assertRegex(end["verdict"], "^fair: .*; 3 of the last 4 matches were broken off$")

    async def test_an_honest_proxy_is_fair_by_the_rules_also_if_it_breaks_the_match_off(self):
        for (language, kind), (_, faults, library, program, status) in await self.found([Lie, BrokenOff]):
            with self.subTest(kind.__doc__, language=language):
                ends = "" if kind is Lie else "; 0 of the last 1 match were broken off, 1 abandoned"
                self.assertEqual([], faults)
                self.assertRegex(library, f"^fair: .*; only cubilete verify knows the rules{ends}$")
                self.assertRegex(program, rf"^fair: .*; what was shown agrees with the record in (\d+) of \1 entries and with the rules{ends}$")
                self.assertEqual(status, 0)


class VoidThreeTimes(DiceServer):
    """Its dice are those of no rules: it ends three matches with their true secrets when it knows the key, and plays the fourth."""

    def answer(self, frame):
        if frame["t"] == "room.rematch":
            self.ready.set()
        return super().answer(frame)

    async def go_on(self):
        match = self.match
        if match.name == "m_4":
            return await super().go_on()
        start = {"roster": match.roster.hex(), "reveals": matches.hexed(match.reveals)}
        entry = match.enter({"start": True}, 0, json.loads(match.settings), {**start, **match.draw({})})
        match.result = {"places": [None, None], "scores": [0, 0], "winners": [], "left": [], "reason": "void"}
        self.ready.clear()
        await self.show(entry)
        await self.push({**self.room(), "phase": "finished"})
        await self.until(self.ready.is_set)
        await self.start(f"m_{len(self.old) + 2}")
        await self.go_on()


if __name__ == "__main__":
    unittest.main()
