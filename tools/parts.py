"""The parts of ./test: what each is about, the packages it needs, and its items in the order in which they start."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Debian's modules are installed only for Debian's Python, which may not be the first one in PATH.
PYTHON = "/usr/bin/python3"
HOUR = 3600


def shell(command: str, *words: str) -> str:
    """Runs a line with the functions of tools/setup.sh; returns what it prints."""
    script = f'set -euo pipefail; source "{ROOT}/tools/setup.sh"; {command}'
    return subprocess.run(["bash", "-c", script, "bash", *words], cwd=ROOT, text=True, check=True, stdout=subprocess.PIPE).stdout.strip()


# ---- how many passed and failed, by what a program prints

Counted = tuple[int, int]


def of_lines(passed: str, failed: str) -> Callable[[str], Counted]:
    return lambda text: (len(re.findall(passed, text, re.MULTILINE)), len(re.findall(failed, text, re.MULTILINE)))


def of_unittest(text: str) -> Counted:
    """A skipped test counts as failed."""
    ran = sum(int(number) for number in re.findall(r"^Ran (\d+) test", text, re.MULTILINE))
    ends = re.findall(r"^(?:FAILED|OK) \(.*\)$", text, re.MULTILINE)
    bad = sum(int(number) for end in ends for number in re.findall(r"(?:failures|errors|skipped)=(\d+)", end))
    return ran - bad, bad


def of_doctest(text: str) -> Counted:
    """doctest calls the cases skipped that a filter leaves out."""
    rows = re.findall(r"\[doctest\] test cases: *\d+ \| *(\d+) passed \| *(\d+) failed", text)
    return sum(int(passed) for passed, _ in rows), sum(int(failed) for _, failed in rows)


def of_tap(text: str) -> Counted:
    passed = re.findall(r"^# pass (\d+)$", text, re.MULTILINE)
    failed = re.findall(r"^# (?:fail|cancelled|skipped|todo) (\d+)$", text, re.MULTILINE)
    return sum(map(int, passed)), sum(map(int, failed))


# ---- what a part consists of

@dataclass(frozen=True)
class Item:
    """One process, whose output is build/test/PART.NAME."""
    name: str
    command: list[str]
    counted: Callable[[str], Counted] | None  # None: it passes or fails as one
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: Path = ROOT
    most_seconds: int = 1500


@dataclass(frozen=True)
class Stage:
    """Items that run side by side once their preset is built."""
    items: Callable[[list[str]], list[Item]]  # given the items that the user named; none means all
    preset: str | None = None
    lanes: int = 1
    # Waits for no deadline: runs with the lowest priority beside the stages that do.
    quiet: bool = False


@dataclass(frozen=True)
class Part:
    about: str
    packages: str
    stages: list[Stage]
    # The file or folder that an item names.
    file_of: Callable[[str], str] | None = None
    usual: bool = True  # runs when no part is named


# All targets, if none are named.
TARGETS = {"release": "cubilete engine_library cubilete_next crash_power crash_error crash_full dice_verdicts simulation_tests",
           "tsan": "cubilete server_tests storage_tests"}

E2E = "iproute2 openssl python3 python3-fastjsonschema python3-jsonschema python3-numpy python3-setuptools python3-websockets python3-yaml"
POSTGRES = "postgresql pgbouncer"


def packages_of_node(least: int) -> str:
    """npm, too, for Debian's Node has none."""
    if not (shutil.which("node") and shutil.which("npm")):
        return "nodejs npm"
    version = subprocess.run(["node", "--version"], text=True, check=True, capture_output=True).stdout
    return "" if int(version.removeprefix("v").split(".")[0]) >= least else "nodejs npm"


