#include "engine/games/escalera/escalera.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include <doctest/doctest.h>

#include "tests/contract.hpp"
#include "tests/read_view.hpp"
#include "tests/twin.hpp"

namespace cubilete::escalera {

namespace {

using protocol::Code;
using protocol::Json;
using protocol::Rejection;

constexpr int all_throws = 6 * 6 * 6 * 6 * 6 * 6;

void for_every_throw(const std::function<void(const Dice&)>& look) {
    Dice dice{1, 1, 1, 1, 1, 1};
    const std::function<void(std::size_t)> turn_every = [&](std::size_t die) {
        if (die == dice.size()) return look(dice);
        for (dice[die] = 1; dice[die] <= 6; ++dice[die]) turn_every(die + 1);
    };
    turn_every(0);
}

std::vector<int> straights_in(const Throw& thrown) {
    std::vector<int> lengths;
    for (const DiceGroup& mark : thrown.marks)
        if (mark.of == DiceGroup::Kind::straight) lengths.push_back(mark.dice.size());
    return lengths;
}

/// The number of throws with each score that do not reset the total.
struct Table {
    std::map<int, int> of_points;
    int resets = 0;

    explicit Table(const Options& options = {}) {
        for_every_throw([&](const Dice& dice) {
            const Throw thrown = score(options, dice);
            if (thrown.reset)
                ++resets;
            else
                ++of_points[thrown.points];
        });
    }

