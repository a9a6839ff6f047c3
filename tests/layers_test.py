"""Which layer may include which: engine <- protocol <- server -> storage, server <- spar, protocol <- capi. Inside the server a folder may
include only those before it in SERVER_FOLDERS. The web client knows only the protocol. And how much a class and a
function may have.
"""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"][^>"]+)[>"]', re.MULTILINE)
IMPORT = re.compile(
    r"""\b(?:import|export)\b[^;'"()=]*?\bfrom\s*['"]([^'"]+)|\bimport\s*\(?\s*['"]([^'"]+)"""
)
MAY_IMPORT = {"js": ("./", "node:"), "web-client": ("./", "../")}  # tests/browser/unit/imports.test.js looks closer
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)  # types are imported in comments
ASIO_ALIAS = re.compile(
    r"^\s*(?:namespace|using)\s+\w+\s*=\s*(?:::)?boost::asio\b|using\s+namespace\s+boost", re.MULTILINE
)

STANDARD = r"<[a-z_0-9]+"
POSIX = r"<(?:sys/)?[a-z_0-9]+\.h"
ENGINE = r'"engine/(?!games/[a-z_]+/).*'
GAME = r'"engine/games/{0}/.*'
A_VALUE = r'"protocol/(people|refused)\.hpp|"server/(room/seating|room/room_refusals|match/built_in_bots)\.hpp'
NO_DATABASE = [r'(?!<SQLiteCpp/|<sqlite3|<libpq|"storage/(?:sqlite|postgres)/|<spdlog/spdlog\.h|<spdlog/fmt/fmt\.h|"engine/games/|"games\.hpp|"bots\.hpp|"analyses\.hpp).*']
# Files that a file may include: the first row whose pattern matches its path counts; {0} is its game.
MAY_INCLUDE = [
    (r"engine/.*_test\.cpp", [r".*"]),
    (r"engine/games/([a-z_]+)/.*_wire\.[ch]pp", [STANDARD, ENGINE, GAME, r'"protocol/.*', r"<nlohmann/.*"]),
    (r"engine/games/([a-z_]+)/.*", [STANDARD, ENGINE, GAME]),
    (r"engine/.*", [STANDARD, ENGINE]),
    (r"protocol/text\.cpp", [STANDARD, r'"protocol/.*', r"<utf8proc\.h"]),
    (r"protocol/.*", [STANDARD, ENGINE, r'"protocol/.*', r"<nlohmann/.*", r'"(games|bots|analyses)\.hpp']),
    (r"capi/.*", [STANDARD, ENGINE, r'"protocol/.*', r'"capi/.*', r'"encodings\.hpp']),
    (r"storage/sqlite/.*", [STANDARD, POSIX, r'"storage/(?!postgres/).*', r"<SQLiteCpp/.*"]),
    (r"storage/postgres/connection\.cpp", [STANDARD, POSIX, r'"storage/(?!sqlite/).*', r"<libpq-fe\.h"]),
    (r"storage/postgres/.*", [STANDARD, r"<(?!libpq)(?:sys/)?[a-z_0-9]+\.h", r'"storage/(?!sqlite/).*']),
    (r"storage/backend\.cpp", [STANDARD, r'"storage/.*']),
    (r"storage/partial_file_lock\.cpp", [STANDARD, POSIX, r'"storage/(?:partial_file_lock|error)\.hpp']),
    (r"storage/.*", [STANDARD, r'"storage/(?!sqlite/|postgres/).*']),
    (r"server/core/spdlog\.hpp", [r"<spdlog/.*"]),
    (r"server/(room/seating\w*|room/room_refusals|match/built_in_bots)\.[ch]pp", [STANDARD, ENGINE, A_VALUE]),
    (r"server/.*", NO_DATABASE),
    (r"spar/.*", NO_DATABASE),
]
# A folder of the server may include itself and those before it; the root, which connects the parts, may include all.
SERVER_FOLDERS = ["core", "match", "history", "room", "admin", "lobby", "cluster", "site", "net", "commands"]
# The HTTP server, the WebSocket sessions, the links between nodes, the client of `cubilete verify`, and that of `cubilete spar`.
MAY_USE_BEAST = {"server/cluster/link.cpp", "server/net/http_server.cpp", "server/net/https_client.cpp", "server/net/ws_session.cpp", "spar/websocket_peer.cpp"}

