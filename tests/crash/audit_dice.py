"""Compares what the players were told about provable dice with what is on disk. Every draw is computed again: of finished
matches from their proof, of running ones from the secret in the data file.
"""
import contextlib
import json
import sqlite3
from typing import NamedTuple

from contributor import fairness
from cubilete import fairness_verify  # contributor has set the path


class Stored(NamedTuple):
    """The stored dice of one match; None for a part that the file has not."""

    state: dict | None  # while the match starts or runs
    ask: dict | None
    proof: dict | None


def stored_dice(data):
    """By match."""
    with contextlib.closing(sqlite3.connect(f"file:{data}/cubilete.db?mode=ro", uri=True)) as database:
        state, ask, proof = (dict(database.execute(f"SELECT match_id, {column} FROM {table}")) for table, column in
                             (("match_dice", "state"), ("dice_asks", "ask"), ("match_proofs", "proof")))
        return {match: Stored(*(json.loads(texts.get(match, "null")) for texts in (state, ask, proof)))
                for (match,) in database.execute("SELECT id FROM matches").fetchall()}


def proof_of_running(match, state, rows):
    """The proof that the match would have if it ended now."""
    seed, tips = bytes.fromhex(state["seed"]), {int(seat): bytes.fromhex(tip) for seat, tip in state["tips"].items()}
    commit = fairness.commitment(match, seed)
    roster = fairness.roster_hash(match, commit, state["settings"], state["players"], tips)
    return {**{name: state[name] for name in ("seed", "settings", "players", "tips", "reveals")}, "commit": commit.hex(),
            "roster": roster.hex(), "seq": len(rows), "k": sum(len(extra_of(row).get("drawn", ())) for row in rows)}


def extra_of(row):
    return json.loads(row.extra) if row.extra else {}


def record_of(match, settings, result, rows, proof):
    """As /api/v1/matches/ID shows it."""
    log = [{"seq": row.seq, "by": json.loads(row.by), "id": json.loads(row.message_id) if row.message_id else None,
            "n": row.prompt, "move": json.loads(row.move), "draws": json.loads(row.draws), "at_ms": row.at_ms,
            "left_ms": row.left_ms, "extra": json.loads(row.extra) if row.extra else None, "hash": row.hash.lower(),
            "salt": row.salt.lower()} for row in rows]
    return {"id": match, "chain": 2, "settings": settings, "result": result, "log": log, "next": None, "kept": True, "proof": proof}


class DiceFindings:
    """`changed`: what is on disk is not what somebody was shown, or does not follow from the secrets. `late`: a seat is
    marked as late or out although its player always answered.
    """

    def __init__(self, record, matches, stored):
        """`stored`: by match."""
        self.record, self.matches = record, matches
        self.changed, self.late = [], []
        self.draws = self.witnessed = self.proofs = 0
        self.stored = stored
        self.rows = {(match, row.seq): row for match, (_, _, rows) in matches.items() for row in rows}
        self.dice = {}  # match -> its proof, or that of a running match
        for match in matches:
            self.check_match(match)
        self.check_states()
        self.check_asks()
        self.check_given()
        self.check_drawn()
        for match, proof in record.proofs.items():
            self.compare(self.stored[match].proof, proof, match, "the proof")

    def check_match(self, match):
        settings, result, rows = self.matches[match]
        state, _, proof = self.stored[match]
        if bool(state) == bool(proof):
            self.changed.append(f"{match} has {'both a secret and a proof' if proof else 'no provable dice'}")
        elif bool(proof) != bool(result):
            self.changed.append(f"{match} has {'a' if proof else 'no'} proof and the result {result}")
        self.dice[match] = proof or (state and proof_of_running(match, state, rows))
        self.proofs += bool(proof)
        if not rows or not self.dice[match]:  # its start is not over
            return
        verdict = fairness_verify.check_dice(record_of(match, settings, result, rows, self.dice[match]))
        self.draws += verdict.draws
        self.witnessed += verdict.draws - verdict.early
        if verdict.kind != "fair":
            self.changed.append(f"{match}: {verdict.text}")
        self.late += [f"seat {seat} of {match} at entry {entry}" for seat, entry in verdict.late]

    def compare(self, on_disk, shown, match, what):
        if on_disk != shown:
            self.changed.append(f"{what} of {match} was shown as {shown} and is {on_disk}")

    def check_states(self):
        """Every commitment that was shown opens; everything that it and the roster fixed is the same on disk."""
        for (match, name), shown in self.record.states.items():
            dice = self.dice.get(match)
            if not dice:
                self.changed.append(f"{match}, whose {name} was shown, has no dice")
            elif name == "commit":
                self.compare(fairness.commitment(match, bytes.fromhex(dice["seed"])).hex(), shown, match, name)
            elif name != "witness":  # says only whether seats are asked
                self.compare(dice[name], shown, match, name)

    def check_asks(self):
        """Every ask that was shown became exactly this entry; or it is still open, or the match was broken off."""
        for (match, seq), ask in self.record.asks.items():
            row, before = self.rows.get((match, seq)), self.rows.get((match, seq - 1))
            self.compare(before and before.hash.lower(), ask["hash"], match, f"the hash before entry {seq}")
            if row:
                extra = extra_of(row)
                entry = {"by": json.loads(row.by), "n": row.prompt, "move": json.loads(row.move),
                         "k": extra.get("drawn", [{}])[0].get("k"), "seats": extra.get("seats")}
                self.compare(entry, {name: ask[name] for name in entry}, match, f"entry {seq}")
                continue
            open_ask = self.stored[match].ask or {}
            result = self.matches[match][1]
            if not (result and result["reason"] != "finished") and open_ask.get("seq") != seq:
                self.changed.append(f"entry {seq} of {match} was asked for and is missing")

    def check_given(self):
        """Everything that was acknowledged is in the record."""
        for name, request in (("tips", "dice.tip"), ("reveals", "dice.reveal")):
            for (match, seat, _), value in self.record.given[request].items():
                if dice := self.dice.get(match):
                    self.compare(dice[name].get(str(seat)), value, match, f"seat {seat} of {name}")
        for (match, seat, seq), value in self.record.given["dice.give"].items():
            if row := self.rows.get((match, seq)):
                self.compare(extra_of(row).get("fresh", {}).get(str(seat)), value, match, f"seat {seat}'s value for entry {seq}")

    def check_drawn(self):
        """Every draw that a client saw is the record's; the events are compared by the referee."""
        for (match, seq), shown in self.record.drawn.items():
            row = self.rows.get((match, seq))
            extra = extra_of(row) if row else {}
            drawn = {"k": extra["drawn"][0]["k"], "seats": extra["seats"], "fresh": extra["fresh"]} if "drawn" in extra else None
            self.compare(drawn, shown, match, f"the draw of entry {seq}")

    def __str__(self):
        return (f"{self.draws} draws, {self.witnessed} of them witnessed, {len(self.changed)} changed, {len(self.late)} late marks, "
                f"{len(self.record.asks)} asks, {self.proofs} proofs")