def browser() -> str:
    """Chromium; the headless shell is the one without windows around a page: the tests take a third of the time in it."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    return ""


def program(preset: str) -> dict[str, str]:
    return {"CUBILETE_BIN": str(ROOT / f"build/{preset}/cubilete")}


def python_path(*folders: str) -> dict[str, str]:
    return {"PYTHONPATH": ":".join(str(ROOT / "tests" / folder) for folder in folders)}


def requested(*names: str) -> bool:
    """A long run was requested."""
    return any(os.environ.get(name) for name in names)


def unittest(name: str, *words: str, env: Mapping[str, str] | None = None, under: Iterable[str] = (), most_seconds: int = 1500) -> Item:
    return Item(name, [*under, PYTHON, "-m", "unittest", *words, "--verbose"], of_unittest, env or {}, most_seconds=most_seconds)


def discovered(folder: str, env: Mapping[str, str] | None = None, under: Iterable[str] = ()) -> Item:
    return unittest("tests", "discover", "-s", folder, "-p", "*_test.py", env=env, under=under)


def node(file: Path | str, root: Path = ROOT) -> Item:
    file = Path(file)
    name = file.name.removesuffix(".test.js")
    env = {"CHROMIUM": browser(), "CUBILETE_BIN": str(root / "build/release/cubilete")}
    return Item(f"{file.parent.name}.{name}" if file.parent.name == "unit" else name, ["node", "--test", "--test-reporter=tap", str(file)],
                of_tap, env, root, 1800)


def files(pattern: str, slow: str = "", named: Iterable[str] = ()) -> list[str]:
    """The files of the pattern, those that match `slow` first; the pattern's star is what a user names."""
    before, after = pattern.split("*")
    if named:
        return [before + name + after for name in named]
    found = sorted(str(file.relative_to(ROOT)) for file in ROOT.glob(pattern))
    return sorted(found, key=lambda file: not (slow and re.search(slow, file)))


def short(file: str) -> str:
    return Path(file).stem.removeprefix("test_")


# ---- over sockets

# The sanitizers run what reads strangers' bytes and what threads share. The actors, the rules and the storage are under them in `unit`;
# ./test long runs all tests over sockets.
WITH_STRANGERS = ["games", "sockets", "hostile", "guards", "http", "vault"]
WITH_THREADS = ["games", "sockets", "built_in_bots"]
# Those that read what is stored in ways that the tests of storage, which run on both databases, do not.
ON_POSTGRES = ["history", "vault"]
# They start no server with data: they test the referee, the verifier of files and pages, and the table of settings.
NEVER_ON_POSTGRES = {"proxies", "verify_network", "readme", "spar", "spar_course", "spar_libraries"}


def e2e(preset: str, names: Iterable[str] = (), env: Mapping[str, str] | None = None, under: Iterable[str] = ()) -> list[Item]:
    nginx = shell("unpacked nginx") + "/usr/sbin"
    env = {**program(preset), **python_path("e2e"), "PATH": f"{os.environ['PATH']}:{nginx}", **(env or {})}
    slow = "test_(engine_memory|spar|spar_course|spar_libraries|games|example)[.]"
    return [unittest(short(file), file, env=env, under=under) for file in files("tests/e2e/test_*.py", slow, names)]


def every(preset: str, env: Mapping[str, str], under: Iterable[str] = ()) -> Callable[[list[str]], list[Item]]:
    return lambda named: e2e(preset, named, env, under)


def unrandomized() -> list[str]:
    """The thread sanitizer does not start if the kernel randomizes addresses over a wider range than it expects."""
    command = ["setarch", os.uname().machine, "-R"]
    return command if subprocess.run([*command, "true"], capture_output=True).returncode == 0 else []


def threaded(named: list[str]) -> list[Item]:
    binaries = [name for name in named or ["server_tests", "storage_tests"] if name.endswith("_tests")]
    return [Item(name, [*unrandomized(), f"./{name}"], of_doctest, {}, ROOT / "build/tsan/tests", 2 * HOUR) for name in binaries]


def with_threads(named: list[str]) -> list[Item]:
    names = [name for name in named or WITH_THREADS if not name.endswith("_tests")]
    return e2e("tsan", names, {"CUBILETE_THREADS": "4", "CUBILETE_GAMES": "2"}, unrandomized()) if names else []


