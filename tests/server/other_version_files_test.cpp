// Page files of other versions of the page, from a database that several servers share.
#include "server/site/other_version_files.hpp"

#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "server/core/net.hpp"
#include "server/site/website.hpp"
#include "storage/error.hpp"

namespace cubilete::server {
namespace {

/// The database that all servers share.
struct PageDatabase {
    std::mutex mutex;
    std::map<std::string, std::vector<storage::WebFile>> versions;
    int looks = 0;
    int reads = 0;
    bool away = false;
    /// A look waits for it.
    std::shared_future<void> gate;
};

/// A server's connection to it.
class PageConnection final : public storage::WebFileStore {
  public:
    explicit PageConnection(PageDatabase& database) : database_(database) {}

    bool keep(const std::string& hash) override { return use().versions.contains(hash); }
    void put(const std::string& hash, const std::vector<storage::WebFile>& files) override {
        use().versions.emplace(hash, files);
    }
    std::vector<Version> versions() override {
        std::shared_future<void> gate;
        {
            const std::lock_guard lock(database_.mutex);
            ++database_.looks;
            gate = database_.gate;
        }
        if (gate.valid()) gate.wait();
        std::vector<Version> all;
        for (const auto& [hash, files] : use().versions) {
            std::size_t bytes = 0;
            for (const storage::WebFile& file : files) bytes += file.bytes.size() + file.gzip.size();
            all.push_back({hash, static_cast<std::int64_t>(bytes)});
        }
        return all;
    }
    std::vector<storage::WebFile> read(const std::string& hash) override {
        ++use().reads;
        return use().versions.at(hash);
    }

