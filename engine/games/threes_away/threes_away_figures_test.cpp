#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "engine/games/threes_away/odds.hpp"
#include "engine/games/threes_away/threes_away.hpp"
#include "tests/seeded_chance.hpp"

/// The figures of docs/rules.md 2.4. All are exact: every throw is enumerated, and the choices after a throw
/// are the legal moves of the game itself.
namespace cubilete::threes_away {

namespace {

constexpr int scores = max_points + 1;

/// The result of setting dice aside: the number of dice still to be thrown, and the points of those set
/// aside.
struct Choice {
    int left;
    int points;
    friend auto operator<=>(const Choice&, const Choice&) = default;
};
struct Throw {
    Dice dice;
    std::int64_t orders;  ///< number of orders of these faces
    std::set<Choice> choices;
};

/// The first player in the middle of a turn, with this throw on the table and kept dice of 0 points.
State with_thrown(const Options& options, const Dice& dice) {
    ScriptedChance nothing({});
    State state = Game::start(options, 2, Seat{0}, nothing).state;
    while (state.turn.kept.size() + dice.size() < dice_per_turn)
        state.turn.kept.push_back(static_cast<std::uint8_t>(options.zero_face));
    state.turn.dice = dice;
    return state;
}

void add_choices(const State& state, std::set<Choice>& choices) {
    ScriptedChance nothing({});
    for (const Move& move : Game::moves(state, 0)) {
        State next = state;
        Game::apply(next, 0, move, nothing);
        if (std::holds_alternative<CallBottoms>(move))
            add_choices(next, choices);
        else if (next.players[0].score)
            choices.insert({0, *next.players[0].score});
        else
            choices.insert({next.turn.in_hand(), next.turn.sum});
    }
}

std::int64_t orders_of(const Dice& dice) {
    std::int64_t orders = 1;
    for (std::size_t die = 1; die <= dice.size(); ++die)
        orders = orders * static_cast<std::int64_t>(die) /
                 std::count(dice.begin(), dice.begin() + die, dice[die - 1]);
    return orders;
}

using Throws = std::array<std::vector<Throw>, dice_per_turn + 1>;

/// Every throw of one to five dice, indexed by their number.
Throws all_throws(const Options& options) {
    Throws throws;
    Dice dice;
    const std::function<void(int)> add_dice = [&](int from) {
        for (int face = from; face <= faces && dice.size() < dice_per_turn; ++face) {
            dice.push_back(static_cast<std::uint8_t>(face));
            Throw thrown{dice, orders_of(dice), {}};
            add_choices(with_thrown(options, dice), thrown.choices);
            throws[dice.size()].push_back(thrown);
            add_dice(face);
            dice.pop_back();
        }
    };
    add_dice(1);
    return throws;
}

/// A turn of five dice, by backward induction. A value or a number of ways for `dice` still to be thrown is
/// the sum over whole(dice) equally likely ways, so that integers stay integers.
template <class Number>
class Turns {
  public:
    using Worth = std::function<Number(int score)>;
    using Policy = std::function<Choice(const Throw&)>;

    /// The player makes the choice with the highest value.
    Turns(const Throws& throws, const Worth& worth) : throws_(throws) {
        play(worth, [this](const Throw& thrown, int sum) {
            const auto dice = static_cast<int>(thrown.dice.size());
            return *std::ranges::max_element(
                thrown.choices, {}, [&](const Choice& choice) { return value_of(dice, sum, choice); });
        });
    }
    /// The player follows a fixed policy.
    Turns(const Throws& throws, const Worth& worth, const Policy& policy) : throws_(throws) {
        play(worth, [&](const Throw& thrown, int) { return policy(thrown); });
    }

    Number value(int dice, int sum = 0) const { return values_[dice][sum]; }
    double mean() const {
        return static_cast<double>(value(dice_per_turn)) / Odds::total_ways(dice_per_turn);
    }

    /// The number of ways for each score.
    std::array<std::int64_t, scores> score_ways() const {
        Table<std::int64_t> ways{};
        ways[dice_per_turn][0] = 1;
        for (int dice = dice_per_turn; dice >= 1; --dice)
            for (int sum = 0; sum < scores; ++sum)
                for (std::size_t at = 0; ways[dice][sum] > 0 && at < throws_[dice].size(); ++at) {
                    const Choice& choice = chosen_[dice][sum][at];
                    ways[choice.left][sum + choice.points] +=
                        ways[dice][sum] * throws_[dice][at].orders * weight(dice, choice);
                }
        return ways[0];
    }

    /// The number of first throws, of 7,776, after which this many dice are kept.
    std::array<std::int64_t, dice_per_turn + 1> kept_first() const {
        std::array<std::int64_t, dice_per_turn + 1> ways{};
        for (std::size_t at = 0; at < throws_[dice_per_turn].size(); ++at)
            ways[dice_per_turn - chosen_[dice_per_turn][0][at].left] += throws_[dice_per_turn][at].orders;
        return ways;
    }

