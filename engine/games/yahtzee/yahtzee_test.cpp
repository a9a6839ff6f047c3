#include "engine/games/yahtzee/yahtzee.hpp"

#include <functional>
#include <map>

#include <doctest/doctest.h>

#include "engine/games/yahtzee/scoring.hpp"
#include "tests/contract.hpp"
#include "tests/read_view.hpp"
#include "tests/twin.hpp"

namespace cubilete::yahtzee {

namespace {

using protocol::Code;
using protocol::Json;
using protocol::Rejection;

int worth_of(const Dice& dice, Box box, const Options& options = {}) {
    return ScoringChoices(options, {}, dice, throws_per_turn).points(box);
}

// ---- a turn with a single goal

/// The value of a throw for a player with a single goal.
using Aim = std::function<double(const Dice&)>;

/// The best expectation of one turn of `throws` throws, by backward induction over the dice kept
/// (docs/rules.md 3.4).
class OneTurn {
  public:
    explicit OneTurn(Aim aim) : aim_(std::move(aim)) {}

    double expect(int throws) { return after_keeping({}, throws); }

  private:
    double after_keeping(const Dice& kept, int throws) {
        auto& known = expected_[throws];
        const Tally key = tally(kept);
        if (const auto found = known.find(key); found != known.end()) return found->second;
        return known[key] = kept.size() == 5 ? best_with(kept, throws - 1) : average_over_a_die(kept, throws);
    }

    double average_over_a_die(const Dice& kept, int throws) {
        double sum = 0;
        for (std::uint8_t face = 1; face <= 6; ++face) {
            Dice more = kept;
            more.push_back(face);
            sum += after_keeping(more, throws);
        }
        return sum / 6;
    }

    double best_with(const Dice& dice, int throws_left) {
        double best = aim_(dice);
        for (std::uint32_t kept = 0; throws_left > 0 && kept < 31; ++kept) {
            Dice keep;
            for (const auto position : Positions::from_bits(kept)) keep.push_back(dice[position]);
            best = std::max(best, after_keeping(keep, throws_left));
        }
        return best;
    }

