#include <algorithm>

#include "server/match/chain.hpp"
#include "tests/server/friends.hpp"
#include "tests/stored_match.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

const Json without_clock{{"clock", {{"turn_ms", 0}}}, {"game", "escalera"}};

Json stand_in(const std::string& room, const Guest& absent) {
    return {{"t", "room.stand_in"}, {"room", room}, {"player", absent.id}};
}

/// Four players in a match without a clock. Ana is the host, and it is Ben's turn.
struct Four {
    explicit Four(World& world, Json options = {{"starter", "first"}}, Json more = without_clock)
        : friends(world, std::move(options), std::move(more)), cleo(world, "Cleo"), dan(world, "Dan") {
        for (Guest* guest : {&cleo, &dan}) {
            code_of(guest->ask({{"t", "room.join"}, {"room", room()}}));
            REQUIRE(refusal(guest->ask({{"t", "room.ready"}, {"room", room()}, {"ready", true}})) == "ok");
        }
        friends.start();
        REQUIRE(ana().move()["t"] == "ok");
        REQUIRE(ana().latest("match")["to_act"] == Json{1});
    }
    Guest& ana() { return friends.ana; }
    Guest& ben() { return friends.ben; }
    const std::string& room() const { return friends.room; }
    Json seat_of_ben() const { return friends.ana.latest("room")["seats"][1]; }

    Friends friends;
    Guest cleo;
    Guest dan;
};

TEST_CASE("after a minute's absence the host lets a bot play, and the player's first move or join ends it") {
    World world;
    Four four(world);
    CHECK(refusal(four.ana().ask(stand_in(four.room(), four.ben()))) == "not_host");
    four.ben().hang_up();
    world.turn(60s - 1ms);
    const Json early = four.ana().ask(stand_in(four.room(), four.ben()));
    CHECK(early["code"] == "not_started");
    CHECK(early["retry_ms"] == 1);
    CHECK_FALSE(four.seat_of_ben().contains("stand_in"));
    world.turn(1ms);
    CHECK_MESSAGE((four.seat_of_ben()["stand_in"] == Json{{"by", Json::array()}, {"needed", 2}}),
                  "everybody is told");
    world.turn(1h);
    CHECK_MESSAGE(four.ana().latest("match")["to_act"] == Json{1}, "nobody has requested it");

    CHECK(refusal(four.ana().ask(stand_in(four.room(), four.ben()))) == "ok");
    CHECK(four.seat_of_ben()["house"] == true);
    CHECK_FALSE(four.seat_of_ben().contains("stand_in"));
    world.turn(world.limits.bot_pause);
    CHECK(four.ana().latest("match")["by"] == Json{{"seat", 1}, {"house", true}});
    CHECK(four.ana().latest("match")["to_act"] == Json{2});

    Guest back(world, "Ben", four.ben().token);
    SUBCASE("by joining again") { code_of(back.ask({{"t", "room.join"}, {"room", four.room()}})); }
    SUBCASE("by a move") {
        REQUIRE(four.cleo.move()["t"] == "ok");
        REQUIRE(four.dan.move()["t"] == "ok");
        REQUIRE(four.ana().move()["t"] == "ok");
        REQUIRE(back.move()["t"] == "ok");
    }
    CHECK(four.seat_of_ben()["house"] == false);
    CHECK(refusal(four.ana().ask(stand_in(four.room(), four.ben()))) == "not_host");
}

TEST_CASE("without the host a majority of the seated and connected people decides") {
    World world;
    Four four(world);
    four.ben().hang_up();
    four.ana().hang_up();
    Guest robot(world, "Robot", {}, true);
    Guest eve(world, "Eve");
    for (Guest* guest : {&robot, &eve})
        code_of(guest->ask({{"t", "room.join"}, {"room", four.room()}, {"as", "spectator"}}));
    world.turn(60s);
    CHECK_MESSAGE(refusal(eve.ask(stand_in(four.room(), four.ben()))) == "not_seated", "she only watches");
    CHECK(refusal(robot.ask(stand_in(four.room(), four.ben()))) == "not_seated");
    CHECK(refusal(four.cleo.ask(stand_in(four.room(), four.ben()))) == "ok");
    const auto seat = [&] { return four.cleo.latest("room")["seats"][1]; };
    CHECK(seat()["stand_in"] == Json{{"by", {four.cleo.id}}, {"needed", 2}});
    CHECK(refusal(four.cleo.ask(stand_in(four.room(), four.ben()))) == "ok");
    CHECK_MESSAGE(seat()["house"] == false, "one vote counts once");
    SUBCASE("two of two") { CHECK(refusal(four.dan.ask(stand_in(four.room(), four.ben()))) == "ok"); }
    SUBCASE("the other one disconnects, too") { four.dan.hang_up(); }
    SUBCASE("the other one has left, too") {
        REQUIRE(refusal(four.dan.ask({{"t", "room.leave"}, {"room", four.room()}})) == "ok");
    }
    CHECK(seat()["house"] == true);
    world.turn(world.limits.bot_pause);
    CHECK(four.cleo.latest("match")["by"] == Json{{"seat", 1}, {"house", true}});
    world.restart();
    Guest cleo(world, "Cleo", four.cleo.token);
    CHECK_MESSAGE(cleo.latest("room")["seats"][1]["house"] == true, "a restart does not end it");
}

