"""Makes records of matches with provable dice, as an honest server publishes them. Equal seeds make equal records."""

import json
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bots/python"))

from cubilete import fairness, shown  # noqa: E402  (the path has to be set first)

KINDS = [
    ("dice", 5, 6), ("dice", 4, 5), ("dice", 6, 255), ("pick", 4, 0), ("shuffle", 12, 0), ("pick", 1, 0), ("shuffle", 1, 0),
]


def text(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def players_text(marks):
    """The marks by seat, as the roster has them."""
    return text([mark.hex() for mark in marks])


def hexed(values):
    return {str(seat): None if value is None else value.hex() for seat, value in sorted(values.items())}


def chain_again(record):
    """Makes the hashes of the log anew, as a server could that changed it. Needs well-formed entries."""
    before = fairness.sha256(b"cubilete/match/1", record["id"].encode())
    for entry in record["log"]:
        draws = fairness.sha256(b"cubilete/draws/1", bytes.fromhex(entry["salt"]), text(entry["draws"]).encode())
        optional = {name: b"" if entry.get(name) is None else text(entry[name]).encode() for name in ("id", "extra")}
        n, at_ms, left_ms, seq = (str(int(entry[name])).encode() for name in ("n", "at_ms", "left_ms", "seq"))
        by, move = (text(entry[name]).encode() for name in ("by", "move"))
        parts = (before, seq, by, optional["id"], n, move, draws, at_ms, left_ms, optional["extra"])
        before = fairness.sha256(b"cubilete/entry/2", *parts)
        entry["hash"] = before.hex()
    return record


def played(draw):
    """A draw as the log has it; dice with five faces have names."""
    if draw["kind"] == "dice":
        return {"dice": [shown.FACE_NAMES[face - 1] for face in draw["result"]] if draw["b"] == 5 else draw["result"]}
    if draw["kind"] == "pick":
        return {"dice": [draw["result"] + 1]}
    return {"cards": [f"c{place % 7}" for place in draw["result"]]}


def push_of(entry, seat=None):
    """Returns the push of an entry of the little game to a member, with a seat or without."""
    drawn = (entry["extra"] or {}).get("drawn", ())
    dice = [played(draw)["dice"] for draw in drawn if draw["kind"] == "dice"]
    push = {"seq": entry["seq"], "to_act": [entry["seq"] % 2], "view": {"phase": "play", "round": entry["seq"]}}
    events = [{"seat": 0, "e": "rolled", "dice": faces} for faces in dice] + [{"seat": 0, "e": "moved"}]
    return {**push, "events": events, **({} if seat is None else {"you": {"seat": seat, "n": entry["seq"]}})}


def shown_to(entry, tips):
    """As the record has it: what a watcher and each seat of the roster were shown."""
    texts = [shown.shown_of(push, push["events"]) for push in [push_of(entry), *(push_of(entry, seat) for seat in sorted(tips))]]
    return texts[0][0] + "".join(text[1] for text in texts[1:])


def record_of(match, proof, extras, settings, chance, *, with_shown=False):
    """The record of a match whose log has these extras. `with_shown`: the server has hashed what it showed."""
    log = []
    for seq, extra in enumerate(extras, 1):
        log.append({
            "seq": seq,
            "by": "start" if seq == 1 else {"seat": seq % 3},
            "id": None if seq % 3 == 1 else chance.choice([seq, f"é{seq}"]),
            "n": seq - 1,
            "move": settings if seq == 1 else chance.choice([None, {"do": "roll", "keep": [1, 2]}]),
            "draws": [played(draw) for draw in (extra or {}).get("drawn", ())],
            "at_ms": 1_700_000_000_000 + 1500 * seq,
            "left_ms": 0 if seq == 1 else 20_000,
            "extra": extra,
            "hash": "",
            "salt": chance.randbytes(32).hex(),
        })
        if with_shown:
            entry = log[-1]
            entry["id"] = None if seq == 1 else f"a-{seq}"
            views = {"views": shown.VIEWS_VERSION} if seq == 1 else {}
            entry["extra"] = {**(extra or {}), **views, "shown": shown_to(entry, map(int, proof["tips"]))}
            entry["events"] = [dict(reversed(event.items())) for event in push_of(entry)["events"]]
    draws = sum(len(extra.get("drawn", ())) for extra in extras if extra)
    record = {"id": match, "chain": 2, "log": log, "proof": {**proof, "seq": len(log), "k": draws}}
    if with_shown:
        people = [{"id": f"p_{seat}", "name": f"Ana {seat}", "bot": False} for seat in range(settings["seats"])]
        record |= {"replay": True, "seats": people, "result": {"reason": "finished", "places": [1, 2]}}
    return chain_again(json.loads(text(record)))  # no two parts are the same object


def record_of_vector(vector):
    extras = []
    for entry in vector["entries"]:
        extra = {"roster": vector["roster"], "reveals": vector["reveals"]} if entry["seq"] == 1 else {}
        if entry["drawn"]:
            extra |= {name: entry[name] for name in ("seats", "fresh", "drawn")}
        extras.append(extra or None)
    proof = {name: vector[name] for name in ("commit", "seed", "settings", "players", "tips", "reveals", "roster")}
    return record_of(vector["match"], proof, extras, json.loads(vector["settings"]), random.Random(vector["match"]))


def match(seed, seats, with_tips, entries, *, late=(), witness=True, secrets=None, with_shown=False, kinds=KINDS):
    """A match of so many seats. `late`: pairs (seat, entry) of values that come too late, entry 1 being the reveal.
    `secrets` gets the nonces and the chains by seat.
    """
    chance = random.Random(seed)
    name = f"m_{seed:04}"
    settings = {"game": "yahtzee", "version": 1, "seats": seats, "options": {"joker": "forced"}}
    secret = chance.randbytes(32)
    commit = fairness.commitment(name, secret)
    chains = {seat: fairness.Chain(chance.randbytes(32), 40) for seat in with_tips}
    nonces = [chance.randbytes(16) for _ in range(seats)]
    marks = [fairness.player_mark(nonce, f"p_{seat}") for seat, nonce in enumerate(nonces)]
    if secrets is not None:
        secrets.update(nonces=nonces, chains=chains)
    players = players_text(marks)
    tips = {seat: chain.tip for seat, chain in chains.items()}
    roster = fairness.roster_hash(name, commit, text(settings), players, tips)
    given = dict.fromkeys(chains, 0)
    out = {seat for seat, entry in late if entry == 1}
    reveals = {seat: None if seat in out else chain.value(0) for seat, chain in chains.items()}
    key = fairness.draw_key(secret, roster, reveals)

    extras, k = [], 0
    for entry in range(1, entries + 1):
        extra = {"roster": roster.hex(), "reveals": hexed(reveals)} if entry == 1 else {}
        wanted = [kinds[(entry + k) % len(kinds)]] * (entry % 4 != 3) + [("dice", 2, 6)] * (entry % 5 == 2)
        if wanted:
            fresh = {}
            for seat in sorted(chains.keys() - out) if witness and entry > 1 else ():
                if (seat + entry) % 7 == 0:
                    continue  # offline
                given[seat] += 1
                fresh[seat] = None if (seat, entry) in late else chains[seat].value(given[seat])
                if fresh[seat] is None:
                    out.add(seat)
            drawn = []
            for kind, a, b in wanted:
                values = fairness.draw(key, fairness.Request(k, kind, a, b), fresh)
                drawn.append({"k": k, "kind": kind, "a": a, "b": b, "result": values[0] if kind == "pick" else values})
                k += 1
            extra |= {"seats": sorted(fresh), "fresh": hexed(fresh), "drawn": drawn}
        extras.append(extra or None)
    proof = {"commit": commit.hex(), "seed": secret.hex(), "settings": text(settings), "players": players,
             "tips": hexed(tips), "roster": roster.hex(), "reveals": hexed(reveals)}
    return record_of(name, proof, extras, settings, chance, with_shown=with_shown)


def notes_of(record, seat, secrets):
    """The notes of the seat's program, which saw the whole match; without a seat those of a spectator."""
    proof, log = record["proof"], record["log"]
    chain = secrets["chains"].get(seat)
    asks, given = [], 0
    for before, entry in zip(log, log[1:], strict=False):
        extra = entry["extra"] or {}
        if "drawn" not in extra:
            continue
        named = chain is not None and seat in extra["seats"]
        given += named
        asks.append({
            "seq": entry["seq"], "hash": before["hash"], "by": entry["by"], "n": entry["n"], "move": entry["move"],
            "k": extra["drawn"][0]["k"], "seats": extra["seats"],
            "value": chain.value(given).hex() if named else None,
            "accepted": named and extra["fresh"][str(seat)] is not None,
        })
    tip = None if chain is None else chain.tip.hex()
    reveal = None if chain is None else chain.value(0).hex()
    seated = seat is not None
    notes = {
        "match": record["id"], "commit": proof["commit"], "settings": proof["settings"], "players": proof["players"],
        "witness": True, "seat": seat, "player": f"p_{seat}" if seated else None,
        "nonce": secrets["nonces"][seat].hex() if seated else None,
        "secret": None if chain is None else chain.value(len(chain) - 1).hex(), "tip": tip, "reveal": reveal,
        "tip_accepted": chain is not None, "reveal_accepted": chain is not None and proof["reveals"][str(seat)] is not None,
        "tips": proof["tips"], "roster": proof["roster"], "reveals": proof["reveals"], "asks": asks,
        "seq": log[-1]["seq"], "hash": log[-1]["hash"], "live": [[2, len(log)]], "opened": True, "faults": [],
    }
    if "result" in record:
        moves = [entry for entry in log if seated and entry["by"] == {"seat": seat}]
        pushes = {str(entry["seq"]): push_of(entry, seat) for entry in log}
        notes |= {
            "shown": {seq: shown.shown_of(push, push["events"]) for seq, push in pushes.items()}, "result": record["result"],
            "people": [person["id"] for person in record["seats"]], "ended": "finished",
            "moves": [{"id": entry["id"], "n": entry["n"], "move": entry["move"], "seq": entry["seq"]} for entry in moves],
        }
    return json.loads(text(notes))
