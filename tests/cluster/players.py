"""A crowd that plays through a balancer, and the audit of what the servers of a cluster have kept."""
import asyncio
import collections
import contextlib
import itertools
import os

from auditor import Audit
from crowd import Crowd
from nodes import Balancer


class HouseAudit(Audit):
    """Of several servers that write at the same time: every room may have another owner, an older epoch may take over from a
    newer one, and a room may come back to an epoch. Only its owners write to it, in the order in which they owned it.
    """

    def check_order(self):
        owners = collections.defaultdict(list)
        for row in self.tables.rows("SELECT room, owner FROM owners ORDER BY no"):
            owners[row["room"]].append(row["owner"])
        room_of = {row["id"]: row["room"] for row in self.rows}
        for match, entries in itertools.groupby(self.entries, lambda entry: entry["match"]):
            entries = list(entries)
            for one, next_one in itertools.pairwise(entries):
                if next_one["batch"] < one["batch"]:
                    self.reordered.append(f"entry {next_one['seq']} of {match} was written before the one before it")
            wrote = [epoch for epoch, _ in itertools.groupby(entry["epoch"] for entry in entries)]
            later = iter(owners[room_of[match]])
            if not all(epoch in later for epoch in wrote):
                self.reordered.append(f"{match} was written by {wrote}, and its room belonged to {owners[room_of[match]]}")

    def check_epochs(self):
        joined = {row["epoch"] for row in self.tables.rows("SELECT epoch FROM nodes")}
        forgotten = range(1, max(joined) - 100)  # a node that joins deletes those that are long over
        for epoch in {row["epoch"] for row in self.entries} - joined - set(forgotten):
            self.unexplained.append(f"epoch {epoch} wrote, and never joined")
        # The last change of its row is the fence. It waits for a batch that is being committed.
        late = self.tables.rows("SELECT epoch, count(*) AS entries FROM log JOIN nodes USING (epoch) WHERE state = 'fenced' AND"
                                " pg_xact_commit_timestamp(log.xmin) > pg_xact_commit_timestamp(nodes.xmin) GROUP BY epoch")
        self.unexplained += [f"epoch {row['epoch']} wrote {row['entries']} entries after it was fenced" for row in late]

    def check_rooms(self, crowd):
        rooms = {row["code"]: row for row in self.tables.rows("SELECT * FROM rooms WHERE settings <> ''")}
        known = {player.room for player in crowd.players}
        self.unseated += [f"room {code} is missing" for code in known - rooms.keys()]
        self.unexplained += [f"room {code}" for code in rooms.keys() - known]
        running = {}
        for row in self.rows:
            if row["ended_ms"] is None:
                running.setdefault(row["room"], []).append(row["id"])
        self.doubled += [f"room {code} plays {matches}" for code, matches in running.items() if len(matches) > 1]


class Players:
    """For a test with a crowd in `self.crowd`."""

    @contextlib.asynccontextmanager
    async def crowd_at(self, house, rooms, seed, asks=False, turn_ms=0):
        """A crowd plays through a balancer (which `asks`: see there). `step` awaits a coroutine, unless a player does something wrong before. At the end
        all have come to rest.
        """
        self.crowd = Crowd(seed, turn_ms)
        async with Balancer(house, asks) as self.balancer:
            await self.crowd.sit_down(self.balancer, rooms)
            async with self.playing(self.balancer) as playing:
                async def step(coroutine):
                    return await self.or_fail(playing, coroutine)

                await step(self.crowd.everybody())
                yield step
                await step(self.crowd.everybody())
                await step(self.crowd.rest())

    def players_of(self, node):
        """Those who are connected to it."""
        return [player for player in self.crowd.players
                if player.socket and self.balancer.nodes[player.socket.local_address[1]] is node]

    async def audited(self, house):
        """Stops the nodes; the findings, of which there must be none."""
        for node in house.alive():
            await asyncio.to_thread(node.stop)
        findings = await asyncio.to_thread(HouseAudit, self.crowd, house.postgres, house.database, os.environ["CUBILETE_BIN"])
        self.assertFalse(findings, str(findings))
        return findings

    @contextlib.asynccontextmanager
    async def playing(self, balancer):
        """Everybody plays meanwhile, on one connection after another."""
        over = asyncio.Event()
        players = [asyncio.create_task(self.live(player, balancer, over)) for player in self.crowd.players]
        playing = asyncio.gather(*players)
        try:
            yield playing
        finally:
            over.set()
            for task in players:
                task.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    async def live(self, player, balancer, over):
        """One connection after another."""
        while not over.is_set():
            await player.live(balancer.socket_url)
            self.lost(player)
            await asyncio.sleep(0.05)

    def lost(self, player):
        """The owner of the room has no connection to this player any more."""
        player.is_back = player.settled = False
        # Moves of the others go on without an answer, and this player is not there any more when they are carried out.
        for other in self.crowd.players:
            if other.room == player.room:
                for seats in other.present.values():
                    seats.discard(player.seat)

    @staticmethod
    async def or_fail(playing, coroutine):
        """Returns the result of `coroutine`; a player's fault ends the test at once."""
        waiting = asyncio.ensure_future(coroutine)
        await asyncio.wait([playing, waiting], return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            waiting.cancel()
            await playing  # raises
        return await waiting

    @staticmethod
    async def everybody_moves(crowd):
        """Every room has a newer entry than now."""
        now = {player.room: (player.table["match"], player.table["seq"]) for player in crowd.players if player.table}

        def newer(player):
            return player.table and (player.table["match"], player.table["seq"]) != now.get(player.room)

        await crowd.until(lambda: all(newer(player) for player in crowd.players))
