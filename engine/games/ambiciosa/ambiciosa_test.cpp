#include "engine/games/ambiciosa/ambiciosa.hpp"

#include <cmath>
#include <cstdint>
#include <map>

#include <doctest/doctest.h>

#include "tests/contract.hpp"
#include "tests/read_view.hpp"
#include "tests/twin.hpp"

namespace cubilete::ambiciosa {

namespace {

using protocol::Code;
using protocol::Json;
using protocol::Rejection;

constexpr int all_throws = 6 * 6 * 6;

std::vector<Dice> every_throw() {
    std::vector<Dice> all;
    for (std::uint8_t a = 1; a <= faces; ++a)
        for (std::uint8_t b = 1; b <= faces; ++b)
            for (std::uint8_t c = 1; c <= faces; ++c) all.push_back({a, b, c});
    return all;
}

State alone(const Options& options = {}) {
    ScriptedChance nothing({});
    return Game::start(options, 1, Seat{0}, nothing).state;
}

/// Plays every possible turn of a player who stops with `hold_at` points or more, by the real rules. A Weight
/// is a probability times `whole`.
template <class Weight>
struct Turns {
    std::map<int, Weight> of_points;  ///< by the change of the total
    Weight throws{};                  ///< number of throws in a turn

    Turns(int hold_at, Weight whole) { play(alone(), hold_at, whole); }

    double chance(auto points) const {
        double sum = 0;
        for (const auto& [made, weight] : of_points)
            if (points(made)) sum += static_cast<double>(weight);
        return sum;
    }
    Weight mean() const {
        Weight sum{};
        for (const auto& [points, weight] : of_points) sum += static_cast<Weight>(points) * weight;
        return sum;
    }

