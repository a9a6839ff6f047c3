"""`cubilete verify`: records in files, behind URLs and in a data directory, honest and changed ones."""
import asyncio
import json
import pathlib
import random
import shutil
import sys
import tempfile
import unittest

from server import Server
from test_dice import SHORT, play, record, table
from test_rooms import guest
from test_vault import cubilete, whole
from witness import Witness, verify

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "fairness"))

import cubilete as bots  # noqa: E402  (the path has to be set first, here and by witness)
import lies  # noqa: E402
from cubilete import NotesInMemory  # noqa: E402
from cubilete.notebook import INDEX  # noqa: E402
from lying_proxy import Proxy  # noqa: E402

FAIR, FALSE, NOTHING, SERVERS = 0, 1, 2, 3
MIB = 2**20


def verdict(*arguments):
    """The exit code and the output, which is one line."""
    code, out, err = cubilete("verify", *arguments)
    assert err == "" and out.count("\n") == 1, (code, out, err)
    return code, out.rstrip("\n")


def notes(witness, match, shown):
    """Returns the notes of a Witness about a match."""
    state = witness.states[-1]
    chain = witness.notes(match)["chain"]
    seat = state["you"]["seat"]
    asks = [{**ask, "value": witness.value(match, ask["seq"]) if seat in ask["seats"] else None, "accepted": seat in ask["seats"]}
            for ask in witness.asks]
    return {"match": match, "seat": seat, "player": witness.id, "nonce": state["you"]["nonce"], "commit": state["commit"],
            "settings": state["settings"], "players": state["players"], "tip": chain.tip.hex(), "tip_accepted": True,
            "reveal_accepted": True, "roster": state["roster"], "reveals": state["reveals"], "asks": asks,
            "seq": len(shown["log"]), "hash": shown["log"][-1]["hash"], "faults": []}


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cubilete-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def saved(self, content, name="record.json"):
        file = self.folder / name
        file.write_text(content if isinstance(content, str) else json.dumps(content))
        return file


