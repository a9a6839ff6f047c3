#include "server/site/modules.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace cubilete::server;

namespace {

std::string joined(const std::vector<SourceFile>& client, std::string_view path) {
    const std::vector<JoinedFile> files = joined_modules(client);
    const auto found = std::ranges::find(files, path, &JoinedFile::path);
    return found == files.end() ? "" : found->bytes;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string failure_of(const std::vector<SourceFile>& client) {
    try {
        joined_modules(client);
    } catch (const std::runtime_error& wrong) {
        return wrong.what();
    }
    return "";
}

}  // namespace

TEST_CASE("app.js and all that it imports become one module, in the order in which they need each other") {
    const std::string text = joined(
        {{"app.js",
          "import { a as first } from './core/a.js';\n"
          "import * as icons from './ui/icons.js';\nfirst(icons.cup);\n"},
         {"core/a.js", "export function a() {}\nexport const b = 1;\n"},
         {"ui/icons.js", "import { b } from '../core/a.js';\nexport const { cup, die: cube } = f(b);\n"}},
        "all.js");
    const std::size_t a = text.find("// ---- core/a.js\nconst $core_a = await (async () => {");
    const std::size_t icons = text.find("// ---- ui/icons.js\n");
    const std::size_t app = text.find("// ---- app.js\n");
    REQUIRE(std::max({a, icons, app}) != std::string::npos);
    CHECK(a < icons);
    CHECK(icons < app);
    CHECK(has(text, "function a() {}\nconst b = 1;\n\nreturn { a, b, };"));
    CHECK(has(text, "const { b} = $core_a; \n\nconst { cup, die: cube } = f(b);\n\nreturn { cup, cube, };"));
    CHECK(has(text, "const { a: first} = $core_a; const icons = $ui_icons;"));
    CHECK(has(text, "$core_a as core_a, "));
}

TEST_CASE("a folder of a part becomes a module of its own, loaded with what it imports") {
    const std::vector<SourceFile> client{
        {"app.js", "import './core/a.js';\nconst part = () => import('./ui/room/room.js');\n"},
        {"core/a.js", "export const a = import.meta.url;\n"},
        {"ui/room/room.js", "import { s } from './seats.js';\nimport { c } from '../chart/chart.js';\n"},
        {"ui/room/seats.js", "import { a } from '../../core/a.js';\nexport const s = a;\n"},
        {"ui/chart/chart.js", "export const c = 1;\n"}};
    CHECK(has(joined(client, "all.js"),
              "() => Promise.all([import('./ui/room/all.js'), import('./ui/chart/all.js')]).then(([all]) => "
              "all.room);"));
    CHECK(has(joined(client, "all.js"), "const a = new URL('./core/a.js', import.meta.url).href;"));
    const std::string room = joined(client, "ui/room/all.js");
    CHECK(has(room, "import { core_a as $core_a } from '../../all.js';\n"));
    CHECK(has(room, "import { chart as $ui_chart_chart } from '../chart/all.js';\n"));
    CHECK(has(room, "export { $ui_room_seats as seats, $ui_room_room as room, };"));
}

TEST_CASE("a game is found by its folder; words stay alone, with what they import") {
    const std::vector<SourceFile> client{
        {"app.js", "import './i18n/words.js';\nconst view = (game) => import(`./games/${game}/table.js`);\n"},
        {"games/tres/table.js", "export default { a: 1 };\n"},
        {"i18n/words.js", "import { language } from './language.js';\nawait import(`./${language}.js`);\n"},
        {"i18n/language.js", "export const language = 'en';\n"},
        {"i18n/en.js", "import { language } from './language.js';\n"}};
    const std::string all = joined(client, "all.js");
    CHECK(has(all, "import(`./games/${game}/all.js`).then((all) => all.table);"));
    CHECK(has(all, "import * as $i18n_language from './i18n/language.js';\n"));
    CHECK(has(all, "await import(`./i18n/${language}.js`);"));
    CHECK(has(joined(client, "games/tres/all.js"),
              "const $default = { a: 1 };\n\nreturn { default: $default, };"));
    CHECK(joined_modules(client).size() == 2);
}

TEST_CASE("a worker has in its file what it imports, and the page keeps these modules in its own files") {
    const std::vector<SourceFile> client{
        {"app.js", "const part = () => import('./ui/cup/cup.js');\n"},
        {"ui/cup/cup.js", "import { h } from '../../core/dice/hash.js';\nh();\n"},
        {"core/dice/hash.js", "export function* h() {}\n"},
        {"core/dice/check.js",
         "// Why.\nimport { h as hash } from './hash.js';\n/**\n * @param a\n */\nexport const c = hash; // "
         "x\n/** b */\n/** c */ d();\n"},
        {"core/dice/check_worker.js", "import { c } from './check.js';\nonmessage = c;\n"}};
    const std::string worker = joined(client, "core/dice/check_worker.js");
    CHECK_FALSE(has(worker, "import {"));
    const std::size_t hash = worker.find("const $core_dice_hash =");
    const std::size_t check = worker.find("const $core_dice_check =");
    const std::size_t entry = worker.find("const $core_dice_check_worker =");
    REQUIRE(std::max({hash, check, entry}) != std::string::npos);
    CHECK(hash < check);
    CHECK(check < entry);
    // Lines of comments are empty, so that the others keep their numbers.
    CHECK(has(worker, "= $core_dice_hash; \n\n\n\n\n\nconst c = hash; // x\n\n/** c */ d();\n\nreturn"));
    CHECK(has(worker, "const { c} = $core_dice_check; \n\nonmessage = c;"));
    CHECK(has(joined(client, "core/dice/all.js"), "function* h() {}\n\nreturn { h, };"));
    CHECK_FALSE(has(joined(client, "core/dice/all.js"), "onmessage"));
    CHECK(has(joined(client, "ui/cup/all.js"),
              "import { hash as $core_dice_hash } from '../../core/dice/all.js';"));
}

TEST_CASE("the verifier has all words in its file, and the page still loads those of one language") {
    const std::vector<SourceFile> client{
        {"app.js", "const words = import(`./i18n/proof/${language}.js`);\n"},
        {"i18n/proof/en.js", "export const words = 1;\n"},
        {"i18n/proof/es.js", "export const words = 2;\n"},
        {"verifier/verifier.js",
         "import { words as en } from '../i18n/proof/en.js';\n"
         "import { words as es } from '../i18n/proof/es.js';\nshow(en, es);\n"}};
    CHECK(has(joined(client, "all.js"), "import(`./i18n/proof/${language}.js`)"));
    CHECK(joined(client, "i18n/proof/all.js").empty());
    const std::string verifier = joined(client, "verifier/verifier.js");
    CHECK(has(verifier, "const words = 1;"));
    CHECK(has(verifier, "const words = 2;"));
}

TEST_CASE("minified modules of vendor/ are understood, comments beside code are left alone") {
    const std::string all = joined(
        {{"app.js",
          "import { live } from './vendor/live.js';\n/** @type {import('./nothing.js').A} */ live();\n"},
         {"vendor/live.js",
          "import{x as r}from\"./lit.js\";import{y as e}from\"./lit.js\";/** l */const o=r(e);export{o as "
          "live};\n"
          "//# sourceMappingURL=live.js.map\n"},
         {"vendor/lit.js", "const a=1,b=2;export{a as x,b as y};\n"}},
        "all.js");
    CHECK(has(all, "const {x: r} = $vendor_lit; const {y: e} = $vendor_lit; \n/** l */const o=r(e);"));
    CHECK(has(all, "return { live: o, };"));
    CHECK(has(all, "return { x: a, y: b, };"));
    CHECK_FALSE(has(all, "sourceMappingURL"));
    CHECK(has(all, "{import('./nothing.js').A}"));
}

TEST_CASE("what cannot be joined stops the server with the name of the file") {
    CHECK(failure_of({{"app.js", "import { a } from './a.js';\n"}}) ==
          "web client, app.js: a.js does not exist");
    CHECK(failure_of({{"app.js", "export let a = 1;\n"}}).starts_with("web client, app.js: export let"));
    CHECK(failure_of({{"app.js", "import a from './a.js';\n"}, {"a.js", "export default 1;\n"}}) ==
          "web client, app.js: import a from …");
    CHECK(failure_of({{"app.js", "import { a } from './a.js';\n"},
                      {"a.js", "import './b.js';\n"},
                      {"b.js", "import './a.js';\n"}})
              .find("imports itself in a circle") != std::string::npos);
    for (const char* other : {"import('./a.js');\n", "const a = import.meta.url;\n"})
        CHECK(failure_of({{"app.js", ""}, {"a.js", ""}, {"a_worker.js", other}}) ==
              "web client, a_worker.js: a_worker.js runs outside of the page and cannot name other files");
    CHECK(joined_modules(std::vector<SourceFile>{{"index.html", ""}}).empty());
}

TEST_CASE("a style sheet has the text of those that it imports") {
    const std::vector<SourceFile> client{{"ui/style.css", "/* all */\n@import './base.css';\np { }\n"},
                                         {"ui/base.css", "a { }\n"}};
    CHECK(joined_styles(client, client[0]) == "/* all */\n/* ui/base.css */\na { }\np { }\n");
    const std::vector<SourceFile> wrong{{"a.css", "@import './b.css';\n"}};
    CHECK_THROWS_WITH_AS(joined_styles(wrong, wrong[0]), "web client, a.css: b.css does not exist",
                         std::runtime_error);
}
