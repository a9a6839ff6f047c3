"""The files with which the project presents itself: one version everywhere, and forms that GitHub accepts."""

import json
import re
import subprocess
import tomllib
import unittest
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
VERSION = re.search(r"^project\(cubilete VERSION (\d+\.\d+\.\d+) ", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


def document(path):
    return yaml.safe_load((ROOT / path).read_text())


class Version(unittest.TestCase):
    def test_program_libraries_and_citation_have_the_same_version(self):
        versions = {
            "bots/python/pyproject.toml": tomllib.loads((ROOT / "bots/python/pyproject.toml").read_text())["project"]["version"],
            "js/package.json": json.loads((ROOT / "js/package.json").read_text())["version"],
            "CITATION.cff": document("CITATION.cff")["version"],
        }
        self.assertEqual(dict.fromkeys(versions, VERSION), versions)

    def test_the_library_in_javascript_says_one_least_version_of_node(self):
        least = json.loads((ROOT / "js/package.json").read_text())["engines"]["node"].removeprefix(">=")
        self.assertGreaterEqual(int(least), 20)  # before that, a module had no `crypto`
        for path in ("js/cubilete.js", "js/README.md"):
            self.assertEqual([least], re.findall(r"Node (\S+) or newer", (ROOT / path).read_text()), path)

    def test_compose_names_this_minor_version_and_every_other_image_by_a_major_version_at_least(self):
        services = document("docker-compose.yml")["services"]
        own = [service["image"] for service in services.values() if "build" in service]
        minor = VERSION.rpartition(".")[0]
        for image in own:
            self.assertRegex(image, rf"^\$\{{CUBILETE_IMAGE:-(\S+/)?cubilete:{re.escape(minor)}\}}$")
        others = {service["image"] for service in services.values()} - set(own)
        self.assertEqual(["caddy", "haproxy", "postgres", "prometheus"], sorted(re.search(r"([^/]+):v?\d+[\d.]*$", image)[1] for image in others))

    def test_the_page_for_operators_says_the_default_image(self):
        default = re.search(r"CUBILETE_IMAGE:-(.+)\}", (ROOT / "docker-compose.yml").read_text())[1]
        self.assertIn(f"| `CUBILETE_IMAGE` | the image; `{default}` ", (ROOT / "docs/operating.md").read_text())

    def test_compose_and_the_page_for_operators_say_the_memory_that_the_defaults_of_the_limits_stand_for(self):
        page = (ROOT / "docs/operating.md").read_text()
        limits = re.findall(r"^\| `--most-\w+` \| `(\d+)` \| .+?, (\d+) KiB each;", page, re.MULTILINE)
        self.assertEqual(2, len(limits))
        total = round(sum(int(number) * int(size) for number, size in limits) / 1024)
        for text in (page, (ROOT / "docker-compose.yml").read_text()):
            self.assertEqual([str(total)], re.findall(r"(\d+) MiB\W+(?:for )?10,000 rooms", text))


def without_subject(text):
    """The numbers of the lines where a comment begins with "What" or "The same": it names no subject, or leans on another comment."""
    found, inside = [], False
    for number, line in enumerate(text.splitlines(), 1):
        whole = re.match(r"\s*(?://[/!]?<?|/\*\*?|\*(?!/)|#(?!!))\s*(.*)", line)
        said = whole or re.search(r"\s(?://[/!]?<?|#)\s+(.*)", line)
        begins = said and not (whole and inside) and re.match(r"(What|The same)\b", said[1])
        if begins or re.match(r'\s*"""(What|The same)\b', line):
            found.append(number)
        inside = bool(whole and whole[1])
    return found


class Comments(unittest.TestCase):
    def test_each_begins_with_its_subject(self):
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, text=True, check=True, capture_output=True).stdout.split()
        for path in listed:
            if re.search(r"\.([hc]pp|h|js|py|sh)$", path) and "/vendor/" not in path:
                with self.subTest(path):
                    self.assertEqual([], without_subject((ROOT / path).read_text()))

    def test_those_that_do_not_are_found(self):
        for begin in ("/// ", "int a = 0;  ///< ", "/** ", "# ", '    """'):
            for words in ("What it holds.", "The same as b."):
                self.assertEqual([1], without_subject(begin + words), begin)
        self.assertEqual([], without_subject("/// Returns for a row\n/// What a second line may begin with.\n"))
        self.assertEqual([2], without_subject("/**\n * What it holds.\n */"))