class RealMatches(Folder, unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.server = Server()
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.stop())

    async def played(self, game="escalera", most=10_000, **fields):
        """A match between two players whose programs take part; returns the players and the match's id."""
        players = [await Witness.come(self.server, name) for name in ("Ana", "Ben")]
        room = await table(players, game, **fields)
        match = (await players[0].request("room.start", room=room))["match"]
        await play(players, room, match, random.randrange(2**32), most)
        return players, match

    async def test_a_match_of_each_game_is_fair_by_its_rules_from_its_page_its_record_a_file_and_the_data(self):
        lines = []
        for game, options in SHORT.items():
            with self.subTest(game=game):
                (ana, ben), match = await self.played(game, options=options)
                shown = record(self.server, match)
                expected = verify(shown).text.replace("checked without the rules", "replayed by the rules")
                lines.append(f"{match}: {expected}")
                for given in (f"{self.server.url}/m/{match}", f"{self.server.url}/api/v1/matches/{match}?from=3", self.saved(shown)):
                    self.assertEqual((FAIR, expected), await asyncio.to_thread(verdict, given))
                self.assertEqual((FAIR, expected), await asyncio.to_thread(verdict, *self.server.place, "--match", match))
                await ana.close()
                await ben.close()
        code, out, err = await asyncio.to_thread(cubilete, "verify", *self.server.place)
        summary = "5 matches: 5 fair, 0 with server's dice, 0 not verifiable, 0 FALSE"
        self.assertEqual((FAIR, [*lines, summary], ""), (code, out.splitlines(), err))
        code, out, err = await asyncio.to_thread(cubilete, "check", *whole(self.server))
        self.assertEqual(0, code, out)
        self.assertEqual("dice of finished matches: 5 fair, 0 the server's, 0 without a proof", out.splitlines()[0])

    async def test_a_running_match_and_its_secrets_are_not_told(self):
        (ana, ben), match = await self.played(most=3)
        for given in ([f"{self.server.url}/m/{match}"], [*self.server.place, "--match", match]):
            self.assertEqual((NOTHING, "not verifiable: the match is still running"), await asyncio.to_thread(verdict, *given))
        code, out, err = await asyncio.to_thread(cubilete, "verify", *self.server.place)
        self.assertEqual((NOTHING, "0 matches: 0 fair, 0 with server's dice, 0 not verifiable, 0 FALSE\n", ""), (code, out, err))
        await ana.close()
        await ben.close()

    async def test_without_programs_that_take_part_the_dice_are_the_servers(self):
        players = [(await guest(self.server, name))[0] for name in ("Ana", "Ben")]
        room = await table(players, "escalera")
        match = (await players[0].request("room.start", room=room))["match"]
        await play(players, room, match, 1)
        text = "server's dice: no player's program took part"
        self.assertEqual((SERVERS, text), await asyncio.to_thread(verdict, f"{self.server.url}/m/{match}"))
        code, out, err = await asyncio.to_thread(cubilete, "verify", *self.server.place)
        self.assertEqual((SERVERS, f"{match}: {text}"), (code, out.splitlines()[0]))
        self.assertEqual((NOTHING, "not verifiable: no proof: played before"),
                         await asyncio.to_thread(verdict, self.saved({"id": match, "proof": None, "ended_ms": 1})))
        for player in players:
            await player.close()

    async def test_a_changed_record_is_false(self):
        (ana, ben), match = await self.played()
        shown = record(self.server, match)
        changed = json.loads(json.dumps(shown))
        changed["result"]["scores"][0] += 1
        self.assertEqual((FALSE, "FALSE: the log leads to another result"), await asyncio.to_thread(verdict, self.saved(changed)))
        changed = json.loads(json.dumps(shown))
        entry = next(entry for entry in changed["log"] if entry["draws"])
        entry["draws"][0]["dice"][0] = entry["draws"][0]["dice"][0] % 6 + 1
        code, text = await asyncio.to_thread(verdict, self.saved(changed))
        self.assertEqual(FALSE, code)
        self.assertRegex(text, f"^FALSE at entry {entry['seq']}: draw [0-9]+ was played with another result$")
        await ana.close()
        await ben.close()

    async def test_a_record_is_compared_with_the_players_notes(self):
        (ana, ben), match = await self.played()
        shown = record(self.server, match)
        own = notes(ana, match, shown)
        url = f"{self.server.url}/m/{match}"
        for given in ([url], [self.saved(shown)], [*self.server.place, "--match", match]):
            file = self.saved('{"match":"m_other"}\n' + json.dumps(own) + "\n", "notes")
            code, text = await asyncio.to_thread(verdict, *given, "--own", file)
            self.assertEqual(FAIR, code)
            text_with_notes, draws = text, shown["proof"]["k"]
            first = len((shown["log"][0]["extra"] or {}).get("drawn", ()))
            self.assertTrue(text.endswith(f"; replayed by the rules; your secret is in the key, your value in {draws - first} of {draws} draws"
                                          "; what was shown is not checked"), text)
            self.saved(json.dumps({**own, "commit": "00" * 32}), "notes")
            self.assertEqual((FALSE, "FALSE: the notes have another commitment"), await asyncio.to_thread(verdict, *given, "--own", file))
            self.saved("", "notes")
            self.assertEqual((NOTHING, "not verifiable: the notes have no line for this match"),
                             await asyncio.to_thread(verdict, *given, "--own", file))
        both = self.saved(json.dumps({"record": shown, "notes": own, "ended": ["void", "finished"]}))
        self.assertEqual((FAIR, text_with_notes + "; 1 of the last 2 matches was broken off"), await asyncio.to_thread(verdict, both))
        last = own["asks"][-1]
        value = f"FALSE at entry {last['seq']}: the value of seat {own['seat']} came in time and is missing"
        self.saved(json.dumps({**own, "asks": [{**last, "value": "00" * 32}]}), "notes")
        self.assertEqual((FALSE, value), await asyncio.to_thread(verdict, url, "--own", file))
        self.saved(json.dumps(own), "notes")
        self.assertEqual((FALSE, "FALSE: never opened"), await asyncio.to_thread(verdict, self.saved({**shown, "proof": None}), "--own", file))
        await ana.close()
        await ben.close()

    async def test_other_dice_shown_to_a_bot_are_named_by_the_entry_in_its_notes_and_the_record(self):
        lie, store, room = lies.OtherOwnDice(), NotesInMemory(), asyncio.get_running_loop().create_future()
        table = {"game": lie.game, "options": lie.options, "seats": 2, "clock": {"turn_ms": 0}, "witness": True}

        def last(view, moves):
            return moves[-1]

        async with Proxy(self.server, lie) as proxy:
            opponent = asyncio.create_task(bots.play(self.server.url, last, create=table, matches=1, on_room=room.set_result))
            await bots.play(proxy.url, last, room=await room, matches=1, notes=store)
            await opponent
        (match,) = json.loads(store.get(INDEX))
        file = self.saved(store.get(match), "notes")
        text = f"FALSE at entry {lie.entry}: other dice were shown than are recorded"
        self.assertEqual((FALSE, text), await asyncio.to_thread(verdict, f"{self.server.url}/m/{match}", "--own", file))

    async def test_of_all_matches_in_the_data_only_those_in_the_notes_are_compared(self):
        (ana, ben), match = await self.played()
        _, other = await self.played()
        file = self.saved(json.dumps({**notes(ana, match, record(self.server, match)), "faults": ["a fault"]}), "notes")
        code, out, err = await asyncio.to_thread(cubilete, "verify", *self.server.place, "--own", file)
        self.assertEqual(FALSE, code, err)
        self.assertIn(f"{match}: FALSE: noticed during the match: a fault\n", out)
        self.assertRegex(out, f"{other}: fair: .*; replayed by the rules\n")


