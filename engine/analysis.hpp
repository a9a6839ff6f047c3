#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/bot.hpp"

/// The analysis of a finished match: what luck gave to each seat and what decisions gave away (docs/analysis.md).
/// It measures both by the values of the built-in bots with full books.
namespace cubilete {

/// Who made a decision for a seat.
enum class DecidedBy : std::uint8_t {
    player,
    house,  ///< a built-in bot, for the absent player
    clock,
};

/// The value of a state, in the unit of the analysis, when all play by the book from now on.
struct Assessment {
    std::vector<double> value;  ///< by seat
    /// The value after each move, in the order of Game::moves() of the seat to act, before its draws; by seat.
    std::vector<std::vector<double>> worth;
};

/// The cost of one decision. `error` is the standard error of a simulated cost.
struct DecisionCost {
    std::size_t best;  ///< index in Game::moves()
    double cost;       ///< 0 or more
    std::optional<double> error = std::nullopt;
};

/// Where the value of a state does not continue that of the one before, because it is that of another pot.
enum class ValueBreak : std::uint8_t {
    none,
    again,  ///< the same pot is played again, from other places
    next,   ///< another pot
};

template <class Move>
struct SeatAnalysis {
    struct Decisions {
        int count = 0;
        double cost = 0;
        friend bool operator==(const Decisions&, const Decisions&) = default;
    };
    struct CostlyDecision {
        std::int64_t entry;
        Move chosen;
        Move best;
        double cost;
        std::optional<double> error;
        std::optional<std::array<double, 2>> worth;  ///< of the chosen and the best move, where it is known
        std::optional<double> this_turn;             ///< the part of the cost that the present turn has
        friend bool operator==(const CostlyDecision&, const CostlyDecision&) = default;
    };
    struct Point {
        std::int64_t entry;
        double value;
        friend bool operator==(const Point&, const Point&) = default;
    };

    double start = 0;
    double result = 0;
    double luck = 0;
    double others = 0;                     ///< what the decisions of other seats changed
    std::array<Decisions, 3> decisions{};  ///< by DecidedBy
    std::vector<Point> curve;              ///< the start, and every entry that changed the value
    std::vector<Point> costs;              ///< of every decision that cost something, whoever made it
    /// At most three of the player that cost something, the dearest first.
    std::vector<CostlyDecision> costliest;
    std::optional<Point> luckiest;  ///< the draws that changed the value most, and by how much
    std::optional<Point> unluckiest;

    double given_away() const {
        double cost = 0;
        for (const Decisions& some : decisions) cost += some.cost;
        return cost;
    }

