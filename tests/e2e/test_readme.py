"""The settings in docs/operating.md are those of the program, and the players of the tests know the moves of the games' pages."""
import json
import os
import pathlib
import re
import subprocess
import unittest

from pushes import long_form

ROOT = pathlib.Path(__file__).parents[2]
OPERATING = ROOT / "docs/operating.md"


class Settings(unittest.TestCase):
    maxDiff = None

    def test_the_table_of_settings_is_the_output_of_the_program(self):
        """To repair it: build/dev/cubilete serve --help-markdown, into the section `Every setting` of
        docs/operating.md.
        """
        said = subprocess.run([os.environ["CUBILETE_BIN"], "serve", "--help-markdown"], capture_output=True, text=True)
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        section = OPERATING.read_text().partition("## Every setting\n")[2].partition("\n## ")[0]
        self.assertEqual(section.partition("|---|---|---|\n")[2].strip(), said.stdout.strip())


class Moves(unittest.TestCase):
    def test_a_move_of_a_push_is_spelled_in_the_log_as_the_readme_says(self):
        pages = "".join(page.read_text() for page in (ROOT / "engine/games").glob("*/README.md"))
        rows = re.findall(r'^\| `(".*?")` \| `(\{"do":.*?\})` \|', pages, re.MULTILINE)
        self.assertGreater(len(rows), 7)
        for listed, long in rows:
            self.assertEqual(json.loads(long), long_form(json.loads(listed)), listed)


if __name__ == "__main__":
    unittest.main()
