"""Players that continue through any failure of the server."""
import asyncio
import collections
import contextlib
import json
import random
import time

import frames
import websockets

from contributor import REQUESTS, Contributor
from record import Record
from pushes import long_form, whole
from server import Client, Server
from test_games import any_options

PATIENCE = 60
# Nobody is out only because the machine is slow: a seat that is asked in vain stops the test instead.
DICE_WAIT = ["--limit", "dice-step=10min", "--limit", "dice-ask=10min", "--limit", "dice-late=1000min"]
# Codes after which the same move is sent again later.
LATER = {"busy", "storage", "shutting_down"}
NAMES = ["Ana", "Ben", "Cleo", "Dan"]


class Player:
    """A seat that plays a random offered move as fast as possible, on one connection after another. A move without an
    answer is sent again with its id, and sometimes also one with an answer. Takes part in provable dice.
    """

    def __init__(self, crowd, player, token, room, chance):
        """`player`: id and name."""
        self.crowd, self.token, self.room, self.chance = crowd, token, room, chance
        self.id, self.name = player["id"], player["name"]
        self.dice = Contributor(crowd.record.dice, chance)
        self.seat = None
        self.table = None  # the newest push of a match
        self.acted_on = None
        self.unanswered = {}  # id -> a move
        self.present = {}  # id of a move without an answer -> seats that were connected when it was made
        self.carried_out = collections.deque(maxlen=50)  # moves with an answer
        self.asked = {}  # id -> any other request of this connection
        self.sent = set()  # the moves sent on this connection
        self.about = {}  # what this connection was sent once, by match
        self.connections = 0
        self.is_back = False  # has joined the room on this connection
        self.settled = False  # and waits for nothing
        self.socket = None

    def __str__(self):
        connection = "is open" if self.socket and self.socket.close_code is None else "is closed"
        seen = self.table and (self.table["match"], self.table["seq"])
        return (f"{self.name} in {self.room}, seat {self.seat}: connection {self.connections} {connection}, {'back' if self.is_back else 'not back'},"
                f" saw {seen}, waits for {[*self.unanswered.values(), *self.asked.values()]}")

    async def live(self, url):
        """The close code of one connection after its end; None if there was none."""
        self.asked, self.sent, self.present, self.about = {}, set(), {}, {}
        self.acted_on = None  # a request for a rematch without an answer must be repeated
        self.socket, self.is_back, self.settled = None, False, False
        try:
            self.socket = await websockets.connect(url, max_size=None, compression=None, ping_interval=None)
            self.connections += 1
            self.conversation = frames.Conversation()
            await self.ask("hello", v=1, name=self.name, token=self.token, dice=1)
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
            frame = whole(frame, self.about)
            self.crowd.record.shown(frame)
            self.dice.shown(frame)
            self.seat = frame["you"]["seat"]
            self.table = frame
            await self.act()
        elif frame["t"] == "dice":
            self.seat = frame["you"]["seat"]
            await self.contribute(self.dice.step(frame, self.id))
        elif frame["t"] == "dice.ask":
            await self.contribute(self.dice.ask(frame, self.seat, self.crowd.present_for(frame)))
        elif frame["t"] == "room":
            await self.start(frame)
            await self.want_another(frame)
        if frame["t"] == "refused":
            self.crowd.refusals.append((self.socket.local_address[1], frame["code"]))
        if frame.get("re") in self.asked:
            await self.answer_came(self.asked.pop(frame["re"]), frame)
        elif frame.get("re") is not None:
            await self.move_answered(frame)
        self.settled = self.is_back and not self.unanswered and not self.asked
        self.crowd.heard()

    async def contribute(self, request):
        if request:
            await self.ask(**request)

    async def want_another(self, room):
        """Asks for a rematch once more if the server died before the request was on disk."""
        ready = any(seat["player"]["id"] == self.id and seat["ready"] for seat in room["seats"] if seat)
        over = room["phase"] == "finished" and self.table and self.table["result"] and self.table["match"] == room["match"]
        if over and not ready and all(request["t"] != "room.rematch" for request in self.asked.values()):
            self.acted_on = None
            await self.act()

    async def start(self, room):
        """The host starts the first match when all are there."""
        if (room["host"], room["phase"], room["match"]) != (self.id, "waiting", None) or self.crowd.resting:
            return
        here = all(seat["online"] and (seat["ready"] or seat["player"]["id"] == self.id) for seat in room["seats"])
        if here and all(request["t"] != "room.start" for request in self.asked.values()):
            await self.ask("room.start", room=self.room)

    async def answer_came(self, request, reply):
        if request["t"] in REQUESTS:
            return self.dice_answered(request, reply)
        if reply["t"] == "refused" and reply["code"] in LATER:
            self.crowd.record.postponed[reply["code"]] += 1
            self.asked[request["id"]] = request
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
        self.present.pop(reply["re"], None)
        self.crowd.record.answered(self.seat, request, reply)
        if reply["t"] == "ok":
            self.carried_out.append(request)
            self.crowd.answered.append((time.monotonic(), request["match"], reply["seq"]))
        await self.act()

    def dice_answered(self, request, reply):
        """On a full disk, and at the end of a server, the request is void: the server asks again."""
        if reply.get("code") in LATER:
            self.crowd.record.postponed[reply["code"]] += 1
        else:
            self.crowd.record.dice.answered(self.seat, request, reply)

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
                    "n": self.table["you"]["n"], "move": long_form(self.chance.choice(self.table["you"]["moves"]))}
            self.unanswered[move["id"]] = move
            self.present[move["id"]] = self.crowd.seats_present(self.room)
            await self.send(move)


