#include "engine/games/tres/tres_analysis.hpp"

#include "tests/analysis.hpp"

namespace cubilete::tres {

namespace {

MatchAnalysis<DecisionEvaluator> analysis_of(const Options& options, int seats, std::uint64_t seed) {
    const Bot::Book book{.turns = 2'000};  // a tenth of the usual, under a sanitizer
    SeededChance chance(seed);
    return analysis_tests::analysis_of<DecisionEvaluator>(
        {options, seats, book}, Game::start(options, seats, {}, chance).state, seed);
}

}  // namespace

TEST_CASE(
    "The analysis of TRES is the same from the same seed, and names only what is no error of simulation") {
    int named = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        const auto analysis = analysis_of({}, 2, seed);
        analysis_tests::check_identity(analysis);
        CHECK(analysis.seats() == analysis_of({}, 2, seed).seats());
        for (const auto& seat : analysis.seats()) {
            CHECK(seat.curve.empty());
            for (const auto& dear : seat.costliest) {
                REQUIRE(dear.error);
                CHECK(dear.cost > 2 * *dear.error);
                ++named;
            }
        }
    }
    CHECK(named > 5);
}

TEST_CASE("To draw instead of laying the last card is named, with the play that would have won") {
    SeededChance chance(1), search_chance(1);
    State state =
        Game::start({.tres_call = TresCall::automatic, .starter = Starter::first}, 2, {}, chance).state;
    const Seat seat = state.turn.seat;
    while (state.hands.count(seat) > 0) state.hands.remove(seat, state.hands.of(seat)[0].card);
    // A card that can be laid on the first card of the table.
    for (Card card = 0; card < card_kinds; ++card) {
        State trial = state;
        trial.hands.add(seat, {card});
        if (Game::moves(trial, seat).size() > 1) {
            state = trial;
            break;
        }
    }
    REQUIRE(Game::moves(state, seat).size() > 1);
    const Bot::Book book;
    MatchAnalysis<DecisionEvaluator> analysis(DecisionEvaluator::kind({}, 2),
                                              DecisionEvaluator(book, {}, 2, 100, search_chance), state, 2);
    analysis.play(2, DecidedBy::player, seat, Draw{}, chance);
    const auto& dear = analysis.seats()[seat].costliest;
    REQUIRE(dear.size() == 1);
    CHECK(dear[0].chosen == Move(Draw{}));
    CHECK(std::holds_alternative<Play>(dear[0].best));
    CHECK(dear[0].cost > .1);
    CHECK(dear[0].cost <= 1);
}

TEST_CASE("To catch somebody, rightly or not, is no decision, nor is the only other move beside it") {
    SeededChance chance(1), search_chance(1);
    State dealt = Game::start({.false_catch = 1, .starter = Starter::first}, 2, {}, chance).state;
    const Seat seat = dealt.turn.seat, other = 1 - seat;
    const Bot::Book book{.turns = 2'000};
    const auto decisions = [&](State state, const Move& move) {
        MatchAnalysis<DecisionEvaluator> analysis(
            DecisionEvaluator::kind({}, 2), DecisionEvaluator(book, {}, 2, 100, search_chance), state, 2);
        analysis.play(2, DecidedBy::player, seat, move, chance);
        return analysis.seats()[seat].decisions[static_cast<std::size_t>(DecidedBy::player)].count;
    };
    for (const Call::Stage stage : {Call::Stage::late, Call::Stage::said}) {
        dealt.call = {stage, other};
        REQUIRE(Game::moves(dealt, seat).size() > 2);
        CHECK(decisions(dealt, Draw{}) == 1);
        CHECK(decisions(dealt, Catch{other}) == 0);
        State only_draws = dealt;
        while (only_draws.hands.count(seat) > 0)
            only_draws.hands.remove(seat, only_draws.hands.of(seat)[0].card);
        REQUIRE(Game::moves(only_draws, seat) == std::vector<Move>{Draw{}, Catch{other}});
        CHECK(decisions(only_draws, Draw{}) == 0);
    }
}

}  // namespace cubilete::tres
