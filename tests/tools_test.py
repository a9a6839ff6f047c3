"""Tests the tools that ./test uses."""

import contextlib
import importlib.util
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parent.parent

sys.path.insert(0, str(ROOT / "tools"))
import changes  # noqa: E402  # pylint: disable=wrong-import-position
import parts  # noqa: E402  # pylint: disable=wrong-import-position

spec = importlib.util.spec_from_file_location("run_tests", ROOT / "tools/test.py")  # Python's own tests are called `test`
run_tests = importlib.util.module_from_spec(spec)
sys.modules["run_tests"] = run_tests
spec.loader.exec_module(run_tests)


def item(name: str, script: str, **more: object) -> parts.Item:
    return parts.Item(name, ["bash", "-c", script], parts.of_lines("^ok ", "^FAIL "), **more)


class Runs(unittest.TestCase):
    """tools/test.py with parts of this test."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.logs = pathlib.Path(folder.name)
        for name, value in (("LOGS", self.logs), ("TIMES", self.logs / "times.tsv")):
            self.enterContext(unittest.mock.patch.object(run_tests, name, value))

    def run_stages(self, *stages: parts.Stage) -> tuple[run_tests.Tally, str]:
        """Returns the tally of the part and what was printed."""
        printed = io.StringIO()
        with unittest.mock.patch.dict(parts.PARTS, {"mine": parts.Part("what it is about", "", list(stages))}), \
                contextlib.redirect_stdout(printed):
            run = run_tests.Run({"mine": []})
            run.everything()
            run.summary(60)
        return run.tallies["mine"], printed.getvalue()

    def stage(self, *scripts: str, **more: object) -> parts.Stage:
        return parts.Stage(lambda _: [item(f"item{at}", script, cwd=self.logs) for at, script in enumerate(scripts)], **more)

    def test_an_item_that_passes_at_once_runs_once(self) -> None:
        tally, printed = self.run_stages(self.stage("echo ran >>ran; echo ok it"))
        self.assertEqual((tally.passed, tally.failed, tally.second_runs), (1, 0, []))
        self.assertEqual((self.logs / "ran").read_text(), "ran\n")
        self.assertTrue(printed.endswith("\n1 passed, 0 failed\n"), printed)

    def test_an_item_that_passes_only_in_its_second_run_counts_as_passed_and_is_listed(self) -> None:
        tally, printed = self.run_stages(self.stage("[[ -e once ]] && echo ok it || { touch once; echo 'Error: late'; echo FAIL it; exit 1; }"))
        self.assertEqual((tally.passed, tally.failed), (1, 0))
        self.assertIn("mine: passed only in a second run:\nitem0\nError: late\nFAIL it\n", printed)

    def test_an_item_that_fails_twice_fails_and_its_reason_is_in_the_last_lines(self) -> None:
        tally, printed = self.run_stages(self.stage("echo ok one; echo FAIL two; exit 1", "echo ok three"))
        self.assertEqual((tally.passed, tally.failed), (2, 1))
        self.assertEqual(printed.count("FAIL two"), 2 + 1)
        self.assertTrue(printed.endswith("mine: 1 failed\nitem0\nFAIL two\n\n2 passed, 1 failed\n"), printed)

    def test_an_item_that_counts_nothing_or_ends_with_an_error_fails(self) -> None:
        for script in ("true", "echo ok one; exit 3", "kill -9 $$"):
            tally, _ = self.run_stages(self.stage(script, quiet=True))
            self.assertEqual(tally.failed, 1, script)

    def test_a_quiet_part_has_the_lowest_priority_and_runs_once(self) -> None:
        tally, _ = self.run_stages(self.stage("echo ran >>ran; nice; echo FAIL it; exit 1", quiet=True))
        self.assertEqual(tally.failed, 1)
        self.assertEqual((self.logs / "ran").read_text(), "ran\n")
        self.assertTrue((self.logs / "mine.item0").read_text().startswith("19\n"))

    def test_a_report_of_a_sanitizer_fails_its_part(self) -> None:
        tally, printed = self.run_stages(self.stage("echo runtime error: overflow >${UBSAN_OPTIONS##*log_path=}.1; echo ok it"))
        self.assertEqual((tally.passed, tally.failed), (1, 1))
        self.assertIn("runtime error: overflow", printed)

    def test_an_item_that_takes_too_long_is_ended_and_does_not_run_again(self) -> None:
        for quiet in (True, False):
            tally, _ = self.run_stages(parts.Stage(lambda _: [item("long", "sleep 1000", most_seconds=0.1, cwd=self.logs)], quiet=quiet))
            self.assertEqual((tally.failed, tally.failures[0]), (1, "long"))
            self.assertIn("It took longer than 0.1 s.", tally.failures)
            self.assertFalse((self.logs / "mine.long.second").exists())

    def test_programs_speak_english_to_the_tests(self) -> None:
        with unittest.mock.patch.dict(os.environ, LANG="es_ES.UTF-8", LANGUAGE="es", LC_ALL="es_ES.UTF-8"):
            tally, _ = self.run_stages(self.stage('[[ $LC_ALL == C.UTF-8 && -z $LANGUAGE ]] && echo ok it'))
        self.assertEqual((tally.passed, tally.failed), (1, 0))

    def test_the_table_has_one_row_per_part(self) -> None:
        _, printed = self.run_stages(self.stage("echo ok it"))
        rows = [line.split() for line in printed.splitlines()]
        self.assertIn(["part", "passed", "failed", "time", "processor"], rows)
        self.assertEqual([row[:3] for row in rows if row[:1] == ["mine"]], [["mine", "1", "0"]])


class Counts(unittest.TestCase):
    def test_skipped_tests_in_python_and_javascript_count_as_failed(self) -> None:
        self.assertEqual(parts.of_unittest("Ran 5 tests in 1s\n\nFAILED (failures=1, skipped=2)\n"), (2, 3))
        self.assertEqual(parts.of_unittest("Ran 5 tests in 1s\n\nOK\n"), (5, 0))
        self.assertEqual(parts.of_tap("# pass 3\n# fail 1\n# cancelled 0\n# skipped 1\n# todo 1\n"), (3, 3))

    def test_cases_that_a_filter_leaves_out_do_not_count(self) -> None:
        self.assertEqual(parts.of_doctest("4: [doctest] test cases:  665 |   3 passed | 1 failed | 661 skipped\n"), (3, 1))


class Packages(unittest.TestCase):
    """tools/setup.sh with a stand-in for apt-cache, which translates its words."""

    def test_the_first_one_that_apt_offers_is_found_in_every_language(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            apt_cache = pathlib.Path(folder) / "apt-cache"
            apt_cache.write_text("""#!/bin/bash
