#include "engine/games/threes_away/threes_away_analysis.hpp"

#include <numeric>

#include "tests/analysis.hpp"

namespace cubilete::threes_away {

namespace {

using Subject = analysis_tests::Subject<DecisionEvaluator>;

Bot::Book book_of(const Options& options, int seats) { return Bot::compute_book(options, seats); }

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

}  // namespace

TEST_CASE("The analysis of pots adds up for every seat, and luck is fair, by every rule") {
    int seats = 2;
    for (const Options& options :
         {Options{}, Options{.tie = TieRule::tied_only},
          Options{.tie = TieRule::split, .bottoms = BottomsRule::per_die},
          Options{.bottoms = BottomsRule::whole_throw, .must_keep_threes = true},
          Options{.progressive = ProgressiveRule::a},
          Options{.zero_face = 6, .sixes_shoot_the_moon = true, .stop_when_beaten = false},
          Options{.bottoms = BottomsRule::per_die, .zero_face = 6, .sixes_shoot_the_moon = true},
          Options{.bottoms = BottomsRule::per_die, .sixes_shoot_the_moon = true}}) {
        CAPTURE(seats);
        const Bot::Book book = book_of(options, seats);
        analysis_tests::check_matches<DecisionEvaluator>({options, seats, book},
                                                         analysis_tests::how_many(108, 5) / 12);
        analysis_tests::check_luck<DecisionEvaluator>({options, seats, book}, analysis_tests::how_many(50),
                                                      1e-6);
        seats = 5 - seats;  // two and three in turn: half of the time, and each of them by three of the rules
    }
}

TEST_CASE("The shares of a pot are always one together, for those in the round and the others") {
    const Options options{};
    const Bot::Book book = book_of(options, 4);
    SeededChance chance(5);
    DecisionEvaluator evaluator(book, options, 4, 1, chance);
    auto state = Game::start(options, 4, {}, chance).state;
    for (int step = 0; !evaluator.ends(state) && step < 300; ++step) {
        const Assessment now = evaluator.assess(state);
        CHECK(sum(now.value) == doctest::Approx(1));
        for (const auto& worth : now.worth) CHECK(sum(worth) == doctest::Approx(1));
        const Seat seat = state.turn.seat;
        Game::apply(state, seat, *Bot::choose(book, state, seat, Level::medium, chance), chance);
    }
}

TEST_CASE("The results of a match are the pots, and a pot won alone counts one") {
    const Options options{.pots = 3};
    const Bot::Book book = book_of(options, 2);
    SeededChance chance(3);
    const auto analysis = analysis_tests::analysis_of<DecisionEvaluator>(
        {options, 2, book}, Game::start(options, 2, {}, chance).state, 3);
    CHECK(analysis.seats()[0].result + analysis.seats()[1].result == doctest::Approx(3));
    CHECK(analysis.seats()[0].start + analysis.seats()[1].start == doctest::Approx(3));
    for (const auto& seat : analysis.seats()) CHECK(seat.result == doctest::Approx(std::round(seat.result)));
}

TEST_CASE("Going on against a one with nothing set aside: a 3 too few kept is what it costs") {
    const Options options{};
    const Bot::Book book = book_of(options, 2);
    ScriptedChance nothing({});
    State state = Game::start(options, 2, Seat{0}, nothing).state;
    state.players[0].score = std::uint8_t{1};
    state.turn.seat = 1;
    state.turn.kept = {3, 3, 3};
    state.turn.dice = {3, 2};
    state.turn.throws = 1;
    SeededChance search_chance(1);
    MatchAnalysis<DecisionEvaluator> analysis(
        DecisionEvaluator::kind(options, 2), DecisionEvaluator(book, options, 2, 1, search_chance), state, 2);
    // The 3 kept, one die left: 1/6 wins with a 3, 1/6 ties with a 1.
    CHECK(analysis.seats()[1].start == doctest::Approx(1.0 / 6 + .5 / 6));
    analysis.play(2, DecidedBy::player, 1, Keep{{0, 1}, {}}, nothing);
    const auto& seat = analysis.seats()[1];
    CHECK(seat.decisions[0].cost == doctest::Approx(1.0 / 6 + .5 / 6));
    CHECK(seat.costliest.at(0).best == Move(Keep{{0}, {}}));
    // The next pot has begun.
    CHECK(seat.start == doctest::Approx(1.0 / 6 + .5 / 6 + seat.curve.back().value));
}

}  // namespace cubilete::threes_away