class Citation(unittest.TestCase):
    def test_it_has_what_the_format_1_2_0_requires_and_the_licence_and_authors_of_the_project(self):
        citation = document("CITATION.cff")
        self.assertEqual(("1.2.0", "software", "MIT"), tuple(citation[key] for key in ("cff-version", "type", "license")))
        self.assertTrue(citation["message"] and citation["title"])
        licence = (ROOT / "LICENSE").read_text()
        self.assertTrue(licence.startswith("MIT License"))
        for author in citation["authors"]:
            self.assertIn(author["name"], licence)
        known = {"abstract", "authors", "cff-version", "keywords", "license", "message", "title", "type", "version"}
        self.assertEqual(set(), citation.keys() - known)


# Names that GitHub accepts below `attributes`, and those that it requires there.
INPUTS = {
    "markdown": ({"value"}, {"value"}),
    "input": ({"label", "description", "placeholder", "value"}, {"label"}),
    "textarea": ({"label", "description", "placeholder", "value", "render"}, {"label"}),
    "dropdown": ({"label", "description", "multiple", "options", "default"}, {"label", "options"}),
    "checkboxes": ({"label", "description", "options"}, {"label", "options"}),
}


def faults(form):
    """Yields the reasons for which GitHub would refuse a form for issues."""
    for key in ("name", "description", "body"):
        if not form.get(key):
            yield f"no {key}"
    if unknown := form.keys() - {"name", "description", "title", "body", "labels", "assignees", "projects", "type"}:
        yield f"unknown: {unknown}"
    body = form.get("body") or []
    if all(element["type"] == "markdown" for element in body):
        yield "nothing to fill in"
    for words in ([element.get("id") for element in body], [element["attributes"].get("label") for element in body]):
        named = [word for word in words if word]
        if len(set(named)) < len(named):
            yield f"twice: {named}"
    for element in body:
        allowed, required = INPUTS.get(element["type"], (set(), {"a known type"}))
        attributes = element["attributes"]
        if attributes.keys() - allowed or required - {key for key, value in attributes.items() if value}:
            yield f"{element['type']} has {sorted(attributes)}"
        if element.keys() - {"type", "attributes"} - (set() if element["type"] == "markdown" else {"id", "validations"}):
            yield f"{element['type']}: {sorted(element)}"
        if not re.fullmatch(r"[\w-]+", element.get("id", "none"), re.ASCII):
            yield f"id {element['id']}"
        options = attributes.get("options", [])
        if element["type"] == "dropdown" and not all(isinstance(option, str) and option.lower() != "none" for option in options):
            yield f"options {options}"  # an unquoted yes or 1 is no text, and GitHub adds a None of its own
        if len(set(map(str, options))) < len(options):
            yield f"options twice: {options}"
        if not isinstance(element.get("validations", {}).get("required", False), bool):
            yield f"required: {element['validations']}"


class IssueForms(unittest.TestCase):
    forms = {path.name: document(path) for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml"}

    def test_github_accepts_them(self):
        self.assertEqual({"bug.yml", "rules.yml", "wish.yml"}, set(self.forms))
        self.assertEqual({name: [] for name in self.forms}, {name: list(faults(form)) for name, form in self.forms.items()})
        self.assertEqual(len(self.forms), len({form["name"] for form in self.forms.values()}))
        self.assertEqual({"blank_issues_enabled": False}, document(".github/ISSUE_TEMPLATE/config.yml"))

    def test_a_fault_in_a_form_is_found(self):
        def form(**element):
            return {"name": "n", "description": "d", "body": [{"type": "input", "id": "one", "attributes": {"label": "l"}} | element]}

        self.assertEqual([], list(faults(form())))
        for wrong in ({"type": "text"}, {"id": "a b"}, {"attributes": {}}, {"attributes": {"label": "l", "options": ["a"]}}, {"required": True},
                      {"validations": {"required": "yes"}}, {"type": "markdown", "attributes": {"value": "v"}},
                      {"type": "dropdown", "attributes": {"label": "l", "options": ["a", True]}},
                      {"type": "dropdown", "attributes": {"label": "l", "options": ["a", "a"]}}):
            self.assertNotEqual([], list(faults(form(**wrong))), wrong)
        self.assertNotEqual([], list(faults(form() | {"body": form()["body"] * 2})))

    def test_the_form_about_rules_names_every_game_of_the_rule_book(self):
        games = re.findall(r"^## \d\. (.+)$", (ROOT / "docs/rules.md").read_text(), re.MULTILINE)
        (named,) = (element["attributes"]["options"] for element in self.forms["rules.yml"]["body"] if element.get("id") == "game")
        self.assertEqual(sorted(games), sorted(named))

    def test_a_form_in_which_a_secret_could_be_told_asks_to_report_it_privately(self):
        for name in ("bug.yml", "rules.yml"):
            self.assertIn("(../security/advisories/new)", self.forms[name]["body"][0]["attributes"]["value"])


if __name__ == "__main__":
    unittest.main()
