"""Checks what README.md says about ./run. Needs a build of the preset release."""

import signal
import subprocess
import tempfile
import time
import unittest
import urllib.request
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 5.0
STOP_SECONDS = 5.0


@contextmanager
def running(folder: Path):
    """Starts ./run from another folder; yields its process and its address once it serves."""
    port_file = folder / "port"
    command = [ROOT / "run", "--port", "0", "--port-file", port_file, "--data", folder / "data"]
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
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

    def test_once_built_it_serves_the_page_within_five_seconds_from_any_folder(self):
        begin = time.monotonic()
        with running(self.folder) as (_, address):
            with urllib.request.urlopen(address) as page:
                self.assertEqual("text/html; charset=utf-8", page.headers["Content-Type"])
                self.assertIn("Cubilete", page.read().decode())
            self.assertLess(time.monotonic() - begin, START_SECONDS)

    def test_it_stops_in_order_and_keeps_its_data_file_and_the_mark(self):
        with running(self.folder) as (process, _):
            process.send_signal(signal.SIGTERM)
            self.assertEqual(0, process.wait(timeout=STOP_SECONDS))
        kept = [file.name for file in (self.folder / "data").iterdir() if file.stat().st_size > 0]
        self.assertEqual(["cubilete.db", "cubilete.db-mark"], sorted(kept))

    def test_the_program_has_the_hardening_of_debians_packages(self):
        read = ["readelf", "--wide", "--file-header", "--program-headers", "--dynamic", "--dyn-syms", ROOT / "build/release/cubilete"]
        elf = subprocess.run(read, capture_output=True, text=True, check=True).stdout
        for sign in ("Position-Independent Executable", "GNU_RELRO", "BIND_NOW", "__stack_chk_fail", "__memcpy_chk"):
            self.assertIn(sign, elf)

    def test_a_setting_with_an_impossible_value_is_named(self):
        wrong = [ROOT / "run", "--threads", "none"]
        failed = subprocess.run(wrong, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(2, failed.returncode)
        self.assertIn("--threads", failed.stderr)


if __name__ == "__main__":
    unittest.main()
