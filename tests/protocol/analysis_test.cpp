#include "protocol/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "tests/seeded_chance.hpp"

namespace cubilete::protocol {

namespace {

Settings settings_of(const std::string& game, const Json& options, int seats) {
    return {game, std::get<OptionValues>(read_options(*find_game(game), options)), seats, Seat{0}};
}

/// A match of legal moves at random, some of them by the clock or by a built-in bot, and a hint.
std::vector<LogEntry> random_match(const Settings& settings, std::uint64_t seed) {
    cubilete::SeededChance chance(seed);
    const auto match = Match::start(settings, chance);
    std::vector<LogEntry> log{match->last()};
    while (!match->result()) {
        const Seat seat = *match->to_act().begin();
        const Json moves = match->moves_text(seat).tree();
        const Json& move = moves[static_cast<std::size_t>(chance.pick(static_cast<int>(moves.size())))];
        switch (chance.pick(12)) {
            case 0: match->expire(chance); break;
            case 1: match->record_hint(seat); break;
            case 2: match->play_bot(seat, move, chance); break;
            default: match->play(seat, move, chance);
        }
        log.push_back(match->last());
    }
    return log;
}

}  // namespace

TEST_CASE("the analysis of a match adds up in JSON, in the moves of the log") {
    const Settings settings = settings_of("threes_away", {{"pots", 10}}, 3);
    const BotBookPtr book = compute_book(settings);
    const auto log = random_match(settings, 1);
    const Json analysis = analysis_of(log, book, 1);
    CHECK(analysis["game"] == "threes_away");
    CHECK(analysis["version"] == "threes_away 1.2");
    CHECK(analysis["unit"] == "pot");
    CHECK(analysis["exact"] == true);
    CHECK(analysis["until"] == log.back().seq);
    REQUIRE(analysis["seats"].size() == 3);
    double pots = 0;
    std::map<std::string, int> made;
    for (const Json& seat : analysis["seats"]) {
        const auto number = [&](const char* name) { return seat[name].get<double>(); };
        CHECK(std::abs(number("start") + number("luck") - number("given_away") + number("others") -
                       number("result")) < 1e-6);
        pots += number("result");
        double cost = 0;
        for (const char* maker : {"own", "house", "clock"}) {
            made[maker] += seat["decisions"][maker]["count"].get<int>();
            cost += seat["decisions"][maker]["cost"].get<double>();
        }
        CHECK(cost == doctest::Approx(number("given_away")));
        CHECK(seat["curve"][0] ==
              Json::array({1, std::round(seat["curve"][0][1].get<double>() * 1e6) / 1e6}));
        for (const Json& dear : seat["dearest"]) {
            const auto& entry = log[dear["entry"].get<std::size_t>() - 1];
            CHECK(entry.by.seat == seat["seat"]);
            CHECK(entry.move.tree() == dear["chosen"]);
            CHECK(std::holds_alternative<JsonText>(canonical_move("threes_away", dear["best"])));
            CHECK_FALSE(dear.contains("interval"));
            CHECK(dear["worth"][1].get<double>() - dear["worth"][0].get<double>() ==
                  doctest::Approx(dear["cost"].get<double>()));
        }
    }
    CHECK(pots == doctest::Approx(10));
    for (const char* maker : {"own", "house", "clock"}) CHECK(made[maker] > 0);
}

TEST_CASE(
    "a simulated analysis has no luck, the same numbers from the same seed, and intervals around what it "
    "names") {
    const Settings settings = settings_of("tres", Json::object(), 2);
    const auto log = random_match(settings, 3);
    const Json analysis = analysis_of(log, compute_book(settings), 5);
    CHECK(analysis == analysis_of(log, compute_book(settings), 5));
    CHECK(analysis["exact"] == false);
    std::size_t named = 0;
    for (const Json& seat : analysis["seats"]) {
        CHECK(seat["luck"].is_null());
        CHECK(seat["curve"].empty());
        CHECK(seat["luckiest"].is_null());
        for (const Json& dear : seat["dearest"]) {
            ++named;
            CHECK_FALSE(dear.contains("worth"));
            CHECK(dear["interval"][0] > 0);
            CHECK(dear["interval"][0] < dear["cost"]);
            CHECK(dear["cost"] < dear["interval"][1]);
        }
    }
    CHECK(named > 0);
}

TEST_CASE("there is no analysis of a log that its rules do not make") {
    const Settings settings = settings_of("escalera", {{"target", 50}}, 2);
    const BotBookPtr book = compute_book(settings);
    auto log = random_match(settings, 1);
    auto gap = log;
    gap.erase(gap.begin() + 1);
    CHECK_THROWS_AS(analysis_of(gap, book, 1), ReplayError);
    auto draws = log;
    std::ranges::find_if(draws.begin() + 1, draws.end(), [](const LogEntry& entry) {
        return !entry.draws.empty();
    })->draws.clear();
    CHECK_THROWS_AS(analysis_of(draws, book, 1), ReplayError);
    auto move = log;
    move[1] = {2, {EntryAuthor::Kind::seat, 0}, JsonText::of(Json{{"do", "bank"}}), {}};
    CHECK_THROWS_AS(analysis_of(move, book, 1), ReplayError);
    CHECK_THROWS_AS(analysis_of({}, book, 1), ReplayError);
}

TEST_CASE("a match without an analysis says why") {
    CHECK(analysis_kind(settings_of("yahtzee", {{"columns", 3}}, 2)).why_not == std::string("columns"));
    CHECK(analysis_kind(settings_of("escalera", Json::object(), 1)).why_not == std::string("alone"));
    const Json none = make_missing_analysis("tres", "not_kept", "The log is gone.");
    CHECK(none == Json{{"game", "tres"},
                       {"version", "tres 1.2"},
                       {"why_not", "not_kept"},
                       {"text", "The log is gone."}});
    CHECK(analysis_seed("m_1") != analysis_seed("m_2"));
}

}  // namespace cubilete::protocol
