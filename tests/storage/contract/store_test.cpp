#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/storage/contract/databases.hpp"
#include "tests/storage/samples.hpp"
#include "tests/stored_match.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::OpenRoom;

namespace {

template <class Database>
std::vector<OpenRoom> open_rooms(const Database& database) {
    const auto store = database.store();
    std::vector<OpenRoom> rooms;
    store.open_rooms([&](const OpenRoom& room) {
        CHECK(room.log.empty());
        rooms.push_back(store.open_room(room.room.code).value());
        CHECK(rooms.back().seats == room.seats);
        CHECK(rooms.back().match == room.match);
        CHECK(rooms.back().people == room.people);
    });
    return rooms;
}

}  // namespace

TEST_CASE_TEMPLATE("a player is found by the hash of their token, and by no other", Database, ALL_DATABASES) {
    Database database;
    database.post({storage::PutPlayer{player("p_ana", 'a')}, storage::PutPlayer{player("p_ben", 'b')}});
    database.reopen();

    const auto ana = player("p_ana", 'a');
    CHECK(database.store().player_by_token(ana.token_hash) == ana);
    CHECK(database.store().player("p_ben") == player("p_ben", 'b'));
    CHECK_FALSE(database.store().player_by_token(std::string(32, 'a')));
    CHECK_FALSE(database.store().player_by_token(""));
    CHECK_FALSE(database.store().player("p_carl"));
}

TEST_CASE_TEMPLATE("a player who may be there already is added once and stays as they are", Database,
                   ALL_DATABASES) {
    Database database;
    const storage::Player first = player("p_house", 'a');
    storage::Player again = player("p_house", 'b');
    again.name = "another";
    database.post({storage::PutPlayer{first, true}});
    database.post({storage::PutPlayer{again, true}, storage::PutPlayer{player("p_ben", 'c'), true}});
    database.reopen();

    CHECK(database.store().player("p_house") == first);
    CHECK(database.store().player("p_ben") == player("p_ben", 'c'));
}

TEST_CASE_TEMPLATE("a player is found by the token of any of their devices", Database, ALL_DATABASES) {
    Database database;
    const std::string phone(32, 'p');
    database.post({storage::PutPlayer{player("p_ana", 'a')}, storage::PutPlayer{player("p_ben", 'b')},
                   storage::PutDeviceToken{"p_ana", phone, 1'700'000'000'000}});
    database.reopen();

    CHECK(database.store().player_by_token(phone) == player("p_ana", 'a'));
    CHECK(database.store().player_by_token(player("p_ana", 'a').token_hash) == player("p_ana", 'a'));
}

TEST_CASE_TEMPLATE("a ban stays as long as its room, whatever else of the room changes", Database,
                   ALL_DATABASES) {
    Database database;
    database.post({storage::PutRoom{room("K7QX2M"), {}}, storage::BanFromRoom{"K7QX2M", "p_eve"},
                   storage::BanFromRoom{"K7QX2M", "p_dan"}, storage::BanFromRoom{"K7QX2M", "p_eve"}});
    database.post({storage::PutRoom{room("K7QX2M"), {seat(0, "p_ana")}}});
    database.reopen();
    CHECK(database.store().open_room("K7QX2M")->bans == std::vector<std::string>{"p_dan", "p_eve"});

    database.post({storage::DropRoom{"K7QX2M"}, storage::PutRoom{room("K7QX2M"), {}}});
    CHECK(database.store().open_room("K7QX2M")->bans.empty());
}

TEST_CASE_TEMPLATE("leaving a seat changes nothing else of its room", Database, ALL_DATABASES) {
    Database database;
    auto before = std::vector{seat(0, "p_ana"), seat(1, "p_ben")};
    before[1].left = before[1].bot_plays = false;
    database.post(
        {storage::PutRoom{room("K7QX2M", "m_1"), before}, storage::StartMatch{match("m_1", "K7QX2M")}});
    database.post({storage::LeaveSeat{"K7QX2M", "p_ben"}, storage::LeaveSeat{"K7QX2M", "p_nobody"}});

    auto after = before;
    after[1].left = after[1].bot_plays = true;
    const auto stored = database.store().open_room("K7QX2M");
    CHECK(stored->seats == after);
    CHECK(stored->room == room("K7QX2M", "m_1"));
}

TEST_CASE_TEMPLATE("a new name replaces the old one and nothing else", Database, ALL_DATABASES) {
    Database database;
    database.post({storage::PutPlayer{player("p_ana")}, storage::RenamePlayer{"p_ana", "Änne 🎲"}});

    auto renamed = player("p_ana");
    renamed.name = "Änne 🎲";
    CHECK(database.store().player("p_ana") == renamed);
}

