"""Makes js types (TypeScript declarations) of protocol/protocol.json; tools/protocol.py writes them."""

import json
import re
from pathlib import Path

from protocol_json import document

FILE = Path(__file__).resolve().parent.parent / "js" / "protocol.d.ts"
HEAD = "// The protocol's messages. Made by tools/protocol.py of protocol/protocol.json; do not edit.\n"
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null", "object": "object"}


def several(types: list[str]) -> str:
    return " | ".join(dict.fromkeys(types))


def type_of(schema: dict, indent: str = "") -> str:
    """The type of a value; what only some branches of an object require is left to the validators."""
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return several([json.dumps(value) for value in schema["enum"]])
    if "properties" in schema:
        return several([members(schema, indent), *(["null"] if "null" in schema.get("type", ()) else [])])
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return several([type_of(branch, indent) for branch in schema[key]])
    if "additionalProperties" in schema:
        return f"{{[name: string]: {type_of(schema['additionalProperties'], indent)}}}"
    if schema.get("type") == "array":
        item = type_of(schema.get("items", {}), indent)
        return f"({item})[]" if " | " in item else f"{item}[]"
    kinds = schema.get("type", ["null"])
    return several([SIMPLE[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)])


def members(schema: dict, indent: str) -> str:
    inner = f"{indent}  "
    lines = [f"{about(one, inner)}{inner}{name if name.isidentifier() else json.dumps(name)}"
             f"{'' if name in schema.get('required', []) else '?'}: {type_of(one, inner)};\n" for name, one in schema["properties"].items()]
    return "{\n" + "".join(lines) + f"{indent}}}"


def about(schema: dict, indent: str = "") -> str:
    said = schema.get("description")
    return f"{indent}/** {said} */\n" if said else ""


def text() -> str:
    types = document()["$defs"]
    wholes = [f"/** A view with what never changes in its match. */\nexport type {game}WholeView = {game}About & {game}View;\n"
              f"/** The same while it is somebody's turn. */\nexport type {game}RunningView = {game}WholeView & Required<Pick<{game}View, \"turn\">>;\n"
              for game in (name.removesuffix("View") for name in types if re.fullmatch("[A-Z]\\w+View", name))]
    return HEAD + "\n" + "".join(f"{about(one)}export type {name} = {type_of(one)};\n" for name, one in types.items()) + "".join(wholes)
