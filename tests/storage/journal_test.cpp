#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/storage/samples.hpp"
#include "tests/temp_database.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::Outcome;

namespace {

std::vector<storage::Write> start(const std::string& match_id) {
    return {storage::StartMatch{match(match_id, "K7QX2M")}};
}

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

TEST_CASE("by the time a post is answered everybody can read what it wrote") {
    TempDatabase database;
    const storage::Store& store = database.store();
    std::vector<std::size_t> readable;
    database.journal().post(start("m_1"), {});
    for (std::int64_t n = 1; n <= 5; ++n)
        database.journal().post({storage::AppendEntry{entry("m_1", n)}},
                                [&](Outcome) { readable.push_back(store.log("m_1").size()); });
    database.settle();

    REQUIRE(readable.size() == 5);
    for (std::size_t n = 0; n < 5; ++n) CHECK(readable[n] >= n + 1);
}

TEST_CASE("an empty post is answered after everything before it, and costs no commit") {
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

TEST_CASE("everything that gathers while the journal is busy is one commit") {
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
    CHECK(database.store().log("m_1").size() == 1'001);
}

TEST_CASE("stopping finishes what was posted and leaves one file") {
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
    CHECK(database.store().log("m_1") == entries("m_1", 1, 100));
}

TEST_CASE("a crash loses nothing that was answered") {
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
        const auto log = storage::sqlite::SqliteStore(crashes[seq - 1].path().string()).log("m_1");
        CHECK(log.size() >= static_cast<std::size_t>(seq));
        CHECK(log == entries("m_1", 1, static_cast<std::int64_t>(log.size())));
    }
}

TEST_CASE("after a crash a match goes on where its log ends") {
    TempDatabase database;
    database.post(start("m_1"));
    database.post(appends("m_1", 1, 7));
    TempDirectory crashed;
    copy_as_after_a_crash(database.directory(), crashed.path());

    storage::sqlite::Database recovered(crashed.path());
    std::vector<storage::Write> rest = appends("m_1", 8, 9);
    rest.push_back(finish("m_1"));
    recovered.commit(rest);
    CHECK(storage::sqlite::SqliteStore(crashed.path().string()).log("m_1") == entries("m_1", 1, 9));
}

TEST_CASE("a full disk refuses, keeps what was there, and takes more once there is room") {
    TempDatabase database;
    database.post(start("m_1"));
    database.on_journal([](storage::sqlite::Database& file) { file.limit_size(file.size() + 2); });

    std::int64_t kept = 0;
    while (database.post(appends("m_1", kept + 1, kept + 1)) == Outcome::durable) REQUIRE(++kept < 1'000);
    CHECK(kept > 0);
    CHECK(database.store().log("m_1") == entries("m_1", 1, kept));

    database.on_journal([](storage::sqlite::Database& file) { file.limit_size(file.size() + 1'000); });
    CHECK(database.post(appends("m_1", kept + 1, kept + 20)) == Outcome::durable);
    CHECK(database.post({finish("m_1")}) == Outcome::durable);
    CHECK(database.store().log("m_1") == entries("m_1", 1, kept + 20));
    CHECK(database.failure().empty());
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
    CHECK(database.store().log("m_1").empty());
}

TEST_CASE("a write that contradicts what is stored stops the journal for good") {
    TempDatabase database;
    database.post({storage::PutPlayer{player("p_ana", 'a')}, storage::PutRoom{room("K7QX2M"), {}}});
    database.post(start("m_1"));
    database.post({storage::AppendEntry{entry("m_1", 1)}});
    std::vector<storage::Write> contradiction;

    SUBCASE("a token that somebody else has") { contradiction = {storage::PutPlayer{player("p_ben", 'a')}}; }
    SUBCASE("a token hash that is none") {
        auto careless = player("p_ben");
        careless.token_hash = "the token itself";
        contradiction = {storage::PutPlayer{careless}};
    }
    SUBCASE("a second token that somebody else has") {
        contradiction = {storage::PutDeviceToken{"p_ana", std::string(32, 'd'), 1},
                         storage::PutDeviceToken{"p_ana", std::string(32, 'd'), 2}};
    }
    SUBCASE("a second token of nobody") {
        contradiction = {storage::PutDeviceToken{"p_ben", std::string(32, 'd'), 1}};
    }
    SUBCASE("a ban from no room") { contradiction = {storage::BanPlayer{"NOROOM", "p_ana"}}; }
    SUBCASE("a new name for nobody") { contradiction = {storage::RenamePlayer{"p_ben", "Ben"}}; }
    SUBCASE("two players in one seat") {
        contradiction = {storage::PutRoom{room("K7QX2M"), {seat(0, "p_ana"), seat(0, "p_ben")}}};
    }
    SUBCASE("chat in no room") { contradiction = {storage::AddChat{"NOROOM", chat_line(1)}}; }
    SUBCASE("a match that has been started") { contradiction = start("m_1"); }
    SUBCASE("an entry twice") { contradiction = appends("m_1", 1, 1); }
    SUBCASE("an entry left out") { contradiction = appends("m_1", 3, 3); }
    SUBCASE("an entry of a match that is over") {
        contradiction = {finish("m_1"), storage::AppendEntry{entry("m_1", 2)}};
    }
    SUBCASE("the end of no match") { contradiction = {finish("m_2")}; }

    bool answered = false;
    const auto note = [&](Outcome) { answered = true; };
    database.journal().post(contradiction, note);
    database.journal().post({storage::PutPlayer{player("p_late", 'l')}}, note);
    database.journal().stop();
    CHECK_FALSE(database.failure().empty());
    CHECK_FALSE(answered);

    database.reopen();
    CHECK(database.store().log("m_1") == entries("m_1", 1, 1));
    CHECK_FALSE(database.store().player("p_ben"));
    CHECK_FALSE(database.store().player("p_late"));
}

TEST_CASE("a failure is reported once, and later posts are dropped unanswered") {
    TempDirectory directory;
    storage::sqlite::Database database(directory.path());
    std::vector<std::string> reasons;
    storage::sqlite::SqliteJournal journal(database,
                                           [&](const std::string& reason) { reasons.push_back(reason); });
    bool answered = false;
    journal.post({storage::RenamePlayer{"p_nobody", "Nobody"}}, [&](Outcome) { answered = true; });
    // Rooms that know of nothing yet post on: it waits with the first or is dropped.
    journal.post({storage::PutPlayer{player("p_ana")}}, [&](Outcome) { answered = true; });
    journal.stop();
    journal.post({storage::PutPlayer{player("p_ben")}}, [&](Outcome) { answered = true; });

    CHECK(reasons.size() == 1);
    CHECK_FALSE(answered);
    CHECK(journal.backlog() == 3);
}

TEST_CASE("readers see whole posts only, and never an older state after a newer one") {
    TempDatabase database;
    database.post(start("m_1"));
    const std::int64_t last = 1'000;
    std::atomic<bool> torn = false;
    std::thread reader([&] {
        const storage::Store& store = database.store();
        for (std::size_t seen = 0; seen < last && !torn && database.failure().empty();) {
            const std::size_t now = store.log("m_1").size();
            if (now % 2 != 0 || now < seen) torn = true;
            seen = now;
        }
    });
    for (std::int64_t seq = 1; seq < last; seq += 2)
        database.journal().post(appends("m_1", seq, seq + 1), {});
    reader.join();

    CHECK_FALSE(torn);
    CHECK(database.store().log("m_1") == entries("m_1", 1, last));
}

TEST_CASE("posts from many threads all arrive, each thread's in its own order") {
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
        CHECK(database.store().log(id) == entries(id, 1, each));
}
