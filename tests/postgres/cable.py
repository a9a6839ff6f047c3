"""A cable between the server and its database, with the faults of a network."""
import asyncio
import contextlib


class Cable:
    """A TCP port that leads to a database; `async with Cable(...)` opens it."""

    def __init__(self, postgres):
        self.postgres = postgres
        self._connections = set()
        self._up, self._down = asyncio.Event(), asyncio.Event()  # to the database, and from it
        self._plugged = True
        self.mend()

    async def __aenter__(self):
        self._listener = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = self._listener.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *trouble):
        self._listener.close()
        self.cut()

    def url(self, database):
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def cut(self):
        """Both ends notice at once; there are no new connections."""
        self._plugged = False
        self.jolt()

    def jolt(self):
        """Both ends notice at once; new connections work."""
        for connection in self._connections:
            connection.abort()

    def stall(self, up=True, down=True):
        """Delays all bytes to the database (`up`) or from it (`down`) until mend(). Neither end notices."""
        for direction, stalls in ((self._up, up), (self._down, down)):
            if stalls:
                direction.clear()

    def half_close(self, up):
        """One end sees the end of the connection, and what it sends still arrives: the database (`up`), or the server."""
        for connection in self._connections:
            connection.half_close(up)

    def mend(self):
        """From now on everything passes, also what waited."""
        self._plugged = True
        self._up.set()
        self._down.set()

    async def _reach(self):
        return await asyncio.open_unix_connection(self.postgres.socket)

    async def _connect(self, reader, writer):
        if not self._plugged:
            return writer.transport.abort()
        with contextlib.suppress(OSError):  # the database is away
            far_reader, far_writer = await self._reach()
            connection = Connection(writer, far_writer)
            self._connections.add(connection)
            await asyncio.gather(connection.pump(reader, far_writer, self._up), connection.pump(far_reader, writer, self._down))
            self._connections.discard(connection)
        writer.transport.abort()


class Connection:
    def __init__(self, near, far):
        self.near, self.far = near, far

    def abort(self):
        self.near.transport.abort()
        self.far.transport.abort()

    def half_close(self, up):
        with contextlib.suppress(OSError):
            (self.far if up else self.near).write_eof()

    @staticmethod
    async def pump(reader, writer, passes):
        with contextlib.suppress(OSError, RuntimeError):  # the other end is gone, or half closed
            while piece := await reader.read(65536):
                await passes.wait()
                writer.write(piece)
                await writer.drain()
        with contextlib.suppress(OSError, RuntimeError):
            writer.write_eof()
