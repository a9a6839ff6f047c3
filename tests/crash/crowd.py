"""Players who go on through anything that happens to the server, and a record of all that they were told."""
import asyncio
import collections
import contextlib
import hashlib
import json
import random
import time

import frames
import websockets

from server import Client, Server
from test_games import any_options, seated

PATIENCE = 60
# Why a move was not carried out that will be, later.
LATER = {"busy", "storage", "shutting_down"}
NAMES = ["Ana", "Ben", "Cleo", "Dan"]


class Record:
    """What the players were told, whatever became of the server afterwards."""

    def __init__(self):
        self.acknowledged = {}  # (match, seat, id) -> (seq, n, move)
        self.refused = {}  # (match, seat, id) -> code
        self.hashes = {}  # (match, seq) -> hash
        self.told = {}  # (match, seat, seq) -> digest of all that the seat was shown
        self.views = collections.defaultdict(dict)  # (match, seq) -> one seat's view, as {seat: JSON}
        self.disagreements = []
        self.postponed = collections.Counter()  # code -> how often

    def answered(self, seat, request, reply):
        key = (request["match"], seat, request["id"])
        if reply["t"] == "ok":
            entry = (reply["seq"], request["n"], request["move"])
            if self.acknowledged.setdefault(key, entry) != entry:
                self.disagreements.append(f"{key} was entry {self.acknowledged[key]} and became {entry}")
        else:
            self.refused[key] = reply["code"]

    def shown(self, push):
        match, seq, seat = push["match"], push["seq"], push["you"]["seat"]
        if self.hashes.setdefault((match, seq), push["hash"]) != push["hash"]:
            self.disagreements.append(f"entry {seq} of {match} had two hashes")
        text = json.dumps([push[part] for part in ("by", "view", "to_act", "you", "result")], sort_keys=True)
        digest = hashlib.sha256(text.encode()).digest()
        if self.told.setdefault((match, seat, seq), digest) != digest:
            self.disagreements.append(f"seat {seat} was shown two states after entry {seq} of {match}")
        if not self.views[match, seq]:
            self.views[match, seq] = {seat: json.dumps(push["view"])}


class Player:
    """A seat that plays whatever it is offered as fast as it can, on one connection after another. A move that was not
    answered is sent again under its id, and so, now and then, is one that was."""

    def __init__(self, crowd, name, token, room, chance):
        self.crowd, self.name, self.token, self.room, self.chance = crowd, name, token, room, chance
        self.seat = None
        self.table = None  # the newest push of a match
        self.acted_on = None
        self.unanswered = {}  # id -> a move
        self.carried_out = collections.deque(maxlen=50)  # moves that were answered
        self.asked = {}  # id -> any other request of this connection
        self.sent = set()  # the moves that this connection has carried
        self.connections = 0
        self.is_back = False  # in the room, on this connection
        self.settled = False  # and nothing to wait for
        self.socket = None

    async def live(self, url):
        """The close code of one connection, once it has ended; None where there was none."""
        self.asked, self.sent = {}, set()
        self.acted_on = None  # a wish for a rematch that was not answered has to be said again
        self.socket, self.is_back, self.settled = None, False, False
        try:
            self.socket = await websockets.connect(url, max_size=None, compression=None, ping_interval=None)
            self.connections += 1
            self.conversation = frames.Conversation()
            await self.ask("hello", v=1, name=self.name, token=self.token)
            async for text in self.socket:
                self.conversation.came(text)
                await self.hear(json.loads(text))
        except (OSError, EOFError, websockets.WebSocketException, asyncio.TimeoutError):
            pass  # the server is gone
        return self.socket and self.socket.close_code

    async def ask(self, t, **fields):
        id = self.crowd.next_id()
        self.asked[id] = {"t": t, "id": id, **fields}
        await self.send(self.asked[id])

    async def send(self, request):
        self.sent.add(request["id"])
        text = json.dumps(request)
        self.conversation.sent(text)
        await self.socket.send(text)

    async def hear(self, frame):
        if frame["t"] == "match":
            self.crowd.record.shown(frame)
            self.seat = frame["you"]["seat"]
            self.table = frame
            await self.act()
        elif frame.get("re") in self.asked:
            await self.answer_came(self.asked.pop(frame["re"]), frame)
        elif frame.get("re") is not None:
            await self.move_answered(frame)
        self.settled = self.is_back and not self.unanswered and not self.asked
        self.crowd.heard()

    async def answer_came(self, request, reply):
        if reply["t"] == "refused" and reply["code"] in LATER:
            self.crowd.record.postponed[reply["code"]] += 1
            return self.later(request)
        if request["t"] == "hello":
            assert reply["t"] == "ok" and self.room in reply["rooms"], reply
            seen = self.table and {"match": self.table["match"], "seq": self.table["seq"]}
            await self.ask("room.join", room=self.room, **({"seen": seen} if seen else {}))
        elif request["t"] == "room.join":
            assert (reply["t"], reply.get("as")) == ("ok", "player"), reply
            self.is_back = True
            if self.carried_out:
                move = self.chance.choice(self.carried_out)
                self.unanswered[move["id"]] = move
            # A table that moves by itself may have asked for the next move before the join was answered: that one
            # is under way already, or even carried out.
            for id, move in list(self.unanswered.items()):
                if id in self.sent and move in self.carried_out:
                    del self.unanswered[id]
                elif id not in self.sent:
                    await self.send(move)
        else:
            assert reply["t"] == "ok" or reply["code"] == "already_started", reply

    async def move_answered(self, reply):
        request = self.unanswered[reply["re"]]
        if reply["t"] == "refused" and reply["code"] in LATER:
            self.crowd.record.postponed[reply["code"]] += 1
            return self.later(request)
        del self.unanswered[reply["re"]]
        self.crowd.record.answered(self.seat, request, reply)
        if reply["t"] == "ok":
            self.carried_out.append(request)
        await self.act()

    def later(self, request):
        """Tries again soon: sooner than `retry_ms` asks for, since nobody here has the time."""
        socket = self.socket
        asyncio.get_running_loop().call_later(0.05, lambda: asyncio.ensure_future(self.again(socket, request)))

    async def again(self, socket, request):
        with contextlib.suppress(websockets.ConnectionClosed):
            if socket is self.socket and (request["id"] in self.asked or request["id"] in self.unanswered):
                await self.send(request)

    async def act(self):
        """Answers the newest state of the table, once."""
        state = (self.table["match"], self.table["seq"])
        if self.crowd.resting or self.unanswered or self.acted_on == state:
            return
        self.acted_on = state
        if self.table["result"]:
            await self.ask("room.rematch", room=self.room)
        elif self.table["you"]["moves"]:
            move = {"t": "move", "id": self.crowd.next_id(), "room": self.room, "match": self.table["match"],
                    "n": self.table["you"]["n"], "move": self.chance.choice(self.table["you"]["moves"])}
            self.unanswered[move["id"]] = move
            await self.send(move)


