"""A minimal reverse proxy: it reads heads, forwards everything else, and names the client in a header."""
import asyncio
import contextlib
import re

import frames


class Proxy:
    """A proxy below a path in front of a server. `strips` removes the path, as some proxies do."""

    def __init__(self, server, prefix="", strips=False, source=None):
        self.server, self.prefix, self.strips, self.source = server, prefix, strips, source
        self.host = None  # the Host header for the server; None = that of the client

    async def __aenter__(self):
        self.listener = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self.listener.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *trouble):
        self.listener.close()
        await self.listener.wait_closed()

    async def _serve(self, reader, writer):
        local = (self.source, 0) if self.source else None
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=local)
            back = asyncio.create_task(self._pump(far_reader, writer))
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                far_writer.write(self._rewritten(head, writer.get_extra_info("peername")[0]).encode("latin-1"))
                if "upgrade: websocket" in head.lower():
                    break
            await self._pump(reader, far_writer)
            await back
        writer.close()

    def _rewritten(self, head, client):
        if self.strips:
            head = re.sub(rf"^(\w+) {re.escape(self.prefix)}/?", r"\1 /", head)
        if self.host:
            head = re.sub(r"\r\nHost: [^\r]*", f"\r\nHost: {self.host}", head)
        known = re.search(r"\r\nX-Forwarded-For: ([^\r]*)", head)
        if known:
            return head.replace(known[0], f"{known[0]}, {client}")
        return head[:-2] + f"X-Forwarded-For: {client}\r\n\r\n"

    @staticmethod
    async def _pump(reader, writer):
        with contextlib.suppress(ConnectionError):
            while piece := await reader.read(65536):
                writer.write(piece)
                await writer.drain()
        writer.close()


class Cable:
    """A connection between clients and a server that can be interrupted, and whose server can change. The frames are
    validated at the end, because this would slow them down: each connection has its own conversation.
    """

    def __init__(self, server, conversation=frames.Conversation, port=0):
        self.server, self.conversation, self.port = server, conversation, port
        self._plugged = asyncio.Event()
        self._plugged.set()
        self._writers = set()
        self._passed = []  # (function, message) pairs to validate later

    async def __aenter__(self):
        self._listener = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.url = "http://127.0.0.1:{}".format(self._listener.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *trouble):
        self._listener.close()
        self.unplug()
        if trouble[0] is None:
            for hear, text in self._passed:
                hear(text)
            frames.assert_all_fitted()

    def jolt(self):
        """Breaks all connections, like a change of network; new connections work."""
        for writer in self._writers:
            writer.transport.abort()

    def unplug(self):
        self._plugged.clear()
        self.jolt()

    def plug(self):
        self._plugged.set()

    async def _serve(self, reader, writer):
        far_writer = writer
        with contextlib.suppress(OSError):
            if not self._plugged.is_set():
                return writer.transport.abort()
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.server.port)
            self._writers |= {writer, far_writer}
            passing = self.conversation()
            await asyncio.gather(self._pump(reader, far_writer, self._heard_by(passing.sent)),
                                 self._pump(far_reader, writer, self._heard_by(passing.came)))
        self._writers -= {writer, far_writer}
        for end in (writer, far_writer):
            end.transport.abort()

    def _heard_by(self, hear):
        return frames.Stream(lambda text: self._passed.append((hear, text)))

    @staticmethod
    async def _pump(reader, writer, stream):
        with contextlib.suppress(OSError):
            while piece := await reader.read(65536):
                stream.feed(piece)
                writer.write(piece)
                await writer.drain()
        writer.close()
