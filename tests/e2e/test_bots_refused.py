"""Tests the Python library for bots (bots/python) with a scripted server that refuses requests."""
import asyncio
import json
import pathlib
import sys
import tempfile
import unittest
import unittest.mock
import warnings

import websockets
from server import PATIENCE

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bots" / "python"))
import cubilete  # noqa: E402
import cubilete.break_reporter  # noqa: E402  # the package loads its modules when they are needed
import cubilete.connection  # noqa: E402
import cubilete.player  # noqa: E402
from cubilete.latest_push import LatestPush  # noqa: E402
from cubilete.tokens import TokenChoice  # noqa: E402

ROLL, BANK, PASS = ({"do": what} for what in ("roll", "bank", "pass"))
RESULT = {"places": [1], "scores": [1], "winners": [0], "left": [], "reason": "finished"}


class Script:
    """At prompt 1 it offers three moves and refuses the bot's moves with `codes`, one after another; then the match
    is over. After `clock` joins it is at prompt 2. A code of None refuses nothing.
    """

    def __init__(self, codes, clock=None, at_join=()):
        self.codes, self.clock, self.at_join = list(codes), clock, list(at_join)
        self.joins = 0
        self.heard = []

    async def meet(self, on_turn, reason="matches", **where):
        """Returns the bot's messages, without ids."""
        async with websockets.serve(self.serve, "127.0.0.1", 0) as self.server:
            url = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
            with (unittest.mock.patch.multiple(sys.modules["cubilete.player"], FIRST_PAUSE_S=0.001, LONGEST_PAUSE_S=0.001),
                  unittest.mock.patch.object(sys.modules["cubilete.connection"], "FIRST_WAIT_S", 0.001)):
                async with asyncio.timeout(PATIENCE):
                    outcome = await cubilete.play(url, on_turn, **{"room": "K7QX2M", "matches": 1} | where)
        assert outcome.reason == reason, outcome
        return [frame.get("move") or frame["t"] for frame in self.heard]

    async def serve(self, socket, *path):
        async for text in socket:
            frame = json.loads(text)
            self.heard.append(frame)
            for answer in self.answers(frame):
                if answer is None:
                    return  # which breaks the connection
                await socket.send(json.dumps(answer))

    def answers(self, frame):
        ok = {"t": "ok", "re": frame["id"]}
        codes = {"move": self.codes, "room.join": self.at_join}.get(frame["t"])
        if code := codes and codes.pop(0):
            return [{"t": "refused", "re": frame["id"], "code": code, "text": "No."}]
        if frame["t"] == "hello":
            return [{**ok, "v": 1, "player": {"id": "p", "name": "Bot", "bot": True}}]
        if frame["t"] == "room.join":
            self.joins += 1
            return [{**ok, "room": "K7QX2M", "as": "player"}, self.push()]
        return [ok, self.push(RESULT)] if frame["t"] == "move" else [ok]

    def push(self, result=None):
        n = 2 if self.clock and self.joins >= self.clock else 1
        you = {"seat": 0, "n": n, "moves": [] if result else [ROLL, BANK, PASS]}
        return {"t": "match", "room": "K7QX2M", "match": "m", "seq": 3 if result else n, "events": [], "view": {}, "to_act": [0],
                "you": you, "clock": None, "result": result}


class Alone(Script):
    """All others leave the bot's quick match, and the connection breaks while it searches for another one, and when it moves there."""

    def answers(self, frame):
        ok = {"t": "ok", "re": frame["id"]}
        if frame["t"] == "move":
            return [ok] if self.joins else [None]
        if frame["t"] == "room.join":
            self.joins += 1
            return [{**ok, "room": "NEXT22"}, {"t": "gone", "room": "NEXT22", "reason": "closed"}]
        if frame["t"] != "quick.match":
            return super().answers(frame)
        searches = [frame["t"] for frame in self.heard].count("quick.match")
        if searches > 1:
            return [None] if searches == 2 else [{**ok, "room": "NEXT22"}, {**self.push(), "room": "NEXT22", "match": "n"}]
        seats = [{"player": {"id": "p"}, "ready": True}, {"player": None}]
        room = {"t": "room", "room": "K7QX2M", "phase": "finished", "host": "", "match": "m", "quick": {"here": 1}, "seats": seats}
        return [{**ok, "room": "K7QX2M"}, {**self.push(), "you": {"seat": 0, "n": 1, "moves": []}}, self.push(RESULT), room]


