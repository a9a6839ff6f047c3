#pragma once

#include <cstdint>
#include <string>

#include "protocol/json.hpp"
#include "server/match/dice_replay.hpp"
#include "server/match/dice_verdict.hpp"
#include "server/match/match_notes.hpp"

/// The part of compare_notes() about what the player was shown and has sent. Each function throws NotesMismatch for the
/// first difference. `rules`: null if the match was not replayed.
namespace cubilete::server {

/// A difference between notes and record, which compare_notes() catches; `entry` as in DiceVerdict.
struct NotesMismatch {
    std::string reason;
    std::int64_t entry = 0;
    DiceVerdict::Kind kind = DiceVerdict::Kind::wrong;
};

/// Returns the number of noted entries of which the record has the hash, too.
std::int64_t compare_shown(const protocol::Json& record, const MatchNotes& notes, const ReplayResult* rules);
/// Compares the result and the people.
void compare_outcome(const protocol::Json& record, const MatchNotes& notes);
void compare_moves(const protocol::Json& record, const MatchNotes& notes, const ReplayResult* rules);

/// The verdict's text about moves of the seat that the program did not send; empty if there are none.
std::string unknown_moves_text(const protocol::Json& record, const MatchNotes& notes);

}  // namespace cubilete::server
