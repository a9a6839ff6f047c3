"""A real server for tests, and clients that share no code with it.

CUBILETE_BIN names the program to test. CUBILETE_TESTS_ON=postgres gives each data directory a database of PostgreSQL
(postgres.py). Other variables (CUBILETE_THREADS=4) are passed on to the program.
"""
import asyncio
import base64
import contextlib
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

import frames
import postgres
import websockets

from pushes import whole

# The operations are fast, but a sanitizer on a busy machine is slow. A test that waits this long has failed.
PATIENCE = 60

# The address sanitizer keeps freed memory to detect later use: that does not count as growth. With red zones it is up to
# twice the quarantine of tools/test.py.
FREED_AND_KEPT = 256 * 2**20 if "ASAN_OPTIONS" in os.environ else 0

# All players of a test have one address and are faster than people. Tests of the limits set the usual limits
# again.
ANY_RATE = "1000000000/1s"
WIDE_OPEN = [
    "--sockets-per-address", "100000", "--connections-per-address", "100000", "--rooms-per-address", "100000",
    "--limit", "rooms-per-player=100000", "--limit", f"openings-per-address={ANY_RATE}", "--http-per-address", ANY_RATE, "--guests-per-address", ANY_RATE,
    "--limit", f"wrong-tokens-per-address={ANY_RATE}", "--requests-per-player", ANY_RATE, "--limit", f"chat-per-player={ANY_RATE}",
    "--limit", f"messages-per-socket={ANY_RATE}",
]

ON_POSTGRES = os.environ.get("CUBILETE_TESTS_ON") == "postgres"


def left_out_on_postgres(reason):
    """Leaves out a test, or a class of tests, that needs a data file; `reason` says why."""
    assert reason
    return (lambda test: None) if ON_POSTGRES else (lambda test: test)


CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA


class Server:
    """A server on a free port with its own data directory; `with Server(...)` ends it with SIGTERM."""

    def __init__(self, *flags, data=None, environment=None, guard_rails=False, program=None):
        self.program = program or os.environ["CUBILETE_BIN"]
        self.own = pathlib.Path(tempfile.mkdtemp(prefix="cubilete-"))
        self.data = pathlib.Path(data or self.own / "data")
        self.log_path = self.own / "log"
        port_file = self.own / "port"
        self.database = postgres.database_of(self.data) if ON_POSTGRES and not {"--database", "CUBILETE_DATABASE"} & {*flags, *(environment or {})} else None
        # For commands that read the same data, and as messages name it.
        self.place, self.place_name = ["--data", self.data], f"{self.data}/cubilete.db"
        if self.database:
            self.place = ["--database", postgres.shared().url(self.database)]
            self.place_name = f"postgresql://{postgres.shared().own}/{self.database}"
            flags = (*flags, *self.place)
        command = [self.program, "serve", "--port", "0", "--port-file", port_file, "--data", self.data,
                   *([] if guard_rails else WIDE_OPEN), *flags]
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            env={**os.environ, **(environment or {})})
        self.port = self._wait_for(port_file)

    def _wait_for(self, port_file):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            if port_file.exists():
                return int(port_file.read_text())
            time.sleep(0.005)
        self.kill()
        raise AssertionError(f"the server did not open:\n{self.log()}")

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self):
        return f"ws://127.0.0.1:{self.port}/ws"

    def log(self):
        return self.log_path.read_text(errors="replace")

    def stop(self):
        """Ends the server with SIGTERM; it must exit with 0."""
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(PATIENCE / 4)
        except subprocess.TimeoutExpired:
            # Now and then the thread sanitizer keeps a signal back that comes just before the thread sleeps, until
            # something wakes it.
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            code = self.process.wait(PATIENCE)
        assert code == 0, f"exit code {code}:\n{self.log()}"
        frames.assert_all_fitted()

    async def ended(self):
        """Returns the exit code after the server has ended by itself or by a signal."""
        return await asyncio.to_thread(self.process.wait, PATIENCE)

    async def metric(self, name):
        """Its value, by the name with all labels."""
        raw = await Raw.open(self)
        await raw.send("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        metrics = (await raw.response())[2].decode()
        await raw.close()
        return int(re.search(rf"^{re.escape(name)} (\d+)$", metrics, re.MULTILINE)[1])

    async def closes(self, code):
        """The number of sockets that the server has closed with this code."""
        return await self.metric(f'cubilete_closed_total{{code="{code}"}}')

    async def has_closed(self, code):
        """Waits until the server has closed a socket with this code, whether or not the client knows it."""
        async with in_time():
            while await self.closes(code) == 0:
                await asyncio.sleep(0.05)

    def kill(self):
        """Kills the server, as a power cut would."""
        self.process.kill()
        self.process.wait()

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_bytes(self):
        pages = pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGESIZE")

    def __enter__(self):
        return self

    def __exit__(self, *trouble):
        try:
            if self.process.poll() is None:
                self.stop()
            frames.assert_all_fitted()
        finally:
            if self.process.poll() is None:
                self.kill()
            if self.database and self.own in self.data.parents:
                postgres.shared().drop_database(self.database)
            shutil.rmtree(self.own)


class Client:
    """A player's program: sends requests and separates replies from pushes."""

    def __init__(self, socket):
        self.socket = socket
        self.player = None
        self.token = None
        self.unsorted = []  # frames with "re": null
        self._ids = itertools.count(1)
        self._replies = {}
        self._about = {}  # by match
        self._pushes = []
        self._news = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, server, room=None, **options):
        """`room`: the address names this room."""
        asyncio.get_running_loop().set_debug(False)  # unittest's debug mode costs more than the tests
        options = {"max_size": None, "compression": None, **options}
        return cls(await websockets.connect(server.socket_url + (f"?room={room}" if room else ""), **options))

    async def hello(self, name="Ana", **fields):
        """Sends hello and returns the reply; stores the player's id and token."""
        reply = await self.request("hello", v=1, name=name, **fields)
        if reply["t"] == "ok":
            self.player = reply["player"]
            self.token = reply.get("token", fields.get("token"))
        return reply

    async def request(self, t, id=None, **fields):
        """Sends a request and returns the reply; the id is generated unless given."""
        id = next(self._ids) if id is None else id
        return await self.reply_to(id, {"t": t, "id": id, **fields})

    async def reply_to(self, id, message):
        future = asyncio.get_running_loop().create_future()
        assert id not in self._replies, f"{id} has not been answered yet"
        self._replies[id] = future
        await self.socket.send(json.dumps(message))
        async with in_time():
            reply = await future
        frames.answered(message, reply)
        return reply

    async def push(self, t, where=lambda push: True):
        """Waits for and removes the oldest push of this type that matches."""

        def position():
            return next((at for at, push in enumerate(self._pushes) if push["t"] == t and where(push)), None)

        async with in_time(), self._news:
            await self._news.wait_for(lambda: position() is not None or self._reader.done())
            assert position() is not None, f"closed ({self.socket.close_code}) before a push {t} came"
            return self._pushes.pop(position())

    def pushes(self, t=None):
        """Returns and removes all pushes received so far."""
        taken = [push for push in self._pushes if t in (None, push["t"])]
        self._pushes = [push for push in self._pushes if push not in taken]
        return taken

    async def closed(self):
        """Waits until the server has closed; returns the close code."""
        async with in_time():
            await self.socket.wait_closed()
        return self.socket.close_code

    async def close(self):
        await self.socket.close()
        await self._reader

    async def _read(self):
        with contextlib.suppress(websockets.ConnectionClosed):
            async for text in self.socket:
                frame = json.loads(text)
                frames.came(frame)
                if frame["t"] == "match":
                    frame = whole(frame, self._about)
                if frame.get("re") is not None:
                    self._replies.pop(frame["re"]).set_result(frame)
                else:
                    (self.unsorted if "re" in frame else self._pushes).append(frame)
                async with self._news:
                    self._news.notify_all()
        for future in self._replies.values():
            if not future.done():
                future.set_exception(AssertionError(f"closed ({self.socket.close_code}) without an answer"))
        async with self._news:
            self._news.notify_all()


