// Which logs of finished matches a PostgreSQL keeps.
#include "storage/postgres/log_pruner.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "storage/postgres/transaction.hpp"
#include "tests/storage/postgres/temp_postgres.hpp"
#include "tests/storage/samples.hpp"
#include "tests/stored_match.hpp"

using namespace cubilete;
using namespace cubilete::tests;

namespace {

constexpr std::int64_t day_ms = 86'400'000;

struct LogsOfThreeDays {
    TempPostgres database;
    std::int64_t after_ms = 0;

    LogsOfThreeDays() {
        for (std::int64_t day = 1; day <= 5; ++day) {
            const std::string id = "m_" + std::to_string(day);
            storage::FinishMatch end = finish(id);
            end.ended_ms = day * day_ms;
            std::vector<storage::Write> writes{storage::StartMatch{match(id, "K7QX2M")}};
            for (storage::Write& entry : appends(id, 1, 5)) writes.push_back(std::move(entry));
            writes.emplace_back(end);
            REQUIRE(database.post(std::move(writes)) == storage::Outcome::durable);
        }
    }
    std::int64_t drop(const storage::LogRetention& retention, std::int64_t now_ms, int most) {
        storage::postgres::Connection connection(database.place().url(), "tests");
        return storage::postgres::drop_logs(connection, retention, now_ms, most, after_ms);
    }
    /// The days of the matches with a log.
    std::string logs() const {
        const auto store = database.store();
        std::string days;
        for (int day = 1; day <= 5; ++day) {
            const std::string id = "m_" + std::to_string(day);
            const bool there = !log_of(store, id).empty();
            CHECK(store.match(id)->log_dropped == !there);
            CHECK(scores_of(store, id) == scores());
            if (there) days += std::to_string(day);
        }
        return days;
    }
};

}  // namespace

TEST_CASE("in a PostgreSQL the analysis of a match goes with its log, and does not come back") {
    LogsOfThreeDays house;
    for (const char* id : {"m_1", "m_5"})
        house.database.post({storage::PutAnalysis{id, "yahtzee 1.1", "{}"}});
    const storage::LogRetention retention{.for_ms = 2 * day_ms, .most_bytes = {}};
    CHECK(house.drop(retention, 6 * day_ms, 10) == 3);
    house.database.post({storage::PutAnalysis{"m_1", "yahtzee 1.1", "{}"}});
    CHECK_FALSE(house.database.store().analysis("m_1"));
    CHECK(house.database.store().analysis("m_5"));
}

TEST_CASE("a PostgreSQL keeps logs for a time after the match's end, a few go at a time") {
    LogsOfThreeDays house;
    CHECK(house.drop({}, 9 * day_ms, 10) == 0);
    const storage::LogRetention retention{.for_ms = 2 * day_ms, .most_bytes = {}};
    CHECK(house.drop(retention, 6 * day_ms, 2) == 2);
    CHECK(house.logs() == "345");
    CHECK(house.drop(retention, 6 * day_ms, 2) == 1);
    CHECK(house.drop(retention, 6 * day_ms, 2) == 0);
    CHECK(house.logs() == "45");
    CHECK(storage::make_backend(house.database.place().path())->inspect().findings.empty());
}

TEST_CASE("a log in a PostgreSQL whose match is locked when its turn comes goes later") {
    LogsOfThreeDays house;
    const storage::LogRetention retention{.for_ms = 2 * day_ms, .most_bytes = {}};
    {
        storage::postgres::Connection other(house.database.place().url(), "other");
        const storage::postgres::Transaction lock(other);
        other.query("SELECT no FROM matches WHERE id = 'm_1' FOR UPDATE");
        CHECK(house.drop(retention, 6 * day_ms, 10) == 2);
        CHECK(house.logs() == "145");
    }
    CHECK(house.drop(retention, 6 * day_ms, 10) == 1);
    CHECK(house.logs() == "45");
}

TEST_CASE("a PostgreSQL keeps as many logs as fit into a size, as the database has counted them") {
    LogsOfThreeDays house;
    house.database.place().query("ANALYZE log");
    CHECK(house.drop({.for_ms = {}, .most_bytes = 1 << 20}, 9 * day_ms, 2) == 0);
    CHECK(house.drop({.for_ms = {}, .most_bytes = 100}, 9 * day_ms, 2) == 2);
    CHECK(house.logs() == "345");
}
