"""Everything that the players were told, for a comparison with what is on disk."""
import collections
import hashlib
import itertools
import json
import sys

from contributor import DiceRecord


class Record:
    """Everything that the players were told, whatever happened to the server afterwards."""

    def __init__(self):
        self.acknowledged = {}  # (match, seat, id) -> (seq, n, move)
        self.refused = {}  # (match, seat, id) -> code
        self.hashes = {}  # (match, seq) -> hash
        self.digests = {}  # (match, seat, seq) -> digest of everything that the seat was shown
        self.views = collections.defaultdict(dict)  # (match, seq) -> one seat's view, as {seat: JSON}
        self.events = collections.defaultdict(dict)  # (match, seq) -> {seat: the events of this entry}
        self.disagreements = []
        self.postponed = collections.Counter()  # code -> number of times
        self.dice = DiceRecord(self.disagreements)

    def answered(self, seat, request, reply):
        key = (request["match"], seat, request["id"])
        if reply["t"] == "ok":
            entry = (reply["seq"], request["n"], request["move"])
            if self.acknowledged.setdefault(key, entry) != entry:
                self.disagreements.append(f"{key} was entry {self.acknowledged[key]} and became {entry}")
        else:
            self.refused[key] = reply["code"]

    def shown(self, push):
        match, seq, seat = push["match"], push["seq"], push["you"]["seat"]
        if self.hashes.setdefault((match, seq), push["hash"]) != push["hash"]:
            self.disagreements.append(f"entry {seq} of {match} had two hashes")
        text = json.dumps([push[part] for part in ("by", "view", "to_act", "you", "result")], sort_keys=True)
        digest = hashlib.sha256(text.encode()).digest()
        if self.digests.setdefault((match, seat, seq), digest) != digest:
            self.disagreements.append(f"seat {seat} was shown two states after entry {seq} of {match}")
        if not self.views[match, seq]:
            self.views[match, seq] = {seat: json.dumps(push["view"])}
        self.happened(push)

    def happened(self, push):
        """After a resume a push has the events of several entries."""
        events = iter(push["events"])
        entries = push.get("entries") or ([{"seq": push["seq"], "events": len(push["events"])}] if push["events"] else [])
        for entry in entries:
            own = sys.intern(json.dumps(list(itertools.islice(events, entry["events"]))))
            where, seat = (push["match"], entry["seq"]), push["you"]["seat"]
            if self.events[where].setdefault(seat, own) != own:
                self.disagreements.append(f"seat {seat} was told two stories of entry {where}")
