"""Players that continue through any failure of the server, and a record of everything that they were told."""
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
# Codes after which the same move is sent again later.
LATER = {"busy", "storage", "shutting_down"}
NAMES = ["Ana", "Ben", "Cleo", "Dan"]


class Record:
    """Everything that the players were told, whatever happened to the server afterwards."""

    def __init__(self):
        self.acknowledged = {}  # (match, seat, id) -> (seq, n, move)
        self.refused = {}  # (match, seat, id) -> code
        self.hashes = {}  # (match, seq) -> hash
        self.told = {}  # (match, seat, seq) -> digest of everything that the seat was shown
        self.views = collections.defaultdict(dict)  # (match, seq) -> one seat's view, as {seat: JSON}
        self.disagreements = []
        self.postponed = collections.Counter()  # code -> number of times

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
    """A seat that plays a random offered move as fast as possible, on one connection after another. A move without an
    answer is sent again with its id, and sometimes also one with an answer.
    """

    def __init__(self, crowd, name, token, room, chance):
        self.crowd, self.name, self.token, self.room, self.chance = crowd, name, token, room, chance
        self.seat = None
        self.table = None  # the newest push of a match
        self.acted_on = None
        self.unanswered = {}  # id -> a move
        self.carried_out = collections.deque(maxlen=50)  # moves with an answer
        self.asked = {}  # id -> any other request of this connection
        self.sent = set()  # the moves sent on this connection
        self.connections = 0
        self.is_back = False  # has joined the room on this connection
        self.settled = False  # and waits for nothing
        self.socket = None

    async def live(self, url):
        """The close code of one connection after its end; None if there was none."""
        self.asked, self.sent = {}, set()
        self.acted_on = None  # a request for a rematch without an answer must be repeated
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
            pass  # the server has ended
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
            # A match may have asked for the next move before the join was answered: then that move was
            # already sent, or even carried out.
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
        """Tries again soon, earlier than `retry_ms` asks for, to save time."""
        socket = self.socket
        asyncio.get_running_loop().call_later(0.05, lambda: asyncio.ensure_future(self.again(socket, request)))

    async def again(self, socket, request):
        with contextlib.suppress(websockets.ConnectionClosed):
            if socket is self.socket and (request["id"] in self.asked or request["id"] in self.unanswered):
                await self.send(request)

    async def act(self):
        """Reacts once to the newest state of the room."""
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
    """Rooms of all games in turn, with two to four players each."""

    def __init__(self, seed):
        self.chance = random.Random(f"crowd {seed}")
        self.record = Record()
        self.players = []
        self.resting = False
        self.news = asyncio.Event()
        self.ids = 0
        self.ready = []  # seconds from the start of a server until it accepts players

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
            except KeyError:  # some options exclude each other
                continue

    async def open(self, data, *flags, **environment):
        """Starts a server on this data and measures the time until it accepts players."""
        begin = time.monotonic()
        server = await asyncio.to_thread(Server, "--log-level", "warning", *flags, data=data, environment=environment)
        self.ready.append(time.monotonic() - begin)
        return server

    async def play(self, server, end):
        """All players connect and play until `end`, a coroutine, has ended the server; returns the close codes."""
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
        """Waits until a condition holds; checks it after every message to a player."""

        async def look():
            while not holds():
                self.news.clear()
                await self.news.wait()

        await asyncio.wait_for(look(), PATIENCE)

    async def everybody(self):
        await self.until(lambda: all(player.is_back for player in self.players))

    async def moves(self, count):
        """Waits until this many further moves have been acknowledged."""
        goal = len(self.record.acknowledged) + count
        await self.until(lambda: len(self.record.acknowledged) >= goal)

    async def rest(self):
        """All players connect, get the missing answers, and make no more moves."""
        self.resting = True
        await self.until(lambda: all(player.settled for player in self.players))
