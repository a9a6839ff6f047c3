"""The parts of ./test: what each is about, the packages it needs, and its items in the order in which they start."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Debian's modules are installed only for Debian's Python, which may not be the first one in PATH.
PYTHON = "/usr/bin/python3"
HOUR = 3600
# For tests that make roots, namespaces and mounts; the variables that they need come first.
AS_ROOT = ["bash", "-c", 'source tools/setup.sh; as_root "HOME=$HOME" "$@"', "bash"]
ALL_IN = ("discover", "-p", "*_test.py", "-s")  # for unittest, and a folder


def shell(command: str, *words: str) -> str:
    """Runs a line with the functions of tools/setup.sh; returns what it prints."""
    script = f'set -euo pipefail; source "{ROOT}/tools/setup.sh"; {command}'
    return subprocess.run(["bash", "-c", script, "bash", *words], cwd=ROOT, text=True, check=True, stdout=subprocess.PIPE).stdout.strip()


# ---- how many passed and failed, by what a program prints

Counted = tuple[int, int]


def total(pattern: str, text: str) -> int:
    """The sum of the numbers that it finds."""
    return sum(map(int, re.findall(pattern, text, re.MULTILINE)))


def of_lines(passed: str, failed: str) -> Callable[[str], Counted]:
    return lambda text: (len(re.findall(passed, text, re.MULTILINE)), len(re.findall(failed, text, re.MULTILINE)))


def of_unittest(text: str) -> Counted:
    """A skipped test counts as failed."""
    ends = re.findall(r"^(?:FAILED|OK) \(.*\)$", text, re.MULTILINE)
    bad = total(r"(?:failures|errors|skipped)=(\d+)", "\n".join(ends))
    return total(r"^Ran (\d+) test", text) - bad, bad


def of_doctest(text: str) -> Counted:
    """doctest calls the cases skipped that a filter leaves out."""
    cases = r"\[doctest\] test cases: *\d+ \| *"
    return total(cases + r"(\d+) passed", text), total(cases + r"\d+ passed \| *(\d+) failed", text)


def of_tap(text: str) -> Counted:
    return total(r"^# pass (\d+)$", text), total(r"^# (?:fail|cancelled|skipped|todo) (\d+)$", text)


# ---- what a part consists of

@dataclass(frozen=True)
class Item:
    """One process, whose output is build/test/PART.NAME."""
    name: str
    command: list[str]
    counted: Callable[[str], Counted] | None  # None: it passes or fails as one
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: Path = ROOT
    most_seconds: int = 900


@dataclass(frozen=True)
class Stage:
    """Items that run once their preset is built, beside those of other parts. The next stage of a part waits for them."""
    items: Callable[[list[str]], list[Item]]  # given the items that the user named; none means all
    preset: str | None = None
    # Waits for no deadline: runs with the lowest priority beside the stages that do, and no stage waits for it.
    quiet: bool = False
    one_at_a_time: bool = False


@dataclass(frozen=True)
class Part:
    about: str
    packages: str
    stages: list[Stage]
    # The file or folder that an item names.
    file_of: Callable[[str], str] | None = None
    usual: bool = True  # runs when no part is named
    needs_node: bool = False


# All targets, if none are named.
TARGETS = {"release": "cubilete engine_library cubilete_next crash_power crash_error crash_full dice_verdicts simulation_tests",
           "tsan": "cubilete server_tests storage_tests"}

E2E = "iproute2 openssl python3 python3-fastjsonschema python3-jsonschema python3-numpy python3-setuptools python3-websockets python3-yaml"
POSTGRES = "postgresql pgbouncer"
LEAST_NODE = (20, 10)  # the first one with --experimental-websocket


def node_version() -> str:
    """As `node --version` prints it; empty without Node."""
    return subprocess.run(["node", "--version"], text=True, check=True, capture_output=True).stdout.strip() if shutil.which("node") else ""


def node_is_old() -> bool:
    """Also without Node."""
    return tuple(map(int, re.findall(r"\d+", node_version())[:2])) < LEAST_NODE


def packages_of_node() -> str:
    """npm, too, for Debian's Node has none."""
    return "nodejs npm" if node_is_old() or not shutil.which("npm") else ""


