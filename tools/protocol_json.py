"""Makes protocol/protocol.json, the whole protocol as one JSON Schema for generators of types and validators.

It has the content of protocol/schema/ and of the games' schemas, but each definition has a name of its own, each object
a title, and what one game determines is that game's: `YahtzeeMatchPush` has a `YahtzeeView`.
"""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "protocol" / "protocol.json"


def schema(path: str) -> dict:
    return json.loads((ROOT / path).read_text())


def pascal(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", name))


def request_type(kind: str) -> str:
    return f"{pascal(kind)}Request"


def push_type(kind: str) -> str:
    return f"{pascal(kind)}Push"


def answer_type(kind: str) -> str:
    """Of `refused`, or of one of the server's definitions `ok.…`."""
    return "Refusal" if kind == "refused" else f"{pascal(kind.removeprefix('ok.'))}Reply"


def kinds(side: dict) -> list[str]:
    return [branch["$ref"].rpartition("/")[2] for branch in side["oneOf"]]


class Part:
    """The definitions of one schema, under the names that they have in the bundle."""

    def __init__(self, source: dict, name_of):
        self.source = source["$defs"]
        self.name_of = name_of

    def target(self, node: dict) -> str:
        return node["$ref"].rpartition("/")[2]

    def merged(self, node: dict) -> dict:
        """Writes out a reference that has more beside it than a description."""
        if "$ref" not in node or not node.keys() - {"$ref", "description", "title"}:
            return node
        base = self.merged(self.source[self.target(node)])
        own = {key: value for key, value in node.items() if key != "$ref"}
        properties = {**base.get("properties", {}), **own.get("properties", {})}
        required = [*base.get("required", []), *(name for name in own.get("required", []) if name not in base.get("required", []))]
        return {**base, **own, **({"properties": properties} if properties else {}), **({"required": required} if required else {})}

    def translated(self, node, title: str):
        """The schema with the names of the bundle; `title` is that of the objects in it."""
        if isinstance(node, list):
            return [self.translated(item, f"{title}{self.tag(item) or number}") for number, item in enumerate(node, 1)]
        if not isinstance(node, dict):
            return node
        node = self.merged(node)
        done = {}
        if "properties" in node:
            done["title"] = title
        for key, value in node.items():
            if key == "$ref":
                done[key] = f"#/$defs/{self.name_of(self.target(node))}"
            elif key in ("properties", "dependentSchemas"):
                done[key] = {name: self.translated(one, title + pascal(name)) for name, one in value.items()}
            elif key in ("oneOf", "anyOf", "allOf"):
                done[key] = self.translated([self.with_properties(branch, node) for branch in value], title)
            elif key in ("items", "additionalProperties", "propertyNames", "not") and isinstance(value, dict):
                done[key] = self.translated(value, re.sub(r"(?<=[a-z])s$", "", title) if title.endswith("s") else f"{title}Item")
            elif key == "prefixItems":
                done[key] = self.translated(value, title)
            else:
                done[key] = value
        return done

    @staticmethod
    def with_properties(branch, whole: dict):
        """A branch that requires members of the whole repeats them, as strict validators and generators want it."""
        known = whole.get("properties", {})
        required = [name for name in branch.get("required", []) if name in known] if isinstance(branch, dict) else []
        if not required:
            return branch
        return {**branch, "properties": {**{name: known[name] for name in required}, **branch.get("properties", {})}}

    @staticmethod
    def tag(branch) -> str:
        """Returns the name that tells a branch from the others: the constant in its `e` or `do`, or what it requires."""
        if not isinstance(branch, dict):
            return ""
        properties = branch.get("properties", {})
        said = next((properties[name] for name in ("e", "do") if name in properties), {})
        names = [said["const"]] if "const" in said else said.get("enum", branch.get("required", []))
        return "".join(pascal(name) for name in names)

    def definition(self, name: str) -> dict:
        called = self.name_of(name)
        return {"title": called, **self.translated(self.source[name], called)}


def any_of(names: list[str]) -> dict:
    return {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in names]}