class Crowd:
    """Rooms of all games in turn, two to four players each."""

    def __init__(self, seed):
        self.chance = random.Random(f"crowd {seed}")
        self.record = Record()
        self.players = []
        self.resting = False
        self.news = asyncio.Event()
        self.ids = 0
        self.ready = []  # seconds from the start of a server until it was open

    def next_id(self):
        self.ids += 1
        return f"c{self.ids}"

    async def sit_down(self, server, rooms):
        """Takes the seats and starts the matches."""
        client = await Client.open(server)
        catalogue = (await client.hello())["games"]
        await client.close()
        for number in range(rooms):
            game = catalogue[number % len(catalogue)]
            names = NAMES[:min(self.chance.randint(2, 4), game["seats"]["max"])]
            room, seats = await self.table(server, game, names)
            for seat in seats:
                chance = random.Random(self.chance.random())
                self.players.append(Player(self, seat.client.player["name"], seat.client.token, room, chance))
                await seat.client.close()

    async def table(self, server, game, names):
        settings = {"game": game["id"], "clock": {"turn_ms": 0}}
        while True:
            options = any_options(game["options"], self.chance)
            try:
                return await seated(server, names, options=options, **settings)
            except KeyError:  # some options exclude one another
                continue

    async def open(self, data, *flags, **environment):
        """A server on that data; whoever starts it wants it to be open soon."""
        begin = time.monotonic()
        server = await asyncio.to_thread(Server, "--log-level", "warning", *flags, data=data, environment=environment)
        self.ready.append(time.monotonic() - begin)
        return server

    async def play(self, server, end):
        """Everybody comes and plays until `end`, a coroutine, has ended the server; the close codes."""
        playing = asyncio.gather(*(player.live(server.socket_url) for player in self.players))
        ending = asyncio.ensure_future(end)
        try:
            await asyncio.wait([playing, ending], return_when=asyncio.FIRST_EXCEPTION)
            await ending
            return await asyncio.wait_for(playing, PATIENCE)
        finally:
            playing.cancel()
            ending.cancel()
            await asyncio.gather(playing, ending, return_exceptions=True)

    def heard(self):
        self.news.set()

    async def until(self, holds):
        """Waits until something holds; it is looked at whenever a player has heard something."""

        async def look():
            while not holds():
                self.news.clear()
                await self.news.wait()

        await asyncio.wait_for(look(), PATIENCE)

    async def everybody(self):
        await self.until(lambda: all(player.is_back for player in self.players))

    async def moves(self, count):
        """Until so many more moves have been acknowledged."""
        goal = len(self.record.acknowledged) + count
        await self.until(lambda: len(self.record.acknowledged) >= goal)

    async def rest(self):
        """Everybody comes in, hears what is still unanswered, and moves no more."""
        self.resting = True
        await self.until(lambda: all(player.settled for player in self.players))
