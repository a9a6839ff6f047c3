#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/analysis.hpp"

/// Decisions that can be practised: those of games in which the value of every move is known (docs/analysis.md).
namespace cubilete::protocol {

/// Whether decisions of such matches can be practised.
bool has_exercises(const Settings& settings);
/// The usual settings of a game of the catalogue, for two players or as many as it needs.
Settings usual_settings(const GameInfo& game);

/// A decision of a match, with what each move is worth to the seat.
struct Exercise {
    static constexpr std::size_t most_choices = 5;
    struct Move {
        Json move;  ///< in the long form
        double worth;
    };

    Seat seat;
    JsonText view;  ///< whole, of the seat
    std::string unit;
    bool exact;
    std::vector<Move> moves = {};  ///< all legal ones, in the order of the rules
    std::size_t best = 0;          ///< the first of those that are worth most
    std::size_t played = 0;        ///< what was played in the match
    /// At most `most_choices`, each of another worth: `best`, `played`, the next best.
    std::vector<std::size_t> offered = {};

    double cost(std::size_t move) const { return moves[best].worth - moves[move].worth; }
    /// A difference that would be shown as nothing is none.
    bool is_correct(std::size_t move) const;
    /// The number of a move in any form that listed_move() knows; nothing if it is not legal.
    std::optional<std::size_t> find(const std::string& game, const Json& move) const;
};

/// The exercise of the last entry of this log; nothing if that is no decision of a seat with a choice. `book` is the full book for the
/// settings, which have exercises. Throws ReplayError.
std::optional<Exercise> exercise_of(std::span<const LogEntry> log, const BotBook& book);

/// A whole match of built-in bots of the level `medium`, which the seed decides.
std::vector<LogEntry> play_bot_match(const Settings& settings, std::uint64_t seed);

/// A decision by which a seat gave something away.
struct CostlyDecision {
    std::int64_t entry;
    double weight;  ///< its cost, in points or in hundredths of a chance
};
/// The decisions that the analysis of a match names (Analysis::json()) for a seat, if it is exact; those worth a second try.
std::vector<CostlyDecision> costly_decisions(const Json& analysis, Seat seat);
/// The dearest decision of any seat; nothing if none is worth a second try.
std::optional<std::int64_t> costliest_decision(std::span<const LogEntry> log, BotBookPtr book);

}  // namespace cubilete::protocol