  private:
    PageDatabase& use() {
        const std::lock_guard lock(database_.mutex);
        if (database_.away) throw storage::DatabaseUnavailable("the database is away");
        return database_;
    }
    PageDatabase& database_;
};

using PageSources = std::vector<EmbeddedFile>;

constexpr Rate any_rate{1'000'000, std::chrono::milliseconds(1'000)};

/// A server with its version of the page.
struct PageServer {
    PageServer(PageDatabase& database, const PageSources& client)
        : files(client, "/"),
          pages(files, "/"),
          others(std::make_unique<PageConnection>(database), files),
          website{.files = files,
                  .pages = pages,
                  .invitations = invitations,
                  .metrics = metrics,
                  .requests = requests,
                  .openings = requests,
                  .query_api = {},
                  .find_preview = {},
                  .other_versions = &others,
                  .accepts_sockets = {},
                  .origin = {},
                  .base = "/",
                  .origins = {},
                  .hosts = {},
                  .proxies = {}} {}

    std::string url(const std::string& path) const { return "/v/" + files.version() + '/' + path; }

    /// Returns the response to a request; waits for it if it comes later.
    HttpResponse answer(const std::string& target, const std::string& encoding = "") {
        const HttpRequest request{.target = target,
                                  .headers = {{"Host", "localhost"}, {"Accept-Encoding", encoding}},
                                  .peer = net::ip::make_address("127.0.0.1")};
        RequestOutcome reply = handle_request(request, website);
        const auto* later = std::get_if<DeferredResponse>(&reply);
        if (later == nullptr) return std::get<HttpResponse>(std::move(reply));
        std::promise<HttpResponse> answered;
        (*later)([&](const std::function<HttpResponse()>& make) { answered.set_value(make()); });
        return answered.get_future().get();
    }
    OtherVersionFiles::LookupResult find(const std::string& path) {
        std::promise<OtherVersionFiles::LookupResult> found;
        others.find(path, [&](OtherVersionFiles::LookupResult one) { found.set_value(std::move(one)); });
        return found.get_future().get();
    }

    StaticFiles files;
    Pages pages;
    Invitations invitations{any_rate};
    Metrics metrics;
    AddressRate requests{any_rate};
    OtherVersionFiles others;
    Website website;
};

const std::string texts_of_page = R"(export default {"start":"s","about":"a"};)"
                                  "\n";
const std::string long_sheet(5'000, 'x');

PageSources page_with(std::string_view script) {
    return {{"index.html", "{{version}}"},
            {"i18n/site/en.js", texts_of_page},
            {"app.js", script},
            {"worker.js", "work();"},
            {"icon.svg", "<svg/>"},
            {"preview.png", "png"},
            {"offline.html", "<p>"},
            {"long.css", long_sheet}};
}

std::string hash_of_digit(char digit) { return std::string(32, digit); }

}  // namespace

TEST_CASE("a page gets its files from a server with another version, as from one with its own") {
    PageDatabase database;
    PageServer old(database, page_with("1"));
    PageServer fresh(database, page_with("2"));
    REQUIRE(old.files.version() != fresh.files.version());
    for (auto [from, at] : {std::pair{&old, &fresh}, std::pair{&fresh, &old}})
        for (const std::string_view path : from->files.paths())
            for (const char* encoding : {"", "gzip"}) {
                const std::string url = from->url(std::string(path));
                CAPTURE(url);
                const HttpResponse own = from->answer(url, encoding);
                const HttpResponse other = at->answer(url, encoding);
                CHECK(own.status == 200);
                CHECK(other.status == 200);
                CHECK(other.headers == own.headers);
                CHECK(other.body == own.body);
            }
    CHECK(old.answer(fresh.url("app.js")).body == "2");
    CHECK(old.answer(fresh.url("worker.js")).find("Service-Worker-Allowed") == "/");
    CHECK(database.reads == 2);
}

TEST_CASE("a server finds the files of a version that has come up since, also if it has just missed them") {
    PageDatabase database;
    PageServer old(database, page_with("1"));
    const StaticFiles next(page_with("2"), "/");
    const std::string url = "/v/" + next.version() + "/app.js";
    CHECK(old.answer(url).status == 404);
    PageServer fresh(database, page_with("2"));
    CHECK(old.answer(url).body == "2");
}

TEST_CASE("what no version has is not found, as on a server that is alone") {
    PageDatabase database;
    PageServer old(database, page_with("1"));
    PageServer fresh(database, page_with("2"));
    for (const std::string& path :
         {fresh.url("nothing.js"), fresh.url("index.html"), fresh.url("../app.js"), fresh.url("app.js%00"),
          "/v/" + hash_of_digit('a') + "/app.js", "/v/" + hash_of_digit('a') + "/"}) {
        CAPTURE(path);
        const HttpResponse answer = old.answer(path);
        CHECK(answer.status == 404);
        CHECK(answer.find("Content-Type") == "application/json");
        CHECK(answer.find("Cache-Control") == "no-store");
    }
}

TEST_CASE("only a path with a hash of another version can be one of its files") {
    const StaticFiles own(page_with("1"), "/");
    CHECK(OtherVersionFiles::may_contain("/v/" + hash_of_digit('a') + "/app.js", own));
    CHECK(OtherVersionFiles::may_contain("/v/" + hash_of_digit('0') + "/../../etc/passwd",
                                         own));  // it is only compared
    for (const std::string& path :
         {std::string("/"), std::string("/v/"), std::string("/v/0/app.js"),
          "/v/" + hash_of_digit('A') + "/app.js", "/v/" + hash_of_digit('g') + "/app.js",
          "/v/" + hash_of_digit('a'), "/v/" + hash_of_digit('a') + "/",
          "/v/" + hash_of_digit('a') + "0/app.js", "/w/" + hash_of_digit('a') + "/app.js",
          "/v/" + own.version() + "/nothing.js", "/v/" + hash_of_digit('\0') + "/app.js"}) {
        CAPTURE(path);
        CHECK_FALSE(OtherVersionFiles::may_contain(path, own));
    }
}

TEST_CASE("a thousand requests for versions that do not exist cost the database two looks") {
    PageDatabase database;
    std::promise<void> gate;
    PageServer server(database, page_with("1"));
    database.gate = gate.get_future();
    std::vector<std::future<bool>> found;
    for (int number = 0; number < 1'000; ++number) {
        std::string hash = std::to_string(number);
        hash.insert(0, 32 - hash.size(), 'f');
        auto promise = std::make_shared<std::promise<bool>>();
        found.push_back(promise->get_future());
        server.others.find("/v/" + hash + "/app.js", [promise](const OtherVersionFiles::LookupResult& one) {
            promise->set_value(one.file != nullptr || one.away);
        });
    }
    gate.set_value();
    for (auto& each : found) CHECK_FALSE(each.get());
    CHECK(database.looks <= 2);
    CHECK(database.reads == 0);
}

TEST_CASE("while the database is away a file of another version is refused for now, and comes later") {
    PageDatabase database;
    PageServer old(database, page_with("1"));
    PageServer fresh(database, page_with("2"));
    const auto set_away = [&](bool away) {
        const std::lock_guard lock(database.mutex);
        database.away = away;
    };
    set_away(true);
    const HttpResponse answer = old.answer(fresh.url("app.js"));
    CHECK(answer.status == 503);
    CHECK(answer.find("Retry-After") == "1");
    CHECK(answer.find("Cache-Control") == "no-store");
    CHECK(old.answer(old.url("app.js")).status == 200);
    set_away(false);
    CHECK(old.answer(fresh.url("app.js")).status == 200);
    set_away(true);
    CHECK(old.answer(fresh.url("icon.svg")).status == 200);  // from memory
}

TEST_CASE("few versions are in memory, those that were asked for last, and none that is too large") {
    PageDatabase database;
    PageServer server(database, page_with("1"));
    const std::string large(OtherVersionFiles::most_bytes_of_version, 'x');
    const auto path = [](char hash) { return "/v/" + hash_of_digit(hash) + "/large.js"; };
    for (const char hash : {'1', '2', '3', '4', '5', '6'})
        database.versions[hash_of_digit(hash)] = {
            {.path = "large.js", .content_type = "text/javascript", .bytes = large}};
    database.versions[hash_of_digit('6')].front().bytes += 'x';
    for (const char hash : {'1', '2', '3', '4', '1', '5'}) CHECK(server.find(path(hash)).file != nullptr);
    CHECK(database.reads == 5);
    CHECK(server.find(path('6')).file == nullptr);
    CHECK(database.reads == 5);
    CHECK(server.find(path('1')).file != nullptr);
    CHECK(database.reads == 5);
    CHECK(server.find(path('2')).file != nullptr);
    CHECK(database.reads == 6);
}

TEST_CASE("a page that is too large is not stored") {
    PageDatabase database;
    const std::string huge(OtherVersionFiles::most_bytes_of_version + 1, '\0');
    PageSources page = page_with("1");
    page[5].bytes = huge;
    PageServer server(database, page);
    CHECK(database.versions.empty());
}

}  // namespace cubilete::server
