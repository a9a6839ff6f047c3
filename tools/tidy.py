"""Runs clang-tidy on every source of the product that a build folder compiles: tidy.py BUILD_FOLDER.

Tests are left to the compiler and the sanitizers: reading them takes longer than all the rest, and finds least.

A source found clean is not looked at again until it, a header it includes, its compile command, the list of checks or
clang-tidy itself changes, in whatever clone: marks of what was found clean lie in the user's cache, as compiled files do
in ccache's, and are forgotten when nobody has asked for them for a month. Exits 1 when there are findings.
"""

import hashlib
import json
import os
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIDY = "clang-tidy-16"
MARKS = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cubilete" / "tidy"
MONTH_S = 30 * 24 * 3600


def headers(build: Path) -> dict[str, list[str]]:
    """What each object file was compiled from, as ninja remembers it; only files of ours."""
    deps: dict[str, list[str]] = {}
    target = ""
    told = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True)
    for line in told.stdout.splitlines():
        if line.startswith("    "):
            path = os.path.normpath(build / line.strip())
            if path.startswith(str(ROOT)):
                deps[target].append(path)
        elif line:
            target = line.split(":")[0]
            deps[target] = []
    return deps


def output_of(unit: dict) -> str:
    words = shlex.split(unit["command"])
    return words[words.index("-o") + 1]


def fingerprint(unit: dict, sources: list[str], common: bytes) -> str:
    digest = hashlib.sha256(common + unit["command"].replace(str(ROOT), ".").encode())
    for source in sorted({unit["file"], *sources}):
        digest.update(os.path.relpath(source, ROOT).encode() + b"\0" + Path(source).read_bytes())
    return digest.hexdigest()


def check(build: Path, unit: dict, clean: Path) -> str:
    """The findings, or nothing."""
    if clean.exists():
        clean.touch()
        return ""
    # Warnings are the compiler's business and its own list of them differs: -w leaves the checks of .clang-tidy.
    result = subprocess.run(
        [TIDY, "--quiet", "-p", build, "--extra-arg=-w", unit["file"]], capture_output=True, text=True, cwd=ROOT
    )
    if result.returncode == 0:
        clean.touch()
        return ""
    return f"{os.path.relpath(unit['file'], ROOT)}:\n{result.stdout}{result.stderr}"


def main() -> int:
    build = Path(sys.argv[1]).resolve()
    MARKS.mkdir(parents=True, exist_ok=True)
    version = subprocess.run([TIDY, "--version"], capture_output=True, check=True).stdout
    common = version + (ROOT / ".clang-tidy").read_bytes()
    deps = headers(build)
    units = json.loads((build / "compile_commands.json").read_text())
    units = [unit for unit in units if str(build) not in unit["file"] and "test" not in Path(unit["file"]).relative_to(ROOT).as_posix()]
    marks = [MARKS / fingerprint(unit, deps.get(output_of(unit), []), common) for unit in units]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        findings = [f for f in pool.map(lambda pair: check(build, *pair), zip(units, marks)) if f]
    for mark in MARKS.iterdir():
        if mark.stat().st_mtime < time.time() - MONTH_S:
            mark.unlink(missing_ok=True)
    print("\n".join(findings), end="")
    print(f"{len(units)} sources, {len(findings)} with findings")
    return bool(findings)


if __name__ == "__main__":
    sys.exit(main())
