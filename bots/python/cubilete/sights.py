"""Notes the contents of pushes, to compare them with the record and with later pushes (docs/fairness.md, "Notes")."""

from typing import Any

from .own_sight import equal
from .shown import Message, integer, shown_of, sight_of, view_hash


def newest_events(push: Message, returns: bool) -> list[Any] | None:
    """The events of the push's entry alone; None if it came without them. A push of an entry that is made has exactly its events,
    one after a return says how many there are of each entry. Only after a return the server may leave them out. `returns`: it is
    the first push after the program came back."""
    events, entries = push.get("events"), push.get("entries")
    given = events if isinstance(events, list) else []
    last = entries[-1] if isinstance(entries, list) and entries else None
    if isinstance(last, dict):
        count = last.get("events")
        if equal(last.get("seq"), push["seq"]) and isinstance(count, int) and integer(count) and 0 <= count <= len(given):
            return given[len(given) - count :]
    return None if returns and not given else given


def note_sight(push: Message, notes: Message, returns: bool) -> None:
    """Notes what a new entry shows. `returns`: as in newest_events()."""
    result, before = push.get("result"), str(notes["seq"])
    events = newest_events(push, returns)
    if notes.get("last") and before not in notes.get("shown", {}):
        notes.setdefault("views", {})[before] = notes["last"]
    if events is not None and (result is None or result["reason"] == "finished"):
        notes.setdefault("shown", {})[str(push["seq"])] = shown_of(push, events)
    notes |= {"last": sight_of(push), "to_act": push.get("to_act"), "result": result}


def shows_otherwise(push: Message, notes: Message) -> bool | None:
    """Notes what the newest entry shows when it comes again. Returns None if that is the same; else whether it must be: a match that
    is broken off asks nobody any more, and still shows the same."""
    last, result, sight = notes.get("last"), push.get("result"), sight_of(push)
    goes_on = equal(result, notes.get("result"))
    if goes_on and equal(sight, last or sight):
        return None
    pushed = {"last": sight, "to_act": push.get("to_act"), "result": result}
    same_view = not last or "to_act" not in notes or view_hash({**push, "to_act": notes["to_act"]}).hex() == last[0]
    notes |= pushed
    return goes_on or not same_view