TEST_CASE_TEMPLATE("a new avatar replaces the old one and nothing else", Database, ALL_DATABASES) {
    Database database;
    auto without = player("p_ben", 'b');
    without.avatar = {};
    database.post(
        {storage::PutPlayer{player("p_ana")}, storage::PutPlayer{without}, storage::SetAvatar{"p_ana", 0}});
    database.reopen();

    auto changed = player("p_ana");
    changed.avatar = 0;
    CHECK(database.store().player("p_ana") == changed);
    CHECK(database.store().player("p_ben") == without);
}

TEST_CASE_TEMPLATE("a room is read with its seats, its chat and its match", Database, ALL_DATABASES) {
    Database database;
    auto kitchen = room("K7QX2M", "m_1");
    kitchen.next_first = 1;
    database.post({storage::PutRoom{kitchen, {seat(1, "p_ben"), seat(0, "p_ana")}},
                   storage::AddChatLine{"K7QX2M", chat_line(1)},
                   storage::StartMatch{match("m_1", "K7QX2M")}});
    database.post(appends("m_1", 1, 3));
    database.reopen();

    const std::vector<OpenRoom> rooms = open_rooms(database);
    REQUIRE(rooms.size() == 1);
    CHECK(rooms[0].room == kitchen);
    CHECK(rooms[0].seats == std::vector{seat(0, "p_ana"), seat(1, "p_ben")});
    CHECK(rooms[0].chat == std::vector{chat_line(1)});
    CHECK(rooms[0].match == match("m_1", "K7QX2M"));
    CHECK(rooms[0].log == entries("m_1", 1, 3));
}

TEST_CASE_TEMPLATE("a room is read with the players of its seats, also with a deleted one", Database,
                   ALL_DATABASES) {
    Database database;
    database.post({storage::PutPlayer{player("p_ana", 'a')}, storage::PutPlayer{player("p_ben", 'b')},
                   storage::PutPlayer{player("p_eve", 'e')},
                   storage::PutRoom{room("K7QX2M"), {seat(0, "p_ben"), seat(1, "p_ana")}},
                   storage::PutRoom{room("OTHER1"), {seat(0, "p_eve"), seat(1, "p_nobody")}}});
    CHECK(database.store().open_room("K7QX2M")->people ==
          std::vector{player("p_ana", 'a'), player("p_ben", 'b')});
    CHECK(database.store().open_room("OTHER1")->people == std::vector{player("p_eve", 'e')});
    database.post({storage::ForgetPlayer{"p_ana"}});
    const auto left = open_rooms(database);
    REQUIRE(left.size() == 2);
    REQUIRE(left[0].people.size() == 2);
    CHECK(left[0].people[0].gone);
    CHECK(left[0].people[1] == player("p_ben", 'b'));
}

TEST_CASE_TEMPLATE("a room forgets its maker with the player, and another's room keeps it", Database,
                   ALL_DATABASES) {
    Database database;
    auto own = room("K7QX2M");
    own.settings = R"({"game":"yahtzee","maker":{"player":"p_ana","address":"00ff"}})";
    auto other = room("OTHER1");
    other.settings = R"({"game":"p_ana","maker":{"player":"p_ben","address":"00ff"}})";
    auto odd = room("THIRD1");
    odd.settings = R"({"damaged":,"p_ana")";
    database.post({storage::PutPlayer{player("p_ana", 'a')}, storage::PutRoom{own, {}},
                   storage::PutRoom{other, {}}, storage::PutRoom{odd, {}}});
    REQUIRE(database.post({storage::ForgetPlayer{"p_ana"}}) == storage::Outcome::durable);
    const std::string left = database.store().open_room("K7QX2M")->room.settings;
    CHECK(left.find("yahtzee") != std::string::npos);
    CHECK(left.find("maker") == std::string::npos);
    CHECK(left.find("00ff") == std::string::npos);
    CHECK(database.store().open_room("OTHER1")->room == other);
    CHECK(database.store().open_room("THIRD1")->room == odd);
}

TEST_CASE_TEMPLATE("a room without a match is read without one", Database, ALL_DATABASES) {
    Database database;
    database.post({storage::PutRoom{room("EMPTY1"), {}}});

    const std::vector<OpenRoom> rooms = open_rooms(database);
    REQUIRE(rooms.size() == 1);
    CHECK(rooms[0].room == room("EMPTY1"));
    CHECK(rooms[0].seats.empty());
    CHECK_FALSE(rooms[0].match);
}

