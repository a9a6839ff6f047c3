"""Tests the Python library for bots (bots/python) with a real server."""
import asyncio
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings
import zipfile

import postgres
from proxy import Cable
from pushes import long_form
from server import ON_POSTGRES, PATIENCE, Server
from test_games import stored

LIBRARY = pathlib.Path(__file__).resolve().parents[2] / "bots" / "python"
sys.path.insert(0, str(LIBRARY))
import cubilete  # noqa: E402

GAMES = ["yahtzee", "ambiciosa", "escalera", "threes_away", "tres"]
# Random play takes long in a match with a high target; each move waits for the disk.
SHORT = {"ambiciosa": {"target": 2000}, "threes_away": {"pots": 2}}
# A round of TRES may end after seven moves, before what is to happen; without windows every entry of its log is a move.
LONG = {"tres": {"tres_call": "off", "match": "first_to", "first_to": 3}}
# Both seats gave a value for each draw after entry 1.
WITNESSED = (r"^fair: (\d+) draws; (\d+) without a value of seat 0; \2 without a value of seat 1; \2 the server could know early; "
             r"checked without the rules; your secret is in the key, your value in \d+ of \1 draws; what was shown .*")
SEED = int(os.environ.get("CUBILETE_SEED", "20261121"))


class Pair:
    """Two bots in their own room, for one match. They record their moves and check its dice."""

    def __init__(self, trouble=None, kinds=()):
        """`kinds`: the faults of the dice that they may report."""
        self.trouble, self.kinds = trouble, set(kinds)
        self.chance = random.Random(SEED)
        self.chosen = [[], []]
        self.match = None
        self.result = None
        self.faults = []

    async def play(self, address, **settings):
        code = asyncio.get_running_loop().create_future()
        create = {"seats": 2, "clock": {"turn_ms": 0}, **settings}
        async with asyncio.timeout(4 * PATIENCE):
            first = asyncio.create_task(self.bot(0, address, create=create, on_room=code.set_result))
            await asyncio.wait({first, code}, return_when=asyncio.FIRST_COMPLETED)
            outcomes = await asyncio.gather(first, self.bot(1, address, room=await code))
        assert {outcome.reason for outcome in outcomes} == {"matches"}, outcomes
        assert outcomes[0].results == outcomes[1].results, outcomes
        assert {fault.kind for fault in self.faults} <= self.kinds, self.faults
        self.verdicts = [verdict.text for outcome in outcomes for verdict in outcome.verdicts]
        (self.result,) = outcomes[0].results

    def bot(self, seat, address, **where):
        async def on_turn(view, moves):
            move = self.chance.choice(moves)
            self.chosen[seat].append(move)
            if self.trouble:
                await self.trouble(sum(map(len, self.chosen)))
            return move

        def on_push(push):
            if push["t"] == "match":
                self.match = push["match"]

        return cubilete.play(address, on_turn, name=["Ana", "Ben"][seat], matches=1, on_push=on_push,
                             on_fault=self.faults.append, verify=True, **where)


