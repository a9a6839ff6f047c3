"""The tools that tell about ./test."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent


class TestTimes(unittest.TestCase):
    def test_a_row_a_part_and_one_for_all(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            times = pathlib.Path(folder, "times.tsv")
            times.write_text("lint\t6\t0\t100\t100\t0\ne2e\t163\t2\t50\t25\t25\n")
            printed = subprocess.run([ROOT / "tools/test_times", times], cwd=folder, text=True, check=True,
                                     capture_output=True, timeout=60).stdout
            self.assertEqual(os.listdir(folder), ["times.tsv"])
        rows = [line.split() for line in printed.splitlines()]
        self.assertEqual([row[0] for row in rows], ["part", "lint", "e2e", "all"])
        self.assertEqual(rows[3][1:4], ["169", "2", "150"])
        self.assertEqual(int(rows[1][5]), 100 // len(os.sched_getaffinity(0)))
