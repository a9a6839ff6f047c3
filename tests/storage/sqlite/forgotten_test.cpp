#include <string>

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
