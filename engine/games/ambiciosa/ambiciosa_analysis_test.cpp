#include "engine/games/ambiciosa/ambiciosa_analysis.hpp"

#include "tests/analysis.hpp"

namespace cubilete::ambiciosa {

namespace {

using Subject = analysis_tests::Subject<DecisionEvaluator>;

/// A short race, because the book of the usual one takes long under a sanitizer.
const Options race_to_1000{.target = 1000, .starter = Starter::first};

State begin(int seats) {
    ScriptedChance nothing({});
    return Game::start(race_to_1000, seats, Seat{0}, nothing).state;
}

}  // namespace

TEST_CASE("The analysis of two players' race adds up for both, and luck is fair") {
    for (const Options& options :
         {race_to_1000, Options{.target = 1000, .floor_at_zero = true, .tie = Race::TieRule::shared},
          Options{.target = 1000, .min_bank = 200, .negative_triples = false}}) {
        const Duel book = Duel::solve(options);
        analysis_tests::check_matches<DecisionEvaluator>({options, 2, book},
                                                         analysis_tests::how_many(100, 5) / 3);
        analysis_tests::check_luck<DecisionEvaluator>({options, 2, book}, analysis_tests::how_many(50), 1e-4);
    }
}

TEST_CASE("What one player of a race gives away, the other gets, and so with luck") {
    const Duel book = Duel::solve(race_to_1000);
    const auto analysis =
        analysis_tests::analysis_of<DecisionEvaluator>({race_to_1000, 2, book}, begin(2), 7);
    const auto &one = analysis.seats()[0], &other = analysis.seats()[1];
    CHECK(one.given_away() > 0);
    CHECK(one.others == doctest::Approx(other.given_away()));
    CHECK(other.others == doctest::Approx(one.given_away()));
    CHECK(one.luck == doctest::Approx(-other.luck));
    CHECK(one.start + other.start == doctest::Approx(1));
    CHECK(one.result + other.result == doctest::Approx(1));
    analysis_tests::check_the_book<DecisionEvaluator>({race_to_1000, 2, book}, begin(2), 7);
}

TEST_CASE("The last throw of a race: stopping a point behind costs the whole chance to catch up") {
    const Duel book = Duel::solve(race_to_1000);
    State state = begin(2);
    state.race.totals[0] = 1000;
    state.race.totals[1] = 900;
    state.race.seat = 1;
    state.points = 50;
    state.throws = 1;
    SeededChance search_chance(1);
    MatchAnalysis<DecisionEvaluator> analysis(DecisionEvaluator::kind(race_to_1000, 2),
                                              DecisionEvaluator(book, race_to_1000, 2, 1, search_chance),
                                              state, 2);
    const double chance = analysis.seats()[1].start;
    CHECK(chance > .4);
    ScriptedChance nothing({});
    analysis.play(2, DecidedBy::clock, 1, Bank{}, nothing);
    CHECK(analysis.ended());
    CHECK(analysis.seats()[1].result == 0);
    CHECK(analysis.seats()[1].decisions[2].cost == doctest::Approx(chance));
    CHECK(analysis.seats()[1].decisions[0].count == 0);
    CHECK(analysis.seats()[1].costliest.empty());
    CHECK(analysis.seats()[0].others == doctest::Approx(chance));
}

TEST_CASE("An analysis ends with equal shares where an extra round begins") {
    const Duel book = Duel::solve(race_to_1000);
    State state = begin(2);
    state.race.totals[0] = 1000;
    state.race.totals[1] = 950;
    state.race.seat = 1;
    state.points = 50;
    state.throws = 1;
    SeededChance search_chance(1);
    MatchAnalysis<DecisionEvaluator> analysis(DecisionEvaluator::kind(race_to_1000, 2),
                                              DecisionEvaluator(book, race_to_1000, 2, 1, search_chance),
                                              state, 2);
    ScriptedChance nothing({});
    analysis.play(2, DecidedBy::player, 1, Bank{}, nothing);
    CHECK(analysis.state().race.extra_round == 1);
    CHECK(analysis.ended());
    for (const auto& seat : analysis.seats()) CHECK(seat.result == .5);
}

TEST_CASE("Of a race of three players only decisions have an analysis, and one player has none") {
    const Duel book = Duel::solve(race_to_1000);
    CHECK(DecisionEvaluator::kind(race_to_1000, 1).extent == AnalysisKind::Extent::none);
    const auto analysis =
        analysis_tests::analysis_of<DecisionEvaluator>({race_to_1000, 3, book}, begin(3), 3);
    analysis_tests::check_identity(analysis);
    double given_away = 0;
    for (const auto& seat : analysis.seats()) {
        CHECK(seat.curve.empty());
        given_away += seat.given_away();
    }
    CHECK(given_away > 0);
}

}  // namespace cubilete::ambiciosa
