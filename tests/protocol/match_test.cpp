#include "protocol/match.hpp"

#include <doctest/doctest.h>

#include "tests/protocol/toy_game.hpp"
#include "tests/seeded_chance.hpp"

namespace cubilete::protocol {

namespace {

Settings settings_for(const GameInfo& game, int seats, const Json& options = Json::object()) {
    return {game.id, std::get<OptionValues>(read_options(game, options)), seats, std::nullopt};
}

Settings yahtzee(int seats) { return settings_for(*find_game("yahtzee"), seats, {{"starter", "first"}}); }

const Json roll_all = {{"do", "roll"}, {"dice", {0, 1, 2, 3, 4}}};
Json score(const char* box) { return {{"do", "score"}, {"box", box}}; }

/// Plays a random legal move, or lets the clock run out, or plays a move of the bot.
LogEntry play_something(Match& match, Chance& chance) {
    const SeatSet to_act = match.to_act();
    if (to_act.empty() || chance.pick(10) == 0) return match.expire(chance);
    const Seat seat = *to_act.begin();
    if (chance.pick(10) == 0)
        return std::get<LogEntry>(match.play_bot(seat, match.moves(seat).front(), chance));
    const Json moves = match.moves(seat);
    const auto& move = moves[static_cast<std::size_t>(chance.pick(static_cast<int>(moves.size())))];
    return std::get<LogEntry>(match.play(seat, move, chance));
}

std::vector<LogEntry> random_log(Match& match, Chance& chance, std::size_t most = 1000) {
    std::vector<LogEntry> log{match.last()};
    while (!match.result() && log.size() < most) log.push_back(play_something(match, chance));
    return log;
}

/// The entry as it is read back from its row in the database.
LogEntry stored(const GameInfo& game, const LogEntry& entry) {
    return {entry.seq, read_author(to_json(entry.by).tree()), JsonText::of(entry.move.tree()),
            read_draws(game, to_json(game, entry.draws).tree())};
}

/// The text of a JSON value after a change.
JsonText changed(const JsonText& text, auto change) {
    Json json = text.tree();
    change(json);
    return JsonText::of(json);
}

/// Checks that two matches are equal for every viewer, with the same events from entry `from` on.
void check_same(const Match& a, const Match& b, std::int64_t from = 1) {
    REQUIRE(a.seq() == b.seq());
    CHECK(a.settings() == b.settings());
    CHECK(a.last().by == b.last().by);
    CHECK(a.last().move == b.last().move);
    CHECK(to_json(a.game(), a.last().draws) == to_json(b.game(), b.last().draws));
    CHECK(a.to_act() == b.to_act());
    CHECK(a.wait() == b.wait());
    CHECK(a.result() == b.result());
    CHECK(a.starter() == b.starter());
    CHECK(a.view(spectator) == b.view(spectator));
    CHECK(a.events(spectator, from, a.seq()) == b.events(spectator, from, b.seq()));
    for (Seat seat = 0; seat < a.settings().seats; ++seat) {
        CHECK(a.prompt(seat) == b.prompt(seat));
        CHECK(a.moves(seat) == b.moves(seat));
        CHECK(a.view({seat}) == b.view({seat}));
        CHECK(a.events({seat}, from, a.seq()) == b.events({seat}, from, b.seq()));
    }
}

std::string replay_error(const std::vector<LogEntry>& log) {
    try {
        Match::replay(log);
    } catch (const ReplayError& error) {
        return error.what();
    }
    return "it replays";
}

void check_refused(const std::variant<LogEntry, Rejection>& played, Code code) {
    const auto* refused = std::get_if<Rejection>(&played);
    REQUIRE(refused != nullptr);
    CHECK(name_of(refused->code) == name_of(code));
    CHECK_FALSE(refused->text.empty());
}

}  // namespace

TEST_CASE("The start of a match is its first entry and gives a prompt to the seat that begins") {
    ScriptedChance nothing({});
    const auto match = Match::start(yahtzee(2), nothing);
    CHECK(match->seq() == 1);
    CHECK(match->last().by.kind == EntryAuthor::Kind::start);
    CHECK(match->last().move.tree() == to_json(match->settings()));
    CHECK(match->to_act() == SeatSet{0});
    CHECK(match->prompt(0) == 1);
    CHECK(match->prompt(1) == 0);
    CHECK_FALSE(match->result());
}

TEST_CASE("A move is logged in its listed spelling with the dice of its throw") {
    ScriptedChance dice({DiceDraw{{3, 3, 3, 5, 5}}});
    const auto match = Match::start(yahtzee(2), dice);
    const auto played = match->play(0, {{"dice", {4, 3, 2, 1, 0}}, {"do", "roll"}}, dice);
    CHECK(std::get<LogEntry>(played) ==
          LogEntry{
              2, {EntryAuthor::Kind::seat, 0, false}, JsonText::of(roll_all), {DiceDraw{{3, 3, 3, 5, 5}}}});
    CHECK(match->last() == std::get<LogEntry>(played));
    CHECK(match->moves(0).front() == score("full_house"));
}

TEST_CASE("A seat's prompt gets a new number after each of its moves and keeps it while others play") {
    ScriptedChance dice({DiceDraw{{3, 3, 3, 5, 5}}, DiceDraw{{1, 1, 2, 4, 6}}});
    const auto match = Match::start(yahtzee(2), dice);
    match->play(0, roll_all, dice);
    CHECK(match->prompt(0) == 2);
    CHECK(match->prompt(1) == 0);
    match->play(0, score("full_house"), dice);
    CHECK(match->prompt(0) == 3);
    CHECK(match->prompt(1) == 1);
    match->play(1, roll_all, dice);
    CHECK(match->prompt(0) == 3);
    CHECK(match->prompt(1) == 2);
}

TEST_CASE(
    "A move for a turn that the clock has ended is stale, even if the next turn has the same legal moves") {
    SeededChance chance(1);
    const auto match = Match::start(yahtzee(1), chance);
    const auto before = match->prompt(0);
    const Json offered = match->moves(0);
    match->expire(chance);
    REQUIRE(match->moves(0) == offered);
    CHECK(match->prompt(0) == before + 1);
}

TEST_CASE("A move out of turn changes only the prompt number of its own seat") {
    SeededChance chance(1);
    toy::Match match({"toy", {}, 3, {}}, chance);
    for (const Seat seat : SeatSet{0, 1, 2}) CHECK(match.prompt(seat) == 1);
    match.play(2, {{"do", "knock"}}, chance);
    CHECK(match.prompt(0) == 1);
    CHECK(match.prompt(1) == 1);
    CHECK(match.prompt(2) == 2);
}

TEST_CASE("The end of a window changes the prompt numbers only of seats whose legal moves change") {
    SeededChance chance(1);
    toy::Match match({"toy", {}, 2, {}}, chance);
    match.play(0, {{"do", "pass"}}, chance);
    REQUIRE(match.wait().kind == Wait::Kind::window);
    const auto passed = match.prompt(0), next = match.prompt(1);
    match.expire(chance);
    CHECK(match.prompt(0) == passed);
    CHECK(match.prompt(1) == next + 1);
}

TEST_CASE("A refused move changes nothing and draws nothing") {
    ScriptedChance dice({DiceDraw{{3, 3, 3, 5, 5}}});
    const auto match = Match::start(yahtzee(2), dice);
    const auto twin = Match::replay(std::vector{match->last()});

    check_refused(match->play(1, roll_all, dice), Code::not_your_turn);
    check_refused(match->play(7, roll_all, dice), Code::not_your_turn);
    check_refused(match->play(0, score("chance"), dice), Code::illegal_move);
    check_refused(match->play(0, score("two_pairs"), dice), Code::illegal_move);
    check_refused(match->play(0, {{"do", "roll"}}, dice), Code::bad_message);
    check_refused(match->play(0, "roll", dice), Code::illegal_move);
    check_refused(match->play(0, 7, dice), Code::bad_message);
    check_refused(match->play(1, "roll", dice), Code::not_your_turn);
    check_same(*match, *twin);
    CHECK(dice.left() == 1);
}

TEST_CASE("After the end of a match every move is refused with match_over") {
    SeededChance chance(2);
    const auto match = Match::start(yahtzee(2), chance);
    random_log(*match, chance);
    REQUIRE(match->result());
    CHECK(match->to_act().empty());
    for (const Seat seat : SeatSet{0, 1})
        check_refused(match->play(seat, roll_all, chance), Code::match_over);
}

TEST_CASE("An exception from the source of chance in the middle of a move leaves the match unchanged") {
    ScriptedChance first({}), second({}), third({}), fourth({});
    const auto match = Match::start(yahtzee(2), first);
    const auto twin = Match::replay(std::vector{match->last()});
    CHECK_THROWS_AS(match->play(0, roll_all, second), ScriptError);
    CHECK_THROWS_AS(match->expire(third), ScriptError);
    CHECK_THROWS_AS(match->play_bot(0, match->moves(0).front(), fourth), ScriptError);
    check_same(*match, *twin);
}

TEST_CASE("A viewer sees only their own cards and events") {
    ScriptedChance chance({ShuffleDraw{{1, 0}}, NumberDraw{4}});
    toy::Match match({"toy", {}, 2, {}}, chance);
    match.play(1, {{"do", "knock"}}, chance);
    match.play(0, {{"do", "pass"}}, chance);
    CHECK(match.view({Seat{0}}) == Json{{"passes", 1}, {"hand", 1}});
    CHECK(match.view({Seat{1}}) == Json{{"passes", 1}, {"hand", 0}});
    CHECK(match.view(spectator) == Json{{"passes", 1}, {"hand", nullptr}});

    const Json knocked = {{"e", "knocked"}, {"seat", 1}, {"secret", 5}};
    const Json passed = {{"e", "passed"}, {"seat", 0}, {"secret", 0}};
    CHECK(match.events({Seat{1}}, 1, 3) == Json::array({knocked, passed}));
    CHECK(match.events({Seat{1}}, 2, 2) == Json::array({knocked}));
    CHECK(match.events({Seat{0}}, 1, 3) == Json::array({passed}));
    CHECK(match.events(spectator, 1, 2) == Json::array());
}

TEST_CASE("sights() gives each of several viewers their own view and events") {
    ScriptedChance chance({ShuffleDraw{{1, 0}}, NumberDraw{4}});
    toy::Match match({"toy", {}, 2, {}}, chance);
    match.play(1, {{"do", "knock"}}, chance);
    match.play(0, {{"do", "pass"}}, chance);
    const std::vector<Viewer> viewers{spectator, {Seat{1}}, {Seat{0}}};
    for (std::int64_t from = 1; from <= match.seq() + 1; ++from) {
        const auto viewer_updates = match.viewer_updates(viewers, from);
        REQUIRE(viewer_updates.size() == viewers.size());
        for (std::size_t at = 0; at < viewers.size(); ++at) {
            CHECK(viewer_updates[at].view.dump() == match.view_text(viewers[at]).dump());
            const bool none = from > match.seq();
            CHECK(viewer_updates[at].events.dump() ==
                  (none ? "[]" : match.events_text(viewers[at], from, match.seq()).dump()));
            if (none) continue;
            const Json entries = match.entries_text(viewers[at], from, match.seq()).tree();
            REQUIRE(entries.size() == static_cast<std::size_t>(match.seq() - from + 1));
            for (std::int64_t seq = from; const Json& entry : entries) {
                CHECK(entry["seq"] == seq);
                CHECK(entry["events"] == match.events(viewers[at], seq, seq).size());
                ++seq;
            }
            CHECK(entries.back()["by"] == Json{{"seat", 0}});
        }
    }
}

TEST_CASE("play_bot() plays the given move, and the log marks it as the bot's") {
    SeededChance chance(1);
    const auto match = Match::start(yahtzee(2), chance);
    const Json first = match->moves(0).front();
    const auto entry = std::get<LogEntry>(match->play_bot(0, match->moves(0).front(), chance));
    CHECK(entry.move.tree() == first);
    CHECK(to_json(entry.by).tree() == Json{{"seat", 0}, {"house", true}});
}

TEST_CASE("A match of every game can be replayed from its stored log, entry by entry") {
    for (const GameInfo* game : catalogue())
        for (const std::uint64_t seed : {1, 2, 3}) {
            CAPTURE(game->id);
            CAPTURE(seed);
            SeededChance chance(seed);
            const auto match = Match::start(settings_for(*game, std::min(3, game->max_seats)), chance);
            const auto twin = Match::replay(std::vector{stored(*game, match->last())});
            check_same(*match, *twin);
            while (!match->result()) {
                twin->follow(stored(*game, play_something(*match, chance)));
                check_same(*match, *twin, match->seq());
            }
            check_same(*match, *twin);
        }
}

TEST_CASE("A log that these rules cannot have produced is not replayed, and the error names the reason") {
    SeededChance chance(5);
    const auto match = Match::start(settings_for(*find_game("yahtzee"), 2), chance);
    const auto log = random_log(*match, chance, 40);
    REQUIRE(replay_error(log) == "it replays");

    // The first throw of all five dice; ties in the roll-off change its place.
    std::size_t roll = 1;
    while (log[roll].by.kind != EntryAuthor::Kind::seat || log[roll].move.tree() != roll_all) ++roll;
    const std::string entry = "entry " + std::to_string(log[roll].seq) + ": ";
    auto bad = log;

    SUBCASE("an empty log") { CHECK(replay_error({}) == "the log is empty"); }
    SUBCASE("a log without its start") {
        bad.erase(bad.begin());
        CHECK(replay_error(bad) == "entry 2: a log begins with entry 1, the start");
    }
    SUBCASE("a missing entry") {
        bad.erase(bad.begin() + 1);
        CHECK(replay_error(bad) == "entry 3: it does not follow entry 1");
    }
    SUBCASE("a second start") {
        bad[1].by = {EntryAuthor::Kind::start, 0, false};
        CHECK(replay_error(bad) == "entry 2: the match has started already");
    }
    SUBCASE("a draw that is missing") {
        bad[roll].draws.clear();
        CHECK(replay_error(bad).starts_with(entry + "draw 1: "));
    }
    SUBCASE("an impossible face") {
        std::get<DiceDraw>(bad[roll].draws[0]).dice[2] = 7;
        CHECK(replay_error(bad).starts_with(entry + "draw 1: "));
    }
    SUBCASE("one draw too many") {
        bad[roll].draws.push_back(DiceDraw{{1}});
        CHECK(replay_error(bad) == entry + "draws are left over: 1");
    }
    SUBCASE("an illegal move") {
        bad[roll].move = JsonText::of(score("chance"));
        CHECK(replay_error(bad).starts_with(entry + "illegal_move: "));
    }
    SUBCASE("a move of another seat") {
        bad[roll].by.seat = static_cast<Seat>(1 - bad[roll].by.seat);
        CHECK(replay_error(bad).starts_with(entry + "not_your_turn: "));
    }
    SUBCASE("a move in another spelling") {
        bad[roll].move = JsonText::of({{"do", "roll"}, {"dice", {1, 0, 2, 3, 4}}});
        CHECK(replay_error(bad) == entry + "its move is not spelled as the log spells moves");
    }
    SUBCASE("rules of another version") {
        bad[0].move = changed(bad[0].move, [](Json& start) { start["version"] = 99; });
        CHECK(replay_error(bad) ==
              "entry 1: /version: these rules are version " + std::to_string(match->game().version));
    }
    SUBCASE("a game that is unknown") {
        bad[0].move = changed(bad[0].move, [](Json& start) { start["game"] = "ludo"; });
        CHECK(replay_error(bad) == "entry 1: /game: there is no such game");
    }
    SUBCASE("unknown options") {
        bad[0].move = changed(bad[0].move, [](Json& start) { start["options"]["jokers"] = true; });
        CHECK(replay_error(bad).starts_with("entry 1: /options/jokers: "));
    }
}

TEST_CASE("The clock cannot end a turn of a match that waits for nobody") {
    SeededChance chance(4);
    const auto match = Match::start(yahtzee(1), chance);
    auto log = random_log(*match, chance);
    log.push_back({match->seq() + 1, {EntryAuthor::Kind::clock, 0, false}, {}, {}});
    CHECK(replay_error(log) == "entry " + std::to_string(log.back().seq) + ": nothing waits for the clock");
}

TEST_CASE("The author of an entry is read as it was written") {
    for (const EntryAuthor by :
         {EntryAuthor{EntryAuthor::Kind::start, 0, false}, EntryAuthor{EntryAuthor::Kind::clock, 0, false},
          EntryAuthor{EntryAuthor::Kind::seat, 3, false}, EntryAuthor{EntryAuthor::Kind::seat, 3, true}})
        CHECK(read_author(to_json(by).tree()) == by);
    for (const char* text :
         {"{}", "[]", R"({"seat":10})", R"({"seat":-1})", R"({"seat":1.0})", R"({"clock":1})",
          R"({"start":false})", R"({"seat":1,"house":false})", R"({"clock":true,"seat":1})"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(read_author(Json::parse(text)), std::runtime_error);
    }
}

TEST_CASE("open_view() contains every hand and every drawn card, but nothing that no viewer sees") {
    SeededChance chance(4);
    const GameInfo& game = *find_game("tres");
    const auto match = Match::start(settings_for(game, 3, {{"starter", "first"}}), chance);
    const auto check = [&] {
        const Json open = match->full_view();
        for (const Json& seat : open["seats"]) CHECK(seat["hand"].size() == seat["cards"]);
        CHECK(open.contains("top") == (open["discards"] != 0));
        CHECK(open["pile"].is_number());
        for (Seat seat = 0; seat < 3; ++seat)
            CHECK(open["seats"][seat]["hand"] == match->view({seat})["seats"][seat]["hand"]);
    };
    check();
    for (int step = 0; step < 60 && !match->result(); ++step) {
        play_something(*match, chance);
        check();
        for (const Json& event : match->full_events())
            if (event["e"] == "drew") CHECK(event["cards"].size() == event["count"]);
    }
}

TEST_CASE("For a game without secrets open_view() equals any viewer's view") {
    SeededChance chance(5);
    const auto match = Match::start(yahtzee(2), chance);
    for (int step = 0; step < 30; ++step) {
        play_something(*match, chance);
        CHECK(match->full_view() == match->view_text(spectator).tree());
        CHECK(match->full_events() == match->events(spectator, match->seq(), match->seq()));
    }
}

TEST_CASE("Rules are the usual ones with any starter option, but not with any other changed option") {
    const GameInfo& game = *find_game("yahtzee");
    CHECK(uses_default_rules(settings_for(game, 2)));
    CHECK(uses_default_rules(settings_for(game, 2, {{"starter", "random"}})));
    CHECK_FALSE(uses_default_rules(settings_for(game, 2, {{"columns", 3}})));
    CHECK_FALSE(uses_default_rules(settings_for(game, 2, {{"preset", "yatzy"}})));
}

}  // namespace cubilete::protocol
