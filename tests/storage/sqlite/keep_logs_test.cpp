#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "storage/history.hpp"
#include "tests/storage/samples.hpp"
#include "tests/stored_match.hpp"
#include "tests/temp_database.hpp"

using namespace cubilete;
using namespace cubilete::tests;

namespace {

constexpr std::int64_t one_day = 86'400'000;

struct Keeping {
    TempDatabase database;

    void keep(const storage::LogRetention& retention) {
        database.on_journal([&](storage::sqlite::Database& file) { file.keep_logs(retention); });
    }
    void play(const std::string& id, std::int64_t ended_ms, std::int64_t entries = 5) {
        storage::FinishMatch end = finish(id);
        end.ended_ms = ended_ms;
        std::vector<storage::Write> writes{storage::StartMatch{match(id, "K7QX2M")}};
        for (storage::Write& entry : appends(id, 1, entries)) writes.push_back(std::move(entry));
        writes.emplace_back(end);
        REQUIRE(database.post(std::move(writes)) == storage::Outcome::durable);
    }
    bool has_log(const std::string& id) const {
        const storage::Store& store = database.store();
        const bool there = !log_of(store, id).empty();
        CHECK(store.match(id)->log_dropped == !there);
        return there;
    }
};

std::string id_of(int number) { return "m_" + std::to_string(number); }

}  // namespace

TEST_CASE("without a bound all logs are kept") {
    Keeping house;
    for (int number = 1; number <= 9; ++number) house.play(id_of(number), number * one_day);
    for (int number = 1; number <= 9; ++number) CHECK(house.has_log(id_of(number)));
}

TEST_CASE("logs are kept for a time after the match's end, and what else is known of the match for ever") {
    Keeping house;
    house.keep({.for_ms = 3 * one_day, .most_bytes = {}});
    for (int number = 1; number <= 9; ++number) house.play(id_of(number), number * one_day);
    for (int number = 1; number <= 9; ++number) CHECK(house.has_log(id_of(number)) == (number >= 6));

    const storage::Store& store = house.database.store();
    CHECK(scores_of(store, "m_1") == scores());
    CHECK(store.match("m_1")->result == finish("m_1").result);
    CHECK(storage::sqlite::SqliteHistory(house.database.directory()).totals("p_ana").front().matches == 9);
    CHECK(storage::sqlite::SqliteHistory(house.database.directory()).matches({})->size() == 9);
}

TEST_CASE("the analysis of a match goes with its log, and does not come back") {
    Keeping house;
    house.play("m_1", 1);
    house.play("m_2", 1);
    const auto put = [&](const std::string& id) {
        house.database.post({storage::PutAnalysis{id, "yahtzee 1.1", "{}"}});
        return house.database.store().analysis(id).has_value();
    };
    CHECK(put("m_1"));
    CHECK(put("m_2"));
    house.keep({.for_ms = one_day, .most_bytes = {}});
    house.play("m_3", 2 * one_day);
    CHECK_FALSE(house.has_log("m_1"));
    CHECK_FALSE(house.database.store().analysis("m_1"));
    CHECK_FALSE(put("m_2"));
    CHECK(put("m_3"));
}

TEST_CASE("what a bound that is new leaves too much goes a few with each match that ends") {
    Keeping house;
    for (int number = 1; number <= 9; ++number) house.play(id_of(number), number);
    house.keep({.for_ms = one_day, .most_bytes = {}});
    house.play("m_10", 2 * one_day);
    for (int number = 1; number <= 9; ++number) CHECK(house.has_log(id_of(number)) == (number > 4));
    house.play("m_11", 2 * one_day);
    for (int number = 1; number <= 9; ++number) CHECK(house.has_log(id_of(number)) == (number > 8));
    house.play("m_12", 2 * one_day);
    CHECK_FALSE(house.has_log("m_9"));
    CHECK(house.has_log("m_10"));
}

TEST_CASE(
    "while the data file holds more than it may the oldest logs go, and the file stays as large as that") {
    Keeping house;
    constexpr std::int64_t most = 4 << 20;
    house.keep({.for_ms = {}, .most_bytes = most});
    std::int64_t pages = 0;
    for (int number = 1; number <= 60; ++number) {
        house.play(id_of(number), number, 1'000);  // some 400 kB each
        house.database.on_journal([&](storage::sqlite::Database& file) { pages = file.size(); });
        CHECK(pages * 4'096 < 2 * most);
    }
    CHECK_FALSE(house.has_log("m_1"));
    CHECK(house.has_log("m_60"));
    int retained = 0;
    for (int number = 1; number <= 60; ++number) retained += house.has_log(id_of(number)) ? 1 : 0;
    CHECK(retained >= 3);
    CHECK(retained < 20);
}
