#include <algorithm>
#include <string>
#include <vector>

#include "protocol/exercise.hpp"
#include "server/history/practice_reader.hpp"
#include "server/match/table.hpp"
#include "tests/books.hpp"
#include "tests/server/world.hpp"

namespace cubilete::server {
namespace {

constexpr std::int64_t day_ms = 86'400'000;

/// A house in which two people have played a match of Threes Away, whose book takes milliseconds.
struct House : World {
    Guest ana{*this, "Ana"};
    Guest ben{*this, "Ben"};
    std::string match;

    void play() {
        const std::string room = code_of(ana.ask({{"t", "room.create"},
                                                  {"game", "threes_away"},
                                                  {"seats", 2},
                                                  {"options", {{"pots", 5}}},
                                                  {"public", false}}));
        ben.ask({{"t", "room.join"}, {"room", room}});
        ben.ask({{"t", "room.ready"}, {"room", room}, {"ready", true}});
        match = ana.ask({{"t", "room.start"}, {"room", room}})["match"];
        // The last listed move keeps all dice, which costs much.
        while (ana.latest("match")["result"].is_null()) {
            const Json own = ana.latest("match")["you"]["moves"];
            Guest& mover = own.empty() ? ben : ana;
            const Json moves = own.empty() ? ben.latest("match")["you"]["moves"] : own;
            REQUIRE(mover.move(moves.size() - 1)["t"] == "ok");
        }
        analyse();
    }
    void analyse() {
        const auto book = tests::computed_once(protocol::usual_settings(*protocol::find_game("threes_away")));
        const auto log = read_log();
        database.post({storage::PutAnalysis{.match = match,
                                            .version = protocol::analysis_version("threes_away"),
                                            .text = protocol::analysis_of(log, book, 1).dump()}});
    }
    std::vector<protocol::LogEntry> read_log() const {
        std::vector<protocol::LogEntry> log;
        for (const storage::LogRow& entry : database.store().finished_log(match, 10'000))
            log.push_back(protocol_entry(*protocol::find_game("threes_away"), entry));
        return log;
    }
    void to_next_day(int days = 1) { turn(Clock::Duration(days * day_ms)); }
};

/// Asks again while the book is being computed.
Json ask(Guest& guest, const Json& request) {
    Json answer = guest.ask(request);
    while (answer.value("why", "") == "house_thinks") answer = guest.ask(request);
    return answer;
}
Json next(Guest& guest) {
    const Json answer = ask(guest, {{"t", "practice.next"}, {"game", "threes_away"}});
    REQUIRE_MESSAGE(answer["t"] == "ok", answer.dump());
    return answer;
}
Json decide(Guest& guest, const Json& posed, const Json& move) {
    const Json answer =
        ask(guest, {{"t", "practice.answer"}, {"position", posed["position"]}, {"move", move}});
    REQUIRE_MESSAGE(answer["t"] == "ok", answer.dump());
    return answer;
}
/// The best of the choices, which only an answer tells.
Json best(Guest& guest, const Json& posed) {
    return decide(guest, posed, posed["choices"][0])["worth"][0]["move"];
}
std::string why(const Json& answer) { return answer.value("why", answer["t"].get<std::string>()); }

}  // namespace

TEST_CASE("the dearest decision of one's own matches is practised first, as it lay") {
    House house;
    house.play();
    const Json posed = next(house.ana);
    CHECK(posed["match"] == house.match);
    CHECK(posed["position"] == house.match + "." + std::to_string(posed["entry"].get<int>()));
    CHECK(posed["seats"][0]["name"] == "Ana");
    CHECK(posed["options"]["pots"] == 5);
    const auto log = house.read_log();
    const auto entry = posed["entry"].get<std::size_t>();
    const Seat seat = posed["seat"];
    CHECK(log[entry - 1].by.seat == seat);
    CHECK(house.database.store().match(house.match)->players[seat] == house.ana.id);
    CHECK(posed["view"] == protocol::Match::replay(std::span(log).first(entry - 1))->view({seat}));
    CHECK(posed["choices"].size() >= 2);

    const Json verdict = decide(house.ana, posed, log[entry - 1].move.tree());
    CHECK(verdict["unit"] == "pot");
    CHECK(verdict["exact"] == true);
    CHECK(verdict["right"] == false);
    CHECK(verdict["cost"].get<double>() > 0.002);
    CHECK(verdict["played"] == log[entry - 1].move.tree());
    CHECK(verdict["worth"].size() == posed["choices"].size());
    CHECK(std::ranges::is_sorted(verdict["worth"], std::greater{},
                                 [](const Json& one) { return one["worth"].get<double>(); }));
    CHECK(verdict["times_right"] == 0);
    CHECK(verdict["days"] == 1);
    CHECK(next(house.ana)["position"] != posed["position"]);
}

TEST_CASE("a position comes back on later days until it was right twice, also after a restart") {
    House house;
    house.play();
    const Json posed = next(house.ana);
    const Json right = best(house.ana, posed);  // answers wrongly, or is right once
    decide(house.ana, posed, right);            // on the same day this changes nothing
    const auto row = [&] { return house.database.store().practice(house.ana.id).at(0); };
    CHECK(house.database.store().practice(house.ana.id).size() == 1);
    const int before = row().times_right;

    for (int times = before + 1; times <= 2; ++times) {
        house.to_next_day(times == 1 ? 1 : 3);
        house.restart();
        house.ana.come_back();
        CHECK(next(house.ana)["position"] == posed["position"]);
        const Json verdict = decide(house.ana, posed, right);
        CHECK(verdict["right"] == true);
        CHECK(verdict["times_right"] == times);
        CHECK(verdict["days"] == (times == 2 ? Json() : Json(3)));
    }
    for (int days = 0; days < 9; ++days) {
        house.to_next_day();
        CHECK(next(house.ana)["position"] != posed["position"]);
    }
    CHECK(row().times_right == 2);
}

TEST_CASE("who has nothing to practise gets a decision from a game of the computer") {
    House house;
    const Json posed = next(house.ben);
    CHECK(posed["match"].is_null());
    CHECK(posed["seats"].size() == 2);
    CHECK(posed["seats"][0]["bot"] == true);
    const Json verdict = decide(house.ben, posed, posed["choices"][0]);
    CHECK(verdict["times_right"].is_number());
    CHECK(ask(house.ben, {{"t", "practice.next"}, {"position", posed["position"]}})["view"] == posed["view"]);
    CHECK(next(house.ben)["position"] != posed["position"]);
    house.to_next_day(3);
    CHECK(next(house.ben)["position"] == posed["position"]);
}

TEST_CASE("a decision of somebody else's match can be tried, and is not kept") {
    House house;
    house.play();
    Guest eve(house, "Eve");
    const Json posed = ask(eve, {{"t", "practice.next"}, {"position", next(house.ana)["position"]}});
    REQUIRE(posed["t"] == "ok");
    const Json verdict = decide(eve, posed, posed["choices"][0]);
    CHECK(verdict["times_right"].is_null());
    CHECK(verdict["days"].is_null());
    CHECK(house.database.store().practice(eve.id).empty());
}

TEST_CASE("only legal moves of decisions that are there can be practised") {
    House house;
    house.play();
    const auto refusal = [&](const Json& request) { return why(ask(house.ana, request)); };
    const auto position = [&](const std::string& name) {
        return refusal({{"t", "practice.next"}, {"position", name}});
    };
    for (const std::string& name :
         {house.match, house.match + ".1", house.match + ".9999", house.match + ".x",
          std::string("m_none.12"), std::string("threes_away.5.9999"), std::string("tres.5.12"),
          std::string("escalera.1.2"), std::string("a.b.c.d")})
        CHECK_MESSAGE(position(name) == "no_such_position", name);
    CHECK(refusal({{"t", "practice.next"}, {"game", "chess"}}) == "no_such_game");
    CHECK(refusal({{"t", "practice.next"}, {"game", "tres"}}) == "no_such_position");
    const Json posed = next(house.ana);
    const Json illegal = ask(house.ana, {{"t", "practice.answer"},
                                         {"position", posed["position"]},
                                         {"move", {{"do", "roll"}, {"dice", {9}}}}});
    CHECK(illegal["code"] == "illegal_move");
    CHECK(house.database.store().practice(house.ana.id).empty());
    house.archive_is_full = true;
    CHECK(house.ana.ask({{"t", "practice.next"}})["code"] == "busy");
    house.archive_is_full = false;
    house.services->analyses = false;
    CHECK(why(house.ana.ask({{"t", "practice.next"}})) == "no_practice");
}

TEST_CASE("what a player practises is exported with the rest, and deleted with the player") {
    House house;
    CHECK_FALSE(house.ben.ask({{"t", "me.export"}}).contains("practice"));
    const Json posed = next(house.ben);
    decide(house.ben, posed, posed["choices"][0]);
    const Json practice = house.ben.ask({{"t", "me.export"}})["practice"];
    REQUIRE(practice.size() == 1);
    CHECK(practice[0]["position"] == posed["position"]);
    CHECK(practice[0]["due_ms"].get<std::int64_t>() % day_ms == 0);
    CHECK(practice[0]["due_ms"].get<std::int64_t>() > house.hands.wall_ms());
    house.ben.ask({{"t", "me.delete"}});
    CHECK(house.database.store().practice({}).empty());
}

TEST_CASE("matches of the cup cannot be practised until their day is over") {
    World house;
    house.open_cup();
    house.turn(Clock::Duration(day_ms - house.hands.wall_ms() % day_ms + 1'000));
    Guest ana(house, "Ana");
    const std::string room = ana.ask({{"t", "cup.play"}})["room"];
    ana.ask({{"t", "room.join"}, {"room", room}});
    while (ana.latest("match")["result"].is_null()) {
        const Json moves = ana.latest("match")["you"]["moves"];
        ana.move(moves.size() - 1);
    }
    const std::string match = ana.latest("match")["match"];
    const auto find = [&] {
        const auto store = house.database.store();
        const auto history = house.database.history();
        const HistoryReader::Readers readers{store, history};
        return PracticeReader(readers, ana.id, house.services->cup.days.get(), house.hands.wall_ms(),
                              [] { return 1; })
            .find({match, {}, 3})
            .has_value();
    };
    CHECK_FALSE(find());
    house.turn(Clock::Duration(day_ms));
    CHECK(find());
}

TEST_CASE("names of positions are read as they are written, and nothing else is one") {
    for (const std::string text : {"m_a-B9_x.12", "yahtzee.0.2", "yahtzee.1073741824.10000"}) {
        const auto name = PositionName::read(text);
        REQUIRE(name);
        CHECK(name->text() == text);
    }
    for (const char* text : {"", "m_1", "m_1.", "m_1.1", "m_1.012", "m_1.-3", "m_1.10001", "yahtzee.x.5",
                             "yahtzee..5", "yahtzee.-1.5", "yahtzee.4294967296.5", "a.1.2.3"})
        CHECK_MESSAGE(!PositionName::read(text), text);
}

TEST_CASE("an answer counts although its socket closes before the verdict") {
    House house;
    house.play();
    const Json posed = next(house.ana);
    house.before_look_up = [&] { house.lobby->on_socket_closed(house.ana.sink); };
    house.ana.say({{"t", "practice.answer"},
                   {"id", "answer"},
                   {"position", posed["position"]},
                   {"move", posed["choices"][0]}});
    house.settle();
    CHECK(house.database.store().practice(house.ana.id).size() == 1);
}

TEST_CASE("an answer counts once a day") {
    const storage::PracticeRow fresh{"p_ana", "m_1.12", 0, 100};
    const auto wrong = answered(fresh, false, 100);
    CHECK(wrong.times_right == 0);
    CHECK(wrong.due_day == 101);
    CHECK(answered(wrong, true, 100) == wrong);
    const auto once = answered(wrong, true, 105);
    CHECK(once.times_right == 1);
    CHECK(once.due_day == 108);
    CHECK(answered(once, true, 107) == once);
    CHECK(answered(once, false, 108).times_right == 1);
    const auto twice = answered(once, true, 108);
    CHECK(twice.times_right == 2);
    CHECK(answered(twice, false, 200) == twice);
}

}  // namespace cubilete::server
