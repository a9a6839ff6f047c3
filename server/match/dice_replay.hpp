#pragma once

#include "protocol/json.hpp"
#include "server/match/dice_verdict.hpp"

namespace cubilete::server {

/// Checks a record like check_dice(), then plays the match again by the rules of its game with the proven
/// results. This also finds a move that the rules forbid, a draw that they do not ask for, one that is missing
/// or has another kind or size, cards that were not in the proven order, and a stored result that does not
/// follow. If this program does not have that version of the rules, `how` of the verdict says so. Accepts any
/// JSON and does not throw.
DiceVerdict replay_dice(const protocol::Json& record);

}  // namespace cubilete::server