TEST_CASE_TEMPLATE("a changed room keeps its chat, and its earlier seats are replaced", Database,
                   ALL_DATABASES) {
    Database database;
    database.post({storage::PutRoom{room("K7QX2M"), {seat(0, "p_ana"), seat(1, "p_ben")}},
                   storage::AddChatLine{"K7QX2M", chat_line(1)}});
    auto changed = room("K7QX2M");
    changed.host = "p_ben";
    changed.settings = R"({"game":"tres"})";
    database.post({storage::PutRoom{changed, {seat(3, "p_ben")}}});

    const std::vector<OpenRoom> rooms = open_rooms(database);
    REQUIRE(rooms.size() == 1);
    CHECK(rooms[0].room == changed);
    CHECK(rooms[0].seats == std::vector{seat(3, "p_ben")});
    CHECK(rooms[0].chat.size() == 1);
}

TEST_CASE_TEMPLATE("a closed room is deleted with its seats and chat; its finished matches stay", Database,
                   ALL_DATABASES) {
    Database database;
    database.post({storage::PutRoom{room("GONE01", "m_1"), {seat(0, "p_ana")}},
                   storage::PutRoom{room("STAYS1"), {}}, storage::AddChatLine{"GONE01", chat_line(1)},
                   storage::AddChatLine{"STAYS1", chat_line(2)},
                   storage::StartMatch{match("m_1", "GONE01")}});
    database.post(appends("m_1", 1, 2));
    database.post({finish("m_1"), storage::DropRoom{"GONE01"}});

    std::vector<OpenRoom> rooms = open_rooms(database);
    REQUIRE(rooms.size() == 1);
    CHECK(rooms[0].room.code == "STAYS1");
    CHECK(rooms[0].chat == std::vector{chat_line(2)});
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 2));

    database.post({storage::PutRoom{room("GONE01"), {}}});
    rooms = open_rooms(database);
    REQUIRE(rooms.size() == 2);
    for (const OpenRoom& open : rooms) CHECK(open.seats.empty());
    for (const OpenRoom& open : rooms) CHECK((open.room.code == "STAYS1" || open.chat.empty()));
}

TEST_CASE_TEMPLATE("a room keeps the last 50 lines of chat of those who sit, independently of other rooms",
                   Database, ALL_DATABASES) {
    Database database;
    database.post(
        {storage::PutRoom{room("LOUD01"), {seat(0, "p_ana")}}, storage::PutRoom{room("QUIET1"), {}}});
    database.post({storage::AddChatLine{"QUIET1", chat_line(1000)}});
    for (int line = 1; line <= 60; ++line) database.post({storage::AddChatLine{"LOUD01", chat_line(line)}});

    for (const OpenRoom& open : open_rooms(database)) {
        if (open.room.code == "QUIET1") {
            CHECK(open.chat == std::vector{chat_line(1000)});
            continue;
        }
        REQUIRE(open.chat.size() == 50);
        for (int i = 0; i < 50; ++i) CHECK(open.chat[i] == chat_line(60 - 50 + 1 + i));
    }
}

TEST_CASE_TEMPLATE("of those who watch a room keeps 25 lines beside those of the seats, in their order",
                   Database, ALL_DATABASES) {
    Database database;
    database.post({storage::PutRoom{room("LOUD01"), {seat(0, "p_ana")}}});
    std::vector<storage::ChatLine> all;
    for (int line = 1; line <= 90; ++line) {
        all.push_back(chat_line(line));
        if (line % 3 != 0) all.back().from = "p_wil" + std::to_string(line % 3);
        database.post({storage::AddChatLine{"LOUD01", all.back()}});
    }
    std::vector<storage::ChatLine> stored;
    int others = 60;
    for (const storage::ChatLine& line : all)
        if (line.from == "p_ana" || others-- <= 25) stored.push_back(line);
    REQUIRE(stored.size() == 30 + 25);
    CHECK(database.store().open_room("LOUD01")->chat == stored);
}

TEST_CASE_TEMPLATE("the log of a finished match is what was appended to it, byte by byte", Database,
                   ALL_DATABASES) {
    Database database;
    database.post({storage::StartMatch{match("m_1", "K7QX2M")}, storage::StartMatch{match("m_2", "ZZZZZZ")}});
    for (std::int64_t seq = 1; seq <= 40; ++seq) {
        database.post({storage::AppendEntry{entry("m_1", seq)}});
        database.post({storage::AppendEntry{entry("m_2", seq)}});
    }
    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 40));
    database.post({finish("m_1")});

    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 40));
    CHECK(database.store().finished_log("m_1", 7) == entries("m_1", 1, 7));
    CHECK(database.store().finished_log("m_2", 7).empty());
    CHECK(scores_of(database.store(), "m_1") == scores());
    auto finished = match("m_1", "K7QX2M");
    finished.ended_ms = finish("m_1").ended_ms;
    finished.result = finish("m_1").result;
    CHECK(database.store().match("m_1") == finished);

    SUBCASE("and the match beside it goes on") {
        database.reopen();
        database.post({storage::AppendEntry{entry("m_2", 41)}, finish("m_2")});
        CHECK(log_of(database.store(), "m_2") == entries("m_2", 1, 41));
        CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 40));
    }
}

