"""The settings in docs/operating.md are those of the program."""
import os
import pathlib
import subprocess
import unittest

OPERATING = pathlib.Path(__file__).parents[2] / "docs/operating.md"


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


if __name__ == "__main__":
    unittest.main()
