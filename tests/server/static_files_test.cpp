#include "server/site/static_files.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <libdeflate.h>

#include "server/site/http_response.hpp"
#include "server/site/page_html.hpp"

namespace cubilete::server {

namespace {

using Client = std::vector<EmbeddedFile>;

const std::string long_script(10'000, 'x');
const Client client{
    {"index.html", "<base href=\"{{base}}\"><script src=\"v/{{version}}/app.js\">{{version}}"},
    {"app.js", long_script},
    {"games/yahtzee.js", "y"},
    {"icon.svg", "<svg/>"},
    {"package.json", "{}"}};

std::string unpacked(const std::string& gzip, std::size_t size) {
    std::string bytes(size, '\0');
    libdeflate_decompressor* decompressor = libdeflate_alloc_decompressor();
    CHECK(libdeflate_gzip_decompress(decompressor, gzip.data(), gzip.size(), bytes.data(), bytes.size(),
                                     nullptr) == LIBDEFLATE_SUCCESS);
    libdeflate_free_decompressor(decompressor);
    return bytes;
}

/// A temporary directory that is removed with the object.
struct Folder {
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "cubilete-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~Folder() { std::filesystem::remove_all(path); }
    void write(const std::string& file, const std::string& bytes) const {
        std::filesystem::create_directories((path / file).parent_path());
        std::ofstream(path / file, std::ios::binary) << bytes;
    }
    std::filesystem::path path;
};

}  // namespace

TEST_CASE("the template of all pages contains the version and the public path") {
    const StaticFiles files(client, "/games/");
    const std::string& version = files.version();
    CHECK(files.page_template() ==
          "<base href=\"/games/\"><script src=\"v/" + version + "/app.js\">" + version);
    CHECK(files.find("/") == nullptr);
}

TEST_CASE(
    "the operator's page is at its own path only, and neither kept by browsers nor listed by search "
    "engines") {
    Client sources = client;
    sources.push_back(
        {"desk/index.html", "<base href=\"{{base}}\"><script src=\"v/{{version}}/desk/desk.js\">"});
    sources.push_back({"desk/desk.js", "d"});
    const StaticFiles files(sources, "/games/");
    const StaticFile* page = files.find("/desk");
    REQUIRE(page != nullptr);
    CHECK(page->plain.bytes ==
          "<base href=\"/games/\"><script src=\"v/" + files.version() + "/desk/desk.js\">");
    const HttpResponse answer = file_response(*page, "", "");
    CHECK(answer.find("Cache-Control") == "no-store");
    CHECK(answer.find("X-Robots-Tag") == "noindex");
    CHECK(answer.find("Content-Security-Policy") ==
          make_response(200, "", "").find("Content-Security-Policy"));
    CHECK(files.at("desk/index.html") == nullptr);
    const StaticFile* script = files.at("desk/desk.js");
    REQUIRE(script != nullptr);
    CHECK_FALSE(file_response(*script, "", "").find("X-Robots-Tag"));
    CHECK(StaticFiles(client, "/").find("/desk") == nullptr);
}

TEST_CASE("all other files are cached forever, under a path with the version") {
    const StaticFiles files(client, "/");
    const StaticFile* script = files.find("/v/" + files.version() + "/games/yahtzee.js");
    REQUIRE(script != nullptr);
    CHECK(script->plain.bytes == "y");
    CHECK(script->content_type == "text/javascript; charset=utf-8");
    CHECK(script->cache_control == "public, max-age=31536000, immutable");
}

TEST_CASE("only documents, SVGs and workers can be opened or run by themselves") {
    const Client client{
        {"index.html", "<html>"}, {"offline.html", "<html>"}, {"icon.svg", "<svg>"}, {"worker.js", "x"},
        {"app.js", "x"},          {"feel/worker.js", "x"},    {"style.css", "x"},    {"icons/192.png", "x"},
        {"a/b_worker.js", "x"}};
    const StaticFiles files(client, "/");
    const auto file = [&](const std::string& path) {
        return *files.find("/v/" + files.version() + '/' + path);
    };
    for (const char* path : {"offline.html", "icon.svg", "worker.js", "a/b_worker.js"})
        CHECK(file(path).standalone);
    for (const char* path : {"app.js", "feel/worker.js", "style.css", "icons/192.png"})
        CHECK_FALSE(file(path).standalone);
    CHECK(file("app.js").immutable);
}

TEST_CASE("only the exact URL of a public file is found") {
    const StaticFiles files(client, "/");
    const std::string v = "/v/" + files.version();
    for (const std::string& path :
         {std::string(""), std::string("/app.js"), std::string("/index.html"), v + "/index.html",
          v + "/package.json", v, v + "/", v + "//app.js", v + "/./app.js", v + "/games/../app.js",
          v + "/APP.JS", v + "/app%2ejs", v + "/app.js/", v + "/app.js?", v + "/../../etc/passwd",
          std::string("/v/0/app.js"), v + std::string("/app.js\0", 8)}) {
        CAPTURE(path);
        CHECK(files.find(path) == nullptr);
    }
}

TEST_CASE("the version changes with the name or the content of any public file") {
    const auto version = [](Client files) { return StaticFiles(files, "/").version(); };
    Client reversed(client.rbegin(), client.rend());
    CHECK(version(reversed) == version(client));
    for (std::size_t file = 0; file < client.size(); ++file) {
        Client changed = client;
        changed[file].bytes = "something else";
        CAPTURE(changed[file].path);
        CHECK((version(changed) != version(client)) == (changed[file].path != "package.json"));
    }
    Client renamed = client;
    renamed[1].path = "other.js";
    CHECK(version(renamed) != version(client));
    CHECK(version({{"index.html", "x"}, {"a.js", "bc"}, {"d.js", ""}}) !=
          version({{"index.html", "x"}, {"a.js", "b"}, {"d.js", "c"}}));
}

TEST_CASE("the verifier is one file, whose policy allows its script and its styles and no request") {
    Client sources{{"index.html", "x"},
                   {"app.js", ""},
                   {"verifier/verifier.html",
                    "{{script_hash}} {{style_hash}} {{dark_hash}} "
                    "<style>{{style}}</style><style>{{dark}}</style>{{script}}"},
                   {"verifier/verifier.css", "p { }\n"},
                   {"ui/dark.css", "b { }\n"},
                   {"verifier/verifier.js", "check();\n"}};
    const StaticFiles files(sources, "/");
    const StaticFile* page = files.find("/verifier.html");
    REQUIRE(page != nullptr);
    CHECK(page->download_name == "cubilete-verifier.html");
    const std::string& text = page->plain.bytes;
    CHECK(text.find("check();") != std::string::npos);
    // printf 'p { }\n' | openssl sha256 -binary | base64
    CHECK(text.find(" 'sha256-8EWXWIX901IzyKhiPVvgHN9cF4eaz96C4L2gvHo/XgI=' "
                    "'sha256-6pYSQC+9AW/rsz9ZsHqwLO6dnyyzwT2ZTtxB76XNM3I=' <style>p { }\n</style><style>b { "
                    "}\n</style>") != std::string::npos);
    CHECK(files.at("verifier/verifier.html") == nullptr);
    CHECK(files.at("verifier/verifier.js") == nullptr);

    sources.back().bytes = "element('</Script>');\n";
    CHECK_THROWS_AS(StaticFiles(sources, "/"), std::runtime_error);
    sources.pop_back();
    CHECK(StaticFiles(sources, "/").find("/verifier.html") == nullptr);
}

TEST_CASE("a file is compressed if that makes it smaller, with another ETag") {
    const StaticFiles files(client, "/");
    const StaticFile* script = files.find("/v/" + files.version() + "/app.js");
    REQUIRE(script != nullptr);
    CHECK(script->gzip.bytes.size() < long_script.size() / 10);
    CHECK(unpacked(script->gzip.bytes, long_script.size()) == long_script);
    CHECK(script->gzip.etag != script->plain.etag);

    const StaticFile* icon = files.find("/v/" + files.version() + "/icon.svg");
    REQUIRE(icon != nullptr);
    CHECK(icon->gzip.bytes.empty());
}

TEST_CASE("an ETag is quoted, and is the same for the same bytes only") {
    const auto etag = [](std::string_view bytes) {
        return make_static_file(std::string(bytes), "text/plain", "no-cache").plain.etag;
    };
    CHECK(etag("a") == etag("a"));
    CHECK(etag("a") != etag("b"));
    CHECK(etag("a").front() == '"');
    CHECK(etag("a").back() == '"');
    CHECK(etag("a").find('"', 1) == etag("a").size() - 1);
}

TEST_CASE("a client without a page is refused") {
    CHECK_THROWS_WITH(StaticFiles(Client{{"app.js", "x"}}, "/"), "the web client has no index.html");
}

TEST_CASE("a directory is read once, without hidden and private files") {
    Folder folder;
    folder.write("index.html", "page");
    folder.write("games/tres.js", "tres");
    folder.write("notes.txt", "private");
    folder.write(".git/index.html", "hidden");
    folder.write("node_modules/lib/lib.js", "library");
    const StaticFiles files = StaticFiles::read(folder.path, "/");
    folder.write("index.html", "changed");

    CHECK(files.page_template() == "page");
    const std::string v = "/v/" + files.version();
    CHECK(files.find(v + "/games/tres.js") != nullptr);
    CHECK(files.find(v + "/notes.txt") == nullptr);
    CHECK(files.find(v + "/.git/index.html") == nullptr);
    CHECK(files.find(v + "/node_modules/lib/lib.js") == nullptr);
}

TEST_CASE("a directory gives the same client as the same files built in") {
    Folder folder;
    for (const EmbeddedFile& file : client) folder.write(std::string(file.path), std::string(file.bytes));
    CHECK(StaticFiles::read(folder.path, "/").version() == StaticFiles(client, "/").version());
}

TEST_CASE("the program has a client built in") {
    const StaticFiles files(built_in_client(), "/");
    const std::string page =
        Pages(files, "/").static_page({PagePath::Kind::start, {}}, {"", "http://h"}).file.plain.bytes;
    CHECK(page.find("{{") == std::string::npos);
}

TEST_CASE("no two files of the client built in share a place, and a picture has its bytes") {
    const std::filesystem::path folder = std::filesystem::path(CUBILETE_SOURCE_DIR) / "web-client";
    std::set<const char*> places;
    std::size_t pictures = 0;
    for (const EmbeddedFile& file : built_in_client()) {
        CAPTURE(file.path);
        CHECK(places.insert(file.bytes.data()).second);
        if (!file.path.ends_with(".png") && !file.path.ends_with(".svg")) continue;
        ++pictures;
        std::ifstream in(folder / file.path, std::ios::binary);
        CHECK(file.bytes == std::string(std::istreambuf_iterator<char>(in), {}));
    }
    CHECK(places.size() > 100);
    CHECK(pictures > 10);
}

TEST_CASE("a client from a directory has the verifier of the program, because its own is not bundled") {
    Folder folder;
    folder.write("index.html", "page");
    folder.write("verifier/verifier.js", "import './check.js';");
    const StaticFiles files = StaticFiles::read(folder.path, "/");
    const StaticFiles built_in(built_in_client(), "/");
    REQUIRE(files.find("/verifier.html") != nullptr);
    CHECK(files.find("/verifier.html")->plain.bytes == built_in.find("/verifier.html")->plain.bytes);
}

TEST_CASE("gzip is sent to clients that accept it") {
    for (const char* header : {"gzip", "gzip, deflate, br", "br,gzip", "gzip;q=1.0", "gzip; q=0.5", "*",
                               "deflate, *;q=0.1", " gzip ", "gzip;q=0.001"}) {
        CAPTURE(header);
        CHECK(accepts_gzip(header));
    }
    for (const char* header : {"", "identity", "br", "gzip;q=0", "gzip;q=0.000", "gzip ; q=0", "*;q=0",
                               "xgzip", "gzipx", ",", ";", "deflate;q=1, br"}) {
        CAPTURE(header);
        CHECK_FALSE(accepts_gzip(header));
    }
}

TEST_CASE("an If-None-Match header names an ETag, weak or among others, or any") {
    for (const char* header : {"\"a\"", "W/\"a\"", "\"b\", \"a\"", "\"b\" , W/\"a\"", "*"}) {
        CAPTURE(header);
        CHECK(matches_etag(header, "\"a\""));
    }
    for (const char* header : {"", "a", "\"b\"", "\"A\"", "\"a", "W/\"b\"", "\"a\"x", ","}) {
        CAPTURE(header);
        CHECK_FALSE(matches_etag(header, "\"a\""));
    }
}

}  // namespace cubilete::server
