"""Every reference exists: in comments and pages to pages, their headings, links and the numbers of the rule book; in the
list of files from which the image is built."""

import os
import re
import unittest
from pathlib import Path

from tests import rule_book
from tests.rule_book import ROOT

# Generated, downloaded or copied files, and the examples of this test.
FOREIGN = {".git", "node_modules", "vendor", "__pycache__", "build", "data", "dist", "shots", ".mypy_cache"}
MADE = {"NOTES.md", "dist/NOTES.md"}  # by tools/release
OWN_EXAMPLES = {"tests/references_test.py", "tests/rulings_test.py"}
TEXTS = {".cpp", ".hpp", ".py", ".js", ".mjs", ".md", ".sh", ".yaml", ".yml", ".css", ".html", ".sql", ".cmake", ".txt", ".def", ""}

# Names of pages that were never in this repository. In small letters, so that this line does not match
# itself.
ELSEWHERE = "rules protocol reliability design anchors findings house fairness speed cluster".upper().split()
PAGE_ELSEWHERE = re.compile(rf"(?<![\w/.'\"-])(?:{'|'.join(ELSEWHERE)})(?:\.md\b|(?!\.\w|[\w/'\"(\[-]|\s*[=:]))")

MARGIN = re.compile(r"\n[ \t]*(?:///?<?|\*|#)?[ \t]*")
PAGE = r"(?<![\w/.@-])((?:[\w.-]+/|\.\./)*[\w-]+\.md)\b"
FRAGMENT = re.compile(PAGE + r"#([\w-]+)")
SECTIONS = re.compile(PAGE + r",? sections? (\d+(?:(?:, | and | to )\d+)*)")
NUMBER = r"(?:R\d\.\d+|[AC]\d+|\d-\d+|\d(?:\.\d+)?)(?![\w-])"
NUMBERS = re.compile(rf"docs/rules\.md,? ({NUMBER}(?:(?:, | and ){NUMBER})*)")
RULING = re.compile(r"\bR\d\.\d+\b")
LINK = re.compile(r"\]\(([^)\s]+)(?: \"[^\"]*\")?\)|\b(?:src|href)=\"([^\"]+)\"")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def texts_of_the_repository():
    """Path -> text of every hand-written file."""
    found = {}
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in FOREIGN]
        for name in names:
            path = Path(folder, name)
            if path.suffix in TEXTS and not path.is_symlink():
                try:
                    found[str(path.relative_to(ROOT))] = path.read_text()
                except UnicodeDecodeError:
                    pass
    return found


def headings(page):
    return re.findall(r"^#+ (.+?)\s*$", re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)


def anchors(page):
    """The names under which links find the headings of a page."""
    found = set()
    for heading in headings(page):
        plain = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(" ", "-")
        name, again = plain, 0
        while name in found:
            again += 1
            name = f"{plain}-{again}"
        found.add(name)
    return found


def counted(numbers):
    """Reads "2, 3 and 9 to 11" as 2, 3, 9, 10, 11."""
    for part in re.split(r", | and ", numbers):
        first, *last = (int(number) for number in part.split(" to "))
        yield from range(first, (last or [first])[0] + 1)


class References:
    """The references in the files (path -> text). `exists` returns true for an existing file that is not among them."""

    def __init__(self, files, book, exists=lambda path: False):
        self.files = files
        self.book = book
        self.exists = exists

    def found(self, path, page):
        """The path of the page to which a file refers: from the root, or from the file's own folder."""
        beside = os.path.normpath(os.path.join(os.path.dirname(path), page))
        return next((name for name in (page, beside) if name in self.files), None)

    def offences(self, path):
        text = MARGIN.sub(" ", self.files[path])
        for name in PAGE_ELSEWHERE.findall(text):
            yield f"{path} refers to {name}, which is elsewhere"
        if ".md" in text:
            yield from self.lost_pages(path, text)
        for number in self.cited(text):
            if number not in self.book.numbers():
                yield f"{path} refers to {number} of the rule book"
        if path.endswith(".md"):
            yield from self.broken_links(path)

    def lost_pages(self, path, text):
        for page, anchor in FRAGMENT.findall(text):
            at = self.found(path, page)
            if at is None or anchor not in anchors(self.files[at]):
                yield f"{path} refers to {page}#{anchor}"
        for page, numbers in SECTIONS.findall(text):
            at = self.found(path, page)
            there = {int(found[1]) for each in headings(self.files.get(at, "")) if (found := re.match(r"(\d+)\. ", each))}
            for number in counted(numbers):
                if number not in there:
                    yield f"{path} refers to {page}, section {number}"
        for page in set(re.findall(PAGE, text)) - MADE:
            if self.found(path, page) is None:
                yield f"{path} refers to {page}"

    def cited(self, text):
        numbers = [number for each in NUMBERS.findall(text) for number in re.findall(NUMBER, each)]
        return numbers + RULING.findall(text)

    def broken_links(self, path):
        for markdown, html in LINK.findall(CODE.sub("", self.files[path])):
            link = markdown or html
            if re.match(r"[a-z]+:", link):
                continue
            name, _, anchor = link.partition("#")
            to = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
            if to not in self.files and not self.exists(to):
                yield f"{path} links to {link}"
            elif anchor and anchor not in anchors(self.files.get(to, "")):
                yield f"{path} links to {link}"


