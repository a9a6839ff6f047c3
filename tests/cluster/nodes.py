"""Three servers on one PostgreSQL, and a balancer that is never sticky."""
import asyncio
import contextlib
import itertools
import pathlib
import tempfile
import time

from postgres import Postgres
from server import PATIENCE, Server

SECRET = "a secret of these tests"
# Writes down every owner that a room ever had, for the audit. The servers know nothing of it.
NOTE_OWNERS = """
CREATE TABLE owners (no bigserial PRIMARY KEY, room text, owner bigint);
CREATE FUNCTION note_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
  IF TG_OP = 'INSERT' OR NEW.owner <> OLD.owner THEN INSERT INTO owners (room, owner) VALUES (NEW.code, NEW.owner); END IF;
  RETURN NULL; END $$;
CREATE TRIGGER note_owner AFTER INSERT OR UPDATE OF owner ON rooms FOR EACH ROW EXECUTE FUNCTION note_owner();
INSERT INTO owners (room, owner) SELECT code, owner FROM rooms WHERE code NOT IN (SELECT room FROM owners);  -- codes at hand
"""


class Node(Server):
    """One of the servers of a cluster."""

    def __init__(self, house, *flags, program=None):
        super().__init__("--engine", house.url, "--node-address", "127.0.0.1:0", "--cluster-secret-file", house.secret, *flags,
                         data=house.own / f"node{next(house.numbers)}", program=program)

    def links(self):
        """The epochs to which this node has had a link, by its log."""
        return {line.rsplit(" ", 1)[1] for line in self.log().splitlines() if " linked to node " in line}


class House(contextlib.ExitStack):
    """An engine with some nodes; `with House(3) as house`."""

    def __init__(self, count=3, *flags):
        super().__init__()
        self.count, self.flags = count, flags
        self.numbers = itertools.count(1)

    def __enter__(self):
        super().__enter__()
        self.own = pathlib.Path(self.enter_context(tempfile.TemporaryDirectory(prefix="cubilete-")))
        self.secret = self.own / "secret"
        self.secret.write_text(SECRET + "\n")
        self.engine = self.enter_context(Postgres())
        self.database = self.engine.create_database("cubilete")
        self.url = self.engine.url(self.database)
        self.nodes = [self.open() for _ in range(self.count)]
        self.wait_for_links()
        if self.nodes:
            self.engine.ask(NOTE_OWNERS, self.database)
        return self

    def open(self, program=None):
        """`program`: of another version than CUBILETE_BIN."""
        return self.enter_context(Node(self, *self.flags, program=program))

    def alive(self):
        return [node for node in self.nodes if node.process.poll() is None]

    def wait_for_links(self):
        """Each node that lives has a link to all others that live."""
        end = time.monotonic() + PATIENCE
        while any(self.epochs() - {own} - node.links() for own, node in self.by_epoch().items()):
            assert time.monotonic() < end, "\n\n".join(node.log() for node in self.nodes)
            time.sleep(0.02)

    def by_epoch(self):
        """The nodes that live."""
        addresses = {self.address_of(node): node for node in self.alive()}
        if not addresses:
            return {}
        rows = self.engine.ask("SELECT epoch, address FROM nodes WHERE state IN ('up', 'draining')", self.database)
        return {epoch: addresses[address] for epoch, address in rows if address in addresses}

    def epochs(self):
        return set(self.by_epoch())

    def address_of(self, node):
        pid = node.process.pid
        sockets = {entry.readlink().name for entry in pathlib.Path(f"/proc/{pid}/fd").iterdir() if entry.is_symlink()}
        ports = []
        for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                ports.append(int(fields[1].split(":")[1], 16))
        (port,) = [port for port in ports if port != node.port]
        return f"127.0.0.1:{port}"


class Balancer:
    """Passes each TCP connection to the next node that accepts one. A server for clients."""

    def __init__(self, house):
        self.house = house
        self.turns = itertools.count()
        self.nodes = {}  # by the port of the client's socket

    async def __aenter__(self):
        self.listener = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        self.port = self.listener.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *trouble):
        self.listener.close()
        await self.listener.wait_closed()

    @property
    def socket_url(self):
        return f"ws://127.0.0.1:{self.port}/ws"

    async def _pass(self, reader, writer):
        for _ in self.house.nodes:
            node = self.house.nodes[next(self.turns) % len(self.house.nodes)]
            with contextlib.suppress(ConnectionError):
                inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", node.port)
                self.nodes[writer.get_extra_info("peername")[1]] = node
                await asyncio.gather(self._copy(reader, inner_writer), self._copy(inner_reader, writer))
                return
        writer.transport.abort()

    @staticmethod
    async def _copy(reader, writer):
        with contextlib.suppress(ConnectionError):
            while piece := await reader.read(65536):
                writer.write(piece)
                await writer.drain()
        writer.close()
