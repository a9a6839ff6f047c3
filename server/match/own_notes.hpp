#pragma once

#include <string_view>

#include "protocol/json.hpp"
#include "server/match/dice_verdict.hpp"

/// A player's own notes of a match (docs/fairness.md, "Notes"). bots/js and bots/python compare them with a
/// record in the same way, with the same texts (tests/fairness).
namespace cubilete::server {

/// Returns the last line of a file of notes (JSON Lines) that is about this match; null if there is none.
/// Damaged lines are skipped.
protocol::Json find_notes(std::string_view lines, std::string_view match);

/// Compares a record with the notes of its match if `verdict`, on this record, is not false already. A
/// difference becomes the verdict; otherwise its text says that there is none. Accepts any JSON, also null for
/// missing notes, and does not throw.
void compare_notes(const protocol::Json& record, const protocol::Json& notes, DiceVerdict& verdict);

}  // namespace cubilete::server
