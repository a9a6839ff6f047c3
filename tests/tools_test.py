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


class SecondRun(unittest.TestCase):
    """side_by_side in tools/parts.sh: what failed runs once more, alone."""

    def run_items(self, command: str, *items: str) -> tuple[int, str, str, str]:
        """The status, the log, the tally and what passed only in a second run."""
        script = f"""
            set -uo pipefail
            root={ROOT} log=$PWD/log tally=$PWD/tally
            source {ROOT}/tools/parts.sh
            item() {{ {command}; }}
            (set -e; side_by_side 2 item {' '.join(items)})
        """
        with tempfile.TemporaryDirectory() as folder:
            ran = subprocess.run(["bash", "-c", script], cwd=folder, text=True, capture_output=True, timeout=60)
            second = pathlib.Path(folder, "log.second")
            return (ran.returncode, ran.stdout, pathlib.Path(folder, "tally").read_text(),
                    second.read_text() if second.exists() else "")

    def test_an_item_that_passes_at_once_runs_once(self) -> None:
        status, log, tally, second = self.run_items("echo ran $1; count 1 0", "a", "b")
        self.assertEqual((status, log, tally, second), (0, "ran a\nran b\n", "1 0\n1 0\n", ""))

    def test_an_item_that_passes_only_in_its_second_run_counts_as_passed_and_is_named(self) -> None:
        status, log, tally, second = self.run_items(
            'if [[ -e once ]]; then count 2 0; else touch once; echo "Error: late"; count 1 1; return 1; fi', "x/a")
        self.assertEqual((status, tally), (0, "2 0\n"))
        self.assertEqual(second, "x/a\nError: late\n")

    def test_an_item_that_fails_twice_fails(self) -> None:
        status, log, tally, second = self.run_items('echo "Error: $1"; count 0 1; [[ $1 != b ]]', "a", "b")
        self.assertNotEqual(status, 0)
        self.assertEqual(tally, "0 1\n0 1\n")
        self.assertEqual(log.count("Error: b"), 2)
        self.assertEqual(second, "")
