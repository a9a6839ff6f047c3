#include "server/match/chain.hpp"
#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

/// The friends' room after a restart waits for its next match, which the seat after the last starter begins.
void require_next_match(World& world, Friends& friends) {
    world.restart();
    for (Guest* guest : {&friends.ana, &friends.ben}) {
        guest->come_back();
        code_of(guest->ask({{"t", "room.join"}, {"room", friends.room}}));
    }
    const Json room = friends.ana.latest("room");
    CHECK(room["phase"] == "waiting");
    CHECK(room["host"] == friends.ana.id);
    CHECK(room["seats"][1]["player"]["id"] == friends.ben.id);
    REQUIRE(refusal(friends.ben.ask({{"t", "room.ready"}, {"room", friends.room}, {"ready", true}})) == "ok");
    friends.start();
    CHECK(friends.ana.latest("match")["seq"] == 1);
    CHECK(friends.ana.latest("match")["to_act"] == Json::array({1}));
}

/// For each push of a match to this socket whether it has `about`.
std::vector<bool> introduced(const Guest& guest) {
    std::vector<bool> introduced;
    for (const Json& frame : guest.sink->frames)
        if (frame["t"] == "match") introduced.push_back(frame.contains("about"));
    return introduced;
}

TEST_CASE("a player who resumes gets everything since then in one push") {
    World world;
    Friends friends(world);
    friends.start();
    REQUIRE(friends.ana.move()["t"] == "ok");
    const Json seen = friends.ben.latest("match");
    friends.ben.hang_up();
    CHECK(friends.ana.latest("room")["seats"][1]["online"] == false);
    Json missed = Json::array();
    for (int moves = 0; moves < 2; ++moves) {
        REQUIRE(friends.ana.move_that("roll")["t"] == "ok");
        const Json push = friends.ana.latest("match");
        for (const Json& event : push["events"]) missed.push_back(event);
    }
    Guest ben(world, "Ben", friends.ben.token);
    CHECK(ben.count("match") == 0);
    code_of(ben.ask({{"t", "room.join"},
                     {"room", friends.room},
                     {"seen", {{"match", seen["match"]}, {"seq", seen["seq"]}}}}));
    CHECK(ben.count("match") == 1);
    CHECK(ben.latest("match")["events"] == missed);
    std::size_t events = 0;
    const Json entries = ben.latest("match")["entries"];
    CHECK(entries.size() == 2);
    for (const Json& entry : entries) {
        CHECK(entry["by"] == Json{{"seat", 0}});
        events += entry["events"].get<std::size_t>();
    }
    CHECK(events == missed.size());
    CHECK(ben.latest("match")["view"] == friends.ana.latest("match")["view"]);
    CHECK(friends.ana.latest("room")["seats"][1]["online"] == true);
}

TEST_CASE("a socket that a cluster brings back before it saw anything of the match gets all its events") {
    World world;
    Friends friends(world);
    friends.start();
    const Json begin = friends.ben.latest("match");
    REQUIRE(friends.ana.move()["t"] == "ok");
    const Json moved = friends.ben.latest("match");
    Json events = begin["events"];
    for (const Json& event : moved["events"]) events.push_back(event);
    friends.ben.hang_up();
    const auto sink = std::make_shared<ScriptedSink>();
    world.lobby->directory().introduce(sink, {friends.ben.id, "Ben", false});
    world.lobby->directory().reattach(sink, friends.room, std::nullopt, [] { FAIL("refused"); });
    world.settle();
    const auto push = std::ranges::find(sink->frames, "match", [](const Json& frame) { return frame["t"]; });
    REQUIRE(push != sink->frames.end());
    CHECK(push->at("events") == events);
    CHECK(push->at("entries").size() == 2);
}

