#include "protocol/exercise.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "tests/seeded_chance.hpp"

namespace cubilete::protocol {

namespace {

const Settings& pots() {
    static const Settings settings = usual_settings(*find_game("threes_away"));
    return settings;
}
const BotBookPtr& book() {
    static const BotBookPtr its = compute_book(pots());
    return its;
}
std::span<const LogEntry> up_to(const std::vector<LogEntry>& log, std::int64_t entry) {
    return std::span(log).first(static_cast<std::size_t>(entry));
}

}  // namespace

TEST_CASE("an exercise offers the best move, what was played, and no two moves of the same worth") {
    int offered = 0, without_played = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const auto log = play_bot_match(pots(), seed);
        for (const LogEntry& entry : log) {
            const auto exercise = exercise_of(up_to(log, entry.seq), *book());
            if (!exercise) continue;
            CAPTURE(entry.seq);
            ++offered;
            CHECK(exercise->seat == entry.by.seat);
            CHECK(exercise->view.tree()["seats"].size() == 2);
            std::set<double> worth;
            for (const std::size_t move : exercise->offered) {
                CHECK(exercise->cost(move) >= 0);
                worth.insert(std::round(exercise->moves[move].worth * 1e9));
            }
            CHECK(worth.size() == exercise->offered.size());
            CHECK(exercise->offered.size() <= Exercise::most_choices);
            CHECK(std::ranges::is_sorted(exercise->offered));
            CHECK(std::ranges::count(exercise->offered, exercise->best) == 1);
            const bool is_played = std::ranges::count(exercise->offered, exercise->played) == 1;
            without_played += !is_played;
            // Only a move that is worth the same stands for it.
            CHECK((is_played || std::ranges::any_of(exercise->offered, [&](std::size_t move) {
                       return exercise->cost(move) == doctest::Approx(exercise->cost(exercise->played));
                   })));
            CHECK(exercise->find("threes_away", entry.move.tree()) == exercise->played);
        }
    }
    CHECK(offered > 20);
    CHECK(without_played < offered);
}

TEST_CASE("what an exercise costs is what the analysis of the match says") {
    const auto log = play_bot_match(pots(), 5);
    auto analysis = Analysis::open(log.front(), book(), log.size(), 0);
    for (std::size_t at = 1; at < log.size() && analysis->follow(log[at]); ++at) continue;
    int compared = 0;
    for (const Seat seat : {Seat{0}, Seat{1}})
        for (const auto& [entry, cost] : analysis->costs(seat)) {
            const auto exercise = exercise_of(up_to(log, entry), *book());
            REQUIRE(exercise);
            CHECK(exercise->cost(exercise->played) == doctest::Approx(cost).epsilon(1e-9));
            CHECK(exercise->is_correct(exercise->best));
            CHECK(exercise->is_correct(exercise->played) == (cost < 0.0005));
            ++compared;
        }
    CHECK(compared > 0);

    const auto dearest = costliest_decision(log, book());
    REQUIRE(dearest);
    const auto exercise = exercise_of(up_to(log, *dearest), *book());
    for (const Seat seat : {Seat{0}, Seat{1}})
        for (const auto& one : analysis->costs(seat))
            CHECK(one.cost <= doctest::Approx(exercise->cost(exercise->played)));
}

TEST_CASE("a match of bots follows from its seed, and its decisions count as those of players") {
    CHECK(play_bot_match(pots(), 9) == play_bot_match(pots(), 9));
    CHECK_FALSE(play_bot_match(pots(), 9) == play_bot_match(pots(), 10));
    const auto log = play_bot_match(pots(), 9);
    CHECK(Match::replay(log)->result().has_value());
    for (const LogEntry& entry : log) CHECK_FALSE(entry.by.bot);
}

TEST_CASE(
    "only decisions with a choice are exercises, and only of games in which the worth of every move is "
    "known") {
    const auto log = play_bot_match(pots(), 2);
    CHECK_FALSE(exercise_of(up_to(log, 1), *book()));
    auto hinted = std::vector(log.begin(), log.begin() + 4);
    hinted.back().by.hint = true;
    CHECK_FALSE(exercise_of(hinted, *book()));

    std::set<std::string> games;
    for (const GameInfo* game : catalogue())
        if (has_exercises(usual_settings(*game))) games.insert(game->id);
    CHECK(games == std::set<std::string>{"ambiciosa", "threes_away", "yahtzee"});
    Settings three = usual_settings(*find_game("ambiciosa"));
    three.seats = 3;
    CHECK_FALSE(has_exercises(three));
}

TEST_CASE("a move with a column that a card of one column ignores is the listed move") {
    Exercise exercise{};
    for (const char* listed : {"score chance", "score sixes"})
        exercise.moves.push_back({std::get<JsonText>(canonical_move("yahtzee", listed)).tree(), 0});
    CHECK(exercise.find("yahtzee", "score sixes") == 1);
    CHECK(exercise.find("yahtzee", "score sixes 0") == 1);
    CHECK(exercise.find("yahtzee", Json{{"do", "score"}, {"box", "chance"}, {"column", 2}}) == 0);
    CHECK_FALSE(exercise.find("yahtzee", "score fives"));
    CHECK_FALSE(exercise.find("yahtzee", "score nothing"));
}

TEST_CASE("decisions are worth a second try if they cost something, and if that is known exactly") {
    const auto analysis = [](bool exact, const char* unit, double cost) {
        return Json{
            {"exact", exact}, {"unit", unit}, {"seats", {{{"dearest", {{{"entry", 12}, {"cost", cost}}}}}}}};
    };
    const auto found = costly_decisions(analysis(true, "points", 2.5), 0);
    REQUIRE(found.size() == 1);
    CHECK(found.front().entry == 12);
    CHECK(found.front().weight == 2.5);
    CHECK(costly_decisions(analysis(true, "win", 0.025), 0).front().weight == doctest::Approx(2.5));
    CHECK(costly_decisions(analysis(true, "points", 0.1), 0).empty());
    CHECK(costly_decisions(analysis(false, "points", 2.5), 0).empty());
    CHECK(costly_decisions(analysis(true, "points", 2.5), 1).empty());
    CHECK(costly_decisions(Json{{"why_not", "columns"}}, 0).empty());
}

}  // namespace cubilete::protocol
