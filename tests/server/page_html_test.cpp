#include "server/site/page_html.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace cubilete::server {

namespace {

const std::string page = "<html lang=\"{{lang}}\">{{head}}<body>{{first}}{{facts}}";

std::string words(std::initializer_list<std::pair<const char*, const char*>> texts) {
    protocol::Json json = protocol::Json::object();
    for (const auto& [name, text] : texts) json[name] = text;
    return "// @ts-check\nexport default " + json.dump() + ";\n";
}

const std::string english = words({{"missing", "Nothing"}, {"missing_about", "Nothing at all"}});

std::string failure_of(const std::vector<EmbeddedFile>& client) {
    const StaticFiles files(client, "/");
    try {
        const Pages pages(files, "/");
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("an address has a page only if it is exactly that page's address") {
    using Kind = PagePath::Kind;
    CHECK(page_path("/").kind == Kind::start);
    CHECK(page_path("/top").kind == Kind::boards);
    CHECK(page_path("/top/tres").id == "tres");
    CHECK(page_path("/r/K7QX2M").kind == Kind::room);
    CHECK(page_path("/m/m_1-x").kind == Kind::match);
    CHECK(page_path("/p/p_1").kind == Kind::player);
    CHECK(page_path("/rules/yahtzee").kind == Kind::rules);
    CHECK(page_path("/fair").kind == Kind::fairness);
    CHECK(page_path("/cup").kind == Kind::cup);
    CHECK(page_path("/practice").kind == Kind::practice);
    CHECK(page_path("/new/escalera").kind == Kind::new_table);
    for (const char* path : {"", "/r", "/r/", "/r/k7qx2m", "/r/K7QX2M/", "/m/", "/m/a.b", "/top/chess",
                             "/rules/", "/fair/x", "/x/y"})
        CHECK_MESSAGE(page_path(path).kind == Kind::nowhere, path);
}

TEST_CASE("an almost correct address is corrected, any other is not") {
    CHECK(canonical_path("/r/k7qx2m") == "/r/K7QX2M");
    CHECK(canonical_path("/r/k7qx2m//") == "/r/K7QX2M");
    CHECK(canonical_path("/rules/tres/") == "/rules/tres");
    for (const char* path : {"/", "/r/K7QX2M", "/r/k7", "/nothing/", "/RULES/tres"})
        CHECK_MESSAGE(!canonical_path(path), path);
}

TEST_CASE("wrong texts of the page are reported before the server starts") {
    CHECK(failure_of({{"index.html", page}}) == "the web client has no i18n/site/en.js");
    CHECK(failure_of({{"index.html", page}, {"i18n/site/en.js", english}}) == "");
    CHECK(failure_of({{"index.html", page}, {"i18n/site/en.js", "export default {\"a\": };"}})
              .starts_with("web client, i18n/site/en.js: "));
    const std::string half = words({{"missing", "Nada"}});
    CHECK(failure_of({{"index.html", page}, {"i18n/site/en.js", english}, {"i18n/site/es.js", half}}) ==
          "web client, i18n/site/es.js: no \"missing_about\"");
}

TEST_CASE("a page has the language, title and description for its reader") {
    const std::string spanish = words({{"missing", "Nada <aquí>"}, {"missing_about", "\"Nada\" & nada"}});
    const std::vector<EmbeddedFile> client{
        {"index.html", page}, {"i18n/site/en.js", english}, {"i18n/site/es.js", spanish}};
    const StaticFiles files(client, "/dice/");
    const Pages pages(files, "/dice/");
    const Pages::Page missing = pages.static_page({}, {"es-MX,en;q=0.5", "https://example.org"});
    CHECK(missing.status == 404);
    const std::string& text = missing.file.plain.bytes;
    CHECK(text.starts_with("<html lang=\"es\"><title>Nada &lt;aquí&gt;</title>"));
    CHECK(text.find("content=\"&quot;Nada&quot; &amp; nada\"") != std::string::npos);
    CHECK(text.find("https://example.org/dice/v/" + files.version() + "/preview.png") != std::string::npos);
    CHECK(text.find("<script type=\"application/json\" id=\"facts\">{\"missing\":true}</script>") !=
          std::string::npos);
}

TEST_CASE("a player's name is never interpreted as HTML") {
    const std::string texts = words({{"player", "{name} at Cubilete"}, {"player_about", "x"}});
    const std::vector<EmbeddedFile> client{{"index.html", page}, {"i18n/site/en.js", texts}};
    const StaticFiles files(client, "/");
    const Pages pages(files, "/");
    const std::string name = "{{first}}{name}</title>";
    const std::string text =
        pages.preview_page({PagePath::Kind::player, "p_1"}, Preview{{}, {name}}, {"", "http://h"})
            .file.plain.bytes;
    CHECK(text.find("<title>{{first}}{name}&lt;/title&gt; at Cubilete</title>") != std::string::npos);
}

}  // namespace cubilete::server
