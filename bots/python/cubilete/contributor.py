"""A player's part in provable dice (docs/fairness.md): draws the secret of each match, answers the server's questions and
keeps notes of all that it saw. What contradicts the notes is told at once. It is pure: the caller sends the requests that
it returns."""

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from .contributor_checks import Message, Notes, contributes, given, note_live, takes_part, wrong_ask, wrong_entry
from .contributor_checks import wrong_proof, wrong_start
from .fairness import Chain, sha256
from .own_notes import equal

INDEX = "matches"
PATIENCE_S = 10.0
"""The time that the server has to publish its secret after the end."""
ASK = ("seq", "hash", "by", "n", "move", "k", "seats")
NO_MORE = "this program contributes no more to the match"
ACCUSE_NOBODY = frozenset({"taken", "lost", "refused", "storage", "not_shown"})
"""`taken`: another program contributes for the seat; `lost`: no notes; `refused`: a value, the notes may be an old copy;
`storage`: notes cannot be kept; `not_shown`: this program has not seen the end of the match."""


class NoteStore(Protocol):
    """Where notes are kept, by the id of the match; `matches` has the list of these ids, the oldest first."""

    def get(self, key: str) -> str | None: ...

    def set(self, key: str, text: str) -> None:
        """May raise OSError."""

    def remove(self, key: str) -> None: ...


@dataclass(frozen=True)
class Fault:
    match: str
    kind: str
    """`commit` `settings` `players` `mark` `roster` `tip` `reveal`: contradictions at the start. `ask_again`
    `made_already` `early` `hash` `number` `seats` `not_named`: a question that must not be. `no_ask` `other_entry` `late`
    `out` `rewound`: an entry that must not be. `proof` `never_opened` `new_match`: at the end. `malformed`: a push that is
    not as the protocol has it. ACCUSE_NOBODY has the others."""
    text: str
    entry: int | None = None