TEST_CASE_TEMPLATE("a match that starts and ends within one post has its whole log", Database,
                   ALL_DATABASES) {
    Database database;
    std::vector<storage::Write> writes = appends("m_1", 1, 5);
    writes.insert(writes.begin(), storage::StartMatch{match("m_1", "K7QX2M")});
    writes.push_back(finish("m_1"));
    database.post(std::move(writes));

    CHECK(log_of(database.store(), "m_1") == entries("m_1", 1, 5));
}

TEST_CASE_TEMPLATE("an open room is read with the log of its finished match", Database, ALL_DATABASES) {
    Database database;
    database.post({storage::PutRoom{room("K7QX2M", "m_1"), {}}, storage::StartMatch{match("m_1", "K7QX2M")},
                   storage::AppendEntry{entry("m_1", 1)}, finish("m_1")});

    const std::vector<OpenRoom> rooms = open_rooms(database);
    REQUIRE(rooms.size() == 1);
    REQUIRE(rooms[0].match);
    CHECK(rooms[0].match->result == finish("m_1").result);
    CHECK(rooms[0].log == entries("m_1", 1, 1));
    CHECK(database.store().open_room("K7QX2M")->log == entries("m_1", 1, 1));
}

TEST_CASE_TEMPLATE("several rooms are read together, each with the log of its own match", Database,
                   ALL_DATABASES) {
    Database database;
    database.post({storage::PutRoom{room("K7QX2M", "m_1"), {}}, storage::StartMatch{match("m_1", "K7QX2M")},
                   storage::PutRoom{room("OTHER1", "m_2"), {}}, storage::StartMatch{match("m_2", "OTHER1")},
                   storage::PutRoom{room("EMPTY1"), {}}});
    for (std::int64_t seq = 1; seq <= 3; ++seq)
        database.post({storage::AppendEntry{entry("m_1", seq)}, storage::AppendEntry{entry("m_2", seq)}});
    database.post({finish("m_1")});

    auto rooms = database.store().open_rooms(std::vector<std::string>{"OTHER1", "K7QX2M", "NOSUCH"});
    REQUIRE(rooms.size() == 2);
    std::ranges::sort(rooms, {}, [](const OpenRoom& open) { return open.room.code; });
    CHECK(rooms[0].log == entries("m_1", 1, 3));
    CHECK(rooms[1].log == entries("m_2", 1, 3));
    CHECK(database.store().open_rooms(std::vector<std::string>{}).empty());
}

TEST_CASE_TEMPLATE("what was never written is not found", Database, ALL_DATABASES) {
    Database database;
    CHECK_FALSE(database.store().match("m_none"));
    CHECK_FALSE(database.store().record("m_none"));
    CHECK(open_rooms(database).empty());
}

TEST_CASE_TEMPLATE(
    "an entry of a finished match is found by the id of its request, whatever characters that has", Database,
    ALL_DATABASES) {
    Database database;
    database.post({storage::PutPlayer{player("p_ana", 'a')}, storage::PutPlayer{player("p_ben", 'b')},
                   storage::StartMatch{match("m_1", "K7QX2M")}});
    const auto log = entries("m_1", 1, 3);
    for (const storage::LogRow& one : log) database.post({storage::AppendEntry{one}});
    database.post({storage::FinishMatch{"m_1", "{}", {}, 1'700'000'000'100}});
    const storage::Store& store = database.store();
    const storage::MatchRow played = store.match("m_1").value();
    CHECK(store.finished_entry(played, "p_ana", log[0].message_id) == log[0]);
    CHECK(store.finished_entry(played, "p_ana", log[1].message_id) == log[1]);
    CHECK_FALSE(store.finished_entry(played, "p_ben", log[0].message_id));
    CHECK_FALSE(store.finished_entry(played, "p_eve", log[0].message_id));
    CHECK_FALSE(store.finished_entry(played, "p_ana", "\"c\""));
    CHECK_FALSE(store.finished_entry(played, "p_ana", "8"));
}
