"""Lies of a server that plays by the real rules: each class changes one thing between it and a program. `faults` are
the kinds of faults that the program must report during the match, `found` is the verdict on the record with its notes: of the
libraries, and of `cubilete verify` if `known` is not another one, which only the rules can tell. N stands for the entry of the
first lie, S for the seat."""

from cubilete import fairness, shown
from lying_proxy import BrokenOff, Fitting, FittingLog, Lie


class Lying(Lie):
    faults = ()
    found = ""
    known = None  # as `found`


class OtherOwnDice(Lying):
    """other dice than it threw are shown to the player"""

    found = "FALSE at entry N: other dice were shown than are recorded"

    def thrower(self):
        return self.seat

    def match(self, push):
        for event in push["events"]:
            if self.entry is None and event["e"] == "rolled" and event["seat"] == self.thrower():
                self.lied(push)
                event["dice"][0] = event["dice"][0] % 6 + 1
                push["view"]["turn"]["dice"] = event["dice"]


class OtherDiceOfTheOpponent(OtherOwnDice):
    """other dice than the opponent threw are shown to the player"""

    def thrower(self):
        return 1 - self.seat


class OtherDiceInAReturn(Lying):
    """other dice than the opponent threw are shown in a push without events, as if the program had been away"""

    found = "FALSE at entry N: something else was shown than is recorded"

    def match(self, push):
        thrown = [event for event in push["events"] if event["e"] == "rolled" and event["seat"] != self.seat]
        if self.entry is None and thrown:
            self.lied(push)
            dice = push["view"]["turn"]["dice"]
            dice[0] = dice[0] % 6 + 1
            push |= {"events": [], "left_out": 1}


class AnotherEnd(BrokenOff, Lying):
    """the last push of a match that was broken off shows another score"""

    faults = ("shown_twice",)
    found = "FALSE: noticed during the match: entry [0-9]+ was shown differently the second time"
    known = "FALSE at entry N: something else was shown than the rules say"

    def match(self, push):
        super().match(push)
        if "result" in push:
            self.lied(push)
            push["view"]["seats"][0]["chips"] += 1


class AnotherWinner(Lying):
    """another winner than the one of the record is shown"""

    found = "FALSE: another result was shown than is recorded"

    def match(self, push):
        if result := push.get("result"):
            result["places"].reverse()
            result["scores"].reverse()
            result["winners"] = [1 - winner for winner in result["winners"]]


class AnotherHand(Lying):
    """another hand than the dealt one is shown to its player"""

    game, options = "tres", {}
    found = "FALSE at entry N: something else was shown than is recorded"

    def match(self, push):
        hand = push["view"]["seats"][self.seat]["hand"]
        if push["seq"] == 1:
            self.lied(push)
            hand[0] = "b9" if hand[0] != "b9" else "b8"
            next(event for event in push["events"] if event["e"] == "dealt" and event["seat"] == self.seat)["cards"][0] = hand[0]


class LeftOut(Lying):
    """left out: the server does not tell the program its seat when it fixes the dice"""

    impatient = True
    faults = ("left_out",)
    found = "left out: the secret of seat S is not in the key"

    async def pushed(self, push):
        if push["t"] == "dice":
            push.pop("you", None)
        return await super().pushed(push)


class LeftOutInSilence(LeftOut):
    """left out: the server says nothing of dice to the program"""

    async def pushed(self, push):
        return None if push["t"].startswith("dice") else await super().pushed(push)


class SwallowedTip(LeftOut):
    """left out: the program's tip is swallowed"""

    async def pushed(self, push):
        return await Lie.pushed(self, push)

    async def sent(self, frame):
        return None if frame["t"] == "dice.tip" else await super().sent(frame)