  private:
    template <class T>
    using Table = std::array<std::array<T, scores>, dice_per_turn + 1>;

    static std::int64_t weight(int dice, const Choice& choice) {
        return Odds::total_ways(dice - 1) / Odds::total_ways(choice.left);
    }
    Number value_of(int dice, int sum, const Choice& choice) const {
        return values_[choice.left][sum + choice.points] * static_cast<Number>(weight(dice, choice));
    }

    template <class Choose>
    void play(const Worth& worth, Choose choose) {
        for (int score = 0; score < scores; ++score) values_[0][score] = worth(score);
        for (int dice = 1; dice <= dice_per_turn; ++dice)
            for (int sum = 0; sum <= faces * (dice_per_turn - dice); ++sum)
                for (const Throw& thrown : throws_[dice]) {
                    const Choice choice = choose(thrown, sum);
                    chosen_[dice][sum].push_back(choice);
                    values_[dice][sum] += static_cast<Number>(thrown.orders) * value_of(dice, sum, choice);
                }
    }

    const Throws& throws_;
    Table<Number> values_{};
    Table<std::vector<Choice>> chosen_{};  ///< by throw
};

/// For the lowest mean score.
Turns<std::int64_t> thrifty(const Throws& throws) {
    return {throws, [](int score) -> std::int64_t { return -score; }};
}

double chance(std::int64_t ways) { return static_cast<double>(ways) / Odds::total_ways(dice_per_turn); }

bool near(double value, double figure, double half_a_digit = 5e-7) {
    return std::abs(value - figure) <= half_a_digit * 1.0001;
}

}  // namespace

TEST_CASE("The lowest mean scores of one to five dice are exactly those of the rule book (2.4)") {
    const Throws throws = all_throws({});
    const auto turns = thrifty(throws);
    const auto is = [&](int dice, std::int64_t numerator, std::int64_t denominator) {
        REQUIRE(Odds::total_ways(dice) % denominator == 0);
        return -turns.value(dice) == Odds::total_ways(dice) / denominator * numerator;
    };
    CHECK(is(1, 3, 1));
    CHECK(is(2, 79, 18));
    CHECK(is(3, 2261, 432));
    CHECK(is(4, 544369, 93312));
    CHECK(is(5, 504205555, 80621568));
}

TEST_CASE("Play for the lowest mean score has the score distribution of the rule book (2.4)") {
    const Throws throws = all_throws({});
    const auto turns = thrifty(throws);
    const auto ways = turns.score_ways();
    CHECK(ways[0] == Odds::total_ways(5) / 136048896 * 1405661);
    const double chances[] = {.010332, .036434, .076901, .103610, .116785, .116874, .114115,
                              .103507, .087129, .064915, .051064, .038894, .028989};
    const double at_most[] = {.010332, .046766, .123668, .227278, .344063, .460937, .575052,
                              .678559, .765687, .830602, .881666, .920560, .949549};
    std::int64_t so_far = 0;
    for (int score = 0; score <= 12; ++score) {
        CAPTURE(score);
        so_far += ways[score];
        CHECK(near(chance(ways[score]), chances[score]));
        CHECK(near(chance(so_far), at_most[score]));
    }
    double squares = 0;
    for (int score = 0; score < scores; ++score) squares += chance(ways[score]) * score * score;
    CHECK(near(std::sqrt(squares - turns.mean() * turns.mean()), 3.38904, 5e-6));

    const auto kept = turns.kept_first();
    const double kept_figures[] = {0, .79977, .14017, .01929, .02122, .01955};
    for (int dice = 1; dice <= 5; ++dice)
        CHECK(near(static_cast<double>(kept[dice]) / 7776, kept_figures[dice], 5e-6));
}

TEST_CASE("The best probabilities of reaching a target are those of the rule book (2.4)") {
    const Odds odds{{}};
    CHECK(odds.ways(5, 0) == Odds::total_ways(5) / 9795520512 * 206435887);
    const double figures[] = {.021075, .073011, .162072, .267051, .382319, .499338, .618911,
                              .724526, .811592, .876392, .923245, .954642, .974640};
    for (int at_most = 0; at_most <= 12; ++at_most) {
        CAPTURE(at_most);
        CHECK(near(chance(odds.ways(5, at_most)), figures[at_most]));
    }
    CHECK(odds.ways(5, -1) == 0);
    CHECK(odds.ways(5, 30) == Odds::total_ways(5));
    CHECK(odds.ways(0, 0) == 1);
}

TEST_CASE("No play beats the odds that are shown, with any options for dice") {
    for (const BottomsRule bottoms : {BottomsRule::off, BottomsRule::per_die, BottomsRule::whole_throw})
        for (const bool must_keep : {false, true}) {
            const Options options{.bottoms = bottoms, .zero_face = 2, .must_keep_threes = must_keep};
            const Throws throws = all_throws(options);
            for (const int at_most : {0, 4, 11}) {
                const Turns<std::int64_t> turns(
                    throws, [&](int score) -> std::int64_t { return score <= at_most ? 1 : 0; });
                for (int dice = 1; dice <= 5; ++dice)
                    CHECK(Odds::at(options).ways(dice, at_most) == turns.value(dice));
            }
        }
}

TEST_CASE("Simple strategies have the means of the rule book (2.4)") {
    const Throws throws = all_throws({});
    const auto mean_keeping = [&](int worth) {
        return Turns<std::int64_t>(
                   throws, [](int score) -> std::int64_t { return score; },
                   [&](const Throw& thrown) {
                       std::vector<int> points;
                       for (const int face : thrown.dice) points.push_back(value_of(face, {}));
                       std::ranges::sort(points);
                       auto kept = std::ranges::upper_bound(points, worth);
                       if (kept == points.begin()) ++kept;
                       Choice choice{static_cast<int>(points.end() - kept), 0};
                       for (auto die = points.begin(); die != kept; ++die) choice.points += *die;
                       REQUIRE(thrown.choices.contains(choice));
                       return choice;
                   })
            .mean();
    };
    CHECK(near(mean_keeping(-1), 7.362654));  // the lowest die only
    CHECK(near(mean_keeping(0), 6.804025));   // all 3s, or the lowest die
    CHECK(near(mean_keeping(1), 6.595723));   // 1s as well
    CHECK(near(mean_keeping(2), 7.332550));   // and 2s
    CHECK(near(mean_keeping(6), 15));         // everything
}

TEST_CASE("The move for an absent player keeps all zeros, or else the lowest die (2.3, 2.4)") {
    const Throws throws = all_throws({});
    const Turns<std::int64_t> turns(
        throws, [](int score) -> std::int64_t { return score; },
        [](const Throw& thrown) {
            const State state = with_thrown({}, thrown.dice);
            const auto keep = std::get<Keep>(Game::moves(state, 0).front());
            Choice choice{static_cast<int>(thrown.dice.size()) - keep.dice.size(), 0};
            for (const auto position : keep.dice) choice.points += value_of(thrown.dice[position], {});
            return choice;
        });
    CHECK(near(turns.mean(), 6.804025));
}

TEST_CASE("Bottoms reduce the mean to 1.733362 per die and 1.944092 per throw (2.4, A15)") {
    // Per die several strategies have this mean; the figures belong to the one with the most zeros, then the
    // most ones.
    const auto low_first = [](int score) -> std::int64_t {
        return -1'000'000 * std::int64_t{score} + (score == 0 ? 1'000 : score == 1 ? 1 : 0);
    };
    const Throws by_die = all_throws({.bottoms = BottomsRule::per_die});
    CHECK(near(-thrifty(by_die).mean(), 1.733362));
    const auto die_ways = Turns<std::int64_t>(by_die, low_first).score_ways();
    CHECK(near(chance(die_ways[0]), .204654));
    CHECK(near(chance(die_ways[0] + die_ways[1]), .455769));

    const Throws by_throw = all_throws({.bottoms = BottomsRule::whole_throw});
    CHECK(near(-thrifty(by_throw).mean(), 1.944092));
    const auto throw_ways = Turns<std::int64_t>(by_throw, low_first).score_ways();
    CHECK(near(chance(throw_ways[0]), .149777));
}

TEST_CASE("Other zero faces have the means of the rule book (2.4)") {
    const double figures[] = {8.419393, 7.027063, 6.253979, 5.916247, 5.706130, 5.563945};
    for (int zero_face = 1; zero_face <= 6; ++zero_face) {
        CAPTURE(zero_face);
        const Throws throws = all_throws({.zero_face = zero_face});
        CHECK(near(-thrifty(throws).mean(), figures[zero_face - 1]));
    }
}

TEST_CASE("Progressive pots take as many rounds to win as the rule book says (2.4)") {
    const auto rounds_to_win = [](ProgressiveRule progressive, int players) {
        State state;
        state.options.progressive = progressive;
        double rounds = 0, unwon = 1;
        for (state.round = 1; unwon > 1e-9; ++state.round) {
            rounds += unwon;
            unwon *= std::pow(1 - chance(Odds::at({}).ways(5, *state.cap())), players);
        }
        return rounds;
    };
    const int players[] = {2, 3, 4, 6};
    const double a[] = {3.82, 3.34, 3.04, 2.66}, b[] = {3.34, 2.71, 2.35, 1.94};
    for (int row = 0; row < 4; ++row) {
        CHECK(near(rounds_to_win(ProgressiveRule::a, players[row]), a[row], 5e-3));
        CHECK(near(rounds_to_win(ProgressiveRule::b, players[row]), b[row], 5e-3));
    }
}

}  // namespace cubilete::threes_away
