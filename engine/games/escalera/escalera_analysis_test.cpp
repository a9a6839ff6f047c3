#include "engine/games/escalera/escalera_analysis.hpp"

#include "tests/analysis.hpp"

namespace cubilete::escalera {

namespace {

const Options short_race{.target = 50, .starter = Starter::first};

/// Most throws lead to one of a few races.
struct RememberingEvaluator : DecisionEvaluator {
    using DecisionEvaluator::DecisionEvaluator;

    Assessment assess(const State& state) {
        for (const auto& [race, values] : known)
            if (race == state.race) return values;
        if (known.size() > 64) known.clear();
        return known.emplace_back(state.race, DecisionEvaluator::assess(state)).second;
    }

    std::vector<std::pair<Race, Assessment>> known;
};

}  // namespace

TEST_CASE("The analysis of Escalera is luck alone, and adds up") {
    const Throws book(short_race);
    analysis_tests::check_matches<DecisionEvaluator>({short_race, 2, book}, analysis_tests::how_many(100, 5));
    analysis_tests::check_matches<DecisionEvaluator>({{.target = 50, .auto_roll = true}, 4, book}, 2);
    const auto analysis = analysis_tests::analysis_of<DecisionEvaluator>(
        {short_race, 2, book}, Game::start(short_race, 2, Seat{0}, *std::make_unique<SeededChance>(1)).state,
        1);
    for (const auto& seat : analysis.seats()) {
        CHECK(seat.given_away() == 0);
        CHECK(seat.others == doctest::Approx(0));
        CHECK(seat.start + seat.luck == doctest::Approx(seat.result));
        CHECK(seat.decisions[0].count == 0);
    }
    CHECK(analysis.seats()[0].start + analysis.seats()[1].start == doctest::Approx(1));
}

TEST_CASE("The throws of Escalera are fair on average: luck of all throws together is nothing") {
    const Throws book(short_race);
    analysis_tests::check_luck<RememberingEvaluator>({short_race, 2, book}, analysis_tests::how_many(50),
                                                     1e-6);
}

TEST_CASE("The last throw of Escalera decides by its dice, and a shared lead leaves half") {
    const Throws book(short_race);
    State state = Game::start(short_race, 2, Seat{0}, *std::make_unique<SeededChance>(1)).state;
    state.race.totals[0] = 50;
    state.race.totals[1] = 45;
    state.race.seat = 1;
    const auto result_of = [&](const Dice& dice) {
        SeededChance search_chance(1);
        MatchAnalysis<DecisionEvaluator> analysis(DecisionEvaluator::kind(short_race, 2),
                                                  DecisionEvaluator(book, short_race, 2, 1, search_chance),
                                                  state, 2);
        ScriptedChance chance({DiceDraw{dice}});
        analysis.play(2, DecidedBy::player, 1, Roll{}, chance);
        CHECK(analysis.ended());
        CHECK(analysis.seats()[1].luck ==
              doctest::Approx(analysis.seats()[1].result - analysis.seats()[1].start));
        return analysis.seats()[1].result;
    };
    CHECK(result_of({3, 3, 4, 4, 5, 5}) == 0);
    CHECK(result_of({1, 2, 4, 4, 5, 5}) == .5);
    CHECK(result_of({1, 2, 3, 4, 5, 5}) == 1);
}

}  // namespace cubilete::escalera
