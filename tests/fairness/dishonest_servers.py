"""Dishonest servers for a player's program: each class changes one thing of the honest server of
dice_server.py. `faults` are the kinds that the program must report at once, `verdict` the beginning of its verdict on the
record with its own notes. One file, because it is one list: a class is a case, and no case needs another place."""

import json

import matches
from cubilete import fairness
from dice_server import ROOM, DiceServer, Match

FALSE = "FALSE"


class Dishonest(DiceServer):
    faults = ()
    verdict = FALSE
    checked = "m_1"


class ChangedSecret(Dishonest):
    """changed s: the secret at the end is not the one of the commitment"""

    faults = ("proof",)
    verdict = "FALSE: the server's secret does not fit its commitment"

    def proof(self):
        return {**super().proof(), "seed": "11" * 32}

    def record(self, match):
        return {**super().record(match), "proof": self.proof()}


class ChangedSecretAndCommitment(Dishonest):
    """changed s: everything is computed again from another secret, with its own commitment"""

    faults = ("proof",)
    verdict = "FALSE: the notes have another commitment"

    def proof(self):
        return self.record(self.match)["proof"]

    def record(self, match):
        if match.roster is None:
            return super().record(match)
        again = Match(match.name, self.chance)
        again.settings, again.players, again.nonces = match.settings, match.players, match.nonces
        again.other, again.tips, again.result, again.requests = match.other, match.tips, match.result, match.requests
        again.fix_roster()
        again.fix_reveals(match.reveals)
        for entry in match.log:
            extra = entry["extra"]
            if extra:
                fresh = {int(seat): value and bytes.fromhex(value) for seat, value in extra["fresh"].items()}
                extra = again.draw(fresh)
                if entry["seq"] == 1:
                    extra |= {"roster": again.roster.hex(), "reveals": matches.hexed(again.reveals)}
            again.enter(entry["by"], entry["n"], entry["move"], extra)
        return again.record()


class DroppedTip(Dishonest):
    """dropped tip: the roster has no tip of the program"""

    faults = ("tip",)
    verdict = "FALSE: the tip of seat 0 came in time and is missing"

    def collect_tips(self):
        del self.match.tips[0]


class SwappedTip(Dishonest):
    """swapped tip: the roster has another tip at the program's seat"""

    faults = ("tip",)
    verdict = "FALSE: seat 0 has another tip than in the notes"

    def collect_tips(self):
        self.invented = fairness.Chain(b"\7" * 32, 50)
        self.match.tips[0] = self.invented.tip

    def reveals(self, reveal):
        return super().reveals(self.invented.value(0))

    def online(self):
        return [1]


class TwoRosters(Dishonest):
    """two rosters: one before the reveals and another one after them"""

    faults = ("roster", "proof")
    verdict = "FALSE: the notes have another roster"

    def reveals(self, reveal):
        match = self.match
        match.other = fairness.Chain(b"\7" * 32, 300)
        match.tips[1] = match.other.tip
        match.fix_roster()
        return super().reveals(reveal)


class RosterWithoutItsHash(Dishonest):
    """two rosters: the published parts are not those of the hash"""

    faults = ("roster",)
    verdict = ""

    def dice_push(self):
        push = super().dice_push()
        if push["step"] == "reveals":
            push["tips"] = {**push["tips"], "1": "77" * 32}
        return push


class OtherReveals(Dishonest):
    """two rosters: the reveal of the program is called late, though it came in time"""

    faults = ("reveal",)
    verdict = "FALSE: the reveal of seat 0 came in time and is missing"

    def reveals(self, reveal):
        return super().reveals(None)


class OtherSettingsThanTheRoom(Dishonest):
    """other settings in entry 1: the commitment is for other settings than those of the room"""

    faults = ("settings",)
    verdict = "FALSE: noticed during the match: the settings of the match are not those of the room"

    def dice_push(self):
        settings = json.loads(self.match.settings)
        settings["options"] = {"joker": "forced"}
        self.match.settings = matches.text(settings)
        return super().dice_push()


class OtherSettings(Dishonest):
    """other settings in entry 1: the record has other settings than those of the start"""

    faults = ("proof",)
    verdict = "FALSE: the notes have other settings"

    async def start(self, name):
        await super().start(name)
        settings = json.loads(self.match.settings)
        settings["options"] = {"joker": "forced"}
        self.match.settings = matches.text(settings)
        self.match.fix_roster()
        self.match.fix_reveals(self.match.reveals)


class NotWitnessed(Dishonest):
    """other settings in entry 1: the room's setting is that values are asked for before throws"""

    faults = ("settings",)
    verdict = "FALSE: noticed during the match: the match does not ask for values before throws as the room's settings say"

    def room(self):
        return {**super().room(), "witness": True}

    def dice_push(self):
        return {**super().dice_push(), "witness": False}


