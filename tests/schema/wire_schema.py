"""Checks frames with the schemas of protocol/schema and of each game's folder. Needs python3-jsonschema (4.0 or
newer).
"""

import json
import re
from functools import cache
from pathlib import Path

from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
SIDES = ("client", "server")


def faults(frame) -> list[str]:
    """Returns what is wrong with a frame of either side; [] for a valid one. The server's frames may contain only
    fields that the schema names, and what they contain about a game must fit that game's own schema.
    """
    kind = frame.get("t") if isinstance(frame, dict) else None
    side = side_of(frame)
    if side == "server":
        return schema_faults(side, kind, frame) or faults_of_game(frame)
    if side == "client":
        return schema_faults(side, kind, frame) or faults_of_move(frame)
    return [f"no message has the type {kind!r}"]


def side_of(frame) -> str | None:
    """The side that sends messages of this type; None for an unknown one. A type of both sides is a request if it has
    an id.
    """
    kind = frame.get("t") if isinstance(frame, dict) else None
    sides = [side for side in SIDES if kind in kinds(side)]
    if len(sides) > 1:
        return "client" if "id" in frame else "server"
    return sides[0] if sides else None


def schema_faults(side: str, kind: str, value, path: str = "") -> list[str]:
    """`side` is the name of the schema, `kind` one of its definitions."""
    return [f"{kind}{path}/{'/'.join(map(str, error.absolute_path))}: {error.message}"
            for error in validator(side, kind).iter_errors(value)]


def faults_of_game(push: dict) -> list[str]:
    """A push without `about` does not name its game: all of it must fit at least one."""
    if push["t"] != "match":
        return []
    by_game = [faults_of_one(game, push) for game in games_of(push)]
    return [] if [] in by_game else sum(by_game, [f"match/about: {push.get('about')}"])


def games_of(push: dict) -> list[str]:
    """The games that this push may be of."""
    return [game for game in games() if game == push.get("about", {"game": game})["game"]]


def faults_of_one(game: str, push: dict) -> list[str]:
    found = schema_faults(game, "about", push["about"]) if "about" in push else []
    found += schema_faults(game, "view", push["view"])
    for number, event in enumerate(push["events"]):
        found += schema_faults(game, "event", event, f"/{number}")
    for number, move in enumerate(push.get("you", {}).get("moves", [])):
        found += schema_faults(game, "listed", move, f"/{number}")
    return found


def faults_of_move(request: dict) -> list[str]:
    """A request does not name its game: at least one game must have this move, in one of its two forms."""
    if request["t"] != "move":
        return []
    by_game = [schema_faults(game, form, request["move"]) for game in games() for form in ("move", "listed")]
    return [] if [] in by_game else sum(by_game, [])


def examples(who: str) -> list[str]:
    """The messages in the protocol's pages, in JSON blocks that are marked as sent by `who` ("client", "server"); each
    begins on its own line.
    """
    pages = [ROOT / "protocol/README.md", *(game_page(game) for game in games())]
    text = "".join(page.read_text() for page in pages)
    blocks = re.findall(rf"^```json {who}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [text for block in blocks for text in re.split(r"^(?={)", block, flags=re.MULTILINE) if text]


@cache
def schema(name: str) -> dict:
    folder = "protocol/schema" if name in SIDES else f"engine/games/{name}"
    return json.loads((ROOT / folder / f"{name}.schema.json").read_text())


def game_page(game: str) -> Path:
    return ROOT / "engine/games" / game / "README.md"


@cache
def games() -> list[str]:
    return sorted(path.parent.name for path in (ROOT / "engine" / "games").glob("*/*.schema.json"))


@cache
def kinds(side: str) -> list[str]:
    return [branch["$ref"].rpartition("/")[2] for branch in schema(side)["oneOf"]]


@cache
def ok_of(request: str) -> str:
    """The definition of the answer to a successful request of this type."""
    return f"ok.{request}" if f"ok.{request}" in schema("server")["$defs"] else "ok.plain"


@cache
def validator(name: str, kind: str) -> Draft202012Validator:
    return Draft202012Validator(definition(name, kind))


def definition(name: str, kind: str) -> dict:
    """One of the definitions of a schema, as a separate schema. In requests, and so in their moves, the server ignores unknown fields."""
    whole = schema(name) if name == "client" or kind == "move" else closed(schema(name))
    return {"$ref": f"#/$defs/{kind}", "$defs": whole["$defs"]}


def closed(node):
    """The schema without permission for unknown fields."""
    if isinstance(node, list):
        return [closed(item) for item in node]
    if not isinstance(node, dict):
        return node
    shut = {key: closed(value) for key, value in node.items()}
    if "properties" in node and "object" in node.get("type", ()):
        shut.setdefault("additionalProperties", False)
    return shut
