"""Provable dice in three languages: the examples of vectors.json, and the same verdict on every record of cases.json.

CUBILETE_VERDICTS is the program made from verdicts.cpp; FAIRNESS_SEED repeats the random changes of a run."""

import io
import json
import os
import random
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import make_cases
import matches
from cubilete import fairness, shown
from cubilete.fairness_verify import check_dice
from cubilete.record import fetch_record

HERE = Path(__file__).parent
VECTORS = json.loads((HERE / "vectors.json").read_text())
SHOWN = json.loads((HERE / "shown_vectors.json").read_text())
CHANGES = 1500


def by_seat(values):
    return {int(seat): None if value is None else bytes.fromhex(value) for seat, value in values.items()}


class Examples(unittest.TestCase):
    def test_commitments_tips_roster_and_key(self):
        self.assertEqual(5, len(VECTORS))
        for vector in VECTORS:
            seed = bytes.fromhex(vector["seed"])
            commit = fairness.commitment(vector["match"], seed)
            self.assertEqual(vector["commit"], commit.hex())
            for seat, secret in vector["secrets"].items():
                chain = fairness.Chain(bytes.fromhex(secret), vector["length"])
                self.assertEqual(vector["tips"][seat], chain.tip.hex())
                if vector["reveals"][seat]:
                    self.assertEqual(vector["reveals"][seat], chain.value(0).hex())
                self.assertEqual(secret, chain.value(vector["length"] - 1).hex())
                self.assertRaises(IndexError, chain.value, vector["length"])
            ids = zip(vector["nonces"], vector["ids"], strict=True)
            marks = [fairness.player_mark(bytes.fromhex(nonce), player) for nonce, player in ids]
            self.assertEqual(vector["players"], matches.players_text(marks))
            tips = {int(seat): bytes.fromhex(tip) for seat, tip in vector["tips"].items()}
            roster = fairness.roster_hash(vector["match"], commit, vector["settings"], vector["players"], tips)
            self.assertEqual(vector["roster"], roster.hex())
            self.assertEqual(vector["key"], fairness.draw_key(seed, roster, by_seat(vector["reveals"])).hex())

    def test_draws(self):
        for vector in VECTORS:
            for entry in vector["entries"]:
                for said in entry["drawn"]:
                    request = fairness.Request(said["k"], said["kind"], said["a"], said["b"])
                    values = fairness.draw(bytes.fromhex(vector["key"]), request, by_seat(entry["fresh"]))
                    self.assertEqual(said["result"], values[0] if said["kind"] == "pick" else values)

    def test_hashes_of_what_is_shown(self):
        for vector in SHOWN:
            push = {name: json.loads(vector[name]) for name in ("to_act", "view", "you") if vector[name]} | {"seq": vector["seq"]}
            self.assertEqual([vector["V"], vector["y"]], shown.sight_of(push))
            found = shown.shown_of(push, json.loads(vector["events"]))
            self.assertEqual([vector[name] for name in ("w", "s", "e", "faces")], found)

    def test_the_page_about_it_computes_one_of_them_by_hand(self):
        page = (HERE.parents[1] / "docs/fairness.md").read_text()
        example = re.search(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        exec(example[1], {})

    def test_each_value_comes_from_equally_many_words(self):
        for n, each, dropped in ((6, 42, 4), (52, 4, 48), (256, 1, 0), (1, 256, 0)):
            words = iter(range(256))
            values = [fairness.below(words, n, 256) for _ in range(256 - dropped)]
            self.assertEqual([each] * n, [values.count(value) for value in range(n)])


class Records(unittest.TestCase):
    def test_the_record_of_another_match_is_refused(self):
        answer = json.dumps({"id": "m_2", "log": [], "next": None}).encode()
        with mock.patch("urllib.request.urlopen", side_effect=lambda *_, **__: io.BytesIO(answer)):
            with self.assertRaisesRegex(ValueError, "something else than this match"):
                fetch_record("https://dice.example.org", "m_1")
            self.assertEqual("m_2", fetch_record("https://dice.example.org", "m_2")["id"])


class Verdicts(unittest.TestCase):
    """Each verdict in Python, in JavaScript and in C++."""

    maxDiff = None

    def verdicts(self, records):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.writelines(record + "\n" for record in records)
            file.flush()
            found = {"Python": [make_cases.judged(record, check_dice) for record in records]}
            commands = {"JavaScript": ["node", HERE / "verdicts.js"], "C++": [os.environ["CUBILETE_VERDICTS"]]}
            for language, command in commands.items():
                done = subprocess.run([*command, file.name], check=True, stdout=subprocess.PIPE, encoding="utf-8")
                found[language] = done.stdout.splitlines()
                self.assertEqual(len(records), len(found[language]), language)
        return found

    def test_the_file_is_what_make_cases_makes(self):
        self.assertEqual(make_cases.FILE.read_text(), make_cases.file_text(make_cases.made()))

    def test_every_case(self):
        cases = json.loads(make_cases.FILE.read_text())
        records = [make_cases.text_of(cases["bases"], case) for case in cases["cases"]]
        for language, verdicts in self.verdicts(records).items():
            for case, verdict in zip(cases["cases"], verdicts, strict=True):
                with self.subTest(language=language, of=case["of"], case=case["name"]):
                    self.assertEqual(case["verdict"], verdict)
        refused = [case for case in cases["cases"] if case["verdict"].startswith(("FALSE", "not verifiable"))]
        self.assertGreaterEqual(len(refused), 600)
        self.assertGreaterEqual(len(cases["cases"]) - len(refused), 20)

    def test_a_list_of_more_seats_than_have_numbers_is_malformed(self):
        honest = make_cases.bases()["two seats"]
        proof = honest["proof"]
        for seats, is_refused in ((256, False), (257, True), (50_000, True)):
            named = {**honest, "seats": [None] * seats}
            marked = {**honest, "proof": {**proof, "players": matches.players_text([bytes(32)] * seats)}}
            for language, (of_names, of_marks) in self.verdicts([matches.text(record) for record in (named, marked)]).items():
                with self.subTest(language=language, seats=seats):
                    self.assertEqual(is_refused, of_names == "FALSE: the field seats is malformed", of_names)
                    self.assertEqual(is_refused, of_marks == "FALSE: the field players is malformed", of_marks)

    def test_a_string_that_never_ends_is_refused_at_once(self):
        for text in ('"' + '\\"' * 400_000, '{"log":["' + '\\"' * 400_000):
            for language, (verdict,) in self.verdicts([text]).items():
                with self.subTest(language=language):
                    self.assertRegex(verdict, "^not verifiable: ")

    def test_a_part_of_a_character_is_not_verifiable(self):
        honest = matches.text(make_cases.bases()["two seats"])
        for part in ('"\\ud83c"', '"\\udfb2\\ud83c"', '{"\\ud83c":1}'):
            spoiled = honest.replace('"id":', f'"later":{part},"id":', 1)
            for language, (verdict,) in self.verdicts([spoiled]).items():
                with self.subTest(language=language, part=part):
                    self.assertRegex(verdict, "^not verifiable: ")

    def test_random_changes(self):
        seed = int(os.environ.get("FAIRNESS_SEED") or random.randrange(10**9))
        print(f"FAIRNESS_SEED={seed}")
        chance = random.Random(seed)
        bases = list(make_cases.bases().values())
        records = [changed(chance, json.loads(json.dumps(chance.choice(bases)))) for _ in range(CHANGES)]
        chained = [chance.random() < 0.5 and chained_again(record) for record in records]
        found = self.verdicts([matches.text(record) for record in records])
        for number, record in enumerate(records):
            with self.subTest(seed=seed, number=number, record=matches.text(record)[:2000]):
                self.assertEqual(found["Python"][number], found["JavaScript"][number])
                self.assertEqual(found["Python"][number], found["C++"][number])
        honest = [significant(base) for base in bases]
        for record, is_chained, verdict in zip(records, chained, found["Python"], strict=True):
            if not is_chained and not verdict.startswith(("FALSE", "not verifiable")):
                self.assertIn(significant(record), honest)


def places(value, path=()):
    """Every value inside of this one, as (container, key)."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield value, key
        yield from places(each)


def changed(chance, record):
    """Changes one to three values anywhere."""
    for _ in range(chance.randint(1, 3)):
        container, key = chance.choice(list(places(record)))
        other_container, other_key = chance.choice(list(places(record)))
        value = container[key]
        others = [None, 0, 1, -1, True, "", "0", [], {}, "ab" * 32, value, [value], other_container[other_key]]
        if chance.random() < 0.2:
            del container[key]
        elif isinstance(value, int) and chance.random() < 0.7:
            container[key] = value + chance.choice((-1, 1))
        else:
            container[key] = json.loads(json.dumps(chance.choice(others)))
    return record


def chained_again(record):
    """False if the record is too broken for that."""
    try:
        matches.chain_again(record)
    except (AttributeError, KeyError, TypeError, ValueError):
        return False
    return True


def significant(record):
    """Without the members that are null, which mean the same as none."""
    if isinstance(record, dict):
        return {name: significant(value) for name, value in record.items() if value is not None}
    return [significant(value) for value in record] if isinstance(record, list) else (type(record), record)


if __name__ == "__main__":
    unittest.main()
