"""A server for one program with a seat in a match with provable dice, over real sockets: the room and its pushes, and the
records over HTTP. It is honest; dishonest_servers.py changes one thing of it at a time. The arithmetic is that of the
library; the other seat has a chain here. It never gives up waiting, so nothing depends on how fast the program is, and it
goes on without a value as soon as the program has reported a fault."""

import asyncio
import http
import json
import random

import matches
import websockets
from cubilete import fairness
from cubilete.fairness import Request

ROOM = "K7QX2M"
ME, OTHER = {"id": "p_me", "name": "Me", "bot": True}, {"id": "p_other", "name": "Other", "bot": False}
OPTIONS = {"joker": "free"}
SETTINGS = {"game": "yahtzee", "version": 1, "seats": 2, "options": OPTIONS}
RESTARTING = 1012
ROLL, PASS = {"do": "roll", "keep": []}, {"do": "pass"}


class Match:
    """The state of one match on an honest server."""

    def __init__(self, name, chance):
        self.name = name
        self.chance = chance
        self.seed = chance.randbytes(32)
        self.commit = fairness.commitment(name, self.seed)
        self.nonces = [chance.randbytes(16) for _ in range(2)]
        marks = [fairness.player_mark(nonce, player["id"]) for nonce, player in zip(self.nonces, (ME, OTHER), strict=True)]
        self.players = matches.players_text(marks)
        self.settings = matches.text(SETTINGS)
        self.other = fairness.Chain(chance.randbytes(32), 300)
        self.step = "tips"
        self.tips = {1: self.other.tip}
        self.roster = None
        self.reveals = None
        self.given = 0
        self.out = set()
        self.log = []
        self.requests = {}  # ids of the program's moves by prompt
        self.k = 0
        self.asks = []
        self.last = None  # the newest push
        self.result = None

    def fix_roster(self):
        self.step = "reveals"
        self.roster = fairness.roster_hash(self.name, self.commit, self.settings, self.players, self.tips)

    def fix_reveals(self, reveals):
        self.step = "play"
        self.reveals = reveals
        self.out |= {seat for seat, reveal in reveals.items() if reveal is None}
        self.key = fairness.draw_key(self.seed, self.roster, self.reveals)

    def draw(self, fresh):
        """Two draws; their part of an entry's extra."""
        drawn = []
        for kind, a, b in (("dice", 5, 6), ("pick", 4, 0)):
            values = fairness.draw(self.key, Request(self.k, kind, a, b), fresh)
            drawn.append({"k": self.k, "kind": kind, "a": a, "b": b, "result": values[0] if kind == "pick" else values})
            self.k += 1
        return {"seats": sorted(fresh), "fresh": matches.hexed(fresh), "drawn": drawn}

    def enter(self, by, n, move, extra):
        seq = len(self.log) + 1
        self.log.append({
            "seq": seq, "by": by, "id": self.requests.get(n) if by == {"seat": 0} else None, "n": n, "move": move,
            "draws": [matches.played(draw) for draw in (extra or {}).get("drawn", ())],
            "at_ms": 1_700_000_000_000 + 1500 * seq, "left_ms": 0, "extra": extra, "hash": "",
            "salt": self.chance.randbytes(32).hex(),
        })
        matches.chain_again({"id": self.name, "log": self.log})
        return self.log[-1]

    def proof(self):
        return {
            "commit": self.commit.hex(), "seed": self.seed.hex(), "settings": self.settings, "players": self.players,
            "tips": matches.hexed(self.tips), "reveals": self.reveals and matches.hexed(self.reveals),
            "roster": self.roster and self.roster.hex(), "seq": len(self.log), "k": self.k,
        }

    def record(self):
        record = {"id": self.name, "chain": 2, "ended_ms": 1_700_000_000_000, "result": self.result, "log": self.log}
        return json.loads(matches.text({**record, "next": None, "proof": self.proof() if self.result else None}))