class Contributor:
    """One for each connection, of one event loop."""

    def __init__(
        self,
        store: NoteStore,
        told: Callable[[Fault], None],
        *,
        random: Callable[[int], bytes] = secrets.token_bytes,
        keep: int = 50,
        patience_s: float = PATIENCE_S,
        later: Callable[[float, Callable[[], None]], Any] | None = None,
    ) -> None:
        """
        :param told: Called at once, once for each fault.
        :param keep: Notes of this many matches are kept.
        :param later: Calls a function after some seconds; by default the running event loop.
        """
        self._store = store
        self._told = told
        self._random = random
        self._keep = keep
        self._patience_s = patience_s
        self._later = later or (lambda delay_s, action: asyncio.get_running_loop().call_later(delay_s, action))
        self._known: set[tuple[str, str]] = set()  # the faults that were told
        self._motion = b""
        self._chain: Chain | None = None  # the one that was used last
        self._waiting: set[str] = set()  # requests without an answer yet
        self._checked_after: dict[str, int] = {}
        """By match, since joined(): the last entry that may have been asked for before this program was connected. What is
        missing is a fault only after it."""
        self._held: Message | None = None  # a question that came before the match, after this program has joined
        self._seen: dict[str, tuple[int, str | None]] = {}  # by match: the newest entry that this object has seen
        self._running: dict[str, str] = {}  # by room, since joined(): its match that has a commitment and no end
        self._before: dict[str, str] = {}  # by room: the same of the connection before
        self._rooms: dict[str, Message] = {}  # by room: game and options

    def joined(self) -> None:
        """To call after each hello, before any push that follows it: answers may be lost, and the seat was not connected."""
        self._waiting.clear()
        self._checked_after.clear()
        self._before |= self._running
        self._running.clear()
        self._held = None

    def room(self, push: Message) -> None:
        """Gets the pushes `room`: the settings of a match must be those of its room."""
        self._rooms[push["room"]] = {name: push[name] for name in ("game", "options", "witness") if name in push}

    def gone(self, push: Message) -> bool:
        """Gets the pushes `gone`. Returns whether the room's match may still be opened, which is a matter of seconds."""
        room, reason = push["room"], push["reason"]
        match = self._running.pop(room, None) or self._before.pop(room, None)
        notes = self.notes(match) if match else None
        if match is None or notes is None or notes["opened"] or reason == "left":
            return False
        if reason != "closed":
            if notes["seat"] is not None:  # spectators are sent away when a match ends
                self._not_shown(notes)
            return False
        self._later(self._patience_s, lambda: self._waited(str(match)))
        return True

    def stir(self, motion: bytes) -> None:
        """Hashes any bytes into the next match's secret, beside the random ones."""
        self._motion = sha256(b"cubilete/dice/stir/1", self._motion, motion)

    def notes(self, match: str) -> Notes | None:
        text = self._store.get(match)
        return None if text is None else dict(json.loads(text))

    def dice(self, push: Message, player: str | None) -> Message | None:
        """Gets the pushes `dice`; returns a request to send.

        :param player: The id of this program's player."""
        return self._read(push, lambda: self._start(push, player))

    def ask(self, push: Message) -> Message | None:
        """Gets the pushes `dice.ask`; returns a request to send."""
        return self._read(push, lambda: self._question(push))

    def match(self, push: Message) -> Message | None:
        """Gets the pushes `match`; returns the answer to a question that came before, when this program had just joined."""
        self._read(push, lambda: self._entry(push))
        held = self._held
        if held is None or held["match"] != push["match"]:
            return None
        self._held = None
        if held["seq"] > push["seq"]:
            return self.ask(held)
        if notes := self.notes(push["match"]):
            self._note(notes, held, None)  # too late
        return None

    def answered(self, request: Message, reply: Mapping[str, Any] | None) -> None:
        """Gets the server's answer to a request, ok or refused, before any later push; None if the connection broke before."""
        self._waiting.discard(json.dumps(request))
        notes = self.notes(request["match"])
        if notes is None or reply is None:
            return
        kind, code = request["t"], reply.get("code")
        if reply.get("t") == "ok":
            if kind == "dice.tip":
                notes["tip_accepted"] |= request["tip"] == notes["tip"]
            elif kind == "dice.reveal":
                notes["reveal_accepted"] |= request["value"] == notes["reveal"]
            for ask in notes["asks"] if kind == "dice.give" else ():
                ask["accepted"] |= (ask["seq"], ask["value"]) == (request["seq"], request["value"])
            self._save(notes)
        elif kind == "dice.tip" and code == "taken" and request["tip"] == notes["tip"]:
            notes["secret"] = notes["tip"] = None
            self._save(notes)
            self._fault(notes, "taken", f"another program of this player contributes for seat {notes['seat']}")
        elif code == "bad_value":
            self._fault(notes, "refused", f"the server refused the value of seat {notes['seat']}: {json.dumps(request)}")

    def _read(self, push: Message, read: Callable[[], Message | None]) -> Message | None:
        try:
            return read()
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as why:
            text = f"the push {push['t']} cannot be read: {type(why).__name__} {why}"
            self._told(Fault(str(push.get("match")), "malformed", text))
            return None

    def _start(self, push: Message, player: str | None) -> Message | None:
        match, room = push["match"], push["room"]
        self._follows(room, match)
        self._running[room] = match
        if push["step"] == "tips":
            self._checked_after.setdefault(match, 0)
        notes = self.notes(match) or self._begin(push, player)
        if notes["silent"]:
            return None
        wrong = wrong_start(push, notes, self._rooms.get(room))
        if wrong:
            return self._give_up(notes, wrong)
        if push["step"] == "tips":
            if notes["tip"] is None or notes["tip_accepted"] or self._store.get(match) is None:
                return None
            return self._once({"t": "dice.tip", "room": room, "match": match, "tip": notes["tip"]})
        was_out = notes["out"]
        notes |= {name: push[name] for name in ("tips", "roster", "reveals")}
        notes["out"] = sorted({*was_out, *push["out"]})
        if push["step"] == "reveals":
            if contributes(notes):
                notes["reveal"] = self._value(notes, 0)
            if not self._save(notes) or notes["reveal"] is None or notes["reveal_accepted"]:
                return None
            return self._once({"t": "dice.reveal", "room": room, "match": match, "value": notes["reveal"]})
        self._save(notes)
        seat = notes["seat"]
        connected = match in self._checked_after and notes["seq"] > self._checked_after[match]  # not only since a moment ago
        if connected and seat in notes["out"] and seat not in was_out and self._always_in_time(notes):
            self._fault(notes, "out", f"seat {seat} was called late, but all its values came in time")
        return None

    def _question(self, push: Message) -> Message | None:
        room, match, seq = push["room"], push["match"], push["seq"]
        notes = self.notes(match)
        if notes is None or notes["silent"]:
            return None
        if seq > notes["seq"] + 1 and match not in self._checked_after:
            self._held = push
            return None
        asked = {name: push[name] for name in ASK}
        ask = next((one for one in notes["asks"] if one["seq"] == seq), None)
        if ask and not equal(ask, {**ask, **asked}):
            return self._fault(notes, "ask_again", f"the server asked twice, and differently, for entry {seq}", seq)
        if ask is None:
            if wrong := wrong_ask(asked, notes):
                self._no_fault_until(match, seq)
                return self._fault(notes, *wrong, seq)
            ask = self._note(notes, push, self._next_value(notes, push["seats"]))
            if ask is None:
                return None
            if self._left_out(notes, push["seats"], seq):
                text = f"seat {notes['seat']} was left out of entry {seq}, but it is connected"
                self._fault(notes, "not_named", text, seq)
        if ask["value"] is None or ask["accepted"]:
            return None
        return self._once({"t": "dice.give", "room": room, "match": match, "seq": seq, "value": ask["value"]})

    def _note(self, notes: Notes, push: Message, value: str | None) -> Message | None:
        """Returns None if it cannot be stored."""
        ask = {**{name: push[name] for name in ASK}, "value": value, "accepted": False}
        notes["asks"].append(ask)
        notes["k"] = max(notes["k"], push["k"])
        if self._save(notes):
            return ask
        self._no_fault_until(notes["match"], push["seq"])
        return None

    def _no_fault_until(self, match: str, seq: int) -> None:
        """What is missing up to this entry is no fault, or no further one."""
        self._checked_after[match] = max(seq, self._checked_after.get(match, 0))

    def _entry(self, push: Message) -> Message | None:
        match, seq, hash = push["match"], push["seq"], push.get("hash")
        if seq >= self._seen.get(match, (0, None))[0]:
            self._seen[match] = seq, hash
        self._follows(push["room"], match)
        notes = self.notes(match)
        if notes is None:
            return None
        resumed = match not in self._checked_after
        self._checked_after.setdefault(match, seq + 1)
        if notes["silent"]:
            pass  # one reason is enough; what follows from it need not be reported
        elif seq < notes["seq"]:
            self._give_up(notes, ("rewound", f"the server is back at entry {seq} after entry {notes['seq']}"))
        elif seq == notes["seq"] and hash != notes["hash"]:
            self._give_up(notes, ("hash", f"entry {seq} has another hash than before"))
        elif seq > notes["seq"]:
            live = not resumed and seq > self._checked_after[match]
            wrong = wrong_entry(push, notes, not live)
            if live:
                note_live(notes, seq)
            dice = push.get("dice") or {}
            late = [int(seat) for seat, value in dice.get("fresh", {}).items() if value is None]
            notes |= {"seq": seq, "hash": hash, "k": dice.get("k", notes["k"]), "out": sorted({*notes["out"], *late})}
            self._save(notes)
            if wrong:
                self._fault(notes, *wrong, seq)
        if push.get("result"):
            self._ended(push, notes)
        return None

    def _begin(self, push: Message, player: str | None) -> Notes:
        match = push["match"]
        you = push.get("you") or {}
        seat = you.get("seat")
        seq, hash = self._seen.get(match, (0, None))
        notes: Notes = {
            "match": match, "commit": push["commit"], "settings": push["settings"], "players": push["players"],
            "witness": push["witness"], "seat": seat, "player": None if seat is None else player,
            "nonce": you.get("nonce"), "secret": None, "tip": None, "tip_accepted": False, "tips": None, "roster": None,
            "reveal": None, "reveal_accepted": False, "reveals": None, "asks": [], "seq": seq, "hash": hash, "k": -1,
            "live": [], "out": [], "opened": False, "silent": False, "faults": [],
        }
        if seat is not None and push["step"] == "tips":
            drawn = self._random(32)
            secret = sha256(b"cubilete/dice/secret/1", drawn, self._motion) if self._motion else drawn
            self._motion = b""
            self._chain = Chain(secret)
            notes |= {"secret": secret.hex(), "tip": self._chain.tip.hex()}
        kept = [one for one in json.loads(self._store.get(INDEX) or "[]") if one != match] + [match]
        for old in kept[: -self._keep]:
            self._store.remove(old)
        if self._save(notes):
            self._store.set(INDEX, json.dumps(kept[-self._keep :]))
        if seat is not None and push["step"] != "tips" and str(seat) in push["tips"]:
            self._fault(notes, "lost", "this program has no notes of the match and does not contribute to it")
        return notes

    def _next_value(self, notes: Notes, seats: list[int]) -> str | None:
        """For a new question; None if there is none to give."""
        if not contributes(notes) or notes["seat"] not in seats:
            return None
        return self._value(notes, 1 + given(notes))

    def _value(self, notes: Notes, number: int) -> str | None:
        if notes["secret"] is None:
            return None
        secret = bytes.fromhex(notes["secret"])
        if self._chain is None or self._chain.secret != secret:
            self._chain = Chain(secret)
        return self._chain.value(number).hex() if number < len(self._chain) else None

    def _left_out(self, notes: Notes, seats: list[int], seq: int) -> bool:
        """Whether the question should name this seat."""
        return takes_part(notes) and notes["seat"] not in seats and seq > self._checked_after.get(notes["match"], seq)

    def _always_in_time(self, notes: Notes) -> bool:
        named = [ask for ask in notes["asks"] if notes["seat"] in ask["seats"]]
        return contributes(notes) and notes["reveal_accepted"] and all(ask["accepted"] for ask in named)

    def _ended(self, push: Message, notes: Notes) -> None:
        match, proof = push["match"], push.get("proof")
        for matches in (self._running, self._before):
            if matches.get(push["room"]) == match:
                del matches[push["room"]]
        if notes["opened"]:
            return
        if proof and (wrong := wrong_proof(proof, notes)):
            self._fault(notes, *wrong)
        elif proof:
            notes["opened"] = True
            self._save(notes)
        else:
            self._later(self._patience_s, lambda: self._waited(match))

    def _waited(self, match: str) -> None:
        notes = self.notes(match)
        if notes and not notes["opened"]:
            self._fault(notes, "never_opened", "the server did not open its dice")

    def _follows(self, room: str, match: str) -> None:
        """The room has this match: the dice of another one before it must have been opened."""
        for matches in (self._running, self._before):
            before = matches.get(room)
            if before is None or before == match:
                continue
            del matches[room]
            notes = self.notes(before)
            if notes is None or notes["opened"]:
                continue
            if matches is self._running:
                self._fault(notes, "new_match", "the server began another match instead of this one")
            else:
                self._not_shown(notes)

    def _not_shown(self, notes: Notes) -> None:
        """The end of the match may have been missed: only its record tells."""
        text = "the server did not open the dice of this match while this program was connected; its record tells whether it did"
        self._fault(notes, "not_shown", text)

    def _once(self, request: Message) -> Message | None:
        """None while it waits for its answer."""
        text = json.dumps(request)
        if text in self._waiting:
            return None
        self._waiting.add(text)
        return request

    def _save(self, notes: Notes) -> bool:
        """Returns whether it worked: without notes nothing may be given."""
        try:
            self._store.set(notes["match"], json.dumps(notes, separators=(",", ":")))
        except OSError as why:
            self._fault(notes, "storage", f"the notes cannot be stored ({why}), so {NO_MORE}")
            return False
        return True

    def _give_up(self, notes: Notes, wrong: tuple[str, str]) -> Message | None:
        notes["silent"] = True
        return self._fault(notes, wrong[0], f"{wrong[1]}; {NO_MORE}")

    def _fault(self, notes: Notes, kind: str, text: str, entry: int | None = None) -> Message | None:
        match = notes["match"]
        if (match, text) in self._known or text in notes["faults"]:
            return None
        self._known.add((match, text))
        if kind not in ACCUSE_NOBODY:
            notes["faults"].append(text)
            self._save(notes)
        self._told(Fault(match, kind, text, entry))
        return None