def browser() -> str:
    """Chromium; the headless shell is the one without windows around a page: the tests take a third of the time in it."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), "")


def program(preset: str, *folders: str) -> dict[str, str]:
    """Where tests find the program, and modules in folders of tests/."""
    path = ":".join(str(ROOT / "tests" / folder) for folder in folders)
    return {"CUBILETE_BIN": str(ROOT / f"build/{preset}/cubilete"), **({"PYTHONPATH": path} if folders else {})}


def patience(usual: int, *long: str) -> int:
    """In seconds; more if one of these variables asks for a long run."""
    return 4 * HOUR if any(os.environ.get(name) for name in long) else usual


def unittest(name: str, *words: str, env: Mapping[str, str] | None = None, under: Iterable[str] = (), most_seconds: int = 900) -> Item:
    return Item(name, [*under, PYTHON, "-m", "unittest", *words, "--verbose"], of_unittest, env or {}, most_seconds=most_seconds)


def tests(*names: str) -> Callable[[list[str]], list[Item]]:
    return lambda _: [unittest("tests", *(f"tests/{name}_test.py" for name in names))]


def node(file: str) -> Item:
    name = ("unit." if "/unit/" in file else "") + short(file)
    env = {"CHROMIUM": browser(), **program("release")}
    return Item(name, ["node", "--test", "--test-reporter=tap", file], of_tap, env)


def files(pattern: str, slow: str = "", named: Iterable[str] = ()) -> list[str]:
    """The files of the pattern, those that match `slow` first; the pattern's star is what a user names."""
    if named:
        before, after = pattern.split("*")
        return [before + name + after for name in named]
    found = sorted(str(file.relative_to(ROOT)) for file in ROOT.glob(pattern))
    return sorted(found, key=lambda file: not (slow and re.search(slow, file)))


def short(file: str) -> str:
    return Path(file).name.split(".")[0].removeprefix("test_")


def shorts(pattern: str, slow: str = "") -> list[str]:
    return [short(file) for file in files(pattern, slow)]


# ---- over sockets

# The sanitizers run what reads strangers' bytes and what threads share. The actors, the rules and the storage are under them in `unit`;
# ./test long runs all tests over sockets.
WITH_STRANGERS = ["games", "sockets", "hostile", "guards", "http", "vault"]
WITH_THREADS = ["games", "sockets", "built_in_bots"]
# They start no server with data: they test the referee, the verifier of files and pages, and the table of settings.
NEVER_ON_POSTGRES = {"proxies", "verify_network", "readme", "spar", "spar_sequence", "spar_libraries"}


def e2e(preset: str, names: Iterable[str] = (), env: Mapping[str, str] | None = None, under: Iterable[str] = ()) -> list[Item]:
    nginx = shell("unpacked nginx") + "/usr/sbin"
    env = {**program(preset, "e2e"), "PATH": f"{os.environ['PATH']}:{nginx}", **(env or {})}
    slow = "test_(engine_memory|spar|spar_sequence|spar_libraries|games|example)[.]"
    return [unittest(short(file), file, env=env, under=under) for file in files("tests/e2e/test_*.py", slow, names)]


def unrandomized() -> list[str]:
    """The thread sanitizer does not start if the kernel randomizes addresses over a wider range than it expects."""
    command = ["setarch", os.uname().machine, "-R"]
    return command if subprocess.run([*command, "true"], capture_output=True).returncode == 0 else []