class Slow(Alone):
    """Before it breaks the connection it refuses the search for a while; the one after the break is answered with the next one."""

    def answers(self, frame):
        searches = [frame for frame in self.heard if frame["t"] == "quick.match"]
        if frame["t"] != "quick.match" or len(searches) not in (2, 3, 4):
            return super().answers(frame)
        if len(searches) == 2:
            return [{"t": "refused", "re": frame["id"], "code": "busy", "text": "No.", "retry_ms": 300}, None]
        return [] if len(searches) == 3 else [{"t": "ok", "re": searches[2]["id"], "room": "NEXT22"}, *super().answers(frame)]


class Fickle(Script):
    """The host changes the options when the bot is ready, so that its seat is again as it was."""

    def answers(self, frame):
        if frame["t"] == "room.join":
            return [{"t": "ok", "re": frame["id"], "room": "K7QX2M", "as": "player"}, self.room(False)]
        if frame["t"] != "room.ready":
            return super().answers(frame)
        changes = [self.room(True), self.room(False)]
        over = [{"t": "gone", "room": "K7QX2M", "reason": "closed"}]
        return [{"t": "ok", "re": frame["id"]}, *(changes if self.heard[-2]["t"] == "room.join" else over)]

    @staticmethod
    def room(ready):
        return {"t": "room", "room": "K7QX2M", "phase": "waiting", "host": "q", "match": None, "seats": [{"player": {"id": "p"}, "ready": ready}]}


class Ahead(Script):
    """Before the bot has joined again, it gets a push of an entry that was made meanwhile: each connection shows another one."""

    def answers(self, frame):
        live = [self.push()] if frame["t"] == "hello" and self.joins else []
        return [*super().answers(frame), *live]

    def push(self, result=None):
        return {**super().push(result), "seq": 9 if result else [frame["t"] for frame in self.heard].count("hello")}


class Breaks(unittest.IsolatedAsyncioTestCase):
    """A bot says why its connection was refused or broke."""

    async def printed(self):
        """The first line of a bot at this address."""
        printed = asyncio.get_running_loop().create_future()
        with unittest.mock.patch.object(sys.modules["cubilete.break_reporter"], "_print", lambda text: printed.done() or printed.set_result(text)):
            bot = asyncio.create_task(cubilete.play(self.url, lambda view, moves: None, create={"game": "tres"}))
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait({bot, printed}, return_when=asyncio.FIRST_COMPLETED)
            bot.cancel()
            await asyncio.gather(bot, return_exceptions=True)
        return printed.result().replace(self.url, "URL")

    async def test_a_refused_upgrade_is_told_with_its_status(self):
        for status in "426 Upgrade Required", "403 Forbidden", "429 Too Many Requests", "503 Service Unavailable":
            async def refuse(reader, writer, status=status):
                await reader.readuntil(b"\r\n\r\n")
                writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
                writer.close()

            async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
                self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
                self.assertEqual(await self.printed(), f"no connection to URL yet (HTTP {status[:3]}), trying again")

    async def test_a_close_code_is_told_with_its_reason(self):
        async with websockets.serve(lambda socket, *path: socket.close(4009, "too many sockets"), "127.0.0.1", 0) as server:
            self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            self.assertEqual(await self.printed(), "no connection to URL yet (close code 4009, too many sockets), trying again")
        async with websockets.serve(lambda socket, *path: socket.close(4002, "too fast"), "127.0.0.1", 0) as server:
            self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            with self.assertRaisesRegex(cubilete.Lost, r"for good \(close code 4002, too fast\)"):
                await cubilete.play(self.url, lambda view, moves: None, room="K7QX2M")

    async def test_a_refusal_is_told_as_what_it_is(self):
        class Full(Script):
            def answers(self, frame):
                full = {"t": "refused", "re": frame["id"], "code": "rate_limited", "text": "No more tables.", "retry_ms": 60_000}
                return [full] if frame["t"] == "room.create" else super().answers(frame)

        async with websockets.serve(Full([]).serve, "127.0.0.1", 0) as server:
            self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            self.assertEqual(await self.printed(), "URL does not let the bot in yet (No more tables.), trying again")


