"""The part of a player's program that takes part in provable dice, and a record of what it was told about them.

It has the arithmetic in common with bots/python (docs/fairness.md), and nothing with the server.
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bots/python"))

from cubilete import fairness  # noqa: E402  (the path has to be set first)

FIXED_BY_THE_COMMITMENT = ("commit", "settings", "players", "witness")
FIXED_BY_THE_ROSTER = ("tips", "roster")
# The requests of a contributor. It sends none of them again by itself: the server asks again.
REQUESTS = {"dice.tip", "dice.reveal", "dice.give"}
# `stale`: the server has gone back to what is on disk, and asks again; or the step was over when a player returned.
MAY_BE_REFUSED = {"stale"}


class DiceRecord:
    """Pushes and proofs about the dice of each match, as all players together got them."""

    def __init__(self, disagreements):
        self.disagreements = disagreements
        self.states = {}  # (match, name of a member) -> its value, once it is fixed
        self.asks = {}  # (match, seq) -> ask
        self.given = {"dice.tip": {}, "dice.reveal": {}, "dice.give": {}}  # acknowledged: (match, seat[, seq]) -> hex
        self.drawn = {}  # (match, seq) -> member `dice` of the push of a running match
        self.proofs = {}  # match -> proof
        self.refused = 0

    def fixed(self, key, value, what):
        if self.states.setdefault(key, value) != value:
            self.disagreements.append(f"{what} of {key[0]} was {self.states[key]} and became {value}")

    def state(self, push):
        fixed = list(FIXED_BY_THE_COMMITMENT)
        if push["step"] != "tips":
            fixed += FIXED_BY_THE_ROSTER
        if push["step"] == "play":
            fixed.append("reveals")
        for name in fixed:
            self.fixed((push["match"], name), push[name], name)
        if push["out"]:
            self.disagreements.append(f"seats {push['out']} of {push['match']} are out")

    def asked(self, push, present):
        """`present`: seats that were connected when the move was sent, if its sender was."""
        ask = {name: push[name] for name in ("hash", "by", "n", "move", "k", "seats")}
        where = push["match"], push["seq"]
        if self.asks.setdefault(where, ask) != ask:
            self.disagreements.append(f"entry {where} was asked for as {self.asks[where]} and then as {ask}")
        roster = {int(seat) for seat in self.states[push["match"], "tips"]}
        if missing := present & roster - set(ask["seats"]):
            self.disagreements.append(f"seats {missing} were connected, but not asked for entry {where}")

    def answered(self, seat, request, reply):
        if reply["t"] == "ok":
            self.given[request["t"]][(request["match"], seat, request.get("seq"))] = request.get("tip") or request["value"]
            return
        self.refused += 1
        assert reply["code"] in MAY_BE_REFUSED, (request, reply)

    def shown(self, push):
        """A push of a match. After its end a restarted server knows the proof, but no more the last entry's dice."""
        where = push["match"], push["seq"]
        dice, proof = push.get("dice"), push.get("proof")
        if (dice or not push["result"]) and self.drawn.setdefault(where, dice) != dice:
            self.disagreements.append(f"the dice of entry {where} were {self.drawn[where]} and became {dice}")
        if bool(proof) != bool(push["result"]):
            self.disagreements.append(f"the push of entry {where} has the wrong members: {list(push)}")
        elif proof and self.proofs.setdefault(push["match"], proof) != proof:
            self.disagreements.append(f"{push['match']} has two proofs")


class Notes:
    """A program's notes about a match, made before it answers. Given values are written down, so that the same ask gets
    the same value again.
    """

    def __init__(self, secret):
        self.chain = fairness.Chain(secret)
        self.answers = {}  # seq -> (ask, value)
        self.hashes = {}  # seq -> hash of the entry


class Contributor:
    """One player's program. Its notes outlive connections and servers."""

    def __init__(self, record, chance):
        self.record, self.chance = record, chance
        self.notes = {}  # match -> Notes

    def of(self, match):
        if match not in self.notes:
            self.notes[match] = Notes(self.chance.randbytes(32))
        return self.notes[match]

    def step(self, push, player):
        """The answer to a push `dice`; None if it wants none."""
        self.record.state(push)
        seat, chain = push["you"]["seat"], self.of(push["match"]).chain
        mark = fairness.player_mark(bytes.fromhex(push["you"]["nonce"]), player)
        if json.loads(push["players"])[seat] != mark.hex():
            self.record.disagreements.append(f"seat {seat} of {push['match']} has the mark of another player")
        known_tip = push["tips"].get(str(seat))
        if known_tip not in (None, chain.tip.hex()):
            self.record.disagreements.append(f"seat {seat} of {push['match']} has the tip {known_tip} of another program")
        where = {"room": push["room"], "match": push["match"]}
        if push["step"] == "tips":
            return {"t": "dice.tip", **where, "tip": chain.tip.hex()}
        if push["step"] == "reveals" and known_tip:
            return {"t": "dice.reveal", **where, "value": chain.value(0).hex()}
        return None

    def ask(self, push, seat, present):
        """The answer to a push `dice.ask`; None if it does not name this seat, or must not be answered."""
        self.record.asked(push, present)
        match, seq, notes = push["match"], push["seq"], self.of(push["match"])
        if seat not in push["seats"]:
            return None
        if notes.hashes.get(seq - 1, push["hash"]) != push["hash"]:
            self.record.disagreements.append(f"the ask for entry {seq} of {match} does not follow what seat {seat} saw")
            return None
        if seq not in notes.answers:
            if seq < max(notes.answers, default=0):
                self.record.disagreements.append(f"the ask for entry {seq} of {match} came after one for a later entry")
                return None
            notes.answers[seq] = push, notes.chain.value(len(notes.answers) + 1).hex()
        asked, value = notes.answers[seq]
        if asked != push:
            return None  # asked() has noted the difference
        return {"t": "dice.give", "room": push["room"], "match": match, "seq": seq, "value": value}

    def shown(self, push):
        self.record.shown(push)
        if push["result"]:
            self.notes.pop(push["match"], None)  # a chain is 128 KiB
        else:
            self.of(push["match"]).hashes[push["seq"]] = push["hash"]
