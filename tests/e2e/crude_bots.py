"""Bots as people write them in an evening, each with one typical mistake that breaks one rule."""
import asyncio
import contextlib
import json
import pathlib
import random
import time

import websockets

FINAL = {4002, 4010}
# The names of all codes of a refusal.
PROTOCOL = json.loads((pathlib.Path(__file__).resolve().parents[2] / "protocol" / "protocol.json").read_text())
KNOWN = set(PROTOCOL["$defs"]["Refusal"]["properties"]["code"]["enum"])


class Crude:
    """A bot without the library and without a mistake. Each mistake overrides a method."""

    def __init__(self, spar):
        self.spar = spar
        self.token = None
        self.seen = {}
        self.answered = set()
        self.unanswered = None
        self.sent = {}
        self.prefix = f"{random.random()}"
        self.count = 0
        self.tries = 0
        self.over = False
        self.free_at = 0
        self.put_off = False  # the unanswered move was refused with retry_ms

    async def play(self):
        while not self.over:
            with contextlib.suppress(OSError, websockets.WebSocketException, asyncio.TimeoutError):
                async with websockets.connect(self.spar.url.replace("http", "ws") + "/ws", max_size=None) as self.socket:
                    try:
                        await self.greet()
                        while not self.over:
                            await self.hear(json.loads(await self.socket.recv()))
                    finally:
                        self.ended(self.socket.close_code)
            if not self.over:
                await self.rest()

    def ended(self, code):
        if code in FINAL:
            self.over = True

    async def rest(self):
        self.tries += 1
        await asyncio.sleep(min(15, 0.25 * 2**self.tries))

    async def send(self, id=None, **message):
        self.count += 1
        message["id"] = id or f"{self.prefix}-{self.count}"
        self.sent[message["id"]] = message
        await self.socket.send(json.dumps(message))
        return message["id"]

    async def greet(self):
        await self.send(t="hello", v=1, bot=True, name="Crude", **({"token": self.token} if self.token else {}))

    async def join(self):
        await self.send(t="room.join", room=self.spar.room)

    async def hear(self, message):
        if "re" in message:
            await self.on_reply(message, self.sent.get(message["re"], {}))
        elif message["t"] == "gone":
            self.over = True
        elif message["t"] == "match" and not message.get("result") and "you" in message:
            await self.see(message)

    async def see(self, push):
        if push["seq"] >= self.seen.get(push["match"], 0) and "moves" in push["you"]:
            self.seen[push["match"]] = push["seq"]
            await self.turn(push)

    async def on_reply(self, reply, request):
        if request == self.unanswered:
            self.unanswered = None
        if reply["t"] == "refused":
            await self.refused(reply, request)
        elif request["t"] == "hello":
            self.tries = 0
            self.token = reply.get("token", self.token)
            await self.join()
            if self.unanswered:
                await self.again()

    async def refused(self, reply, request):
        if reply["code"] == "bad_token":
            self.token = None
            await self.greet()
        elif reply["code"] in ("no_room", "banned", "room_full", "wrong_password", "bad_version", "bad_name"):
            self.over = True
        elif reply["code"] == "seat_taken":
            await self.join()
        elif reply["code"] == "hello_first":
            self.unanswered = request
            await self.greet()
        elif reply["code"] == "id_reused":
            await self.move(**request)
        elif reply["code"] in ("illegal_move", "bad_message"):
            await self.move(**{**request, "move": self.first})
        elif reply["code"] in ("busy", "rate_limited", "storage", "shutting_down"):
            self.free_at = time.monotonic() + reply.get("retry_ms", 0) / 1000 + 0.1
            if request["t"] == "move":
                self.unanswered, self.put_off = request, True
            await self.wait()
            await self.socket.send(json.dumps(request))
        elif request["t"] == "move" and reply["code"] not in KNOWN:
            await self.bewildered(request)

    async def bewildered(self, request):
        """Handles an unknown code: the push after joining again shows whether the move is still due."""
        self.answered.discard((request["match"], request["n"]))
        await self.join()

    async def wait(self):
        await asyncio.sleep(max(0, self.free_at - time.monotonic()))

    async def again(self):
        await self.wait()
        await self.socket.send(json.dumps(self.unanswered))

    async def turn(self, push):
        prompt = push["match"], push["you"]["n"]
        if prompt in self.answered:
            return
        self.answered.add(prompt)
        self.first = push["you"]["moves"][0]
        await self.move(t="move", room=push["room"], match=prompt[0], n=prompt[1], move=self.choice(push["you"]["moves"]))

    async def move(self, **request):
        self.count += 1
        self.unanswered, self.put_off = {**request, "id": f"{self.prefix}-{self.count}"}, False
        await self.send(**self.unanswered)

    def choice(self, moves):
        return moves[-1]