def of_ctest(preset: str, names: Iterable[str], env: Mapping[str, str] | None = None, most_seconds: int = 2 * HOUR) -> list[Item]:
    ctest = ["ctest", "--test-dir", f"build/{preset}", "-L", "unit", "--verbose", "--timeout", str(most_seconds)]
    return [Item(name, [*ctest, "-R", f"^{name}_tests$"], of_doctest, env or {}, most_seconds=most_seconds) for name in names]


def unit_of(*binaries: str) -> Callable[[list[str]], list[Item]]:
    """Those of storage wait for PostgreSQL with deadlines."""
    return lambda named: of_ctest("asan", [name for name in binaries if not named or name in named])


def crash(named: list[str]) -> list[Item]:
    most = 4 * HOUR if requested("CRASH_KILLS", "CRASH_IMAGES", "CRASH_ERRORS") else 900
    env = {**program("release"), "CRASH_SHIMS": str(ROOT / "build/release/tests/crash"), **python_path("e2e", "crash")}
    words = files("tests/crash/test_*.py", "", named) if named else ["discover", "-s", "tests/crash"]
    return [unittest("tests", *words, env=env, most_seconds=most)]


def file_on_postgres(name: str) -> str:
    own = f"tests/postgres/test_{name}.py"
    return own if (ROOT / own).exists() else f"tests/e2e/test_{name}.py"


def postgres(named: list[str]) -> list[Item]:
    most = 4 * HOUR if requested("CRASH_KILLS", "DATABASE_KILLS", "DATABASE_PROMOTIONS", "CABLE_FAULTS") else 1500
    env = {"CUBILETE_GAMES": os.environ.get("CUBILETE_GAMES", "4"), "CUBILETE_TESTS_ON": "postgres", **program("release"),
           **python_path("e2e", "crash", "postgres")}
    own = [short(file) for file in files("tests/postgres/test_*.py", "test_auditor")]
    slow_first = ["history", *own, *(name for name in ON_POSTGRES if name != "history")]
    return [unittest(name, file_on_postgres(name), env=env, most_seconds=most) for name in named or slow_first]


def cluster(named: list[str]) -> list[Item]:
    env = {**program("release"), **python_path("e2e", "crash", "postgres", "cluster")}
    most = 4 * HOUR if requested("CLUSTER_KILLS", "JOINT_KILLS", "DATABASE_KILLS", "CABLE_CUTS", "LINK_FAULTS") else 1500
    return [unittest(short(file), file, env=env, most_seconds=most) for file in files("tests/cluster/test_*.py", "", named)]


def simulated(size: str, runs: int, most_seconds: int = 2 * HOUR) -> Item:
    return Item(size, ["build/release/tests/simulation/simulation_tests"], of_doctest,
                {"CLUSTER_SIZE": size, "CLUSTER_SIMULATIONS": str(runs)}, most_seconds=most_seconds)


def scenarios(_: list[str]) -> list[Item]:
    played = sorted(str(file) for file in (ROOT / "engine/games").glob("*/scenarios/*.json"))
    return [Item("referee", [program("release")["CUBILETE_BIN"], "referee", *played], of_lines("^pass ", "^FAIL "))]


def fairness(_: list[str]) -> list[Item]:
    env = {**program("release"), "CUBILETE_VERDICTS": str(ROOT / "build/release/tests/fairness/dice_verdicts")}
    return [discovered("tests/fairness", env=env), node("tests/fairness/vectors.test.js")]


def in_browsers(named: list[str]) -> list[Item]:
    if not shutil.which("chromium-headless-shell"):
        try:
            shell('need "$(first_offered "chromium-headless-shell|chromium|chromium-browser")"')
        except subprocess.CalledProcessError:
            if not browser():
                raise
    shell("npm ci --prefix tests/browser --no-audit --no-fund --loglevel=error")
    found = sorted(str(file.relative_to(ROOT)) for file in (ROOT / "tests/browser").glob("*.test.js"))
    found += sorted(str(file.relative_to(ROOT)) for file in (ROOT / "tests/browser/unit").glob("*.test.js"))
    if named:
        found = [file for file in found if Path(file).name.removesuffix(".test.js") in named or ("unit" in named and "/unit/" in file)]
    slow = "/(pages_.*|tongues|rooms|house)[.]test"
    return [node(file) for file in sorted(found, key=lambda file: not re.search(slow, file))]


