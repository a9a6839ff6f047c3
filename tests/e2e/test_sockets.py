"""Tests the protocol of a WebSocket, and how the server ends connections that break it. No game is played here."""
import asyncio
import contextlib
import json
import os
import random
import unittest

from server import (BINARY, CLOSE, CONTINUATION, FREED_AND_KEPT, PING, PONG, TEXT, Client, Raw, Server, frame,
                    in_time, upgrade_request)

NO_HELLO, ABUSE, TOO_SLOW = 4001, 4002, 4008
PROTOCOL_ERROR, BAD_PAYLOAD, TOO_BIG = 1002, 1007, 1009
HELLO = json.dumps({"t": "hello", "id": 1, "v": 1, "name": "Ana"})
MESSAGE_BYTES = 16 * 1024


async def opened(server, **headers):
    """Status and headers of the answer to an upgrade request."""
    raw = await Raw.open(server)
    await raw.send(upgrade_request(**headers))
    first, *lines = (await raw.head()).rstrip().split("\r\n")
    await raw.close()
    return int(first.split()[1]), dict(line.lower().split(": ", 1) for line in lines)


class Upgrade(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(
            Server("--public-url", "https://games.example/dice", "--origins", "https://cards.example:8443"))

    async def test_only_own_and_allowed_pages_may_connect_but_any_program_may(self):
        own = f"127.0.0.1:{self.server.port}"
        cases = [
            (None, own, 101),
            (f"http://{own}", own, 101),
            (f"https://{own}", own, 101),
            ("https://games.example", own, 101),
            ("https://CARDS.example:8443", own, 101),
            ("http://example.org", "example.org", 421),
            ("https://games.example", "games.example", 101),
            ("http://games.example", "games.example", 101),
            ("null", own, 403),
            ("", own, 403),
            ("http://127.0.0.1", own, 403),
            (f"http://localhost:{self.server.port}", own, 403),
            (f"http://{own}.evil.example", own, 403),
            (f"http://evil.example#{own}", own, 403),
            ("http://games.example", own, 403),
            ("https://games.example:8443", own, 403),
            ("https://cards.example", own, 403),
            ("https://evilcards.example:8443", own, 403),
            ("https://cards.example:8443/", own, 403),
        ]
        for origin, host, expected in cases:
            with self.subTest(origin=origin, host=host):
                status, _ = await opened(self.server, Origin=origin, Host=host)
                self.assertEqual(status, expected)
        self.assertIn("refused a WebSocket from a page of https://evilcards.example:8443", self.server.log())

    async def test_a_page_may_not_send_two_origins(self):
        own = f"http://127.0.0.1:{self.server.port}"
        status, _ = await opened(self.server, Origin=f"{own}\r\nOrigin: {own}", Host=own[7:])
        self.assertEqual(status, 403)

    async def test_an_origin_header_cannot_forge_a_log_line(self):
        self.assertEqual((await opened(self.server, Origin="http://x\x1b[2J"))[0], 400)
        self.assertEqual((await opened(self.server, Origin="http://x\x9b{}%n"))[0], 403)
        self.assertIn("refused a WebSocket from a page of http://x\\ufffd{}%n that asked", self.server.log())

    async def test_the_subprotocol_is_confirmed_to_clients_that_offer_it(self):
        _, headers = await opened(self.server, Sec_WebSocket_Protocol="chat, cubilete.v1")
        self.assertEqual(headers["sec-websocket-protocol"], "cubilete.v1")
        for offer in None, "chat", "cubilete.v2":
            _, headers = await opened(self.server, Sec_WebSocket_Protocol=offer)
            self.assertNotIn("sec-websocket-protocol", headers)

    async def test_compression_is_never_negotiated(self):
        _, headers = await opened(self.server, Sec_WebSocket_Extensions="permessage-deflate")
        self.assertNotIn("sec-websocket-extensions", headers)

    async def test_a_request_that_is_not_an_upgrade_gets_instructions(self):
        for headers in [{"Upgrade": None}, {"Connection": "close"}, {"Sec_WebSocket_Version": "12"},
                        {"Sec_WebSocket_Version": None}, {"Upgrade": "h2c"}, {"Sec_WebSocket_Key": None}]:
            with self.subTest(headers):
                status, answer = await opened(self.server, **headers)
                self.assertEqual(status, 426)
                self.assertEqual(answer["sec-websocket-version"], "13")
        self.assertEqual((await opened(self.server, Sec_WebSocket_Key="x" * 100))[0], 400)

    async def test_frames_before_the_answer_are_refused(self):
        raw = await Raw.open(self.server)
        await raw.send(upgrade_request().encode() + frame(TEXT, HELLO))
        self.assertEqual((await raw.response())[0], 400)
        await raw.close()

    async def test_behind_a_proxy_the_socket_is_also_below_the_public_path(self):
        raw = await Raw.open(self.server)
        await raw.send(upgrade_request().replace("/ws", "/dice/ws", 1))
        self.assertTrue((await raw.head()).startswith("HTTP/1.1 101"))
        await raw.close()


class Messages(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server())

    async def refusal(self, *frames):
        """Sends frames and returns the refusal; the connection must stay open."""
        raw = await Raw.websocket(self.server)
        for each in frames:
            await raw.send(each)
        opcode, payload = await raw.frame()
        self.assertEqual(opcode, TEXT)
        await raw.send(frame(TEXT, HELLO))
        reply = json.loads((await raw.frame())[1])
        self.assertEqual((reply["t"], reply["re"]), ("ok", 1))
        await raw.close()
        return json.loads(payload)

    async def closed(self, *frames):
        """Sends frames and returns the close code."""
        raw = await Raw.websocket(self.server)
        with contextlib.suppress(ConnectionError):
            for each in frames:
                await raw.send(each)
        code = await raw.close_code()
        await raw.close()
        return code

    async def test_hello_creates_a_player(self):
        client = await Client.open(self.server)
        reply = await client.hello("Ana")
        self.assertEqual(reply["t"], "ok")
        self.assertEqual(reply["player"]["name"], "Ana")
        self.assertTrue(reply["token"])
        await client.close()

    async def test_before_hello_everything_else_is_refused(self):
        client = await Client.open(self.server)
        reply = await client.request("lobby.watch")
        self.assertEqual((reply["t"], reply["code"]), ("refused", "hello_first"))
        await client.close()

    async def test_a_message_of_maximum_size_is_read_and_one_byte_more_is_too_big(self):
        message = HELLO[:-1] + ', "x": "' + "x" * MESSAGE_BYTES
        largest = message[: MESSAGE_BYTES - 2] + '"}'
        raw = await Raw.websocket(self.server)
        await raw.send(frame(TEXT, largest))
        self.assertEqual(json.loads((await raw.frame())[1])["t"], "ok")
        await raw.close()
        refusal = await self.refusal(frame(TEXT, largest + " "))
        self.assertEqual((refusal["t"], refusal["re"], refusal["code"]), ("refused", None, "too_big"))

    async def test_a_much_too_big_message_is_discarded_while_it_arrives(self):
        refusal = await self.refusal(frame(TEXT, "x" * 1_000_000))
        self.assertEqual(refusal["code"], "too_big")
        halves = frame(TEXT, "x" * 10_000, fin=False), frame(CONTINUATION, "x" * 10_000)
        self.assertEqual((await self.refusal(*halves))["code"], "too_big")

    async def test_a_message_above_one_mebibyte_ends_the_connection_at_its_first_frame(self):
        def announced(length):
            return bytes([0x81, 0xFF]) + length.to_bytes(8, "big") + bytes(4)

        self.assertEqual(await self.closed(announced(2**20 + 1)), TOO_BIG)
        self.assertEqual(await self.closed(announced(2**63 - 1)), TOO_BIG)
        self.assertEqual(await self.closed(announced(2**63)), PROTOCOL_ERROR)
        self.assertEqual(await self.closed(announced(2**64 - 1)), PROTOCOL_ERROR)
        without_end = [frame(TEXT, "x", fin=False)] + [frame(CONTINUATION, "x" * 10_000, fin=False)] * 110
        # A client that continues to send may be cut before it has read the reason.
        self.assertIn(await self.closed(*without_end), (TOO_BIG, None))

    async def test_a_message_may_come_in_fragments_with_pings_between_them(self):
        half = len(HELLO) // 2
        raw = await Raw.websocket(self.server)
        await raw.send(frame(TEXT, HELLO[:half], fin=False))
        await raw.send(frame(PING, "still there?"))
        await raw.send(frame(CONTINUATION, HELLO[half:]))
        self.assertEqual(await raw.frame(), (PONG, b"still there?"))
        self.assertEqual(json.loads((await raw.frame())[1])["t"], "ok")
        await raw.close()

    async def test_a_message_may_come_byte_by_byte(self):
        raw = await Raw.websocket(self.server)
        for byte in frame(TEXT, HELLO):
            await raw.send(bytes([byte]))
            await asyncio.sleep(0)
        self.assertEqual(json.loads((await raw.frame())[1])["t"], "ok")
        await raw.close()

    async def test_many_messages_at_once_are_answered_in_order(self):
        raw = await Raw.websocket(self.server)
        ids = range(2, 500)
        watch = (frame(TEXT, json.dumps({"t": "lobby.unwatch", "id": id})) for id in ids)
        await raw.send(frame(TEXT, HELLO) + b"".join(watch))
        replies = [json.loads((await raw.frame())[1]) for _ in range(1 + len(ids))]
        self.assertEqual([reply["re"] for reply in replies], [1, *ids])
        await raw.close()

    async def test_a_binary_message_is_refused(self):
        for frames in [[frame(BINARY, HELLO)], [frame(BINARY, b"\xff\x00", fin=False), frame(CONTINUATION, b"\xfe")]]:
            refusal = await self.refusal(*frames)
            self.assertEqual((refusal["re"], refusal["code"]), (None, "bad_message"))

    async def test_a_text_that_is_not_a_message_is_refused(self):
        for text in ["", " ", "null", "[]", "7", "{", '{"t":"hello"}', "\ufeff{}", '{"id":1}', "[" * 10_000]:
            with self.subTest(text[:20]):
                self.assertIn((await self.refusal(frame(TEXT, text)))["code"], ("bad_message", "too_deep"))

    async def test_an_invalid_frame_ends_the_connection_as_rfc_6455_requires(self):
        broken = {
            "without a mask": frame(TEXT, HELLO, masked=False),
            "reserved bit": bytes([0xC1]) + frame(TEXT, "{}")[1:],
            "unknown opcode": frame(0x3, "{}"),
            "unknown control opcode": frame(0xB),
            "continuation of nothing": frame(CONTINUATION, "{}"),
            "a new message in a message": frame(TEXT, "{", fin=False) + frame(TEXT, "}"),
            "fragmented ping": frame(PING, fin=False),
            "long ping": frame(PING, "x" * 126),
            "close of one byte": frame(CLOSE, b"\x03"),
            "close with a code that nobody may send": frame(CLOSE, b"\x03\xed"),
            "close with a code past all codes": frame(CLOSE, b"\x13\x88"),
            "close with the last code": frame(CLOSE, b"\xff\xffbye"),
            "a length written too long": bytes([0x81, 0xFE, 0, 5]) + bytes(4) + b"hello",
        }
        for name, frames in broken.items():
            with self.subTest(name):
                self.assertEqual(await self.closed(frames), PROTOCOL_ERROR)
        for text in [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"]:
            with self.subTest(text):
                self.assertEqual(await self.closed(frame(TEXT, text)), BAD_PAYLOAD)
                self.assertEqual(await self.closed(frame(CLOSE, b"\x03\xe8" + text)), BAD_PAYLOAD)

    async def test_a_closing_client_gets_a_close_frame(self):
        raw = await Raw.websocket(self.server)
        await raw.send(frame(CLOSE, b"\x03\xe8bye"))
        self.assertEqual(await raw.close_code(), 1000)
        self.assertEqual(await raw.ended(), b"")
        await raw.close()

    async def test_pings_are_answered_if_there_are_few(self):
        raw = await Raw.websocket(self.server)
        for number in range(50):
            await raw.send(frame(PING, str(number)))
            self.assertEqual(await raw.frame(), (PONG, str(number).encode()))
        await raw.close()

    async def test_a_flood_of_pings_is_abuse_whether_or_not_the_answers_are_read(self):
        self.assertEqual(await self.closed(frame(PING) * 1_000), ABUSE)
        self.assertEqual(await self.closed(frame(PONG) * 1_000), ABUSE)
        slow_reader = await Raw.websocket(self.server, receive_buffer=4096)
        with contextlib.suppress(ConnectionError):
            await slow_reader.send(frame(PING, "x" * 125) * 55_000)
        self.assertIn(await slow_reader.close_code(), (ABUSE, None))
        await slow_reader.close()

    async def test_endless_empty_fragments_are_abuse(self):
        before = self.server.resident_bytes()
        flood = frame(TEXT, fin=False) + frame(CONTINUATION, fin=False) * 1_000_000
        # The server does not wait until such a client stops, so it may be cut before it has read the reason.
        self.assertIn(await self.closed(flood), (ABUSE, None))
        self.assertLess(self.server.resident_bytes() - before, 32 * 2**20 + FREED_AND_KEPT)

    async def test_the_server_stops_reading_from_a_client_that_does_not_read(self):
        """Unread answers stay in the kernel: the server reads no more requests than it can answer."""
        slow_reader = await Raw.websocket(self.server, receive_buffer=4096)
        request = frame(TEXT, json.dumps({"t": "lobby.unwatch", "id": "x" * 32}))
        slow_reader.writer.write(frame(TEXT, HELLO) + request * 200_000)
        honest = await Client.open(self.server)
        await honest.hello("Ana")
        before = self.server.resident_bytes()
        for _ in range(100):
            await honest.request("lobby.unwatch")
        self.assertLess(self.server.resident_bytes() - before, 8 * 2**20 + FREED_AND_KEPT)
        await honest.close()
        await slow_reader.close()

    async def test_random_bytes_never_stop_the_server(self):
        seed = int(os.environ.get("CUBILETE_SEED", "1"))
        noise = random.Random(seed)
        for round in range(100):
            with self.subTest(seed=seed, round=round):
                raw = await Raw.open(self.server)
                with contextlib.suppress(ConnectionError):
                    if noise.random() < 0.7:
                        await raw.send(upgrade_request())
                        await raw.head()
                    await raw.send(noise.randbytes(noise.randrange(1, 2_000)))
                    raw.writer.write_eof()
                    await raw.ended()
                await raw.close()
        client = await Client.open(self.server)
        self.assertEqual((await client.hello())["t"], "ok")
        await client.close()


class Deadlines(unittest.IsolatedAsyncioTestCase):
    """Tests that no client can block a socket; the deadlines are short for this test."""

    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(
            Server("--limit", "hello-deadline=1s", "--limit", "message-deadline=500ms", "--limit", "close-deadline=500ms",
                   "--limit", "write-deadline=500ms", "--limit", "idle-deadline=2s"))

    async def greeted(self, **options):
        raw = await Raw.websocket(self.server, **options)
        await raw.send(frame(TEXT, HELLO))
        self.assertEqual(json.loads((await raw.frame())[1])["t"], "ok")
        return raw

    async def test_a_client_without_hello_is_closed(self):
        raw = await Raw.websocket(self.server)
        self.assertEqual(await raw.close_code(), NO_HELLO)
        await raw.close()

    async def test_a_refused_hello_does_not_count(self):
        raw = await Raw.websocket(self.server)
        await raw.send(frame(TEXT, json.dumps({"t": "hello", "id": 1, "v": 99})))
        self.assertEqual(json.loads((await raw.frame())[1])["code"], "bad_version")
        self.assertEqual(await raw.close_code(), NO_HELLO)
        await raw.close()

    async def test_a_client_that_answers_pings_stays_connected(self):
        client = await Client.open(self.server)
        await client.hello()
        await asyncio.sleep(4)
        self.assertEqual((await client.request("lobby.unwatch"))["t"], "ok")
        await client.close()

    async def test_a_client_that_answers_no_pings_is_cut(self):
        raw = await self.greeted()
        self.assertEqual((await raw.frame())[0], PING)
        self.assertEqual(await raw.ended(), b"")
        await raw.close()

    async def test_half_a_frame_is_cut(self):
        for half in frame(TEXT, HELLO)[:-1], frame(TEXT, HELLO, fin=False):
            raw = await self.greeted()
            await raw.send(half)
            self.assertEqual(await raw.close_code(), ABUSE)
            await raw.close()

    async def test_a_slow_message_is_cut_even_if_it_continues(self):
        raw = await self.greeted()
        await raw.send(frame(TEXT, HELLO, fin=False))
        code = asyncio.create_task(raw.close_code())
        with contextlib.suppress(ConnectionError):
            while not code.done():
                await raw.send(frame(CONTINUATION, "x", fin=False))
                await asyncio.sleep(0.05)
        self.assertEqual(await code, ABUSE)
        await raw.close()

    async def test_a_client_that_does_not_answer_a_close_is_cut(self):
        raw = await Raw.websocket(self.server)
        self.assertEqual(await raw.close_code(), NO_HELLO)
        self.assertEqual(await raw.ended(), b"")  # the test has not sent a close frame
        await raw.close()

    async def test_a_client_that_stopped_reading_is_too_slow_and_others_do_not_notice(self):
        honest = await Client.open(self.server)
        await honest.hello()
        for _ in range(20):  # a list of them is some kilobytes: a few thousand fill the buffers of the kernel
            self.assertEqual((await honest.request("room.create", game="escalera", public=True))["t"], "ok")
        slow_reader = await self.greeted(receive_buffer=4096)
        request = frame(TEXT, json.dumps({"t": "lobby.list", "id": "x" * 32}))
        slow_reader.writer.write(request * 10_000)
        async with in_time():
            while await self.server.closes(TOO_SLOW) == 0:
                self.assertEqual((await honest.request("lobby.unwatch"))["t"], "ok")
        # The answers that were being sent arrive, the others never.
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            answers = 0
            while (await slow_reader.frame())[0] == TEXT:
                answers += 1
        self.assertLess(answers, 10_000)
        await slow_reader.close()
        await honest.close()


class Patience(unittest.IsolatedAsyncioTestCase):
    async def test_a_client_that_reads_again_in_time_gets_the_reason_too_slow(self):
        with Server("--limit", "write-deadline=500ms", "--limit", "close-deadline=10min") as server:
            slow_reader = await Raw.websocket(server, receive_buffer=4096)
            request = frame(TEXT, json.dumps({"t": "lobby.unwatch", "id": "x" * 32}))
            slow_reader.writer.write(frame(TEXT, HELLO) + request * 20_000)
            await server.has_closed(TOO_SLOW)
            self.assertEqual(await slow_reader.close_code(), TOO_SLOW)
            await slow_reader.close()


if __name__ == "__main__":
    unittest.main()
