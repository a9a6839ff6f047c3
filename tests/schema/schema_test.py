"""The JSON Schemas agree with the codec: tests/protocol/readme_test.cpp compares the codec with the same files.

With files of frames, one JSON text a line, it checks those instead: schema_test.py FRAMES.jsonl ...
"""

import collections
import json
import random
import re
import sys
import unittest
from pathlib import Path

import quick_schema
import wire_schema
from jsonschema import Draft202012Validator

HERE = Path(__file__).resolve().parent

SEED = 20261121


def hurt(value, chance: random.Random):
    """A copy with a missing, an additional or a changed value in one place."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(list(value))
        return {**value, key: hurt(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        at = chance.randrange(len(value))
        return [*value[:at], hurt(value[at], chance), *value[at + 1:]]
    if isinstance(value, dict) and value and chance.random() < 0.7:
        gone = chance.choice(list(value))
        return {key: member for key, member in value.items() if key != gone}
    if isinstance(value, list):
        return chance.choice([value[:-1], value + value[:1], value + [None]])
    if isinstance(value, dict):
        return {**value, "surprise": 1}
    return chance.choice([None, True, -1, 0, 1, 7, 1000, 0.5, "", "x", "A" * 40, "\n", [], {}, value])


def tags(game: str, kind: str, field: str) -> set[str]:
    """The tags of a definition that consists of several, distinguished by a field."""
    whole = wire_schema.schema(game)["$defs"][kind]
    said = [branch["properties"][field] for branch in whole.get("oneOf", [whole])]
    return {tag for each in said for tag in each.get("enum", [each.get("const")])}


def frames(file: Path) -> list:
    return [json.loads(line) for line in file.read_text().splitlines()]


class Schemas(unittest.TestCase):
    def test_each_is_a_schema(self):
        for name in ["client", "server", *wire_schema.games()]:
            Draft202012Validator.check_schema(wire_schema.schema(name))

    def test_each_type_has_a_definition_of_the_same_name(self):
        for side in ("client", "server"):
            for kind in wire_schema.kinds(side):
                named = wire_schema.schema(side)["$defs"][kind]["properties"]["t"]["const"]
                self.assertEqual(kind, named)

    def test_the_readmes_examples_fit(self):
        for who in ("client", "server"):
            texts = wire_schema.examples(who)
            self.assertTrue(texts)
            for text in texts:
                self.assertEqual([], wire_schema.faults(json.loads(text)), text)
            self.assertEqual(set(wire_schema.kinds(who)), {json.loads(text)["t"] for text in texts})

    def test_the_readme_shows_a_match_of_each_game_and_all_its_moves_and_events(self):
        shown = [json.loads(text) for text in wire_schema.examples("server") if '"t":"match"' in text]
        for game in wire_schema.games():
            with self.subTest(game):
                pushes = [push for push in shown if push.get("about", {}).get("game") == game]
                self.assertTrue(any(push["events"] and "you" in push for push in pushes))
                section = wire_schema.game_page(game).read_text()
                moves = [json.loads(text) for text in re.findall(r'`(\{"do":.*?\})`', section)]
                for move in moves:
                    self.assertEqual([], wire_schema.schema_faults(game, "move", move))
                self.assertEqual({move["do"] for move in moves}, tags(game, "move", "do"))
                rows = section.partition("| event | |\n|---|---|\n")[2].partition("\n\n")[0]
                named = re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in rows.splitlines()))
                self.assertEqual(set(named), tags(game, "event", "e"))

    def test_the_readme_names_all_that_is_stored_about_a_player(self):
        section = (wire_schema.ROOT / "protocol/README.md").read_text().partition("\n`me.export` returns")[2].partition("\n`me.matches` returns")[0]
        stored = json.loads((wire_schema.ROOT / "protocol/protocol.json").read_text())["$defs"]["MeExportReply"]["properties"]
        for name in stored.keys() - {"t", "re"}:
            self.assertRegex(section, rf'[`"]{name}[`"]')

    def test_what_the_codec_accepts_is_valid(self):
        for frame in frames(HERE / "accepted.jsonl"):
            self.assertEqual([], wire_schema.faults(frame), frame)

    def test_what_the_codec_refuses_is_not_valid(self):
        whole = Draft202012Validator(wire_schema.schema("client"))
        for frame in frames(HERE / "refused.jsonl"):
            self.assertNotEqual([], wire_schema.faults(frame), frame)
            self.assertFalse(whole.is_valid(frame), frame)

    def test_the_quick_check_of_the_e2e_tests_gives_the_same_verdict(self):
        chance = random.Random(SEED)
        good = [json.loads(text) for who in ("client", "server") for text in wire_schema.examples(who)]
        good += frames(HERE / "accepted.jsonl")
        verdicts = collections.Counter()
        for frame in [*good, *frames(HERE / "refused.jsonl"), *(hurt(chance.choice(good), chance) for _ in range(3000))]:
            fits = wire_schema.faults(frame) == []
            self.assertEqual(quick_schema.fits(frame), fits, f"seed {SEED}: {json.dumps(frame)}")
            verdicts[fits] += 1
        self.assertGreater(min(verdicts.values()), 100)

    def test_a_frame_of_the_server_may_neither_lack_a_required_field_nor_have_an_unknown_one(self):
        for text in wire_schema.examples("server"):
            frame = json.loads(text)
            for field in wire_schema.schema("server")["$defs"][frame["t"]]["required"]:
                rest = {name: value for name, value in frame.items() if name != field}
                self.assertNotEqual([], wire_schema.faults(rest), field)
            self.assertNotEqual([], wire_schema.faults(frame | {"surprise": 1}), frame["t"])

    def test_a_view_may_neither_lack_a_field_nor_have_an_unknown_one(self):
        pushes = [json.loads(text) for text in wire_schema.examples("server") if '"t":"match"' in text]
        for push in pushes:
            (game,) = [game for game in wire_schema.games_of(push) if not wire_schema.faults_of_one(game, push)]
            for field in wire_schema.schema(game)["$defs"]["view"]["required"]:
                view = {name: value for name, value in push["view"].items() if name != field}
                self.assertNotEqual([], wire_schema.faults(push | {"view": view}), field)
            self.assertNotEqual([], wire_schema.faults(push | {"view": push["view"] | {"secret": 1}}))
            self.assertNotEqual([], wire_schema.faults(push | {"events": [{"e": "nothing"}]}))


def report(files: list[str]) -> int:
    found = [f"{name}:{number}: {fault}" for name in files
             for number, frame in enumerate(frames(Path(name)), 1) for fault in wire_schema.faults(frame)]
    print("\n".join(found) or "every frame fits")
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(report(sys.argv[1:]))
    unittest.main()