def on_debian_13(_: list[str]) -> list[Item]:
    return [Item("debian_13", ["bash", "-c", f'source tools/setup.sh; as_root "HOME=$HOME" {PYTHON} -m unittest tests/debian_13_test.py --verbose'],
                 of_unittest, most_seconds=4 * HOUR)]


def release(names: Iterable[str]) -> list[Item]:
    """As root: the tests make roots, namespaces and mounts."""
    path = f"PYTHONPATH={ROOT / 'tests/release'}:{ROOT / 'tests/e2e'}"
    dist = f"RELEASE_DIST={os.environ.get('RELEASE_DIST', ROOT / 'build/release-files/clone/dist')}"
    return [Item(name, ["bash", "-c", f'source tools/setup.sh; as_root "HOME=$HOME" "{path}" "{dist}" {PYTHON} -m unittest tests/release/test_{name}.py --verbose'],
                 of_unittest, most_seconds=2 * HOUR) for name in names]


def release_made(named: list[str]) -> list[Item]:
    """Makes the release that the other tests read; if only those are named, they read that of the last time."""
    return release(["make"] if not named or "make" in named else [])


def release_read(named: list[str]) -> list[Item]:
    return release(name for name in named or map(short, files("tests/release/test_*.py")) if name != "make")


def release_roots(named: list[str]) -> list[Item]:
    """The small Debians, so that no test waits for a mirror."""
    return [Item("roots", ["bash", "-c", f'source tools/setup.sh; as_root "HOME=$HOME" {PYTHON} tests/release/roots.py'], of_lines("^ok ", "^FAIL "))]


def every_proxy(_: list[str]) -> list[Item]:
    caddy = shell("unpacked caddy") + "/usr/bin"
    items = e2e("release", ["proxies"], {"CUBILETE_PROXIES": "nginx caddy apache haproxy"})
    return [Item(item.name, item.command, item.counted, {**item.env, "PATH": f"{item.env['PATH']}:{caddy}"}) for item in items]


def sixth_game(_: list[str]) -> list[Item]:
    return [Item("sixth_game", ["tests/sixth_game/check"], of_tap, {"CHROMIUM": browser()}, most_seconds=2 * HOUR)]


def all_e2e() -> list[str]:
    return [short(file) for file in files("tests/e2e/test_*.py")]


def with_env(make: Callable[[list[str]], list[Item]], names: list[str] | None = None, **env: str) -> Callable[[list[str]], list[Item]]:
    """The same items with these variables, and with time for them."""
    return lambda _: [Item(item.name, item.command, item.counted, {**item.env, **env}, item.cwd, 24 * HOUR) for item in make(names or [])]


def checked(name: str, *command: str) -> Callable[[list[str]], list[Item]]:
    return lambda _: [Item(name, list(command), None, most_seconds=4 * HOUR)]


RELEASE = [Stage(release_made), Stage(release_roots), Stage(release_read, "release")]

