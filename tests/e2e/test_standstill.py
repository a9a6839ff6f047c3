"""Messages that arrived while the whole server stood still, like a paused machine, are not late."""
import asyncio
import json
import signal
import time
import unittest

from server import ON_POSTGRES, PING, TEXT, Raw, Server, frame

HELLO = json.dumps({"t": "hello", "id": 1, "v": 1, "name": "Ana"})


class Standstill(unittest.IsolatedAsyncioTestCase):
    """The server stands still for longer than any deadline and than the second that a timer may be late."""

    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server("--limit", "hello-deadline=2s", "--limit", "message-deadline=2s"))

    async def while_it_stands(self, raw, data):
        stopped = time.monotonic()
        self.server.process.send_signal(signal.SIGSTOP)
        try:
            await raw.send(data)
            while time.monotonic() - stopped < 3.5:
                await asyncio.sleep(0.1)
        finally:
            self.server.process.send_signal(signal.SIGCONT)

    async def text(self, raw):
        opcode, payload = await raw.frame()
        while opcode == PING:  # after a stand that is longer than what is left until the next one
            opcode, payload = await raw.frame()
        self.assertEqual(opcode, TEXT, payload)
        return json.loads(payload)

    async def answer(self, raw, message):
        """To a message that arrived while it stood. A database has confirmed no beat meanwhile, so the server is busy until it
        does.
        """
        while (reply := await self.text(raw)).get("code") == "busy" and ON_POSTGRES:
            await asyncio.sleep(0.1)
            await raw.send(frame(TEXT, message.encode()))
        return reply

    async def test_a_hello_that_arrived_meanwhile_is_in_time(self):
        raw = await Raw.websocket(self.server)
        await self.while_it_stands(raw, frame(TEXT, HELLO.encode()))
        self.assertEqual((await self.answer(raw, HELLO))["t"], "ok")
        await raw.close()

    async def test_a_message_whose_rest_arrived_meanwhile_is_in_time(self):
        raw = await Raw.websocket(self.server)
        await raw.send(frame(TEXT, HELLO.encode()))
        await self.text(raw)
        message = json.dumps({"t": "lobby.unwatch", "id": 2, "ignored": "x" * 8000})
        whole = frame(TEXT, message.encode())
        await raw.send(whole[:1000])
        await self.while_it_stands(raw, whole[1000:])
        self.assertEqual(await self.answer(raw, message), {"t": "ok", "re": 2})
        await raw.close()


if __name__ == "__main__":
    unittest.main()