def without_id(request):
    return {field: value for field, value in request.items() if field != "id"}


class DoubleMover(Crude):
    async def again(self):
        await self.send(**without_id(self.unanswered))


class Eager(Crude):
    async def turn(self, push):
        self.answered.clear()
        await super().turn(push)


class Pushy(Crude):
    async def see(self, push):
        if "moves" not in push["you"]:
            push["you"]["moves"] = [{"do": "roll"}]
        await super().see(push)


class Inventive(Crude):
    def choice(self, moves):
        return {"do": "score", "box": "chance"}


class Hammerer(Crude):
    async def rest(self):
        await asyncio.sleep(0.02)


class Impatient(Crude):
    async def wait(self):
        await asyncio.sleep(0.02)


class Stubborn(Crude):
    async def refused(self, reply, request):
        if reply["code"] in ("stale", "not_your_turn"):
            await self.send(**without_id(request))
        else:
            await super().refused(reply, request)


class Repeater(Crude):
    """Ignores what a refusal says about the move."""

    async def refused(self, reply, request):
        if reply["code"] in ("too_big", "unknown_type"):
            await self.send(**without_id(request))
        else:
            await super().refused(reply, request)


class Worn(Crude):
    """Counts its ids from one again, and does not change a refused id."""

    async def refused(self, reply, request):
        if reply["code"] == "id_reused":
            await self.send(**request)
        else:
            await super().refused(reply, request)


class Lost(Crude):
    """Waits for the clock after an unknown code."""

    async def bewildered(self, request):
        pass


class Shy(Crude):
    """Leaves if its seat is taken."""

    async def refused(self, reply, request):
        if reply["code"] != "seat_taken":
            await super().refused(reply, request)


class Mute(Crude):
    """Assumes that one hello is enough."""

    async def refused(self, reply, request):
        if reply["code"] == "hello_first":
            await asyncio.sleep(0.6)
            await self.send(**without_id(request))
        else:
            await super().refused(reply, request)


class Vain(Crude):
    """Repeats its refused name."""

    async def refused(self, reply, request):
        if reply["code"] == "bad_name":
            await self.greet()
        else:
            await super().refused(reply, request)


class Forgetful(Crude):
    async def greet(self):
        self.token = None
        await super().greet()


class Careless(Crude):
    async def again(self):
        if self.put_off:
            await super().again()


class Strict(Crude):
    async def hear(self, message):
        if "re" not in message and message["t"] not in ("room", "match", "chat", "gone"):
            await self.socket.close()
        await super().hear(message)


class Brittle(Crude):
    """Crashes on an unknown field."""

    async def see(self, push):
        if set(push["you"]) - {"seat", "n", "moves"}:
            self.over = True
        else:
            await super().see(push)


class Frozen(Crude):
    """Also stops on an unknown field, but keeps the connection."""

    async def see(self, push):
        if not set(push["you"]) - {"seat", "n", "moves"}:
            await super().see(push)


class Rude(Crude):
    async def greet(self):
        await self.send(t="lobby.unwatch")
        await super().greet()


class Binary(Crude):
    """Joins once more with bytes instead of text."""

    async def join(self):
        id = await self.send(t="room.join", room=self.spar.room)
        await self.socket.send(json.dumps(self.sent[id]).encode())

    async def refused(self, reply, request):
        if request:
            await super().refused(reply, request)


class Idle(Crude):
    """Never joins."""

    async def join(self):
        pass


class Faint(Crude):
    async def rest(self):
        self.over = bool(self.answered)
        await super().rest()


class Late(Crude):
    """Reconnects, but slowly after the end of a match. This breaks no rule."""

    over_there = False

    async def hear(self, message):
        if message["t"] == "match":
            self.over_there = "result" in message
        await super().hear(message)

    async def rest(self):
        if self.over_there:
            await asyncio.sleep(3.2)
        else:
            await super().rest()


class Verifier(Crude):
    """Asks over HTTP for the record of a match that is over. This breaks no rule."""

    async def hear(self, message):
        if message["t"] == "match" and "result" in message:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.spar.port)
            writer.write(f"GET /api/v1/matches/{message['match']} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert (await reader.read()).startswith(b"HTTP/1.1 404 ")
            writer.close()
        await super().hear(message)


class Undying(Crude):
    def ended(self, code):
        pass