MOST_MEMBERS, MOST_FUNCTIONS, MOST_LINES = 15, 30, 60  # of a class, of a class, of a function
MOST_INITIALIZERS = 15  # of a constructor
# Classes that make a value of a class, read a result of libpq, or take over the port of a node, before others have it.
MAY_SEE_ALL = {"Solver", "PostgresColumns", "Connection", "Mesh", "SimulatedLinks", "Network"}
# Values whose functions are short questions and steps, interfaces and their one implementation, a state that is data, and what has a
# function for each kind of write.
MAY_HAVE_MORE = {"Seating", "Match", "TypedMatch", "State", "MatchNotes", "Batch", "WriteStatements"}
THEIR_CONSTRUCTORS = re.compile(r"(Room)::\1\(")
CLASS = re.compile(r"(?<!enum )\b(?:class|struct)\s+(\w+)(?:\s+final)?\s*(?::[^;{]*)?\{")
NO_MEMBER = re.compile(r"(?:using|friend|typedef|enum|class|struct|static_assert|static constexpr)\b")


def without_texts(text: str) -> str:
    text = re.sub(r'R"(\w*)\(.*?\)\1"', '""', text, flags=re.DOTALL)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', '""', text)
    return re.sub(r"//[^\n]*|/\*.*?\*/|^\s*#[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE)


def block_end(text: str, begin: int) -> int:
    """The place of the brace that closes the one at `begin`."""
    depth = 0
    for place in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place
    return len(text)


def declarations(body: str) -> list[str]:
    """Returns the declarations of a class, without the content of braces, template arguments and default values."""
    found, now, place = [], "", 0
    while place < len(body):
        if body[place] == "{":
            place = block_end(body, place)
            now += "{}"
            if "(" in now and not re.match(r"\s*[;,]", body[place + 1:]):
                found.append(now)
                now = ""
        elif body[place] == ";":
            found.append(now)
            now = ""
        else:
            now += body[place]
        place += 1
    return [bare for each in found if (bare := without_arguments(each))]


def without_arguments(declaration: str) -> str:
    bare = re.sub(r"\b(public|private|protected)\s*:(?!:)|\[\[.*?\]\]", "", declaration)
    bare = re.sub(r"->|<=>|<<", " ", bare)
    while (shorter := re.sub(r"<[^<>]*>", "", bare)) != bare:
        bare = shorter
    return re.sub(r"^\s*template\s*", "", bare).partition("=")[0].strip()


def classes(text: str) -> dict[str, tuple[int, int]]:
    """The members and functions of each class and struct."""
    text = without_texts(text)
    found = {}
    for each in CLASS.finditer(text):
        declared = [one for one in declarations(text[each.end():block_end(text, each.end() - 1)]) if not NO_MEMBER.match(one)]
        functions = sum("(" in one for one in declared)
        found[each[1]] = (sum(1 + one.count(",") for one in declared if "(" not in one), functions)
    return found


def after_bracket(text: str, begin: int) -> int:
    """The place behind the bracket or brace that closes the one at `begin`."""
    depth = 0
    for place in range(begin, len(text)):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    return len(text)


def initializer_lists(text: str) -> list[tuple[str, int]]:
    """Each constructor that has one, with the number of its initializers."""
    text = without_texts(text)
    found = []
    for each in re.finditer(r"(?<![\w~])(\w+)\s*\(", text):
        place = after_bracket(text, each.end() - 1)
        number, separator = 0, re.compile(r"\s*(?:noexcept\s*)?:(?!:)")
        while begin := separator.match(text, place):
            member = re.compile(r"\s*[\w:]+(?:<[^;{}()]*>)?\s*(?=[({])").match(text, begin.end())
            if not member:
                break
            number, separator = number + 1, re.compile(r"(?:\s*\.\.\.)?\s*,")
            place = after_bracket(text, member.end())
        if number and re.compile(r"\s*\{").match(text, place):
            found.append((each[1], number))
    return found


def large_inner_functions(text: str) -> list[str]:
    """Those that are written in their class."""
    text = without_texts(text)
    found = []
    for each in CLASS.finditer(text):
        begin, end = each.end(), block_end(text, each.end() - 1)
        for brace in re.finditer(r"[{;]", text[begin:end]):
            place = each.end() + brace.start()
            if place < begin:
                continue
            head, begin = text[begin:place], place + 1
            if brace[0] == "{":
                begin = block_end(text, place) + 1
                lines = text.count("\n", place - len(head.lstrip()), begin)
                if "(" in head and lines >= MOST_LINES and not CLASS.search(head + "{"):
                    found.append(f"{each[1]}: {head.split(chr(10))[-1].strip()}")
    return found


def large_functions(text: str) -> list[str]:
    """Those at the beginning of a line."""
    found, begin, name = [], 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        if not name and re.match(r"[A-Za-z_~].*\(", line) and not re.match(r"(?:using|static_assert)\b", line):
            begin, name = number, line
        if line == "}" and number - begin >= MOST_LINES and name and not THEIR_CONSTRUCTORS.match(name):
            found.append(name)
        if line == "}" or line.endswith(";") and not line.startswith(" "):
            name = ""
    return found


def large(path: str, text: str) -> list[str]:
    found = [f"{path}: more than {MOST_LINES} lines: {name}" for name in large_functions(text) + large_inner_functions(text)]
    found += [f"{path}: {name} has {number} initializers" for name, number in initializer_lists(text) if number > MOST_INITIALIZERS]
    found += [f"{path}: the friend {name} sees all members" for name in re.findall(r"\bfriend (?:class|struct) (\w+)", text) if name not in MAY_SEE_ALL]
    for name, (members, functions) in classes(text).items():
        # A struct without functions is data.
        if name not in MAY_HAVE_MORE and functions > 0 and (members > MOST_MEMBERS or functions > MOST_FUNCTIONS):
            found.append(f"{path}: {name} has {members} members and {functions} functions")
    return found + [f"{path}: {outer}::{name} sees all members of {outer}" for outer, name in parts_that_see_all(text)]


def parts_that_see_all(text: str) -> list[tuple[str, str]]:
    """Nested classes that are defined apart and hold the class around them: pieces of it, not parts. One with a base is there for others."""
    text = without_texts(text)
    return [(each[1], each[2]) for each in re.finditer(r"^(?:struct|class) (\w+)::(\w+) \{", text, re.MULTILINE)
            if re.search(rf"(?<![:\w]){each[1]}\s*[&*]\s*\w+\s*;", text[each.end():block_end(text, each.end() - 1)])]


def offences(tree: dict[str, str]) -> list[str]:
    """The includes in the tree (path -> text) that break the rules."""
    found = []
    beast = []
    for path, text in sorted(tree.items()):
        if path.endswith((".hpp", ".cpp")):
            found += cpp_offences(path, text)
            if not path.endswith("_test.cpp"):
                found += large(path, text)
            if re.search(r"#\s*include\s*<boost/beast", text):
                beast.append(path)
        elif path.endswith((".js", ".mjs")):
            names = [a or b for a, b in IMPORT.findall(COMMENT.sub("", text))]
            found += [f"{path} imports {name}" for name in names if not name.startswith(MAY_IMPORT[path.split("/")[0]])]
    found += [f"{path} includes Beast" for path in beast if path not in MAY_USE_BEAST]
    return found


def cpp_offences(path: str, text: str) -> list[str]:
    found = []
    for pattern, allowed in MAY_INCLUDE:
        if match := re.fullmatch(pattern, path):
            allowed = "|".join(allowed).replace("{0}", "".join(match.groups()))
            for name in INCLUDE.findall(text):
                if not re.fullmatch(allowed, name) or "../" in name:
                    found.append(f"{path} includes {name[1:]}")
            break
    folder = re.fullmatch(r"server/([a-z]+)/.*", path)
    if folder:
        below = SERVER_FOLDERS[: SERVER_FOLDERS.index(folder[1]) + 1]
        for name in re.findall(r'"server/([^"]+)"', text):
            if name.split("/")[0] not in below:
                found.append(f"{path} includes server/{name}")
    if path not in ("server/core/net.hpp", "server/core/address.hpp") and ASIO_ALIAS.search(text):
        found.append(f"{path} names Asio again; server/core/net.hpp is the place for that")
    return found


def our_tree() -> dict[str, str]:
    tree = {}
    for layer in ("engine", "protocol", "storage", "server", "spar", "js", "web-client"):
        for path in (ROOT / layer).rglob("*"):
            if path.suffix in (".hpp", ".cpp", ".js", ".mjs") and "node_modules" not in path.parts:
                tree[path.relative_to(ROOT).as_posix()] = path.read_text()
    return tree


class Layers(unittest.TestCase):
    maxDiff = None

    def test_no_file_of_the_project_breaks_the_rules(self):
        tree = our_tree()
        self.assertTrue({"engine/rules.hpp", "protocol/codec.hpp", "storage/store.hpp"} <= tree.keys())
        self.assertEqual([], offences(tree))


class WhatIsAllowed(unittest.TestCase):
    def test_each_layer_may_include_itself_and_those_below(self):
        self.assertEqual([], offences({
            "engine/chance.cpp": '#include <vector>\n#include "engine/chance.hpp"\n',
            "engine/games/tres/tres.cpp": '#include "engine/games/tres/tres.hpp"\n#include "engine/cards.hpp"\n',
            "engine/games/tres/tres_wire.cpp": '#include "protocol/json.hpp"\n#include <nlohmann/json.hpp>\n',
            "engine/games/tres/tres_test.cpp": '#include <doctest/doctest.h>\n#include "protocol/match.hpp"\n',
            "protocol/match.cpp": '#include "engine/games/games.def"\n#include "games.hpp"\n',
            "protocol/json.hpp": '#include <nlohmann/json.hpp>\n',
            "storage/sqlite/database.cpp": '#include <SQLiteCpp/Database.h>\n#include <sqlite3.h>\n#include <sys/file.h>\n',
            "server/net/http_server.cpp": '#include <boost/beast.hpp>\n#include "storage/store.hpp"\n',
            "server/core/net.hpp": "#include <boost/asio.hpp>\nnamespace net = boost::asio;\n",
            "web-client/table.js": 'import { html } from "./lit.js";\nimport(`./games/${id}.js`);\n',
            "js/token_file.js": 'import { join } from "node:path";\nimport { key } from "./tokens.js";\n',
            "web-client/views/room.js": 'export * from "../rules.js";\n',
        }))


class WhatIsCaught(unittest.TestCase):
    def caught(self, path: str, *lines: str):
        self.assertEqual(1, len(offences({path: "\n".join(lines)})), f"{path}: {lines}")

    def test_the_engine_includes_only_itself_and_the_standard_library(self):
        for include in ('"protocol/json.hpp"', '"server/core/clock.hpp"', "<nlohmann/json.hpp>", '"engine/../a.hpp"'):
            self.caught("engine/dice.cpp", f"#include {include}")
            self.caught("engine/games/tres/tres.hpp", f"  #  include {include}")

    def test_a_game_includes_no_other_game_and_the_engine_no_game(self):
        self.caught("engine/games/tres/tres.cpp", '#include "engine/games/yahtzee/yahtzee.hpp"')
        self.caught("engine/rules.hpp", '#include "engine/games/yahtzee/yahtzee.hpp"')
        self.caught("engine/games/tres/tres_wire.cpp", '#include "server/room/room.hpp"')

    def test_the_protocol_includes_neither_server_nor_storage_nor_a_single_game(self):
        for include in ('"server/room/room.hpp"', '"storage/rows.hpp"', "<boost/asio.hpp>", '"engine/games/tres/tres.hpp"'):
            self.caught("protocol/codec.cpp", f"#include {include}")

    def test_storage_includes_no_game(self):
        for include in ('"engine/rules.hpp"', '"protocol/json.hpp"', "<nlohmann/json.hpp>", '"server/core/clock.hpp"'):
            self.caught("storage/store.cpp", f"#include {include}")

    def test_only_one_file_chooses_the_database(self):
        for path in ("storage/store.hpp", "storage/journal.hpp", "server/app.cpp", "server/commands/check.cpp"):
            self.caught(path, '#include "storage/sqlite/store.hpp"')
        for include in ("<SQLiteCpp/Database.h>", "<sqlite3.h>"):
            self.caught("storage/backend.cpp", f"#include {include}")
        self.assertEqual([], offences({"storage/backend.cpp": '#include "storage/sqlite/backend.hpp"'}))
        self.assertEqual([], offences({"storage/backend.cpp": '#include "storage/postgres/backend.hpp"'}))

    def test_one_file_knows_the_library_of_postgresql_and_no_database_knows_another(self):
        self.assertEqual([], offences({"storage/postgres/connection.cpp": "#include <libpq-fe.h>\n#include <poll.h>"}))
        for path in ("storage/postgres/lane.cpp", "storage/postgres/connection.hpp", "storage/backend.cpp", "server/app.cpp"):
            self.caught(path, "#include <libpq-fe.h>")
        self.caught("storage/sqlite/store.cpp", '#include "storage/postgres/store.hpp"')
        self.caught("storage/postgres/store.cpp", '#include "storage/sqlite/store.hpp"')

    def test_the_server_uses_the_database_only_through_storage_and_names_no_game(self):
        for include in ("<SQLiteCpp/Database.h>", "<sqlite3.h>", '"engine/games/tres/tres.hpp"'):
            self.caught("server/room/room.cpp", f"#include {include}")

    def test_only_sources_with_network_access_include_beast(self):
        beast = "#include <boost/beast/websocket.hpp>\n"
        self.caught("server/net/ws_session.hpp", beast)
        self.assertEqual(1, len(offences({f"server/net/{name}.cpp": beast for name in ("http_server", "ws_session", "outbox")})))

    def test_only_one_header_includes_spdlog(self):
        for include in ("<spdlog/spdlog.h>", "<spdlog/fmt/fmt.h>"):
            self.caught("server/room/room.cpp", f"#include {include}")

    def test_the_seating_of_a_room_is_a_value_without_asio_disk_or_json(self):
        for include in ('"protocol/json.hpp"', '"server/core/net.hpp"', '"storage/store.hpp"', '"server/room/room.hpp"'):
            self.caught("server/room/seating.cpp", f"#include {include}")

    def test_a_folder_of_the_server_includes_no_later_folder(self):
        for include in ("server/net/http_server.hpp", "server/lobby/lobby.hpp", "server/app.hpp"):
            self.caught("server/room/room.cpp", f'#include "{include}"')
        self.caught("server/core/log.cpp", '#include "server/match/table.hpp"')

    def test_a_class_has_few_members_and_functions(self):
        members = [f"    std::map<int, std::function<void(int)>> member{at}_{{}};" for at in range(16)]
        functions = [f"    int function{at}(int to = 1) const {{ return to; }}" for at in range(31)]
        self.caught("server/room/big.hpp", "class Big {", "  public:", "    Big();", *members, "};")
        self.caught("server/room/big.hpp", "struct Big : Small {", *functions, "};")
        self.caught("server/room/big.hpp", "struct Big {", "    void f();", "    int " + ", ".join(f"m{at}" for at in range(16)) + ";", "};")
        self.assertEqual([], offences({"server/room/big.hpp": "\n".join(["class Big {", *members[1:], *functions[1:], "};"])}))
        self.assertEqual([], offences({"server/room/data.hpp": "\n".join(["struct Data {", *members, *members, "};"])}))

    def test_a_function_has_few_lines(self):
        lines = ["    step();"] * 58
        self.assertEqual([], offences({"server/a.cpp": "\n".join(["void f() {", *lines, "}"])}))
        self.caught("server/a.cpp", "void f(int a,", "       int b) {", *lines, "}")

    def test_a_function_that_is_written_in_its_class_has_few_lines(self):
        lines = ["        step();"] * 58
        self.assertEqual([], offences({"server/a.hpp": "\n".join(["struct A {", "    void f() {", *lines, "    }", "};"])}))
        self.caught("server/a.hpp", "struct A {", "    int a = 1;", "    void f(int a,", "           int b) {", *lines, "    }", "};")

    def test_a_constructor_has_few_initializers(self):
        members = [f"m{at}_(std::move(m{at}))" for at in range(14)]
        self.assertEqual([], offences({"server/a.cpp": f"A::A(int m0) : B(m0), {', '.join(members)} {{}}"}))
        self.caught("server/a.cpp", f"A::A(int m0) noexcept : Base<B>{{m0}}, a_{{m0}}, {', '.join(members)} {{}}")
        self.caught("server/a.hpp", "struct A {", f"    explicit A(int m0) : a_(m0), b_(f(m0)), {', '.join(members)} {{}}", "};")

    def test_a_friend_does_not_see_all_members_of_a_class(self):
        self.caught("server/a.hpp", "class A {", "    friend class B;", "};")
        self.assertEqual([], offences({"server/a.hpp": "class A {\n    friend bool operator==(const A&, const A&) = default;\n};"}))

    def test_a_nested_class_does_not_see_all_members_of_the_class_around_it(self):
        self.caught("server/room/room_match.hpp", "struct Room::Matches {", "    Room& room;", "    void end() const;", "};")

    def test_asio_is_included_under_one_name(self):
        self.caught("server/room/room.hpp", "namespace asio = boost::asio;")
        self.caught("server/net/ws_session.cpp", "using Executor = boost::asio::any_io_executor;")

    def test_the_web_client_imports_only_its_own_files(self):
        self.caught("web-client/table.js", 'import { html } from "lit-html";')
        self.caught("web-client/table.js", "import 'https://example.org/a.js';")
        self.caught("web-client/games/tres.js", "import {", "  html,", "} from '/lit.js';")
        self.caught("web-client/app.js", 'const game = await import("lit-html");')

    def test_the_library_in_javascript_imports_only_its_own_files_and_node(self):
        self.caught("js/connection.js", "import { text } from '../web-client/core/names.js';")
        self.caught("js/connection.js", "import { WebSocket } from 'ws';")


if __name__ == "__main__":
    unittest.main()