    friend bool operator==(const SeatAnalysis&, const SeatAnalysis&) = default;
};

/// The contents of an analysis, and why there may be none.
struct AnalysisKind {
    enum class Extent : std::uint8_t {
        none,
        decisions,  ///< no values of the states, so neither luck nor a curve
        all,
    };
    Extent extent;
    Hints::Unit unit = Hints::Unit::win;
    bool exact = false;
    bool decides = true;       ///< players have choices
    const char* why_not = "";  ///< with Extent::none: a word, and a sentence for a person
    const char* sentence = "";
};

/// The values of a game for its analyses. One owner, one thread at a time.
///
/// - `kind` says what an analysis of such matches contains. `version` rises when the values change.
/// - An evaluator refers to its book, which must outlive it. It is made from book, options, seats, the length of the
///   log, which bounds the work of a simulation, and a chance: the same one gives the same analysis.
/// - `ends` is true for a state at which the analysis ends, also before the match does.
/// - `canonical_move` spells a legal move as Game::moves() does.
/// - `this_turn` is by how much the present turn brings more after the second move than after the first, by their
///   indices in Game::moves() of the seat to act; nothing where turns have no values of their own.
/// - `assess` is needed with Extent::all, for every state; `compute_decision_cost` with Extent::decisions, for a seat that
///   chooses among several moves in its turn; nothing if that is no decision of a turn. `breaks` compares the states
///   before and after a move.
template <class E>
concept GameEvaluator = GameBot<typename E::Bot> &&
    requires(E& evaluator, const typename E::Bot::Book& book, const typename E::Bot::Game::Options& options,
             const typename E::Bot::Game::State& state, const typename E::Bot::Game::Move& move, Seat seat,
             std::size_t count, Chance& chance) {
    { E::version } -> std::convertible_to<int>;
    { E::kind(options, 2) } -> std::same_as<AnalysisKind>;
    E(book, options, 2, count, chance);
    { evaluator.ends(state) } -> std::same_as<bool>;
    { E::canonical_move(move) } -> std::same_as<typename E::Bot::Game::Move>;
    { evaluator.assess(state) } -> std::same_as<Assessment>;
    { evaluator.compute_decision_cost(state, seat, count) } -> std::same_as<std::optional<DecisionCost>>;
    { evaluator.breaks(state, state) } -> std::same_as<ValueBreak>;
    { evaluator.this_turn(state, count, count) } -> std::same_as<std::optional<double>>;
};

/// The usual answers of an evaluator.
template <class Game>
struct DefaultEvaluator {
    bool ends(const typename Game::State& state) const { return Game::result(state).has_value(); }
    static typename Game::Move canonical_move(const typename Game::Move& move) { return move; }
    Assessment assess(const typename Game::State&) const { throw_contract_violation(); }
    std::optional<DecisionCost> compute_decision_cost(const typename Game::State&, Seat, std::size_t) const {
        throw_contract_violation();
    }
    ValueBreak breaks(const typename Game::State&, const typename Game::State&) const {
        return ValueBreak::none;
    }
    std::optional<double> this_turn(const typename Game::State&, std::size_t, std::size_t) const {
        return {};
    }
};

/// Plays a match again, entry by entry, and keeps the analysis of each seat. The identity
///   result = start + luck - given_away + others
/// holds for each seat. Entries are numbered as in the log; the start is entry 1.
template <GameEvaluator E>
class MatchAnalysis {
    using Game = typename E::Bot::Game;
    using State = typename Game::State;
    using Move = typename Game::Move;
    using Analysis = SeatAnalysis<Move>;

  public:
    /// `kind` is E::kind() of the match, with an extent. `evaluator` as for a GameEvaluator;
    /// `start`: the state after entry 1.
    MatchAnalysis(const AnalysisKind& kind, E evaluator, State start, int seats)
        : kind_(kind),
          evaluator_(std::move(evaluator)),
          state_(std::move(start)),
          seats_(static_cast<std::size_t>(seats)) {
        if (all()) {
            now_ = evaluator_.assess(state_);
            for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
                seats_[seat].start = seats_[seat].result = now_.value[seat];
                seats_[seat].curve.push_back({entry_, now_.value[seat]});
            }
        }
    }

    /// True when nothing more counts. The rest of the log may be left out.
    bool ended() const { return evaluator_.ends(state_); }
    /// The last entry of the analysis.
    std::int64_t until() const { return entry_; }
    const State& state() const { return state_; }
    const std::vector<Analysis>& seats() const { return seats_; }

    /// Plays a legal move with the draws of the entry.
    void play(std::int64_t entry, DecidedBy by, Seat seat, const Move& move, Chance& chance) {
        require(!ended());
        entry_ = entry;
        step(by, seat, E::canonical_move(move), move, chance);
        mark_curve();
    }

    /// Plays the end of a wait, which may be several moves.
    void expire(std::int64_t entry, Chance& chance) {
        require(!ended());
        entry_ = entry;
        const Wait wait = Game::wait(state_);
        if (wait.kind != Wait::Kind::turn) {
            const State before = state_;
            const std::vector<double> expected = now_.value;
            Game::expire(state_, chance);
            if (all()) move_on(before, expected);
        } else {
            const auto turns = Game::turns(state_);
            while (Game::wait(state_).kind == Wait::Kind::turn && Game::turns(state_) == turns && !ended()) {
                const Seat seat = seat_in_turn(Game::wait(state_), Game::to_act(state_));
                const Move move = Game::moves(state_, seat).front();
                step(DecidedBy::clock, seat, move, move, chance);
            }
        }
        mark_curve();
    }

  private:
    static constexpr std::ptrdiff_t most_costly = 3;
    /// Below it a change is rounding.
    static constexpr double nothing = 1e-7;

    bool all() const { return kind_.extent == AnalysisKind::Extent::all; }

