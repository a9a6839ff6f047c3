#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/analysis.hpp"
#include "tests/contract.hpp"

/// The requirements for every analysis of a match (engine/analysis.hpp), tested with random matches.
namespace cubilete::analysis_tests {

/// Matches and states of a test; CUBILETE_ANALYSES=2000 in the environment makes it thorough.
inline int how_many(int usual, int times = 1) {
    const char* asked = std::getenv("CUBILETE_ANALYSES");
    return asked == nullptr ? usual : std::stoi(asked) * times;
}

/// Answers one request for dice with every outcome in turn: `next()` begins the next one. The order of dice does not
/// matter, so each set of faces comes once, with its probability.
class EveryOutcome final : public Chance {
  public:
    Dice dice(int count, int faces) override {
        require(!asked_);
        asked_ = true;
        if (!outcomes_) outcomes_ = sets_of(count, faces);
        return std::get<0>((*outcomes_)[at_]);
    }
    int pick(int) override { throw_contract_violation(); }
    void shuffle(std::span<Card>) override { throw_contract_violation(); }

    double probability() const { return asked_ ? std::get<1>((*outcomes_)[at_]) : 1; }
    bool next() {
        if (!asked_) return false;
        asked_ = false;
        return ++at_ < outcomes_->size();
    }

  private:
    using Outcomes = std::vector<std::tuple<Dice, double>>;

    static Outcomes sets_of(int count, int faces) {
        std::map<std::vector<int>, double> found{{{}, 1.0}};
        for (int die = 0; die < count; ++die) {
            std::map<std::vector<int>, double> longer;
            for (const auto& [dice, probability] : found)
                for (int face = 1; face <= faces; ++face) {
                    std::vector<int> more = dice;
                    more.insert(std::ranges::upper_bound(more, face), face);
                    longer[more] += probability / faces;
                }
            found = std::move(longer);
        }
        Outcomes outcomes;
        for (const auto& [set, probability] : found) {
            Dice dice;
            for (const int face : set) dice.push_back(static_cast<std::uint8_t>(face));
            outcomes.emplace_back(dice, probability);
        }
        return outcomes;
    }

