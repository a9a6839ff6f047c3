"""Tests the tools that ./test uses."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent

sys.path.insert(0, str(ROOT / "tools"))
import changes  # noqa: E402  # pylint: disable=wrong-import-position


class TestTimes(unittest.TestCase):
    def test_the_table_has_one_row_per_part_and_one_for_all(self) -> None:
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


class Threads(unittest.TestCase):
    def test_every_file_of_the_servers_unit_tests_that_starts_a_thread_runs_under_the_thread_sanitizer(self) -> None:
        script = f"root={ROOT}; source {ROOT}/tools/parts.sh; printf '%s\\n' \"${{threaded[@]}}\""
        listed = subprocess.run(["bash", "-c", script], text=True, check=True, capture_output=True, timeout=60).stdout.split()
        files = {file.stem: file.read_text() for file in (ROOT / "tests/server").rglob("*_test.cpp")}
        self.assertLessEqual(set(listed), set(files))
        starts = {name for name, text in files.items() if re.search(r"std::(j?thread|async)\b", text)}
        self.assertTrue(starts)
        self.assertLessEqual(starts, set(listed))


class SecondRun(unittest.TestCase):
    """side_by_side in tools/parts.sh: an item that fails runs once more, alone."""

    def run_items(self, command: str, *items: str) -> tuple[int, str, str, str]:
        """Returns the status, the log, the tally and the items that passed only in their second run."""
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

    def test_an_item_that_passes_only_in_its_second_run_counts_as_passed_and_is_listed(self) -> None:
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


class WhatAChangeConcerns(unittest.TestCase):
    """tools/changes.py, for ./test --changed."""

    def test_a_change_of_a_game_runs_its_rules_its_figures_and_its_page(self) -> None:
        words = changes.concerned(["engine/games/tres/tres.cpp"])
        for word in ("lint", "scenarios", "figures", "unit/engine", "e2e/games", "browser/tres"):
            self.assertIn(word, words)
        self.assertNotIn("browser/escalera", words)
        self.assertNotIn("crash", words)

    def test_a_change_of_storage_runs_the_power_cuts_and_the_tests_on_postgres(self) -> None:
        words = changes.concerned(["storage/store.cpp"])
        self.assertIn("crash", words)
        self.assertIn("postgres", words)
        self.assertNotIn("browser", words)

    def test_a_change_of_a_test_runs_that_test(self) -> None:
        self.assertEqual(changes.concerned(["tests/e2e/test_history.py"]), ["e2e/history"])
        self.assertEqual(changes.concerned(["tests/postgres/test_server_kill.py"]), ["postgres/server_kill"])
        self.assertEqual(changes.concerned(["tests/browser/door.test.js"]), ["lint", "browser/door"])

    def test_no_two_test_files_have_the_same_name(self) -> None:
        """Several folders are in PYTHONPATH at once, and the first one would win."""
        names = [file.name for folder in ("e2e", "crash", "postgres", "cluster") for file in (ROOT / "tests" / folder).glob("*.py")]
        self.assertEqual(sorted(set(names)), sorted(names))

    def test_a_deleted_test_is_not_run(self) -> None:
        self.assertEqual(changes.concerned(["tests/e2e/test_that_was_deleted.py"]), [])

    def test_a_whole_part_replaces_its_files(self) -> None:
        words = changes.concerned(["tests/e2e/test_history.py", "tests/e2e/server.py"])
        self.assertEqual(words, ["e2e", "crash", "postgres"])

    def test_a_file_without_a_rule_runs_everything(self) -> None:
        self.assertEqual(changes.concerned(["CMakeLists.txt"]), list(changes.EVERYTHING))
        self.assertEqual(changes.concerned(["something/new"]), list(changes.EVERYTHING))

    def test_every_rule_with_a_path_of_the_repository_matches_a_file(self) -> None:
        files = subprocess.run(["git", "-C", ROOT, "ls-files"], text=True, check=True, capture_output=True,
                               timeout=60).stdout.splitlines()
        for pattern, _ in changes.CONCERNS:
            self.assertTrue(any(re.fullmatch(pattern, file) for file in files), pattern)

    def test_the_tool_knows_every_part(self) -> None:
        listed = subprocess.run([ROOT / "test", "--list"], text=True, check=True, capture_output=True,
                                timeout=60).stdout.splitlines()
        self.assertEqual({line.split()[0] for line in listed}, {*changes.EVERYTHING, "long"})

    def test_test_accepts_everything_that_the_tool_prints(self) -> None:
        words = sorted({word for _, named in changes.CONCERNS for part in named if "{" not in part
                        for word in changes.tests_of(part)})
        script = f"root={ROOT}; source {ROOT}/tools/parts.sh; for word; do [[ $word != */* || " \
                 '-e $root/$(file_of "${word%%/*}" "${word#*/}") ]] || echo "$word"; done'
        unknown = subprocess.run(["bash", "-c", script, "bash", *words], text=True, check=True, capture_output=True,
                                 timeout=60).stdout
        self.assertEqual(unknown, "")

    def test_files_are_tested_also_if_none_of_them_is_a_slow_one(self) -> None:
        script = f"set -e; root={ROOT}; source {ROOT}/tools/parts.sh; printf '%s\\n' a/tres.test.js b/rooms.test.js | slow_first $1"
        for slow, printed in (("rooms", ["b/rooms.test.js", "a/tres.test.js"]), ("pages", ["a/tres.test.js", "b/rooms.test.js"]),
                              ("'.*'", ["a/tres.test.js", "b/rooms.test.js"])):
            ran = subprocess.run(["bash", "-c", script.replace("$1", slow)], text=True, capture_output=True, timeout=60)
            self.assertEqual(ran.stdout.split(), printed)

    def test_an_item_that_does_not_exist_is_refused(self) -> None:
        for word in ("e2e/nothing", "lint/all", "nothing"):
            ran = subprocess.run([ROOT / "test", word], text=True, capture_output=True, timeout=60)
            self.assertEqual(ran.returncode, 2, word)
            self.assertIn("nothing" if "nothing" in word else "all", ran.stderr)
