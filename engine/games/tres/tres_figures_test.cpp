#include <cmath>
#include <cstdlib>
#include <random>

#include <doctest/doctest.h>

#include "engine/games/tres/tres.hpp"
#include "tests/seeded_chance.hpp"

/// The figures of docs/rules.md 4.5. The environment variable CUBILETE_TRES_GAMES sets the number of games
/// per row; the default is just enough for the tolerance.
namespace cubilete::tres {

namespace {

const Pile std96 = whole_deck(Deck::std96, WildColour::none);

double binomial(int n, int k) {
    double ways = 1;
    for (int factor = 1; factor <= k; ++factor) ways = ways * (n - k + factor) / factor;
    return ways;
}

/// TRES is always said: `auto` says it without waiting.
constexpr Options unhurried{.tres_call = TresCall::automatic};

/// The number of ways to make this play with different cards of the hand that look the same.
double likes(const State& state, const Play& play) {
    const auto held = [&](Card card) {
        return static_cast<double>(
            std::ranges::count(state.hands.of(state.turn.seat), card, &HeldCard::card));
    };
    const double first = held(play.cards[0]);
    if (play.cards.size() == 1) return first;
    return play.cards[0] == play.cards[1] ? first * (first - 1) / 2 : first * held(play.cards[1]);
}

/// The rule book's random play: every possible play is equally likely, and equal cards count as different.
/// The player draws only without a play, and lays the drawn card if possible.
Move any_play(const State& state, std::mt19937_64& random) {
    const auto moves = Game::moves(state, state.turn.seat);
    if (moves.size() == 1) return moves.front();
    std::vector<double> weights;
    for (const Move& move : moves) {
        const auto* play = std::get_if<Play>(&move);
        weights.push_back(play != nullptr ? likes(state, *play) : 0);
    }
    return moves[std::discrete_distribution<std::size_t>(weights.begin(), weights.end())(random)];
}

/// The random play of `cubilete simulate`: every listed move is equally likely, a draw as much as each play.
/// With tres_call = window it also says TRES and catches at random, which makes its games longer: 50.1 turns
/// with four players.
Move any_move(const State& state, std::mt19937_64& random) {
    const auto moves = Game::moves(state, state.turn.seat);
    return moves[std::uniform_int_distribution<std::size_t>(0, moves.size() - 1)(random)];
}

/// The mean number of turns of a game, lost turns included.
template <class Choose>
double mean_turns(int seats, int games, Choose choose) {
    SeededChance chance(static_cast<std::uint64_t>(seats));
    std::mt19937_64 random(static_cast<std::uint64_t>(seats));
    double all = 0;
    for (int game = 0; game < games; ++game) {
        State state = Game::start(unhurried, seats, Seat{0}, chance).state;
        while (!state.over) Game::apply(state, state.turn.seat, choose(state, random), chance);
        all += Game::turns(state);
    }
    return all / games;
}

int games_a_row(int usual) {
    const char* asked = std::getenv("CUBILETE_TRES_GAMES");
    return asked == nullptr ? usual : std::stoi(asked);
}

}  // namespace

TEST_CASE("One card in eight is an action; the first three cards have no action with probability .666881") {
    const auto actions = std::ranges::count_if(std96, is_action);
    CHECK(actions * 8 == 96);
    CHECK(std::abs(binomial(84, 3) / binomial(96, 3) - .666881) < 1e-6);
}

TEST_CASE(
    "Two cards form a run in 1842 of 4560 cases, three in 31108 of 142880, and 864 of those are TOMA TRES") {
    int pairs = 0, pair_runs = 0, triples = 0, runs = 0, toma_tres = 0, natural = 0;
    for (std::size_t a = 0; a < std96.size(); ++a)
        for (std::size_t b = a + 1; b < std96.size(); ++b) {
            ++pairs;
            pair_runs += is_run(std96[a], std96[b]);
            for (std::size_t c = b + 1; c < std96.size(); ++c) {
                ++triples;
                if (!is_run(std96[a], std96[b], std96[c])) continue;
                ++runs;
                if (!is_toma_tres(std96[a], std96[b], std96[c], WildColour::none)) continue;
                ++toma_tres;
                natural += !is_action(std96[a]) && !is_action(std96[b]) && !is_action(std96[c]);
            }
        }
    CHECK(pairs == 4560);
    CHECK(pair_runs == 1842);
    CHECK(triples == 142880);
    CHECK(runs == 31108);
    CHECK(toma_tres == 864);
    CHECK(natural == 288);
}

TEST_CASE(
    "The first turn has a play of two cards with probability .967, a TOMA TRES with .243, and no play with "
    ".0037") {
    constexpr int deals = 10'000;
    SeededChance chance(45);
    int nothing = 0, twofold = 0, toma_tres = 0;
    for (int deal = 0; deal < deals; ++deal) {
        // Without the effects of cards that were turned up: seven cards against three.
        Pile deck = std96;
        chance.shuffle({deck.data(), deck.size()});
        State state;
        state.hands = Hands(2);
        for (std::size_t card = 0; card < hand_size; ++card) state.hands.add(0, {.card = deck[card]});
        for (std::size_t on = 0; on < table_size; ++on) state.table[on] = deck[hand_size + on];
        const auto moves = Game::moves(state, 0);
        const auto any = [&](auto is) {
            return std::ranges::any_of(moves, [&](const Move& move) {
                const auto* play = std::get_if<Play>(&move);
                return play != nullptr && play->cards.size() == 2 && is(*play);
            });
        };
        nothing += moves.size() == 1;
        twofold += any([](const Play&) { return true; });
        toma_tres += any([&](const Play& play) {
            return is_toma_tres(*state.table[play.on], play.cards[0], play.cards[1], WildColour::none);
        });
    }
    // Three standard errors of this sample.
    const auto near = [](int count, double share) {
        return std::abs(count / double{deals} - share) < 3 * std::sqrt(share * (1 - share) / deals);
    };
    CHECK(near(nothing, .0037));
    CHECK(near(twofold, .967));
    CHECK(near(toma_tres, .243));
}

TEST_CASE(
    "Where a player draws only without a play, and plays at random, a game has 26.9 turns for two, 28.0 for "
    "four, 39.7 for eight (3 %)") {
    struct Row {
        int seats;
        double turns;
        int games;  ///< number of games at which 3 % are two and a half standard errors
    };
    for (const auto& [seats, turns, games] : {Row{2, 26.9, 5200}, Row{3, 25.9, 2600}, Row{4, 28.0, 1500},
                                              Row{5, 30.7, 1000}, Row{6, 33.9, 700}, Row{8, 39.7, 500}}) {
        CAPTURE(seats);
        const double mean = mean_turns(seats, games_a_row(games), any_play);
        CAPTURE(mean);
        CHECK(std::abs(mean - turns) < .03 * turns);
    }
}

TEST_CASE("If every move of a turn is equally likely, also a draw, a game of four has 43.0 turns (5 %)") {
    const double mean = mean_turns(4, games_a_row(1000), any_move);
    CAPTURE(mean);
    CHECK(std::abs(mean - 43.0) < .05 * 43.0);  // two and a half standard errors
}

}  // namespace cubilete::tres