LONG = [
    Stage(checked("every_source", "bash", "-c", "source tools/setup.sh; build dev all")),  # every source by itself
    Stage(checked("tidy", PYTHON, "tools/tidy.py", "--all")),
    Stage(with_env(lambda _: [unittest("figures", "tests/figures_test.py", env=program("release"))], FIGURES_GAMES="20000"), "release"),
    Stage(with_env(lambda _: e2e("release"), CUBILETE_GAMES="200", ENGINE_MATCHES="10000", ENGINE_STEPS="10000000", EXACT_PAIRS="20000", LEARN_SECONDS="100"), "release", 3),
    Stage(with_env(lambda _: in_browsers(["game", "keyboard", "practice", "proven_matches", "rules", "windows"]), WHOLE_MATCHES="all"), "release", 3),
    Stage(sixth_game, "release"),
    Stage(every_proxy, "release"),
    Stage(on_debian_13),
    *RELEASE,
    Stage(lambda _: with_env(postgres, sorted(set(all_e2e()) - NEVER_ON_POSTGRES) + [short(file) for file in files("tests/postgres/test_*.py")],
                             CRASH_KILLS="500", DATABASE_KILLS="50", DATABASE_PROMOTIONS="20", CABLE_FAULTS="100")([]), "release", 3),
    Stage(with_env(cluster, CLUSTER_KILLS="100", JOINT_KILLS="30", DATABASE_KILLS="20", DATABASE_PROMOTIONS="10", DATABASE_AWAY_SECONDS="30",
                   CABLE_CUTS="6", CABLE_CUT_SECONDS="60", LINK_FAULTS="70", CLOCK_ROUNDS="10", SEND_STOPS="20", QUICK_PAIRS="1000"), "release", 4),
    Stage(threaded, "tsan", 2),
    Stage(lambda _: with_threads(all_e2e()), "tsan", 3),
    Stage(lambda _: [*of_ctest("strict", ["engine"], {"CUBILETE_FUZZ_MOVES": "1000000", "CUBILETE_TWIN_GAMES": "10000", "CUBILETE_ANALYSES": "2000"}, 24 * HOUR),
                     *of_ctest("strict", ["storage"], {"CUBILETE_SCORES": "10000000"}, 24 * HOUR),
                     *of_ctest("strict", ["protocol", "capi", "spar"]),
                     *of_ctest("strict", ["simulation"], {"CLUSTER_SIMULATIONS": "1000"}, 24 * HOUR),
                     # 60 million dice, a million shuffles
                     *of_ctest("strict", ["server"], {"CUBILETE_DRAWS": "10000000"}, 24 * HOUR)], "strict", 2),
    Stage(lambda _: [simulated(size, runs, 24 * HOUR) for size, runs in (("tiny", 10000), ("small", 1000), ("large", 20), ("huge", 1))],
          "release", 2),
    Stage(every("strict", {"CUBILETE_GAMES": "20"}), "strict", 3),
]

LINT = "doctest-dev python3 python3-numpy python3-websockets clang-format-14 clang-tidy-16 shellcheck mypy"  # findings depend on the version
RELEASED = "debian-archive-keyring dpkg-dev file g++-aarch64-linux-gnu git mmdebstrap postgresql python3-venv qemu-user-static skopeo"
IN_BROWSERS = "ca-certificates fonts-dejavu-core fonts-open-sans python3 python3-fastjsonschema python3-jsonschema"

