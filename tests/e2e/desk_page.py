"""A page of the operator's desk, whose messages are no part of the players' schema."""
import itertools
import json

import websockets

from server import in_time


class DeskPage:
    def __init__(self, socket):
        self.socket = socket
        self.ids = itertools.count(1)

    @classmethod
    async def open(cls, server):
        return cls(await websockets.connect(server.socket_url, max_size=None, compression=None))

    async def request(self, t, **fields):
        await self.socket.send(json.dumps({"t": t, "id": next(self.ids), **fields}))
        async with in_time():
            return json.loads(await self.socket.recv())

    async def closed(self):
        async with in_time():
            await self.socket.wait_closed()
        return self.socket.close_code

    async def close(self):
        await self.socket.close()
