"""Compares what the players were told with the tables of the database, read by psql. Shares no code with the server.

As the audit of the data file (tests/crash/audit.py), and with what several writers could do wrong: the order of batches,
epochs, lanes, owners and seats.
"""
import collections
import itertools
import json

from audit import Findings, Row
from audit_dice import Stored


class Tables:
    """The tables of one database, read one after another: nothing may change them meanwhile."""

    def __init__(self, postgres, database):
        self.postgres, self.database = postgres, database

    def rows(self, sql):
        """The rows of a query, as objects."""
        return [json.loads(text) for (text,) in self.postgres.ask(f"SELECT row_to_json(r) FROM ({sql}) AS r", self.database)]

    def matches(self):
        return self.rows("SELECT * FROM matches ORDER BY no")

    def entries(self):
        """`batch`: the number of the transaction. One that begins after the end of another has a higher number."""
        return self.rows("SELECT log.*, encode(hash, 'hex') AS hash, encode(salt, 'hex') AS salt, matches.id AS match,"
                         " log.xmin::text::bigint AS batch FROM log LEFT JOIN matches ON no = match_no ORDER BY match_no, seq")

    def dice(self):
        return {row["id"]: Stored(*(json.loads(row[name] or "null") for name in ("state", "ask", "proof"))) for row in self.rows(
            "SELECT id, state, ask, proof FROM matches LEFT JOIN match_dice AS d ON d.match_id = id"
            " LEFT JOIN dice_asks AS a ON a.match_id = id LEFT JOIN match_proofs AS p ON p.match_id = id")}


class Membership:
    """Looks at the epochs and their lanes again and again: what it saw once must fit what it sees later."""

    def __init__(self, postgres, database):
        self.tables = Tables(postgres, database)
        self.findings = []
        self.nodes = {}  # epoch -> the newest row
        self.lanes = {}  # (epoch, lane) -> the newest row

    def look(self, postgres=None):
        """`database`: the one that has the data now."""
        self.tables.postgres = postgres or self.tables.postgres
        # First, because a server may write meanwhile.
        made = {row["epoch"]: row["made"] for row in self.tables.rows(
            "SELECT epoch, count(DISTINCT xmin::text) AS made FROM log GROUP BY epoch")}
        nodes = {row["epoch"]: row for row in self.tables.rows("SELECT * FROM nodes")}
        lanes = {(row["epoch"], row["lane"]): row for row in self.tables.rows("SELECT * FROM lanes")}
        self.check_nodes(nodes)
        self.check_lanes(nodes, lanes)
        self.check_batches(made, lanes)
        self.nodes, self.lanes = self.nodes | nodes, self.lanes | lanes

    def check_nodes(self, nodes):
        newest = max(self.nodes, default=0)
        living = [epoch for epoch, row in nodes.items() if row["state"] in ("up", "draining")]
        if len(living) > 1:
            self.findings.append(f"epochs {living} are up at the same time")
        for epoch, row in nodes.items():
            before = self.nodes.get(epoch)
            if before is None and epoch <= newest:
                self.findings.append(f"epoch {epoch} came after epoch {newest}")
            if before and before["state"] in ("fenced", "left") and row["state"] != before["state"]:
                self.findings.append(f"epoch {epoch} was {before['state']} and is {row['state']}")
            if before and row["beat"] < before["beat"]:
                self.findings.append(f"epoch {epoch} lost its beat {before['beat']}")

    def check_lanes(self, nodes, lanes):
        for (epoch, lane), row in lanes.items():
            before = self.lanes.get((epoch, lane), {"batch": 0, "asked": 0})
            if nodes.get(epoch, {}).get("state") not in ("up", "draining"):
                self.findings.append(f"lane {lane} outlived its epoch {epoch}")
            for counter in ("batch", "asked"):
                if row[counter] < before[counter]:
                    self.findings.append(f"lane {lane} of epoch {epoch} went from {counter} {before[counter]} back to {row[counter]}")

    def check_batches(self, made, lanes):
        """Every transaction that wrote an entry was the batch of a lane."""
        counted = collections.Counter()
        for (epoch, _), row in lanes.items():
            counted[epoch] += row["batch"]
        self.findings += [f"epoch {epoch} counted {batches} batches and wrote {made[epoch]} times"
                          for epoch, batches in counted.items() if made.get(epoch, 0) > batches]