PARTS = {
    "layers": Part("which layer may include which", "python3", [Stage(lambda _: [unittest("tests", "tests/layers_test.py")], quiet=True)]),
    "rulings": Part("every ruling and worked example of the rule book has a scenario or test, every reference exists, and GitHub accepts the forms",
                    "python3 python3-yaml",
                    [Stage(lambda _: [unittest("tests", "tests/rulings_test.py", "tests/references_test.py", "tests/project_test.py")], quiet=True)]),
    "schema": Part("the JSON Schema of the protocol, and the AsyncAPI document",
                   "python3 python3-fastjsonschema python3-jsonschema python3-yaml", [Stage(lambda _: [discovered("tests/schema")], quiet=True)]),
    "lint": Part("format, clang-tidy on changed files, types, shellcheck, unfinished work, lock files", LINT,
                 [Stage(lambda _: [Item("lint", ["tools/lint"], of_lines("^ok ", "^FAIL "), most_seconds=HOUR)], quiet=True)]),
    "scenarios": Part("scenarios of every game, played by the referee", "", [Stage(scenarios, "release")]),
    "fairness": Part("provable dice: the same results and verdicts in C++, JavaScript and Python", f"{E2E} {packages_of_node(20)}",
                     [Stage(fairness, "release", 2)]),
    "run": Part("./run builds and serves the page, and starts at once the second time; package and image of a release", "python3",
                [Stage(lambda _: [unittest("tests", "tests/run_test.py", "tests/packaging_test.py", "tests/tools_test.py")], "release")]),
    "figures": Part("the bots reach the rule book's figures, in an optimized build", "python3",
                    [Stage(lambda _: [unittest("tests", "tests/figures_test.py", env=program("release"), most_seconds=HOUR)], "release", quiet=True)]),
    "e2e": Part("the server over real sockets, with an independent client and bots in Python", f"{E2E} {packages_of_node(20)}",
                [Stage(lambda named: e2e("release", named), "release", 4)], "tests/e2e/test_{}.py".format),
    "crash": Part("kills, power cuts, failing and full disks during matches", E2E, [Stage(crash, "release")], "tests/crash/test_{}.py".format),
    "postgres": Part("the server on PostgreSQL: kills of both, faults of the cable, promotions, and tests of e2e on it",
                     f"{POSTGRES} {E2E} {packages_of_node(20)}", [Stage(postgres, "release", 3)], file_on_postgres),
    "cluster": Part("three servers on one PostgreSQL behind a balancer: matches across them, kills, cut cables, wrong clocks",
                    f"{POSTGRES} {E2E}", [Stage(cluster, "release", 4)], "tests/cluster/test_{}.py".format),
    "simulation": Part("clusters of 3 to 40 servers on one thread in simulated time, with faults of every kind, in an optimized build",
                       "doctest-dev", [Stage(lambda _: [simulated("large", 2), simulated("tiny", 200), simulated("small", 2)], "release", 2, quiet=True)]),
    "browser": Part("the page: its parts alone, then matches between two browsers; bots in JavaScript", f"{IN_BROWSERS} {packages_of_node(18)}",
                    [Stage(in_browsers, "release", int(os.environ.get("BROWSERS", "3")))],
                    lambda name: "tests/browser/unit" if name == "unit" else f"tests/browser/{name}.test.js"),
    "docker": Part("the image, read-only and without privileges, and the files for compose, the proxy and systemd",
                   f"buildah debootstrap crun docker-compose haproxy iproute2 systemd postgresql {E2E}",
                   [Stage(lambda _: [discovered("docker", under=["docker/check"])])]),
    "unit": Part("rules, protocol, storage and actors without sockets; under address and undefined behaviour sanitizers",
                 "doctest-dev postgresql",
                 [Stage(unit_of("server", "engine", "protocol", "capi", "spar", "simulation"), "asan", 2, quiet=True), Stage(unit_of("storage"), "asan")],
                 "tests/{}".format),
    "asan": Part("the code that reads from sockets and files, under the same sanitizers", f"doctest-dev {E2E}",
                 [Stage(lambda named: e2e("asan", named or WITH_STRANGERS, {"CUBILETE_GAMES": "2"}), "asan", 3)],
                 "tests/e2e/test_{}.py".format),
    "tsan": Part("actors and sockets with four threads under the thread sanitizer", f"doctest-dev postgresql {E2E}",
                 [Stage(threaded, "tsan", 2), Stage(with_threads, "tsan", 3)],
                 lambda name: f"tests/{name.removesuffix('_tests')}" if name.endswith("_tests") else f"tests/e2e/test_{name}.py"),
    "release": Part("the files of a release: made twice in clean clones, then installed, started and played in roots of their own",
                    f"{E2E} {RELEASED} {packages_of_node(20)}", RELEASE, "tests/release/test_{}.py".format, usual=False),
    "long": Part("before a release: all sources by clang-tidy, a million random moves and 10000 twin matches a game, 60 million provable dice,"
                 " 10 million scores in PostgreSQL, a thousand matches over sockets, every e2e test under both sanitizers and on PostgreSQL,"
                 " 500 kills of a server on PostgreSQL, 50 of the database, 20 promotions, 100 kills and longer faults in a cluster, every figure"
                 " of the bots, a sixth game in a copy, four reverse proxies, the part release, ./run and ./test unit on Debian 13",
                 f"doctest-dev postgresql {E2E} {LINT} {POSTGRES} apache2-bin haproxy {RELEASED} {IN_BROWSERS}"
                 f" {packages_of_node(20)}", LONG, usual=False),
}