def storage_tests(preset: str, under: Iterable[str] = ()) -> list[Item]:
    """Those on PostgreSQL beside the others: each waits for its disk for half of its time."""
    return [Item(name, [*under, "./storage_tests", cases], of_doctest, cwd=ROOT / f"build/{preset}/tests", most_seconds=2 * HOUR)
            for name, cases in (("storage", "-tce=*TempPostgres*"), ("storage_on_postgres", "-tc=*TempPostgres*"))]


def threaded(named: list[str]) -> list[Item]:
    under = unrandomized()
    server = Item("server_tests", [*under, "./server_tests"], of_doctest, cwd=ROOT / "build/tsan/tests", most_seconds=2 * HOUR)
    return [item for name, items in (("storage_tests", storage_tests("tsan", under)), ("server_tests", [server]))
            if not named or name in named for item in items]


def with_threads(named: list[str]) -> list[Item]:
    names = [name for name in named or WITH_THREADS if not name.endswith("_tests")]
    return e2e("tsan", names, {"CUBILETE_THREADS": "4", "CUBILETE_GAMES": "2"}, unrandomized()) if names else []


def ctest(preset: str, name: str, **more: str) -> Item:
    """With variables that make it do more, it may take a day."""
    most = 24 * HOUR if more else 2 * HOUR
    command = ["ctest", "--test-dir", f"build/{preset}", "-L", "unit", "--verbose", "--timeout", str(most), "-R", f"^{name}_tests$"]
    return Item(name, command, of_doctest, more, most_seconds=most)


def unit_of(*binaries: str) -> Callable[[list[str]], list[Item]]:
    return lambda named: [ctest("asan", name) for name in binaries if not named or name in named]


def crash(named: list[str]) -> list[Item]:
    env = {**program("release", "e2e", "crash"), "CRASH_SHIMS": str(ROOT / "build/release/tests/crash")}
    words = files("tests/crash/test_*.py", "", named) if named else ["discover", "-s", "tests/crash"]
    return [unittest("tests", *words, env=env, most_seconds=patience(900, "CRASH_KILLS", "CRASH_IMAGES", "CRASH_ERRORS"))]


def file_on_postgres(name: str) -> str:
    own = f"tests/postgres/test_{name}.py"
    return own if (ROOT / own).exists() else f"tests/e2e/test_{name}.py"


def postgres(named: list[str]) -> list[Item]:
    """Of e2e, those that read what is stored in ways that the tests of storage, which run on both databases, do not. Slow ones first."""
    names = named or ["history", *shorts("tests/postgres/test_*.py", "test_auditor"), "vault"]
    env = {**program("release", "e2e", "crash", "postgres"), "CUBILETE_TESTS_ON": "postgres",
           "CUBILETE_GAMES": os.environ.get("CUBILETE_GAMES", "4")}
    most = patience(900, "CRASH_KILLS", "DATABASE_KILLS", "DATABASE_PROMOTIONS", "CABLE_FAULTS")
    return [unittest(name, file_on_postgres(name), env=env, most_seconds=most) for name in names]


def cluster(named: list[str]) -> list[Item]:
    env = program("release", "e2e", "crash", "postgres", "cluster")
    most = patience(900, "CLUSTER_KILLS", "JOINT_KILLS", "DATABASE_KILLS", "CABLE_CUTS", "LINK_FAULTS")
    return [unittest(short(file), file, env=env, most_seconds=most) for file in files("tests/cluster/test_*.py", "", named)]


def simulated(size: str, runs: int) -> Item:
    env = {"CLUSTER_SIZE": size, "CLUSTER_SIMULATIONS": str(runs)}
    return Item(size, ["build/release/tests/simulation/simulation_tests"], of_doctest, env, most_seconds=2 * HOUR)


def figures(name: str) -> Item:
    return unittest(name, "tests/figures_test.py", env=program("release"), most_seconds=HOUR)


def referee(_: list[str]) -> list[Item]:
    scenarios = files("engine/games/*/scenarios/*.json")
    return [Item("referee", ["build/release/cubilete", "referee", *scenarios], of_lines("^pass ", "^FAIL "))]


