"""Chooses what ./test --changed [COMMIT] runs: the parts, or PART/NAME for one file of a part, affected by the files that changed since
COMMIT, uncommitted and untracked files included. Without COMMIT: since the branch left its upstream; without an upstream, since
HEAD; if nothing changed since HEAD, the last commit.

A file without a rule affects every part. The rules prefer too many parts: one too many costs minutes, one too few
hides an error.
"""

import re
import subprocess

from parts import PARTS, ROOT

EVERYTHING = tuple(name for name, part in PARTS.items() if part.usual)
CPP = ("lint", "layers", "rulings")
SOCKETS = ("e2e", "asan", "tsan")

# A pattern of paths, and the parts that a change there affects. {0} is the pattern's first group. The first
# matching row counts: the most specific one comes first, a general one covers the other files of the same folder.
CONCERNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"engine/games/([^/]+)/.*\.schema\.json", ("schema", "e2e/page", "e2e/games", "browser/unit")),
    (r"engine/games/([^/]+)/scenarios/.*", ("scenarios", "rulings", "unit/engine", "unit/protocol")),
    (r"engine/games/([^/]+)/.*\.[ch]pp", CPP + ("scenarios", "figures", "unit/engine", "unit/protocol", "e2e/games",
                                                 "e2e/built_in_bots", "browser/{0}", "tsan/games")),
    (r"engine/.*", CPP + ("scenarios", "figures", "unit", "e2e", "browser", "tsan")),
    (r"protocol/schema/.*|protocol/asyncapi.*|protocol/protocol.json|.*/protocol\.d\.ts", ("schema", "e2e", "unit/protocol", "browser/unit")),
    (r"protocol/README\.md", ("rulings", "schema", "unit/protocol", "e2e/page")),
    (r"protocol/.*\.[ch]pp", CPP + ("schema", "scenarios", "unit", "browser") + SOCKETS),
    (r"capi/.*", CPP + ("unit/capi", "e2e/engine")),
    (r"storage/.*", CPP + ("unit/storage", "unit/server", "crash", "postgres", "cluster", "e2e/history", "e2e/vault", "e2e/start",
                           "e2e/built_in_bots", "tsan")),
    (r"server/site/.*|server/net/.*", CPP + ("unit/server", "browser/invitation", "browser/client", "browser/history") + SOCKETS),
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
    (r"tests/(e2e|crash|postgres|cluster)/test_([a-z_]+)\.py", ("{0}/{1}",)),
    (r"tests/e2e/(proxies)\.py", ("e2e/{0}",)),
    (r"tests/e2e/.*", ("e2e", "crash", "postgres")),
    (r"tests/crash/.*", ("lint", "crash", "postgres")),
    (r"tests/postgres/.*", ("lint", "postgres", "cluster")),
    (r"tests/cluster/.*", ("lint", "cluster")),
    (r"tests/schema/.*", ("schema",)),
    (r"tests/fairness/.*cases\.json", ("lint", "fairness", "browser/proof", "browser/unit")),
    (r"tests/fairness/(lies|lying_proxy)\.py", ("lint", "fairness", "e2e/verify")),
    (r"tests/fairness/.*", ("lint", "fairness")),
    (r"tests/(engine|protocol|capi|storage|server|spar)/.*", ("lint", "rulings", "unit/{0}")),
    (r"tests/simulation/.*", ("lint", "rulings", "unit/simulation", "simulation")),
    (r"tests/(layers|project|references|rulings)_test\.py|tests/rule_book\.py", ("layers", "rulings")),
    (r"tests/figures_test\.py", ("figures",)),
    (r"tests/debian_13_test\.py|tests/release/.*|\.clang-(format|tidy)", ("lint",)),
    (r"tests/(run|packaging|tools)_test\.py|tools/.*|run|test", ("lint", "run")),
    (r"js/(connection|contributor\w*|fairness|sha256)\.js", ("lint", "fairness", "e2e/bots", "e2e/example", "e2e/spar_libraries", "browser")),
    (r"js/(cup|fairness_verify|own_notes).*", ("lint", "fairness", "browser/proof", "browser/proven_matches", "browser/unit")),
    (r"bots/.*/(cup|fairness).*", ("lint", "fairness", "browser/proven_matches")),
    (r"(js|bots/python/cubilete)/(connection|contributor|dice|latest_push|note|outcomes|own_|play|prompt_attempts|record|sights|tasks|verify).*",
     ("lint", "fairness", "e2e/bots", "e2e/example", "e2e/spar_libraries", "browser/bots", "browser/proven_matches",
      "browser/unit")),
    (r"bots/python/cubilete/engine\.py|bench/vec_env\.py", ("lint", "e2e/engine")),
    (r"bots/python/examples/.*", ("lint", "e2e/engine_examples")),
    (r"docs/engine\..*", ("lint", "rulings", "e2e/play", "e2e/engine")),
    (r"(js|bots)/.*", ("lint", "e2e/bots", "e2e/example", "e2e/spar_libraries", "browser/bots")),
    (r"docker/(alerts|grafana)\..*|docker/prometheus\.yml", ("docker", "e2e/alerts")),
    (r"packaging/.*", ("lint", "rulings", "run", "docker")),
    (r"docker/.*|docker-compose\.yml|\.dockerignore", ("lint", "rulings", "docker")),
    (r"\.github/workflows/.*", ("browser/workflows",)),
    (r"docs/rules\.md|\.github/.*|SECURITY\.md|CITATION\.cff", ("rulings",)),
    (r"docs/operating\.md|README\.md", ("rulings", "e2e/alerts", "e2e/readme", "e2e/proxies", "e2e/vault")),
    (r"docs/.*|bench/.*|LICENSE|\.gitignore|\.git-blame-ignore-revs|\.editorconfig|ARCHITECTURE\.md|CHANGELOG\.md|CONTRIBUTING\.md|.*/README\.md",
     ("lint", "rulings")),
)