class EveryReference(unittest.TestCase):
    maxDiff = None

    def test_exists(self):
        files = texts_of_the_repository()
        references = References(files, rule_book.read(rule_book.PAGE.read_text()), lambda path: (ROOT / path).exists())
        offences = [offence for path in sorted(files.keys() - OWN_EXAMPLES) for offence in references.offences(path)]
        self.assertEqual([], offences)


class TheFilesOfTheImage(unittest.TestCase):
    def test_every_name_in_dockerignore_exists_and_every_folder_that_is_built_is_among_them(self):
        names = set(re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE))
        self.assertEqual([], sorted(name for name in names if not (ROOT / name).exists()))
        built = re.findall(r"^add_subdirectory\((\w+)\)$", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)
        self.assertEqual([], sorted(set(built) - names))


class HowReferencesAreRead(unittest.TestCase):
    def offences(self, path, text):
        book = rule_book.read("## 0. One\n### 0.1 Rulings\n- **A1** a\n- **R0.1** b\n\n| 0-1 | c | d |\n")
        pages = {"docs/rules.md": "## 0. One\n", "wire/README.md": "# Wire\n## 1. Here\n## 2. There, `and` now\n"}
        return list(References({**pages, path: text}, book, lambda path: path == "picture.webp").offences(path))

    def check(self, path, good, bad):
        for text in good:
            self.assertEqual([], self.offences(path, text), text)
        for text in bad:
            self.assertNotEqual([], self.offences(path, text), text)

    def test_a_page_outside_of_the_repository(self):
        good = ["const SPEED = 3;", "PROTOCOL_ERROR", '"/RULES/tres"', "// the rules of the house", "SPEED.fast", "SPEED[0]"]
        bad = ["/// As it goes (PROTOCOL 2).", "// (RULES.md 3, A1)", "/// those of\n/// PROTOCOL.", "# see FINDINGS B9", "// HOUSE.md"]
        self.check("a/b.cpp", good, bad)

    def test_a_number_of_the_rule_book(self):
        good = ["/// (docs/rules.md 0.1, R0.1 and A1)", "// docs/rules.md 0", "// docs/rules.md 0-1: so", "// R0.1", "// docs/rules.md"]
        bad = ["/// (docs/rules.md\n/// 0.2)", "// docs/rules.md R0.1, A2", "// R0.3", "// docs/rules.md 0-2", "// docs/rules.md 7"]
        self.check("a/b.cpp", good, bad)

    def test_a_page_and_its_section(self):
        good = ["// wire/README.md, section 2", "# wire/README.md, sections 1 and 2", "// wire/README.md"]
        bad = ["// wire/README.md,\n// section 3", "// wire/README.md, sections 1 to 3", "// lost/README.md", "// wire/README.md#3-now"]
        self.check("a/b.cpp", good, bad)

    def test_a_link(self):
        good = ["[a](wire/README.md#2-there-and-now)", "[a](#own)\n## Own", '<img src="picture.webp" />', "[a](https://b.c)", "`[a](b)`"]
        bad = ["[a](wire/README.md#2-there)", "[a](#other)\n## Own", '<img src="lost.webp" />', "[a](nowhere)"]
        self.check("README.md", good, bad)