class OtherPeople(Dishonest):
    """other people in entry 1: the record has somebody else at the other seat"""

    faults = ("proof",)
    verdict = "FALSE: the notes have other players"

    async def start(self, name):
        await super().start(name)
        marks = json.loads(self.match.players)
        self.match.players = matches.text([marks[0], "77" * 32])
        self.match.fix_roster()
        self.match.fix_reveals(self.match.reveals)


class SomebodyElse(Dishonest):
    """other people in entry 1: the list of players has somebody else at the program's seat"""

    faults = ("mark",)
    verdict = "FALSE: seat 0 is not the player of the notes"

    def dice_push(self):
        marks = json.loads(self.match.players)
        self.match.players = matches.text(["77" * 32, marks[1]])
        return super().dice_push()


class EarlyAsk(Dishonest):
    """early ask: the question comes before the entry that it follows was shown"""

    faults = ("early",)
    verdict = "FALSE: noticed during the match: the server asked for entry 4 before entry 3 was shown"

    async def show(self, entry, by_me=False):
        if entry["seq"] == 3:
            by, n, move = await self.next_move(2)
            self.early = self.question(by, n, move)
            await self.push(self.early)
            await self.wanted(4)
        await super().show(entry, by_me)


class AnotherMove(Dishonest):
    """another move after the ask: the entry has another move than the question"""

    verdict = "FALSE at entry 2: it is not the one that was asked for"

    def made(self, by, n, move):
        return by, n, move and {**move, "keep": [6]}


class AnotherMover(Dishonest):
    """another move after the ask: the entry is by somebody else"""

    faults = ("other_entry",)
    verdict = "FALSE at entry 2: it is not the one that was asked for"

    def made(self, by, n, move):
        return ({"seat": 1}, n, move) if len(self.match.log) == 1 else (by, n, move)


class NoDraw(Dishonest):
    """another move after the ask: the entry draws nothing"""

    TURNS = 1
    faults = ("other_entry",)
    verdict = "FALSE at entry 2: it drew nothing, but was asked for"

    async def drawing_entry(self, by, n, move):
        await super().drawing_entry(by, n, move)
        self.match.log.pop()
        self.match.k -= 2
        return self.match.enter(by, n, move, None)


class SecondAsk(Dishonest):
    """a second ask for a seq: after the value came, another move is asked for"""

    faults = ("ask_again",)
    verdict = "FALSE: noticed during the match: the server asked twice, and differently, for entry 2"

    async def values(self, ask):
        fresh = await super().values(ask)
        if ask["seq"] == 2:
            await self.push({**ask, "move": {"do": "roll", "keep": [6]}})
            await self.until(lambda: self.reports)
        return fresh


class CalledLate(Dishonest):
    """00 instead of a value that came in time"""

    faults = ("late",)
    verdict = "FALSE at entry 2: the value of seat 0 came in time and is missing"

    def recorded(self, fresh):
        self.match.out.add(0)
        return {seat: value if seat else None for seat, value in fresh.items()}


class CalledOut(Dishonest):
    """00 instead of a value that came in time: only the list of those who contribute no more says so"""

    faults = ("out",)
    verdict = "FALSE: noticed during the match: seat 0 was called late, but all its values came in time"

    async def show(self, entry, by_me=False):
        await super().show(entry, by_me)
        if entry["seq"] == 3:
            self.match.out.add(0)
            await self.push(self.dice_push())


class NotNamed(Dishonest):
    """a seat not named though online"""

    faults = ("not_named",)
    verdict = "FALSE: noticed during the match: seat 0 was left out of entry 3, but it is connected"

    def online(self):
        return [1] if len(self.match.log) == 2 else super().online()


class NotAsked(Dishonest):
    """a seat not named though online: an entry draws without a question"""

    faults = ("no_ask",)
    verdict = "FALSE: noticed during the match: entry 2 drew, but the server did not ask for it"

    def online(self):
        return [1] if len(self.match.log) == 1 else super().online()

    async def push(self, message):
        if message["t"] != "dice.ask" or message["seq"] != 2:
            await super().push(message)


class HiddenDraw(Dishonest):
    """a seat not named though online: an entry draws without a question, and its push does not say that it drew"""

    verdict = "FALSE at entry 3: it drew, but the server did not ask for it"

    def online(self):
        return [] if len(self.match.log) == 2 else super().online()

    async def push(self, message):
        if message["t"] != "dice.ask" or message["seq"] != 3:
            await super().push(message)

    def match_push(self, entry, by_me):
        push = super().match_push(entry, by_me)
        if entry["seq"] == 3:
            del push["dice"]
        return push


class ReusedNumber(Dishonest):
    """reused k: two entries draw with the same numbers"""

    faults = ("number",)
    verdict = "FALSE at entry 3: draw 2 should be number 4"

    def question(self, by, n, move):
        if len(self.match.log) == 2:
            self.match.k = 2
        return super().question(by, n, move)