def fairness(_: list[str]) -> list[Item]:
    env = {**program("release"), "CUBILETE_VERDICTS": str(ROOT / "build/release/tests/fairness/dice_verdicts")}
    return [unittest("tests", *ALL_IN, "tests/fairness", env=env), node("tests/fairness/vectors.test.js")]


def in_browsers(named: list[str]) -> list[Item]:
    if not shutil.which("chromium-headless-shell"):
        try:
            shell('need "$(first_offered "chromium-headless-shell|chromium|chromium-browser")"')
        except subprocess.CalledProcessError:
            if not browser():
                raise
    shell("npm ci --prefix tests/browser --no-audit --no-fund --loglevel=error")
    found = [file for folder in ("tests/browser", "tests/browser/unit") for file in files(f"{folder}/*.test.js")
             if not named or short(file) in named or ("unit" in named and "/unit/" in file)]
    slow = "/(pages_.*|tongues|rooms|house)[.]test"
    return [node(file) for file in sorted(found, key=lambda file: not re.search(slow, file))]


def release(names: Iterable[str]) -> list[Item]:
    env = [f"PYTHONPATH={ROOT / 'tests/release'}:{ROOT / 'tests/e2e'}",
           f"RELEASE_DIST={os.environ.get('RELEASE_DIST', ROOT / 'build/release-files/clone/dist')}"]
    return [unittest(name, f"tests/release/test_{name}.py", under=[*AS_ROOT, *env], most_seconds=2 * HOUR) for name in names]


def every_proxy(_: list[str]) -> list[Item]:
    caddy = shell("unpacked caddy") + "/usr/bin"
    items = e2e("release", ["proxies"], {"CUBILETE_PROXIES": "nginx caddy apache haproxy"})
    return [replace(item, env={**item.env, "PATH": f"{item.env['PATH']}:{caddy}"}) for item in items]


def longer(make: Callable[[list[str]], list[Item]], **env: str) -> Callable[[list[str]], list[Item]]:
    """Returns a function that makes the items of `make` with these variables and a longer limit of time."""
    return lambda named: [replace(item, env={**item.env, **env}, most_seconds=24 * HOUR) for item in make(named)]


def checked(name: str, *command: str) -> Callable[[list[str]], list[Item]]:
    return lambda _: [Item(name, list(command), None, most_seconds=4 * HOUR)]


RELEASE = [
    # Makes the release that the others read; if only those are named, they read that of the last time.
    Stage(lambda named: release(["make"] if not named or "make" in named else [])),
    # The small Debians, so that no test waits for a mirror.
    Stage(lambda _: [Item("roots", [*AS_ROOT, PYTHON, "tests/release/roots.py"], of_lines("^ok ", "^FAIL "))]),
    Stage(lambda named: release(name for name in named or shorts("tests/release/test_*.py") if name != "make"), "release",
          one_at_a_time=True),
]