[[ ${LC_ALL:-$LANG} == C ]] && words=(Candidate none) || words=(Candidato ninguno)
[[ $2 == unknown ]] && echo "  ${words[0]}: (${words[1]})" || echo "  ${words[0]}: 1.83"
""")
            apt_cache.chmod(0o755)
            for language in ("C", "es_ES.UTF-8"):
                with unittest.mock.patch.dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}", LANG=language):
                    os.environ.pop("LC_ALL", None)
                    self.assertEqual(parts.shell('first_offered "unknown|offered|last"'), "offered", language)


class Release(unittest.TestCase):
    """tools/release with a stand-in for sudo, started by somebody who is not root."""

    def test_as_root_it_gets_the_list_of_packages_that_lies_where_the_user_is(self) -> None:
        nobody = ["unshare", "--user"] if os.geteuid() == 0 else []
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name).resolve()
            (folder / "sudo").write_text("#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
            (folder / "sudo").chmod(0o755)
            (folder / "the list").write_text("")
            started = subprocess.run([*nobody, ROOT / "tools/release", "--same-as", "the list"], cwd=folder, text=True, capture_output=True, timeout=60,
                                     env=os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "CCACHE_DISABLE": "1"})
        self.assertEqual((0, ""), (started.returncode, started.stderr))
        words = started.stdout.splitlines()
        self.assertEqual([str(ROOT / "tools/release"), "--same-as", f"{folder}/the list"], words[-3:])
        self.assertIn("CCACHE_DISABLE=1", words)


class Node(unittest.TestCase):
    """tools/test.py before anything runs."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.programs = pathlib.Path(folder.name)
        self.installed: list[str] = []
        self.enterContext(unittest.mock.patch.dict(os.environ, PATH=folder.name))
        self.enterContext(unittest.mock.patch.object(run_tests, "shell", lambda _, *packages: self.installed.extend(packages)))

    def has(self, version: str) -> None:
        for name, says in (("node", version), ("npm", "10.8.2")):
            (self.programs / name).write_text(f"#!/bin/sh\necho {says}\n")
            (self.programs / name).chmod(0o755)

    def test_one_that_is_too_old_is_refused_after_the_packages_are_installed_and_nothing_runs(self) -> None:
        for version in ("v18.20.4", "v20.9.0"):
            self.has(version)
            self.installed.clear()
            printed = io.StringIO()
            with contextlib.redirect_stderr(printed), unittest.mock.patch.object(run_tests, "Run", side_effect=AssertionError):
                self.assertEqual(run_tests.main(["e2e", "scenarios"]), 2)
            self.assertEqual(printed.getvalue(), f"These parts need Node 20.10 or newer: e2e. `node --version` prints {version}."
                             " Debian 12 and Ubuntu 24.04 have no newer one: install one of nodejs.org, or name other parts.\n")
            self.assertIn("nodejs", self.installed)

    def test_one_that_is_new_enough_needs_no_package(self) -> None:
        for version in ("v20.10.0", "v22.0.0", "v100.1.0-nightly"):
            self.has(version)
            run_tests.install(["browser", "e2e"])
        self.assertIn("iproute2", self.installed)
        self.assertNotIn("nodejs", self.installed)

    def test_without_any_the_parts_that_need_it_are_refused_and_others_run(self) -> None:
        run_tests.install(["scenarios", "unit", "crash"])
        self.assertNotIn("nodejs", self.installed)
        with self.assertRaises(SystemExit) as refused:
            run_tests.install(["browser", "fairness"])
        self.assertIn("nodejs", self.installed)
        self.assertIn("newer: browser, fairness. `node --version` prints nothing.", str(refused.exception))


