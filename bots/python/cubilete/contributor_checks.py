"""Checks each push for a program that takes part in provable dice (contributor.py), against its notes of the match."""

import json
from typing import Any

from .fairness import CHAIN_LENGTH, commitment, next_link, player_mark, roster_hash
from .own_sight import equal

Message = dict[str, Any]
Notes = dict[str, Any]
"""docs/fairness.md, "Notes". Also `k`: the newest draw number, -1 before the first; `out`: the seats that are known to
contribute no more; `silent`: this program contributes no more."""
Wrong = tuple[str, str] | None
"""The kind of a fault and its text."""


def new_notes(push: Message, player: str | None, server: str | None) -> Notes:
    """Of a match that starts, without a secret. `server`: the id of its data, if it is known."""
    you = push.get("you") or {}
    seat = you.get("seat")
    fields = {name: push.get(name) for name in ("match", "commit", "settings", "players")}
    return {
        **fields, "server": server, "witness": push.get("witness", False), "seat": seat, "player": None if seat is None else player,
        "nonce": you.get("nonce"), "secret": None, "tip": None, "tip_accepted": False, "tips": None, "roster": None,
        "reveal": None, "reveal_accepted": False, "reveals": None, "asks": [], "seq": 0, "hash": None, "k": -1, "live": [],
        "out": [], "opened": False, "silent": False, "faults": [], "counts": {}, "shown": {}, "views": {}, "last": None,
        "to_act": None, "result": None, "people": None, "moves": [], "ended": None,
    }


def contributes(notes: Notes) -> bool:
    """Whether the roster has this program's own tip."""
    return notes["tip"] is not None and (notes["tips"] or {}).get(str(notes["seat"])) == notes["tip"]


def given(notes: Notes) -> int:
    """How many values this program has given in questions."""
    return sum(ask["value"] is not None for ask in notes["asks"])


def takes_part(notes: Notes) -> bool:
    """Whether questions must name this program's seat while it is connected."""
    revealed = (notes["reveals"] or {}).get(str(notes["seat"])) is not None
    return contributes(notes) and revealed and notes["seat"] not in notes["out"] and given(notes) < CHAIN_LENGTH - 1


def bytes_of(digits: Any) -> bytes:
    """Nothing for a text that is not hexadecimal: then no hash fits."""
    try:
        return bytes.fromhex(digits)
    except (TypeError, ValueError):
        return b""


def note_live(notes: Notes, seq: int) -> None:
    """This entry was shown when it was made."""
    live = notes.setdefault("live", [])
    if live and live[-1][1] == seq - 1:
        live[-1][1] = seq
    else:
        live.append([seq, seq])


def wrong_start(push: Message, notes: Notes, room: Message | None) -> Wrong:
    """A push `dice`, at each step. `room`: game, options and witness of the room."""
    if push["commit"] != notes["commit"]:
        return "commit", "the server has shown two commitments for one match"
    if push["settings"] != notes["settings"]:
        return "settings", "the settings have changed after the commitment"
    if push["players"] != notes["players"]:
        return "players", "the list of players has changed after the commitment"
    seat = notes["seat"]
    if (None if notes["nonce"] is None else seat) != (push.get("you") or {}).get("seat"):
        return "mark", "this program's seat has changed after the commitment"
    marks = json.loads(push["players"])
    if seat is not None and notes["nonce"] is not None:
        mark = player_mark(bytes_of(notes["nonce"]), notes["player"] or "").hex()
        if seat >= len(marks) or marks[seat] != mark:
            return "mark", f"the list of players has somebody else at seat {seat}"
    if push["step"] != "tips":
        return wrong_roster(push, notes, len(marks)) or wrong_reveals(push, notes)
    settings = json.loads(push["settings"])
    if room is None:
        return None
    if any(not equal(room.get(name), settings.get(name)) for name in ("game", "options")):
        return "settings", "the settings of the match are not those of the room"
    if room.get("witness") not in (None, push["witness"]):
        return "settings", "the match does not ask for values before throws as the room's settings say"
    return None