LONG = [
    Stage(checked("every_source", "bash", "-c", "source tools/setup.sh; build dev all")),  # every source by itself
    Stage(checked("tidy", PYTHON, "tools/tidy.py", "--all")),
    Stage(longer(lambda _: [figures("figures")], FIGURES_GAMES="20000"), "release"),
    Stage(longer(lambda _: e2e("release"), CUBILETE_GAMES="200", ENGINE_MATCHES="10000", ENGINE_STEPS="10000000", EXACT_PAIRS="20000",
                 LEARN_SECONDS="100"), "release"),
    Stage(longer(lambda _: in_browsers(["game", "keyboard", "practice", "proven_matches", "rings", "rules", "windows"]), WHOLE_MATCHES="all"), "release"),
    Stage(lambda _: [Item("sixth_game", ["tests/sixth_game/check"], of_tap, {"CHROMIUM": browser()}, most_seconds=2 * HOUR)], "release"),
    Stage(every_proxy, "release"),
    Stage(lambda _: [unittest("debian_13", "tests/debian_13_test.py", under=AS_ROOT, most_seconds=4 * HOUR)]),
    *RELEASE,
    Stage(longer(lambda _: postgres([*sorted(set(shorts("tests/e2e/test_*.py")) - NEVER_ON_POSTGRES), *shorts("tests/postgres/test_*.py")]),
                 CRASH_KILLS="500", DATABASE_KILLS="50", DATABASE_PROMOTIONS="20", CABLE_FAULTS="100"), "release"),
    Stage(longer(cluster, CLUSTER_KILLS="100", JOINT_KILLS="30", DATABASE_KILLS="20", DATABASE_PROMOTIONS="10", DATABASE_AWAY_SECONDS="30",
                 CABLE_CUTS="6", CABLE_CUT_SECONDS="60", LINK_FAULTS="70", CLOCK_ROUNDS="10", SEND_STOPS="20", QUICK_PAIRS="1000"), "release"),
    Stage(threaded, "tsan"),
    Stage(lambda _: with_threads(shorts("tests/e2e/test_*.py")), "tsan"),
    Stage(lambda _: [ctest("strict", "engine", CUBILETE_FUZZ_MOVES="1000000", CUBILETE_TWIN_GAMES="10000", CUBILETE_ANALYSES="2000"),
                     ctest("strict", "storage", CUBILETE_SCORES="10000000"),
                     ctest("strict", "protocol"), ctest("strict", "capi"), ctest("strict", "spar"),
                     ctest("strict", "simulation", CLUSTER_SIMULATIONS="1000"),
                     ctest("strict", "server", CUBILETE_DRAWS="10000000")], "strict"),  # 60 million dice, a million shuffles
    Stage(longer(lambda _: [simulated("tiny", 10000), simulated("small", 1000), simulated("large", 20), simulated("huge", 1)]), "release"),
    Stage(lambda _: e2e("strict", env={"CUBILETE_GAMES": "20"}), "strict"),
]

LINT = "doctest-dev python3 python3-numpy python3-websockets clang-format-14 clang-tidy-16 shellcheck mypy"  # findings depend on the version
RELEASED = "debian-archive-keyring dpkg-dev file g++-aarch64-linux-gnu git mmdebstrap postgresql python3-venv qemu-user-static skopeo"
IN_BROWSERS = "ca-certificates fonts-dejavu-core fonts-open-sans python3 python3-fastjsonschema python3-jsonschema"

