#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/match/built_in_bots.hpp"
#include "tests/server/bot_entries.hpp"
#include "tests/server/friends.hpp"
#include "tests/stored_match.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

/// Ana is host of a room of La Ambiciosa with bots on the next seats.
struct BotTable {
    explicit BotTable(World& its_world, std::vector<std::string> levels, Json more = Json::object())
        : world(its_world), ana(its_world, "Ana") {
        Json create{{"t", "room.create"},
                    {"game", "ambiciosa"},
                    {"seats", levels.size() + 1},
                    {"options", {{"starter", "first"}}}};
        create.update(more);
        room = code_of(ana.ask(std::move(create)));
        for (std::size_t at = 0; at < levels.size(); ++at)
            REQUIRE(put(static_cast<int>(at) + 1, levels[at]) == "ok");
    }
    std::string put(int seat, const Json& level) {
        return refusal(ana.ask({{"t", "room.bot"}, {"room", room}, {"seat", seat}, {"level", level}}));
    }
    void start() { REQUIRE(refusal(ana.ask({{"t", "room.start"}, {"room", room}})) == "ok"); }
    Json seat(int number) { return ana.latest("room")["seats"][static_cast<std::size_t>(number)]; }
    std::int64_t seq() { return ana.latest("match")["seq"]; }
    bool over() { return !ana.latest("match")["result"].is_null(); }
    bool asked() {
        const Json to_act = ana.latest("match")["to_act"];
        return std::ranges::count(to_act, Json(0)) > 0;
    }

    World& world;
    Guest ana;
    std::string room;
};

TEST_CASE("the host adds, changes and removes bots") {
    World world;
    BotTable table(world, {"easy", "easy", "hard"});
    for (int number = 1; number <= 3; ++number) {
        const Json seat = table.seat(number);
        CHECK(seat["player"]["bot"] == true);
        CHECK(seat["online"] == true);
        CHECK(seat["level"] == (number == 3 ? "hard" : "easy"));
    }
    CHECK(table.seat(1)["player"]["id"] != table.seat(2)["player"]["id"]);
    CHECK_FALSE(table.seat(0).contains("level"));

    CHECK(table.put(2, "medium") == "ok");
    CHECK(table.seat(2)["level"] == "medium");
    CHECK(table.put(2, nullptr) == "ok");
    CHECK(table.seat(2)["player"].is_null());
    CHECK(table.put(0, "easy") == "seat_taken");
    CHECK(table.put(4, "easy") == "seat_taken");
    Guest ben(world, "Ben");
    CHECK(refusal(ben.ask({{"t", "room.bot"}, {"room", table.room}, {"seat", 2}, {"level", "easy"}})) ==
          "not_host");
    table.start();
    CHECK(table.put(1, nullptr) == "already_started");
}

TEST_CASE("a bot waits before a move, and plays by itself") {
    World world;
    BotTable table(world, {"medium"});
    table.start();
    while (table.asked()) REQUIRE(table.ana.move().at("t") == "ok");
    const std::int64_t before = table.seq();
    constexpr auto dice_roll = 880ms;
    constexpr auto read = 600ms;
    const Clock::Duration least = world.limits.bot_pause * 9 / 10;
    CHECK(least >= dice_roll + read);
    world.turn(least - 1ms);
    CHECK(table.seq() == before);
    world.turn(world.limits.bot_pause * 6 / 10 + 1ms);
    CHECK(table.seq() > before);
    const Json push = table.ana.latest("match");
    CHECK(push["by"] == Json{{"seat", 1}});
    CHECK(push["result"].is_null());
}

TEST_CASE("a hard bot catches a person each time that they have not said TRES") {
    int forgotten = 0;
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
        World world(seed);
        world.patience = 1;
        BotTable table(world, {"hard"}, {{"game", "tres"}, {"options", {{"match", "first_to"}}}});
        table.start();
        while (!table.over()) {
            Json push = table.ana.latest("match");
            if (push["clock"]["kind"] == "window") {
                world.turn(1s);  // the grace
                push = table.ana.latest("match");
                REQUIRE(push["events"][0] == Json{{"e", "catch_open"}, {"seat", 0}});
                world.turn(2s - 1ms);
                push = table.ana.latest("match");
                REQUIRE(push["events"][0] == Json{{"e", "caught"}, {"seat", 0}, {"by", 1}});
                ++forgotten;
            } else if (table.asked()) {
                const Json& moves = push["you"]["moves"];
                std::size_t at = 0;
                while (at < moves.size() && Guest::kind_of(moves[at]) != "play") ++at;
                REQUIRE(table.ana.move(at % moves.size())["t"] == "ok");
            } else {
                world.turn(world.limits.bot_pause * 3 / 2);
            }
        }
    }
    CHECK(forgotten > 0);
}

