"""Compares what the players were told with what is on disk."""
import collections
import contextlib
import hashlib
import json
import pathlib
import sqlite3
import subprocess
import tempfile
from typing import NamedTuple

from audit_dice import DiceFindings, stored_dice
from test_games import Entry, scenario


class Row(NamedTuple):
    """A stored entry, with its columns as texts."""

    seq: int
    by: str
    message_id: str
    prompt: int
    move: str
    draws: str
    left_ms: int
    at_ms: int
    hash: str
    salt: str
    extra: str = ""

    def key(self, match):
        """The id that the sender gave to it; None for an entry without a sender."""
        return (match, json.loads(self.by)["seat"], json.loads(self.message_id)) if self.message_id else None


def stored(data):
    """Settings, result and rows of every match in the file."""
    logs = collections.defaultdict(list)
    with contextlib.closing(sqlite3.connect(f"file:{data}/cubilete.db?mode=ro", uri=True)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        # A running match has only its older rows in log_rows; a finished one has all of them there.
        rows = database.execute(
            "SELECT match_id, seq, made_by, message_id, prompt, move, draws, left_ms, at_ms, hex(hash), hex(salt), extra"
            " FROM log WHERE match_id IN (SELECT id FROM matches WHERE ended_ms IS NULL)"
            " OR id IN (SELECT value FROM log_rows, json_each(rows)) ORDER BY id")
        for match, *row in rows:
            logs[match].append(Row(*row))
        matches = database.execute("SELECT id, settings, result FROM matches").fetchall()
    return {match: (json.loads(settings), json.loads(result or "null"), logs[match])
            for match, settings, result in matches}


def hashed(*parts):
    """SHA-256 over the parts, each preceded by its length."""
    parts = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


def chain(match, rows):
    """The hash of each entry, computed from all entries before it."""
    head = hashed("cubilete/match/1", match)
    for row in rows:
        secret = hashed("cubilete/draws/1", bytes.fromhex(row.salt), row.draws)
        head = hashed("cubilete/entry/2", head, row.seq, row.by, row.message_id, row.prompt, row.move, secret,
                      row.at_ms, row.left_ms, row.extra)
        yield head.hex()


class Findings:
    """`lost`: acknowledged or shown, but not on disk. `doubled`: on disk more than once. `dice`: provable dice."""

    KINDS = ["lost", "doubled", "disagreeing"]

    def __init__(self, record, data, program):
        self.lost, self.doubled, self.disagreeing = [], [], list(record.disagreements)
        self.acknowledged = len(record.acknowledged)
        self.matches, dice = self.read(data)
        by_key = collections.defaultdict(list)
        for match, (_, _, rows) in self.matches.items():
            for row, computed in zip(rows, chain(match, rows)):
                by_key[row.key(match)].append(row)
                if row.hash.lower() != computed:
                    self.disagreeing.append(f"entry {row.seq} of {match} does not fit the chain")
            if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
                self.disagreeing.append(f"{match} has entries {[row.seq for row in rows]}")
        del by_key[None]
        self.check_moves(record, by_key)
        self.check_shown(record)
        self.dice = DiceFindings(record.dice, self.matches, dice)
        self.replay(record, program)

    def read(self, data):
        """Returns the results of stored() and stored_dice()."""
        return stored(data), stored_dice(data)

    def check_moves(self, record, by_key):
        self.doubled += [f"{key} is entries {[row.seq for row in rows]}"
                         for key, rows in by_key.items() if len(rows) > 1]
        for key, (seq, n, move) in record.acknowledged.items():
            if key not in by_key:
                self.lost.append(f"{key}, acknowledged as entry {seq}")
            elif (by_key[key][0].seq, by_key[key][0].prompt, json.loads(by_key[key][0].move)) != (seq, n, move):
                self.disagreeing.append(f"{key} was {(seq, n, move)} and is {by_key[key][0]}")
        self.doubled += [f"{key} was refused {code} and is on disk"
                         for key, code in record.refused.items() if key in by_key]

    def check_shown(self, record):
        on_disk = {(match, row.seq): row.hash.lower() for match, (_, _, rows) in self.matches.items() for row in rows}
        for entry, shown in record.hashes.items():
            if entry not in on_disk:
                self.lost.append(f"entry {entry}, which was shown")
            elif on_disk[entry] != shown:
                self.disagreeing.append(f"entry {entry} was shown with another hash")

    def replay(self, record, program):
        """Replays every match as a scenario that expects what was shown."""
        with tempfile.TemporaryDirectory(prefix="cubilete-") as folder:
            files = []
            for match, (settings, result, rows) in self.matches.items():
                shown = collections.defaultdict(dict)
                viewer = {}
                for row in rows:
                    for seat, view in record.views.get((match, row.seq), {}).items():
                        shown[seat][row.seq] = json.loads(view)
                        viewer[row.seq] = seat
                if not rows:  # its start is not over
                    continue
                made = scenario(settings, result, [Entry(*row) for row in rows], viewer.get, shown)
                made["steps"] = self.with_events(record, match, made["steps"])
                files.append(pathlib.Path(folder) / f"{match}.json")
                files[-1].write_text(json.dumps(made))
            for some in range(0, len(files), 500):
                completed = subprocess.run([program, "referee", *files[some:some + 500]], capture_output=True, text=True)
                self.disagreeing += [line for line in completed.stdout.splitlines() if not line.startswith("pass ")]
                if completed.returncode not in (0, 1):
                    self.disagreeing.append(completed.stderr)

    def with_events(self, record, match, steps):
        """After each entry, the events that each seat was told."""
        lines = []
        for seq in range(1, len(steps) + 2):
            lines += steps[seq - 2:seq - 1] if seq > 1 else []
            lines += [{"as": seat, "events": json.loads(events)} for seat, events in record.events.get((match, seq), {}).items()]
        return lines

    def __str__(self):
        bad = [f"{kind}: {line}" for kind in self.KINDS for line in getattr(self, kind)[:5]]
        bad += [f"dice {name}: {line}" for name in ("changed", "late") for line in getattr(self.dice, name)[:5]]
        counts = ", ".join(f"{len(getattr(self, kind))} {kind}" for kind in self.KINDS)
        return "\n".join([f"{self.acknowledged} moves acknowledged, {len(self.matches)} matches, {counts}; {self.dice}", *bad])

    def __bool__(self):
        return any(getattr(self, kind) for kind in self.KINDS) or bool(self.dice.changed or self.dice.late)