def document() -> dict:
    client = schema("protocol/schema/client.schema.json")
    server = schema("protocol/schema/server.schema.json")
    files = sorted((ROOT / "engine" / "games").glob("*/*.schema.json"))
    games = {file.parent.name: json.loads(file.read_text()) for file in files}
    requests, messages = kinds(client), kinds(server)
    pushes = [kind for kind in messages if kind not in ("ok", "refused")]

    asks = Part(client, lambda name: request_type(name) if name in requests else f"Request{pascal(name)}")
    says = Part(server, lambda name: answer_type(name) if name == "refused" or name.startswith("ok.")
                else push_type(name) if name in pushes else pascal(name))
    parts = {game: Part(games[game], lambda name, game=game: pascal(game) + pascal(name)) for game in games}

    defs = {asks.name_of(name): asks.definition(name) for name in client["$defs"]}
    defs |= {says.name_of(name): says.definition(name) for name in server["$defs"] if name != "ok"}
    for part in parts.values():
        defs |= {part.name_of(name): part.definition(name) for name in part.source}

    moves = [f"{pascal(game)}Move" for game in games]
    listed = [f"{pascal(game)}Listed" for game in games if f"{pascal(game)}Listed" in defs]
    defs["Move"] = {"title": "Move", "description": "Of any game, in its long form", **any_of(moves)}
    defs["ListedMove"] = {"title": "ListedMove", "description": "Of any game, as `moves` lists it", **any_of(listed)}
    defs["MoveRequest"]["properties"]["move"] = {"description": "One of you.moves, or its long form", **any_of(["Move", "ListedMove"])}
    defs["HintReply"]["properties"]["worth"]["items"]["properties"]["move"] = {"$ref": "#/$defs/Move"}
    defs["DiceAskPush"]["properties"]["move"] = {"description": "null for the clock", "anyOf": [{"$ref": "#/$defs/Move"}, {"type": "null"}]}

    push = defs["MatchPush"]
    for game in games:
        title = f"{pascal(game)}MatchPush"
        own = json.loads(json.dumps(push).replace('"title": "MatchPush', f'"title": "{title}'))
        for member in ("about", "view"):
            description = own["properties"][member].get("description")
            own["properties"][member] = {"description": description.removesuffix(" See games/"), "$ref": f"#/$defs/{pascal(game)}{pascal(member)}"}
        own["properties"]["events"] = {"type": "array", "items": {"$ref": f"#/$defs/{pascal(game)}Event"}}
        you = json.loads(json.dumps(defs["You"]))
        you["properties"]["moves"] = {"description": "Only if the seat may act", "type": "array", "minItems": 1,
                                      "items": {"$ref": f"#/$defs/{pascal(game)}Listed"}}
        defs[f"{pascal(game)}You"] = you | {"title": f"{pascal(game)}You"}
        own["properties"]["you"] = {"$ref": f"#/$defs/{pascal(game)}You"}
        defs[title] = own
    defs["MatchPush"] = {"title": "MatchPush", "description": push["description"] + ". All of it is of one game; `about` names it.",
                         **any_of([f"{pascal(game)}MatchPush" for game in games])}

    for game, part in parts.items():
        defs[pascal(game)] = {"title": pascal(game), "description": f"What belongs to {games[game]['title'].partition('’s')[0].partition(chr(39) + 's')[0]}",
                              **any_of([part.name_of(name) for name in ("move", "listed", "about", "view", "event")])}
    defs["Request"] = {"title": "Request", "description": "What a client sends", **any_of([asks.name_of(name) for name in requests])}
    answers = [name for name in defs if name.endswith("Reply")]
    defs["Message"] = {"title": "Message", "description": "What the server sends; ignore unknown members and types",
                       **any_of(["Refusal", *answers, *(says.name_of(name) for name in pushes)])}
    root = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:cubilete:protocol:1",
        "title": "CubileteProtocol",
        "description": "The protocol of Cubilete, version 1: made by tools/protocol.py from protocol/schema and the games' schemas.",
        **any_of(["Request", "Message"]),
    }
    return {**root, "$defs": used(defs, ["Request", "Message", *map(pascal, games)])}


def used(defs: dict, roots: list[str]) -> dict:
    """The definitions that the roots need, in their order."""
    needed: set[str] = set()
    rest = list(roots)
    while rest:
        name = rest.pop()
        if name not in needed:
            needed.add(name)
            rest += re.findall(r'"#/\$defs/([A-Za-z0-9]+)"', json.dumps(defs[name]))
    return {name: one for name, one in defs.items() if name in needed}


def text() -> str:
    return json.dumps(document(), ensure_ascii=False, indent=1) + "\n"