TEST_CASE("matches against bots end, are recorded, can be verified and continue after a restart") {
    std::string level;
    SUBCASE("easy") { level = "easy"; }
    SUBCASE("medium") { level = "medium"; }
    SUBCASE("hard") { level = "hard"; }
    World world;
    BotTable table(world, {level, "medium"}, {{"options", {{"starter", "first"}, {"target", 1000}}}});
    table.start();
    world.restart();
    table.ana = Guest(world, "Ana", table.ana.token);
    for (int step = 0; step < 3'000 && !table.over(); ++step) {
        if (table.asked())
            REQUIRE(table.ana.move().at("t") == "ok");
        else
            world.turn(world.limits.bot_pause * 2);
    }
    REQUIRE(table.over());
    CHECK(world.database.store().match(table.ana.latest("match")["match"])->result);
}

namespace {

/// A program plays Escalera against a built-in bot.
void start_against_bot(Guest& robot) {
    const std::string room = code_of(robot.ask(
        {{"t", "room.create"}, {"game", "escalera"}, {"seats", 2}, {"options", {{"starter", "first"}}}}));
    CHECK(refusal(robot.ask({{"t", "room.bot"}, {"room", room}, {"seat", 1}, {"level", "easy"}})) == "ok");
    CHECK(refusal(robot.ask({{"t", "room.start"}, {"room", room}})) == "ok");
}

}  // namespace

TEST_CASE("a match of bots only has no pauses") {
    World world;
    Guest robot(world, "Robot", {}, true);
    start_against_bot(robot);
    while (robot.latest("match")["result"].is_null()) {
        const Json match = robot.latest("match");
        REQUIRE(match["to_act"] == Json::array({0}));  // the bots have moved without a pause
        REQUIRE(robot.move().at("t") == "ok");
    }
}

TEST_CASE("a bot among programs tries a move that the disk has no room for about once a second") {
    World world;
    Guest robot(world, "Robot", {}, true);
    start_against_bot(robot);
    int failed = 0;
    world.disk_is_full_for = [&failed](const storage::Write& write) {
        const auto* append = std::get_if<storage::AppendEntry>(&write);
        return append && append->entry.by == R"({"seat":1})" && ++failed < 1'000;
    };
    const auto is_bots_turn = [&] { return robot.latest("match")["to_act"] == Json::array({1}); };
    while (!is_bots_turn()) REQUIRE(robot.move().at("t") == "ok");
    for (int tenths = 0; tenths < 100; ++tenths) world.turn(100ms);
    CHECK(failed >= 9);
    CHECK(failed <= 13);
    CHECK(is_bots_turn());
    world.disk_is_full_for = {};
    world.turn(1s);
    CHECK_FALSE(is_bots_turn());
}

TEST_CASE("a table with a bot opens again although the disk never had room for the rows of the bots") {
    World world(1, [](const storage::Write& write) {
        const auto* put = std::get_if<storage::PutPlayer>(&write);
        return put && put->unless_there;
    });
    BotTable table(world, {"easy"});
    table.start();
    world.restart();
    table.ana.come_back();
    CHECK(table.seat(1)["level"] == "easy");
    code_of(table.ana.ask({{"t", "room.join"}, {"room", table.room}}));
    CHECK(table.ana.move().at("t") == "ok");
}

TEST_CASE("the rows of the bots are written as soon as the disk has room for them") {
    World world(1, [](const storage::Write&) { return true; });
    const std::string& bot = built_in_bots().front().info.id;
    CHECK_FALSE(world.database.store().player(bot));
    world.disk_is_full_for = nullptr;
    world.turn(1s);
    CHECK(world.database.store().player(bot));
}

TEST_CASE("when the last person leaves, the bots stop playing") {
    World world;
    BotTable table(world, {"easy", "medium"});
    table.start();
    const std::string match = table.ana.latest("match")["match"];
    CHECK(refusal(table.ana.ask({{"t", "room.leave"}, {"room", table.room}})) == "ok");
    const auto stored = world.database.store().match(match);
    REQUIRE(stored->result);
    CHECK(Json::parse(*stored->result)["reason"] == "abandoned");
}

TEST_CASE("a bot's search ends when its time is up, with the best move so far") {
    World world;
    world.patience = 3;
    BotTable table(world, {"hard", "hard"}, {{"game", "tres"}, {"options", Json::object()}, {"hints", true}});
    table.start();
    while (!table.over()) {
        if (table.asked()) {
            REQUIRE(refusal(table.ana.ask({{"t", "hint"}, {"room", table.room}})) == "ok");
            REQUIRE(table.ana.move()["t"] == "ok");
        } else {
            world.turn(2s);
        }
    }
    CHECK(world.most_requested == 3);
    CHECK(table.ana.latest("match")["result"]["reason"] == "finished");
}

