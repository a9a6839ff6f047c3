"""Bots as in crude_bots.py that take part in provable dice."""
import json
import pathlib
import sys

from crude_bots import Crude, without_id

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bots/python"))
from cubilete.contributor import Contributor  # noqa: E402  (the path has to be set first)
from cubilete.fairness import Chain  # noqa: E402
from cubilete.notes import NotesInMemory  # noqa: E402


class Thrower(Crude):
    """Takes part in provable dice, with the notes of the library and without a mistake."""

    def __init__(self, spar):
        super().__init__(spar)
        self.contributor = Contributor(NotesInMemory(), lambda fault: None)

    async def send(self, id=None, **message):
        if message["t"] == "hello":
            message["dice"] = 1
        return await super().send(id, **message)

    async def hear(self, message):
        if message["t"] == "room":
            self.contributor.room(message)
        elif message["t"] == "match":
            self.contributor.match(message)
        elif message["t"] in ("dice", "dice.ask"):
            request = self.begin(message) if message["t"] == "dice" else self.answer(message)
            if request:
                await self.send(**request)
        await super().hear(message)

    async def on_reply(self, reply, request):
        if request.get("t", "").startswith("dice."):
            self.contributor.answered(without_id(request), reply)
        elif request.get("t") == "hello" and reply["t"] == "ok":
            self.player = reply["player"]["id"]
            self.contributor.joined()
        await super().on_reply(reply, request)

    def begin(self, push):
        return self.contributor.dice(push, self.player)

    def answer(self, ask):
        return self.contributor.ask(ask)


class Tightlipped(Thrower):
    """Reveals, but gives no value."""

    def answer(self, ask):
        return None


class Gullible(Thrower):
    """Reveals and answers whatever the server shows and asks."""

    def __init__(self, spar):
        super().__init__(spar)
        self.chains = {}
        self.values = {}

    def begin(self, push):
        where = {"room": push["room"], "match": push["match"]}
        chain = self.chains.setdefault(push["match"], Chain())
        if push["step"] == "tips":
            return {"t": "dice.tip", **where, "tip": chain.tip.hex()}
        if push["step"] == "reveals":
            return {"t": "dice.reveal", **where, "value": chain.value(0).hex()}
        return None

    def answer(self, ask):
        values = self.values.setdefault(ask["match"], {})
        number = values.setdefault(self.question(ask), len(values) + 1)
        value = self.chains[ask["match"]].value(number).hex()
        return {"t": "dice.give", "room": ask["room"], "match": ask["match"], "seq": ask["seq"], "value": value}

    def question(self, ask):
        return ask["seq"]


class Spendthrift(Gullible):
    """Gives another value if another move is asked about."""

    def question(self, ask):
        return json.dumps([ask["seq"], ask["hash"], ask["by"], ask["move"]])
