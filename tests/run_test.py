"""Checks what README.md says about ./run. Needs a build of the preset release."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest
import urllib.request
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_SECONDS = 60
VERSION = re.search(r"project\(cubilete VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]


@contextmanager
def running(folder: Path, *words, run: Path = ROOT / "run", **environment: str):
    """Starts ./run from another folder; yields its process and its address once it serves."""
    port_file = folder / "port"
    port_file.unlink(missing_ok=True)
    command = [run, *words, "--port", "0", "--port-file", port_file, "--data", folder / "data"]
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env=os.environ | environment)
    try:
        while not (port_file.exists() and port_file.read_text().strip()):
            try:
                code = process.wait(timeout=0.02)
            except subprocess.TimeoutExpired:
                continue
            raise AssertionError(f"./run ended with {code}:\n{(folder / 'log').read_text()}")
        yield process, f"http://localhost:{port_file.read_text().strip()}"
    finally:
        process.kill()
        process.wait()


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_once_built_it_serves_the_page_from_any_folder(self):
        with running(self.folder) as (_, address):
            with urllib.request.urlopen(address) as page:
                self.assertEqual("text/html; charset=utf-8", page.headers["Content-Type"])
                self.assertIn("Cubilete", page.read().decode())

    def test_it_stops_in_order_and_keeps_its_data_file_and_the_mark(self):
        with running(self.folder) as (process, _):
            process.send_signal(signal.SIGTERM)
            self.assertEqual(0, process.wait(timeout=PATIENCE_SECONDS))
        stored = [file.name for file in (self.folder / "data").iterdir() if file.stat().st_size > 0]
        self.assertEqual(["cubilete.db", "cubilete.db-mark"], sorted(stored))

    def test_the_program_has_the_hardening_of_debians_packages(self):
        read = ["readelf", "--wide", "--file-header", "--program-headers", "--dynamic", "--dyn-syms", ROOT / "build/release/cubilete"]
        elf = subprocess.run(read, capture_output=True, text=True, check=True).stdout
        for marker in ("Position-Independent Executable", "GNU_RELRO", "BIND_NOW", "__stack_chk_fail", "__memcpy_chk"):
            self.assertIn(marker, elf)

    def test_a_setting_with_an_impossible_value_is_named(self):
        wrong = [ROOT / "run", "--threads", "none"]
        failed = subprocess.run(wrong, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(2, failed.returncode)
        self.assertIn("--threads", failed.stderr)


class WithoutCompiler(unittest.TestCase):
    """./run in a copy of the sources, on a machine where nothing can be built or installed."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.copy = self.folder / "copy"
        for name in ("run", "CMakeLists.txt", "tools/setup.sh"):
            (self.copy / name).parent.mkdir(exist_ok=True, parents=True)
            shutil.copy(ROOT / name, self.copy / name)
        (self.folder / "programs").mkdir()
        for name in ("apt-get", "c++", "cmake", "dpkg-query", "g++", "ninja"):
            (self.folder / "programs" / name).write_text(f"#!/bin/sh\necho {name} >>{self.folder}/called\nexit 1\n")
            (self.folder / "programs" / name).chmod(0o755)
        self.path = {"PATH": f"{self.folder}/programs:{os.environ['PATH']}"}

    def assert_serves(self, *words):
        with running(self.folder, *words, run=self.copy / "run", **self.path) as (_, address):
            with urllib.request.urlopen(address) as page:
                self.assertIn("Cubilete", page.read().decode())
        self.assertFalse((self.folder / "called").exists())

    def released(self, version):
        """A dist/ of this version, with the program that is built."""
        name = f"cubilete-{version}-linux-{dict(x86_64='amd64', aarch64='arm64')[os.uname().machine]}"
        (self.folder / name).mkdir()
        shutil.copy(ROOT / "build/release/cubilete", self.folder / name / "cubilete")
        (self.copy / "dist").mkdir()
        archive = self.copy / "dist" / f"{name}.tar.gz"
        subprocess.run(["tar", "-czf", archive, "-C", self.folder, name], check=True)
        return archive

    def test_a_named_program_is_started(self):
        shutil.copy(ROOT / "build/release/cubilete", self.folder / "program")
        self.assert_serves("--binary", "program")

    def test_with_a_release_of_this_version_its_program_is_started(self):
        self.released(VERSION)
        for _ in range(2):
            self.assert_serves()

    def test_a_damaged_archive_leaves_no_program_that_a_later_start_takes_for_the_whole_one(self):
        archive = self.released(VERSION)
        whole = archive.read_bytes()
        archive.write_bytes(whole[:len(whole) // 2])
        subprocess.run([self.copy / "run"], stdin=subprocess.DEVNULL, capture_output=True, env=os.environ | self.path)
        (self.folder / "called").unlink()  # it looked for what it takes to build
        archive.write_bytes(whole)
        os.utime(archive, (0, 0))  # as old as it may be, whenever it was brought
        self.assert_serves()

    def test_a_release_of_another_version_counts_for_nothing(self):
        self.released("0.0.1")
        subprocess.run([self.copy / "run"], stdin=subprocess.DEVNULL, capture_output=True, env=os.environ | self.path)
        self.assertTrue((self.folder / "called").exists())

    def test_a_program_that_is_not_there_is_named(self):
        for words in (["--binary"], ["--binary", "nothing"], ["--binary", "."]):
            refused = subprocess.run([self.copy / "run", *words], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
            self.assertEqual((2, "--binary needs a program: ./run --binary FILE\n"), (refused.returncode, refused.stderr))


if __name__ == "__main__":
    unittest.main()
