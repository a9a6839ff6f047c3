"""The operator's desk: `cubilete admin` against a running server."""
import asyncio
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import socket
import stat
import subprocess
import tempfile
import threading
import unittest

import websockets

from desk_page import DeskPage
from server import PATIENCE, Client, Server, ask, get, left_out_on_postgres

ROOT = pathlib.Path(__file__).parents[2]
BANNED = 4011
DONE, REFUSED, WRONG_WORDS, NO_SERVER = 0, 1, 2, 3


def left_out_unless_root(reason):
    """Leaves out a test that acts as another user; `reason` says why."""
    assert reason
    return (lambda test: test) if os.geteuid() == 0 else (lambda test: None)


def admin(*words, data=None, typed="", environment=None, before=(), program=None):
    """Exit code, standard output, standard error of `cubilete admin`."""
    place = ["--data", data] if data else []
    done = subprocess.run([*before, program or os.environ["CUBILETE_BIN"], "admin", *words, *place], input=typed, capture_output=True,
                          text=True, timeout=PATIENCE, env={**os.environ, **(environment or {})})
    return done.returncode, done.stdout, done.stderr


def answer(server, *words):
    """Returns the server's answer to `cubilete admin`, parsed from JSON."""
    code, out, err = admin(*words, "--json", data=server.data)
    assert code == DONE, err
    return json.loads(out)


