"""tools/release in a clean clone, on a machine where nothing is cached; then once more, where everything differs that must not count."""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The other tests read what is made here.
FOLDER = ROOT / "build/release-files"
FIRST, SECOND = FOLDER / "clone", FOLDER / "another folder/clone"
MOST_SECONDS = 30 * 60


def clone(place):
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, place], check=True)


def make(place, *words, **environment):
    """Runs tools/release there; returns its exit code and what it printed."""
    made = subprocess.run([place / "tools/release", *words], cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          env=os.environ | {"XDG_CACHE_HOME": str(FOLDER / "cache")} | environment)
    return made.returncode, made.stdout + made.stderr


def sums(folder):
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}


class Make(unittest.TestCase):
    def test_1_it_makes_everything_within_half_an_hour_and_publishes_nothing(self):
        if not os.environ.get("RELEASE_CACHED"):
            shutil.rmtree(FOLDER, ignore_errors=True)
        clone(FIRST)
        began = time.monotonic()
        code, said = make(FIRST)
        seconds = time.monotonic() - began
        print(f"{said}\ntools/release{' with a cache' if os.environ.get('RELEASE_CACHED') else ''}: {seconds / 60:.1f} min", flush=True)
        self.assertEqual(0, code)
        self.assertLess(seconds, MOST_SECONDS)
        for command in ("minisign -Sm", "git tag -s", "gh release create", "skopeo copy --all", "twine upload",
                        "npm publish ./dist/"):  # without ./ npm would look for a repository on GitHub
            self.assertIn(command, said)
        self.assertEqual("", subprocess.run(["git", "tag"], cwd=FIRST, check=True, capture_output=True, text=True).stdout)

    def test_2_elsewhere_later_with_other_settings_and_the_versions_of_the_first_it_makes_the_same_bytes(self):
        clone(SECOND)
        subprocess.run(["git", "config", "tar.umask", "0077"], cwd=SECOND, check=True)
        began = time.monotonic()
        previous = os.umask(0o077)
        try:
            code, said = make(SECOND, "--same-as", FIRST / "dist/BUILD-PACKAGES", CCACHE_DISABLE="1", LC_ALL="C.UTF-8", LANG="es_ES.UTF-8", TZ="Asia/Kolkata",
                              CXXFLAGS="-O1", SOURCE_DATE_EPOCH="1")
        finally:
            os.umask(previous)
        print(f"{said}\nthe second time: {(time.monotonic() - began) / 60:.1f} min", flush=True)
        self.assertEqual(0, code)
        self.assertEqual(sums(FIRST / "dist"), sums(SECOND / "dist"))

    def test_3_versions_that_cannot_be_had_are_named(self):
        wanted = FOLDER / "wanted"
        lines = (FIRST / "dist/BUILD-PACKAGES").read_text().splitlines()
        name, version, *rest = next(line for line in lines if line.startswith("libssl-dev ")).split()
        changed = [" ".join([name, f"{version}.9", *rest]) if line.startswith("libssl-dev ") else line for line in lines]
        wanted.write_text("\n".join(changed) + "\n")
        code, said = make(FIRST, "--same-as", wanted)
        self.assertEqual(1, code, said)
        self.assertRegex(said, rf"\n  libssl-dev {re.escape(version)}\.9 amd64; there is .*{re.escape(version)}")
        self.assertNotIn(" libdeflate-dev ", said)

    def test_4_a_changed_tree_or_a_wrong_word_is_refused(self):
        (FIRST / "new").write_text("")
        try:
            self.assertEqual((1, "The tree has changes that are in no commit.\n"), make(FIRST))
        finally:
            (FIRST / "new").unlink()
        code, said = make(FIRST, "--same")
        self.assertEqual(2, code)
        self.assertIn("tools/release --same-as FILE", said)


if __name__ == "__main__":
    unittest.main()
