#include "engine/games/yahtzee/yahtzee_analysis.hpp"

#include "tests/analysis.hpp"

namespace cubilete::yahtzee {

namespace {

using Subject = analysis_tests::Subject<DecisionEvaluator>;

/// The book knows cards with so many open boxes: the whole one takes too long under a sanitizer.
constexpr int most_open = 3;

bool is_known(const State& state) {
    return std::ranges::all_of(state.cards, [&](const ScoreCard& card) {
        return card.columns[0].open(sheet_of(state.options.preset)).size() <= most_open;
    });
}

Options options_of(Preset preset) {
    OptionValues values;
    Options options{.preset = preset, .starter = Starter::first};
    if (preset == Preset::yatzy || preset == Preset::generala) {
        options.joker = JokerRule::none;
        options.yahtzee_bonus = 0;
        options.upper_bonus = preset == Preset::yatzy ? 50 : 0;
    }
    return options;
}

/// Two players, whose cards have only Chance and Yahtzee open; all else is filled with 0.
State two_boxes() {
    ScriptedChance nothing({});
    State state = Game::start(options_of(Preset::yahtzee), 2, Seat{0}, nothing).state;
    for (ScoreCard& card : state.cards)
        for (const Box box : sheet_of(Preset::yahtzee).boxes() - BoxSet{Box::chance, Box::yahtzee})
            card.columns[0].fill(box, 0);
    state.round = 12;
    return state;
}

/// Calls `act` with all dice that so many dice can show, each order by itself.
template <class Act>
void for_each_throw(std::size_t count, Act act) {
    Dice dice;
    for (std::size_t die = 0; die < count; ++die) dice.push_back(1);
    for (;;) {
        act(dice);
        std::size_t at = 0;
        while (at < count && ++dice[at] > 6) dice[at++] = 1;
        if (at == count) return;
    }
}

}  // namespace

TEST_CASE("The analysis of a card adds up, and luck is fair, in every preset of one column") {
    for (const Preset preset : {Preset::yahtzee, Preset::yatzy, Preset::kniffel, Preset::generala}) {
        CAPTURE(static_cast<int>(preset));
        const Options options = options_of(preset);
        const auto book = OptimalValues::solve(options, most_open);
        const Subject subject{options, 2, book, is_known};
        analysis_tests::check_matches(subject, analysis_tests::how_many(100, 5) / 4);
        // The optimum of Generala does not know that the first throw can win.
        const auto fair = [&](const State& state) {
            return is_known(state) && (preset != Preset::generala || state.turn.throws > 0);
        };
        analysis_tests::check_luck<DecisionEvaluator>({options, 2, book, fair}, analysis_tests::how_many(50),
                                                      1e-6);
    }
}

TEST_CASE(
    "The analysis of a card adds up with every joker rule, a forced order, free zeros and shared throws") {
    for (const Options& options : {Options{.joker = JokerRule::free, .zero = ZeroRule::free},
                                   Options{.joker = JokerRule::wild, .order = FillOrder::forced},
                                   Options{.joker = JokerRule::none, .yahtzee_bonus = 0, .duplicate = true},
                                   Options{.five_is_full_house = true, .tie = TieRule::playoff_turn}}) {
        const auto book = OptimalValues::solve(options, most_open);
        analysis_tests::check_matches<DecisionEvaluator>({options, 3, book, is_known}, 10);
    }
}

TEST_CASE("Who plays a card like the book gives nothing away") {
    const auto book = OptimalValues::solve(options_of(Preset::yahtzee), 2);
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
        analysis_tests::check_the_book<DecisionEvaluator>({options_of(Preset::yahtzee), 2, book}, two_boxes(),
                                                          seed);
}

TEST_CASE(
    "The last box of a card: dice are worth 23.33 before the first throw, and stopping with a 2 costs 1.5") {
    State state = two_boxes();
    for (ScoreCard& card : state.cards) card.columns[0].fill(Box::yahtzee, 0);
    state.round = 13;
    const auto book = OptimalValues::solve(state.options, 1);
    SeededChance search_chance(1);
    MatchAnalysis<DecisionEvaluator> analysis(DecisionEvaluator::kind(state.options, 2),
                                              DecisionEvaluator(book, state.options, 2, 1, search_chance),
                                              state, 2);
    // A die is kept with 5 or 6 if two throws follow, else 4.25; and that with 4 or more if one does.
    const double chance_box = 5 * 14.0 / 3;
    CHECK(analysis.seats()[0].start == doctest::Approx(chance_box));

    ScriptedChance dice({DiceDraw{{6, 6, 5, 1, 1}}, DiceDraw{{4, 2}}});
    analysis.play(2, DecidedBy::player, 0, Roll{Positions::first(5)}, dice);
    // Two throws are left for the 1s: a 4, 5 or 6 of the next one stays, else 3.5 follow.
    const double after_first = 17 + 2 * (4 + 5 + 6 + 3 * 3.5) / 6;
    CHECK(analysis.seats()[0].curve.back().value == doctest::Approx(after_first));
    CHECK(analysis.seats()[0].luckiest->value == doctest::Approx(after_first - chance_box));
    analysis.play(3, DecidedBy::player, 0, Roll{{3, 4}}, dice);
    // The 4 stays, the 2 should be thrown again, for 3.5: to stop costs 1.5.
    analysis.play(4, DecidedBy::player, 0, Score{Box::chance, std::nullopt}, dice);
    const auto& seat = analysis.seats()[0];
    CHECK(seat.given_away() == doctest::Approx(1.5));
    CHECK(seat.decisions[0].count == 3 - 1);
    CHECK(seat.result == 23);
    REQUIRE(seat.costliest.size() == 1);
    CHECK(seat.costliest[0].entry == 4);
    CHECK(seat.costliest[0].best == Move(Roll{{4}}));
    CHECK(seat.costliest[0].this_turn.value() == doctest::Approx(1.5));  // no turn follows
    CHECK(seat.luck == doctest::Approx(23 + 1.5 - chance_box));
    CHECK(analysis.seats()[1].curve.size() == 1);
}

TEST_CASE(
    "The points of a turn are the mean of what the book's player scores in it over all dice of the last "
    "throw") {
    State state = two_boxes();
    const auto book = OptimalValues::solve(state.options, 2);
    state.turn.dice = {5, 5, 5, 2, 1};
    state.turn.throws = 2;
    const auto moves = Game::moves(state, 0);
    const auto expected = Bot::points_of_turn(book, state);
    SeededChance search_chance(1);
    DecisionEvaluator evaluator(book, state.options, 2, 1, search_chance);
    const auto number = [&](const Move& move) {
        return static_cast<std::size_t>(std::ranges::find(moves, move) - moves.begin());
    };
    const std::size_t stop = number(Score{Box::chance, std::nullopt});
    for (const Roll& roll : {Roll{{3, 4}}, Roll{{2, 3, 4}}}) {
        CAPTURE(roll.dice.size());
        double sum = 0;
        int outcomes = 0;
        for_each_throw(roll.dice.size(), [&](const Dice& thrown) {
            State after = state;
            ScriptedChance dice({DiceDraw{thrown}});
            Game::apply(after, 0, roll, dice);
            const auto best = Bot::choose(book, after, 0, Level::hard, search_chance);
            ScriptedChance nothing({});
            Game::apply(after, 0, *best, nothing);
            sum += total(after.cards[0], after.options) - total(state.cards[0], state.options);
            ++outcomes;
        });
        const double mean = sum / outcomes;
        CHECK(expected[number(roll)] == doctest::Approx(mean).epsilon(1e-6));
        CHECK(evaluator.this_turn(state, stop, number(roll)).value() ==
              doctest::Approx(mean - 18).epsilon(1e-5));
    }
    CHECK(expected[stop] == doctest::Approx(18));
}

TEST_CASE("There is no analysis of three columns, and that of Generala is an estimate") {
    CHECK(DecisionEvaluator::kind({.columns = 3}, 2).extent == AnalysisKind::Extent::none);
    CHECK_FALSE(DecisionEvaluator::kind(options_of(Preset::generala), 2).exact);
    CHECK(DecisionEvaluator::kind({}, 1).exact);
}

}  // namespace cubilete::yahtzee