    std::optional<Outcomes> outcomes_;
    std::size_t at_ = 0;
    bool asked_ = false;
};

/// The mean of the value over all outcomes of a move is its worth, for each seat.
template <GameEvaluator E>
void check_fairness(E& evaluator, const typename E::Bot::Game::State& state, std::size_t at, double margin) {
    using Game = typename E::Bot::Game;
    const Seat seat = *Game::to_act(state).begin();
    const auto move = Game::moves(state, seat).at(at);
    const Assessment before = evaluator.assess(state);
    std::vector<double> mean(before.value.size());
    EveryOutcome outcomes;
    double all = 0;
    do {
        auto after = state;
        Game::apply(after, seat, move, outcomes);
        if (evaluator.breaks(state, after) != ValueBreak::none) return;  // the value is that of another pot
        const Assessment then = evaluator.assess(after);
        all += outcomes.probability();
        for (std::size_t each = 0; each < mean.size(); ++each)
            mean[each] += outcomes.probability() * then.value[each];
    } while (outcomes.next());
    CHECK(std::abs(all - 1) < 1e-9);
    for (std::size_t each = 0; each < mean.size(); ++each) {
        CAPTURE(each);
        CAPTURE(mean[each]);
        CAPTURE(before.worth.at(at)[each]);
        CHECK(std::abs(mean[each] - before.worth[at][each]) <= margin);
    }
}

template <GameEvaluator E>
struct Subject {
    typename E::Bot::Game::Options options;
    int seats;
    const typename E::Bot::Book& book;
    /// Whether the book knows the state.
    std::function<bool(const typename E::Bot::Game::State&)> known = [](const auto&) { return true; };
};

/// Any move, but half of the time the best one.
template <GameEvaluator E>
std::size_t any_move(E& evaluator, const typename E::Bot::Game::State& state, bool known, Chance& chance) {
    using Game = typename E::Bot::Game;
    const auto moves = Game::moves(state, *Game::to_act(state).begin());
    if (known && chance.pick(2) == 0) {
        const auto worth = evaluator.assess(state).worth;
        const Seat seat = *Game::to_act(state).begin();
        return static_cast<std::size_t>(
            std::ranges::max_element(worth, {}, [&](const auto& values) { return values[seat]; }) -
            worth.begin());
    }
    return static_cast<std::size_t>(chance.pick(static_cast<int>(moves.size())));
}

/// Plays matches and checks the fairness of every eighth state or so, until there are as many as wanted.
template <GameEvaluator E>
void check_luck(const Subject<E>& subject, int wanted, double margin) {
    using Game = typename E::Bot::Game;
    int checked = 0;
    for (std::uint64_t seed = 1; checked < wanted; ++seed) {
        CAPTURE(seed);
        SeededChance chance(seed);
        E evaluator(subject.book, subject.options, subject.seats, 1, chance);
        auto state = Game::start(subject.options, subject.seats, {}, chance).state;
        while (!evaluator.ends(state)) {
            const bool known = subject.known(state);
            const std::size_t at = any_move(evaluator, state, known, chance);
            if (known && chance.pick(8) == 0 && checked++ < wanted)
                check_fairness(evaluator, state, at, margin);
            const Seat seat = *Game::to_act(state).begin();
            Game::apply(state, seat, Game::moves(state, seat)[at], chance);
        }
    }
}

/// Who made the entries: sometimes the clock, or a built-in bot.
template <GameEvaluator E>
MatchAnalysis<E> analysis_of(const Subject<E>& subject, typename E::Bot::Game::State state,
                             std::uint64_t seed, bool by_the_book = false) {
    using Game = typename E::Bot::Game;
    SeededChance chance(seed), search_chance(seed);
    E evaluator(subject.book, subject.options, subject.seats, 100, search_chance);
    MatchAnalysis<E> analysis(E::kind(subject.options, subject.seats), evaluator, std::move(state),
                              subject.seats);
    for (std::int64_t entry = 2; !analysis.ended(); ++entry) {
        const auto& now = analysis.state();
        if (!by_the_book && chance.pick(20) == 0) {
            analysis.expire(entry, chance);
            continue;
        }
        std::optional<typename Game::Move> move;
        Seat mover = 0;
        for (const Seat seat : Game::to_act(now)) {
            move = E::Bot::choose(subject.book, now, seat,
                                  by_the_book ? Level::hard : static_cast<Level>(chance.pick(2)), chance);
            mover = seat;
            if (move) break;
        }
        if (!move) {
            analysis.expire(entry, chance);
            continue;
        }
        const bool house = !by_the_book && chance.pick(10) == 0;
        analysis.play(entry, house ? DecidedBy::house : DecidedBy::player, mover, *move, chance);
    }
    return analysis;
}

/// Checks that start, luck and decisions add up to the result, and that costly decisions are named.
template <class Analysis>
void check_identity(const Analysis& analysis) {
    for (const auto& seat : analysis.seats()) {
        if (!seat.curve.empty())
            CHECK(std::abs(seat.start + seat.luck - seat.given_away() + seat.others - seat.result) <= 1e-6);
        CHECK(seat.costliest.size() <= 3);
        for (const auto& decisions : seat.decisions) CHECK(decisions.cost >= 0);
        double named = 0;
        for (const auto& dear : seat.costliest) {
            CHECK(dear.cost > 0);
            CHECK(dear.chosen != dear.best);
            REQUIRE(dear.worth.has_value() == !seat.curve.empty());
            if (dear.worth) CHECK((*dear.worth)[1] - (*dear.worth)[0] == doctest::Approx(dear.cost));
            named += dear.cost;
        }
        CHECK(named <= seat.decisions[0].cost + 1e-9);
        CHECK(std::ranges::is_sorted(seat.costliest, std::greater{},
                                     [](const auto& dear) { return dear.cost; }));
    }
}

template <GameEvaluator E>
void check_matches(const Subject<E>& subject, int matches) {
    using Game = typename E::Bot::Game;
    for (int seed = 1; seed <= matches; ++seed) {
        CAPTURE(seed);
        SeededChance chance(static_cast<std::uint64_t>(seed));
        auto state = Game::start(subject.options, subject.seats, {}, chance).state;
        while (!subject.known(state)) {
            const Seat seat = *Game::to_act(state).begin();
            Game::apply(state, seat, Game::moves(state, seat).front(), chance);
        }
        check_identity(analysis_of(subject, state, static_cast<std::uint64_t>(seed)));
    }
}

/// Who plays by the book gives nothing away.
template <GameEvaluator E>
void check_the_book(const Subject<E>& subject, typename E::Bot::Game::State state, std::uint64_t seed) {
    const auto analysis = analysis_of(subject, std::move(state), seed, true);
    check_identity(analysis);
    for (const auto& seat : analysis.seats()) {
        CHECK(seat.given_away() <= 1e-9);
        CHECK(std::abs(seat.others) <= 1e-9);
        CHECK(seat.costliest.empty());
    }
}

}  // namespace cubilete::analysis_tests
