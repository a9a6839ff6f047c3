#include "engine/games/yahtzee/yahtzee_bot.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include <doctest/doctest.h>

#include "engine/games/yahtzee/keeps.hpp"
#include "engine/games/yahtzee/scoring.hpp"
#include "tests/bot.hpp"

/// tests/figures_test.py checks the expectation of the whole card in an optimized build.
namespace cubilete::yahtzee {

namespace {

/// A card with these boxes open; the others are filled with 0 points.
Column with_open(const Sheet& sheet, BoxSet open) {
    Column column;
    for (const Box box : sheet.boxes() - open) column.fill(box, 0);
    return column;
}

/// The expectation of filling the open boxes, computed by enumerating every throw and every set of dice to
/// throw again in order. It shares no code with the solver except the rules.
class ByHand {
  public:
    explicit ByHand(const Options& options) : options_(options) {}

    double remaining_value(const Column& column) {
        const BoxSet open = column.open(sheet_of(options_.preset));
        if (open.empty()) return 0;
        // No two of the cards that occur here have the same open boxes and points.
        const auto [known, is_new] =
            known_.try_emplace({open.size(), *open.begin(), column.total(options_)}, 0);
        if (!is_new) return known->second;
        std::array<double, 7776> worth{};
        for (int roll = 0; roll < 7776; ++roll) worth[roll] = best_box(column, dice_of(roll));
        for (int again = 0; again < 2; ++again) worth = throw_again(worth);
        double sum = 0;
        for (const double each : worth) sum += each;
        return known->second = sum / 7776;
    }

  private:
    static Dice dice_of(int roll) {
        Dice dice;
        for (int die = 0; die < 5; ++die, roll /= 6) dice.push_back(static_cast<std::uint8_t>(roll % 6 + 1));
        return dice;
    }

    double best_box(const Column& column, const Dice& dice) {
        ScoreCard card;
        card.columns[0] = column;
        const ScoringChoices choices(options_, card, dice, 3);
        double best = 0;
        for (const Box box : choices.boxes(0)) {
            ScoreCard next = card;
            next.yahtzee_bonus += choices.yahtzee_bonus();
            next.columns[0].fill(box, choices.points(box));
            best = std::max(best,
                            total(next, options_) - total(card, options_) + remaining_value(next.columns[0]));
        }
        return best;
    }

    /// For each choice of positions to keep: the mean over the other dice, one die after the other.
    static std::array<double, 7776> throw_again(const std::array<double, 7776>& worth) {
        std::array<double, 7776> best = worth;
        for (int kept = 0; kept < 31; ++kept) {
            std::array<double, 7776> mean = worth;
            for (int die = 0, place = 1; die < 5; ++die, place *= 6) {
                if ((kept >> die & 1) != 0) continue;
                for (int roll = 0; roll < 7776; ++roll) {
                    if (roll / place % 6 != 0) continue;
                    double sum = 0;
                    for (int face = 0; face < 6; ++face) sum += mean[roll + face * place];
                    for (int face = 0; face < 6; ++face) mean[roll + face * place] = sum / 6;
                }
            }
            for (int roll = 0; roll < 7776; ++roll) best[roll] = std::max(best[roll], mean[roll]);
        }
        return best;
    }

