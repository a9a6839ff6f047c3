"""protocol/protocol.json has the content of the schemas that it is made of, under names of its own."""

import json
import random
import re
import subprocess
import unittest

import wire_schema
from jsonschema import Draft202012Validator
from schema_test import HERE, SEED, frames, hurt

FILE = wire_schema.ROOT / "protocol" / "protocol.json"
BUNDLE = json.loads(FILE.read_text())


def validator(name: str) -> Draft202012Validator:
    """Like wire_schema: what the server sends may have only members that the schema names."""
    whole = BUNDLE if name == "Request" else wire_schema.closed(BUNDLE)
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})


def titles(node) -> list[str]:
    if isinstance(node, list):
        return [title for item in node for title in titles(item)]
    if not isinstance(node, dict):
        return []
    own = [node["title"]] if isinstance(node.get("title"), str) else []
    return own + [title for value in node.values() for title in titles(value)]


class ProtocolJson(unittest.TestCase):
    def test_the_files_that_are_made_of_it_are_fresh(self):
        subprocess.run([wire_schema.ROOT / "tools/protocol.py", "--check"], check=True)

    def test_it_is_a_schema_in_one_file_whose_names_are_unique_and_fit_any_language(self):
        Draft202012Validator.check_schema(BUNDLE)
        named = titles(BUNDLE)
        self.assertEqual(len(named), len(set(named)))
        self.assertEqual([name for name in named if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name)], [])
        self.assertEqual({ref for ref in re.findall(r'"\$ref": "([^"]*)"', FILE.read_text()) if not ref.startswith("#/$defs/")}, set())
        for game in wire_schema.games():
            self.assertIn({"$ref": f"#/$defs/{game.title().replace('_', '')}MatchPush"}, BUNDLE["$defs"]["MatchPush"]["anyOf"])

    def test_requests_get_the_same_verdict_as_by_the_schemas_that_it_is_made_of(self):
        chance = random.Random(SEED)
        request = validator("Request")
        good = [json.loads(text) for text in wire_schema.examples("client")] + frames(HERE / "accepted.jsonl")
        for frame in [*good, *frames(HERE / "refused.jsonl"), *(hurt(chance.choice(good), chance) for _ in range(300))]:
            if wire_schema.side_of(frame) != "server":
                self.assertEqual(request.is_valid(frame), wire_schema.faults(frame) == [], json.dumps(frame))

    def test_what_the_server_sends_is_checked_with_what_belongs_to_its_game(self):
        message = validator("Message")
        sent = [json.loads(text) for text in wire_schema.examples("server")]
        for frame in sent:
            self.assertTrue(message.is_valid(frame), json.dumps(frame))
        matches = [frame for frame in sent if frame["t"] == "match" and "about" in frame]
        self.assertEqual({frame["about"]["game"] for frame in matches}, set(wire_schema.games()))
        for frame in matches:
            self.assertFalse(message.is_valid(frame | {"view": frame["view"] | {"secret": 1}}))
            self.assertFalse(message.is_valid(frame | {"events": [{"e": "nothing"}]}))
            for other in matches:
                if other is not frame:
                    self.assertFalse(message.is_valid(frame | {"view": other["view"]}))


if __name__ == "__main__":
    unittest.main()