def tests_of(word: str) -> list[str]:
    """The arguments of ./test for a word of a row; none if its file does not exist. `browser/pages` also selects
    browser/pages_phone and the like.
    """
    part, _, name = word.partition("/")
    file_of = PARTS[part].file_of
    if not name or file_of is None or (ROOT / file_of(name)).is_dir():
        return [word]
    before, after = file_of("*").split("*")
    found = [name] if (ROOT / file_of(name)).exists() else []
    found += sorted(str(file.relative_to(ROOT))[len(before):-len(after)] for file in ROOT.glob(file_of(name + "_*")))
    return [f"{part}/{one}" for one in found]


def concerned(files: list[str]) -> list[str]:
    """The arguments for ./test, in the order of the parts."""
    words: set[str] = set()
    for file in files:
        rows = ((found, named) for pattern, named in CONCERNS if (found := re.fullmatch(pattern, file)))
        found, named = next(rows, (None, ()))
        if not found:
            return list(EVERYTHING)
        words.update(test for word in named for test in tests_of(word.format(*found.groups())))
    whole = {word for word in words if "/" not in word}
    words = {word for word in words if word in whole or word.split("/")[0] not in whole}
    return sorted(words, key=lambda word: (EVERYTHING.index(word.split("/")[0]), word))


def git(*arguments: str) -> list[str]:
    ran = subprocess.run(["git", "-C", str(ROOT), *arguments], text=True, capture_output=True, timeout=60)
    if ran.returncode:
        raise SystemExit(f"git {' '.join(arguments)}: {ran.stderr.strip()}")
    return ran.stdout.splitlines()


def changed(commit: str | None) -> list[str]:
    """Files that differ from the commit; a renamed file with both names."""
    differing = ["diff", "--name-only", "--no-renames"]
    try:
        base = commit or git("merge-base", "HEAD", "@{upstream}")[0]
    except SystemExit:
        base = "HEAD"
    files = {*git(*differing, base), *git("ls-files", "--others", "--exclude-standard")}
    return sorted(files if files or commit else git(*differing, "HEAD~1", "HEAD"))