class Crowd:
    """Rooms of all games in turn, with two to four players each."""

    def __init__(self, seed, turn_ms=0):
        """`turn_ms`: after this time the clock moves; 0: never."""
        self.chance = random.Random(f"crowd {seed}")
        self.turn_ms = turn_ms
        self.record = Record()
        self.players = []
        self.resting = False
        self.knows_presence = True  # False: players may have no connection to the owner of their room without knowing it
        self.news = asyncio.Event()
        self.ids = 0
        self.refusals = []  # the port of the client's socket, and the code
        self.answered = []  # when a move was acknowledged, its match and its seq
        self.ready = []  # seconds from the start of a server until it accepts players

    def next_id(self):
        self.ids += 1
        return f"c{self.ids}"

    async def sit_down(self, server, rooms):
        """Takes the seats. The hosts start the matches in play()."""
        client = await Client.open(server)
        catalogue = (await client.hello())["games"]
        await client.close()
        for number in range(rooms):
            game = catalogue[number % len(catalogue)]
            names = NAMES[:min(self.chance.randint(2, 4), game["seats"]["max"])]
            room, clients = await self.table(server, game, names)
            for client in clients:
                chance = random.Random(self.chance.random())
                self.players.append(Player(self, client.player, client.token, room, chance))
                await client.close()

    async def table(self, server, game, names):
        """A room in which everybody but the host, who comes first, is ready."""
        host, *others = clients = [await Client.open(server) for _ in names]
        for client, name in zip(clients, names):
            assert (await client.hello(name))["t"] == "ok"
        settings = {"game": game["id"], "seats": len(names), "clock": {"turn_ms": self.turn_ms}}
        while True:
            made = await host.request("room.create", options=any_options(game["options"], self.chance), **settings)
            if made["t"] == "ok":
                break
            assert made["code"] == "bad_options", made  # some options exclude each other
        for client in others:
            assert (await client.request("room.join", room=made["room"]))["as"] == "player"
            assert (await client.request("room.ready", room=made["room"], ready=True))["t"] == "ok"
        return made["room"], clients

    def seats_present(self, room):
        return {player.seat for player in self.players if player.room == room and player.is_back and self.knows_presence}

    def present_for(self, ask):
        """The seats that were connected when the move of an ask was made; none if nobody sent it on this connection."""
        for player in self.players:
            for id, seats in player.present.items():
                move = player.unanswered[id]
                if (move["match"], move["n"], move["move"], {"seat": player.seat}) == (ask["match"], ask["n"], ask["move"], ask["by"]):
                    return seats
        return set()

    async def open(self, data, *flags, **environment):
        """Starts a server on this data and measures the time until it accepts players."""
        begin = time.monotonic()
        server = await asyncio.to_thread(Server, "--log-level", "warning", *DICE_WAIT, *flags, data=data, environment=environment)
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

        try:
            await asyncio.wait_for(look(), PATIENCE)
        except asyncio.TimeoutError:
            raise AssertionError(f"after {PATIENCE} s this does not hold:\n" + "\n".join(map(str, self.players))) from None

    async def everybody(self):
        await self.until(lambda: all(player.is_back for player in self.players))

    async def moves(self, count):
        """Waits until this many further moves have been acknowledged."""
        goal = len(self.record.acknowledged) + count
        await self.until(lambda: len(self.record.acknowledged) >= goal)

    async def rest(self):
        """All players connect, get the missing answers, and make no more moves."""
        self.resting = True
        await self.until(self.settled)

    def settled(self):
        """Nobody waits for an answer."""
        return all(player.settled for player in self.players)
