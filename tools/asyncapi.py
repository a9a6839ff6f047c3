"""Makes protocol/asyncapi.yaml from the schemas of the protocol; its messages are types of protocol/protocol.json.

The title of each operation is the `description` of the message in protocol/schema/*.schema.json. A request is
answered by `ok.<type>` where the server's schema defines that, else by `ok.plain`. A push of the same type as a
request is the message `push.<type>`.
"""

import json
from pathlib import Path

import yaml
from protocol_json import answer_type, kinds, push_type, request_type

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "protocol" / "asyncapi.yaml"
SCHEMA_FORMAT = "application/schema+json;version=draft-2020-12"
HEAD = """\
# The protocol of Cubilete for AsyncAPI tools. Made by tools/protocol.py; do not edit. Its messages are types of
# protocol.json in this folder; README.md explains the protocol.
"""


def schema(name: str) -> dict:
    return json.loads((ROOT / "protocol" / "schema" / f"{name}.schema.json").read_text())


def ref(path: str) -> dict:
    return {"$ref": path}


def message(name: str, correlation: str | None, named: str) -> dict:
    made: dict = {"name": name}
    if correlation:
        made["correlationId"] = ref(f"#/components/correlationIds/{correlation}")
    return made | {"payload": {"schemaFormat": SCHEMA_FORMAT, "schema": ref(f"protocol.json#/$defs/{named}")}}


def document() -> dict:
    client, server = schema("client"), schema("server")
    requests = kinds(client)
    pushes = [kind for kind in kinds(server) if kind not in ("ok", "refused")]
    oks = [kind for kind in server["$defs"] if kind.startswith("ok.")]
    messages = {kind: message(kind, "request", request_type(kind))
                for kind in requests}
    messages |= {kind: message(kind, "reply", answer_type(kind)) for kind in [*oks, "refused"]}
    name_of = {kind: f"push.{kind}" if kind in requests else kind for kind in pushes}
    messages |= {name_of[kind]: message(name_of[kind], None, push_type(kind))
                 for kind in pushes}

    wire = ref("#/channels/wire")
    operations: dict = {}
    for kind in requests:
        ok = f"ok.{kind}" if f"ok.{kind}" in oks else "ok.plain"
        operations[kind] = {
            "action": "receive",
            "summary": client["$defs"][kind]["description"],
            "channel": wire,
            "messages": [ref(f"#/channels/wire/messages/{kind}")],
            "reply": {"channel": wire,
                      "messages": [ref(f"#/channels/wire/messages/{name}") for name in (ok, "refused")]},
        }
    for kind in pushes:
        operations[f"push.{kind}"] = {
            "action": "send",
            "summary": server["$defs"][kind]["description"],
            "channel": wire,
            "messages": [ref(f"#/channels/wire/messages/{name_of[kind]}")],
        }

    return {
        "asyncapi": "3.0.0",
        "id": "urn:cubilete:wire:1",
        "info": {
            "title": "Cubilete",
            "version": "1",
            "description": "Dice and cards with friends. A client sends requests, each of which gets one reply; "
                           "the server pushes what happens.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {"here": {"host": "localhost:8080", "protocol": "ws",
                             "description": "A server on this machine. Behind a proxy with HTTPS it is wss."}},
        "channels": {"wire": {
            "address": "/ws",
            "title": "The WebSocket",
            "description": "One JSON object a text frame, in both directions. The subprotocol is cubilete.v1, if any is "
                           "asked for.",
            "servers": [ref("#/servers/here")],
            "bindings": {"ws": {"method": "GET"}},
            "messages": {name: ref(f"#/components/messages/{name}") for name in messages},
        }},
        "operations": operations,
        "components": {
            "correlationIds": {
                "request": {"description": "A reply repeats the id of its request in `re`.",
                            "location": "$message.payload#/id"},
                "reply": {"location": "$message.payload#/re"},
            },
            "messages": messages,
        },
    }


class Writer(yaml.SafeDumper):
    """Writes equal values in full each time: not every AsyncAPI tool follows YAML's own references."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def text() -> str:
    return HEAD + yaml.dump(document(), Dumper=Writer, sort_keys=False, allow_unicode=True, width=120)
