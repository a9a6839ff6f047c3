"""protocol/asyncapi.yaml is an AsyncAPI 3 document, refers to protocol.json beside it, and accepts and refuses the right messages."""

import json
import unittest
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import wire_schema
import yaml
from jsonschema import Draft202012Validator, RefResolver

FILE = wire_schema.ROOT / "protocol" / "asyncapi.yaml"
BUNDLE = FILE.with_name("protocol.json")
DRAFT = "application/schema+json;version=draft-2020-12"


@cache
def document(file: Path = FILE):
    return yaml.safe_load(file.read_text()) if file.suffix == ".yaml" else json.loads(file.read_text())


def found(reference: str, file: Path = FILE):
    """The target of a reference and the file that contains it."""
    path, _, pointer = reference.partition("#")
    file = (file.parent / path).resolve() if path else file
    node = document(file)
    for step in unquote(pointer).split("/")[1:]:
        node = node[step.replace("~1", "/").replace("~0", "~")]
    return node, file


def references(node) -> list[str]:
    if isinstance(node, list):
        return [each for item in node for each in references(item)]
    if not isinstance(node, dict):
        return []
    own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
    return own + [each for value in node.values() for each in references(value)]


@cache
def payload(message: str) -> Draft202012Validator:
    schema = document()["components"]["messages"][message]["payload"]["schema"]
    return Draft202012Validator(schema, resolver=RefResolver(FILE.as_uri(), document(), store={BUNDLE.as_uri(): document(BUNDLE)}))


def example_messages(who: str) -> list[dict]:
    return [json.loads(text) for text in wire_schema.examples(who)]


class AsyncApi(unittest.TestCase):
    def test_it_has_the_required_parts_of_an_asyncapi_3_document(self):
        self.assertEqual(document()["asyncapi"], "3.0.0")
        self.assertLessEqual({"title", "version"}, document()["info"].keys())
        allowed = {"asyncapi", "id", "info", "defaultContentType", "servers", "channels", "operations", "components"}
        self.assertLessEqual(document().keys(), allowed)
        for server in document()["servers"].values():
            self.assertLessEqual({"host", "protocol"}, server.keys())
        for operation in document()["operations"].values():
            self.assertIn(operation["action"], ("send", "receive"))
            self.assertEqual(operation["channel"], {"$ref": "#/channels/wire"})
        for name, message in document()["components"]["messages"].items():
            self.assertEqual((message["name"], message["payload"]["schemaFormat"]), (name, DRAFT))

    def test_each_reference_has_a_target_and_only_the_schema_beside_it_is_referenced(self):
        led_to = set()
        for reference in references(document()):
            node, file = found(reference)
            self.assertTrue(node, reference)
            led_to.add(file)
        self.assertEqual(led_to, {FILE, BUNDLE})

    def test_operations_and_replies_are_messages_of_the_channel(self):
        channel = document()["channels"]["wire"]["messages"]
        self.assertEqual(channel, {name: {"$ref": f"#/components/messages/{name}"}
                                   for name in document()["components"]["messages"]})
        used = set()
        for operation in document()["operations"].values():
            for message in operation["messages"] + operation.get("reply", {"messages": []})["messages"]:
                channel_path, _, name = message["$ref"].rpartition("/")
                self.assertEqual(channel_path, "#/channels/wire/messages")
                used.add(name)
        self.assertEqual(used, channel.keys())

    def test_each_request_is_received_and_answered_and_each_push_is_sent(self):
        said = document()["operations"]
        for kind in wire_schema.kinds("client"):
            self.assertEqual(said[kind]["action"], "receive")
            names = [message["$ref"].rpartition("/")[2] for message in said[kind]["reply"]["messages"]]
            self.assertEqual(names, [wire_schema.ok_of(kind), "refused"])
        pushes = set(wire_schema.kinds("server")) - {"ok", "refused"}
        self.assertEqual(said.keys(), {*wire_schema.kinds("client"), *(f"push.{kind}" for kind in pushes)})
        self.assertTrue(all(said[f"push.{kind}"]["action"] == "send" for kind in pushes))

    def test_the_readmes_examples_fit_the_message_of_their_type(self):
        requests = {message["id"]: message["t"] for message in example_messages("client")}
        for message in example_messages("client") + example_messages("server"):
            name = wire_schema.ok_of(requests.get(message["re"], "move")) if message["t"] == "ok" else message["t"]
            if message["t"] in wire_schema.kinds("client") and wire_schema.side_of(message) == "server":
                name = f"push.{name}"
            self.assertEqual([], [error.message for error in payload(name).iter_errors(message)], message)

    def test_a_match_with_the_view_of_one_game_and_the_moves_or_events_of_another_is_refused(self):
        pushes = [message for message in example_messages("server") if message["t"] == "match"]
        pushes = [push for push in pushes if "about" in push]
        yahtzee = next(push for push in pushes if push["about"]["game"] == "yahtzee")
        others = [push for push in pushes if push["about"]["game"] != "yahtzee"]
        self.assertGreater(len(others), 2)
        for other in others:
            self.assertFalse(payload("match").is_valid({**yahtzee, "view": other["view"]}))
            self.assertFalse(payload("match").is_valid({**yahtzee, "events": other["events"]}))
        self.assertFalse(payload("match").is_valid({**yahtzee, "you": {**yahtzee["you"], "moves": [{"do": "bank"}]}}))
        move = next(message for message in example_messages("client") if message["t"] == "move")
        self.assertTrue(payload("move").is_valid(move))
        self.assertFalse(payload("move").is_valid({**move, "move": {"do": "cheat"}}))


if __name__ == "__main__":
    unittest.main()