class Bots(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server("--log-level", "warning", "--limit", "quick-start=200ms"))

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)  # debug mode prints every match that keeps the loop busy
        self.url = (await self.enterAsyncContext(Cable(self.server))).url

    async def test_two_bots_play_a_match_of_each_game(self):
        for game in GAMES:
            with self.subTest(game):
                pair = Pair()
                await pair.play(self.url, game=game, options=SHORT.get(game, {}), witness=True)
                self.assertEqual(pair.result["reason"], "finished")
                self.assertTrue(all(pair.chosen))
                for verdict in pair.verdicts:
                    self.assertRegex(verdict, WITNESSED)

    async def test_the_record_of_a_match_at_another_server_is_not_asked_for_here(self):
        notes = cubilete.NotesInMemory()
        elsewhere, older = "m_" + 16 * "2", "m_" + 16 * "3"
        notes.set(elsewhere, json.dumps({"match": elsewhere, "server": "0123456789abcdef", "ended": None}))
        notes.set(older, json.dumps({"match": older, "ended": None}))
        notes.set("matches", json.dumps([elsewhere, older]))
        async with asyncio.timeout(4 * PATIENCE):
            await cubilete.play(self.url, lambda view, moves: moves[0], create={"game": "escalera", "house": ["easy"]}, matches=1,
                                verify=True, notes=notes)
        ends = [json.loads(notes.get(match))["ended"] for match in json.loads(notes.get("matches"))]
        self.assertEqual(ends, [None, "no_record", "finished"])

    async def test_bots_in_a_quick_match_play_without_a_host_and_search_again_when_left_alone(self):
        alone = asyncio.Event()
        rooms = []

        def bot(matches, on_push=None, on_room=None):
            return asyncio.create_task(cubilete.play(self.url, lambda view, moves: moves[0], quick="escalera", matches=matches,
                                                     on_push=on_push, on_room=on_room))

        def on_room(code):
            rooms.append(code)
            if len(rooms) == 2:
                alone.set()

        async with asyncio.timeout(4 * PATIENCE):
            stays = bot(2, on_room=on_room)
            self.assertEqual((await bot(1)).reason, "matches")
            await alone.wait()
            self.assertEqual((await bot(1)).reason, "matches")
            outcome = await stays
        self.assertEqual([result["reason"] for result in outcome.results], ["finished", "finished"])
        self.assertNotEqual(rooms[0], rooms[1])

    async def test_a_bot_that_its_opponent_leaves_plays_no_match_alone_and_goes_on_with_the_next_one(self):
        code = asyncio.get_running_loop().create_future()

        def bot(matches, **where):
            return asyncio.create_task(cubilete.play(self.url, lambda view, moves: moves[0], matches=matches, **where))

        async with asyncio.timeout(4 * PATIENCE):
            stays = bot(2, create={"game": "yahtzee", "seats": 2, "clock": {"turn_ms": 0}}, on_room=code.set_result)
            for _ in range(2):
                self.assertEqual((await bot(1, room=await code)).reason, "matches")
            outcome = await stays
        self.assertEqual([len(result["places"]) for result in outcome.results], [2, 2])

    async def test_a_bot_that_is_started_again_gets_its_seat_back(self):
        token = cubilete.TokenInMemory()
        shown = []
        for where in ({"create": {"game": "tres", "seats": 2}}, {"room": None}):
            here = asyncio.Event()

            def on_push(push):
                if push["t"] == "room":
                    shown.append(push)
                    here.set()

            if "room" in where:
                where["room"] = shown[0]["room"].lower()
            bot = asyncio.create_task(cubilete.play(self.url, lambda view, moves: None, token=token, **where,
                                                    on_push=on_push))
            await asyncio.wait_for(here.wait(), PATIENCE)
            bot.cancel()
            await asyncio.gather(bot, return_exceptions=True)
        self.assertEqual(shown[-1]["seats"][0]["player"], shown[0]["seats"][0]["player"])
        self.assertTrue(shown[0]["seats"][0]["player"]["bot"])
        self.assertIsNone(shown[-1]["seats"][1]["player"])

    async def test_a_token_that_the_server_does_not_know_is_kept_aside(self):
        token = cubilete.TokenInMemory("of another server")
        first = {"game": "yahtzee", "seats": 1}
        await cubilete.play(self.url, lambda view, moves: moves[0], create=first, token=token, matches=1)
        self.assertRegex(token.get(), r"^[\w-]{43}$")
        self.assertEqual(token.all()[1:], ["of another server"])

    async def test_a_bot_whose_player_is_deleted_deletes_its_token_and_does_not_reconnect(self):
        token = cubilete.TokenInMemory()
        links = []

        async def delete():
            async def welcome(hello):
                await same.request({"t": "me.delete"})

            same = cubilete.Connection(cubilete.socket_address(self.url), hello=lambda: {"token": token.get()},
                                       push=lambda message: None, welcome=welcome)
            with contextlib.suppress(cubilete.Lost):
                await same.run()

        def on_room(code):
            others.append(asyncio.create_task(delete()))

        others = []
        with self.assertRaises(cubilete.Lost) as lost:
            await cubilete.play(self.url, lambda view, moves: None, token=token, on_room=on_room,
                                create={"game": "tres", "seats": 2}, on_link=links.append)
        self.assertEqual(lost.exception.code, 4010)
        self.assertIsNone(token.get())
        self.assertEqual([link.state for link in links], ["connecting", "open", "closed"])
        await asyncio.gather(*others)

    async def test_a_bot_that_is_refused_and_one_with_an_exception_report_it(self):
        with self.assertRaisesRegex(cubilete.Refused, "room") as refused:
            await cubilete.play(self.url, lambda view, moves: None, room="ZZZZZZ")
        self.assertEqual(refused.exception.code, "no_room")
        with self.assertRaises(ZeroDivisionError):
            await cubilete.play(self.url, lambda view, moves: 1 // 0, create={"game": "yahtzee", "seats": 1})
        with self.assertRaises(ValueError):
            await cubilete.play(self.url, lambda view, moves: None)

    async def test_a_move_that_the_rules_refuse_is_reported_and_the_match_continues(self):
        create = {"game": "ambiciosa", "seats": 1, "options": {"target": 1000}}
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", UserWarning)
            outcome = await cubilete.play(self.url, lambda view, moves: {"do": "nonsense"}, create=create, matches=1)
        self.assertEqual(outcome.results[0]["reason"], "finished")
        self.assertRegex(str(caught[0].message), r'^on_turn: \{"do": "nonsense"\}: .* Playing the first move\.$')

    async def test_a_bot_above_the_rate_limit_waits_for_retry_ms_and_loses_nothing(self):
        with Server("--requests-per-player", "20/1s", "--log-level", "warning", guard_rails=True) as strict:
            pair = Pair()
            async with Cable(strict) as cable:
                await pair.play(cable.url, game="escalera")
            assert_each_move_once(strict, pair)

    def test_addresses_of_pages_invitations_and_sockets_give_the_address_of_the_socket(self):
        for server, socket, table in [
            ("http://localhost:8080", "ws://localhost:8080/ws", None),
            ("http://localhost:8080/", "ws://localhost:8080/ws", None),
            ("https://example.org/games/", "wss://example.org/games/ws", None),
            ("https://example.org/games/r/K7QX2M", "wss://example.org/games/ws", "K7QX2M"),
            ("https://example.org/r/k7qx2m?a=b#c", "wss://example.org/ws", "k7qx2m"),
            ("ws://[::1]:8080/ws", "ws://[::1]:8080/ws", None),
        ]:
            self.assertEqual(cubilete.socket_address(server), socket)
            self.assertEqual(cubilete.table_at(server), table)
        for wrong in ("ftp://example.org", "localhost:8080", "K7QX2M", "http://localhost:99999", "http://[::1"):
            self.assertRaises(cubilete.NoAddress, cubilete.socket_address, wrong)

    def test_its_package_contains_types_and_needs_only_websockets(self):
        with tempfile.TemporaryDirectory() as made:
            # From a copy, because a build leaves files beside the sources.
            script = (f"cp -r {LIBRARY} {made}/source && cd {made}/source && {sys.executable} -c "
                      f"'import setuptools.build_meta as build; build.build_wheel(\"{made}\")'")
            subprocess.run(["bash", "-ec", script], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            (wheel,) = pathlib.Path(made).glob("cubilete_bot-*-py3-none-any.whl")
            with zipfile.ZipFile(wheel) as file:
                names = {name for name in file.namelist() if not ".dist-info/" in name}
                (about,) = (name for name in file.namelist() if name.endswith("/METADATA"))
                needs = re.findall(r"^Requires-Dist: (.*)$", file.read(about).decode(), re.MULTILINE)
        self.assertEqual(names, {f"cubilete/{name}" for name in
                                 ("__init__.py", "address.py", "break_reporter.py", "connection.py", "contributor.py", "contributor_checks.py",
                                  "cup.py", "dice.py", "endings.py", "engine.py", "fairness.py", "fairness_verify.py", "latest_push.py", "notebook.py", "notes.py",
                                  "own_notes.py", "own_sight.py", "play.py", "player.py", "py.typed", "record.py", "room_states.py", "shown.py", "sights.py",
                                  "strict_json.py", "tokens.py", "verdict.py", "verify.py")})
        self.assertEqual([re.sub(r"[ ()]", "", need) for need in needs], ["websockets>=10.4", "numpy>=1.24;extra=='engine'"])


class Trouble:
    """Breaks the connection three times and kills the server once, each time while a bot thinks."""

    def __init__(self, cable, data, turns):
        self.cable, self.data = cable, data
        self.due = dict(zip(turns, (self.before_the_move, self.after_the_move, self.for_a_while, self.death)))
        self.met = []

    async def __call__(self, turn):
        if befalls := self.due.get(turn):
            self.met.append(befalls)
            await befalls()

    async def before_the_move(self):
        self.cable.jolt()

    async def after_the_move(self):
        """The move is being sent, or was carried out: its answer is lost."""
        asyncio.get_running_loop().call_soon(asyncio.get_running_loop().call_later, 0.002, self.cable.jolt)

    async def for_a_while(self):
        self.cable.unplug()
        asyncio.get_running_loop().call_later(0.05, self.cable.plug)

    async def death(self):
        self.cable.server.kill()
        self.cable.server = await asyncio.to_thread(Server, "--log-level", "warning", data=self.data)


class Restore:
    """The operator makes a backup while the bots play, and restores it after some more moves."""

    def __init__(self, cable, own):
        self.cable, self.copy, self.data = cable, own / "copy.db", own / "data"
        self.due = {4: self.backup, 14: self.restore}

    async def __call__(self, turn):
        if does := self.due.get(turn):
            await does()

    async def backup(self):
        await self.run("backup", self.copy, *self.cable.server.place)

    async def restore(self):
        self.cable.server.kill()
        if ON_POSTGRES:
            await self.run("import", "--data", self.copy, "--database", postgres.shared().url(postgres.database_of(self.data)))
        else:
            self.data.mkdir(mode=0o700)
            shutil.copy(self.copy, self.data / "cubilete.db")
        self.cable.server = await asyncio.to_thread(Server, "--log-level", "warning", data=self.data)

    async def run(self, *words):
        command = [os.environ["CUBILETE_BIN"], *map(str, words)]
        await asyncio.to_thread(subprocess.run, command, check=True, stdout=subprocess.DEVNULL)


def assert_each_move_once(server, pair):
    """The chosen moves are the moves in the log, in the same order."""
    _, result, log, _ = stored(server, pair.match)
    assert result == pair.result, (result, pair.result)
    for seat, chosen in enumerate(pair.chosen):
        made = [entry.move for entry in log if entry.by == {"seat": seat}]
        assert made == [long_form(move) for move in chosen], f"seed {SEED}, seat {seat}: {made} instead of {chosen}"
    assert len(log) == 1 + sum(map(len, pair.chosen)), f"seed {SEED}: {[entry.by for entry in log]}"


class Cuts(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)

    async def test_no_move_is_lost_or_made_twice_over_three_breaks_and_a_kill_of_the_server(self):
        print(f"seed {SEED}")
        for game in GAMES:
            with (self.subTest(game), tempfile.TemporaryDirectory() as data,
                  Server("--log-level", "warning", data=data) as first):
                async with Cable(first) as cable:
                    trouble = Trouble(cable, data, (2, 4, 6, 8))
                    pair = Pair(trouble)
                    await pair.play(cable.url, game=game, options=LONG.get(game) or SHORT.get(game, {}), witness=True)
                    self.assertEqual(len(trouble.met), 4)
                    for verdict in pair.verdicts:
                        self.assertRegex(verdict, "^fair: .*; your secret is in the key, your value in ")
                    with cable.server as second:
                        assert_each_move_once(second, pair)

    async def test_after_a_backup_was_restored_they_play_on_from_its_state(self):
        print(f"seed {SEED}")
        for game in ("escalera", "tres"):
            with self.subTest(game), tempfile.TemporaryDirectory() as own, Server("--log-level", "warning") as first:
                async with Cable(first) as cable:
                    pair = Pair(Restore(cable, pathlib.Path(own)), kinds=["rewound", "ask_again"])
                    await pair.play(cable.url, game=game, options=LONG.get(game, {}), witness=True)
                    self.assertEqual([fault.kind for fault in pair.faults].count("rewound"), 2)
                    with cable.server as second:
                        log = stored(second, pair.match)[2]
                    self.assertGreaterEqual(sum(map(len, pair.chosen)), len(log) - 1 + 10)


if __name__ == "__main__":
    unittest.main()