class Tokens(unittest.TestCase):
    def test_a_token_that_a_server_does_not_know_is_tried_again_later_and_never_overwritten(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        in_memory = cubilete.TokenInMemory()
        for make in lambda: cubilete.TokenFile("http://house", "Lucky", folder), lambda: in_memory:
            def meet(known, fresh):
                """A server gets the bot's tokens until it knows one, or gives a new one."""
                tokens = make()  # as after a new start
                choice = TokenChoice(tokens)
                while choice.next and choice.next not in known:
                    self.assertTrue(choice.refused())
                choice.greeted(None if choice.next else fresh)
                return tokens.get()

            self.assertEqual([meet([], "one"), meet([], "two"), meet(["one"], None), meet(["two"], None)], ["one", "two", "one", "two"])
            make().set(None)  # the player of this one was deleted
            self.assertEqual(make().all(), ["one"])

    def test_a_file_with_one_token_is_read_and_paths_of_one_host_have_their_own(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "house%3A8080%20Lucky.token").write_text("old\n")
        for server, token in ("http://house:8080", "old"), ("http://house:8080/r/K7QX2M", "old"), ("http://house:8080/games/", None):
            self.assertEqual(cubilete.TokenFile(server, "Lucky", folder).get(), token)
        cubilete.TokenFile("http://house:8080/games", "Lucky", folder).set("other")
        self.assertEqual(cubilete.TokenFile("http://house:8080/games/r/K7QX2M", "Lucky", folder).get(), "other")
        self.assertEqual((folder / "house%3A8080%2Fgames%20Lucky.token").stat().st_mode & 0o777, 0o600)


class Refusals(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        warnings.simplefilter("ignore", UserWarning)

    async def test_after_an_unknown_code_it_joins_again_and_answers_the_open_prompt(self):
        script = Script(["of_tomorrow"])
        said = await script.meet(lambda view, moves: moves[1])
        self.assertEqual(said, ["hello", "room.join", BANK, "room.join", BANK, "room.leave"])
        self.assertEqual(script.heard[3]["seen"], {"match": "m", "seq": 1})
        self.assertNotEqual(script.heard[2]["id"], script.heard[4]["id"])

    async def test_after_repeated_refusals_it_tries_another_move_once_and_then_stops(self):
        for code in ("of_tomorrow", "id_reused"):
            said = await Script([code] * 3, clock=4).meet(lambda view, moves: moves[1])
            self.assertEqual(said, ["hello", "room.join", BANK, "room.join", BANK, "room.join", ROLL, "room.join", BANK,
                                    "room.leave"])

    async def test_a_move_that_was_refused_for_good_is_not_repeated(self):
        for code in ("too_big", "too_deep", "unknown_type", "bad_message", "illegal_move", "bad_text", "bad_options", "not_host"):
            said = await Script([code] * 3, clock=3).meet(lambda view, moves: moves[1])
            self.assertEqual(said, ["hello", "room.join", BANK, ROLL, "room.join", PASS, "room.join", BANK, "room.leave"])

    async def test_if_the_match_has_moved_on_the_prompt_is_not_answered_again(self):
        for code in ("stale", "not_your_turn", "match_over", "not_in_room", "not_seated", "not_started"):
            said = await Script([code], clock=2).meet(lambda view, moves: moves[1])
            self.assertEqual(said, ["hello", "room.join", BANK, "room.join", BANK, "room.leave"])

    async def test_after_hello_first_it_says_hello_again_and_repeats_the_move(self):
        script = Script(["hello_first"])
        said = await script.meet(lambda view, moves: moves[1])
        self.assertEqual(said, ["hello", "room.join", BANK, "hello", "room.join", BANK, "room.leave"])
        self.assertEqual(script.heard[2], script.heard[5])

    async def test_a_prompt_that_it_could_not_answer_for_a_while_is_answered_after_a_reconnection(self):
        said = await Script(["busy"] * 20, at_join=[None, "hello_first"]).meet(lambda view, moves: moves[1])
        self.assertEqual(said, ["hello", "room.join", *[BANK] * 20, "room.join", "hello", "room.join", BANK, "room.leave"])

    async def test_a_prompt_that_it_gave_up_does_not_displace_a_later_one_that_it_is_to_answer_after_a_reconnection(self):
        script = Script([*["busy"] * 20, "of_tomorrow"], clock=2, at_join=[None, None, "hello_first"])
        said = await script.meet(lambda view, moves: moves[1])
        later = [BANK, "room.join", "hello", "room.join", BANK, "room.leave"]
        self.assertEqual(said, ["hello", "room.join", *[BANK] * 20, "room.join", *later])

    async def test_over_a_new_connection_it_has_as_many_tries_again(self):
        said = await Script([*["busy"] * 19, "hello_first", *["busy"] * 19]).meet(lambda view, moves: moves[1])
        tries = ["hello", "room.join", *[BANK] * 20]
        self.assertEqual(said, [*tries, *tries, "room.leave"])

    async def test_if_the_seat_was_taken_meanwhile_it_joins_again(self):
        said = await Script([], at_join=["seat_taken", "seat_taken"]).meet(lambda view, moves: moves[1])
        self.assertEqual(said, ["hello", "room.join", "room.join", "room.join", BANK, "room.leave"])

    async def test_if_the_connection_breaks_while_it_searches_for_another_quick_match_it_searches_again(self):
        script = Alone([])
        said = await script.meet(lambda view, moves: moves[1], "closed", room=None, quick="escalera", matches=2)
        found = ["hello", "quick.match", "room.leave", "quick.match", "hello", "quick.match"]
        self.assertEqual(said, [*found, BANK, "hello", "room.join", BANK])
        first, lost, again = (frame["id"] for frame in script.heard if frame["t"] == "quick.match")
        self.assertEqual(again, lost, "the server knows it by its id")
        self.assertNotEqual(lost, first)
        (joined,) = (frame for frame in script.heard if frame["t"] == "room.join")
        self.assertEqual(joined["seen"], {"match": "n", "seq": 1})

    async def test_it_goes_on_if_the_connection_breaks_before_it_repeats_a_search_that_was_refused_for_a_while(self):
        said = await Slow([]).meet(lambda view, moves: moves[1], "closed", room=None, quick="escalera", matches=2)
        found = ["hello", "quick.match", "room.leave", "quick.match", "hello", "quick.match", "quick.match"]
        self.assertEqual(said, [*found, BANK, "hello", "room.join", BANK])

    async def test_it_reports_ready_again_when_the_host_has_changed_the_options_because_nobody_is_ready_any_more(self):
        said = await Fickle([]).meet(lambda view, moves: moves[1], "closed")
        self.assertEqual(said, ["hello", "room.join", "room.ready", "room.ready"])

    async def test_a_push_before_it_has_joined_again_hides_nothing_that_it_has_missed(self):
        script = Ahead(["hello_first"], at_join=[None, "hello_first"])
        await script.meet(lambda view, moves: moves[1])
        seen = [frame.get("seen") for frame in script.heard if frame["t"] == "room.join"]
        self.assertEqual(seen, [None, {"match": "m", "seq": 1}, {"match": "m", "seq": 1}])

    async def test_a_join_that_is_refused_for_a_while_over_20_connections_ends_it_with_the_text_of_the_server(self):
        script = Script([], at_join=["busy"] * 20)
        with (unittest.mock.patch.object(sys.modules["cubilete.connection"], "LONGEST_WAIT_S", 0.001),
              self.assertRaisesRegex(cubilete.Lost, r"^No\.$")):
            await script.meet(lambda view, moves: moves[1], on_link=lambda link: None)
        self.assertEqual([frame["t"] for frame in script.heard], ["hello", "room.join"] * 20)

    async def test_notes_that_cannot_be_read_end_it_with_the_reason_before_it_connects(self):
        script = Script([])
        folder = self.enterContext(tempfile.TemporaryDirectory())
        with self.assertRaisesRegex(OSError, folder):
            await script.meet(lambda view, moves: moves[1], notes=cubilete.NoteFile(folder))
        self.assertEqual(script.heard, [])

    async def test_a_refused_name_is_reported_to_the_author(self):
        class Picky(Script):
            def answers(self, frame):
                return [{"t": "refused", "re": frame["id"], "code": "bad_name", "text": "No."}]

        script = Picky([])
        with self.assertRaises(cubilete.Refused) as refused:
            await script.meet(lambda view, moves: moves[1])
        self.assertEqual(refused.exception.code, "bad_name")
        self.assertEqual([frame["t"] for frame in script.heard], ["hello"])


class Older(unittest.TestCase):
    """The pushes a, 9; b, 5; c, 7 are known."""

    def known(self):
        newest = LatestPush()
        for one in (self.push("a", 9, 4), self.push("b", 5, 2), self.push("c", 7, 3)):
            self.assertEqual(newest.accept(one), [])
        return newest

    @staticmethod
    def push(match, seq, n, hash=None):
        return {"match": match, "seq": seq, "hash": hash or f"{match}{seq}", "view": {}, "you": {"seat": 0, "n": n}}

    def test_an_older_push_counts_only_directly_after_joining_because_then_a_backup_was_restored(self):
        for older, without in (
            (self.push("c", 6, 3), ["c"]),
            (self.push("a", 9, 4), ["a", "b", "c"]),
            (self.push("b", 1, 1), ["b", "c"]),
        ):
            newest = self.known()
            self.assertIsNone(newest.accept(older))
            self.assertEqual(newest.push["match"], "c")
            newest.joined()
            self.assertEqual(newest.accept(older), without)
            self.assertEqual(newest.push["seq"], older["seq"])
            self.assertIsNone(newest.accept({**older, "seq": 0}))

    def test_others_may_have_played_on_after_the_backup_before_the_bot_is_back(self):
        for other in (self.push("c", 7, 3, "other"), self.push("c", 8, 2)):
            newest = self.known()
            newest.joined()
            self.assertEqual(newest.accept(other), ["c"])

    def test_what_follows_the_known_push_makes_nothing_void(self):
        for following in (self.push("c", 7, 3), self.push("c", 8, 3), self.push("d", 1, 0)):
            newest = self.known()
            newest.joined()
            self.assertEqual(newest.accept(following), [])


if __name__ == "__main__":
    unittest.main()
