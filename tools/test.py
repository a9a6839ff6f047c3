#!/usr/bin/python3
"""Runs all tests: ./test. Some parts: ./test unit e2e. Some files of a part: ./test e2e/history browser/tres unit/storage. What
the changes since a commit affect: ./test --changed [COMMIT]. The parts: ./test --list. How long the parts of the last run took:
./test --times.

The items of all parts with deadlines run side by side, two for each processor. Beside them, with the lowest priority, runs what needs
nothing but processors: the compiler and quiet parts. Prints `N passed, M failed` as its last line; the logs are in build/test.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Collection, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

import changes
from parts import HOUR, LEAST_NODE, PARTS, ROOT, TARGETS, Item, Stage, node_is_old, node_version, packages_of_node, shell

LOGS = ROOT / "build/test"
TIMES = LOGS / "times"  # a row a part: from its first item to its last one, beside others, and its processor time without browsers
PROCESSORS = len(os.sched_getaffinity(0))
# Compilers, readelf and others translate what tests, and FAILURE, read.
ENGLISH = {"LC_ALL": "C.UTF-8", "LANGUAGE": ""}
# A line of a log that names a failure, its reason or its seed: of Python, doctest, JavaScript, a scenario, a compiler, or a sanitizer.
FAILURE = re.compile(r"^(FAIL|ERROR): |^[A-Za-z.]*Error: |^FAIL |: ERROR: |^ *not ok |error: |WARNING: ThreadSanitizer|"
                     r"ERROR: AddressSanitizer|runtime error: |^Nothing was tested|^It took longer|^ *logged: seed|_SEED=")


def failures_in(log: str) -> list[str]:
    lines = dict.fromkeys(line[:3000] for line in log.splitlines() if FAILURE.search(line))
    return list(lines)[:20]


def too_long(item: Item) -> str:
    return f"It took longer than {item.most_seconds} s."


@dataclass
class Tally:
    """Counts and failures of a part."""
    passed: int = 0
    failed: int = 0
    processor_s: float = 0.0
    began: float = 0.0
    failures: list[str] = field(default_factory=list)
    second_runs: list[str] = field(default_factory=list)

    def fail(self, *why: str) -> None:
        self.failed += 1
        self.failures += why


def lowest_priority() -> None:
    """Linux shares the processors between sessions first; a nice value counts only within one."""
    os.nice(19)
    with contextlib.suppress(OSError):  # a kernel without groups
        Path("/proc/self/autogroup").write_text("19", encoding="ascii")


class Processes:
    """Those that run now: none may outlive ./test. Used by all threads."""

    def __init__(self) -> None:
        self.running: set[subprocess.Popen[bytes]] = set()
        self.lock = threading.Lock()
        self.stopped = False

    def run(self, item: Item, quiet: bool, env: dict[str, str], log: int) -> tuple[int, float]:
        """Returns the exit status and the processor time in seconds."""
        with self.lock:
            if self.stopped:
                return 130, 0.0
            began = time.monotonic()
            command = ["timeout", "--kill-after=10", str(item.most_seconds), *item.command]
            process = subprocess.Popen(command, cwd=item.cwd, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                                       start_new_session=True, preexec_fn=lowest_priority if quiet else None)
            self.running.add(process)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if time.monotonic() - began >= item.most_seconds:
            os.write(log, f"\n{too_long(item)}\n".encode())
        with self.lock:
            self.running.discard(process)
        return process.returncode, usage.ru_utime + usage.ru_stime

    def stop(self) -> None:
        with self.lock:
            self.stopped = True
            for process in self.running:
                os.killpg(process.pid, signal.SIGTERM)


class Run:
    """A run of some parts, each with the items that the user named; none means all."""

    def __init__(self, named: dict[str, list[str]]) -> None:
        self.named = named
        self.tallies: dict[str, Tally] = {}
        self.left = {name: len(PARTS[name].stages) for name in named}  # stages that have not started, and items that have not ended
        self.again: list[tuple[str, Item, dict[str, str], str]] = []  # failed, and run once more; with their logs
        self.built: dict[str, Future[bool]] = {}
        self.processes = Processes()
        self.lock = threading.RLock()  # for all of the above and for what is printed

    def everything(self) -> None:
        stages = [(name, stage) for name in self.named for stage in PARTS[name].stages]
        presets = [stage.preset for _, stage in stages if stage.preset]
        timed = [[(name, stage) for stage in PARTS[name].stages if not stage.quiet] for name in self.named]
        with ThreadPoolExecutor(1) as beside:
            try:
                if "release" in presets:
                    self.build("release", False)
                meanwhile = beside.submit(self.quietly, [(name, stage) for name, stage in stages if stage.quiet], presets)
                for at_once in zip_longest(*timed):
                    self.side_by_side(filter(None, at_once), 2 * PROCESSORS)
                    self.run_again()
                meanwhile.result()
            except BaseException:
                self.processes.stop()
                raise

    def quietly(self, stages: list[tuple[str, Stage]], presets: list[str]) -> None:
        """All is built first: else the last part with deadlines would wait for its own. Then the tests that a sanitizer makes slow come
        before all others: the tests of the server, one process, must not be all that is left at the end."""
        for preset in presets:
            self.build(preset, True)
        self.side_by_side(sorted(stages, key=lambda each: each[1].preset in (None, "release")), PROCESSORS)

    def side_by_side(self, stages: Iterable[tuple[str, Stage]], lanes: int) -> None:
        """The items of all stages, in their order, so many at a time."""
        with ThreadPoolExecutor(lanes) as pool:
            try:
                runs = [run for name, stage in stages for run in self.start(pool, name, stage)]
            except BaseException:
                self.processes.stop()
                raise
        for run in runs:
            run.result()

    def start(self, pool: ThreadPoolExecutor, name: str, stage: Stage) -> list[Future[None]]:
        reports = f"{LOGS}/{name}.report"  # the output of a server that a test started may be lost
        env = {"ASAN_OPTIONS": f"detect_stack_use_after_return=1:quarantine_size_mb=128:log_path={reports}",
               "UBSAN_OPTIONS": f"print_stacktrace=1:halt_on_error=1:log_path={reports}",
               "TSAN_OPTIONS": f"second_deadlock_stack=1:log_path={reports}"}
        items: list[Item] = []
        if stage.preset and not self.build(stage.preset, stage.quiet):
            self.tally(name).fail("not run, its build failed")
        else:
            try:
                items = stage.items(self.named[name])
            except subprocess.CalledProcessError as preparation:
                self.tally(name).fail(str(preparation))
        with self.lock:
            self.left[name] += len(items)
        self.ended(name)  # the stage, as far as it is not items
        groups = [items] if stage.one_at_a_time else [[item] for item in items]
        return [pool.submit(self.first_runs, name, stage.quiet, env, group) for group in groups]

    def first_runs(self, name: str, quiet: bool, env: dict[str, str], items: list[Item]) -> None:
        """An item with deadlines that fails runs once more, alone: a busy machine may have missed one. The second run counts.
        One that hung does not: it would hang as long again."""
        for item in items:
            passed, failed, log = self.one(name, item, quiet, env)
            if failed and not quiet and too_long(item) not in log:
                with self.lock:
                    self.again.append((name, item, env, log))
            else:
                self.count(name, item, passed, failed, log)
                self.ended(name)

    def run_again(self) -> None:
        for name, item, env, first in self.again:
            passed, failed, log = self.one(name, item, False, env, ".second")
            if not failed:
                self.tally(name).second_runs += [item.name, *failures_in(first)]
            self.count(name, item, passed, failed, f"{first}\n== its second run:\n{log}")
            self.ended(name)
        self.again = []

    def build(self, preset: str, quiet: bool) -> bool:
        """Whether it is built; the first that asks builds it."""
        mine: Future[bool] = Future()
        with self.lock:
            built = self.built.setdefault(preset, mine)
        if built is mine:
            name = f"build-{preset}"
            command = ["bash", "-c", 'source tools/setup.sh; build "$@"', "build", preset, *TARGETS.get(preset, "all").split()]
            compiler = Item("compiler", command, None, most_seconds=4 * HOUR)
            self.count(name, compiler, *self.one(name, compiler, quiet, {}))
            self.report(name, f"the preset {preset}")
            built.set_result(not self.tallies[name].failed)
        return built.result()

    def tally(self, name: str) -> Tally:
        with self.lock:
            return self.tallies.setdefault(name, Tally(began=time.monotonic()))

    def one(self, name: str, item: Item, quiet: bool, env: dict[str, str], run: str = "") -> tuple[int, int, str]:
        """Returns what passed and failed, and the log."""
        tally = self.tally(name)
        file = LOGS / f"{name}.{item.name}{run}"
        with open(file, "wb") as log:
            status, processor_s = self.processes.run(item, quiet, {**os.environ, **ENGLISH, **env, **item.env}, log.fileno())
        text = file.read_text(errors="replace")
        with open(file, "a", encoding="utf-8") as end_of_log:
            print(f"processor time: {processor_s:.1f} s", file=end_of_log)
        passed, failed = item.counted(text) if item.counted else (int(status == 0), 0)
        if status == 0 and passed + failed == 0:
            text += "\nNothing was tested.\n"
        if failed == 0 and (status != 0 or passed == 0):
            failed = 1
        with self.lock:
            tally.processor_s += processor_s
        return passed, failed, text

    def count(self, name: str, item: Item, passed: int, failed: int, log: str) -> None:
        with self.lock:
            tally = self.tally(name)
            tally.passed += passed
            tally.failed += failed
            if failed:
                tally.failures += [item.name, *failures_in(log)]
                print(f"== {name}, {item.name}:\n{log}", flush=True)

    def ended(self, name: str) -> None:
        """An item, or a stage without one that is left."""
        with self.lock:
            self.left[name] -= 1
            if self.left[name] == 0:
                for report in LOGS.glob(f"{name}.report*"):
                    self.tally(name).fail(report.read_text(errors="replace")[:3000])
                    report.rename(LOGS / f"seen.{report.name}")
                self.report(name, PARTS[name].about)

    def report(self, name: str, about: str) -> None:
        with self.lock:
            tally = self.tally(name)
            seconds = round(time.monotonic() - tally.began)
            print(f"== {name}: {about}\n   {tally.passed} passed, {tally.failed} failed, {seconds} s", flush=True)
            with open(TIMES, "a", encoding="utf-8") as times:
                print(f"{name:<14} {tally.passed:>7} {tally.failed:>7} {seconds:>6} s {tally.processor_s:>8.0f} s", file=times)

    def summary(self, seconds: float) -> int:
        """Prints it, and returns how many failed."""
        print()
        print_times()
        print(f"{seconds / 60:.0f} minutes")
        for name, tally in self.tallies.items():
            if tally.second_runs:
                print(f"\n{name}: passed only in a second run:", *tally.second_runs, sep="\n")
        for name, tally in self.tallies.items():
            if tally.failed:
                print(f"\n{name}: {tally.failed} failed", *tally.failures, sep="\n")
        passed = sum(tally.passed for tally in self.tallies.values())
        failed = sum(tally.failed for tally in self.tallies.values())
        print(f"\n{passed} passed, {failed} failed")
        return failed


def print_times() -> None:
    if not TIMES.exists():
        raise SystemExit("There is no record of a run; ./test writes one.")
    print(f"{'part':<14} {'passed':>7} {'failed':>7} {'time':>8} {'processor':>10}")
    print(TIMES.read_text(encoding="utf-8"), end="")


def chosen(words: list[str]) -> dict[str, list[str]]:
    """The parts in their order with the items that are named."""
    asked = [word.partition("/") for word in words]
    for name, slash, item in asked:
        if name not in PARTS:
            raise SystemExit(f"There is no part '{name}'; ./test --list prints all parts.")
        file_of = PARTS[name].file_of
        if slash and (file_of is None or not (ROOT / file_of(item)).exists()):
            raise SystemExit(f"The part '{name}' has no tests named '{item}'.")
    names = [name for name, _, _ in asked] or [name for name, part in PARTS.items() if part.usual]
    return {name: [] if name in words else [item for part, _, item in asked if part == name] for name in PARTS if name in names}


def install(names: Collection[str]) -> None:
    """The packages of these parts. Raises SystemExit if Node is then too old for them."""
    of_node = [name for name in names if PARTS[name].needs_node]
    packages = [*(PARTS[name].packages for name in names), packages_of_node() if of_node else ""]
    shell('need "${build_packages[@]}" ccache "$@" >&2', *" ".join(packages).split())
    if of_node and node_is_old():
        least = ".".join(map(str, LEAST_NODE))
        raise SystemExit(f"These parts need Node {least} or newer: {', '.join(of_node)}. `node --version` prints {node_version() or 'nothing'}."
                         " Debian 12 and Ubuntu 24.04 have no newer one: install one of nodejs.org, or name other parts.")


def main(words: list[str]) -> int:
    if words[:1] == ["--list"]:
        for name, part in PARTS.items():
            print(f"{name:<10} {part.about}")
        return 0
    if words[:1] == ["--times"]:
        print_times()
        return 0
    if words[:1] == ["--changed"]:
        words = changes.concerned(changes.changed(words[1] if words[1:] else None))
        print("Affected by the changes:", *words)
    try:
        parts = chosen(words)
        install(parts)
    except SystemExit as wrong:
        print(wrong, file=sys.stderr)
        return 2
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests send it, and a shell's background ignores it
    began = time.monotonic()
    run = Run(parts)
    run.everything()
    return 1 if run.summary(time.monotonic() - began) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
