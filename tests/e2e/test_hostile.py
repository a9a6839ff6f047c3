"""Many hostile clients at the same time, beside two players who continue undisturbed."""
import asyncio
import concurrent.futures
import contextlib
import itertools
import json
import multiprocessing
import os
import random
import re
import unittest

import frames
from server import CONTINUATION, FREED_AND_KEPT, PING, TEXT, Raw, Server, frame, get, upgrade_request
from test_games import seated

SECONDS = float(os.environ.get("CUBILETE_HOSTILE_SECONDS", "12"))
SEED = int(os.environ.get("CUBILETE_SEED", "20261121"))
# A TimeoutError is an OSError.
BROKEN = (asyncio.IncompleteReadError, AssertionError, OSError)

TORTURE = [
    "", "{", "[" * 8_000, '{"t":' * 900, '{"a":{' * 2_000, "[" + "0," * 7_000 + "0]", '{"t":"hello","id":1e400}',
    '{"t":"hello","id":18446744073709551616,"v":1}', '{"t":"hello","t":"hello","id":1,"v":1}', '{"t":"\\ud800","id":1}',
    '{"t":"move","id":1,"room":"AAAAAA","match":"m","n":1.0,"move":{}}', "\ufeff{}", '{"t":"lobby.watch","id":{}}',
    json.dumps({"t": "hello", "id": 1, "v": 1, "name": "Z" + "\u0301" * 5_000}), "x" * 100_000,
    json.dumps({"t": "hello", "id": 1, "v": 1, "token": "guess"}), json.dumps({"t": "room.join", "id": 1, "room": "AAAAAA"}),
]
HELLO = frame(TEXT, json.dumps({"t": "hello", "id": 1, "v": 1}))


