"""A server that lies to one program and plays by the real rules: a proxy in front of a real server that changes what passes
between the two, and the records over HTTP. lies.py says what it changes."""

import asyncio
import contextlib
import http
import json
import sqlite3
import time
import urllib.error
import urllib.request

import matches
import websockets
from cubilete import shown


class Lie:
    """An honest proxy."""

    game, options = "threes_away", {"pots": 1}
    place = -1  # of the moves that both programs choose, in the list
    impatient = False  # whether the server waits for nobody's secrets
    in_roster = True  # whether the program at the other seat takes part, too

    def __init__(self):
        self.seat = None  # of the program that is lied to
        self.entry = None  # where the first lie is
        self.proxy = None
        self.moves = {}  # by seat, in order: what was sent and has not been shown yet

    def lied(self, push):
        self.entry = self.entry or push["seq"]

    async def sent(self, frame):
        """Gets a request of the program; returns what the server gets, or None."""
        if frame["t"] == "move":
            self.moves.setdefault(self.seat, []).append(frame)
        return frame

    async def pushed(self, push):
        """Gets a push; returns what the program gets, or None."""
        if push["t"] == "match":
            self.seat = push["you"]["seat"]
            self.match(push)
        return push

    def answered(self, reply):
        """Gets the server's answer to a request."""

    def match(self, push):
        """Changes a push of the match."""

    def record(self, record):
        """Changes the record."""


class Fitting(Lie):
    """Makes the log anew, so that its hashes fit the lie. Only the program that is lied to is in the roster."""

    in_roster = False

    def __init__(self):
        super().__init__()
        self.log = []
        self.start = None

    async def pushed(self, push):
        if push["t"] == "dice":
            self.start = push
        if push["t"] == "dice.ask":
            push["hash"] = self.log[-1]["hash"]
        await super().pushed(push)
        if push["t"] == "match":
            self.enter(push)
        return push

    def enter(self, push):
        is_start = push["seq"] == 1
        by = push["by"]
        begins = {"id": None, "n": 0, "move": json.loads(self.start["settings"])}
        sent = begins if is_start else self.moves[by["seat"]].pop(0)
        throws = [self.thrown(event) for event in push["events"] if event["e"] in shown.THROWS]
        extra = {name: self.start[name] for name in ("roster", "reveals")} if is_start else {}
        if throws:
            k, seats, fresh = (push["dice"][name] for name in ("k", "seats", "fresh"))
            drawn = [{"k": k + at, "kind": "dice", "a": len(dice), "b": 6, "result": self.drawn(dice)} for at, dice in enumerate(throws)]
            extra |= {"seats": seats, "fresh": fresh, "drawn": drawn}
        watcher, seat, _, _ = shown.shown_of(push, push["events"])
        extra |= {"views": shown.VIEWS_VERSION} if is_start else {}
        self.log.append({
            "seq": push["seq"], "by": by, **{name: sent[name] for name in ("id", "n", "move")},
            "draws": [{"dice": dice} for dice in throws], "events": push["events"], "at_ms": int(time.time() * 1000), "left_ms": 0,
            "extra": {**extra, "shown": watcher + seat}, "hash": "", "salt": "77" * 32,
        })
        matches.chain_again({"id": push["match"], "log": self.log})
        push["hash"] = self.log[-1]["hash"]

    @staticmethod
    def thrown(event):
        return [event["dice"][place] for place in event.get("thrown", range(len(event["dice"])))]

    def drawn(self, dice):
        """Returns the numbers of the draw of these dice, however they are shown."""
        return [shown.face_of(face) for face in dice]

    def record(self, record):
        record["log"] = self.log


class FittingLog(Fitting):
    """Changes in the server's own log what the program is told that it was shown; all else in it, also the deck, is the real one."""

    def enter(self, push):
        with contextlib.closing(sqlite3.connect(f"file:{self.proxy.server.data}/cubilete.db?mode=ro", uri=True)) as data:
            row = data.execute(
                "SELECT made_by, message_id, prompt, move, draws, left_ms, at_ms, salt, extra FROM log WHERE match_id = ? AND seq = ?",
                (push["match"], push["seq"])).fetchone()
        by, id, n, move, draws, left_ms, at_ms, salt, extra = row
        entry = {"seq": push["seq"], "by": json.loads(by), "id": json.loads(id or "null"), "n": n, "move": json.loads(move),
                 "draws": json.loads(draws), "left_ms": left_ms, "at_ms": at_ms, "salt": salt.hex(), "extra": json.loads(extra)}
        seat = shown.shown_of(push, push["events"])[1]
        entry["extra"]["shown"] = entry["extra"]["shown"][:24] + seat
        self.log.append(entry)
        matches.chain_again({"id": push["match"], "log": self.log})
        push["hash"] = entry["hash"]


class BrokenOff(Lie):
    """A server that breaks the match off instead of making its last entry."""

    result = {"places": [], "scores": [], "winners": [], "left": [], "reason": "abandoned"}

    def match(self, push):
        if "result" not in push:
            self.last = matches.text(push)
            return
        self.proof = {**push["proof"], "seq": push["seq"] - 1, "k": push.get("dice", push["proof"])["k"]}
        again = json.loads(self.last)
        again["you"].pop("moves", None)
        push.clear()
        push |= {**again, "events": [], "to_act": [], "result": self.result, "proof": self.proof}

    def record(self, record):
        del record["log"][-1]
        record |= {"result": self.result, "proof": self.proof}


class Proxy:
    def __init__(self, server, lie):
        self.server, self.lie = server, lie
        lie.proxy = self

    async def __aenter__(self):
        self.listener = await websockets.serve(self.serve, "127.0.0.1", 0, process_request=self.http, max_size=None)
        self.url = f"http://127.0.0.1:{self.listener.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *why):
        self.listener.close()
        await self.listener.wait_closed()

    async def http(self, path, headers):
        if not path.startswith("/api/"):
            return None
        try:
            record = await asyncio.to_thread(self.fetch, path)
        except urllib.error.HTTPError as why:
            return http.HTTPStatus(why.code), [], b"{}"
        return http.HTTPStatus.OK, [("Content-Type", "application/json")], matches.text(record).encode()

    def fetch(self, path):
        with urllib.request.urlopen(self.server.url + path) as answer:
            record = json.load(answer)
        assert record["next"] is None, "the whole log is one page"
        self.lie.record(record)
        return record

    async def serve(self, near, *path):
        async with websockets.connect(self.server.socket_url, max_size=None) as far:
            self.near, self.far = near, far
            pumps = [asyncio.create_task(pump) for pump in (self.up(near, far), self.down(near, far))]
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def ask(self, frame):
        """Sends a request of the liar's own; the program does not see the answer."""
        await self.far.send(matches.text(frame))

    async def answer(self, reply):
        """Answers a request in the server's place."""
        await self.near.send(matches.text(reply))

    async def up(self, near, far):
        with contextlib.suppress(websockets.exceptions.ConnectionClosed):
            async for text in near:
                frame = await self.lie.sent(json.loads(text))
                if frame is not None:
                    await far.send(matches.text(frame))

    async def down(self, near, far):
        with contextlib.suppress(websockets.exceptions.ConnectionClosed):
            async for text in far:
                frame = json.loads(text)
                if str(frame.get("re")).startswith("lie"):
                    continue
                if "re" in frame:
                    self.lie.answered(frame)
                else:
                    frame = await self.lie.pushed(frame)
                if frame is not None:
                    await near.send(matches.text(frame))