class ReorderedNumbers(Dishonest):
    """reordered k: the second question uses later numbers than the third one"""

    faults = ("number",)
    verdict = "FALSE at entry 2: draw 6 should be number 2"

    def question(self, by, n, move):
        self.match.k = {1: 6, 2: 2, 3: 8}.get(len(self.match.log), self.match.k)
        return super().question(by, n, move)


class RestoredFile(Dishonest):
    """restored file: the server goes back to an older copy and asks again"""

    faults = ("rewound",)
    verdict = "FALSE at entry 3: it is not the one that was asked for"

    async def show(self, entry, by_me=False):
        match = self.match
        older = match.last
        await super().show(entry, by_me)
        if entry["seq"] == 3 and not self.reports:
            del match.log[2:]
            match.k = match.log[-1]["extra"]["drawn"][-1]["k"] + 1
            match.given = 1
            match.last = older
            await self.cut()
            await self.here.wait()
            await self.push(self.question({"clock": True}, 0, None))
            await self.until(lambda: self.reports)
            await super().show(match.enter({"clock": True}, 0, None, match.draw({1: self.value_of_other()})), by_me)


class NewMatch(Dishonest):
    """new match id after the reveals"""

    faults = ("new_match",)
    verdict = "FALSE: never opened"

    async def start(self, name):
        await super().start(name)
        if name == "m_1":
            await self.start("m_2")


class NewMatchAfterACut(Dishonest):
    """new match id after the reveals, when the connection has broken: nobody can know whether the other match has ended"""

    faults = ("not_shown",)
    verdict = "FALSE: never opened"

    async def start(self, name):
        await super().start(name)
        if name == "m_1":
            broken, self.match = self.match, None
            await self.cut()
            await self.until(lambda: not self.here.is_set())
            await self.here.wait()
            self.match = broken
            await self.start("m_2")


class NewMatchWithoutDice(Dishonest):
    """new match id after the reveals: the other match has no commitment, and then the first one goes on"""

    faults = ("new_match", "left_out")
    verdict = "FALSE: noticed during the match: the server began another match instead of this one"

    async def start(self, name):
        await super().start(name)
        if name == "m_1":
            other = {"t": "match", "room": ROOM, "match": "m_2", "seq": 1, "by": {"start": True}, "events": [],
                     "about": {"game": "yahtzee"}, "view": {}, "to_act": [], "you": {"seat": 0, "n": 0}, "hash": "77" * 32}
            await self.push(other)
            await self.until(lambda: self.reports)


class NeverOpened(Dishonest):
    """s never opened"""

    faults = ("never_opened",)
    verdict = "FALSE: never opened"

    def match_push(self, entry, by_me):
        return {name: value for name, value in super().match_push(entry, by_me).items() if name != "proof"}

    def record(self, match):
        return {**super().record(match), "proof": None}


class NeverOpenedAndDeleted(NeverOpened):
    """s never opened: the record says that the log was deleted"""

    verdict = "FALSE: noticed during the match: the server did not open its dice"

    def record(self, match):
        return {**super().record(match), "kept": False}


class ClosedAfterTheReveals(NeverOpened):
    """s never opened: the room is closed after the reveals"""

    async def go_on(self):
        await self.push({"t": "gone", "room": ROOM, "reason": "closed"})


class SentAwayAfterTheReveals(NeverOpened):
    """s never opened: the program is kicked after the reveals"""

    faults = ("not_shown",)

    async def go_on(self):
        await self.push({"t": "gone", "room": ROOM, "reason": "kicked"})


class VanishedRoom(NeverOpened):
    """s never opened: after a break of the connection the room is not there any more"""

    faults = ("not_shown",)
    vanished = False

    async def go_on(self):
        self.vanished = True
        await self.cut()

    def answer(self, frame):
        if self.vanished and frame["t"] == "room.join":
            return {"t": "refused", "code": "no_room", "text": "No."}
        return super().answer(frame)


class ShownAnotherLog(Dishonest):
    """another log at the end than the one that was shown"""

    verdict = "FALSE at entry 6: the question followed another entry before it"

    def record(self, match):
        record = super().record(match)
        record["log"][3]["at_ms"] += 1
        return matches.chain_again(record)


class CutLog(Dishonest):
    """a log that was cut off together with its counts"""

    verdict = "FALSE: entry 10 was asked for and is missing"

    def record(self, match):
        record = super().record(match)
        if record["proof"]:
            del record["log"][8:]
            record["proof"] |= {"seq": 8, "k": record["log"][7]["extra"]["drawn"][-1]["k"] + 1}
        return record


DISHONEST = [kind for kind in list(globals().values()) if isinstance(kind, type) and issubclass(kind, Dishonest)][1:]
