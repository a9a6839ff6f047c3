#include "engine/games/tres/tres_bot.hpp"

#include <doctest/doctest.h>

#include "engine/games/tres/search.hpp"
#include "tests/bot.hpp"

/// tests/figures_test.py checks that hard beats medium: only an optimized build can simulate enough turns.
namespace cubilete::tres {

namespace {

constexpr Bot::Book hasty{600};

State game_of(int seats, const Options& options = {}) {
    SeededChance chance(1);
    return Game::start(options, seats, Seat{0}, chance).state;
}

void give(State& state, Seat seat, std::initializer_list<Card> cards) {
    while (state.hands.count(seat) > 0) state.hands.remove(seat, state.hands.of(seat)[0].card);
    for (const Card card : cards) state.hands.add(seat, {.card = card});
}

/// Seat 0 did not say TRES.
State forgotten(Call::Stage stage) {
    State state = game_of(3);
    give(state, 0, {1, 5, 30});
    state.turn.seat = 1;
    state.call = {stage, 0};
    return state;
}

int times(int of, auto happens) {
    int count = 0;
    for (int time = 0; time < of; ++time) count += happens() ? 1 : 0;
    return count;
}

}  // namespace

TEST_CASE(
    "imagine() returns another deal with the same cards that the seat cannot distinguish from the real one") {
    SeededChance chance(2);
    for (int game = 0; game < 10; ++game) {
        State state = Game::start(contract::any_options<Game>(chance), 2 + chance.pick(5), {}, chance).state;
        for (int step = 0; step < 60 && !state.over; ++step) {
            const auto seat = static_cast<Seat>(chance.pick(state.seats()));
            const State imagined = sample_hidden_state(state, seat, chance);
            REQUIRE(Game::view(imagined, {seat}) == Game::view(state, {seat}));
            REQUIRE(Game::moves(imagined, seat) == Game::moves(state, seat));

            const auto cards = [](const State& of) {
                std::vector<Card> all(of.pile.begin(), of.pile.end());
                for (Seat each = 0; each < of.seats(); ++each)
                    for (const HeldCard& held : of.hands.of(each)) all.push_back(held.card);
                std::ranges::sort(all);
                return all;
            };
            REQUIRE(cards(imagined) == cards(state));

            SeededChance one(9), other(9);
            REQUIRE(sample_hidden_state(Game::redeal(state, {seat}, chance), seat, one).pile ==
                    sample_hidden_state(state, seat, other).pile);

            if (Game::wait(state).kind == Wait::Kind::window) {
                Game::expire(state, chance);
                continue;
            }
            const auto moves = Game::moves(state, state.turn.seat);
            Game::apply(state, state.turn.seat, pick_random(moves, chance), chance);
        }
    }
}

TEST_CASE("The hard bot lays its last card, and says TRES with the move that leaves three") {
    SeededChance chance(3);
    State state = game_of(2);
    state.table = {Card{6}, Card{15}, Card{24}};
    give(state, 0, {7});
    const auto last = Bot::choose(hasty, state, 0, Level::hard, chance);
    CHECK(std::holds_alternative<Play>(*last));

    give(state, 0, {0, 1, 2, 7});
    CHECK(std::get<Play>(*Bot::choose(hasty, state, 0, Level::hard, chance)).tres);
}

TEST_CASE("The hard bot stops thinking when its time is up") {
    SeededChance chance(5);
    const State state = game_of(4);
    const auto moves = Game::moves(state, state.turn.seat);
    REQUIRE(moves.size() > 1);
    const auto asked = [&](int patience) {
        int times = 0;
        const ThinkingBudget with(chance, [&] { return ++times >= patience; });
        const Hints hints = Bot::hints(Bot::compute_book(state.options, 4), state, state.turn.seat, with);
        CHECK(hints.worth.size() == moves.size());
        return times;
    };
    CHECK(asked(1) == 1);
    CHECK(asked(7) == 7);
    CHECK(asked(1'000'000) > 100);
}

TEST_CASE("The hard bot never forgets TRES and always catches; the other levels do so sometimes") {
    SeededChance chance(4);
    const auto says = [&](Level level) {
        return times(200, [&] {
            return Bot::choose(hasty, forgotten(Call::Stage::grace), 0, level, chance).has_value();
        });
    };
    const auto catches = [&](Level level) {
        return times(200, [&] {
            return Bot::choose(hasty, forgotten(Call::Stage::open), 2, level, chance) == Move(Catch{0});
        });
    };
    CHECK(says(Level::hard) == 200);
    CHECK(catches(Level::hard) == 200);
    for (const Level level : {Level::easy, Level::medium}) {
        CHECK(says(level) > 0);
        CHECK(says(level) < 100);
        CHECK(catches(level) > 20);
        CHECK(catches(level) < 160);
    }
    State said = forgotten(Call::Stage::said);
    CHECK_FALSE(Bot::choose(hasty, said, 2, Level::hard, chance));
}

TEST_CASE("Bots play whole matches of TRES by the rules, with any options") {
    bot_tests::check<Bot>([](const Options&, int) { return Bot::Book{20}; }, 150);
}

}  // namespace cubilete::tres