class Threads(unittest.TestCase):
    def test_every_file_of_unit_tests_that_starts_a_thread_runs_under_the_thread_sanitizer(self) -> None:
        for folder in ("server", "storage"):
            texts: dict[str, str] = {}
            for file in (ROOT / "tests" / folder).rglob("*_test.cpp"):
                texts[file.stem] = texts.get(file.stem, "") + file.read_text()
            listed = re.search(rf"set\(threaded_{folder}_tests ([^)]+)\)", (ROOT / "tests/CMakeLists.txt").read_text())
            assert listed
            threaded = {name for name in listed[1].split() if "/" not in name}
            self.assertLessEqual(threaded, set(texts))
            starts = {name for name, text in texts.items() if re.search(r"std::(j?thread|async)\b", text)}
            self.assertTrue(starts)
            self.assertLessEqual(starts, threaded)


class Quiet(unittest.TestCase):
    def test_no_test_that_waits_for_a_database_server_with_a_deadline_is_quiet(self) -> None:
        quiet = {item.name for part in parts.PARTS.values() for stage in part.stages if stage.quiet for item in stage.items([])}
        self.assertIn("server", quiet)
        self.assertEqual([name for name in quiet if "storage" in name or "postgres" in name], [])


class TheCommit(unittest.TestCase):
    """server/commit.cmake."""

    def header(self, note: str, repository: bool) -> str:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "server/core").mkdir(parents=True)
            (folder / "server/core/commit").write_text(note)
            if repository:
                (folder / ".git").write_text(f"gitdir: {self.git('rev-parse', '--absolute-git-dir')}\n")
            subprocess.run(["cmake", "-D", f"SOURCES={folder}", "-D", f"HEADER={folder}/commit.hpp", "-P", ROOT / "server/commit.cmake"],
                           check=True, timeout=60)
            return (folder / "commit.hpp").read_text()

    def git(self, *words: str) -> str:
        return subprocess.run(["git", "-C", ROOT, *words], text=True, check=True, capture_output=True, timeout=60).stdout.strip()

    def test_a_clone_asks_git(self) -> None:
        self.assertEqual(self.header("$Format:%H$\n", True), f'#define CUBILETE_COMMIT "{self.git("rev-parse", "HEAD")[:12]}"\n')

    def test_a_source_archive_has_it_in_a_file(self) -> None:
        self.assertIn("export-subst: set", self.git("check-attr", "export-subst", "server/core/commit").partition(": ")[2])
        self.assertEqual(self.header("0123456789abcdef0123456789abcdef01234567\n", True), '#define CUBILETE_COMMIT "0123456789ab"\n')

    def test_other_sources_have_none(self) -> None:
        self.assertEqual(self.header("$Format:%H$\n", False), '#define CUBILETE_COMMIT ""\n')


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
        self.assertEqual(changes.concerned(["tests/browser/invitation.test.js"]), ["lint", "browser/invitation"])

    def test_no_two_test_files_have_the_same_name(self) -> None:
        """Several folders are in PYTHONPATH at once, and the first one would win."""
        names = [file.name for folder in ("e2e", "crash", "postgres", "cluster") for file in (ROOT / "tests" / folder).glob("*.py")]
        self.assertEqual(sorted(set(names)), sorted(names))

    def test_a_deleted_test_is_not_run(self) -> None:
        self.assertEqual(changes.concerned(["tests/e2e/test_that_was_deleted.py"]), [])

    def test_a_whole_part_replaces_its_files(self) -> None:
        words = changes.concerned(["tests/e2e/test_history.py", "tests/e2e/server.py"])
        self.assertEqual(words, ["postgres", "e2e", "crash"])

    def test_a_file_without_a_rule_runs_everything(self) -> None:
        self.assertEqual(changes.concerned(["CMakeLists.txt"]), list(changes.EVERYTHING))
        self.assertEqual(changes.concerned(["something/new"]), list(changes.EVERYTHING))

    def test_every_rule_with_a_path_of_the_repository_matches_a_file(self) -> None:
        files = subprocess.run(["git", "-C", ROOT, "ls-files"], text=True, check=True, capture_output=True,
                               timeout=60).stdout.splitlines()
        for pattern, _ in changes.CONCERNS:
            self.assertTrue(any(re.fullmatch(pattern, file) for file in files), pattern)

    def test_test_accepts_everything_that_the_tool_prints(self) -> None:
        words = sorted({word for _, named in changes.CONCERNS for part in named if "{" not in part
                        for word in changes.tests_of(part)})
        self.assertTrue(run_tests.chosen(words))

    def test_an_item_that_does_not_exist_is_refused(self) -> None:
        for word in ("e2e/nothing", "lint/all", "nothing"):
            ran = subprocess.run([ROOT / "test", word], text=True, capture_output=True, timeout=60)
            self.assertEqual(ran.returncode, 2, word)
            self.assertIn("nothing" if "nothing" in word else "all", ran.stderr)
