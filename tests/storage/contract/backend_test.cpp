#include "storage/backend.hpp"

#include <atomic>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/storage/contract/databases.hpp"
#include "tests/storage/samples.hpp"
#include "tests/stored_match.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::Outcome;

namespace {

Outcome post(storage::Journal& journal, std::vector<storage::Write> writes) {
    std::promise<Outcome> answer;
    journal.post(std::move(writes), [&](Outcome outcome) { answer.set_value(outcome); });
    return answer.get_future().get();
}

const std::atomic<bool> never = false;

}  // namespace

TEST_CASE_TEMPLATE("opening a journal makes the data, and readers refuse data that are missing", Database,
                   ALL_DATABASES) {
    const typename Database::Place place;
    const auto backend = storage::make_backend(place.path());
    CHECK_THROWS_WITH_AS(backend->open_store(), doctest::Contains(backend->name().c_str()),
                         storage::DatabaseError);
    CHECK_THROWS_AS(backend->open_history(), storage::DatabaseError);
    CHECK_THROWS_AS(backend->inspect(), storage::InspectionError);

    const auto journal = backend->open_journal({});
    CHECK(backend->missing_entries() == 0);
    CHECK(post(*journal, {storage::PutPlayer{player("p_ana")}}) == Outcome::durable);
    CHECK(backend->open_store()->player("p_ana") == player("p_ana"));
    CHECK(backend->open_store()->data_id().size() == 16);
    CHECK(backend->open_store()->data_id() == backend->open_store()->data_id());
    CHECK(backend->open_history()->people({"p_ana"}).front().id == "p_ana");
    CHECK(backend->inspect().findings.empty());
}

TEST_CASE_TEMPLATE("a copy has everything durable at the time of the call, and opens like the data", Database,
                   ALL_DATABASES) {
    const typename Database::Place place;
    const TempDirectory copies;
    const auto backend = storage::make_backend(place.path());
    const auto journal = backend->open_journal({});
    REQUIRE(post(*journal, {storage::StartMatch{match("m_1", "K7QX2M")}}) == Outcome::durable);
    REQUIRE(post(*journal, appends("m_1", 1, 50)) == Outcome::durable);

    const auto file = copies.path() / "copy.db";
    const auto bytes = backend->back_up(file, never);
    CHECK(bytes > 0);
    CHECK(bytes <= backend->bytes_to_copy());
    REQUIRE(post(*journal, appends("m_1", 51, 60)) == Outcome::durable);
    const auto copy = storage::make_backend(file);
    CHECK(copy->inspect().findings.empty());
    CHECK(log_of(*copy->open_store(), "m_1") == entries("m_1", 1, 50));

    const std::atomic<bool> at_once = true;
    CHECK_THROWS_AS(backend->back_up(copies.path() / "other.db", at_once), storage::OperationCancelled);
    CHECK_FALSE(std::filesystem::exists(copies.path() / "other.db"));
}

TEST_CASE_TEMPLATE("a journal accepts no more while more posts wait than it was told", Database,
                   ALL_DATABASES) {
    const typename Database::Place place;
    const auto backend = storage::make_backend(place.path());
    const auto journal = backend->open_journal({.most_waiting = 2});
    {
        const typename Database::Held held(*journal);
        for (int n = 0; n < 2; ++n) journal->post({}, {});
        CHECK(journal->backlog() >= 2);
        journal->post({}, {});
        CHECK_FALSE(journal->accepts());
    }
    REQUIRE(post(*journal, {}) == Outcome::durable);
    CHECK(journal->accepts());
    CHECK(journal->backlog() == 0);
}

TEST_CASE_TEMPLATE("commits are reported before their answers, with the number of writes", Database,
                   ALL_DATABASES) {
    const typename Database::Place place;
    const auto backend = storage::make_backend(place.path());
    std::atomic<std::size_t> reported = 0;
    storage::JournalSetup setup;
    setup.committed = [&](std::chrono::nanoseconds, std::size_t writes) { reported += writes; };
    const auto journal = backend->open_journal(std::move(setup));
    REQUIRE(post(*journal, {storage::StartMatch{match("m_1", "K7QX2M")}}) == Outcome::durable);
    CHECK(reported == 1);
    REQUIRE(post(*journal, appends("m_1", 1, 4)) == Outcome::durable);
    CHECK(reported == 5);
}

TEST_CASE_TEMPLATE("a failure is reported once, and later posts are dropped unanswered", Database,
                   ALL_DATABASES) {
    const typename Database::Place place;
    const auto backend = storage::make_backend(place.path());
    std::atomic<int> failures = 0;
    std::promise<void> failed;
    storage::JournalSetup setup;
    setup.failed = [&](storage::ExitReason end, const std::string& reason) {
        if (end == storage::ExitReason::unknown && !reason.empty() && ++failures == 1) failed.set_value();
    };
    const auto journal = backend->open_journal(std::move(setup));
    bool answered = false;
    journal->post({storage::RenamePlayer{"p_nobody", "Nobody"}}, [&](Outcome) { answered = true; });
    failed.get_future().wait();
    journal->post({storage::PutPlayer{player("p_ana")}}, [&](Outcome) { answered = true; });
    journal->stop();
    journal->post({storage::PutPlayer{player("p_ben")}}, [&](Outcome) { answered = true; });

    CHECK(failures == 1);
    CHECK_FALSE(answered);
    CHECK(journal->backlog() == 3);
    CHECK_FALSE(backend->open_store()->player("p_ana"));
}

#ifndef CUBILETE_POSTGRES
TEST_CASE("a program that was built without PostgreSQL says so when it is given a URL of it") {
    for (const char* url : {"postgresql://localhost/play", "postgres://localhost/play"})
        CHECK_THROWS_WITH_AS(storage::make_backend(url), doctest::Contains("built without PostgreSQL"),
                             storage::DatabaseError);
}
#endif