# Those with the longest items first, and those that wait for the builds of sanitizers last.
PARTS = {
    "layers": Part("which layer may include which", "python3", [Stage(tests("layers"), quiet=True)]),
    "rulings": Part("every ruling and worked example of the rule book has a scenario or test, every reference exists, and GitHub accepts the forms",
                    "python3 python3-yaml", [Stage(tests("rulings", "references", "project"), quiet=True)]),
    "schema": Part("the JSON Schema of the protocol, and the AsyncAPI document",
                   "python3 python3-fastjsonschema python3-jsonschema python3-yaml", [Stage(lambda _: [unittest("tests", *ALL_IN, "tests/schema")], quiet=True)]),
    "lint": Part("format, clang-tidy on changed files, types, shellcheck, unfinished work, lock files", LINT,
                 [Stage(lambda _: [Item("lint", ["tools/lint"], of_lines("^ok ", "^FAIL "), most_seconds=HOUR)], quiet=True)]),
    "figures": Part("the bots reach the rule book's figures, in an optimized build", "python3",
                    [Stage(lambda _: [figures("tests")], "release", quiet=True)]),
    "simulation": Part("clusters of 3 to 40 servers on one thread in simulated time, with faults of every kind, in an optimized build",
                       "doctest-dev", [Stage(lambda _: [simulated("large", 1), simulated("tiny", 200), simulated("small", 2)], "release", quiet=True)]),
    "docker": Part("the image, read-only and without privileges, and the files for compose, the proxy and systemd",
                   f"buildah debootstrap crun docker-compose haproxy iproute2 systemd postgresql {E2E}",
                   [Stage(lambda _: [unittest("tests", *ALL_IN, "docker", under=["docker/check"], most_seconds=HOUR)])]),
    "browser": Part("the page: its parts alone, then matches between two browsers; bots in JavaScript", IN_BROWSERS,
                    [Stage(in_browsers, "release")],
                    lambda name: "tests/browser/unit" if name == "unit" else f"tests/browser/{name}.test.js", needs_node=True),
    "cluster": Part("three servers on one PostgreSQL behind a balancer: matches across them, kills, cut cables, wrong clocks",
                    f"{POSTGRES} {E2E}", [Stage(cluster, "release")], "tests/cluster/test_{}.py".format),
    "postgres": Part("the server on PostgreSQL: kills of both, faults of the cable, promotions, and tests of e2e on it",
                     f"{POSTGRES} {E2E}", [Stage(postgres, "release")], file_on_postgres, needs_node=True),
    "e2e": Part("the server over real sockets, with an independent client and bots in Python", E2E,
                [Stage(lambda named: e2e("release", named), "release")], "tests/e2e/test_{}.py".format, needs_node=True),
    "fairness": Part("provable dice: the same results and verdicts in C++, JavaScript and Python", E2E, [Stage(fairness, "release")], needs_node=True),
    "crash": Part("kills, power cuts, failing and full disks during matches", E2E, [Stage(crash, "release")], "tests/crash/test_{}.py".format),
    "run": Part("./run builds and serves the page, and starts at once the second time; package and image of a release", "python3",
                [Stage(tests("run", "packaging", "tools"), "release")]),
    "scenarios": Part("scenarios of every game, played by the referee", "", [Stage(referee, "release")]),
    # The tests of storage wait for PostgreSQL with deadlines.
    "unit": Part("rules, protocol, storage and actors without sockets; under address and undefined behaviour sanitizers",
                 "doctest-dev postgresql",
                 [Stage(unit_of("server", "engine", "protocol", "capi", "spar", "simulation"), "asan", quiet=True),
                  Stage(lambda named: storage_tests("asan") if not named or "storage" in named else [], "asan")],
                 "tests/{}".format),
    "asan": Part("the code that reads from sockets and files, under the same sanitizers", f"doctest-dev {E2E}",
                 [Stage(lambda named: e2e("asan", named or WITH_STRANGERS, {"CUBILETE_GAMES": "2"}), "asan")], "tests/e2e/test_{}.py".format),
    "tsan": Part("actors and sockets with four threads under the thread sanitizer", f"doctest-dev postgresql {E2E}",
                 [Stage(lambda named: threaded(named) + with_threads(named), "tsan")],
                 lambda name: f"tests/{name.removesuffix('_tests')}" if name.endswith("_tests") else f"tests/e2e/test_{name}.py"),
    "release": Part("the files of a release: made twice in clean clones, then installed, started and played in roots of their own",
                    f"{E2E} {RELEASED}", RELEASE, "tests/release/test_{}.py".format, usual=False, needs_node=True),
    "long": Part("before a release: all sources by clang-tidy, a million random moves and 10000 twin matches a game, 60 million provable dice,"
                 " 10 million scores in PostgreSQL, a thousand matches over sockets, every e2e test under both sanitizers and on PostgreSQL,"
                 " 500 kills of a server on PostgreSQL, 50 of the database, 20 promotions, 100 kills and longer faults in a cluster, every figure"
                 " of the bots, a sixth game in a copy, four reverse proxies, the part release, ./run and ./test unit on Debian 13",
                 f"doctest-dev postgresql {E2E} {LINT} {POSTGRES} apache2-bin haproxy {RELEASED} {IN_BROWSERS}", LONG, usual=False,
                 needs_node=True),
}