class Crowd:
    """Each kind of attack has its own address, like a separate machine."""

    def __init__(self, server, chance):
        self.server, self.chance = server, chance
        self.tries = 0

    async def go_on_for(self, seconds):
        """Returns the number of attempts."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(self.go_on(kind, f"127.0.2.{number}") for number, kind in enumerate(self.kinds() * 3)))
        frames.assert_all_fitted()
        return self.tries

    async def go_on(self, harm, source):
        """Repeats the attack as fast as the server allows."""
        while True:
            self.tries += 1
            raw = None
            with contextlib.suppress(*BROKEN):
                raw = await Raw.open(self.server, source=source, receive_buffer=4096 if harm == self.slow_reader else None)
                async with asyncio.timeout(8):
                    await harm(raw)
            if raw:
                await raw.close()
            await asyncio.sleep(0.01)

    async def upgraded(self, raw, hello=True):
        await raw.send(upgrade_request())
        assert (await raw.head()).startswith("HTTP/1.1 101")
        if hello:
            await raw.send(HELLO)
            assert (await self.reply_of(raw))["t"] == "ok"

    async def reply_of(self, raw):
        opcode, payload = await raw.frame()
        assert opcode == TEXT
        return json.loads(payload)

    async def torture_json(self, raw):
        await self.upgraded(raw, hello=False)
        for text in self.chance.sample(TORTURE, len(TORTURE)):
            await raw.send(frame(TEXT, text))
        await raw.close_code()

    async def torture_frames(self, raw):
        await self.upgraded(raw, hello=False)
        while True:
            await asyncio.sleep(0)
            await raw.send(self.chance.randbytes(self.chance.randrange(1, 500)))

    async def torture_http(self, raw):
        await raw.send(self.chance.choice([
            get("/", "POST", Content_Length="5") + "hello", "\x00" * 100, get("/" + "x" * 17_000), "GET / HTTP/1.1\r\n" * 99,
            get("/", Transfer_Encoding="chunked"), get("/../../etc/passwd"), get("/", Host="evil.example"),
            get("/metrics", X_Forwarded_For="8.8.8.8"), get("/ws", Origin="http://evil.example"),
        ]))
        await raw.ended()

    async def slow_head(self, raw):
        for byte in itertools.chain(get("/")[:-2], itertools.repeat("x")):
            await raw.send(byte)
            await asyncio.sleep(0.2)

    async def mute(self, raw):
        if self.chance.random() < 0.5:
            await self.upgraded(raw, hello=False)
        await raw.ended()

    async def slow_frame(self, raw):
        await self.upgraded(raw)
        for byte in frame(TEXT, "x" * 5_000):
            await raw.send(bytes([byte]))
            await asyncio.sleep(0.2)

    async def slow_reader(self, raw):
        await self.upgraded(raw)
        watch = frame(TEXT, json.dumps({"t": "lobby.watch", "id": "x" * 32}))
        while True:
            await asyncio.sleep(0)
            await raw.send(watch * 100)

    async def pings(self, raw):
        await self.upgraded(raw)
        while True:
            await asyncio.sleep(0)
            await raw.send(frame(PING, "x" * 125) * 100)

    async def fragments(self, raw):
        await self.upgraded(raw)
        await raw.send(frame(TEXT, fin=False))
        while True:
            await asyncio.sleep(0)
            await raw.send(frame(CONTINUATION, fin=False) * 100 + frame(CONTINUATION, "x", fin=False))

    async def guests_and_guesses(self, raw):
        await self.upgraded(raw, hello=False)
        for text in TORTURE[-2], json.dumps({"t": "hello", "id": 2, "v": 1}):
            await raw.send(frame(TEXT, text))
            await raw.frame()

    async def rooms_and_chat(self, raw):
        await self.upgraded(raw)
        while True:
            await raw.send(frame(TEXT, json.dumps({"t": "room.create", "id": 3, "game": "tres", "public": True})))
            reply = await self.reply_of(raw)
            if reply.get("room"):
                chat = {"t": "room.chat", "id": 4, "room": reply["room"], "text": "spam " * 90}
                await raw.send(frame(TEXT, json.dumps(chat)) * 50)

    async def connect_only(self, raw):
        await raw.close()

    def kinds(self):
        return [self.torture_json, self.torture_frames, self.torture_http, self.slow_head, self.mute, self.slow_frame,
                self.slow_reader, self.pings, self.fragments, self.guests_and_guesses, self.rooms_and_chat, self.connect_only]


def harass():
    """Runs in its own process beside the server of Hostile: the pair must wait only for the server."""
    return asyncio.run(Crowd(Hostile.server, random.Random(SEED)).go_on_for(SECONDS))


class Hostile(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)  # the pair would wait for the debug mode

    async def test_an_honest_pair_continues_beside_hostile_clients(self):
        with Server("--log-level", "warning", guard_rails=True) as server:
            Hostile.server = server
            self.room, self.pair = await seated(server, ["Ana", "Ben"], game="ambiciosa", clock={"turn_ms": 0})
            self.seq = 1
            alone = await self.play(2)
            before = server.resident_bytes()
            with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
                crowd = pool.submit(harass)
                crowded = await self.play(SECONDS)
                tries = await asyncio.wrap_future(crowd)
            grown = server.resident_bytes() - before
            print(f"seed {SEED}: {tries} attempts; p99 {p99(alone):.3f} s alone and {p99(crowded):.3f} s beside them, "
                  f"{grown / 2**20:.1f} MiB more")
            self.assertGreater(len(crowded), SECONDS)
            self.assertGreater(tries, 100)
            self.assertLess(grown, 64 * 2**20 + FREED_AND_KEPT)
            self.assertLess(server.log_path.stat().st_size, 2**20)
            raw = await Raw.open(server)
            await raw.send(get("/metrics"))
            metrics = (await raw.response())[2].decode()
            await raw.close()
            for hit in 'closed_total{code="4002"}', 'refusals_total{code="rate_limited"}', 'refusals_total{code="too_deep"}':
                self.assertRegex(metrics, rf"cubilete_{re.escape(hit)} [1-9]")
            for player in self.pair:
                await player.client.close()

    async def play(self, seconds):
        """Plays one match after another at the pace of fast players; records the time of each move. No move may be
        refused.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        waits = []
        while loop.time() < end:
            pushes = [await player.look(self.seq) for player in self.pair]
            if pushes[0]["result"]:
                for player in self.pair:
                    self.assertEqual((await player.ask("room.rematch", room=self.room))["t"], "ok")
                self.seq = 1
                continue
            seat = pushes[0]["to_act"][0]
            prompt = pushes[seat]["you"]
            asked = loop.time()
            reply = await self.pair[seat].ask("move", room=self.room, match=pushes[0]["match"], n=prompt["n"],
                                              move=prompt["moves"][0])
            self.assertEqual(reply["t"], "ok", reply)
            waits.append(loop.time() - asked)
            self.seq = reply["seq"]
            await asyncio.sleep(0.1)
        return waits


def p99(waits):
    return sorted(waits)[len(waits) * 99 // 100]


if __name__ == "__main__":
    unittest.main()
