#include "engine/games/threes_away/threes_away_bot.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/bot.hpp"

namespace cubilete::threes_away {

namespace {

bool within(double value, double figure, double margin) { return std::abs(value - figure) <= margin; }

/// The second of two players with these dice on the table. The first player scored `lowest`.
State against(int lowest, const Dice& dice) {
    ScriptedChance nothing({});
    State state = Game::start({}, 2, Seat{0}, nothing).state;
    state.players[0].score = static_cast<std::uint8_t>(lowest);
    state.turn.seat = 1;
    state.turn.dice = dice;
    state.turn.throws = 1;
    return state;
}

Move hard_move(const State& state) {
    SeededChance chance(1);
    return *Bot::choose(Bot::compute_book(state.options, 2), state, state.turn.seat, Level::hard, chance);
}

}  // namespace

TEST_CASE("With play for the lowest mean a turn has the mean E5 = 504205555/80621568 (2.4)") {
    TurnChances::Worth worth{};
    for (int score = 0; score < score_count; ++score) worth[score] = -score;
    const auto best = TurnChances(Options{}).best(worth, 0);
    CHECK(within(-best[5][0], 504205555.0 / 80621568, 1e-9));
    CHECK(within(-best[2][0], 79.0 / 18, 1e-9));
    const auto scores = TurnChances(Options{}).scores(best, 0);
    CHECK(within(scores[0], 1405661.0 / 136048896, 1e-9));
}

TEST_CASE(
    "When all players play for the pot the last seat has the largest share, as in the rule book (2.4)") {
    struct Row {
        std::vector<double> wins;
        double tie;
    };
    const Row rows[] = {
        {{.4333, .4827}, .0840}, {{.2808, .2936, .3152}, .1103}, {{.2045, .2103, .2168, .2274}, .1410}};
    for (const auto& [wins, tie] : rows) {
        const auto players = static_cast<int>(wins.size());
        CAPTURE(players);
        const auto places = PotChances({}, players).shares_by_place();
        for (std::size_t place = 0; place < wins.size(); ++place)
            CHECK(within(places[place], wins[place] + tie / players, 1.5e-4));
    }
}

TEST_CASE("The hard bot against a 1 keeps only what can still win, and with a 4 against a 5 it stops") {
    CHECK(hard_move(against(1, {3, 3, 1, 2, 4})) == Move(Keep{{0, 1}, {}}));
    const auto good = std::get<Keep>(hard_move(against(5, {3, 3, 1, 2, 1})));
    CHECK(good.dice.size() == 5);
}

TEST_CASE("A hint is the expected share of the pot after a move") {
    SeededChance chance(1);
    const State state = against(9, {3, 3, 1, 2, 4});
    const Hints hints = Bot::hints(Bot::compute_book({}, 2), state, 1, chance);
    CHECK(hints.unit == Hints::Unit::pot);
    const auto moves = Game::moves(state, 1);
    for (std::size_t at = 0; at < moves.size(); ++at)
        if (std::get<Keep>(moves[at]).dice.size() == 5) CHECK(hints.worth[at] == 1);
}

TEST_CASE("The medium bot keeps zeros and ones, the easy bot at least zeros") {
    SeededChance chance(1);
    const State state = against(20, {3, 5, 1, 2, 6});
    CHECK(Bot::choose({}, state, 1, Level::medium, chance) == Move(Keep{{0, 2}, {}}));
    for (int time = 0; time < 20; ++time) {
        const auto keep = std::get<Keep>(*Bot::choose({}, state, 1, Level::easy, chance));
        CHECK(keep.dice.contains(0));
        CHECK_FALSE(keep.dice.contains(1));
        CHECK_FALSE(keep.dice.contains(4));
    }
}

TEST_CASE("Bots play whole matches of Threes Away by the rules, with any options") {
    bot_tests::check<Bot>(
        [](const Options& options, int seats) {
            return seats > 3 ? Bot::Book{} : Bot::compute_book(options, seats);
        },
        500);
}

}  // namespace cubilete::threes_away
