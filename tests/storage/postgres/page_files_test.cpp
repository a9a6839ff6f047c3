// The files of the page in all versions that servers have had lately.
#include "storage/page_files.hpp"

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "tests/storage/postgres/temp_postgres.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::WebFile;
using storage::WebFileStore;

namespace {

/// A database with its tables, and processes that keep page files in it.
struct PageDatabase {
    PageDatabase() { storage::make_backend(place.path())->open_journal({}); }

    std::unique_ptr<WebFileStore> open() const {
        return storage::make_backend(place.path())->open_web_files();
    }
    void age(const std::string& hash, const std::string& interval) const {
        place.query("UPDATE page_versions SET seen = now() - interval '" + interval + "' WHERE hash = '" +
                    hash + "'");
    }

    PostgresPlace place;
};

std::vector<WebFile> files() {
    return {{.path = "all.js", .content_type = "text/javascript", .bytes = "1", .standalone = false},
            {.path = "icon.svg",
             .content_type = "image/svg+xml",
             .bytes = std::string("\0\xff\"\\{,}", 7),
             .gzip = std::string("\x1f\x8b\0", 3)},
            {.path = "preview.png", .content_type = "image/png", .embeddable = true}};
}

std::vector<std::string> hashes(WebFileStore& pages) {
    std::vector<std::string> all;
    for (const WebFileStore::Version& version : pages.versions()) all.push_back(version.hash);
    return all;
}

}  // namespace

TEST_CASE("a process finds the page files that another one has put, as they were") {
    const PageDatabase database;
    const auto one = database.open();
    const auto two = database.open();
    CHECK_FALSE(one->keep("a"));
    CHECK(two->versions().empty());
    CHECK(two->read("a").empty());
    one->put("a", files());
    CHECK(one->keep("a"));
    CHECK(two->keep("a"));
    CHECK(two->versions() == std::vector<WebFileStore::Version>{{"a", 11}});
    CHECK(two->read("a") == files());
    two->put("a", {});
    CHECK(one->read("a") == files());
    CHECK(two->read("a' OR true --").empty());
}

TEST_CASE("several processes of one version may put its files at the same time") {
    const PageDatabase database;
    std::vector<std::thread> processes;
    for (int number = 0; number < 4; ++number)
        processes.emplace_back([&] { database.open()->put("a", files()); });
    for (std::thread& process : processes) process.join();
    CHECK(database.open()->read("a") == files());
}

TEST_CASE("a version is kept for a week after it was last up") {
    const PageDatabase database;
    const auto pages = database.open();
    for (const char* hash : {"old", "older", "new"}) pages->put(hash, files());
    database.age("old", "6 days 23 hours");
    database.age("older", "7 days 1 minute");
    CHECK(pages->keep("new"));
    CHECK(hashes(*pages) == std::vector<std::string>{"new", "old"});
    CHECK(pages->read("older").empty());
    CHECK(database.place.text("SELECT count(*)::text FROM page_files") == "6");
}

TEST_CASE("of the versions that are not up the latest are kept, and those that are up in any number") {
    const PageDatabase database;
    const auto pages = database.open();
    std::vector<std::string> expected;
    for (int number = 0; number < 20; ++number) {
        const std::string hash(1, static_cast<char>('a' + number));
        pages->put(hash, {});
        if (number < 10) database.age(hash, std::to_string(20 - number) + " hours");
        if (number >= 4) expected.push_back(hash);
    }
    CHECK(pages->keep("t"));
    CHECK(hashes(*pages) == expected);
    for (int number = 0; number < 7; ++number) pages->put("up" + std::to_string(number), {});
    CHECK(pages->keep("t"));
    CHECK(hashes(*pages).size() == 17);
}

TEST_CASE("a lost connection is opened again") {
    const PageDatabase database;
    const auto pages = database.open();
    pages->put("a", files());
    database.place.terminate_connections("cubilete:pages");
    CHECK(pages->read("a") == files());
    database.place.terminate_connections("cubilete:pages");
    CHECK(pages->keep("a"));
}
