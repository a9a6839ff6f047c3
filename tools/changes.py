#!/usr/bin/env python3
"""Prints the arguments for ./test --changed: the parts, or PART/NAME for one file of a part, that the changed files
affect.

tools/changes.py [COMMIT]   changes since COMMIT, with uncommitted and untracked files.
Without COMMIT: since the branch left its upstream; without an upstream, since HEAD; if nothing
changed since HEAD, the last commit.
tools/changes.py --files FILE...   the same for these files.

A file without a rule affects every part. The rules prefer too many parts: one too many costs minutes, one too few
hides an error.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The parts that ./test runs without arguments.
EVERYTHING = ("lint", "layers", "rulings", "schema", "scenarios", "fairness", "run", "figures", "e2e", "crash", "postgres", "cluster",
              "simulation", "browser", "docker", "unit", "asan", "tsan")
CPP = ("lint", "layers", "rulings")
SOCKETS = ("e2e", "asan", "tsan")

# A pattern of paths, and the parts that a change there affects. {0} is the pattern's first group. The first
# matching row counts.
CONCERNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"engine/games/([^/]+)/.*\.schema\.json", ("schema", "e2e/page", "e2e/games", "browser/unit")),
    (r"engine/games/([^/]+)/scenarios/.*", ("scenarios", "rulings", "unit/engine", "unit/protocol")),
    (r"engine/games/([^/]+)/.*\.[ch]pp", CPP + ("scenarios", "figures", "unit/engine", "unit/protocol", "e2e/games",
                                                 "e2e/built_in_bots", "browser/{0}", "tsan/games")),
    (r"engine/.*", CPP + ("scenarios", "figures", "unit", "e2e", "browser", "tsan")),
    (r"protocol/schema/.*|protocol/asyncapi.*|protocol/protocol.json", ("schema", "e2e", "unit/protocol", "browser/unit")),
    (r"protocol/README\.md", ("rulings", "schema", "unit/protocol", "e2e/page")),
    (r"protocol/.*\.[ch]pp", CPP + ("schema", "scenarios", "unit", "browser") + SOCKETS),
    (r"storage/.*", CPP + ("unit/storage", "unit/server", "crash", "postgres", "cluster", "e2e/history", "e2e/vault", "e2e/start",
                           "e2e/built_in_bots", "tsan")),
    (r"server/site/.*|server/net/.*", CPP + ("unit/server", "browser/door", "browser/client", "browser/history") + SOCKETS),
    (r"server/commands/.*", CPP + ("unit/server", "scenarios", "figures", "e2e", "run")),
    (r"server/cluster/.*", CPP + ("unit/server", "unit/simulation", "cluster", "simulation", "tsan")),
    (r"server/match/.*", CPP + ("unit/server", "fairness", "browser", "crash", "postgres") + SOCKETS),
    (r"server/.*", CPP + ("unit/server", "browser", "crash", "postgres", "cluster") + SOCKETS),
    (r"spar/.*", CPP + ("unit/spar", "e2e/spar", "e2e/spar_libraries")),
    (r"web-client/games/([a-z]+).*", ("lint", "browser/unit", "browser/{0}", "browser/rules", "browser/result",
                                      "browser/windows", "browser/keyboard", "browser/tongues", "browser/pages",
                                      "browser/proven_matches", "browser/reflow")),
    (r"web-client/.*", ("lint", "browser", "e2e/http", "e2e/pages", "unit/server")),
    (r"tests/browser/(unit)/.*", ("lint", "browser/unit")),
    (r"tests/browser/([a-z_]+)\.test\.js", ("lint", "browser/{0}")),
    (r"tests/browser/.*", ("lint", "browser")),
    (r"tests/e2e/test_([a-z_]+)\.py", ("e2e/{0}",)),
    (r"tests/e2e/(proxies)\.py", ("e2e/{0}",)),
    (r"tests/e2e/.*", ("e2e", "crash", "postgres")),
    (r"tests/crash/test_([a-z_]+)\.py", ("crash/{0}",)),
    (r"tests/crash/.*", ("lint", "crash", "postgres")),
    (r"tests/postgres/test_([a-z_]+)\.py", ("postgres/{0}",)),
    (r"tests/postgres/.*", ("lint", "postgres", "cluster")),
    (r"tests/cluster/test_([a-z_]+)\.py", ("cluster/{0}",)),
    (r"tests/cluster/.*", ("lint", "cluster")),
    (r"tests/schema/.*", ("schema",)),
    (r"tests/fairness/.*cases\.json", ("lint", "fairness", "browser/proof", "browser/unit")),
    (r"tests/fairness/(lies|lying_proxy)\.py", ("lint", "fairness", "e2e/verify")),
    (r"tests/fairness/.*", ("lint", "fairness")),
    (r"tests/(engine|protocol|storage|server|spar)/.*", ("lint", "rulings", "unit/{0}")),
    (r"tests/simulation/.*", ("lint", "rulings", "unit/simulation", "simulation")),
    (r"tests/(layers|references|rulings)_test\.py|tests/rule_book\.py", ("layers", "rulings")),
    (r"tests/figures_test\.py", ("figures",)),
    (r"tests/debian_13_test\.py", ("lint",)),
    (r"tests/(run|tools)_test\.py|tools/.*|run", ("lint", "run")),
    (r"test", ("lint", "run")),
    (r"bots/js/(connection|contributor\w*|fairness|sha256)\.js", ("lint", "fairness", "e2e/bots", "e2e/example", "e2e/spar_libraries", "browser")),
    (r"bots/js/(fairness_verify|own_notes).*", ("lint", "fairness", "browser/proof", "browser/proven_matches", "browser/unit")),
    (r"bots/.*/fairness.*", ("lint", "fairness", "browser/proven_matches")),
    (r"bots/(js|python/cubilete)/(connection|contributor|dice|newest|note|own_|play|record|verify).*",
     ("lint", "fairness", "e2e/bots", "e2e/example", "e2e/spar_libraries", "browser/bots", "browser/proven_matches",
      "browser/unit")),
    (r"bots/.*", ("lint", "e2e/bots", "e2e/example", "e2e/spar_libraries", "browser/bots")),
    (r"docker/.*|docker-compose\.yml|\.dockerignore|packaging/.*", ("lint", "docker")),
    (r"docs/rules\.md", ("rulings",)),
    (r"docs/operating\.md|README\.md", ("rulings", "e2e/readme", "e2e/proxies")),
    (r"docs/.*|bench/.*|LICENSE|\.gitignore|\.git-blame-ignore-revs|\.editorconfig|CHANGELOG\.md|CONTRIBUTING\.md|.*/README\.md",
     ("lint", "rulings")),
    (r"\.clang-(format|tidy)", ("lint",)),
)

# The files with the tests of a part, one per item. `browser/pages` also selects browser/pages_phone and the
# like.
FILES_OF = {"e2e": "tests/e2e/test_{}.py", "asan": "tests/e2e/test_{}.py", "tsan": "tests/e2e/test_{}.py",
            "crash": "tests/crash/test_{}.py", "postgres": "tests/postgres/test_{}.py", "cluster": "tests/cluster/test_{}.py",
            "browser": "tests/browser/{}.test.js"}


def tests_of(word: str) -> list[str]:
    """The arguments of ./test for a word of a row; none if its file does not exist."""
    part, _, name = word.partition("/")
    if not name or part == "unit" or name == "unit":
        return [word]
    pattern = FILES_OF[part]
    found = [name] if (ROOT / pattern.format(name)).exists() else []
    start = len(pattern.split("{}")[0].rsplit("/", 1)[-1])
    end = len(pattern.split("{}")[1])
    found += sorted(file.name[start:-end] for file in ROOT.glob(pattern.format(name + "_*")))
    return [f"{part}/{one}" for one in found]


def concerned(files: list[str]) -> list[str]:
    """The arguments for ./test, in the order of the parts."""
    words: set[str] = set()
    for file in files:
        matches = [(found, named) for pattern, named in CONCERNS if (found := re.fullmatch(pattern, file))]
        if not matches:
            return list(EVERYTHING)
        # The most specific row comes first; a general row covers the other files of the same folder.
        found, named = matches[0]
        for word in named:
            words.update(tests_of(word.format(*found.groups())))
    whole = {word for word in words if "/" not in word}
    words = {word for word in words if word in whole or word.split("/")[0] not in whole}
    return sorted(words, key=lambda word: (EVERYTHING.index(word.split("/")[0]), word))


def git(*arguments: str) -> list[str]:
    ran = subprocess.run(["git", "-C", str(ROOT), *arguments], text=True, capture_output=True, timeout=60)
    if ran.returncode:
        raise SystemExit(f"git {' '.join(arguments)}: {ran.stderr.strip()}")
    return ran.stdout.splitlines()


def upstream() -> str | None:
    ran = subprocess.run(["git", "-C", str(ROOT), "merge-base", "HEAD", "@{upstream}"], text=True, capture_output=True,
                         timeout=60)
    return ran.stdout.strip() if ran.returncode == 0 else None


def changed(since: str | None) -> list[str]:
    """Files that differ from the commit; a renamed file with both names."""
    untracked = git("ls-files", "--others", "--exclude-standard")
    if since:
        return sorted({*git("diff", "--name-only", "--no-renames", since), *untracked})
    base = upstream() or "HEAD"
    files = {*git("diff", "--name-only", "--no-renames", base), *untracked}
    return sorted(files or git("diff", "--name-only", "--no-renames", "HEAD~1", "HEAD"))


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["--files"]:
        names = words[1:]
    elif len(words) <= 1:
        names = changed(words[0] if words else None)
    else:
        raise SystemExit("usage: tools/changes.py [COMMIT] or tools/changes.py --files FILE...")
    print("\n".join(concerned(names)))
