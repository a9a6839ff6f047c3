"""Servers of a cluster whose connections to the database and to each other can be disturbed."""
import asyncio
import threading

from cable import Cable
from nodes import House
from server import PATIENCE


class LinkCable(Cable):
    """Leads to the port of a node for other nodes. Each link is opened by the newer one of its two nodes."""

    def __init__(self, to_port):
        super().__init__(postgres=None)
        self.to_port = to_port

    async def _reach(self):
        return await asyncio.open_connection("127.0.0.1", self.to_port)


class Wires:
    """Cables, on a thread of their own: a server that starts or ends needs them while the test waits for it."""

    def __enter__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.cables = []
        return self

    def __exit__(self, *trouble):
        for cable in self.cables:
            self.run(cable.__aexit__(*trouble))
        self.run(self._end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    @staticmethod
    async def _end():
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(PATIENCE)

    def lay(self, cable):
        self.cables.append(self.run(cable.__aenter__()))
        return cable

    def do(self, *actions):
        """Carries out functions of cables."""

        async def all_of_them():
            for action in actions:
                action()

        self.run(all_of_them())


class CabledHouse(House):
    """Each node has a cable `to_database`, and one `to_node` over which newer nodes reach it."""

    wires = None

    def open(self, **more):
        if self.wires is None:
            self.wires = self.enter_context(Wires())
        to_database = self.wires.lay(Cable(self.postgres))
        node = super().open(url=to_database.url(self.database), **more)
        address = self.address_of(node)
        to_node = self.wires.lay(LinkCable(int(address.rpartition(":")[2])))
        self.cabled[node] = f"127.0.0.1:{to_node.port}"
        self.postgres.ask(f"UPDATE nodes SET address = '{self.cabled[node]}' WHERE address = '{address}'", self.database)
        node.to_database, node.to_node = to_database, to_node
        return node