    /// The mean number of throws that one player needs from zero to the target. The mean from each total is
    /// `fixed + again * (the mean from zero)`, computed from the highest total down.
    double throws_to(int target) const {
        struct Mean {
            double fixed = 0, again = 0;
        };
        std::map<int, Mean> from;
        const double thrown =
            std::accumulate(of_points.begin(), of_points.end(), 0.0 + resets,
                            [](double sum, const auto& entry) { return sum + entry.second; });
        for (int total = target - 5; total >= 0; total -= 5) {
            Mean mean{thrown, static_cast<double>(resets)};
            for (const auto& [points, throws] : of_points) {
                if (points == 0 || total + points >= target) continue;
                mean.fixed += throws * from[total + points].fixed;
                mean.again += throws * from[total + points].again;
            }
            const double leaves = thrown - of_points.at(0);
            from[total] = {mean.fixed / leaves, mean.again / leaves};
        }
        return from[0].fixed / (1 - from[0].again);
    }
};

OptionValues values(const std::map<std::string, OptionValue>& given) {
    return std::get<OptionValues>(OptionValues::complete(Game::info().options, given));
}

Rejection refused(const char* move) {
    const auto read = read_move(Json::parse(move));
    REQUIRE(std::holds_alternative<Rejection>(read));
    return std::get<Rejection>(read);
}

}  // namespace

TEST_CASE("Escalera satisfies the contract of the rules") {
    contract::check<Game>({read_move, read_view, {Roll{}}});
}

TEST_CASE("Escalera has no secrets: every viewer gets the same") { twin::check_open<Game>(10); }

TEST_CASE("The 46,656 throws have the points that the rule book states (1.4)") {
    const Table table;
    CHECK(table.of_points ==
          std::map<int, int>{
              {0, 26858}, {5, 6846}, {10, 6065}, {15, 3660}, {20, 2070}, {25, 720}, {30, 30}, {60, 1}});
    CHECK(table.resets == 375 + 30 + 1);  // four, five and six aces: C(6,4) x 25, 6 x 5, 1

    std::int64_t points = 0;
    int scoring = 0;
    for (const auto& [each, throws] : table.of_points) {
        points += 1LL * each * throws;
        if (each > 0) scoring += throws;
    }
    CHECK(points * 11664 == 52535LL * all_throws);
    CHECK(scoring * 243 == 101 * all_throws);
}

TEST_CASE("Every combination of straights is as frequent as the rule book says (1.4, R1.9)") {
    std::map<std::vector<int>, int> throws;
    for_every_throw([&](const Dice& dice) {
        const Throw thrown = score({}, dice);
        if (!thrown.reset) ++throws[straights_in(thrown)];
    });
    throws.erase(std::vector<int>{});
    CHECK(throws == std::map<std::vector<int>, int>{{{2}, 6846},
                                                    {{3}, 4860},
                                                    {{4}, 3180},
                                                    {{5}, 1800},
                                                    {{6}, 720},
                                                    {{2, 2}, 1185 + 20},
                                                    {{3, 2}, 480},
                                                    {{3, 3}, 90},
                                                    {{4, 2}, 180}});
}

TEST_CASE("triple_one_two moves 20 throws from 10 points to 15 (R1.3)") {
    const Table table({.triple_one_two = true});
    CHECK(table.of_points.at(10) == 6045);
    CHECK(table.of_points.at(15) == 3680);
}

TEST_CASE("With reset_aces 3 every throw with three or more 1s resets (R1.6)") {
    CHECK(Table({.reset_aces = 3}).resets == 20 * 125 + 375 + 30 + 1);  // C(6,3) x 125 of exactly three
    CHECK(Table({.reset_aces = 0}).resets == 0);
}

TEST_CASE("The scale of hearts pays every throw with a 1 (1.2)") {
    const Table table({.reset_aces = 0, .sixes = SixesScoring::off, .scale = StraightScoring::hearts});
    CHECK(table.of_points.at(0) == 5 * 5 * 5 * 5 * 5 * 5);  // no 1
    CHECK(table.of_points.at(35) == 720);
}

TEST_CASE("A single player needs as many rounds as the rule book says (1.4)") {
    const Table table;
    const Table without({.reset_aces = 0});  // four 1s may also contain a 1-2
    CHECK(std::abs(table.throws_to(50) - 12.568) < .0006);
    CHECK(std::abs(table.throws_to(100) - 25.319) < .0006);
    CHECK(std::abs(table.throws_to(150) - 39.345) < .0006);
    CHECK(std::abs(table.throws_to(200) - 54.775) < .0006);
    CHECK(std::abs(without.throws_to(50) - 12.027) < .0006);
    CHECK(std::abs(without.throws_to(100) - 23.079) < .0006);
    CHECK(std::abs(without.throws_to(150) - 34.131) < .0006);
    CHECK(std::abs(without.throws_to(200) - 45.184) < .0006);
}

TEST_CASE("No die is in two straights, and each straight has one die of each number") {
    for_every_throw([](const Dice& dice) {
        const Throw thrown =
            score({.reset_aces = 0, .triple_one_two = true, .scale = StraightScoring::hearts}, dice);
        Positions used;
        int points = 0;
        for (const DiceGroup& mark : thrown.marks) {
            if (!(used & mark.dice).empty()) FAIL("a die is used twice");
            used = used | mark.dice;
            points += mark.points;
            SmallSet<std::uint8_t> shown;
            for (const auto die : mark.dice) shown.insert(dice[die]);
            const auto straight =
                SmallSet<std::uint8_t>::first(mark.dice.size() + 1) - SmallSet<std::uint8_t>{0};
            if (mark.of == DiceGroup::Kind::straight && shown != straight) FAIL("it is no straight");
        }
        if (points != thrown.points) FAIL("the marks do not add up");
    });
}

TEST_CASE("A match waits for the player's throw; with auto_roll only for a short time (A16)") {
    ScriptedChance chance({DiceDraw{{3, 3, 3, 3, 3, 3}}, DiceDraw{{3, 3, 3, 3, 3, 3}}});
    State state = Game::start({.starter = Starter::first}, 2, {}, chance).state;
    const Wait turn = Game::wait(state);
    CHECK(turn.kind == Wait::Kind::turn);
    Game::expire(state, chance);
    CHECK(Game::wait(state).number != turn.number);

    state.options.auto_roll = true;
    const Wait window = Game::wait(state);
    CHECK(window.kind == Wait::Kind::window);
    CHECK(window.milliseconds == 1500);
    CHECK_FALSE(Game::check(state, 1, Roll{}));
    CHECK(Game::check(state, 0, Roll{}));
    Game::expire(state, chance);
    CHECK(Game::to_act(state) == SeatSet{0});
    CHECK(Game::wait(state).number != window.number);
}

TEST_CASE("triple_one_two is refused where only one straight counts") {
    const auto read = Game::options(values({{"triple_one_two", true}, {"multi_straights", false}}));
    REQUIRE(std::holds_alternative<OptionError>(read));
    CHECK(std::get<OptionError>(read).option == "triple_one_two");
    CHECK(std::get<OptionError>(read).text.find("multi_straights") != std::string::npos);
}

TEST_CASE("Options that a room does not set have the defaults of the source (A8)") {
    CHECK(std::get<Options>(Game::options(values({}))) == Options{});
}

TEST_CASE("Each value of the option tie selects the rule of that name") {
    const auto tie = [](const char* name) {
        return std::get<Options>(Game::options(values({{"tie", std::string(name)}}))).tie;
    };
    CHECK(tie("extra_round_tied") == Race::TieRule::extra_round_tied);
    CHECK(tie("extra_round_all") == Race::TieRule::extra_round_all);
    CHECK(tie("shared") == Race::TieRule::shared);
}

TEST_CASE("Malformed moves of Escalera are refused with the place of the error") {
    CHECK(refused("7").at == "/move");
    CHECK(refused(R"({"do":null})").code == Code::bad_message);
    CHECK(refused(R"({"do":"bank"})").code == Code::illegal_move);
    CHECK(refused(R"({"do":"bank"})").at == "/move/do");
}

}  // namespace cubilete::escalera