TEST_CASE("a hint is given if the host allows it, to the player in turn, and all members see it") {
    World world;
    Friends friends(world, {{"starter", "first"}, {"target", 1000}},
                    {{"hints", true}, {"game", "ambiciosa"}});
    friends.start();
    const std::int64_t before = friends.ana.latest("match")["seq"];
    CHECK(refusal(friends.ben.ask({{"t", "hint"}, {"room", friends.room}})) == "not_your_turn");

    const Json hint = friends.ana.ask({{"t", "hint"}, {"room", friends.room}});
    REQUIRE(refusal(hint) == "ok");
    CHECK(hint["n"] == friends.ana.latest("match")["you"]["n"]);
    CHECK(hint["worth"].size() == friends.ana.latest("match")["you"]["moves"].size());
    CHECK(hint["worth"][0]["move"] == friends.ana.latest("match")["you"]["moves"][0]);
    CHECK(friends.ben.latest("match")["seq"] == before + 1);
    CHECK(friends.ben.latest("match")["by"] == Json{{"seat", 0}, {"hint", true}});
    CHECK(friends.ben.latest("match")["events"].empty());

    // A repeated request gets the same answer and is logged once.
    CHECK(refusal(friends.ana.ask({{"t", "hint"}, {"room", friends.room}})) == "ok");
    CHECK(friends.ben.latest("match")["seq"] == before + 1);
    CHECK(friends.ana.move().at("t") == "ok");
    friends.play_to_the_end();
    CHECK(log_of(world.database.store(), friends.ana.latest("match")["match"])[1].by ==
          R"({"seat":0,"hint":true})");
    CHECK(friends.ana.ask({{"t", "hint"}, {"room", friends.room}})["text"] == "No match is being played.");
}

TEST_CASE("without room on the disk for its entry no hint is given, and it can be requested again") {
    World world;
    Friends friends(world, {{"starter", "first"}, {"target", 1000}},
                    {{"hints", true}, {"game", "ambiciosa"}});
    friends.start();
    const std::int64_t before = friends.ben.latest("match")["seq"];
    // The disk is found full by the write before, while the hint is computed.
    world.database_stands_still();
    friends.ben.say({{"t", "room.chat"}, {"id", "said"}, {"room", friends.room}, {"text", "hurry"}});
    world.run();
    world.disk_is_full_for = [](const storage::Write& write) {
        return std::holds_alternative<storage::AddChatLine>(write);
    };
    friends.ana.say({{"t", "hint"}, {"id", "asked"}, {"room", friends.room}});
    world.database_comes_back();
    CHECK(refusal(friends.ana.answer_to("asked")) == "storage");
    CHECK(friends.ben.latest("match")["seq"] == before);
    CHECK(refusal(friends.ana.ask({{"t", "hint"}, {"room", friends.room}})) == "ok");
    CHECK(friends.ben.latest("match")["by"] == Json{{"seat", 0}, {"hint", true}});
}

TEST_CASE("a repeated request for a hint gets the same answer, and after a restart it is logged only once") {
    World world;
    BotTable table(world, {"medium"}, {{"game", "tres"}, {"options", Json::object()}, {"hints", true}});
    table.start();
    while (!table.asked()) world.turn(2s);
    const auto ask = [&](Guest& ana) {
        Json hint = ana.ask({{"t", "hint"}, {"room", table.room}});
        REQUIRE(refusal(hint) == "ok");
        return hint["worth"];
    };
    const std::int64_t seq = table.seq();
    const Json worth = ask(table.ana);
    CHECK(ask(table.ana) == worth);
    CHECK(table.seq() == seq + 1);

    world.restart();
    Guest ana(world, "Ana", table.ana.token);
    code_of(ana.ask({{"t", "room.join"}, {"room", table.room}}));
    ana.ask({{"t", "hint"}, {"room", table.room}});  // the book is computed again
    ask(ana);
    CHECK(ana.latest("match")["seq"] == seq + 1);
}