  private:
    /// Turns with the same points continue in the same way, so they are counted together.
    void play(const State& start, int hold_at, Weight whole) {
        std::map<int, Weight> in_hand{{0, whole}};
        while (!in_hand.empty()) {
            const auto [points, weight] = *in_hand.begin();
            in_hand.erase(in_hand.begin());
            throws += weight;
            for (const Dice& dice : every_throw()) {
                State state = start;
                state.points = points;
                ScriptedChance chance({DiceDraw{dice}});
                Game::apply(state, 0, Roll{}, chance);
                if (state.points >= hold_at) Game::apply(state, 0, Bank{}, chance);
                auto& into = state.race.turn == start.race.turn ? in_hand[state.points]
                                                                : of_points[state.race.totals[0]];
                into += weight / static_cast<Weight>(all_throws);
            }
        }
    }
};

Rejection refused(const char* move) {
    const auto read = read_move(Json::parse(move));
    REQUIRE(std::holds_alternative<Rejection>(read));
    return std::get<Rejection>(read);
}

}  // namespace

TEST_CASE("La Ambiciosa satisfies the contract of the rules") {
    contract::check<Game>({read_move, read_view, {Roll{}, Bank{}}});
}

TEST_CASE("La Ambiciosa has no secrets: every viewer gets the same") { twin::check_open<Game>(10); }

TEST_CASE("The 216 throws have the points that the rule book states (0.4)") {
    std::map<int, int> throws;
    int gained = 0, fined = 0;
    for (const Dice& dice : every_throw()) {
        const int points = worth({}, dice);
        ++throws[points];
        (points > 0 ? gained : fined) += points;
    }
    CHECK(throws == std::map<int, int>{{-1000, 1},
                                       {-500, 1},
                                       {-100, 1},
                                       {-50, 1},
                                       {0, 60},
                                       {50, 48},
                                       {100, 60},
                                       {150, 24},
                                       {200, 15},
                                       {250, 3},
                                       {500, 1},
                                       {1000, 1}});
    CHECK(gained * 36 == 2875 * all_throws);
    CHECK(fined * 36 == -275 * all_throws);
}

TEST_CASE("The odds of a match are those of each throw: 8 of 27 lose the turn") {
    const auto shown = Game::about(alone()).odds;
    CHECK(shown.throws == all_throws);
    CHECK(shown.lost * 27 == 8 * all_throws);
    int throws = 0, points = 0;
    for (const auto& chances : shown.each) {
        throws += chances.throws;
        points += chances.points * chances.throws;
    }
    CHECK(throws == all_throws);
    CHECK(points * 9 == 650 * all_throws);

    const Odds harmless = odds({.negative_triples = false});
    CHECK(harmless.lost == shown.lost);
    CHECK(harmless.each.front() == Odds::PointsCount{0, 64});
}

TEST_CASE("A player who stops at 250 scores 77122925/708588 a turn, exactly (0.4)") {
    constexpr std::int64_t longest = 1LL * all_throws * all_throws * all_throws * all_throws * all_throws;
    const Turns<std::int64_t> turns(250,
                                    longest);  // five times 50 points are 250: no turn has a sixth throw
    static_assert(longest % 708588 == 0);
    CHECK(turns.mean() == 77122925 * (longest / 708588));
}

TEST_CASE("For each score at which a player stops a turn has the figures of the rule book (0.4)") {
    struct Row {
        int hold_at;
        double mean, deviation, banked, nothing, negative, throws;
    };
    const Row rows[] = {
        {50, 72.222, 126.08, .70370, .27778, .01852, 1.0000},
        {100, 84.979, 142.10, .63786, .33951, .02263, 1.2222},
        {150, 98.914, 169.68, .54092, .43038, .02869, 1.5494},
        {200, 105.735, 191.90, .46817, .49859, .03324, 1.7949},
        {250, 108.840, 214.55, .39718, .56514, .03768, 2.0345},
        {300, 108.494, 232.51, .34174, .61712, .04114, 2.2216},
        {400, 101.525, 260.56, .25367, .69968, .04665, 2.5189},
        {500, 90.187, 278.65, .19038, .75902, .05060, 2.7325},
    };
    for (const Row& row : rows) {
        CAPTURE(row.hold_at);
        const Turns<double> turns(row.hold_at, 1);
        double variance = 0;
        for (const auto& [points, chance] : turns.of_points)
            variance += chance * std::pow(points - turns.mean(), 2);
        CHECK(std::abs(turns.mean() - row.mean) < .0006);
        CHECK(std::abs(std::sqrt(variance) - row.deviation) < .006);
        CHECK(std::abs(turns.chance([](int points) { return points > 0; }) - row.banked) < 6e-6);
        CHECK(std::abs(turns.chance([](int points) { return points == 0; }) - row.nothing) < 6e-6);
        CHECK(std::abs(turns.chance([](int points) { return points < 0; }) - row.negative) < 6e-6);
        CHECK(std::abs(turns.throws - row.throws) < 6e-5);
    }
}

TEST_CASE("A turn that stops at 250 has the rule book's distribution of points (0.4)") {
    const std::map<int, double> expected{{0, .565140},    {250, .187118},  {300, .119638},  {350, .048215},
                                         {400, .020048},  {450, .003327},  {500, .004630},  {550, .001029},
                                         {600, .001515},  {650, .001137},  {700, .001109},  {1000, .004630},
                                         {1050, .001029}, {1100, .001515}, {1150, .001137}, {1200, .001109},
                                         {-50, .009419},  {-100, .009419}, {-500, .009419}, {-1000, .009419}};
    const Turns<double> turns(250, 1);
    CHECK(turns.of_points.size() == expected.size());
    for (const auto& [points, chance] : expected) {
        CAPTURE(points);
        CHECK(std::abs(turns.of_points.at(points) - chance) < 6e-7);
    }
}

TEST_CASE("Each decision has its own clock") {
    ScriptedChance chance({DiceDraw{{1, 2, 6}}, DiceDraw{{1, 2, 6}}});
    State state = alone();
    const Wait before = Game::wait(state);
    CHECK(before.kind == Wait::Kind::turn);
    Game::apply(state, 0, Roll{}, chance);
    const Wait after_throw = Game::wait(state);
    CHECK(after_throw.number != before.number);
    Game::apply(state, 0, Roll{}, chance);
    CHECK(Game::wait(state).number != after_throw.number);
    Game::apply(state, 0, Bank{}, chance);
    CHECK(Game::wait(state).kind == Wait::Kind::turn);
}

TEST_CASE("The starter is the winner of the roll-off, or the given seat") {
    ScriptedChance chance({DiceDraw{{6}}, DiceDraw{{2}}, DiceDraw{{3}}});
    CHECK(Game::starter(Game::start({}, 3, {}, chance).state) == 1);
    CHECK(Game::starter(Game::start({}, 3, Seat{2}, chance).state) == 2);
    CHECK(chance.left() == 0);
}

TEST_CASE("Options that a room does not set have the defaults of the source (A8)") {
    const auto values = OptionValues::complete(Game::info().options, {});
    CHECK(std::get<Options>(Game::options(std::get<OptionValues>(values))) == Options{});
}

TEST_CASE("La Ambiciosa refuses illegal moves with a plain sentence") {
    const auto text = [](const State& state, const Move& move) { return Game::check(state, 0, move)->text; };
    State state = alone({.min_bank = 300});
    CHECK(text(state, Bank{}) == "Throw the dice first.");
    state.throws = 1;
    state.points = 250;
    CHECK(text(state, Bank{}) == "To stop you need 300 points.");
    state.points = 300;
    CHECK_FALSE(Game::check(state, 0, Bank{}));
}

TEST_CASE("Malformed moves of La Ambiciosa are refused with the place of the error") {
    CHECK(refused("[]").code == Code::bad_message);
    CHECK(refused("[]").at == "/move");
    CHECK(refused("{}").at == "/move");
    CHECK(refused(R"({"do":1})").code == Code::bad_message);
    CHECK(refused(R"({"do":"score"})").code == Code::illegal_move);
    CHECK(refused(R"({"do":"score"})").at == "/move/do");
}

}  // namespace cubilete::ambiciosa