TEST_CASE("a vote about the seat of an absent player is decided when those who have not voted leave") {
    World world;
    Friends friends(world);
    Guest cleo(world, "Cleo");
    code_of(cleo.ask({{"t", "room.join"}, {"room", friends.room}}));
    friends.ben.hang_up();
    const Json out{{"t", "room.vote_out"}, {"room", friends.room}, {"player", friends.ben.id}};
    REQUIRE(refusal(friends.ana.ask(out)) == "ok");
    const auto seat = [&](int number) { return friends.ana.latest("room")["seats"][number]["player"]; };
    REQUIRE(friends.ana.latest("room")["seats"][1]["out"] == Json{{"by", {friends.ana.id}}, {"needed", 2}});
    SUBCASE("by room.leave") {
        REQUIRE(refusal(cleo.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    }
    SUBCASE("by room.seat") {
        REQUIRE(refusal(cleo.ask({{"t", "room.seat"}, {"room", friends.room}, {"seat", nullptr}})) == "ok");
    }
    SUBCASE("by a lost connection") {
        cleo.hang_up();
        CHECK(seat(2)["name"] == "Cleo");
    }
    CHECK(seat(1).is_null());
    CHECK_MESSAGE(Guest(world, "Ben", friends.ben.token).rooms.empty(), "also in the lobby");
    world.restart();
    friends.ana.come_back();
    CHECK(seat(1).is_null());
}

TEST_CASE("a vote for a bot is void when the absent player comes back") {
    World world;
    Four four(world);
    four.ben().hang_up();
    world.turn(60s);
    CHECK(refusal(four.cleo.ask(stand_in(four.room(), four.ben()))) == "ok");
    {
        Guest back(world, "Ben", four.ben().token);
        CHECK_FALSE(four.seat_of_ben().contains("stand_in"));
        back.hang_up();
    }
    world.turn(60s);
    CHECK(four.seat_of_ben()["stand_in"]["by"].empty());
}

TEST_CASE("a stand-in bot may be requested only during a match, for a seated player, by a connected one") {
    World world;
    Friends friends(world, {{"starter", "first"}}, without_clock);
    friends.ben.hang_up();
    world.turn(60s);
    CHECK(refusal(friends.ana.ask(stand_in(friends.room, friends.ben))) == "not_started");
    Guest stranger(world, "Stranger");
    CHECK(refusal(stranger.ask(stand_in(friends.room, friends.ben))) == "not_in_room");
    friends.start();
    CHECK(refusal(friends.ana.ask(stand_in(friends.room, stranger))) == "not_in_room");
    world.turn(60s);
    CHECK_MESSAGE(refusal(friends.ana.ask(stand_in(friends.room, friends.ben))) == "ok",
                  "absent since before the match");
}

/// Plays to the end; a bot plays for Ben, who is absent.
Json end_without_ben(World& world, Four& four) {
    four.ben().hang_up();
    world.turn(60s);
    REQUIRE(refusal(four.ana().ask(stand_in(four.room(), four.ben()))) == "ok");
    while (four.ana().latest("match")["result"].is_null()) {
        const int seat = four.ana().latest("match")["to_act"].at(0);
        if (seat == 1)
            world.turn(world.limits.bot_pause);
        else
            REQUIRE((seat == 0 ? four.ana() : seat == 2 ? four.cleo : four.dan).move()["t"] == "ok");
    }
    return four.ana().latest("match")["result"];
}

TEST_CASE("a seat absent for more than half of its decisions gets no place, and the others move up") {
    bool has_won = false;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        CAPTURE(seed);
        World world(seed);
        Four four(world, {{"starter", "first"}, {"target", 50}});
        const Json result = end_without_ben(world, four);
        CHECK(result["reason"] == "finished");
        CHECK(result["left"] == Json{1});
        CHECK(result["places"][1].is_null());
        CHECK(result["scores"].size() == 4);
        CHECK(std::ranges::count(result["winners"], Json(1)) == 0);
        CHECK_FALSE(result["winners"].empty());
        int best = 9;
        for (const int seat : {0, 2, 3}) best = std::min(best, result["places"][seat].get<int>());
        CHECK(best == 1);
        const Json winners = four.ana().latest("match")["events"].back()["winners"];
        has_won |= std::ranges::count(winners, Json(1)) > 0;

        const Json match = four.ana().latest("match")["match"];
        const storage::Store& store = world.database.store();
        const auto scores = scores_of(store, match);
        CHECK(scores.size() == 3);
        for (const storage::Score& score : scores) CHECK(score.seat != 1);
        const storage::Record record = store.record(match).value();
        const Table replayed(record.match, record.log, nullptr);
        CHECK_MESSAGE(replayed.finish(*record.match.ended_ms).result == record.match.result,
                      "from the log alone");
        CHECK(replayed.finish(*record.match.ended_ms).scores == record.scores);
    }
    CHECK_MESSAGE(has_won, "by the rules of the game the bot won for Ben at least once");
}

TEST_CASE("a match from before `left` existed keeps its recorded result") {
    World world;
    Four four(world, {{"starter", "first"}, {"target", 50}});
    end_without_ben(world, four);
    storage::Record record = world.database.store().record(four.ana().latest("match")["match"]).value();
    const Table now(record.match, record.log, nullptr);
    const Result by_the_rules = now.match().result().value();
    Json before = Json::parse(*record.match.result);
    before.erase("left");
    before["places"] = by_the_rules.places;
    before["winners"] = by_the_rules.winners;
    record.match.result = before.dump();
    const Table forged(record.match, record.log, nullptr);
    CHECK_MESSAGE(Json::parse(forged.finish(1).result) != before, "a new match does not count as an old one");
    record.match.chain = 1;
    std::string hash = chain_root(record.match.id);
    for (storage::LogRow& entry : record.log) entry.hash = hash = chain_hash(1, hash, entry);
    const Table then(record.match, record.log, nullptr);
    CHECK(Json::parse(then.finish(1).result) == before);
    CHECK(then.finish(1).scores.size() == 4);
}

TEST_CASE(
    "exactly half of the decisions is not more than half, and a turn played by the clock is a decision") {
    World world;
    Friends friends(world, {{"starter", "first"}, {"target", 50}}, {{"game", "escalera"}});
    friends.start();
    const std::chrono::milliseconds turn(friends.ana.latest("room")["clock"]["turn_ms"].get<int>());
    int turns = 0;
    int missed = 0;
    const auto play = [&](bool misses) {
        const int seat = friends.ana.latest("match")["to_act"].at(0);
        if (seat == 1) ++turns;
        if (seat == 1 && misses) {
            ++missed;
            world.turn(turn);
            CHECK(friends.ana.latest("match")["by"] == Json{{"clock", true}});
        } else {
            REQUIRE(friends.at(seat).move()["t"] == "ok");
        }
    };
    // Ben misses every second turn.
    while (friends.ana.latest("match")["result"].is_null()) play(turns % 2 == 1);
    const Json result = friends.ana.latest("match")["result"];
    CHECK(missed == turns / 2);
    CHECK(missed > 0);
    CHECK(result["left"].empty());
    CHECK(result["places"].size() == 2);
}

TEST_CASE("a match that nobody has played is abandoned, and one against bots is won by a bot") {
    World world;
    Friends friends(world, {{"starter", "first"}, {"target", 50}}, {{"game", "escalera"}});
    SUBCASE("all away") {
        friends.start();
        while (friends.ana.latest("match")["result"].is_null()) world.turn(1s);
        CHECK(friends.ana.latest("match")["result"] == Json{{"places", Json::array()},
                                                            {"scores", Json::array()},
                                                            {"winners", Json::array()},
                                                            {"left", {0, 1}},
                                                            {"reason", "abandoned"}});
        CHECK(scores_of(world.database.store(), friends.ana.latest("match")["match"]).empty());
        const storage::Record record =
            world.database.store().record(friends.ana.latest("match")["match"]).value();
        CHECK(Table(record.match, record.log, nullptr).finish(*record.match.ended_ms).result ==
              record.match.result);
    }
    SUBCASE("all people away") {
        REQUIRE(refusal(friends.ana.ask(
                    {{"t", "room.bot"}, {"room", friends.room}, {"seat", 2}, {"level", "easy"}})) == "ok");
        friends.start();
        while (friends.ana.latest("match")["result"].is_null()) world.turn(1s);
        const Json result = friends.ana.latest("match")["result"];
        CHECK(result["reason"] == "finished");
        CHECK(result["left"] == Json{0, 1});
        CHECK(result["winners"] == Json{2});
        CHECK(result["places"] == Json{nullptr, nullptr, 1});
    }
}

}  // namespace
}  // namespace cubilete::server
