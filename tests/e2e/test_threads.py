"""Tables and sockets on several serving threads: wherever a socket lives, it gets every push, in order."""
import asyncio
import pathlib
import tempfile
import unittest

from server import Client, Server

THREADS = 4
TABLES = 12
MOVES = 10
RESTART = 1012


class Table:
    """Two players of La Ambiciosa; the sockets name the room if `hints`."""

    def __init__(self, server, number, hints):
        self.server, self.number, self.hints = server, number, hints
        self.room = self.match = None
        self.players = []
        self.seen = {}  # the newest push of the match, by player

    async def sit_down(self):
        for name in ("Ana", "Ben"):
            client = await Client.open(self.server, self.room if self.hints else None)
            await client.hello(f"{name} {self.number}")
            self.players.append(client)
            if self.room is None:
                self.room = (await client.request("room.create", game="ambiciosa"))["room"]
                if self.hints:
                    await client.close()
                    client = self.players[0] = await self.back(client)
        ana, ben = self.players
        await ben.request("room.join", room=self.room)
        await ben.request("room.ready", room=self.room, ready=True)
        self.match = (await ana.request("room.start", room=self.room))["match"]
        await self.see(1)

    async def back(self, client):
        again = await Client.open(self.server, self.room if self.hints else None)
        reply = await again.hello(client.player["name"], token=client.token)
        assert reply["rooms"] == [self.room], reply
        await again.request("room.join", room=self.room)
        return again

    async def see(self, seq):
        """Both players get the push of this entry next: no earlier one is left, none was left out."""
        for client in self.players:
            push = await client.push("match")
            assert (push["match"], push["seq"]) == (self.match, seq), push
            self.seen[client] = push

    async def play(self, first, moves):
        for seq in range(first, first + moves):
            client = next(one for one in self.players if self.seen[one].get("you", {}).get("moves"))
            you = self.seen[client]["you"]
            reply = await client.request("move", room=self.room, match=self.match, n=you["n"], move=you["moves"][seq % len(you["moves"])])
            assert reply.get("seq") == seq, reply
            await self.see(seq)
            await client.request("room.chat", room=self.room, text=f"{seq}")
            for other in self.players:
                assert (await other.push("chat"))["text"] == f"{seq}"

    async def come_back(self, server, seq):
        self.server = server
        self.players = [await self.back(client) for client in self.players]
        self.seen.clear()
        await self.see(seq)


class Threads(unittest.IsolatedAsyncioTestCase):
    async def test_tables_on_all_threads_are_played_in_order_also_after_a_restart(self):
        data = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="cubilete-")))
        with Server("--threads", str(THREADS), data=data) as server:
            tables = [Table(server, number, hints=number % 2 == 1) for number in range(TABLES)]
            await asyncio.gather(*(table.sit_down() for table in tables))
            await asyncio.gather(*(table.play(2, MOVES) for table in tables))
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            codes = await asyncio.gather(*(client.closed() for table in tables for client in table.players))
            self.assertEqual(set(codes), {RESTART})
            await stopping
        with Server("--threads", str(THREADS // 2), data=data) as server:
            await asyncio.gather(*(table.come_back(server, 1 + MOVES) for table in tables))
            await asyncio.gather(*(table.play(2 + MOVES, MOVES) for table in tables))
            for table in tables:
                for client in table.players:
                    await client.close()

    async def test_a_socket_that_names_another_room_or_none_plays_all_the_same(self):
        with Server("--threads", str(THREADS)) as server:
            ana = await Client.open(server)
            await ana.hello("Ana")
            rooms = [(await ana.request("room.create", game="yahtzee"))["room"] for _ in range(4)]
            for named in ("AAAAAA", "nonsense", rooms[0], rooms[1]):
                ben = await Client.open(server, named)
                await ben.hello("Ben")
                for room in rooms:
                    reply = await ben.request("room.join", room=room)
                    self.assertEqual(reply["t"], "ok", reply)
                    push = await ben.push("room", lambda push, room=room: push["room"] == room)
                    self.assertIn("Ben", [watcher["name"] for watcher in push["watchers"]] + [seat["player"]["name"] for seat in push["seats"] if seat["player"]])
                await ben.close()
            await ana.close()


if __name__ == "__main__":
    unittest.main()