TEST_CASE("when many ask for hints at once some are refused as busy, so that bots' moves are not delayed") {
    World world;
    std::vector<std::unique_ptr<BotTable>> tables;
    for (int each = 0; each < 12; ++each) {
        tables.push_back(
            std::make_unique<BotTable>(world, std::vector<std::string>{"easy"}, Json{{"hints", true}}));
        tables.back()->start();
    }
    const auto ask_all = [&] {
        std::map<std::string, int> answers;
        for (const auto& table : tables)
            table->ana.say({{"t", "hint"}, {"id", "now"}, {"room", table->room}});
        world.settle();
        for (const auto& table : tables) {
            const Json answer = table->ana.answer_to("now");
            ++answers[refusal(answer)];
            if (refusal(answer) == "busy") CHECK(answer["retry_ms"] == 1'000);
        }
        return answers;
    };
    const auto answers = ask_all();
    CHECK(answers.at("ok") >= 1);
    CHECK(answers.at("busy") >= 1);
    for (const auto& table : tables)
        CHECK(refusal(table->ana.ask({{"t", "hint"}, {"room", table->room}})) == "ok");
}

TEST_CASE("against a program a bot plays without pauses, but slowly above the quota of the match's starter") {
    World world;
    constexpr int quota = 32;
    bool bounded = true;
    SUBCASE("within it") { bounded = false; }
    SUBCASE("above the player's") { world.limits.bots_of_player = {quota, 4min}; }
    SUBCASE("above the address's") { world.limits.bots_of_address = {quota, 4min}; }
    world.restart();
    Guest bot(world, "Bot", {}, true);
    const std::string room = code_of(
        bot.ask({{"t", "room.create"}, {"game", "ambiciosa"}, {"seats", 3}, {"clock", {{"turn_ms", 0}}}}));
    for (const int seat : {1, 2})
        REQUIRE(refusal(bot.ask({{"t", "room.bot"}, {"room", room}, {"seat", seat}, {"level", "easy"}})) ==
                "ok");
    REQUIRE(refusal(bot.ask({{"t", "room.start"}, {"room", room}})) == "ok");
    const auto play = [&] {
        for (Json push = bot.latest("match"); !push["you"]["moves"].empty(); push = bot.latest("match"))
            REQUIRE(refusal(bot.move()) == "ok");
    };
    const auto by_a_bot = [&] {
        const auto log = log_of(world.database.store(), bot.latest("match")["match"]);
        return static_cast<int>(std::ranges::count_if(log, [](const storage::LogRow& entry) {
            return entry.by == R"({"seat":1})" || entry.by == R"({"seat":2})";
        }));
    };
    play();
    CHECK(bot.latest("match")["result"].is_null() == bounded);
    if (!bounded) return;
    for (int round = 1; round <= 2; ++round) {    // a room of programs closes after ten minutes
        CHECK(by_a_bot() <= round * quota + 32);  // the quota is counted in steps of sixteen entries
        const int before = by_a_bot();
        world.turn(4min);
        play();
        CHECK(by_a_bot() > before);
    }
}

TEST_CASE("after a restart each match has the quota of its own host") {
    World world;
    world.limits.bots_of_player = {entries_a_report * 3 / 2, 24h};  // used up by two reports
    world.restart();
    std::vector<std::unique_ptr<BotTable>> tables;
    for (int each = 0; each < 2; ++each) {
        tables.push_back(std::make_unique<BotTable>(world, std::vector<std::string>{"easy"},
                                                    Json{{"clock", {{"turn_ms", 0}}}}));
        tables.back()->start();
    }
    world.restart();
    for (const auto& table : tables) {
        table->ana.come_back();
        code_of(table->ana.ask({{"t", "room.join"}, {"room", table->room}}));
        CHECK(bot_entries_until_limit(world, table->ana) >= 2 * entries_a_report);
    }
}

TEST_CASE("all players of an address share one quota for bot entries, and another address has its own") {
    World world;
    world.limits.bots_of_address = {64, 4min};
    world.restart();
    const ClientNetwork home = client_network(net::ip::make_address("192.0.2.7"));
    const ClientNetwork other = client_network(net::ip::make_address("192.0.2.8"));
    const auto wait_of = [&](const std::string& player, const ClientNetwork& from, int entries) {
        std::optional<std::chrono::milliseconds> delay;
        world.bot_quota->spend({player, from}, entries,
                               [&](std::chrono::milliseconds wait) { delay = wait; });
        world.settle();
        return delay.value();
    };
    CHECK(wait_of("p_1", home, 40) == 0ms);
    CHECK(wait_of("p_2", home, 40) > 0ms);
    CHECK(wait_of("p_1", other, 40) == 0ms);
}

TEST_CASE("without the host's permission there are no hints") {
    World world;
    Friends friends(world);
    friends.start();
    CHECK(refusal(friends.ana.ask({{"t", "hint"}, {"room", friends.room}})) == "illegal_move");
    CHECK(refusal(friends.ana.ask({{"t", "room.set"}, {"room", friends.room}, {"hints", true}})) ==
          "already_started");
}

}  // namespace
}  // namespace cubilete::server
