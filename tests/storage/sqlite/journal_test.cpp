#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "tests/storage/samples.hpp"
#include "tests/stored_match.hpp"
#include "tests/temp_database.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::Outcome;

namespace {

/// The data as a crash at this moment would leave it.
void copy_as_after_a_crash(const std::filesystem::path& from, const std::filesystem::path& to) {
    for (const char* file : {"cubilete.db", "cubilete.db-wal"})
        if (std::filesystem::exists(from / file)) std::filesystem::copy_file(from / file, to / file);
}

}  // namespace

TEST_CASE("posts are answered in the order posted") {
    TempDatabase database;
    std::vector<int> answered;
    database.journal().post(start("m_1"), [&](Outcome) { answered.push_back(0); });
    for (int n = 1; n <= 20; ++n)
        database.journal().post({storage::AppendEntry{entry("m_1", n)}},
                                [&answered, n](Outcome) { answered.push_back(n); });
    database.settle();

    REQUIRE(answered.size() == 21);
    for (int n = 0; n <= 20; ++n) CHECK(answered[n] == n);
    CHECK(database.journal().backlog() == 0);
}

TEST_CASE("an empty post costs no commit") {
    TempDatabase database;
    bool before = false;
    database.journal().post(start("m_1"), [&](Outcome) { before = true; });
    bool then = false;
    database.journal().post({}, [&](Outcome outcome) { then = before && outcome == Outcome::durable; });
    database.settle();
    CHECK(then);

    const std::uint64_t commits = database.journal().commits();
    database.settle();
    CHECK(database.journal().commits() == commits);
}

TEST_CASE("all posts that arrive during a commit are the next commit") {
    TempDatabase database;
    database.post(start("m_1"));
    const std::uint64_t before = database.journal().commits();
    std::size_t waiting = 0;
    int answered = 0;
    // While this answer is being given the journal can take nothing: all the posts must wait for it.
    database.journal().post({storage::AppendEntry{entry("m_1", 1)}}, [&](Outcome) {
        for (std::int64_t seq = 2; seq <= 1'001; ++seq)
            database.journal().post({storage::AppendEntry{entry("m_1", seq)}}, [&](Outcome) { ++answered; });
        waiting = database.journal().backlog();
    });
    database.settle();
    database.settle();  // the first may have been posted before the thousand

    CHECK(waiting >= 1'000);
    CHECK(answered == 1'000);
    CHECK(database.journal().commits() == before + 2);
    CHECK(log_of(database.store(), "m_1").size() == 1'001);
}

TEST_CASE("stopping moves the whole log into the file") {
    TempDatabase database;
    int answered = 0;
    database.journal().post(start("m_1"), [&](Outcome) { ++answered; });
    for (std::int64_t seq = 1; seq <= 100; ++seq)
        database.journal().post({storage::AppendEntry{entry("m_1", seq)}}, [&](Outcome) { ++answered; });
    database.journal().stop();
    CHECK(answered == 101);
    CHECK(std::filesystem::file_size(database.directory() + "/cubilete.db-wal") == 0);
    CHECK_THROWS_AS(database.journal().post({}, {}), std::logic_error);

    database.reopen();
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 100));
}

TEST_CASE("the files at the time of an answer contain what was answered") {
    TempDatabase database;
    const std::int64_t last = 30;
    std::vector<TempDirectory> crashes(last);
    database.post(start("m_1"));
    for (std::int64_t seq = 1; seq <= last; ++seq)
        database.journal().post({storage::AppendEntry{entry("m_1", seq)}}, [&, seq](Outcome) {
            copy_as_after_a_crash(database.directory(), crashes[seq - 1].path());
        });
    database.settle();

    for (std::int64_t seq = 1; seq <= last; ++seq) {
        const storage::sqlite::Database recovered(crashes[seq - 1].path());
        const auto log = log_of(storage::sqlite::SqliteStore(crashes[seq - 1].path().string()), "m_1");
        CHECK(log.size() >= static_cast<std::size_t>(seq));
        CHECK(log == entries("m_1", 1, static_cast<std::int64_t>(log.size())));
    }
}

TEST_CASE("posts that meet a full disk together are refused together") {
    TempDatabase database;
    database.post(start("m_1"));
    std::vector<Outcome> outcomes;
    const auto note = [&](Outcome outcome) { outcomes.push_back(outcome); };
    database.on_journal([&](storage::sqlite::Database& file) {
        file.limit_size(file.size() + 2);
        database.journal().post({storage::PutPlayer{player("p_ana")}}, note);  // would fit
        database.journal().post(appends("m_1", 1, 1'000), note);               // does not
        database.journal().post({}, note);
    });
    database.settle();

    CHECK(outcomes == std::vector{Outcome::full, Outcome::full, Outcome::full});
    CHECK_FALSE(database.store().player("p_ana"));
    CHECK(log_of(database.store(), "m_1").empty());
}

TEST_CASE("posts of many threads are durable in the order of each thread, without waiting for answers") {
    TempDatabase database;
    const std::int64_t each = 200;
    std::vector<std::thread> rooms;
    for (const std::string id : {"m_1", "m_2", "m_3", "m_4"})
        rooms.emplace_back([&database, id] {
            database.journal().post(start(id), {});
            for (std::int64_t seq = 1; seq <= each; ++seq)
                database.journal().post({storage::AppendEntry{entry(id, seq)}}, {});
        });
    for (std::thread& room : rooms) room.join();
    database.settle();

    CHECK(database.failure().empty());
    for (const char* id : {"m_1", "m_2", "m_3", "m_4"})
        CHECK(log_of(database.store(), id) == entries(id, 1, each));
}