    Options options_;
    std::map<std::tuple<int, Box, int>, double> known_;
};

bool near(double value, double figure, double margin) { return std::abs(value - figure) <= margin; }

}  // namespace

TEST_CASE("Five dice have 252 combinations, up to five dice 462, each weighted by its number of orders") {
    const Keeps& keeps = Keeps::all();
    Worth<1> worth{};
    for (int roll = 0; roll < roll_count; ++roll) worth[first_roll + roll][0] = keeps.roll(roll)[6];
    average_throws(worth, keeps);
    CHECK(near(worth[0][0], 5.0 / 6, 1e-12));
    CHECK(keeps.of(tally({1, 2, 3, 4, 5})) == keeps.of(tally({5, 3, 1, 2, 4})));
}

TEST_CASE("A card of Yahtzee has 536,320 different positions before it is full (3.4)") {
    // Upper section: 2,794 pairs of filled boxes and sum. Lower section: six boxes that are open or filled (64), and a
    // Yahtzee box that is open, 0 or 50 (3). Full cards are none of these positions.
    const int full = static_cast<int>(UpperSums::all().of(63).size()) * 2;
    CHECK(UpperSums::pairs * 64 * 3 - full == 536'320);
}

TEST_CASE("Single boxes have the values that the rule book states (3.4)") {
    const OptimalValues optimum = OptimalValues::solve({.upper_bonus = 0}, 1);
    const Sheet& sheet = sheet_of(Preset::yahtzee);
    const auto alone = [&](Box box) {
        return optimum.remaining_value(optimum.position(with_open(sheet, {box})));
    };
    CHECK(near(alone(Box::chance), 70.0 / 3, 1e-5));
    CHECK(near(alone(Box::three_of_a_kind), 15.1947, 5e-5));
    CHECK(near(alone(Box::four_of_a_kind), 5.6113, 5e-5));
    CHECK(near(alone(Box::yahtzee), 50 * .046029, 3e-5));
    CHECK(near(alone(Box::full_house), 25 * .366145,
               3e-5));  // the Yahtzee box is filled: five of a kind are jokers
    for (int face = 1; face <= 6; ++face) CHECK(near(alone(upper_box(face)), face * 455.0 / 216, 1e-5));
}

TEST_CASE("The values of the last two boxes equal those of a full enumeration of all throws") {
    struct Case {
        Options options;
        BoxSet open;
        int yahtzee;  ///< points in its box, if that is filled
        int of_each;  ///< number of matching dice in each filled upper box
    };
    const Case cases[] = {
        {{.joker = JokerRule::free},
         {Box::fours, Box::large_straight},
         50,
         3},  // twelve Fours earn the upper bonus
        {{.joker = JokerRule::none}, {Box::yahtzee, Box::four_of_a_kind}, 0, 0},
        {{.five_is_full_house = true, .order = FillOrder::forced}, {Box::full_house, Box::chance}, 0, 1},
    };
    for (const auto& [options, open, yahtzee, of_each] : cases) {
        CAPTURE(OptimalValues::name(options));
        Column column;
        for (const Box box : sheet_of(options.preset).boxes() - open)
            column.fill(box, upper_section.contains(box) ? of_each * face_of(box)
                             : box == Box::yahtzee       ? yahtzee
                                                         : 0);
        const OptimalValues optimum = OptimalValues::solve(options, 2);
        CHECK(near(optimum.remaining_value(optimum.position(column)), ByHand(options).remaining_value(column),
                   1e-7));
    }
}

TEST_CASE("A stored optimum can be read again, but not for other options or with damaged bytes") {
    const Options options{.joker = JokerRule::none};
    const OptimalValues optimum = OptimalValues::solve(options, 1);
    auto bytes = optimum.bytes();
    CHECK(bytes.size() < 8'000'000);
    CHECK(OptimalValues::read(options, bytes) == optimum);
    CHECK_FALSE(OptimalValues::read({}, bytes));
    CHECK_FALSE(OptimalValues::read({.joker = JokerRule::none, .upper_bonus = 34}, bytes));
    CHECK_FALSE(OptimalValues::read(options, std::span(bytes).first(bytes.size() - 1)));
    CHECK_FALSE(OptimalValues::read(options, {}));
    bytes[bytes.size() / 2] ^= std::byte{1};
    CHECK_FALSE(OptimalValues::read(options, bytes));
}

TEST_CASE("Options that do not affect play share an optimum") {
    CHECK(OptimalValues::name({}) ==
          OptimalValues::name({.preset = Preset::kniffel, .columns = 3, .duplicate = true}));
    CHECK(OptimalValues::name({.joker = JokerRule::none}) ==
          OptimalValues::name({.joker = JokerRule::none, .yahtzee_bonus = 0}));
    CHECK(OptimalValues::name({}) == OptimalValues::name({.zero = ZeroRule::free}));
    CHECK(OptimalValues::name({}) != OptimalValues::name({.joker = JokerRule::free}));
    CHECK(OptimalValues::name({}) != OptimalValues::name({.five_is_full_house = true}));
}

TEST_CASE(
    "With Chance and Yahtzee open the hard bot writes two pairs of sixes and fives in Chance, not a zero in "
    "Yahtzee") {
    const OptimalValues optimum = OptimalValues::solve({}, 2);
    SeededChance chance(1);
    State state = Game::start({}, 1, Seat{0}, chance).state;
    state.cards[0].columns[0] = with_open(sheet_of(Preset::yahtzee), {Box::yahtzee, Box::chance});
    state.turn.dice = {6, 6, 5, 5, 4};
    state.turn.throws = 3;
    CHECK(Bot::choose(optimum, state, 0, Level::hard, chance) == Move(Score{Box::chance, {}}));

    const Hints hints = Bot::hints(optimum, state, 0, chance);
    CHECK(hints.unit == Hints::Unit::points);
    const double yahtzee_alone = 50 * .046029, chance_alone = 70.0 / 3;
    CHECK(near(hints.worth[0], 26 + yahtzee_alone, 1e-4));
    CHECK(near(hints.worth[1], chance_alone, 1e-4));
}

TEST_CASE("A zero that need not be is never worth more than the dice, and bots write none (R3.3)") {
    const Options options{.zero = ZeroRule::free};
    const OptimalValues optimum = OptimalValues::solve(options, 2);
    SeededChance chance(1);
    State state = Game::start(options, 1, Seat{0}, chance).state;
    for (const Box open : {Box::chance, Box::sixes, Box::full_house})
        for (int throws = 0; throws < 50; ++throws) {
            state.cards[0].columns[0] = with_open(sheet_of(Preset::yahtzee), {Box::yahtzee, open});
            state.turn.dice = chance.dice(5, 6);
            state.turn.throws = 3;
            const auto moves = Game::moves(state, 0);
            const auto worth = Bot::hints(optimum, state, 0, chance).worth;
            for (std::size_t zero = 0; zero < moves.size(); ++zero) {
                Score score = std::get<Score>(moves[zero]);
                if (!std::exchange(score.zero, false)) continue;
                const auto dice = std::ranges::find(moves, Move(score)) - moves.begin();
                CHECK(worth[zero] <= worth[static_cast<std::size_t>(dice)]);
            }
            for (const Level level : {Level::easy, Level::medium, Level::hard}) {
                const auto chosen = *Bot::choose(optimum, state, 0, level, chance);
                CHECK_FALSE(std::get<Score>(chosen).zero);
            }
        }
}

TEST_CASE("Before the first throw a hint includes the 5 extra points of a poker on the first throw") {
    const Options options{
        .preset = Preset::generala, .joker = JokerRule::none, .yahtzee_bonus = 0, .upper_bonus = 0};
    SeededChance chance(1);
    State state = Game::start(options, 1, Seat{0}, chance).state;
    Column& column = state.cards[0].columns[0];
    column = with_open(sheet_of(Preset::generala), {Box::poker, Box::aces, Box::full_house});
    column.fill(Box::aces, 2);
    column.fill(Box::full_house, 15);
    // Four or more of a kind within three throws, and on the first throw (3.4).
    const double poker = 17 + 40 * .290794 + 5 * .020062;
    REQUIRE(near(poker, 28.7321, 1e-4));
    const OptimalValues optimum = OptimalValues::solve(options, 1);
    CHECK(near(Bot::hints(optimum, state, 0, chance).worth.front(), poker, 1e-4));
    CHECK(near(Bot::hints({}, state, 0, chance).worth.front(), poker - 17, 1e-4));
}

TEST_CASE(
    "The medium bot maximizes points of the turn: with 6 6 6 6 2 and only Chance open it throws the 2 "
    "again") {
    SeededChance chance(1);
    State state = Game::start({}, 1, Seat{0}, chance).state;
    state.cards[0].columns[0] = with_open(sheet_of(Preset::yahtzee), {Box::chance});
    state.turn.dice = {6, 6, 6, 6, 2};
    state.turn.throws = 2;
    const Move throw_the_two = Roll{{4}};
    CHECK(Bot::choose({}, state, 0, Level::medium, chance) == throw_the_two);
    CHECK(Bot::choose({}, state, 0, Level::hard, chance) == throw_the_two);
}

TEST_CASE("Bots play whole matches of Yahtzee by the rules, with any options") {
    bot_tests::check<Bot>([](const Options&, int) { return Bot::Book{}; }, 600);
}

}  // namespace cubilete::yahtzee
