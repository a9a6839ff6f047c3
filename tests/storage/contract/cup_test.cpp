#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/storage/contract/databases.hpp"
#include "tests/storage/samples.hpp"

using namespace cubilete;
using namespace cubilete::tests;
using storage::CupPlay;
using storage::PutCupPlay;

namespace {

const storage::CupChain chain{1'700'000'000'000, std::string(31, 's') + '\0'};

CupPlay play(int day, const std::string& person, const std::string& match) {
    return {.day = day,
            .player = person,
            .match = match,
            .room = "K7QX2M",
            .started_ms = 1'000,
            .bot = person == "p_bot"};
}

CupPlay over(CupPlay begun, std::int64_t seconds, std::int64_t given_away) {
    begun.ended_ms = begun.started_ms + 1'000 * seconds;
    begun.points = 200 + seconds;
    begun.given_away = given_away;
    begun.text = R"({"squares":"it's \"blank\""})";
    return begun;
}

void add_people(auto& database) {
    for (const char* id : {"p_ana", "p_ben", "p_eve", "p_bot"}) {
        auto one = player(id, id[3]);
        one.bot = std::string(id) == "p_bot";
        database.post({storage::PutPlayer{one}});
    }
}

std::vector<CupPlay> of_day(const auto& database, int day) {
    return database.store().cup_plays({.day = day});
}

}  // namespace

TEST_CASE_TEMPLATE("the chain of the cup is drawn once", Database, ALL_DATABASES) {
    Database database;
    CHECK_FALSE(database.store().cup_chain());
    database.post({storage::PutCupChain{chain}});
    database.post({storage::PutCupChain{{1'800'000'000'000, std::string(32, 'x')}}});
    database.reopen();
    CHECK(database.store().cup_chain() == chain);
}

TEST_CASE_TEMPLATE("the chain of the cup is replaced only while nobody has played by it", Database,
                   ALL_DATABASES) {
    Database database;
    add_people(database);
    database.post({storage::PutCupChain{chain}});
    const storage::CupChain second{1'800'000'000'000, std::string(32, 'x')};
    const storage::CupChain third{1'900'000'000'000, std::string(32, 'y')};
    database.post({storage::PutCupChain{second, third.first_ms}});
    CHECK(database.store().cup_chain() == chain);
    database.post({storage::PutCupChain{second, chain.first_ms}});
    CHECK(database.store().cup_chain() == second);
    database.post({PutCupPlay{play(7, "p_ana", "m_1")}, storage::PutCupChain{third, second.first_ms}});
    CHECK(database.store().cup_chain() == second);
}

TEST_CASE_TEMPLATE("a match of the cup comes back, with what became known of it later", Database,
                   ALL_DATABASES) {
    Database database;
    add_people(database);
    const CupPlay begun = play(7, "p_ana", "m_1");
    database.post({PutCupPlay{begun}});
    database.reopen();
    CHECK(of_day(database, 7) == std::vector{begun});

    CupPlay ended = begun;
    ended.ended_ms = 90'000;
    ended.points = 251;
    database.post({PutCupPlay{ended}});
    CHECK(of_day(database, 7) == std::vector{ended});
    CupPlay analysed = over(begun, 3, 12'345);
    analysed.ended_ms.reset();
    analysed.points.reset();
    database.post({PutCupPlay{analysed}});
    database.post({PutCupPlay{begun}});  // what is known stays known
    database.reopen();
    ended.given_away = 12'345;
    ended.text = analysed.text;
    CHECK(of_day(database, 7) == std::vector{ended});
}

TEST_CASE_TEMPLATE("a player has one match a day: a second one changes nothing", Database, ALL_DATABASES) {
    Database database;
    add_people(database);
    const CupPlay first = over(play(7, "p_ana", "m_1"), 60, 0);
    database.post({PutCupPlay{first}, PutCupPlay{over(play(7, "p_ana", "m_2"), 5, 1)}});
    const CupPlay tomorrow = play(8, "p_ana", "m_3");
    database.post({PutCupPlay{play(7, "p_ana", "m_4")}, PutCupPlay{tomorrow}});
    CHECK(database.store().cup_plays({.player = "p_ana"}) == std::vector{tomorrow, first});
    CHECK(database.store().cup_plays({.match = "m_1"}) == std::vector{first});
    CHECK(database.store().cup_plays({.match = "m_2"}).empty());
    CHECK(database.store().cup_plays({.day = 8, .player = "p_ana"}) == std::vector{tomorrow});
    CHECK(database.store().cup_plays({.player = "p_ana", .most = 1}) == std::vector{tomorrow});
}

TEST_CASE_TEMPLATE("who gave least away comes first, then who was faster, then who is not analysed", Database,
                   ALL_DATABASES) {
    Database database;
    add_people(database);
    const CupPlay slow = over(play(7, "p_ana", "m_1"), 300, 4'000);
    const CupPlay fast = over(play(7, "p_ben", "m_2"), 299, 4'000);
    const CupPlay best = over(play(7, "p_bot", "m_3"), 500, 3'999);
    CupPlay open = play(7, "p_eve", "m_0");
    database.post({PutCupPlay{slow}, PutCupPlay{open}, PutCupPlay{best}, PutCupPlay{fast}});
    CHECK(of_day(database, 7) == std::vector{best, fast, slow, open});
    CHECK(of_day(database, 6).empty());
}

TEST_CASE_TEMPLATE("a player who is deleted leaves nothing in the cup, and begins nothing more", Database,
                   ALL_DATABASES) {
    Database database;
    add_people(database);
    const CupPlay other = play(7, "p_ben", "m_2");
    database.post({PutCupPlay{play(7, "p_ana", "m_1")}, PutCupPlay{other}});
    database.post({storage::ForgetPlayer{"p_ana"}});
    CHECK(of_day(database, 7) == std::vector{other});
    database.post({PutCupPlay{over(play(7, "p_ana", "m_1"), 9, 9)}, PutCupPlay{play(8, "p_ana", "m_3")}});
    CHECK(database.store().cup_plays({}) == std::vector{other});
}
