// From a file of SQLite into PostgreSQL and back: the same data.
#include "storage/transfer.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include "storage/partial_file_lock.hpp"
#include "storage/postgres/schema.hpp"
#include "tests/storage/postgres/temp_postgres.hpp"
#include "tests/storage/samples.hpp"
#include "tests/stored_match.hpp"
#include "tests/temp_database.hpp"

using namespace cubilete;
using namespace cubilete::tests;

namespace {

const std::atomic<bool> never = false;

/// Writes of every kind.
void fill(TempDatabase& database) {
    auto deleted = player("p_gone", 'g');
    deleted.bot = false;
    storage::FinishMatch end = finish("m_1");
    end.usual = true;
    end.proof = R"({"seed":"00"})";
    storage::MatchRow unlogged = match("m_4", "K7QX2M");
    unlogged.log_dropped = true;
    database.post({storage::PutPlayer{player("p_ana", 'a')}, storage::PutPlayer{player("p_ben", 'b')},
                   storage::PutPlayer{deleted}, storage::PutDeviceToken{"p_ben", std::string(32, 'd'), 5},
                   storage::SetOnBoards{"p_ben", false}, storage::ForgetPlayer{"p_gone"}});
    database.post({storage::PutRoom{room("K7QX2M", "m_1"), {seat(0, "p_ana"), seat(1, "p_ben")}},
                   storage::PutRoom{room("ZZZZZZ", "m_2"), {seat(1, "p_gone")}},
                   storage::BanFromRoom{"K7QX2M", "p_eve"}, storage::AddChatLine{"K7QX2M", chat_line(1)},
                   storage::AddChatLine{"K7QX2M", chat_line(2)}});
    for (const char* id : {"m_1", "m_3"}) {
        database.post({storage::StartMatch{match(id, "K7QX2M")}});
        database.post(appends(id, 1, 20));
    }
    database.post({storage::PutCupChain{{5, std::string(31, 's') + '\0'}},
                   storage::PutCupPlay{{.day = 3, .player = "p_ana", .match = "m_5", .room = "K7QX2M"}},
                   storage::PutCupPlay{{.day = 3,
                                        .player = "p_ben",
                                        .match = "m_6",
                                        .room = "K7QX2M",
                                        .started_ms = 7,
                                        .ended_ms = 8,
                                        .points = -9,
                                        .given_away = 10,
                                        .text = "{}"}},
                   storage::PutPractice{{"p_ana", "m_1.12", 1, 20'000}}});
    database.post(
        {storage::StartMatch{match("m_2", "ZZZZZZ"), R"({"secret":1})"}, storage::PutDiceAsk{"m_2", "{}"}});
    database.post(appends("m_2", 1, 5));
    database.post({end, finish("m_3"), storage::StartMatch{unlogged}, finish("m_4")});
}

/// Both backends hold the same data.
void compare(const storage::Backend& one, const storage::Backend& other) {
    const auto first = one.open_store();
    const auto second = other.open_store();
    CHECK(first->data_id() == second->data_id());
    for (const char* id : {"p_ana", "p_ben"}) CHECK(first->player(id) == second->player(id));
    CHECK(second->player("p_gone")->gone);
    CHECK(second->player("p_gone")->name == "guest");
    CHECK(second->player_by_token(std::string(32, 'd')) == first->player("p_ben"));
    CHECK(first->match_ids() == second->match_ids());
    CHECK(first->cup_chain().has_value());
    CHECK(first->cup_chain() == second->cup_chain());
    CHECK(first->cup_plays({}).size() == 2);
    CHECK(first->cup_plays({}) == second->cup_plays({}));
    CHECK(first->practice({}).size() == 1);
    CHECK(first->practice({}) == second->practice({}));
    for (const std::string& id : first->match_ids()) {
        CHECK(first->match(id) == second->match(id));
        CHECK(log_of(*first, id) == log_of(*second, id));
        CHECK(scores_of(*first, id) == scores_of(*second, id));
    }
    for (const char* code : {"K7QX2M", "ZZZZZZ"}) {
        const auto before = first->open_room(code).value();
        const auto after = second->open_room(code).value();
        CHECK(before.room == after.room);
        CHECK(before.seats == after.seats);
        CHECK(before.bans == after.bans);
        CHECK(before.chat == after.chat);
        CHECK(before.match == after.match);
        CHECK(before.log == after.log);
        CHECK(before.dice == after.dice);
    }
    const auto past = one.open_history();
    const auto same = other.open_history();
    CHECK(past->matches({.include_private = true}) == same->matches({.include_private = true}));
    for (const char* id : {"p_ana", "p_ben"}) CHECK(past->totals(id) == same->totals(id));
    CHECK(past->own_chat("p_ana", 10).size() == same->own_chat("p_ana", 10).size());
}

}  // namespace

TEST_CASE("data that move from SQLite to PostgreSQL and back are the same, and matches go on there") {
    TempDatabase file;
    fill(file);
    const PostgresPlace place;
    const TempDirectory copies;
    const auto postgres = storage::make_backend(place.path());
    storage::import(file.backend(), *postgres, never);
    compare(file.backend(), *postgres);
    CHECK(postgres->inspect().findings.empty());

    postgres->back_up(copies.path() / "copy.db", never);
    const auto copy = storage::make_backend(copies.path() / "copy.db");
    compare(*postgres, *copy);
    CHECK(copy->open_store()->match("m_4")->log_dropped);
    // Reading has left nothing beside it, so another copy can take its place.
    CHECK_FALSE(std::filesystem::exists(copies.path() / "copy.db-wal"));
    CHECK_NOTHROW(postgres->back_up(copies.path() / "copy.db", never));

    const auto journal = postgres->open_journal({});
    journal->post(appends("m_2", 6, 7), {});
    journal->stop();
    CHECK(log_of(*postgres->open_store(), "m_2") == entries("m_2", 1, 7));
}

TEST_CASE("data are not imported into data that are there already") {
    TempDatabase file;
    fill(file);
    const PostgresPlace place;
    const auto postgres = storage::make_backend(place.path());
    storage::import(file.backend(), *postgres, never);
    CHECK_THROWS_WITH_AS(storage::import(file.backend(), *postgres, never),
                         doctest::Contains("holds data already"), storage::DatabaseError);
    CHECK(postgres->open_store()->match_ids().size() == 4);
}

TEST_CASE("an import that is broken off, or meets a contradiction, leaves the database without data") {
    TempDatabase file;
    fill(file);
    const PostgresPlace place;
    const auto postgres = storage::make_backend(place.path());
    std::atomic<bool> cancelled = false;
    const auto import_and = [&](const storage::WriteProducer& last) {
        postgres->import_all(
            [&](const storage::WriteConsumer& consume) {
                file.backend().export_all(consume);
                last(consume);
            },
            cancelled);
    };
    SUBCASE("broken off") {
        CHECK_THROWS_AS(import_and([&](const storage::WriteConsumer& consume) {
                            cancelled = true;
                            consume({storage::PutPlayer{player("p_eve", 'e')}});
                        }),
                        storage::OperationCancelled);
    }
    SUBCASE("an entry out of sequence") {
        CHECK_THROWS(
            import_and([](const storage::WriteConsumer& consume) { consume(appends("m_2", 9, 9)); }));
    }
    SUBCASE("a token twice") {
        CHECK_THROWS_AS(import_and([](const storage::WriteConsumer& consume) {
                            consume({storage::PutPlayer{player("p_eve", 'a')}});
                        }),
                        storage::DatabaseError);
    }
    SUBCASE("a database that cannot make its statistics") {
        storage::postgres::migrate_database(place.url(), storage::postgres::migrations(),
                                            storage::postgres::MigrationPhase::expanding);
        place.query(
            "CREATE FUNCTION refuse_analyze(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN"
            " IF current_query() = 'ANALYZE' THEN RAISE EXCEPTION 'refused'; END IF; RETURN $1; END $$");
        place.query("CREATE INDEX ON players (refuse_analyze(name))");
        CHECK_THROWS_WITH_AS(import_and([](const storage::WriteConsumer&) {}), doctest::Contains("refused"),
                             storage::DatabaseError);
        place.query("DROP FUNCTION refuse_analyze CASCADE");
    }
    CHECK(place.text("SELECT count(*)::text FROM players") == "0");
    CHECK(place.text("SELECT count(*)::text FROM log") == "0");
    cancelled = false;
    storage::import(file.backend(), *postgres, never);
    compare(file.backend(), *postgres);
}

TEST_CASE("an import whose connection is lost at its end does not say that nothing was imported") {
    TempDatabase file;
    fill(file);
    const PostgresPlace place;
    const auto postgres = storage::make_backend(place.path());
    storage::postgres::migrate_database(place.url(), storage::postgres::migrations(),
                                        storage::postgres::MigrationPhase::expanding);
    place.query(
        "CREATE FUNCTION lose_connection() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$");
    place.query(
        "CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON players DEFERRABLE INITIALLY DEFERRED"
        " FOR EACH ROW EXECUTE FUNCTION lose_connection()");
    CHECK_THROWS_AS(storage::import(file.backend(), *postgres, never), storage::OutcomeUnknown);
    place.query("DROP FUNCTION lose_connection CASCADE");
    storage::import(file.backend(), *postgres, never);
    compare(file.backend(), *postgres);
}

TEST_CASE("what is left of a copy that was killed is removed later, and nothing else") {
    const PostgresPlace place;
    const TempDirectory copies;
    const auto collected = copies.path() / "copy.db.copy-A1b2C3";
    const auto written = copies.path() / "copy.db.part-A1b2C3";
    std::filesystem::create_directory(collected);
    std::ofstream(written) << "half";
    std::filesystem::create_directory(copies.path() / "other");
    std::filesystem::create_directory(copies.path() / "mine.db.copy-A1b2C3");
    const auto running = copies.path() / "copy.db.copy-D4e5F6";
    std::filesystem::create_directory(running);
    const storage::PartialFileLock in_use(running);
    storage::make_backend(place.path())->remove_interrupted_copies(copies.path(), "copy.db");
    CHECK_FALSE(std::filesystem::exists(collected));
    CHECK_FALSE(std::filesystem::exists(written));
    CHECK(std::filesystem::exists(copies.path() / "other"));
    CHECK(std::filesystem::exists(copies.path() / "mine.db.copy-A1b2C3"));
    CHECK(std::filesystem::exists(running));
}
