#include "server/room/bot_service.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/seeded_chance.hpp"
#include "tests/temp_directory.hpp"

namespace cubilete::server {
namespace {

namespace fs = std::filesystem;

/// A BotService that computes empty books at once: real ones take minutes under a sanitizer.
struct ServiceWithBooks {
    explicit ServiceWithBooks(std::uintmax_t bytes = BotService::default_book_bytes)
        : bot_service(
              books_folder, [](std::function<void()> work) { work(); },
              [](std::function<void()> work) { work(); }, [] { return std::make_unique<SeededChance>(1); },
              [] { return [] { return false; }; }, bytes,
              [this](const protocol::Settings& settings) {
                  ++computed;
                  return protocol::empty_book(settings);
              }) {}

    std::vector<std::string> books() const {
        std::vector<std::string> names;
        if (!fs::exists(books_folder)) return names;
        for (const auto& entry : fs::directory_iterator(books_folder))
            names.push_back(entry.path().filename());
        std::ranges::sort(names);
        return names;
    }
    void put(const std::string& name, std::size_t bytes, int days_ago) const {
        fs::create_directories(books_folder);
        std::ofstream(books_folder / name) << std::string(bytes, 'x');
        fs::last_write_time(books_folder / name,
                            fs::file_time_type::clock::now() - std::chrono::hours(24 * days_ago));
    }

    tests::TempDirectory directory;
    fs::path books_folder = directory.path() / "books";
    int computed = 0;
    BotService bot_service;
};

/// Settings whose book is stored.
const protocol::Settings forced_table{
    "yahtzee",
    std::get<OptionValues>(
        protocol::read_options(*protocol::find_game("yahtzee"), protocol::Json{{"order", "forced"}})),
    2,
    {}};

TEST_CASE("a book is stored once two people play with it or a match has ended, whichever comes first") {
    ServiceWithBooks service;
    SUBCASE("computed before") {
        service.bot_service.prepare(forced_table);
        CHECK(service.books().empty());
        service.bot_service.keep(forced_table);
    }
    SUBCASE("computed later") {
        service.bot_service.keep(forced_table);
        CHECK(service.books().empty());
        service.bot_service.prepare(forced_table);
    }
    CHECK(service.books() == std::vector<std::string>{*protocol::book_name(forced_table) + ".book"});
    service.bot_service.keep(forced_table);
    CHECK(service.books().size() == 1);
}

TEST_CASE("a book for which the disk has no room leaves nothing there") {
    ServiceWithBooks service;
    fs::create_directories(service.books_folder);
    fs::create_symlink("/dev/full",
                       service.books_folder / (*protocol::book_name(forced_table) + ".book.part"));
    service.bot_service.prepare(forced_table);
    service.bot_service.keep(forced_table);
    CHECK(service.books().empty());
}

TEST_CASE("a stored book that cannot be read is computed") {
    ServiceWithBooks service;
    const fs::path place = service.books_folder / (*protocol::book_name(forced_table) + ".book");
    SUBCASE("because the disk gives nothing") { fs::create_directories(place); }
    SUBCASE("because it is damaged") { service.put(place.filename(), 5'000, 1); }
    for (int times = 0; times < 2; ++times) service.bot_service.prepare(forced_table);
    CHECK(service.computed == 1);
}

TEST_CASE("tables whose values are equal share one book in memory") {
    ServiceWithBooks service;
    service.bot_service.prepare(forced_table);
    protocol::Settings of_four = forced_table;
    of_four.seats = 4;
    of_four.cup = 7;
    service.bot_service.prepare(of_four);
    CHECK(service.computed == 1);
    of_four.game = "threes_away";
    of_four.options = std::get<OptionValues>(
        protocol::read_options(*protocol::find_game("threes_away"), protocol::Json::object()));
    service.bot_service.prepare(of_four);
    CHECK(service.computed == 2);
}

TEST_CASE("the stored books have a maximum size: the least recently used one is deleted first") {
    ServiceWithBooks service(10'000'000);
    service.put("older.book", 6'000'000, 2);
    service.put("oldest.book", 6'000'000, 3);
    service.put("new.book", 5'000, 1);
    service.put("interrupted.book.part", 6'000'000, 4);
    service.put("notes.txt", 6'000'000, 9);
    service.bot_service.prepare(forced_table);
    service.bot_service.keep(forced_table);
    const std::string made = *protocol::book_name(forced_table) + ".book";
    const auto books = service.books();
    CHECK(std::ranges::count(books, made) == 1);
    CHECK(std::ranges::count(books, "new.book") == 1);
    CHECK(std::ranges::count(books, "oldest.book") == 0);
    CHECK(std::ranges::count(books, "interrupted.book.part") == 0);
    CHECK(std::ranges::count(books, "notes.txt") == 1);
}

}  // namespace
}  // namespace cubilete::server
