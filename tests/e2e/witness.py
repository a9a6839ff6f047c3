"""A player's program that takes part in provable dice. It uses the arithmetic of bots/python and no more of it."""
import asyncio
import contextlib
import pathlib
import sys

from server import Client

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bots/python"))

from cubilete import fairness, fairness_verify  # noqa: E402  (the path has to be set first)

verify = fairness_verify.check_dice


class Witness:
    """Sends tip, reveal and values by itself, unless told not to. `stored_notes` outlives a connection: match -> its notes."""

    def __init__(self, client, stored_notes):
        self.client = client
        self.stored_notes = stored_notes
        self.sends = {"tip", "reveal", "value"}
        self.states = []  # every push `dice`, in order
        self.asks = []
        self.tasks = [asyncio.create_task(self._steps()), asyncio.create_task(self._asks())]

    @classmethod
    async def come(cls, server, name, stored_notes=None, **fields):
        client = await Client.open(server)
        hello = await client.hello(name, dice=1, **fields)
        assert hello["t"] == "ok", hello
        return cls(client, {} if stored_notes is None else stored_notes)

    @property
    def id(self):
        return self.client.player["id"]

    def notes(self, match):
        return self.stored_notes.setdefault(match, {"chain": fairness.Chain(length=600), "values": {}, "given": 0})

    def request(self, t, **fields):
        return self.client.request(t, **fields)

    def push(self, *args):
        return self.client.push(*args)

    def value(self, match, seq):
        """The value for this entry: the same one whenever it is asked for."""
        notes = self.notes(match)
        if seq not in notes["values"]:
            notes["given"] += 1
            notes["values"][seq] = notes["chain"].value(notes["given"])
        return notes["values"][seq].hex()

    async def _steps(self):
        with contextlib.suppress(AssertionError):  # closed
            while True:
                push = await self.push("dice")
                self.states.append(push)
                if "you" in push:
                    await self._answer(push)

    async def _answer(self, push):
        where = {"room": push["room"], "match": push["match"]}
        seat = str(push["you"]["seat"])
        chain = self.notes(push["match"])["chain"]
        if push["step"] == "tips" and "tip" in self.sends and seat not in push["tips"]:
            await self.request("dice.tip", **where, tip=chain.tip.hex())
        if push["step"] == "reveals" and "reveal" in self.sends and push["tips"].get(seat) == chain.tip.hex():
            await self.request("dice.reveal", **where, value=chain.value(0).hex())

    async def _asks(self):
        with contextlib.suppress(AssertionError):
            while True:
                ask = await self.push("dice.ask")
                self.asks.append(ask)
                seat = self.seat_in(ask["match"])
                if "value" in self.sends and seat in ask["seats"]:
                    value = self.value(ask["match"], ask["seq"])
                    await self.request("dice.give", room=ask["room"], match=ask["match"], seq=ask["seq"], value=value)

    def seat_in(self, match):
        state = next(push for push in reversed(self.states) if push["match"] == match)
        return state["you"]["seat"] if "you" in state else None

    async def close(self):
        await self.client.close()
        await asyncio.gather(*self.tasks)