def in_time():
    """Waits for anything a test waits for, with a deadline. asyncio.wait_for of Python 3.11 loses a cancellation that
    arrives together with the result, and the cancelled task would then run forever.
    """
    return asyncio.timeout(PATIENCE)


class Raw:
    """A TCP connection that sends any bytes."""

    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer
        self._conversation = frames.Experiment()
        self._sent = frames.Stream(self._conversation.sent)

    @classmethod
    async def open(cls, server, receive_buffer=None, source=None):
        """`source` is the local address to connect from; all of 127.0.0.0/8 are allowed."""
        connection = socket.socket()
        connection.setblocking(False)
        if receive_buffer is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        if source is not None:
            connection.bind((source, 0))
        await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", server.port))
        # The reader's limit is low, so that unread data stays in the kernel and then in the server.
        reader, writer = await asyncio.open_connection(sock=connection, limit=4096)
        return cls(reader, writer)

    @classmethod
    async def websocket(cls, server, headers=None, **options):
        raw = await cls.open(server, **options)
        await raw.send(upgrade_request(**(headers or {})))
        head = await raw.head()
        assert head.startswith("HTTP/1.1 101 "), head
        return raw

    async def send(self, data):
        data = data if isinstance(data, bytes) else data.encode("latin-1")
        self._sent.feed(data)
        self.writer.write(data)
        async with in_time():
            await self.writer.drain()

    async def head(self):
        """The head of a response."""
        async with in_time():
            return (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")

    async def response(self, bodiless=False):
        """Status, headers (names in lower case) and body of a response."""
        first, *lines = (await self.head()).rstrip().split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(": ")
            assert name.lower() not in headers, f"{name} comes twice"
            headers[name.lower()] = value
        length = 0 if bodiless else int(headers.get("content-length", 0))
        async with in_time():
            body = await self.reader.readexactly(length)
        return int(first.split()[1]), headers, body

    async def frame(self):
        """Opcode and payload of a frame from the server."""
        async with in_time():
            first, second = await self.reader.readexactly(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack("!H", await self.reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", await self.reader.readexactly(8))
            opcode, payload = first & 0x0F, await self.reader.readexactly(length)
        if opcode == TEXT:
            self._conversation.came(payload)
        return opcode, payload

    async def close_code(self):
        """Reads up to the server's close frame; None if the connection ends without one."""
        try:
            while True:
                opcode, payload = await self.frame()
                if opcode == CLOSE:
                    return struct.unpack("!H", payload[:2])[0]
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    async def ended(self):
        """Reads until the server has closed the connection, and returns the data."""
        received = b""
        with contextlib.suppress(ConnectionError):
            async with in_time():
                while piece := await self.reader.read(65536):
                    received += piece
        return received

    async def close(self):
        self.writer.transport.abort()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()


def get(path, method="GET", **headers):
    """The head of a request. `_` in names of headers stands for `-`."""
    fields = {"Host": "127.0.0.1", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return f"{method} {path} HTTP/1.1\r\n" + "".join(f"{n}: {v}\r\n" for n, v in fields.items()) + "\r\n"


async def ask(server, request, **options):
    """Sends a request on its own connection; returns status, headers and body."""
    raw = await Raw.open(server, **options)
    try:
        await raw.send(request)
        return await raw.response()
    finally:
        await raw.close()


def upgrade_request(**headers):
    """A request to upgrade to a WebSocket; `Origin="…"` adds or replaces a header, None removes one."""
    fields = {
        "Host": "127.0.0.1",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value is not None)
    return f"GET /ws HTTP/1.1\r\n{lines}\r\n"


def frame(opcode, payload=b"", fin=True, masked=True):
    """A client's frame, masked with zeros."""
    payload = payload if isinstance(payload, bytes) else payload.encode()
    mask_bit = 0x80 if masked else 0
    if len(payload) < 126:
        length = struct.pack("!B", mask_bit | len(payload))
    elif len(payload) < 65536:
        length = struct.pack("!BH", mask_bit | 126, len(payload))
    else:
        length = struct.pack("!BQ", mask_bit | 127, len(payload))
    return bytes([(0x80 if fin else 0) | opcode]) + length + (bytes(4) if masked else b"") + payload