def wrong_roster(push: Message, notes: Notes, seats: int) -> Wrong:
    seat, tips, roster = notes["seat"], push["tips"], push["roster"]
    if notes["roster"] is not None and (roster != notes["roster"] or not equal(tips, notes["tips"])):
        return "roster", "the server has shown two rosters for one match"
    if any(int(one) >= seats for one in tips) or len(set(tips.values())) < len(tips):
        return "roster", "the roster has a wrong seat, or a tip twice"
    by_seat = {int(one): bytes_of(tip) for one, tip in tips.items()}
    fixed = (bytes_of(notes["commit"]), notes["settings"], notes["players"])
    if roster_hash(notes["match"], *fixed, by_seat).hex() != roster:
        return "roster", "the roster does not fit its hash"
    if seat is None or not notes["tip_accepted"] or tips.get(str(seat)) == notes["tip"]:
        return None
    if str(seat) in tips:
        return "tip", f"the roster has another tip for seat {seat}"
    return "tip", f"the tip of seat {seat} came in time and is missing in the roster"


def wrong_reveals(push: Message, notes: Notes) -> Wrong:
    if push["step"] != "play":
        return None
    seat, tips, reveals = notes["seat"], push["tips"], push["reveals"]
    if notes["reveals"] is not None and not equal(reveals, notes["reveals"]):
        return "reveal", "the server has shown different reveals for one match"
    if reveals.keys() != tips.keys():
        return "reveal", "the reveals are not those of the roster"
    for one, tip in tips.items():
        if reveals[one] is not None and next_link(bytes_of(reveals[one])).hex() != tip:
            return "reveal", f"the reveal of seat {one} does not lead to its tip"
    if seat is None or not notes["reveal_accepted"] or reveals.get(str(seat)) == notes["reveal"]:
        return None
    return "reveal", f"the reveal of seat {seat} came in time and is missing"


def wrong_ask(ask: Message, notes: Notes) -> Wrong:
    """A new question."""
    seq, k, seats = ask["seq"], ask["k"], ask["seats"]
    if seq <= max([notes["seq"], *(one["seq"] for one in notes["asks"])]):
        return "made_already", f"the server asked for entry {seq}, which was asked for or made before"
    if seq > notes["seq"] + 1:
        return "early", f"the server asked for entry {seq} before entry {seq - 1} was shown"
    if notes["hash"] is not None and ask["hash"] != notes["hash"]:
        return "hash", f"the question for entry {seq} follows another entry {seq - 1} than the one that was shown"
    if k <= notes["k"]:
        return "number", f"the question for entry {seq} uses draw number {k} again"
    known = all(str(seat) in (notes["tips"] or {}) and seat not in notes["out"] for seat in seats)
    if known and seats == sorted(set(seats)):
        return None
    return "seats", f"the question for entry {seq} names seats that are not in the roster, out or not in order"


def wrong_entry(push: Message, notes: Notes, resumed: bool) -> Wrong:
    """An entry that is newer than those in the notes. `resumed`: it was sent because the program has joined."""
    seq, dice, seat = push["seq"], push.get("dice"), notes["seat"]
    ask = next((one for one in notes["asks"] if one["seq"] == seq), None)
    if ask is None:
        if not dice or not notes["witness"] or seq == 1 or resumed or notes["reveals"] is None:
            return None
        if not dice["seats"] and not takes_part(notes):
            return None  # there was nobody to ask
        return "no_ask", f"entry {seq} drew, but the server did not ask for it"
    if not dice:
        return None if resumed else ("other_entry", f"the server asked for entry {seq}, but it drew nothing")
    if not equal(push["by"], ask["by"]) or dice["k"] != ask["k"] or not equal(dice["seats"], ask["seats"]):
        return "other_entry", f"entry {seq} is not the one that the server asked for"
    if seat is None or not ask["accepted"] or dice["fresh"].get(str(seat)) == ask["value"]:
        return None
    return "late", f"seat {seat}'s value for entry {seq} came in time and is missing"


def wrong_proof(proof: Message, notes: Notes) -> Wrong:
    """The proof of the last push."""
    commit = notes["commit"]
    if proof.get("commit") != commit or commitment(notes["match"], bytes_of(proof.get("seed"))).hex() != commit:
        return "proof", "the server's secret does not fit its commitment"
    for name in ("settings", "players", "roster", "tips", "reveals"):
        if notes[name] is not None and not equal(proof.get(name), notes[name]):
            return "proof", f"the proof has other {name}"
    return None
