#include "storage/sqlite/entry_log.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <doctest/doctest.h>

#include "tests/storage/samples.hpp"
#include "tests/stored_match.hpp"
#include "tests/temp_database.hpp"

using namespace cubilete;
using namespace cubilete::tests;

namespace {

std::int64_t rows_in_log(const TempDatabase& database) {
    return SQLite::Database(database.directory() + "/cubilete.db")
        .execAndGet("SELECT count(*) FROM log")
        .getInt64();
}

/// The numbers of the rows of a match, as a JSON array.
std::string row_numbers(const TempDatabase& database, const std::string& match) {
    SQLite::Database file(database.directory() + "/cubilete.db");
    SQLite::Statement query(
        file, "SELECT json_group_array(id) FROM (SELECT id FROM log WHERE match_id = ? ORDER BY id)");
    query.bind(1, match);
    query.executeStep();
    return query.getColumn(0).getString();
}

/// A table at which one match follows another, each some entries longer than at the table before.
struct Table {
    explicit Table(int table_number) : number(table_number), length(5 + 3 * table_number) {}

    std::string id() const { return "m_" + std::to_string(number) + "_" + std::to_string(round); }

    std::vector<storage::Write> step(std::int64_t now_ms) {
        std::vector<storage::Write> writes;
        if (played == 0) writes.push_back(storage::StartMatch{match(id(), "K7QX2M")});
        writes.push_back(storage::AppendEntry{entry(id(), ++played)});
        if (played < length) return writes;
        storage::FinishMatch end = finish(id());
        end.ended_ms = now_ms;
        writes.emplace_back(std::move(end));
        played = 0;
        ++round;
        return writes;
    }

    int number = 0;
    std::int64_t length = 0;
    std::int64_t played = 0;
    int round = 0;
};

}  // namespace

TEST_CASE("an entry is written once: when its match ends its row stays as it is") {
    TempDatabase database;
    for (int number = 1; number <= 3; ++number) {
        const std::string id = "m_" + std::to_string(number);
        database.post({storage::StartMatch{match(id, "K7QX2M")}});
        database.post(appends(id, 1, 30));
        const std::string before = row_numbers(database, id);
        database.post({finish(id)});
        CHECK(row_numbers(database, id) == before);
        CHECK(rows_in_log(database) == number * 30);
        CHECK(log_of(database.store(), id) == entries(id, 1, 30));
    }
}

TEST_CASE("a match that waited while others were played goes on where it was, also after a restart") {
    TempDatabase database;
    database.post({storage::StartMatch{match("m_waiting", "PAUSED")}});
    database.post(appends("m_waiting", 1, 3));
    database.post({storage::StartMatch{match("m_busy", "K7QX2M")}});
    std::int64_t played = 0;
    const auto play = [&](std::int64_t more) {
        for (const std::int64_t end = played + more; played < end; played += 5'000)
            REQUIRE(database.post(appends("m_busy", played + 1, played + 5'000)) ==
                    storage::Outcome::durable);
    };
    const auto log_of_waiting = [&](std::int64_t length) {
        CHECK(log_of(database.store(), "m_waiting") == entries("m_waiting", 1, length));
        database.reopen();
        CHECK(log_of(database.store(), "m_waiting") == entries("m_waiting", 1, length));
    };
    play(storage::sqlite::newest_rows);
    log_of_waiting(3);
    database.post(appends("m_waiting", 4, 6));
    log_of_waiting(6);
    play(storage::sqlite::newest_rows);
    database.post(appends("m_waiting", 7, 7));
    log_of_waiting(7);
    CHECK(database.store().finished_log("m_waiting", 100).empty());

    database.post({finish("m_waiting"), finish("m_busy")});
    CHECK(database.store().finished_log("m_waiting", 100) == entries("m_waiting", 1, 7));
    CHECK(database.store().finished_log("m_busy", 9) == entries("m_busy", 1, 9));
    CHECK(rows_in_log(database) == played + 7);
}

TEST_CASE(
    "beside a match that waits for days the log stays as short as what is kept and what is being played") {
    TempDatabase database;
    constexpr std::int64_t retained_steps = 30;
    const auto keep = [&] {
        database.on_journal([](storage::sqlite::Database& file) {
            file.keep_logs({.for_ms = retained_steps, .most_bytes = {}});
        });
    };
    keep();
    database.post({storage::StartMatch{match("m_waiting", "PAUSED")}});
    database.post(appends("m_waiting", 1, 10));
    std::vector<Table> tables;
    for (int number = 0; number < 12; ++number) tables.emplace_back(number);

    std::int64_t in_play = 10;  // when every table stands before its last entry
    for (const Table& table : tables) in_play += table.length;
    const auto retained = static_cast<std::int64_t>(tables.size()) * retained_steps;
    for (int steps = 0; steps < 500; ++steps) {
        std::vector<storage::Write> writes;
        for (Table& table : tables)
            for (storage::Write& write : table.step(steps)) writes.push_back(std::move(write));
        database.post(std::move(writes));
        if (steps % 10 == 0) CHECK(rows_in_log(database) <= 2 * (in_play + retained));
        if (steps == 250) {
            database.reopen();
            keep();
        }
    }

    CHECK(log_of(database.store(), "m_waiting") == entries("m_waiting", 1, 10));
    for (const Table& table : tables) {
        CHECK(log_of(database.store(), table.id()) == entries(table.id(), 1, table.played));
        const std::string before =
            "m_" + std::to_string(table.number) + "_" + std::to_string(table.round - 1);
        CHECK(log_of(database.store(), before) == entries(before, 1, table.length));
        const std::string first = "m_" + std::to_string(table.number) + "_0";
        CHECK(database.store().match(first)->log_dropped);
        CHECK(log_of(database.store(), first).empty());
    }
}

TEST_CASE("no number of an entry is used twice, although all logs are dropped") {
    TempDatabase database;
    database.on_journal(
        [](storage::sqlite::Database& file) { file.keep_logs({.for_ms = {}, .most_bytes = 0}); });
    for (int number = 1; number <= 3; ++number) {
        const std::string id = "m_" + std::to_string(number);
        database.post({storage::StartMatch{match(id, "K7QX2M")}});
        database.post(appends(id, 1, 30));
        CHECK(row_numbers(database, id).ends_with(std::to_string(number * 30) + "]"));
        database.post({finish(id)});
        CHECK(database.store().match(id)->log_dropped);
        CHECK(log_of(database.store(), id).empty());
        CHECK(rows_in_log(database) == 1);  // the newest row
        database.reopen();
        database.on_journal(
            [](storage::sqlite::Database& file) { file.keep_logs({.for_ms = {}, .most_bytes = 0}); });
    }
}