TEST_CASE(
    "when the time of a turn runs out it is played automatically, and after three such turns a bot plays "
    "until the player returns") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 30'000}}}});
    friends.start();
    CHECK(friends.ana.latest("match")["clock"] ==
          Json{{"kind", "turn"}, {"left_ms", 30'000}, {"of_ms", 30'000}});
    world.turn(29'999ms);
    CHECK(friends.ana.latest("match")["seq"] == 1);
    for (int missed = 1; missed <= world.limits.missed_turns; ++missed) {
        world.turn(missed == 1 ? 1ms : 30'000ms);
        CHECK(friends.ben.latest("match")["by"] == Json{{"clock", true}});
        CHECK(friends.ben.latest("match")["to_act"] == Json::array({1}));
        while (friends.ben.latest("match")["to_act"] == Json::array({1}))
            REQUIRE(friends.ben.move()["t"] == "ok");
    }
    CHECK(friends.ben.latest("room")["seats"][0]["house"] == true);
    world.turn(world.limits.bot_pause);
    CHECK(friends.ben.latest("match")["by"] == Json{{"seat", 0}, {"house", true}});
    REQUIRE(friends.ana.move()["t"] == "ok");
    CHECK(friends.ben.latest("room")["seats"][0]["house"] == false);
    const Json seq = friends.ben.latest("match")["seq"];
    world.turn(world.limits.bot_pause * 3);
    CHECK_MESSAGE(friends.ben.latest("match")["seq"] == seq, "Ana plays for herself again");
}

TEST_CASE("a player who returns plays at once, and a bot plays again after one more missed turn") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 30'000}}}});
    friends.start();
    friends.ana.hang_up();
    const auto ben_plays = [&friends] {
        while (friends.ben.latest("match")["to_act"] == Json::array({1}))
            REQUIRE(friends.ben.move()["t"] == "ok");
    };
    const auto bot_plays = [&friends] { return friends.ben.latest("room")["seats"][0]["house"] == true; };
    for (int missed = 1; missed <= world.limits.missed_turns; ++missed) {
        CHECK_FALSE(bot_plays());
        world.turn(30'000ms);
        ben_plays();
    }
    REQUIRE(bot_plays());
    const Json seq = friends.ben.latest("match")["seq"];

    Guest ana(world, "Ana", friends.ana.token);
    REQUIRE(refusal(ana.ask({{"t", "room.join"}, {"room", friends.room}})) == "ok");
    CHECK_FALSE(bot_plays());
    world.turn(29'999ms);
    CHECK_MESSAGE(friends.ben.latest("match")["seq"] == seq, "the turn is Ana's");
    world.turn(1ms);
    CHECK(friends.ben.latest("match")["by"] == Json{{"clock", true}});
    CHECK(bot_plays());
}

TEST_CASE("a player who left and comes back plays again") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 0}}}});
    Guest caro(world, "Caro");
    friends.start();
    REQUIRE(refusal(friends.ana.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    CHECK(friends.ben.latest("room")["seats"][0]["house"] == true);
    REQUIRE(refusal(friends.ana.ask({{"t", "room.join"}, {"room", friends.room}})) == "ok");
    CHECK(friends.ben.latest("room")["seats"][0]["house"] == false);
    const Json seq = friends.ben.latest("match")["seq"];
    world.turn(world.limits.bot_pause * 3);
    CHECK(friends.ben.latest("match")["seq"] == seq);
    CHECK(friends.ana.move()["t"] == "ok");
}

TEST_CASE("a match without a clock waits without a limit") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 0}}}});
    friends.start();
    CHECK(friends.ana.latest("match")["clock"].is_null());
    world.turn(48h);
    CHECK(friends.ana.latest("match")["seq"] == 1);
}

