"""Tests the check that all other tests use: an invalid frame is found, from either side and in any fragments."""
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

import frames
import websockets
from proxy import Cable
from server import TEXT, Client, Raw, frame, upgrade_request

SEED = int(os.environ.get("CUBILETE_SEED", "20261121"))
HELLO = {"t": "hello", "id": 1, "v": 1, "name": "Ana"}
PLAYER = {"id": "p_9fJx2mQ0", "name": "Ana", "bot": False}
GREETING = {"t": "ok", "re": 1, "v": 1, "player": PLAYER, "token": "x" * 43, "server": {"name": "Cubilete", "version": "1", "id": "0" * 16},
            "games": [], "rooms": []}
GONE = {"t": "gone", "room": "K7QX2M", "reason": "closed"}


class Impostor:
    """Pretends to be a server: answers everything with the same text."""

    def __init__(self, answer):
        self.answer = answer

    async def __aenter__(self):
        self._listener = await websockets.serve(self._serve, "127.0.0.1", 0)
        self.port = self._listener.sockets[0].getsockname()[1]
        self.socket_url = f"ws://127.0.0.1:{self.port}/ws"
        return self

    async def __aexit__(self, *trouble):
        self._listener.close()
        await self._listener.wait_closed()

    async def _serve(self, socket, path):
        with contextlib.suppress(websockets.ConnectionClosed):
            async for _ in socket:
                await socket.send(json.dumps(self.answer))


class Wrong(unittest.IsolatedAsyncioTestCase):
    def assert_noticed(self, what):
        with self.assertRaisesRegex(AssertionError, f"^{what}"):
            frames.assert_all_fitted()
        frames.assert_all_fitted()  # reported once

    # Each is an answer of a server to hello.
    ANSWERS = {
        "the server sent": [{**GREETING, "surprise": 1}, {**GREETING, "t": "fine"}, {**GONE, "reason": 7, "re": 1}],
        "to hello the server answered": [{"t": "ok", "re": 1}],
        "for /name the server refused": [{"t": "refused", "re": 1, "code": "bad_message", "text": "No.", "at": "/name"}],
    }

    async def test_an_invalid_frame_from_the_server_is_found(self):
        for what, answers in self.ANSWERS.items():
            for answer in answers:
                async with Impostor(answer) as server:
                    client = await Client.open(server)
                    await client.request(**HELLO)
                    await client.close()
                    self.assert_noticed(what)

                    raw = await Raw.websocket(server)
                    await raw.send(frame(TEXT, json.dumps(HELLO)))
                    await raw.frame()
                    await raw.close()
                    self.assert_noticed(what)

                    with self.assertRaisesRegex(AssertionError, f"^{what}"):
                        async with Cable(server) as cable:
                            async with websockets.connect(f"{cable.url.replace('http', 'ws')}/ws", compression=None) as socket:
                                await socket.send(json.dumps(HELLO))
                                await socket.recv()

    async def test_an_invalid_frame_from_a_program_is_found(self):
        for sent in ({**HELLO, "name": 7}, {**HELLO, "t": "hallo"}, {"t": "move", "id": 2, "n": 1}):
            async with Impostor({"t": "refused", "re": None, "code": "bad_message", "text": "No."}) as server:
                with self.assertRaisesRegex(AssertionError, "^the client sent"):
                    async with Cable(server) as cable:
                        async with websockets.connect(f"{cable.url.replace('http', 'ws')}/ws", compression=None) as socket:
                            await socket.send(json.dumps(sent))
                            await socket.recv()

    async def test_unreadable_frames_are_found(self):
        async with Impostor(GREETING) as server:
            with self.assertRaisesRegex(AssertionError, "there passed"):
                async with Cable(server) as cable:
                    async with websockets.connect(f"{cable.url.replace('http', 'ws')}/ws") as socket:  # compressed
                        await socket.send(json.dumps(HELLO))
                        await socket.recv()


class Streams(unittest.TestCase):
    def test_texts_are_read_completely_in_any_fragments(self):
        chance = random.Random(SEED)
        texts = [chance.randbytes(size) for size in (0, 1, 125, 126, 127, 1000, 65535, 65536, 70000)]
        wire = upgrade_request().encode()
        for text in texts:
            cut = chance.randrange(len(text) + 1)
            wire += chance.choice([frame(TEXT, text), frame(TEXT, text[:cut], fin=False) + frame(9, b"ping") + frame(0, text[cut:])])
            masked = bytes([0x81, 0x82, 1, 2, 3, 4, ord("h") ^ 1, ord("i") ^ 2])
            wire += masked
        heard = []
        stream = frames.Stream(heard.append)
        while wire:
            cut = chance.choice([1, 2, 7, 1000, 100_000])
            stream.feed(wire[:cut])
            wire = wire[cut:]
        self.assertEqual(heard, [each for text in texts for each in (text, b"hi")], f"seed {SEED}")

    def test_pages_are_not_messages(self):
        heard = []
        stream = frames.Stream(heard.append)
        stream.feed(b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\n\r\n" + frame(TEXT, "{}", masked=False))
        self.assertEqual(heard, [])

    def test_a_record_of_other_tests_is_checked_per_connection(self):
        def check(*record):
            lines = "".join(json.dumps([connection, way, json.dumps(message)]) + "\n" for connection, way, message in record)
            with tempfile.NamedTemporaryFile("w") as file:
                file.write(lines)
                file.flush()
                return subprocess.run([sys.executable, frames.__file__, file.name], capture_output=True, text=True)

        rename = {"t": "rename", "id": 1, "name": "Eva"}
        renamed = {"t": "ok", "re": 1, "player": PLAYER}
        good = check((1, "sent", HELLO), (2, "sent", rename), (1, "came", GREETING), (2, "came", renamed))
        self.assertEqual((good.returncode, good.stderr), (0, ""))
        for wrong, what in [(check((1, "came", {**GONE, "re": 2})), "the server sent"),
                            (check((1, "sent", HELLO), (1, "came", renamed)), "to hello the server answered")]:
            self.assertEqual(wrong.returncode, 1)
            self.assertIn(what, wrong.stderr)


if __name__ == "__main__":
    unittest.main()
