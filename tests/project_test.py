"""The files with which the project presents itself: one version everywhere."""

import json
import re
import tomllib
import unittest
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
VERSION = re.search(r"^project\(cubilete VERSION (\d+\.\d+\.\d+) ", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


def document(path):
    return yaml.safe_load((ROOT / path).read_text())


class Version(unittest.TestCase):
    def test_program_libraries_and_citation_have_the_same_version(self):
        versions = {
            "bots/python/pyproject.toml": tomllib.loads((ROOT / "bots/python/pyproject.toml").read_text())["project"]["version"],
            "js/package.json": json.loads((ROOT / "js/package.json").read_text())["version"],
            "CITATION.cff": document("CITATION.cff")["version"],
        }
        self.assertEqual(dict.fromkeys(versions, VERSION), versions)


class Citation(unittest.TestCase):
    def test_it_has_what_the_format_1_2_0_requires_and_the_licence_and_authors_of_the_project(self):
        citation = document("CITATION.cff")
        self.assertEqual(("1.2.0", "software", "MIT"), tuple(citation[key] for key in ("cff-version", "type", "license")))
        self.assertTrue(citation["message"] and citation["title"])
        licence = (ROOT / "LICENSE").read_text()
        self.assertTrue(licence.startswith("MIT License"))
        for author in citation["authors"]:
            self.assertIn(author["name"], licence)
        known = {"abstract", "authors", "cff-version", "keywords", "license", "message", "title", "type", "version"}
        self.assertEqual(set(), citation.keys() - known)


if __name__ == "__main__":
    unittest.main()
