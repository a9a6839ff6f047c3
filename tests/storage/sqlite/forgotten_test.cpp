#include <string>
#include <utility>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>

#include "storage/sqlite/database.hpp"
#include "storage/sqlite/inspection.hpp"
#include "tests/storage/samples.hpp"
#include "tests/storage/sqlite/files.hpp"
#include "tests/temp_database.hpp"

using namespace cubilete;
using namespace cubilete::tests;

namespace {

/// A server with a player of that name, who has played and chatted.
struct Forgetful {
    TempDatabase database;

    Forgetful() {
        storage::Player zenobia = player("p_zen");
        zenobia.name = "Zenobia of Palmyra";
        zenobia.agent = "palmyrene-bot/1";
        storage::MatchRow played = match("m_1", "K7QX2M");
        played.players.front() = zenobia.id;
        played.names.front() = zenobia.name;
        database.post({storage::PutPlayer{zenobia}, storage::PutRoom{room("K7QX2M"), {}},
                       storage::AddChatLine{"K7QX2M", {zenobia.id, zenobia.name, "hello", 5}},
                       storage::StartMatch{played}});
        database.post(appends("m_1", 1, 40));
    }
    bool says(const std::string& text) const {
        const std::string file = storage::sqlite::data_file(database.directory()).string();
        for (const std::string& name : {file, file + "-wal"})
            if (bytes_of(name).find(text) != std::string::npos) return true;
        return false;
    }
    void forget() {
        REQUIRE(database.post({storage::ForgetPlayer{"p_zen"}}) == storage::Outcome::durable);
        database.settle();
    }
    bool knows_her() const { return says("Zenobia") || says("palmyrene"); }
};

}  // namespace

TEST_CASE("of a player who is gone no byte of the data file and its log says what they were called") {
    Forgetful house;
    SUBCASE("from the log alone") {}
    SUBCASE("from the file as well") {
        house.database.on_journal([](storage::sqlite::Database& database) { database.checkpoint(); });
    }
    CHECK(house.knows_her());
    house.forget();
    CHECK_FALSE(house.knows_her());
}

TEST_CASE("tables that closed before a player went leave no page that says what they were called") {
    Forgetful house;
    // Lines of some 60 bytes: several pages of 4 KiB, which become free while some lines are still in them.
    std::vector<storage::Write> opened;
    std::vector<storage::Write> closed;
    for (int table = 10'000; table < 10'400; ++table) {
        const std::string code = "T" + std::to_string(table);
        opened.emplace_back(storage::PutRoom{room(code), {}});
        opened.emplace_back(storage::AddChatLine{code, {"p_zen", "Zenobia of Palmyra", "hello", 5}});
        closed.emplace_back(storage::DropRoom{code});
    }
    REQUIRE(house.database.post(std::move(opened)) == storage::Outcome::durable);
    REQUIRE(house.database.post(std::move(closed)) == storage::Outcome::durable);
    house.forget();
    CHECK_FALSE(house.knows_her());
}

TEST_CASE("where somebody reads the log meanwhile nobody waits, and it is emptied later") {
    Forgetful house;
    {
        SQLite::Database reader(storage::sqlite::data_file(house.database.directory()).string());
        reader.exec("BEGIN");
        CHECK(reader.execAndGet("SELECT name FROM players").getString() == "Zenobia of Palmyra");
        house.forget();
        CHECK(house.knows_her());
        reader.exec("END");
    }
    // Entries of some 300 bytes, for more than the 64 KiB after which it is tried again.
    house.database.post(appends("m_1", 41, 1'000));
    house.database.settle();
    CHECK_FALSE(house.knows_her());
}