class DiceServer:
    TURNS = 9

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.socket = None
        self.here = asyncio.Event()  # the program has joined
        self.ready = asyncio.Event()
        self.left = asyncio.Event()
        self.reports = []  # the faults that the program has reported
        self.news = asyncio.Event()
        self.given = {}  # what the program has sent: by match and what for
        self.moves = {}  # by prompt
        self.match = None
        self.old = []
        self.published = {}  # records of matches that have ended
        self.n = 0
        self.ask = None

    # ---- sockets

    async def __aenter__(self):
        self.server = await websockets.serve(self.serve, "127.0.0.1", 0, process_request=self.http)
        self.url = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *why):
        self.server.close()
        await self.server.wait_closed()

    async def http(self, path, headers):
        """The API (protocol/README.md, section 10): a page of the log has four entries."""
        path, _, query = path.partition("?from=")
        if not path.startswith("/api/v1/matches/"):
            return None
        known = {match.name: match for match in [*self.old, self.match]}
        record = self.publish(known.get(path.rpartition("/")[2]))
        if record is None:
            return http.HTTPStatus.NOT_FOUND, [], b"{}"
        at = int(query or 1)
        after = at + 4 if at + 4 <= len(record["log"]) else None
        page = {**record, "log": record["log"][at - 1 : at + 3], "next": after}
        return http.HTTPStatus.OK, [("Content-Type", "application/json")], matches.text(page).encode()

    def publish(self, match):
        if match is not None and match.name not in self.published:
            self.published[match.name] = self.record(match)
        return match and self.published[match.name]

    async def serve(self, socket, *path):
        try:
            async for text in socket:
                frame = json.loads(text)
                reply = self.answer(frame)
                if frame["t"] == "hello":
                    self.socket = socket
                await socket.send(matches.text({"re": frame["id"], **reply}))
                if frame["t"] == "room.join" and reply["t"] == "ok":
                    await self.arrived()
                self.news.set()
        except websockets.exceptions.ConnectionClosed:
            pass
        finally:
            if self.socket is socket:
                self.here.clear()
                self.socket = None
                self.news.set()

    async def push(self, message):
        if self.here.is_set():
            try:
                await self.socket.send(matches.text(message))
            except websockets.exceptions.ConnectionClosed:
                pass

    async def arrived(self):
        self.here.set()
        await self.push(self.room())
        if self.match is not None:
            if self.match.last is not None:
                await self.push(self.match.last)
            if self.match.result is None:
                await self.push(self.dice_push())
                if self.ask is not None:
                    await self.push(self.ask)

    async def cut(self):
        """The program reconnects by itself."""
        if self.socket is not None:
            self.here.clear()
            await self.socket.close(RESTARTING)

    async def until(self, happened):
        """Waits for something that a frame of the program brings."""
        while not happened():
            self.news.clear()
            await self.news.wait()

    # ---- requests

    def answer(self, frame):
        kind = frame["t"]
        ok = {"t": "ok"}
        if kind == "hello":
            assert frame["dice"] == 1, frame
            return {**ok, "v": 1, "player": ME, "token": "T" * 43}
        if kind == "room.join":
            return {**ok, "room": ROOM, "as": "player"}
        if kind == "room.ready":
            self.ready.set()
        elif kind == "room.leave":
            self.left.set()
        elif kind == "move":
            # A program that was started again sends it with another id, perhaps before the entry of the first one is made.
            if self.match.requests.setdefault(frame["n"], frame["id"]) != frame["id"]:
                return {"t": "refused", "code": "stale", "text": "No."}
            self.moves.setdefault(frame["n"], frame["move"])
            made = next((entry for entry in self.match.log if (entry["by"], entry["n"]) == ({"seat": 0}, frame["n"])), None)
            return {**ok, "seq": made["seq"] if made else len(self.match.log) + 1}
        elif kind.startswith("dice."):
            return self.dice_request(frame)
        return ok

    def dice_request(self, frame):
        what = frame.get("seq", frame["t"])
        value = bytes.fromhex(frame.get("tip") or frame["value"])
        last = self.match.tips.get(0) if frame["t"] == "dice.reveal" else self.last_given(what)
        if frame["t"] != "dice.tip" and fairness.next_link(value) != last:
            return {"t": "refused", "code": "bad_value", "text": "No."}
        before = self.given.setdefault((frame["match"], what), value)
        return {"t": "ok"} if before == value else {"t": "refused", "code": "taken", "text": "No."}

    def last_given(self, seq):
        """The newest value of the program before that entry."""
        known = {asked: value for (match, asked), value in self.given.items() if match == self.match.name}
        before = [asked for asked in known if isinstance(asked, int) and asked < seq] if isinstance(seq, int) else []
        return known[max(before)] if before else known.get("dice.reveal")

    async def wanted(self, what):
        """The program's tip, reveal or value; None if it reports a fault of the question, or that it contributes no more."""
        key = (self.match.name, what)
        before = len(self.reports)

        def withheld():
            return any("contributes no more" in fault["text"] for fault in self.reports) or any(
                fault.get("entry") == what and fault["kind"] != "late" for fault in self.reports[before:])

        await self.until(lambda: key in self.given or withheld())
        return self.given.get(key)

    # ---- pushes

    def room(self):
        playing = self.match is not None and self.match.result is None and self.match.log
        seats = [{"player": player, "ready": self.ready.is_set(), "online": True, "house": False} for player in (ME, OTHER)]
        return {"t": "room", "room": ROOM, "game": "yahtzee", "options": OPTIONS, "host": OTHER["id"], "seats": seats,
                "phase": "playing" if playing else "waiting", "match": self.match and self.match.name}

    def dice_push(self):
        match = self.match
        tips = {} if match.step == "tips" else matches.hexed(match.tips)
        return {
            "t": "dice", "room": ROOM, "match": match.name, "step": match.step, "witness": True, "commit": match.commit.hex(),
            "settings": match.settings, "players": match.players, "tips": tips, "out": sorted(match.out),
            "roster": match.roster and match.roster.hex(),
            "reveals": match.reveals and matches.hexed(match.reveals),
            "you": {"seat": 0, "nonce": match.nonces[0].hex()},
        }

    def match_push(self, entry, by_me):
        """`by_me`: whether the program has the next turn."""
        match = self.match
        self.n += by_me
        push = {"t": "match", "room": ROOM, "match": match.name, "seq": entry["seq"], "by": entry["by"], "events": [],
                "about": {"game": "yahtzee"}, "view": {}, "to_act": [0] * by_me, "you": {"seat": 0, "n": self.n},
                "hash": entry["hash"]}
        if by_me:
            push["you"]["moves"] = [ROLL, PASS]
        if match.result:
            push["result"] = match.result
        if drew := (entry["extra"] or {}).get("drawn"):
            push["dice"] = {"k": drew[0]["k"], "seats": entry["extra"]["seats"], "fresh": entry["extra"]["fresh"]}
        if match.result:
            push["proof"] = self.proof()
        return push

    def proof(self):
        return self.match.proof()

    def record(self, match):
        return match.record()

    # ---- a match

    async def play(self):
        await self.here.wait()
        await self.until(self.ready.is_set)
        await self.start("m_1")
        await self.go_on()

    async def start(self, name):
        """Until the first entry."""
        if self.match is not None:
            self.old.append(self.match)
        self.match = match = Match(name, self.chance)
        await self.break_maybe()
        await self.push(self.dice_push())
        tip = await self.wanted("dice.tip")
        if tip is not None:
            match.tips[0] = tip
        self.collect_tips()
        match.fix_roster()
        await self.break_maybe()
        await self.push(self.dice_push())
        reveal = await self.wanted("dice.reveal") if 0 in match.tips else None
        match.fix_reveals(self.reveals(reveal))
        await self.break_maybe()
        await self.push(self.dice_push())

    def collect_tips(self):
        pass

    def reveals(self, reveal):
        reveals = {1: self.match.other.value(0)}
        return {0: reveal, **reveals} if 0 in self.match.tips else reveals

    async def go_on(self):
        match = self.match
        start = {"roster": match.roster.hex(), "reveals": matches.hexed(match.reveals)}
        entry = match.enter({"start": True}, 0, json.loads(match.settings), {**start, **match.draw({})})
        for turn in range(self.TURNS):
            mover = turn % 3
            await self.show(entry, by_me=mover == 0)
            await self.break_maybe()
            by, n, move = await self.next_move(mover)
            if turn % 4 == 3:
                entry = match.enter(by, n, move, None)
            else:
                entry = await self.drawing_entry(by, n, move)
        match.result = {"places": [1, 2], "scores": [2, 1], "winners": [0], "left": [], "reason": "finished"}
        await self.end(entry)
        await self.until(self.left.is_set)

    async def end(self, entry):
        await self.show(entry)

    async def show(self, entry, by_me=False):
        push = self.match_push(entry, by_me)
        self.match.last = push
        await self.push(push)

    async def next_move(self, mover):
        if mover == 0:
            await self.until(lambda: self.n in self.moves)
            return {"seat": 0}, self.n, self.moves[self.n]
        return ({"seat": 1}, self.n, PASS) if mover == 1 else ({"clock": True}, 0, None)

    async def drawing_entry(self, by, n, move):
        self.ask = ask = self.question(by, n, move)
        await self.push(ask)
        await self.break_maybe()
        fresh = await self.values(ask)
        self.ask = None
        self.match.out |= {seat for seat, value in fresh.items() if value is None}
        return self.match.enter(*self.made(by, n, move), self.match.draw(self.recorded(fresh)))

    def question(self, by, n, move):
        match = self.match
        seats = [seat for seat in self.online() if seat in match.tips and seat not in match.out]
        return {"t": "dice.ask", "room": ROOM, "match": match.name, "seq": len(match.log) + 1, "hash": match.log[-1]["hash"],
                "by": by, "n": n, "move": move, "k": match.k, "seats": seats}

    def online(self):
        return [0, 1] if self.here.is_set() else [1]

    async def values(self, ask):
        fresh = {}
        for seat in ask["seats"]:
            fresh[seat] = await self.wanted(ask["seq"]) if seat == 0 else self.value_of_other()
        return fresh

    def value_of_other(self):
        self.match.given += 1
        return self.match.other.value(self.match.given)

    def made(self, by, n, move):
        return by, n, move

    def recorded(self, fresh):
        return fresh

    async def break_maybe(self):
        """Where a connection may break."""
