"""Keeps from the pushes `room` the settings and the people that a match of the room must have, and whether this program
was there when it began."""

from .contributor_checks import Message

People = list[str | None]
"""Ids by seat without the empty ones, as a match has them."""


class LatestRoomStates:
    def __init__(self) -> None:
        self._newest: dict[str, Message] = {}
        self._people: dict[str, People] = {}
        self._idle: dict[str, str | None] = {}
        """By room, since joined(): its latest match while this program had a seat and nothing was played."""

    def joined(self) -> None:
        self._idle.clear()

    def hear(self, push: Message, player: str | None) -> None:
        """:param player: The id of this program's player."""
        room = push["room"]
        self._newest[room] = {name: push[name] for name in ("game", "options", "witness") if name in push}
        self._people[room] = [seat["player"].get("id") for seat in push.get("seats", []) if seat and seat.get("player")]
        if push.get("phase") == "playing":
            return
        has_secrets = "cup" not in push or len(push.get("seats", [])) != 1  # the dice of the day's cup need nobody's
        if has_secrets and player is not None and player in self._people[room]:
            self._idle[room] = push.get("match")
        else:
            self._idle.pop(room, None)

    def gone(self, room: str) -> None:
        """This program has left, or was sent away."""
        self._idle.pop(room, None)

    def settings(self, room: str) -> Message | None:
        return self._newest.get(room)

    def people(self, room: str, seats: int | None = None) -> People | None:
        """Of a match that begins now; None if the room has another number of people."""
        people = self._people.get(room)
        return people if people is None or seats is None or len(people) == seats else None

    def saw_begin(self, room: str, match: str) -> bool:
        """This program has had its seat, connected, since before a match began that asks for secrets."""
        return room in self._idle and self._idle[room] != match
