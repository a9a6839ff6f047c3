#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "server/history/cup_field.hpp"
#include "server/history/record.hpp"
#include "server/match/dice_replay.hpp"
#include "tests/server/world.hpp"

namespace cubilete::server {
namespace {

constexpr std::int64_t day_ms = 86'400'000;

/// A house with a cup, shortly after midnight.
struct House : World {
    House() {
        open_cup();
        to_next_day();
    }
    void to_next_day() {
        // Far from midnight too, so that the hours of a match do not matter.
        turn(Clock::Duration(day_ms - hands.wall_ms() % day_ms + 1'000));
    }
    const CupDays& days() const { return *services->cup.days; }
    int today() const { return days().day_at(hands.wall_ms()); }
    std::vector<storage::CupPlay> plays(int day) const { return database.store().cup_plays({.day = day}); }
    std::string verdict(const std::string& match) const {
        const storage::Record record = database.store().record(match).value();
        Json json = complete_record(record);
        add_cup(json, record.match, database.store(), hands.wall_ms());
        return replay_dice(Json::parse(json.dump())).text();
    }
};

Json begin(Guest& guest) {
    const Json answer = guest.ask({{"t", "cup.play"}});
    REQUIRE_MESSAGE(answer["t"] == "ok", answer.dump());
    return answer;
}

void join(Guest& guest, const Json& room) {
    CHECK(guest.ask({{"t", "room.join"}, {"room", room}})["t"] == "ok");
}

bool over(const Guest& guest) { return !guest.latest("match")["result"].is_null(); }

/// Plays on to the end: throws everything as long as that is possible, or fills a box as soon as it is.
void finish(Guest& guest, bool throws_on = false) {
    while (!over(guest)) {
        const Json moves = guest.latest("match")["you"]["moves"];
        const auto all = std::ranges::find(moves, Json("roll 01234"));
        const bool again = throws_on && all != moves.end();
        REQUIRE(guest.move(again ? static_cast<std::size_t>(all - moves.begin()) : 0)["t"] == "ok");
    }
}

/// The faces of the first throw of each turn.
std::vector<Json> first_throws(const Guest& guest) {
    std::vector<Json> throws;
    bool first = true;
    for (const Json& frame : guest.sink->frames) {
        if (frame["t"] != "match") continue;
        for (const Json& event : frame["events"]) {
            if (event["e"] == "scored") first = true;
            if (event["e"] != "rolled" || !std::exchange(first, false)) continue;
            throws.push_back(event["dice"]);
        }
    }
    return throws;
}

std::string why(const Json& answer) { return answer.value("why", "ok"); }

Json today(Guest& guest) {
    const Json answer = guest.ask({{"t", "cup.today"}});
    REQUIRE_MESSAGE(answer["t"] == "ok", answer.dump());
    return answer;
}

storage::CupPlay result(const Guest& guest, int day, std::int64_t given_away, int seconds, bool bot = false) {
    return {.day = day,
            .player = guest.id,
            .match = "m_" + guest.id,
            .room = "K7QX2M",
            .started_ms = 1'000,
            .ended_ms = 1'000 + 1'000 * seconds,
            .points = 200,
            .given_away = given_away,
            .text = R"({"squares":"0012000000000","luck":1.5})",
            .bot = bot};
}

TEST_CASE("two players who keep different dice meet the same faces, and each plays a day once") {
    House house;
    Guest ana(house, "Ana");
    Guest ben(house, "Ben");
    CHECK(today(ana)["you"].is_null());
    const Json room = begin(ana)["room"];
    begin(ben);
    CHECK(ana.latest("room")["cup"] == house.today());
    CHECK(today(ana)["you"]["state"] == "playing");
    CHECK(today(ana)["you"]["room"] == room);
    finish(ana);
    finish(ben, true);
    CHECK(first_throws(ana).size() == 13);
    CHECK(first_throws(ana) == first_throws(ben));
    CHECK(ana.latest("match")["seq"] < ben.latest("match")["seq"]);  // who throws on

    const Json own = today(ana)["you"];
    CHECK(own["state"] == "finished");
    CHECK(own["points"] == ana.latest("match")["result"]["scores"][0]);
    CHECK(today(ana)["game"] == ana.latest("room")["game"]);
    CHECK(why(ana.ask({{"t", "cup.play"}})) == "cup_played");
    house.restart();
    ana.come_back();
    CHECK(why(ana.ask({{"t", "cup.play"}})) == "cup_played");
    CHECK(house.plays(house.today()).size() == 2);
}

TEST_CASE("another day has other dice") {
    House house;
    Guest ana(house, "Ana");
    Guest ben(house, "Ben");
    begin(ana);
    finish(ana);
    house.to_next_day();
    CHECK(today(ana)["you"].is_null());
    begin(ben);
    finish(ben);
    CHECK(first_throws(ana) != first_throws(ben));
}

TEST_CASE("a day begun is finished by midnight or lost") {
    House house;
    Guest ana(house, "Ana");
    begin(ana);
    const Json match = ana.latest("match")["match"];
    ana.move();
    const int day = house.today();
    house.turn(Clock::Duration(house.days().ends_ms(day) - house.hands.wall_ms() - 1));
    CHECK_FALSE(over(ana));
    house.turn(Clock::Duration(1));
    CHECK(ana.latest("match")["result"]["reason"] == "abandoned");
    CHECK_FALSE(house.plays(day).front().points);

    CHECK(today(ana)["day"] == day + 1);
    CHECK(today(ana)["you"].is_null());
    begin(ana);
    CHECK(ana.latest("match")["match"] != match);
}

TEST_CASE("a match that midnight meets while the server is down is lost when it starts") {
    House house;
    Guest ana(house, "Ana");
    begin(ana);
    const int day = house.today();
    house.hands.set_wall(Clock::Duration(day_ms));
    house.restart();
    house.turn(Clock::Duration(1));
    ana.come_back();
    CHECK(house.today() == day + 1);
    const std::string match = house.plays(day).front().match;
    CHECK(house.database.store().match(match)->ended_ms);
    begin(ana);
}

TEST_CASE("a move that comes when the wall clock has passed midnight, before its timer, finds the day over") {
    House house;
    Guest ana(house, "Ana");
    begin(ana);
    house.hands.set_wall(Clock::Duration(day_ms));
    CHECK(refusal(ana.move()) == "match_over");
    CHECK(over(ana));
}

TEST_CASE("a player who is broken off today has lost the day, also after a restart") {
    House house;
    Guest ana(house, "Ana");
    const std::string room = begin(ana)["room"];
    house.lobby->directory().post(
        room, [](Room& one) { one.close_for(Room::ClosingReason::by_operator, "enough"); });
    house.settle();
    CHECK(today(ana)["you"]["state"] == "lost");
    CHECK(why(ana.ask({{"t", "cup.play"}})) == "cup_lost");
    house.restart();
    ana.come_back();
    CHECK(why(ana.ask({{"t", "cup.play"}})) == "cup_lost");
}

TEST_CASE("after a restart, and from another device, a match of the cup goes on with the day's dice") {
    House house;
    Guest ana(house, "Ana");
    Guest ben(house, "Ben");
    const Json room = begin(ana)["room"];
    for (int moves = 0; moves < 9; ++moves) ana.move();
    ana.hang_up();
    house.turn(std::chrono::hours(2));  // nobody is there, and nothing plays for her
    house.restart();
    ana.come_back();
    CHECK(begin(ana)["room"] == room);
    join(ana, room);
    CHECK(ana.latest("match")["seq"] == 10);
    finish(ana);
    ben.come_back();
    begin(ben);
    finish(ben);
    CHECK(ana.latest("match")["result"]["scores"] == ben.latest("match")["result"]["scores"]);
}

TEST_CASE("who leaves the table may come back to it until midnight") {
    House house;
    Guest ana(house, "Ana");
    const Json room = begin(ana)["room"];
    ana.move();
    CHECK(ana.ask({{"t", "room.leave"}, {"room", room}})["t"] == "ok");
    house.turn(std::chrono::hours(20));
    CHECK(begin(ana)["room"] == room);
    join(ana, room);
    finish(ana);
    CHECK(today(ana)["you"]["state"] == "finished");
    CHECK(ana.ask({{"t", "room.leave"}, {"room", room}})["t"] == "ok");
}

TEST_CASE("a table of the cup is for one player and one match, without advice or company") {
    House house;
    Guest ana(house, "Ana");
    Guest ben(house, "Ben");
    const Json room = begin(ana)["room"];
    CHECK(why(ben.ask({{"t", "room.join"}, {"room", room}})) == "cup_alone");
    for (const Json& request : {Json{{"t", "hint"}}, Json{{"t", "room.set"}, {"hints", true}},
                                Json{{"t", "room.chat"}, {"text", "5 5 5"}}, Json{{"t", "room.start"}}}) {
        Json asked = request;
        asked["room"] = room;
        CHECK(why(ana.ask(asked)) == "cup_alone");
    }
    finish(ana);
    CHECK(why(ana.ask({{"t", "room.rematch"}, {"room", room}})) == "cup_alone");
    CHECK(why(ben.ask({{"t", "room.join"}, {"room", room}})) == "cup_alone");
}

TEST_CASE("two requests at the same time begin one match") {
    House house;
    Guest ana(house, "Ana");
    ana.say({{"t", "cup.play"}, {"id", "one"}});
    ana.say({{"t", "cup.play"}, {"id", "two"}});
    house.settle();
    CHECK(ana.answer_to("one")["room"] == ana.answer_to("two")["room"]);
    CHECK(house.plays(house.today()).size() == 1);
}

TEST_CASE("a full disk begins no day") {
    House house;
    Guest ana(house, "Ana");
    house.disk_is_full_for = [](const storage::Write& write) {
        return std::holds_alternative<storage::PutCupPlay>(write);
    };
    ana.ask({{"t", "cup.play"}});
    CHECK(house.plays(house.today()).empty());
    house.disk_is_full_for = {};
    house.settle();
    begin(ana);
    CHECK(house.plays(house.today()).size() == 1);
}

TEST_CASE("a day that ends while the disk is full is ended about once a second, and counted once") {
    House house;
    Guest ana(house, "Ana");
    begin(ana);
    const int day = house.today();
    int failed = 0;
    house.disk_is_full_for = [&failed](const storage::Write& write) {
        const bool ends = std::holds_alternative<storage::FinishMatch>(write);
        failed += ends ? 1 : 0;
        return ends;
    };
    house.turn(Clock::Duration(house.days().ends_ms(day) - house.hands.wall_ms()));
    for (int tenths = 0; tenths < 100; ++tenths) house.turn(Clock::Duration(100));
    CHECK(failed >= 9);
    CHECK(failed <= 12);
    CHECK_FALSE(over(ana));
    house.disk_is_full_for = {};
    for (int seconds = 0; seconds < 2; ++seconds) house.turn(Clock::Duration(1'000));
    CHECK(over(ana));
    CHECK(house.metrics.text().find("cubilete_matches_finished_total{game=\"yahtzee\"} 1\n") !=
          std::string::npos);
}

TEST_CASE("a socket that closes while its match of the day is looked up begins none") {
    House house;
    Guest ana(house, "Ana");
    ana.say({{"t", "cup.play"}, {"id", "cup"}});
    house.lobby->on_socket_closed(ana.sink);
    house.settle();
    CHECK(ana.count("ok") == 1);  // of hello
    CHECK(house.lobby->directory().rooms().size() == 0);
    CHECK(house.plays(house.today()).empty());
}

TEST_CASE("the seed of a day is secret until it is over, and then proves the match") {
    House house;
    Guest ana(house, "Ana");
    begin(ana);
    finish(ana);
    const int day = house.today();
    const std::string match = ana.latest("match")["match"];
    CHECK(house.verdict(match) == "not verifiable: the seed of the day is not open yet");
    CHECK(today(ana)["opened"]["day"] == day - 1);
    CHECK_FALSE(house.days().opened(day, house.hands.wall_ms()));

    house.to_next_day();
    const Json now = today(ana);
    CHECK(now["opened"]["day"] == day);
    CHECK(now["opened"]["seed"] == hex(house.days().opened(day, house.hands.wall_ms()).value()));
    CHECK(earlier_cup_seed(parse_digest(now["opened"]["seed"].get<std::string>()).value(), day) ==
          parse_digest(now["end"].get<std::string>()));
    CHECK(house.verdict(match) ==
          "fair: 13 draws; day " + std::to_string(day) + " of the cup; replayed by the rules");
}

TEST_CASE("a restored backup and another node have the chain of the data, another house has its own") {
    House house;
    Guest ana(house, "Ana");
    begin(ana);
    const storage::CupChain chain = house.database.store().cup_chain().value();
    House restored;  // what it plays was lost; what it has drawn is replaced by the backup
    const CupDays same(chain);
    CHECK(same.end() == house.days().end());
    CHECK(same.end() != restored.days().end());
    const auto one = same.make_chance(3);
    const auto other = house.days().make_chance(3);
    for (std::uint32_t turn = 1; turn <= 13; ++turn)
        CHECK(one->throw_dice_in_turn({turn, 1, Positions::first(5)}, 6) ==
              other->throw_dice_in_turn({turn, 1, Positions::first(5)}, 6));
}

TEST_CASE("yesterday's field is ranked by points given away, then by seconds; programs have their own") {
    House house;
    Guest ana(house, "Ana");
    Guest ben(house, "Ben");
    Guest eve(house, "Eve");
    Guest bot(house, "Bot", {}, true);
    const int day = house.today();
    for (const auto& play : {result(ana, day, 4'000, 90), result(ben, day, 4'000, 60),
                             result(eve, day, 9'500, 30), result(bot, day, 0, 1, true)})
        house.database.post({storage::PutCupPlay{play}});
    const Json own = today(ana)["you"];
    CHECK(own["place"] == 2);
    CHECK(own["players"] == 3);
    CHECK_FALSE(own.contains("given_away"));  // as long as the day lasts
    house.to_next_day();
    const Json field = today(ana)["yesterday"];
    CHECK(field["day"] == day);
    CHECK(field["players"] == 3);
    CHECK(field["median"] == 4.0);
    CHECK(field["best"] == 4.0);
    CHECK(field["missed"] == Json{{"turn", 3}, {"players", 3}});
    CHECK(field["you"]["place"] == 2);
    CHECK(field["you"]["given_away"] == 4.0);
    CHECK(today(ben)["yesterday"]["you"]["place"] == 1);
    CHECK(today(eve)["yesterday"]["you"]["place"] == 3);
    CHECK(today(bot)["yesterday"]["players"] == 1);
}

TEST_CASE("until midnight the board shows points and squares only") {
    House house;
    Guest ana(house, "Ana");
    Guest ben(house, "Ben");
    const int day = house.today();
    for (const auto& play : {result(ana, day, 4'000, 90), result(ben, day, 3'000, 60)})
        house.database.post({storage::PutCupPlay{play}});
    const auto keys = [](const Json& object) {
        std::set<std::string> names;
        for (const auto& [name, value] : object.items()) names.insert(name);
        return names;
    };
    CupFields fields;
    const auto store = house.database.store();
    const auto history = house.database.history();
    const auto board = [&] {
        return fields.board({store, history}, house.days(), day, false, house.hands.wall_ms());
    };
    Json shown = board();
    CHECK(keys(shown) == std::set<std::string>{"day", "date", "players", "over", "seed", "rows"});
    CHECK(shown["seed"].is_null());
    CHECK(keys(shown["rows"][0]) == std::set<std::string>{"place", "player", "points", "squares"});
    house.to_next_day();
    shown = board();
    CHECK(shown["seed"] == hex(house.days().opened(day, house.hands.wall_ms()).value()));
    CHECK(shown["rows"][0]["player"]["id"] == ben.id);
    CHECK(shown["rows"][0]["given_away"] == 3.0);
    CHECK(shown["rows"][0]["seconds"] == 60);
    CHECK(shown["rows"][0]["match"] == "m_" + ben.id);
}

/// A disk that fails once when a day's matches are read.
struct StoreFailingOnce : storage::sqlite::SqliteStore {
    using SqliteStore::SqliteStore;
    std::vector<storage::CupPlay> cup_plays(const storage::CupQuery& criteria) const override {
        if (!std::exchange(has_failed, true)) throw storage::DatabaseError("the disk cannot be read");
        return SqliteStore::cup_plays(criteria);
    }
    mutable bool has_failed = false;
};

TEST_CASE("a field that could not be read is read again at the next request") {
    House house;
    Guest ana(house, "Ana");
    const int day = house.today();
    house.database.post({storage::PutCupPlay{result(ana, day, 4'000, 90)}});
    CupFields fields;
    const StoreFailingOnce store(house.database.directory());
    const auto history = house.database.history();
    const auto players = [&] {
        return fields.of({store, history}, house.days(), day, false, house.hands.wall_ms()).plays.size();
    };
    CHECK_THROWS_AS(players(), storage::DatabaseError);
    CHECK(players() == 1);
}

TEST_CASE("a player who is deleted is in no field, and one who asks gets their own days") {
    House house;
    Guest ana(house, "Ana");
    const int day = house.today();
    house.database.post({storage::PutCupPlay{result(ana, day, 4'000, 90)}});
    const Json own = ana.ask({{"t", "me.export"}})["cup"];
    CHECK(own == Json::array({{{"day", day}, {"match", "m_" + ana.id}, {"points", 200}}}));
    ana.ask({{"t", "me.delete"}});
    CHECK(house.plays(day).empty());
}

TEST_CASE("without a cup nothing of it can be asked for") {
    World world;
    Guest ana(world, "Ana");
    CHECK(why(ana.ask({{"t", "cup.today"}})) == "no_cup");
    CHECK(why(ana.ask({{"t", "cup.play"}})) == "no_cup");
}

TEST_CASE("a day has its date in UTC, and the chain its ten thousand days") {
    const CupDays days({1'795'824'000'000, std::string(32, 's')});
    CHECK(days.date_of(1) == "2026-11-28");
    CHECK(days.date_of(34) == "2026-12-31");
    CHECK(days.date_of(35) == "2027-01-01");
    CHECK(days.day_at(1'795'823'999'999) == 0);
    CHECK(days.day_at(1'795'824'000'000) == 1);
    CHECK(days.day_at(days.ends_ms(1) - 1) == 1);
    CHECK(days.day_at(days.ends_ms(1)) == 2);
    CHECK(days.day_at(days.ends_ms(cup_days) - 1) == cup_days);
    CHECK(days.day_at(days.ends_ms(cup_days)) == 0);
    CHECK_FALSE(days.newest_public_seed(days.ends_ms(1) - 1));
    CHECK(days.newest_public_seed(days.ends_ms(1))->day == 1);
    CHECK(days.newest_public_seed(days.ends_ms(cup_days) + day_ms)->day == cup_days);
}

}  // namespace
}  // namespace cubilete::server