TEST_CASE(
    "a bot plays for a player who left a running match and may come back; if all have left it is abandoned") {
    World world;
    Friends friends(world);
    friends.start();
    CHECK(refusal(friends.ana.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    CHECK(friends.ben.latest("room")["host"] == friends.ben.id);
    CHECK(friends.ben.latest("room")["seats"][0]["house"] == true);
    world.turn(world.limits.bot_pause);
    CHECK(friends.ben.latest("match")["by"] == Json{{"seat", 0}, {"house", true}});
    CHECK(friends.ana.ask({{"t", "room.join"}, {"room", friends.room}})["as"] == "player");
    REQUIRE(friends.ana.move()["t"] == "ok");
    CHECK(friends.ben.latest("room")["seats"][0]["house"] == false);

    CHECK(refusal(friends.ana.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    CHECK(refusal(friends.ben.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    const storage::Store& store = world.database.store();
    const auto match = store.match(friends.ana.latest("match")["match"]);
    REQUIRE(match);
    REQUIRE(match->result);
    CHECK(Json::parse(*match->result)["reason"] == "abandoned");
}

TEST_CASE("a player who left a running match has still left it after a restart") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 0}}}});
    friends.start();
    REQUIRE(refusal(friends.ben.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    world.restart();
    Guest ben(world, "Ben", friends.ben.token);
    CHECK(ben.count("room") == 0);
    CHECK(refusal(ben.ask({{"t", "room.chat"}, {"room", friends.room}, {"text", "still here?"}})) ==
          "not_in_room");
    Guest ana(world, "Ana", friends.ana.token);
    REQUIRE(refusal(ana.ask({{"t", "room.leave"}, {"room", friends.room}})) == "ok");
    CHECK(world.database.store().match(friends.ana.latest("match")["match"])->ended_ms);
}

TEST_CASE("after a restart the players find their match in the same state") {
    World world;
    Friends friends(world, {{"starter", "first"}}, {{"clock", {{"turn_ms", 30'000}}}});
    friends.start();
    REQUIRE(friends.ana.move()["t"] == "ok");
    friends.ana.ask({{"t", "room.chat"}, {"room", friends.room}, {"text", "brb"}});
    const Json before = friends.ana.latest("match");
    world.restart();
    Guest ana(world, "Ana", friends.ana.token);
    CHECK(ana.rooms == Json::array({friends.room}));
    code_of(ana.ask({{"t", "room.join"},
                     {"room", friends.room},
                     {"seen", {{"match", before["match"]}, {"seq", before["seq"].get<int>() - 1}}}}));
    Json after = ana.latest("match");
    CHECK(after["clock"]["left_ms"].get<int>() == 45'000);
    for (const char* part : {"seq", "view", "you", "events", "hash", "to_act"})
        CHECK(after[part] == before[part]);
    CHECK(ana.latest("room")["chat"].back()["text"] == "brb");
    CHECK(ana.latest("room")["host"] == ana.id);
    CHECK(ana.move()["t"] == "ok");
}

TEST_CASE("a room whose finished match has lost its log waits for the next match after a restart") {
    World world;
    Friends friends(world);
    friends.start();
    world.database.on_journal(
        [](storage::sqlite::Database& database) { database.keep_logs({.for_ms = {}, .most_bytes = 1}); });
    friends.play_to_the_end();
    REQUIRE(world.database.store().match(friends.ana.latest("match")["match"])->log_dropped);
    require_next_match(world, friends);
}

TEST_CASE("a room whose finished match was played by other rules waits for the next match after a restart") {
    World world;
    Friends friends(world);
    friends.start();
    friends.play_to_the_end();
    // The room shows a copy of its match, of the next version of the rules.
    storage::Record record = world.database.store().record(friends.ana.latest("match")["match"]).value();
    const storage::FinishMatch end{.match = "m_other",
                                   .result = *record.match.result,
                                   .scores = record.scores,
                                   .ended_ms = *record.match.ended_ms};
    storage::MatchRow match = record.match;
    match.id = end.match;
    match.ended_ms.reset();
    match.result.reset();
    Json settings = Json::parse(record.log.front().move);
    settings["version"] = ++match.version;
    record.log.front().move = settings.dump();
    std::vector<storage::Write> writes{storage::StartMatch{match}};
    std::string hash = chain_root(match.id);
    for (storage::LogRow& entry : record.log) {
        entry.match = match.id;
        hash = entry.hash = chain_hash(match.chain, hash, entry);
        writes.push_back(storage::AppendEntry{entry});
    }
    writes.push_back(end);
    storage::OpenRoom open = world.database.store().open_room(friends.room).value();
    open.room.match = match.id;
    writes.push_back(storage::PutRoom{open.room, open.seats});
    REQUIRE(world.database.post(writes) == storage::Outcome::durable);
    require_next_match(world, friends);
}

TEST_CASE("the first push of each match has what never changes in it, and the later ones do not") {
    World world;
    Friends friends(world);
    friends.start();
    REQUIRE(friends.ana.move()["t"] == "ok");
    REQUIRE(friends.ana.move()["t"] == "ok");
    for (const Guest* guest : {&friends.ana, &friends.ben})
        CHECK(introduced(*guest) == std::vector<bool>{true, false, false});
}

TEST_CASE("a socket that says hello during a match gets what never changes with its first push") {
    World world;
    Friends friends(world);
    friends.start();
    const std::size_t before = introduced(friends.ana).size();
    friends.ben.come_back();
    CHECK(introduced(friends.ben).empty());
    REQUIRE(friends.ana.move()["t"] == "ok");
    REQUIRE(friends.ana.move()["t"] == "ok");
    CHECK(introduced(friends.ben) == std::vector<bool>{true, false});
    const auto of_ana = introduced(friends.ana);
    CHECK(std::vector<bool>(of_ana.begin() + static_cast<std::ptrdiff_t>(before), of_ana.end()) ==
          std::vector<bool>{false, false});
}

TEST_CASE("each join during a match brings what never changes, and only once") {
    World world;
    Friends friends(world);
    friends.start();
    friends.ben.come_back();
    const Json join{{"t", "room.join"}, {"room", friends.room}};
    code_of(friends.ben.ask(join));
    REQUIRE(friends.ana.move()["t"] == "ok");
    code_of(friends.ben.ask(join));
    CHECK(introduced(friends.ben) == std::vector<bool>{true, false, true});
}

}  // namespace
}  // namespace cubilete::server