    void step(DecidedBy by, Seat seat, const Move& canonical, const Move& move, Chance& chance) {
        const std::vector<Move> moves = Game::moves(state_, seat);
        const auto at = static_cast<std::size_t>(std::ranges::find(moves, canonical) - moves.begin());
        require(at < moves.size());
        if (!all()) {
            if (seat_is_in_turn(seat) && moves.size() > 1)
                if (const auto cost = evaluator_.compute_decision_cost(state_, seat, at))
                    decide(by, seat, moves, at, *cost);
            Game::apply(state_, seat, move, chance);
            return;
        }
        const std::vector<double> worth = now_.worth[at];
        const auto best = static_cast<std::size_t>(
            std::ranges::max_element(now_.worth, {}, [&](const auto& values) { return values[seat]; }) -
            now_.worth.begin());
        if (moves.size() > 1)
            decide(by, seat, moves, at, {best, std::max(now_.value[seat] - worth[seat], 0.0)});
        for (std::size_t other = 0; other < seats_.size(); ++other)
            if (other != seat) seats_[other].others += worth[other] - now_.value[other];
        const State before = state_;
        Game::apply(state_, seat, move, chance);
        move_on(before, worth);
    }

    bool seat_is_in_turn(Seat seat) const {
        const Wait wait = Game::wait(state_);
        return wait.kind == Wait::Kind::turn && seat == seat_in_turn(wait, Game::to_act(state_));
    }

    void decide(DecidedBy by, Seat seat, const std::vector<Move>& moves, std::size_t chosen,
                const DecisionCost& verdict) {
        Analysis& analysis = seats_[seat];
        auto& decisions = analysis.decisions[static_cast<std::size_t>(by)];
        ++decisions.count;
        decisions.cost += verdict.cost;
        if (verdict.cost > nothing) analysis.costs.push_back({entry_, verdict.cost});
        if (by != DecidedBy::player || verdict.cost <= nothing) return;
        auto& costliest = analysis.costliest;
        const auto place = std::ranges::upper_bound(costliest, verdict.cost, std::greater{},
                                                    &Analysis::CostlyDecision::cost);
        if (place - costliest.begin() == most_costly) return;
        typename Analysis::CostlyDecision decision{
            entry_, moves[chosen], moves[verdict.best], verdict.cost, verdict.error, {}, {}};
        if (all()) {
            decision.worth = {now_.worth[chosen][seat], now_.worth[verdict.best][seat]};
            decision.this_turn = evaluator_.this_turn(state_, chosen, verdict.best);
        }
        costliest.insert(place, std::move(decision));
        if (std::ssize(costliest) > most_costly) costliest.pop_back();
    }

    /// `expected` is the value of each seat before the draws of the move that led here.
    void move_on(const State& before, const std::vector<double>& expected) {
        const ValueBreak how = evaluator_.breaks(before, state_);
        now_ = evaluator_.assess(state_);
        for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
            Analysis& analysis = seats_[seat];
            const double value = now_.value[seat];
            switch (how) {
                case ValueBreak::none: change_luck(analysis, value - expected[seat]); break;
                case ValueBreak::again: analysis.start += value - expected[seat]; break;
                case ValueBreak::next:
                    analysis.start += value;
                    finished_[seat] += expected[seat];
                    break;
            }
            analysis.result = finished_[seat] + value;
            if (how != ValueBreak::none) mark_curve(analysis, expected[seat]);
        }
        if (how == ValueBreak::next && ended()) now_.value = expected;
    }

    void change_luck(Analysis& analysis, double change) {
        analysis.luck += change;
        if (change > nothing && (!analysis.luckiest || change > analysis.luckiest->value))
            analysis.luckiest = {entry_, change};
        if (change < -nothing && (!analysis.unluckiest || change < analysis.unluckiest->value))
            analysis.unluckiest = {entry_, change};
    }

    void mark_curve() {
        if (!all()) return;
        for (std::size_t seat = 0; seat < seats_.size(); ++seat) mark_curve(seats_[seat], now_.value[seat]);
    }
    void mark_curve(Analysis& analysis, double value) {
        if (analysis.curve.back().value != value) analysis.curve.push_back({entry_, value});
    }

    AnalysisKind kind_;
    E evaluator_;
    State state_;
    Assessment now_;
    std::vector<Analysis> seats_;
    std::array<double, max_seats> finished_{};  ///< values at the end of the pots before this one
    std::int64_t entry_ = 1;
};

}  // namespace cubilete
