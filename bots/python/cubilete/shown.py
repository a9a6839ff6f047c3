"""The part of an entry that a viewer is shown, as the record binds it (docs/fairness.md, "What is shown"). The texts are those of the
server's JSON, without spaces, in its order."""

import json
from typing import Any

from .fairness import sha256

Message = dict[str, Any]

VIEWS_VERSION = 1
"""The version of the views that the hashes of a record are of."""
FACE_NAMES = ["A", "K", "Q", "J", "10", "9"]
"""The faces of dice with names; the others are numbers."""
THROWS = ("rolled", "rolloff", "bottoms")
"""The events that show dice as thrown."""


def text(value: Any, *, sorted_names: bool = False) -> bytes:
    dumped = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=sorted_names)
    return dumped.encode(errors="surrogatepass")


def short(*parts: bytes) -> str:
    return sha256(*parts).hex()[:24]


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def view_hash(push: Message) -> bytes:
    return sha256(b"cubilete/dice/view/1", u64(push["seq"]), text(push.get("to_act")), text(push.get("view")))


def events_hash(seq: int, events: Any) -> str:
    """The record has the members in another order than the push."""
    return short(b"cubilete/dice/events/1", u64(seq), text(events, sorted_names=True))


def sight_of(push: Message) -> list[str]:
    """Another push of the same entry must show the same."""
    return [view_hash(push).hex(), short(b"cubilete/dice/you/1", text(push["you"]) if push.get("you") else b"")]


def shown_of(push: Message, events: list[Any]) -> list[Any]:
    """Hashes of 24 hexadecimal digits: what a watcher with this view sees, what this seat sees (None for a spectator), and the
    events alone; then the faces of the dice that were thrown, or None. `events`: of the push's entry alone."""
    view, seen = view_hash(push), text(events)
    seat = short(b"cubilete/dice/shown/1", view, seen, text(push["you"])) if push.get("you") else None
    return [short(b"cubilete/dice/shown/1", view, seen, b""), seat, events_hash(push["seq"], events), faces_of(events)]


def faces_of(events: list[Any]) -> list[int] | None:
    """The faces of all dice that these events show as thrown."""
    faces: list[int] = []
    for event in events:
        dice = event.get("dice") if isinstance(event, dict) and event.get("e") in THROWS else None
        if not isinstance(dice, list):
            continue
        thrown = event.get("thrown")
        places = thrown if isinstance(thrown, list) else range(len(dice))
        faces += [face_of(dice[at]) or 0 if integer(at) and 0 <= at < len(dice) else 0 for at in places]
    return faces or None


def face_of(said: Any) -> int | None:
    """None for what is no face."""
    if isinstance(said, str):
        return FACE_NAMES.index(said) + 1 if said in FACE_NAMES else None
    return said if integer(said) and 1 <= said <= 255 else None


def integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
