"""Records compared with a player's notes, in three languages: the same verdict on every case of own_cases.json and after
random changes.

CUBILETE_VERDICTS is the program made from verdicts.cpp; FAIRNESS_SEED repeats the random changes of a run."""

import json
import os
import random
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import make_cases
import make_own_cases
import matches
from cubilete.own_notes import ends_of, find_notes
from fairness_test import changed

HERE = Path(__file__).parent
CHANGES = 800


class OwnNotes(unittest.TestCase):
    maxDiff = None

    def verdicts(self, pairs):
        found = {"Python": [make_cases.judged(pair, make_own_cases.judge) for pair in pairs]}
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.writelines(pair + "\n" for pair in pairs)
            file.flush()
            commands = {
                "JavaScript": ["node", HERE / "own_verdicts.js", file.name],
                "C++": [os.environ["CUBILETE_VERDICTS"], file.name, "--own"],
            }
            for language, command in commands.items():
                done = subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8")
                found[language] = done.stdout.splitlines()
                self.assertEqual(len(pairs), len(found[language]), language)
        return found

    def test_the_file_is_what_make_own_cases_makes(self):
        self.assertEqual(make_own_cases.FILE.read_text(), make_cases.file_text(make_own_cases.made()))

    def test_every_case(self):
        cases = json.loads(make_own_cases.FILE.read_text())
        pairs = [make_cases.text_of(cases["bases"], case) for case in cases["cases"]]
        for language, verdicts in self.verdicts(pairs).items():
            for case, verdict in zip(cases["cases"], verdicts, strict=True):
                with self.subTest(language=language, of=case["of"], case=case["name"]):
                    self.assertEqual(case["verdict"], verdict)

    def test_every_text_of_the_page_is_the_verdict_of_a_case(self):
        page = (HERE.parents[1] / "docs/fairness.md").read_text().partition("**Verdicts with notes.**")[2].partition("\n## ")[0]
        texts = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")]
        self.assertGreater(len(texts), 15)
        verdicts = {without_numbers(case["verdict"].partition("; ")[0]) for case in json.loads(make_own_cases.FILE.read_text())["cases"]}
        for text in texts:
            pattern = without_numbers(text)
            self.assertTrue(any(same_form(pattern, verdict) for verdict in verdicts), text)

    def test_random_changes(self):
        seed = int(os.environ.get("FAIRNESS_SEED") or random.randrange(10**9))
        print(f"FAIRNESS_SEED={seed}")
        chance = random.Random(seed)
        bases = list(make_own_cases.bases().values())
        pairs = []
        for _ in range(CHANGES):
            pair = json.loads(matches.text(chance.choice(bases)))
            part = "notes" if chance.random() < 0.8 else "record"
            others = {"one": 1, "more": [], "members": {}}  # something is left to choose from
            pair[part] = changed(chance, {part: pair[part], **others}).get(part)
            pairs.append(pair)
        found = self.verdicts([matches.text(pair) for pair in pairs])
        for number, pair in enumerate(pairs):
            with self.subTest(seed=seed, number=number, pair=matches.text(pair)[:2000]):
                self.assertEqual(found["Python"][number], found["JavaScript"][number])
                self.assertEqual(found["Python"][number], found["C++"][number])
        self.assertTrue(any(verdict.startswith("fair") for verdict in found["Python"]))

    def test_a_file_of_notes_has_one_line_a_match(self):
        lines = '{"match":"m_1","k":1}\n\ndamaged {"match":"m_2"}\n[]\n{"match":"m_3"}\n'
        self.assertEqual({"match": "m_1", "k": 1}, find_notes(lines, "m_1"))
        self.assertEqual({"match": "m_3"}, find_notes(lines, "m_3"))
        self.assertIsNone(find_notes(lines, "m_2"))
        self.assertIsNone(find_notes("", "m_1"))
        self.assertIsNone(find_notes('{"match":"m_1","k":1,"k":1}\n{"match":"m_1","k":1.0}', "m_1"))

    def test_only_matches_at_the_server_of_the_notes_count(self):
        ends = (None, "void"), ("here", "finished"), ("elsewhere", "abandoned")
        every = [{"match": f"m_{number}", "ended": ended} | ({"server": server} if server else {}) for number, (server, ended) in enumerate(ends)]
        lines = "\n".join(map(json.dumps, every))
        self.assertEqual(["void", "finished"], ends_of(lines, every[1]))
        self.assertEqual(["void", "abandoned"], ends_of(lines, every[2]))


def without_numbers(text):
    return re.sub(r"\d+", "0", text)


def same_form(pattern, verdict):
    """Capital words of the page stand for any text."""
    for word in ("NAME", "TEXT"):
        before, found, after = pattern.partition(word)
        if found:
            return verdict.startswith(before) and verdict.endswith(after)
    return pattern == verdict


if __name__ == "__main__":
    unittest.main()
