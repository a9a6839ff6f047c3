#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>

#include "tests/storage/samples.hpp"
#include "tests/temp_database.hpp"

using namespace cubilete;
using namespace cubilete::tests;

namespace {

std::int64_t rows_in_log(const TempDatabase& database) {
    return SQLite::Database(database.directory() + "/cubilete.db")
        .execAndGet("SELECT count(*) FROM log")
        .getInt64();
}

/// A table at which one match follows another, each some entries longer than at the table before.
struct Table {
    explicit Table(int table_number) : number(table_number), length(5 + 3 * table_number) {}

    std::string id() const { return "m_" + std::to_string(number) + "_" + std::to_string(round); }

    std::vector<storage::Write> step() {
        std::vector<storage::Write> writes;
        if (played == 0) writes.push_back(storage::StartMatch{match(id(), "K7QX2M")});
        writes.push_back(storage::AppendEntry{entry(id(), ++played)});
        if (played < length) return writes;
        writes.push_back(finish(id()));
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

TEST_CASE(
    "when the only match ends only its last entry's number is left in the live log, match after match") {
    TempDatabase database;
    for (const char* id : {"m_1", "m_2", "m_3"}) {
        database.post({storage::StartMatch{match(id, "K7QX2M")}});
        database.post(appends(id, 1, 30));
        CHECK(rows_in_log(database) <= 31);
        database.post({finish(id)});
        CHECK(rows_in_log(database) == 1);
    }
}

TEST_CASE("beside a match that waits for days the live log stays as short as what is being played") {
    TempDatabase database;
    database.post({storage::StartMatch{match("m_waiting", "PAUSED")}});
    database.post(appends("m_waiting", 1, 10));
    std::vector<Table> tables;
    for (int number = 0; number < 12; ++number) tables.emplace_back(number);

    std::int64_t in_play = 10;  // when every table stands before its last entry
    for (const Table& table : tables) in_play += table.length;
    for (int steps = 0; steps < 500; ++steps) {
        std::vector<storage::Write> writes;
        for (Table& table : tables)
            for (storage::Write& write : table.step()) writes.push_back(std::move(write));
        database.post(std::move(writes));
        if (steps % 10 == 0) CHECK(rows_in_log(database) <= 2 * in_play);
        if (steps == 250) database.reopen();
    }

    CHECK(database.store().log("m_waiting") == entries("m_waiting", 1, 10));
    for (const Table& table : tables) {
        CHECK(database.store().log(table.id()) == entries(table.id(), 1, table.played));
        const std::string before =
            "m_" + std::to_string(table.number) + "_" + std::to_string(table.round - 1);
        CHECK(database.store().log(before) == entries(before, 1, table.length));
    }
}