class Command(Folder):
    def test_what_cannot_be_read_is_named(self):
        self.assertEqual((NOTHING, "not verifiable: nowhere.json: cannot be read"), verdict("nowhere.json"))
        self.assertEqual((NOTHING, f"not verifiable: {self.folder}: cannot be read"), verdict(self.folder))
        file = self.saved("<html>")
        self.assertEqual((NOTHING, f"not verifiable: {file}: This is not JSON: see byte 1."), verdict(file))
        self.assertEqual((NOTHING, "not verifiable: it is not the record of a match"), verdict(self.saved("5")))
        with open(file, "wb") as large:
            large.truncate(64 * MIB + 1)
        self.assertEqual((NOTHING, f"not verifiable: {file}: has more than 64 MiB"), verdict(file))
        for words in (["--data", self.folder], ["--data", self.folder / "nowhere"], [self.saved("{}"), "--own", "nowhere"]):
            code, out, err = cubilete("verify", *words)
            self.assertEqual((NOTHING, ""), (code, out))
            self.assertRegex(err, "nowhere: cannot be read|cubilete.db: is not there")

    def test_wrong_arguments_are_refused(self):
        for words in ([], ["a", "--data", "b"], ["--match", "m_1"], ["a", "--match", "m_1"], ["a", "b"], ["a", "--seconds", "0"]):
            code, out, err = cubilete("verify", *words)
            self.assertEqual((NOTHING, ""), (code, out), words)
            self.assertNotEqual("", err)
        code, out, err = cubilete("verify", "--help")
        self.assertEqual((0, ""), (code, err))
        for word in ("RECORD", "--data", "--match", "--own", "--seconds"):
            self.assertIn(word, out)

    def test_text_from_others_cannot_control_the_terminal(self):
        self.assertEqual((NOTHING, "not verifiable: a\\u001b[2J: cannot be read"), verdict("a\x1b[2J"))


if __name__ == "__main__":
    unittest.main()