    Aim aim_;
    std::map<int, std::map<Tally, double>> expected_;  ///< by the number of throws still to come
};

Aim points_in(Box box) {
    return [box](const Dice& dice) { return worth_of(dice, box); };
}
Aim chance_of(Box box, const Options& options = {}) {
    return [=](const Dice& dice) { return worth_of(dice, box, options) > 0 ? 1.0 : 0.0; };
}

// ---- moves as JSON

Rejection refused(const char* move) {
    const auto read = read_move(Json::parse(move));
    REQUIRE(std::holds_alternative<Rejection>(read));
    return std::get<Rejection>(read);
}

Move moved(const char* move) {
    const auto read = read_move(Json::parse(move));
    REQUIRE(std::holds_alternative<Move>(read));
    return std::get<Move>(read);
}

std::vector<Move> all_moves() {
    std::vector<Move> moves;
    for (std::uint32_t dice = 0; dice < 64; ++dice) moves.emplace_back(Roll{Positions::from_bits(dice)});
    for (int at = 0; at < box_count; ++at) {
        const auto box = static_cast<Box>(at);
        for (const bool zero : {false, true}) {
            moves.emplace_back(Score{box, {}, zero});
            for (std::uint8_t column = 0; column < 5; ++column) moves.emplace_back(Score{box, column, zero});
        }
    }
    return moves;
}

}  // namespace

TEST_CASE("Yahtzee satisfies the contract of the rules") {
    contract::check<Game>({read_move, read_view, all_moves()});
}

TEST_CASE("Yahtzee has no secrets: every viewer gets the same") { twin::check_open<Game>(10); }

TEST_CASE("The probabilities of a turn played for one box are those of the rule book (3.4)") {
    struct Row {
        const char* aim;
        Aim hit;
        double once, twice, three_times;
    };
    const Row rows[] = {
        {"Yahtzee", chance_of(Box::yahtzee), 1.0 / 1296, 221.0 / 17496, 347897.0 / 7558272},
        {"four or more alike", chance_of(Box::four_of_a_kind), .020062, .132302, .290794},
        {"three or more alike", chance_of(Box::three_of_a_kind), .212963, .541324, .743195},
        {"Full House", chance_of(Box::full_house), .038580, .191222, .362883},
        {"Full House or five alike", chance_of(Box::full_house, {.five_is_full_house = true}), .039352,
         .194102, .366145},
        {"Small Straight", chance_of(Box::small_straight), .154321, .411788, .615442},
        {"Large Straight", chance_of(Box::large_straight), .030864, .129747, .261095},
    };
    for (const Row& row : rows) {
        CAPTURE(row.aim);
        OneTurn turn(row.hit);
        CHECK(std::abs(turn.expect(1) - row.once) < 1e-6);
        CHECK(std::abs(turn.expect(2) - row.twice) < 1e-6);
        CHECK(std::abs(turn.expect(3) - row.three_times) < 1e-6);
    }
}

TEST_CASE("The mean of a box that is played alone is that of the rule book (3.4)") {
    CHECK(std::abs(OneTurn(points_in(Box::chance)).expect(3) - 70.0 / 3) < 1e-9);
    CHECK(std::abs(OneTurn(points_in(Box::three_of_a_kind)).expect(3) - 15.1947) < 1e-4);
    CHECK(std::abs(OneTurn(points_in(Box::four_of_a_kind)).expect(3) - 5.6113) < 1e-4);
    for (const Box box : upper_section)
        CHECK(std::abs(OneTurn(points_in(box)).expect(3) - face_of(box) * 455.0 / 216) < 1e-9);
    const Aim three_aces = [](const Dice& dice) { return worth_of(dice, Box::aces) >= 3 ? 1.0 : 0.0; };
    CHECK(std::abs(OneTurn(three_aces).expect(3) - .354850) < 1e-6);
}

TEST_CASE("Of the 7,776 throws 6 are Yahtzees, 300 full houses and 240 large straights") {
    int yahtzees = 0, full_houses = 0, large_straights = 0;
    Dice dice{1, 1, 1, 1, 1};
    const std::function<void(std::size_t)> turn_every = [&](std::size_t die) {
        if (die == dice.size()) {
            yahtzees += worth_of(dice, Box::yahtzee) == 50;
            full_houses += worth_of(dice, Box::full_house) == 25;
            large_straights += worth_of(dice, Box::large_straight) == 40;
            return;
        }
        for (dice[die] = 1; dice[die] <= 6; ++dice[die]) turn_every(die + 1);
    };
    turn_every(0);
    CHECK(yahtzees == 6);
    CHECK(full_houses == 6 * 5 * 10);   // three of one face, two of another, in any of 10 positions
    CHECK(large_straights == 2 * 120);  // 1-5 and 2-6, each in 5! orders
}

TEST_CASE("An upper section of 62 points earns no bonus, one of 63 or more does (3-16)") {
    Column column;
    column.fill(Box::sixes, 30);
    column.fill(Box::fives, 20);
    column.fill(Box::fours, 12);
    REQUIRE(column.upper() == 62);
    CHECK(column.upper_bonus({}) == 0);
    column.fill(Box::aces, 1);
    CHECK(column.upper_bonus({}) == 35);
    column.fill(Box::twos, 2);
    CHECK(column.upper_bonus({.upper_bonus = 50}) == 50);
    CHECK(column.total({.upper_bonus = 0}) == 65);
}

TEST_CASE("One clock runs for a whole turn: a throw does not restart it, a filled box does") {
    SeededChance chance(1);
    State state = Game::start({.starter = Starter::first}, 2, {}, chance).state;
    const Wait wait = Game::wait(state);
    CHECK(wait.kind == Wait::Kind::turn);
    Game::apply(state, 0, Roll{Positions::first(5)}, chance);
    CHECK(Game::wait(state) == wait);
    Game::apply(state, 0, Score{Box::chance, {}}, chance);
    CHECK(Game::wait(state).kind == Wait::Kind::turn);
    CHECK(Game::wait(state).number != wait.number);
}

TEST_CASE("Options that a room does not set have the defaults of the source (A8)") {
    const auto values = OptionValues::complete(Game::info().options, {});
    CHECK(std::get<Options>(Game::options(std::get<OptionValues>(values))) == Options{});
}

TEST_CASE("A refusal names in a plain sentence what the rules require") {
    SeededChance chance(1);
    State state = Game::start({}, 1, {}, chance).state;
    const auto text = [&](const Move& move) { return Game::check(state, 0, move)->text; };
    Column& card = state.cards[0].columns[0];

    CHECK(text(Score{Box::aces, {}}) == "Throw the dice first.");
    CHECK(text(Roll{{0, 1}}) == "The first throw takes all five dice.");
    state.turn.throws = 3;
    state.turn.dice = {4, 4, 4, 4, 4};
    CHECK(text(Roll{{0, 1}}) == "All three throws are made: fill a box.");
    card.fill(Box::yahtzee, 0);
    CHECK(text(Score{Box::yahtzee, {}}) == "Yahtzee is already filled.");
    CHECK(text(Score{Box::chance, {}}) == "With Yahtzee filled, five alike must be written in Fours.");
    card.fill(Box::fours, 12);
    CHECK(text(Score{Box::aces, {}}) ==
          "With Yahtzee filled, five alike must be written in the lower section.");
    CHECK(text(Score{Box::aces, 1}) == text(Score{Box::aces, {}}));
    state.options.order = FillOrder::forced;
    state.turn.dice = {1, 2, 3, 4, 6};
    CHECK(text(Score{Box::twos, {}}) == "It is not the turn of Twos: boxes are filled from top to bottom.");
    state.options.columns = 3;
    CHECK(text(Score{Box::aces, {}}) == "Say which column.");
    CHECK(text(Score{Box::aces, 3}) == "There is no such column.");
    CHECK(text(Score{Box::aces, 0, true}) == "At this table a box gets what the dice are worth.");
    state.options.zero = ZeroRule::free;
    CHECK_FALSE(Game::check(state, 0, Score{Box::aces, 0, true}));
    state.turn.dice = {2, 2, 3, 4, 6};
    CHECK(text(Score{Box::aces, 0, true}) ==
          "The dice are worth nothing there: fill the box without a zero of your own.");
    state.turn.dice = {1, 2, 3, 4, 6};
    state.round = state.rounds() + 1;
    CHECK(text(Score{Box::chance, {}, true}) == "A playoff turn is scored as Chance.");
}

TEST_CASE("Kniffel is Yahtzee with German names (A14)") {
    SeededChance chance(1);
    State state = Game::start({.preset = Preset::kniffel}, 1, {}, chance).state;
    state.turn.throws = 1;
    state.turn.dice = {4, 4, 4, 4, 4};
    Column& card = state.cards[0].columns[0];
    card.fill(Box::yahtzee, 50);
    const auto text = [&](Box box) { return Game::check(state, 0, Score{box, {}})->text; };
    CHECK(text(Box::yahtzee) == "Kniffel is already filled.");
    CHECK(text(Box::chance) == "With Kniffel filled, five alike must be written in Vierer.");

    std::vector<Box> boxes, of_kniffel;
    for (const Line& line : sheet_of(Preset::yahtzee).lines()) boxes.push_back(line.box);
    for (const Line& line : sheet_of(Preset::kniffel).lines()) of_kniffel.push_back(line.box);
    CHECK(boxes == of_kniffel);
    for (int throws = 0; throws < 1'000; ++throws) {
        const Dice dice = chance.dice(5, 6);
        for (const Box box : boxes)
            CHECK(worth_of(dice, box, {.preset = Preset::kniffel}) == worth_of(dice, box));
    }
}

TEST_CASE("A box of another preset is refused (A14)") {
    SeededChance chance(1);
    for (const std::string_view name : preset_names) {
        CAPTURE(name);
        const auto values = OptionValues::complete(Game::info().options, {{"preset", std::string(name)}});
        const auto options = std::get<Options>(Game::options(std::get<OptionValues>(values)));
        State state = Game::start(options, 1, {}, chance).state;
        Game::apply(state, 0, Roll{Positions::first(5)}, chance);
        for (int at = 0; at < box_count && !state.over; ++at) {
            const auto box = static_cast<Box>(at);
            const auto refusal = Game::check(state, 0, Score{box, {}});
            CHECK(refusal.has_value() != sheet_of(options.preset).boxes().contains(box));
            if (refusal) CHECK(refusal->text == "This card has no such box.");
        }
    }
}

TEST_CASE("A preset has its own bonuses; jokers are refused in a preset without jokers (A14)") {
    const auto options_of = [](std::map<std::string, OptionValue> given) {
        const auto values = OptionValues::complete(Game::info().options, given);
        return Game::options(std::get<OptionValues>(values));
    };
    const auto taken = [&](std::map<std::string, OptionValue> given) {
        return std::get<Options>(options_of(std::move(given)));
    };
    CHECK(taken({{"preset", "yatzy"}}).upper_bonus == 50);
    CHECK(taken({{"preset", "yatzy"}, {"upper_bonus", 35}}).upper_bonus == 35);
    CHECK(taken({{"preset", "yatzy"}, {"joker", "none"}}).joker == JokerRule::none);
    CHECK(taken({{"preset", "generala"}}).upper_bonus == 0);
    CHECK(taken({{"preset", "generala"}}).yahtzee_bonus == 0);
    CHECK(taken({{"preset", "kniffel"}, {"joker", "wild"}}).joker == JokerRule::wild);
    CHECK(taken({{"preset", "kniffel"}}).yahtzee_bonus == 100);

    struct Row {
        const char* preset;
        const char* option;
        OptionValue value;
        const char* text;
    };
    const Row rows[] = {
        {"yatzy", "joker", "forced", "Yatzy has no jokers."},
        {"yatzy", "joker", "wild", "Yatzy has no jokers."},
        {"yatzy", "yahtzee_bonus", 100, "Yatzy has no bonus for further five alike."},
        {"generala", "joker", "free", "Generala has no jokers."},
        {"generala", "yahtzee_bonus", 100, "Generala has no bonus for further five alike."},
    };
    for (const auto& [preset, option, value, text] : rows) {
        CAPTURE(text);
        const auto bad = std::get<OptionError>(options_of({{"preset", preset}, {option, value}}));
        CHECK(bad.option == option);
        CHECK(bad.text == text);
    }
}

TEST_CASE("The starter is the winner of the roll-off, or the given seat") {
    ScriptedChance chance({DiceDraw{{1, 1, 1, 1, 1}}, DiceDraw{{6, 6, 6, 6, 6}}});
    CHECK(Game::starter(Game::start({}, 2, {}, chance).state) == 1);
    CHECK(Game::starter(Game::start({}, 3, Seat{2}, chance).state) == 2);
    CHECK(chance.left() == 0);
}

TEST_CASE("Positions may be given in any order and are listed in ascending order") {
    CHECK(moved(R"({"do":"roll","dice":[4,0,2]})") == moved(R"({"do":"roll","dice":[0,2,4]})"));
    CHECK(to_json(moved(R"({"do":"roll","dice":[4,0,2]})")).dump() == R"({"do":"roll","dice":[0,2,4]})");
    CHECK(to_json(moved(R"({"do":"score","box":"sixes","column":null})")).dump() ==
          R"({"do":"score","box":"sixes"})");
    CHECK(to_json(moved(R"({"column":2,"box":"sixes","do":"score","note":"ignored"})")).dump() ==
          R"({"do":"score","box":"sixes","column":2})");
}

TEST_CASE("Malformed moves are refused with the place of the error") {
    struct Row {
        const char* move;
        Code code;
        const char* at;
    };
    const Row rows[] = {
        {R"([])", Code::bad_message, "/move"},
        {R"({"dice":[0]})", Code::bad_message, "/move"},
        {R"({"do":7})", Code::bad_message, "/move/do"},
        {R"({"do":"bank"})", Code::illegal_move, "/move/do"},
        {R"("dance")", Code::illegal_move, "/move"},
        {R"("roll")", Code::illegal_move, "/move"},
        {R"("score")", Code::illegal_move, "/move"},
        {R"({"do":"roll"})", Code::bad_message, "/move"},
        {R"({"do":"roll","dice":5})", Code::bad_message, "/move/dice"},
        {R"({"do":"roll","dice":[]})", Code::illegal_move, "/move/dice"},
        {R"({"do":"roll","dice":[0,1,2,3,4,0]})", Code::illegal_move, "/move/dice"},
        {R"({"do":"roll","dice":[0,1,1]})", Code::illegal_move, "/move/dice/2"},
        {R"({"do":"roll","dice":[0,5]})", Code::illegal_move, "/move/dice/1"},
        {R"({"do":"roll","dice":[-1]})", Code::illegal_move, "/move/dice/0"},
        {R"({"do":"roll","dice":[1.0]})", Code::bad_message, "/move/dice/0"},
        {R"({"do":"roll","dice":[true]})", Code::bad_message, "/move/dice/0"},
        {R"({"do":"roll","dice":[4294967296]})", Code::illegal_move, "/move/dice/0"},
        {R"({"do":"score"})", Code::bad_message, "/move"},
        {R"({"do":"score","box":"three_pairs"})", Code::illegal_move, "/move/box"},
        {R"({"do":"score","box":null})", Code::bad_message, "/move/box"},
        {R"({"do":"score","box":"aces","column":"0"})", Code::bad_message, "/move/column"},
        {R"({"do":"score","box":"aces","column":3})", Code::illegal_move, "/move/column"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.move);
        CHECK(refused(row.move).code == row.code);
        CHECK(refused(row.move).at == row.at);
    }
}

}  // namespace cubilete::yahtzee