class Desk(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        # The addresses of the clients are those that the proxy on this machine names.
        self.server = self.enterContext(Server())

    async def client(self, name="Ana", address="198.51.100.7", **fields):
        client = await Client.open(self.server, extra_headers={"X-Forwarded-For": address})
        self.addAsyncCleanup(client.close)
        client.greeting = await client.hello(name, **fields)
        return client

    async def test_a_host_bans_a_stranger_and_the_stranger_reads_why(self):
        eve = await self.client("Eve")
        code, out, _ = admin("who", data=self.server.data)
        self.assertEqual(code, DONE)
        self.assertRegex(out, rf"Eve +{eve.player['id']} +20\d\d-")

        code, out, _ = admin("ban", eve.player["id"], "12h", "insults", "in", "the", "chat", data=self.server.data)
        self.assertEqual(code, DONE)
        self.assertRegex(out, r"^Ban 1 holds until 20\d\d-\d\d-\d\d \d\d:\d\d UTC\.\nIt stops a device, not a person")
        self.assertEqual(await eve.closed(), BANNED)
        again = await self.client("Eve", token=eve.token)
        self.assertEqual(again.greeting["code"], "banned")
        self.assertEqual(again.greeting["args"], ["insults in the chat"])
        code, out, _ = admin("bans", data=self.server.data)
        self.assertRegex(out, r"1 +ban +Eve \(p_\S+\) +until .* 1 +user \d+ +insults in the chat")
        self.assertEqual(admin("unban", "1", data=self.server.data)[0], DONE)
        self.assertEqual((await self.client("Eve", token=eve.token)).greeting["t"], "ok")

    async def test_a_long_reason_is_cut_between_two_letters_and_the_stranger_still_gets_the_code(self):
        eve = await self.client("Eve")
        reason = "a" * 122 + "é" + " is the last letter that does not fit"
        self.assertEqual(admin("ban", eve.player["id"], "12h", reason, data=self.server.data)[0], DONE)
        self.assertEqual(await eve.closed(), BANNED)
        self.assertEqual(eve.socket.close_reason, "a" * 122)

    async def test_newcomers_are_held_off_and_the_neighbour_plays_on(self):
        eve, ben = await self.client("Eve"), await self.client("Ben")
        done = answer(self.server, "ban", eve.player["id"], "rude")
        self.assertIn("newcomers_until_ms", done)
        self.assertEqual((await self.client("New")).greeting["why"], "newcomers_barred")
        self.assertEqual((await self.client("New", address="198.51.100.8")).greeting["t"], "ok")
        self.assertEqual((await self.client("Ben", token=ben.token)).greeting["t"], "ok")

    async def test_the_ban_of_a_network_asks_before_it_shuts_out_others(self):
        eve, ben = await self.client("Eve"), await self.client("Ben")
        words = ["ban", "--network", eve.player["id"], "7d", "spam"]
        for typed in ("", "no\n", "y\n"):
            code, out, err = admin(*words, data=self.server.data, typed=typed)
            self.assertEqual((code, err), (REFUSED, "Nothing was done.\n"))
            self.assertIn("at most 1 other players seen since the server started, 1 of them here now", out)
        self.assertEqual(admin(*words, "--json", data=self.server.data)[0], REFUSED)
        self.assertEqual(admin(*words, data=self.server.data, typed="yes\n")[0], DONE)
        self.assertEqual([await eve.closed(), await ben.closed()], [BANNED, BANNED])
        self.assertEqual((await self.client("New")).greeting["code"], "banned")

    async def test_a_network_that_everybody_seems_to_have_is_refused(self):
        eve = await Client.open(self.server)
        await eve.hello("Eve")
        code, _, err = admin("ban", "--network", eve.player["id"], "spam", "--yes", data=self.server.data)
        self.assertEqual(code, REFUSED)
        self.assertIn("X-Forwarded-For", err)
        self.assertEqual(admin("ban", "--network", "10.0.0.0/16", "spam", "--yes", data=self.server.data)[0], REFUSED)
        self.assertEqual(admin("ban", "--network", "198.51.0.0/15", "spam", "--yes", data=self.server.data)[0], REFUSED)
        self.assertIsNone(eve.socket.close_code)
        await eve.close()

    async def test_a_muted_player_plays_on_without_chat(self):
        eve = await self.client("Eve")
        room = (await eve.request("room.create", game="yahtzee"))["room"]
        self.assertEqual(admin("mute", eve.player["id"], "30m", "insults", data=self.server.data)[0], DONE)
        said = await eve.request("room.chat", room=room, text="you fool")
        self.assertEqual((said["code"], said["args"]), ("muted", ["insults"]))
        no = answer(self.server, "bans")["decrees"][0]["no"]
        for change in ([], ["--newcomers", "1d"]):  # of a mute there is nothing to change by these
            self.assertEqual(admin("change", str(no), *change, data=self.server.data)[0], REFUSED)
        self.assertEqual((await eve.request("room.ready", room=room, ready=True))["t"], "ok")

    async def test_a_list_of_bans_that_is_cut_says_so(self):
        eve = await self.client("Eve")
        with socket.socket(socket.AF_UNIX) as raw:
            raw.settimeout(PATIENCE)
            raw.connect(f"/proc/self/fd/{(place := os.open(self.server.data, os.O_PATH))}/desk.sock")
            os.close(place)
            lines = raw.makefile()
            for number in range(1, 202):
                raw.sendall(json.dumps({"t": "desk.mute", "id": number, "player": eve.player["id"], "reason": "insults"}).encode() + b"\n")
                self.assertEqual(json.loads(lines.readline())["no"], number)
        self.assertTrue(admin("bans", data=self.server.data)[1].endswith("\nThe first 200 of 201. Others: cubilete admin bans FIND\n"))

    async def test_tables_and_players_are_shown_and_chat_only_of_a_table_that_is_named(self):
        eve = await self.client("Eve")
        room = (await eve.request("room.create", game="yahtzee"))["room"]
        await eve.request("room.chat", room=room, text="good luck")
        self.assertIn(room, admin("tables", data=self.server.data)[1])
        self.assertNotIn("good luck", json.dumps(answer(self.server, "tables")))
        self.assertIn("Eve: good luck", admin("table", room, data=self.server.data)[1])
        self.assertIn(f"Tables:   {room}", admin("player", eve.player["id"], data=self.server.data)[1])
        self.assertNotIn("198.51", json.dumps([answer(self.server, *words) for words in (["who"], ["player", eve.player["id"]], ["table", room])]))

    async def test_a_line_to_all_a_closed_table_and_a_report(self):
        eve, ben = await self.client("Eve"), await self.client("Ben")
        self.assertEqual(admin("say", "Restart", "at", "nine.", "--for", "30m", data=self.server.data)[0], DONE)
        self.assertEqual((await eve.push("notice"))["text"], "Restart at nine.")
        room = (await eve.request("room.create", game="yahtzee"))["room"]
        await ben.request("room.join", room=room)
        await eve.request("room.chat", room=room, text="you fool")
        said = await ben.request("room.report", room=room, player=eve.player["id"], about="chat", text="insults")
        self.assertEqual(said, {"t": "ok", "re": said["re"]})
        self.assertRegex(admin("reports", data=self.server.data)[1], r"Report 1, .*\n  Ben \(p_\S+\) about the chat of Eve \(p_\S+\): insults\n.*Eve: you fool")
        self.assertEqual(admin("report", "1", "done", data=self.server.data)[0], DONE)
        self.assertEqual(admin("close", room, "not", "here", data=self.server.data)[0], DONE)
        gone = await ben.push("gone")
        self.assertEqual((gone["reason"], gone["text"]), ("closed", "not here"))

    async def test_settings_override_the_flags_until_they_are_default(self):
        words = self.server.own / "words"
        words.write_text("# not these\nblast\n")
        eve = await self.client("Eve")
        room = (await eve.request("room.create", game="yahtzee"))["room"]
        self.assertEqual(admin("set", "refused-words", words, data=self.server.data)[0], DONE)
        self.assertEqual((await eve.request("room.chat", room=room, text="Blast!"))["why"], "word_refused")
        self.assertRegex(admin("settings", data=self.server.data)[1], r"refused-words +user \d+ +a list of 2 lines\n")
        self.assertEqual(admin("set", "refused-words", "default", data=self.server.data)[0], DONE)
        self.assertEqual((await eve.request("room.chat", room=room, text="Blast!"))["t"], "ok")
        self.assertEqual(admin("set", "chat", "perhaps", data=self.server.data)[0], REFUSED)
        for unreadable in (self.server.own / "nothing", self.server.own):
            code, _, err = admin("set", "refused-words", unreadable, data=self.server.data)
            self.assertEqual((code, f"{unreadable}: cannot be read" in err), (WRONG_WORDS, True), err)
        with Server("--chat", "off", "--refused-names", words) as strict:
            quiet = await Client.open(strict)
            self.assertEqual((await quiet.hello("Blaster"))["why"], "name_refused")
            await quiet.hello("Eve")
            room = (await quiet.request("room.create", game="yahtzee"))["room"]
            self.assertEqual((await quiet.request("room.chat", room=room, text="hm"))["why"], "chat_is_off")
            self.assertEqual(admin("set", "chat", "on", data=strict.data)[0], DONE)
            self.assertEqual((await quiet.request("room.chat", room=room, text="hm"))["t"], "ok")
            for words in (["change", "1", "--reason", "insults"], ["unban", "1"]):  # a slip: 1 is the setting
                self.assertEqual(admin(*words, data=strict.data)[0], REFUSED)
            self.assertEqual((await quiet.request("room.chat", room=room, text="hm"))["t"], "ok")
            await quiet.close()

    async def test_the_log_tells_who_did_what(self):
        eve = await self.client("Eve")
        admin("ban", eve.player["id"], "12h", "rude", data=self.server.data)
        admin("change", "1", "--for", "1h", data=self.server.data)
        lines = answer(self.server, "log")["lines"]
        self.assertEqual([line["what"] for line in lines], ["change", "ban"])
        self.assertEqual(lines[1]["by"], f"user {os.geteuid()}")
        self.assertIn("12h, newcomers 1d: rude", admin("log", data=self.server.data)[1])

    async def test_a_refusal_is_logged_with_the_network_by_the_tag_that_the_desk_shows(self):
        server = self.enterContext(Server("--log-json", "--log-level", "debug"))
        clients = [await Client.open(server, extra_headers={"X-Forwarded-For": address}) for address in ("198.51.100.7", "203.0.113.9")]
        for client in clients:
            await client.hello("Eve")
            await client.request("room.join", room="AAAAAA")
        tags = {one["player"]["id"]: one["network"] for one in answer(server, "who")["people"]}
        logged = {line["player"]: line["network"] for line in map(json.loads, server.log().splitlines()) if line["text"] == "refused"}
        self.assertEqual(len(set(tags.values())), 2)
        self.assertEqual(logged, tags)
        self.assertNotIn("198.51", server.log())
        for client in clients:
            await client.close()

    async def test_every_command_holds_although_the_server_is_killed_as_soon_as_it_is_answered(self):
        server = Server()
        self.addCleanup(lambda: server.kill())
        eve, ben = await Client.open(server), await Client.open(server)
        await eve.hello("Eve")
        await ben.hello("Ben")
        room, other = [(await ben.request("room.create", game="yahtzee"))["room"] for _ in range(2)]
        await eve.request("room.join", room=room)
        await ben.request("room.report", room=room, player=eve.player["id"], about="chat", text="insults")
        words = self.server.own / "words"
        words.write_text("blast\n")

        async def greeting(client, **fields):
            again = await Client.open(server)
            self.addAsyncCleanup(again.close)
            return again, await again.hello("Again", token=client.token, **fields)

        async def chat(why):
            again, _ = await greeting(ben)
            said = await again.request("room.chat", room=room, text="blast")
            return why in (said.get("why"), said.get("code"), said["t"])

        async def is_banned(expected):
            return ((await greeting(eve))[1].get("code") == "banned") == expected

        async def notice():
            again, _ = await greeting(ben)
            return (await again.push("notice"))["text"] == "At nine."

        async def closed():
            return [line["room"] for line in answer(server, "tables")["tables"]] == [room]

        async def decree(key, value):
            return value in [one[key] for one in answer(server, "bans")["decrees"]]

        async def reported_done():
            return [one["done_by"] != "" for one in answer(server, "reports")["reports"]] == [True]

        for command, holds in [
                (["ban", eve.player["id"], "rude"], lambda: is_banned(True)),
                (["change", "1", "--reason", "very rude"], lambda: decree("text", "very rude")),
                (["unban", "1"], lambda: is_banned(False)),
                (["ban", "--network", "198.51.100.0/24", "spam", "--yes"], lambda: decree("networks", ["198.51.100.0/24"])),
                (["say", "At nine."], notice),
                (["set", "refused-words", words], lambda: chat("word_refused")),
                (["set", "chat", "off"], lambda: chat("chat_is_off")),
                (["set", "chat", "default"], lambda: chat("word_refused")),
                (["set", "refused-words", "default"], lambda: chat("ok")),
                (["mute", ben.player["id"], "insults"], lambda: chat("muted")),
                (["report", "1", "done"], lambda: reported_done()),
                (["close", other, "not here"], closed)]:
            with self.subTest(" ".join(map(str, command))):
                answer(server, *command)
                server.kill()
                server = Server(data=server.data)
                self.assertTrue(await holds())

    async def test_a_command_that_a_kill_interrupts_is_done_with_its_line_in_the_log_or_not_at_all(self):
        seed = random.randrange(2 ** 32)
        print(f"seed {seed}", flush=True)
        chance = random.Random(seed)
        server = Server()
        self.addCleanup(lambda: server.kill())
        eve = await Client.open(server)
        await eve.hello("Eve")
        done = 0
        for number in range(12):
            with socket.socket(socket.AF_UNIX) as raw:
                raw.connect(f"/proc/self/fd/{(place := os.open(server.data, os.O_PATH))}/desk.sock")
                os.close(place)
                raw.sendall(json.dumps({"t": "desk.mute", "id": 1, "player": eve.player["id"], "reason": f"insult {number}"}).encode() + b"\n")
                await asyncio.sleep(chance.choice([0, 0, chance.random() / 200]))
                server.kill()
            server = Server(data=server.data)
            mutes = [one["text"] for one in answer(server, "bans")["decrees"]]
            lines = answer(server, "log")["lines"]
            self.assertEqual(len(mutes), len(lines), (mutes, lines))
            done = len(mutes)
        print(f"{done} of 12 were done", flush=True)

    async def test_a_script_in_a_name_chat_line_reason_or_line_to_all_stays_text_and_controls_no_terminal(self):
        script = "<script>alert(1)</script>"
        eve = await self.client("<b>Eve</b>")
        room = (await eve.request("room.create", game="yahtzee"))["room"]
        await eve.request("room.chat", room=room, text=script)
        self.assertIn(f"<b>Eve</b>: {script}", admin("table", room, data=self.server.data)[1])
        self.assertEqual(admin("say", script, data=self.server.data)[0], DONE)
        self.assertEqual((await eve.push("notice"))["text"], script)
        self.assertEqual(admin("ban", eve.player["id"], script, data=self.server.data)[0], DONE)
        self.assertIn(script, admin("bans", data=self.server.data)[1])
        for words in (["mute", eve.player["id"]], ["say"], ["close", room]):
            code, _, err = admin(*words, "red \x1b[31m text", data=self.server.data)
            self.assertEqual(code, REFUSED, words)
            self.assertNotIn("\x1b", err)

    def test_a_time_in_two_words_or_without_a_reason_bans_nobody(self):
        for words in (["2", "days", "spam"], ["2days", "spam"], ["2d"], ["forever"]):
            for command in ("ban", "mute"):
                with self.subTest(command, words=words):
                    code, _, err = admin(command, "p_nobody", *words, data=self.server.data)
                    self.assertEqual(code, WRONG_WORDS, err)
                    self.assertIn(words[0], err)
        self.assertEqual(admin("ban", "p_nobody", "2d", "spam", data=self.server.data)[0], REFUSED)
        self.assertEqual(admin("ban", "p_nobody", "2 days of spam", data=self.server.data)[0], REFUSED)

    def test_a_refusal_says_what_an_operator_could_have_meant(self):
        for words, meant in ((["ban", "10.0.0.0/8", "7d", "spam"], "--network"), (["mute", "p_nobody", "spam"], "cubilete admin who"),
                             (["unban", "7"], "ban, mute or line to everybody")):
            with self.subTest(words):
                code, _, err = admin(*words, data=self.server.data)
                self.assertEqual(code, REFUSED)
                self.assertIn(meant, err)

    def test_wrong_words_are_told_apart_from_refusals(self):
        for words in ([], ["dance"], ["ban"], ["unban", "x"], ["unban", "0"], ["change", "1", "--for", "soon"]):
            with self.subTest(words):
                self.assertEqual(admin(*words, data=self.server.data)[0], WRONG_WORDS)
        words = self.server.own / "words"
        for text, wrong in ((b"caf\xe9\n", "not UTF-8"), (b"blast\n" * 200_000, "longer than a megabyte")):
            words.write_bytes(text)
            code, _, err = admin("set", "refused-words", words, data=self.server.data)
            self.assertEqual(code, WRONG_WORDS)
            self.assertIn(wrong, err)
        self.assertEqual(admin("unban", "7", data=self.server.data)[0], REFUSED)
        self.assertEqual(admin("ban", "p_nobody", "x", data=self.server.data)[0], REFUSED)
        self.assertEqual(admin("ban", "--help", data=self.server.data)[0], DONE)


class Page(unittest.IsolatedAsyncioTestCase):
    async def test_a_link_opens_the_desk_for_a_page_once_and_not_at_another_server(self):
        with Server("--limit", "hello-deadline=500ms") as server, Server() as other:
            code, out, _ = admin("link", data=server.data)
            self.assertEqual(code, DONE)
            self.assertRegex(out, rf"^http://localhost:{server.port}/desk#\S+\n$")
            secret = out.strip().partition("#")[2]
            stranger = await DeskPage.open(other)
            self.assertEqual((await stranger.request("desk.open", secret=secret))["why"], "desk_link_over")
            await stranger.close()
            page = await DeskPage.open(server)
            opened = await page.request("desk.open", secret=secret)
            self.assertEqual(opened["t"], "ok")
            again = await DeskPage.open(server)
            self.assertEqual((await again.request("desk.open", secret=secret))["why"], "desk_link_over")
            self.assertEqual(await again.closed(), 4001)  # no hello, and no open desk, in time
            self.assertEqual((await page.request("desk.who"))["people"], [])
            self.assertIn(f"link {opened['link']}", admin("links", data=server.data)[1])
            for said in (f"link {opened['link']} has ended\n", "No session was open. Links that nobody has used yet have ended.\n"):
                self.assertEqual(admin("links", "--end", data=server.data)[1], said)
            self.assertNotIn(secret, server.log())
            await page.close()

    async def test_the_page_is_not_kept_not_listed_and_its_files_are_not_those_of_the_players(self):
        with tempfile.TemporaryDirectory(prefix="cubilete-") as own:
            client = pathlib.Path(shutil.copytree(ROOT / "web-client", f"{own}/web-client", ignore=shutil.ignore_patterns("node_modules")))
            (client / "desk").mkdir(exist_ok=True)
            (client / "desk/index.html").write_text('<base href="{{base}}"><script src="v/{{version}}/desk/desk.js">')
            with Server("--web", client) as server:
                status, headers, page = await ask(server, get("/desk"))
                self.assertEqual((status, headers["cache-control"], headers["x-robots-tag"]), (200, "no-store", "noindex"))
                _, usual, players = await ask(server, get("/"))
                self.assertEqual(headers["content-security-policy"], usual["content-security-policy"])
                self.assertEqual(headers["referrer-policy"], "no-referrer")
                version = re.search(rb"v/([0-9a-f]+)/", players)[1]
                self.assertEqual(page, b'<base href="/"><script src="v/' + version + b'/desk/desk.js">')
                self.assertNotIn(b"/desk/", players)

    async def test_a_page_of_a_foreign_origin_opens_nothing(self):
        with Server() as server:
            with self.assertRaises(websockets.InvalidStatusCode):
                await Client.open(server, origin="https://evil.example")

    def test_no_link_goes_over_plain_http_to_another_machine(self):
        with Server("--public-url", "http://games.example") as server:
            code, _, err = admin("link", data=server.data)
            self.assertEqual(code, REFUSED)
            self.assertIn("ssh -L", err)
            self.assertEqual(admin("link", "--url", "https://games.example/dice/", data=server.data)[0], DONE)
            self.assertTrue(admin("link", "--url", "http://localhost:8080", data=server.data)[1].startswith("http://localhost:8080/desk#"))
        with Server("--host", "0.0.0.0") as server:
            self.assertTrue(admin("link", data=server.data)[1].startswith(f"http://localhost:{server.port}/desk#"))

    def test_a_link_names_the_one_address_at_which_the_server_listens(self):
        with Server("--host", "127.0.0.2") as server:
            self.assertTrue(admin("link", data=server.data)[1].startswith(f"http://127.0.0.2:{server.port}/desk#"))


class Socket(unittest.TestCase):
    def setUp(self):
        self.own = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="cubilete-")))

    def test_only_its_owner_may_open_it_and_it_goes_with_the_server(self):
        with Server() as server:
            file = server.data / "desk.sock"
            self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)
            server.stop()
            self.assertFalse(file.exists())
        self.assertEqual(admin("who", data=self.own)[0], NO_SERVER)

    @left_out_unless_root("only root can act as another user")
    def test_another_user_of_the_machine_is_refused_even_if_the_file_lets_them(self):
        with Server() as server:
            for place in (server.own, server.data):
                place.chmod(0o755)
            (server.data / "desk.sock").chmod(0o666)
            # Other users may not reach the folder of the build.
            program = shutil.copy(os.environ["CUBILETE_BIN"], server.own / "cubilete")
            stranger = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
            code, _, err = admin("who", data=server.data, before=stranger, program=program)
            self.assertEqual((code, err), (REFUSED, "Only the operator of this server may do that.\n"))
            self.assertEqual(admin("who", data=server.data)[0], DONE)
            (server.data / "desk.sock").chmod(0o600)
            self.assertEqual(admin("who", data=server.data, before=stranger, program=program)[0], NO_SERVER)

    def test_a_stale_file_is_replaced_and_a_long_path_does_not_matter(self):
        data = self.own / ("d" * 100) / ("e" * 100)
        data.mkdir(parents=True)
        with Server(data=data) as server:
            server.kill()
        self.assertTrue((data / "desk.sock").exists())
        self.assertEqual(admin("who", data=data)[0], NO_SERVER)
        with Server(data=data):
            self.assertEqual(admin("who", data=data)[0], DONE)

    @left_out_on_postgres("a data directory has one server")
    def test_the_socket_of_a_living_server_is_left_alone(self):
        data = self.own / "data"
        data.mkdir(mode=0o700)
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(str(data / "desk.sock"))
            other.listen()
            with Server(data=data) as server:
                self.assertIn("no desk for the operator", server.log())
            self.assertTrue((data / "desk.sock").exists())

    def test_the_command_does_not_wait_for_ever_for_a_server_that_does_not_answer(self):
        with socket.socket(socket.AF_UNIX) as hung:
            hung.bind(str(self.own / "desk.sock"))
            hung.listen()
            code, _, err = admin("who", data=self.own)
            self.assertEqual((code, "has not answered" in err), (NO_SERVER, True), err)

    def test_the_command_finds_the_server_by_the_variable_and_in_the_present_directory(self):
        with Server(data=self.own / "data") as server:
            self.assertEqual(admin("who", environment={"CUBILETE_DATA": str(server.data)})[0], DONE)
            done = subprocess.run([os.environ["CUBILETE_BIN"], "admin", "who"], cwd=self.own, check=False, capture_output=True,
                                  timeout=PATIENCE, env={**os.environ, "CUBILETE_DATA": str(self.own)})
            self.assertEqual(done.returncode, DONE, done.stderr)

    @left_out_unless_root("only root can act as another user")
    def test_another_users_server_in_the_present_directory_is_asked_only_if_it_is_named(self):
        other, data = 65534, self.own / "data"
        data.mkdir()
        os.chown(data, other, other)
        self.own.chmod(0o755)
        with socket.socket(socket.AF_UNIX) as desk:
            os.seteuid(other)
            try:
                desk.bind(str(data / "desk.sock"))
                desk.listen()
            finally:
                os.seteuid(0)

            def answer_all():
                with contextlib.suppress(OSError):  # until it is shut down
                    while True:
                        connection, _ = desk.accept()
                        with connection:
                            if connection.recv(1000):
                                connection.sendall(b'{"t":"ok","re":1,"people":[],"silent":[]}\n')

            callers = ({}, NO_SERVER), ({"SUDO_UID": "65533"}, NO_SERVER), ({"SUDO_UID": str(other)}, DONE), ({"CUBILETE_DATA": "data"}, DONE)
            answering = threading.Thread(target=answer_all)
            answering.start()
            try:
                for environment, expected in callers:
                    with self.subTest(environment):
                        code, _, err = admin("who", before=["env", f"--chdir={self.own}"], environment={"CUBILETE_DATA": "", "SUDO_UID": "", **environment})
                        self.assertEqual((code, "data: another user" in err), (expected, expected == NO_SERVER), err)
            finally:
                desk.shutdown(socket.SHUT_RDWR)
                answering.join()

    def test_what_is_no_request_of_the_desk_is_refused_and_the_connection_goes_on(self):
        with Server() as server, socket.socket(socket.AF_UNIX) as raw:
            os.chdir(server.data)
            self.addCleanup(os.chdir, "/")
            raw.settimeout(PATIENCE)
            raw.connect("desk.sock")
            lines = raw.makefile()
            for line, code in [("what", "bad_message"), ('{"t":"hello","id":1,"v":1}', "unknown_type"), ('{"t":"desk.dance","id":1}', "unknown_type"),
                               ('{"t":"desk.ban","id":2,"player":"p_x"}', "bad_message"),
                               ('{"t":"desk.ban","id":2,"player":"p_x","reason":"x","for":"soon"}', "bad_message")]:
                raw.sendall(line.encode() + b"\n")
                self.assertEqual(json.loads(lines.readline())["code"], code, line)
            raw.sendall(b'{"t":"desk.who","id":"x"}\n')
            self.assertEqual(json.loads(lines.readline()), {"t": "ok", "re": "x", "people": [], "silent": []})


if __name__ == "__main__":
    unittest.main()