class TipOfAnother(Lying):
    """left out: the seat has the tip of somebody else, who was before the program"""

    faults = ("taken",)
    found = "left out: another device holds the secret of seat S: check with its notes"

    def __init__(self):
        super().__init__()
        self.chain = fairness.Chain(b"\7" * 32, 300)
        self.given = 0

    async def sent(self, frame):
        if frame["t"] == "dice.tip":
            await self.proxy.ask({**frame, "id": "lie-tip", "tip": self.chain.tip.hex()})
            await self.proxy.answer({"t": "refused", "re": frame["id"], "code": "taken", "text": "No."})
            return None
        return await super().sent(frame)

    async def pushed(self, push):
        where = {"room": push["room"], "match": push.get("match"), "id": f"lie-{push.get('seq')}"}
        if push["t"] == "dice" and push["step"] == "reveals":
            await self.proxy.ask({"t": "dice.reveal", **where, "value": self.chain.value(0).hex()})
        elif push["t"] == "dice.ask":
            self.given += 1
            await self.proxy.ask({"t": "dice.give", **where, "seq": push["seq"], "value": self.chain.value(self.given).hex()})
        return await super().pushed(push)


class ChangedMove(Lying):
    """the server plays another move than the program has sent, in the program's name"""

    found = "FALSE at entry N: it is not the move that was sent"
    changed = None  # its id

    async def sent(self, frame):
        if frame["t"] == "move" and self.entry is None and frame["n"] == self.you["n"]:
            if others := [move for move in self.you["moves"] if move != frame["move"]]:
                self.changed, frame["move"] = frame["id"], others[0]
        return frame

    def answered(self, reply):
        if reply["re"] == self.changed:
            self.entry = reply.get("seq")  # None if another entry came first: the next move is changed

    def match(self, push):
        self.you = push["you"]


class ChangedSpelledMove(ChangedMove):
    """the same with a move that the program spells in another way than the log: only the rules can compare them"""

    game, options = "tres", {}
    found, known = "fair: ", ChangedMove.found


class ExchangedSeats(Lying):
    """the record has the players at each other's seats"""

    found = "FALSE: the record has other people at its seats"

    def record(self, record):
        record["seats"].reverse()


class ExchangedEvents(Lying):
    """the record has the events of two entries at each other's places"""

    found = "FALSE at entry N: the record has other events than were shown"
    known = "FALSE at entry N: its events are not those of the rules"

    def record(self, record):
        first, second = record["log"][1:3]
        self.entry = 2
        first["events"], second["events"] = second["events"], first["events"]


class FittingScore(Fitting, Lying):
    """the server shows another score, and records that it did"""

    found, known = "fair: ", "FALSE at entry N: the hashes of what was shown are not those of the rules"

    def match(self, push):
        if push["seq"] == 3:
            self.lied(push)
            push["view"]["seats"][0]["chips"] += 1


class FittingHand(FittingLog, AnotherHand):
    """the server shows another hand than it dealt, and records that it did: the deck, the draws and all hashes fit"""

    found, known = "fair: ", "FALSE at entry N: the hashes of what was shown are not those of the rules"


class FittingWinner(Fitting, AnotherWinner):
    """the server shows another winner, and records that it did"""

    found, known = "fair: ", "FALSE: the log leads to another result"

    def match(self, push):
        super().match(push)
        self.result = push.get("result")

    def record(self, record):
        super().record(record)
        record["result"] = self.result


class FittingFaces(Fitting, Lying):
    """aces are nines and nines are aces, in what is shown and in the record: a record does not define its faces"""

    game, options, place = "ambiciosa", {"target": 1000}, 0  # stops as early as it may
    found = "FALSE at entry N: draw .* was played with another result"
    names = {"A": "9", "9": "A"}

    def renamed(self, dice):
        return [self.names.get(face, face) for face in dice]

    def match(self, push):
        for event in push["events"]:
            if event["e"] in shown.THROWS and self.renamed(event["dice"]) != event["dice"]:
                self.lied(push)
                event["dice"] = self.renamed(event["dice"])
                if last := push["view"].get("last"):
                    last["dice"] = event["dice"]

    def drawn(self, dice):
        return super().drawn(self.renamed(dice))


LIES = [kind for kind in list(globals().values()) if isinstance(kind, type) and issubclass(kind, Lying)][1:]
