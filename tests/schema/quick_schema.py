"""The verdict of wire_schema, a hundred times over in the time: for the million frames of the e2e tests. Each schema is
compiled to Python (python3-fastjsonschema); schema_test.py holds it against python3-jsonschema."""

import json
from functools import cache, lru_cache
from typing import Any, Callable

import fastjsonschema
import wire_schema


def fits(frame: Any) -> bool:
    """Whether wire_schema.faults() finds nothing wrong with a frame of either side."""
    kind = frame.get("t") if isinstance(frame, dict) else None
    if not isinstance(kind, str):
        return False
    if kind in wire_schema.kinds("server"):
        return passes("server", kind, frame) and fits_game(frame)
    return kind in wire_schema.kinds("client") and passes("client", kind, frame) and fits_some_game(frame)


def fits_game(push: dict) -> bool:
    if push["t"] != "match":
        return True
    game = push["view"]["game"]
    return (game in wire_schema.games() and passes_again(game, "view", json.dumps(push["view"]))
            and all(passes_again(game, "event", json.dumps(event)) for event in push["events"])
            and all(passes_again(game, "move", json.dumps(move)) for move in push.get("you", {}).get("moves", [])))


def fits_some_game(request: dict) -> bool:
    """A request does not name its game."""
    if request["t"] != "move":
        return True
    move = json.dumps(request["move"])
    return any(passes_again(game, "move", move) for game in wire_schema.games())


def passes(name: str, kind: str, value: Any) -> bool:
    try:
        compiled(name, kind)(value)
        return True
    except fastjsonschema.JsonSchemaValueException:
        return False


@lru_cache(100_000)
def passes_again(game: str, kind: str, text: str) -> bool:
    """Seats are shown the same view, and offered the same moves time and again."""
    return passes(game, kind, json.loads(text))


@cache
def compiled(name: str, kind: str) -> Callable[[Any], Any]:
    return fastjsonschema.compile(as_draft_7(wire_schema.definition(name, kind)))


def as_draft_7(node: Any) -> Any:
    """The same in the words of draft 7, as far as our schemas use others."""
    if isinstance(node, list):
        return [as_draft_7(item) for item in node]
    if not isinstance(node, dict):
        return node
    # To fastjsonschema the names `game` and `game?` are the same.
    said = {key.replace("?", "_or_null"): as_draft_7(value) for key, value in node.items()}
    if "$ref" in said:
        said["$ref"] = said["$ref"].replace("?", "_or_null")
    if "dependentRequired" in said:
        said["dependencies"] = said.pop("dependentRequired")
    if "$ref" in said and len(said) > 1:  # in draft 7 it stands alone
        said["allOf"] = [*said.get("allOf", []), {"$ref": said.pop("$ref")}]
    return said