class Audit(Findings):
    """`reordered`: written in another order than the players were told. `unexplained`: nobody asked for it.
    `unseated`: a player, room or match that has not the seats, owner or result that it must have.
    """

    KINDS = [*Findings.KINDS, "reordered", "unexplained", "unseated"]

    def __init__(self, crowd, postgres, database, program, membership=None):
        """The players of the crowd have come to rest, and no server runs."""
        self.reordered, self.unexplained, self.unseated = [], list(membership.findings) if membership else [], []
        self.tables = Tables(postgres, database)
        super().__init__(crowd.record, self.tables, program)
        self.check_order()
        self.check_asked_for(crowd)
        self.check_epochs()
        self.check_rooms(crowd)
        self.check_seats(crowd)
        self.check_results()

    def read(self, tables):
        self.rows = tables.matches()
        self.entries = tables.entries()
        logs = collections.defaultdict(list)
        for row in self.entries:
            logs[row["match"]].append(Row(row["seq"], row["made_by"], row["message_id"], row["prompt"], row["move"], row["draws"],
                                          row["left_ms"], row["at_ms"], row["hash"], row["salt"], row["extra"]))
        if homeless := logs.pop(None, []):
            self.unexplained.append(f"{len(homeless)} entries have no match")
        return ({row["id"]: (json.loads(row["settings"]), json.loads(row["result"] or "null"), logs[row["id"]]) for row in self.rows},
                tables.dice())

    def check_order(self):
        """An entry is written only after the entry before is durable."""
        for one, next_one in itertools.pairwise(self.entries):
            if one["match_no"] != next_one["match_no"]:
                continue
            for what in ("batch", "epoch"):
                if next_one[what] < one[what]:
                    self.reordered.append(f"{what} {next_one[what]} wrote entry {next_one['seq']} of {one['match']}"
                                          f" after {what} {one[what]} had written entry {one['seq']}")

    def check_asked_for(self, crowd):
        """Every entry is the start of a match, the end of a time, or the move of a player who knows of it."""
        known = set(crowd.record.acknowledged)
        known |= {(move["match"], player.seat, id) for player in crowd.players for id, move in player.unanswered.items()}
        for match, (_, _, rows) in self.matches.items():
            for row in rows:
                by = json.loads(row.by)
                own = row.message_id == "" and ("start" in by if row.seq == 1 else "clock" in by)
                if not own and not (row.message_id and row.key(match) in known):
                    self.unexplained.append(f"entry {row.seq} of {match}, by {row.by} with the id {row.message_id}")

    def check_epochs(self):
        """When an epoch writes, all older ones have ended."""
        nodes = {row["epoch"] for row in self.tables.rows("SELECT epoch FROM nodes")}
        wrote = collections.defaultdict(set)
        for row in self.entries:
            wrote[row["epoch"]].add(row["batch"])
        for epoch in wrote:
            if epoch not in nodes and (epoch > min(nodes) or epoch < 1):  # long ended ones are removed
                self.unexplained.append(f"epoch {epoch} wrote, and never joined")
        for older, newer in itertools.pairwise(sorted(wrote)):
            if max(wrote[older]) > min(wrote[newer]):
                self.reordered.append(f"epoch {older} wrote after epoch {newer}")

    def check_rooms(self, crowd):
        """Every room belongs to the newest epoch, has all its players, and plays a match of its own."""
        newest = self.tables.rows("SELECT max(epoch) AS epoch FROM nodes")[0]["epoch"]
        rooms = {row["code"]: row for row in self.tables.rows("SELECT * FROM rooms")}
        known = {player.room for player in crowd.players}
        self.unseated += [f"room {code} is missing" for code in known - rooms.keys()]
        self.unexplained += [f"room {code}" for code in rooms.keys() - known]
        matches = {row["id"]: row for row in self.rows}
        for code, room in rooms.items():
            if room["owner"] != newest:
                self.unseated.append(f"room {code} belongs to epoch {room['owner']} and not to {newest}")
            if room["match_id"] and matches.get(room["match_id"], {}).get("room") != code:
                self.unseated.append(f"room {code} plays {room['match_id']}, which is not its match")
        running = collections.Counter(row["room"] for row in self.rows if row["ended_ms"] is None)
        self.doubled += [f"room {code} plays {count} matches" for code, count in running.items() if count > 1]

    def check_seats(self, crowd):
        """Every player has the seat that they were told, in the room and in every match."""
        seats = {(row["room"], row["seat"]): row for row in self.tables.rows("SELECT * FROM seats")}
        players_by_seat = {(player.room, player.seat): player for player in crowd.players}
        for where, player in players_by_seat.items():
            row = seats.get(where, {"player": "nobody", "left_room": False})
            if row["player"] != player.id or row["left_room"]:
                self.unseated.append(f"seat {where} of {player.id} is {row}")
        self.unexplained += [f"seat {where} of {seats[where]['player']}" for where in seats.keys() - players_by_seat.keys()]
        room_of = {row["id"]: row["room"] for row in self.rows}
        for row in self.tables.rows("SELECT * FROM match_players"):
            player = players_by_seat.get((room_of[row["match_id"]], row["seat"]))
            if player is None or row["player"] != player.id:
                self.unseated.append(f"seat {row['seat']} of {row['match_id']} is {row['player']}")

    def check_results(self):
        """The scores of a finished match are those of its result; another has none."""
        scores = collections.defaultdict(list)
        for row in self.tables.rows("SELECT * FROM scores ORDER BY match_id, seat"):
            scores[row["match_id"]].append((row["seat"], row["place"], row["score"], row["won"]))
        for match, (_, result, _) in self.matches.items():
            expected = []
            if result and result["reason"] == "finished":
                expected = [(seat, place, score, seat in result["winners"])
                            for seat, (place, score) in enumerate(zip(result["places"], result["scores"]))]
            if scores[match] != expected:
                self.disagreeing.append(f"{match} has the result {result} and the scores {scores[match]}")
