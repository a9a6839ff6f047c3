"""Runs clang-tidy on the sources of the product: tidy.py [--all].

It reads the batches of a unity build: nine tenths of the time go into headers, and a batch reads them once. Without
--all only batches in which a file has changed, headers included, since BASE: $CUBILETE_BASE; else where the branch left
origin/main; else, on main itself, the last commit that is four hours older than the newest one.

Tests are left to the compiler and the sanitizers: reading them takes longer than all the rest, and finds least.

A batch found clean is not looked at again until a source of its, a header they include, the compile command, the list
of checks or clang-tidy itself changes, in whatever clone: marks of what was found clean lie in the user's cache, as
compiled files do in ccache's, and are forgotten when nobody has asked for them for a month. Exits 1 when there are
findings.
"""

import functools
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIDY = "clang-tidy-16"
BUILD = ROOT / "build" / "tidy"  # configured and never built
MARKS = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cubilete" / "tidy"
MONTH_S = 30 * 24 * 3600
SESSION_S = 4 * 3600
INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
LISTS_CHECKS = {".clang-tidy", "tools/tidy.py"}


def git(*words: str) -> str:
    """What git prints, or nothing where it fails."""
    told = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return told.stdout.strip() if told.returncode == 0 else ""


def base() -> str:
    """The commit that the tree is compared with; nothing where there is no history."""
    if named := os.environ.get("CUBILETE_BASE"):
        return named
    newest = git("rev-parse", "HEAD")
    branched = git("merge-base", "HEAD", "origin/main")
    if branched and branched != newest:
        return branched
    written = int(git("log", "-1", "--format=%ct") or 0)
    return git("rev-list", "-1", f"--before={written - SESSION_S}", "HEAD")


def changed() -> set[str] | None:
    """Paths below ROOT; None means that all count as changed."""
    since = base()
    if not since or not git("cat-file", "-t", since):
        return None
    print(f"compared with {since[:9]}")
    paths = git("diff", "--name-only", since).splitlines() + git("ls-files", "-o", "--exclude-standard").splitlines()
    return None if LISTS_CHECKS & set(paths) else set(paths)


@functools.cache
def includes(source: Path) -> tuple[Path, ...]:
    """The files of ours that a file names, wherever they lie below ROOT or what CMake generates."""
    found = []
    for name in INCLUDE.findall(source.read_bytes()):
        candidates = (folder / os.fsdecode(name) for folder in (ROOT, BUILD / "generated"))
        found += [path for path in candidates if path.is_file()]
    return tuple(found)


def closure(source: Path) -> set[Path]:
    """A source with all that it includes, directly or not."""
    known, left = {source}, [source]
    while left:
        new = set(includes(left.pop())) - known
        known |= new
        left += new
    return known


def output_of(unit: dict) -> str:
    """The object file, from the build folder."""
    words = shlex.split(unit["command"])
    return words[words.index("-o") + 1]


def fingerprint(unit: dict, sources: set[Path], common: bytes) -> str:
    digest = hashlib.sha256(common + unit["command"].replace(str(ROOT), ".").encode())
    for source in sorted(sources):
        text = source.read_bytes().replace(os.fsencode(ROOT), b".")  # a batch includes its sources by their whole paths
        digest.update(os.path.relpath(source, ROOT).encode() + b"\0" + text)
    return digest.hexdigest()


def check(unit: dict, clean: Path) -> str:
    """The findings, or nothing."""
    if clean.exists():
        clean.touch()
        return ""
    # Warnings are the compiler's business and its own list of them differs: -w leaves the checks of .clang-tidy.
    result = subprocess.run(
        [TIDY, "--quiet", "-p", BUILD, "--extra-arg=-w", unit["file"]], capture_output=True, text=True, cwd=ROOT
    )
    if result.returncode == 0:
        clean.touch()
        return ""
    return result.stdout + result.stderr


def main() -> int:
    configure = ["cmake", "-S", ROOT, "--preset", "dev", "-B", BUILD, "-DCMAKE_UNITY_BUILD=ON", "--log-level=WARNING"]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    MARKS.mkdir(parents=True, exist_ok=True)
    version = subprocess.run([TIDY, "--version"], capture_output=True, check=True).stdout
    common = version + (ROOT / ".clang-tidy").read_bytes()
    units = json.loads((BUILD / "compile_commands.json").read_text())
    ours = ("engine", "protocol", "storage", "server", "spar", "bench")
    units = [unit for unit in units if output_of(unit).startswith(ours)]
    paths = None if "--all" in sys.argv[1:] else changed()
    jobs = []
    for unit in units:
        sources = closure(Path(unit["file"]))
        if paths is None or any(os.path.relpath(source, ROOT) in paths for source in sources):
            jobs.append((unit, MARKS / fingerprint(unit, sources, common)))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        findings = [found for found in pool.map(lambda job: check(*job), jobs) if found]
    for mark in MARKS.iterdir():
        if mark.stat().st_mtime < time.time() - MONTH_S:
            mark.unlink(missing_ok=True)
    print("\n".join(findings), end="")
    print(f"{len(jobs)} of {len(units)} batches, {len(findings)} with findings")
    return bool(findings)


if __name__ == "__main__":
    sys.exit(main())
