"""Gives the verdicts of wire_schema in a hundredth of the time, for the million frames of the e2e tests. Each schema is
compiled to Python (python3-fastjsonschema); schema_test.py compares it with python3-jsonschema.
"""

import marshal
from functools import cache
from typing import Any, Callable

import fastjsonschema
import wire_schema


def fits(frame: Any) -> bool:
    """True if wire_schema.faults() finds nothing wrong with a frame of either side."""
    side = wire_schema.side_of(frame)
    if side == "server":
        return passes(side, frame["t"], frame) and fits_game(frame)
    return side == "client" and passes(side, frame["t"], frame) and fits_some_game(frame)


def fits_game(push: dict) -> bool:
    if push["t"] != "match":
        return True
    return any(fits_one(game, push) for game in wire_schema.games_of(push))


def fits_one(game: str, push: dict) -> bool:
    return (passes_again(game, "view", push["view"])
            and ("about" not in push or passes_again(game, "about", push["about"]))
            and all(passes_again(game, "event", event) for event in push["events"])
            and all(passes_again(game, "listed", move) for move in push.get("you", {}).get("moves", [])))


def fits_some_game(request: dict) -> bool:
    """A request does not name its game, so any game may accept it."""
    if request["t"] != "move":
        return True
    return any(passes_again(game, form, request["move"]) for game in wire_schema.games() for form in ("move", "listed"))


def passes(name: str, kind: str, value: Any) -> bool:
    return accepts(compiled(name, kind), value)


def accepts(judge: Callable[[Any], Any], value: Any) -> bool:
    try:
        judge(value)
        return True
    except fastjsonschema.JsonSchemaValueException:
        return False


known: dict[tuple[str, str, bytes], bool] = {}


def passes_again(game: str, kind: str, value: Any) -> bool:
    """Caches verdicts: seats get the same view and the same moves many times."""
    key = (game, kind, marshal.dumps(value, 2))
    if key not in known:
        if len(known) > 100_000:
            known.clear()
        tag = value.get("e", value.get("do")) if isinstance(value, dict) else None
        known[key] = one_of(judges(game, kind, tag if isinstance(tag, str) else None), value)
    return known[key]


def one_of(some: list[Callable[[Any], Any]], value: Any) -> bool:
    return sum(accepts(judge, value) for judge in some) == 1


@cache
def judges(game: str, kind: str, tag: Any) -> list[Callable[[Any], Any]]:
    """The definitions of a `oneOf` that may accept a value with this tag; the others require another tag."""
    whole = wire_schema.definition(game, kind)
    branches = whole["$defs"][kind].get("oneOf")
    if not branches or not all("e" in each["properties"] or "do" in each["properties"] for each in branches):
        return [compiled(game, kind)]
    said = [each["properties"].get("e") or each["properties"]["do"] for each in branches]
    return [fastjsonschema.compile(as_draft_7({**each, "$defs": whole["$defs"]}))
            for each, tags in zip(branches, said) if tag in tags.get("enum", [tags.get("const")])]


@cache
def compiled(name: str, kind: str) -> Callable[[Any], Any]:
    return fastjsonschema.compile(as_draft_7(wire_schema.definition(name, kind)))


def as_draft_7(node: Any) -> Any:
    """Returns a schema with its newer keywords replaced by those of draft 7."""
    if isinstance(node, list):
        return [as_draft_7(item) for item in node]
    if not isinstance(node, dict):
        return node
    said = {key: as_draft_7(value) for key, value in node.items()}
    if "dependentRequired" in said:
        said["dependencies"] = said.pop("dependentRequired")
    if isinstance(said.get("const"), bool):  # fastjsonschema treats 1 as true
        said["type"] = "boolean"
    elif isinstance(said.get("const"), int) or "enum" in said and all(type(one) is int for one in said["enum"]):
        said["type"] = "integer"
    if "$ref" in said and len(said) > 1:  # in draft 7 other keywords beside $ref are ignored
        said["allOf"] = [*said.get("allOf", []), {"$ref": said.pop("$ref")}]
    return said
