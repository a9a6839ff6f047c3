"""Three servers on one PostgreSQL, and a balancer that is never sticky."""
import asyncio
import contextlib
import itertools
import pathlib
import tempfile
import time

from postgres import Postgres
from server import PATIENCE, Server, ask, get

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

    def __init__(self, house, *flags, program=None, url=None, environment=None):
        """`program`: of another version than CUBILETE_BIN. `url`: its way to the database."""
        super().__init__("--database", url or house.url, "--node-address", "127.0.0.1:0", "--cluster-secret-file", house.secret, *flags,
                         data=house.own / f"node{next(house.numbers)}", program=program, environment=environment)

    def links(self):
        """The epochs to which this node has had a link, by its log."""
        return {line.rsplit(" ", 1)[1] for line in self.log().splitlines() if " linked to node " in line}


class House(contextlib.ExitStack):
    """A database with some nodes; `with House(3) as house`."""

    def __init__(self, count=3, *flags):
        super().__init__()
        self.count, self.flags = count, flags
        self.numbers = itertools.count(1)
        self.notes_owners = False
        self.cabled = {}  # node -> its address for other nodes, if it is not its own

    def __enter__(self):
        super().__enter__()
        self.own = pathlib.Path(self.enter_context(tempfile.TemporaryDirectory(prefix="cubilete-")))
        self.secret = self.own / "secret"
        self.secret.write_text(SECRET + "\n")
        self.postgres = self.enter_context(Postgres("track_commit_timestamp=on"))
        self.database = self.postgres.create_database("cubilete")
        self.url = self.postgres.url(self.database)
        self.nodes = [self.open() for _ in range(self.count)]
        self.wait_for_links()
        return self

    def open(self, program=None, **more):
        node = self.enter_context(Node(self, *self.flags, program=program, **more))
        if not self.notes_owners:  # the first server has made the tables
            self.notes_owners = True
            self.postgres.ask(NOTE_OWNERS, self.database)
        return node

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
        addresses = {address: node for node in self.alive() for address in (self.address_of(node), self.cabled.get(node))}
        if not addresses:
            return {}
        rows = self.postgres.ask("SELECT epoch, address FROM nodes WHERE state IN ('up', 'draining')", self.database)
        return {epoch: addresses[address] for epoch, address in rows if address in addresses}

    def epochs(self):
        return set(self.by_epoch())

    def epoch_of(self, node):
        (epoch,) = [epoch for epoch, known in self.by_epoch().items() if known is node]
        return epoch

    def newest_epoch_at(self, address):
        """Also of a node that was fenced meanwhile."""
        ((epoch,),) = self.postgres.ask(f"SELECT max(epoch) FROM nodes WHERE address = '{address}'", self.database)
        return epoch

    def wait_until_taken_over(self, epoch):
        """No room is of this epoch any more."""
        rooms = f"SELECT FROM rooms WHERE owner = {epoch} AND settings <> ''"
        self.postgres.wait_for(f"SELECT 1 FROM nodes WHERE epoch = {epoch} AND state = 'fenced' AND NOT EXISTS ({rooms})", self.database)

    def address_of(self, node):
        pid = node.process.pid
        sockets = set()
        for entry in pathlib.Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # closed meanwhile
                sockets.add(entry.readlink().name)
        ports = []
        for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                ports.append(int(fields[1].split(":")[1], 16))
        (port,) = [port for port in ports if port != node.port]
        return f"127.0.0.1:{port}"


class Balancer:
    """Passes each TCP connection to the next node that accepts one. A server for clients. If it `asks`, it does as
    docker/haproxy.cfg: it asks each node for /readyz, and ends the connections to one that is not ready twice.
    """

    def __init__(self, house, asks=False):
        self.house, self.asks = house, asks
        self.turns = itertools.count()
        self.nodes = {}  # by the port of the client's socket
        self.unready = {}  # node -> answers one after another that were wrong

    async def __aenter__(self):
        self.listener = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        self.port = self.listener.sockets[0].getsockname()[1]
        self.asking = asyncio.create_task(self._ask())
        self.open = {}  # the writers of connections, and their nodes
        return self

    async def __aexit__(self, *trouble):
        self.asking.cancel()
        self.listener.close()
        await self.listener.wait_closed()

    @property
    def socket_url(self):
        return f"ws://127.0.0.1:{self.port}/ws"

    def is_down(self, node):
        return self.unready.get(node, 0) >= 2

    async def _pass(self, reader, writer):
        turn = next(self.turns) % len(self.house.nodes)
        for node in self.house.nodes[turn:] + self.house.nodes[:turn]:
            if self.is_down(node):
                continue
            with contextlib.suppress(ConnectionError):
                inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", node.port)
                self.nodes[writer.get_extra_info("peername")[1]] = node
                self.open[writer] = node
                await asyncio.gather(self._copy(reader, inner_writer), self._copy(inner_reader, writer))
                del self.open[writer]
                return
        writer.transport.abort()

    async def _ask(self):
        while self.asks:
            await asyncio.sleep(1)
            await asyncio.gather(*(self._check(node) for node in self.house.alive()))

    async def _check(self, node):
        """A node that stands still accepts connections, and does not answer."""
        status = 0
        with contextlib.suppress(TimeoutError, ConnectionError, EOFError):
            async with asyncio.timeout(1):
                status = (await ask(node, get("/readyz")))[0]
        self.unready[node] = 0 if status == 200 else self.unready.get(node, 0) + 1
        if self.is_down(node):
            for writer in [writer for writer, at in self.open.items() if at is node]:
                writer.transport.abort()

    @staticmethod
    async def _copy(reader, writer):
        with contextlib.suppress(ConnectionError):
            while piece := await reader.read(65536):
                writer.write(piece)
                await writer.drain()
        writer.close()
