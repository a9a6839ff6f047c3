#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/json.hpp"
#include "server/match/dice_verdict.hpp"
#include "server/match/shown.hpp"

namespace cubilete::server {

/// The result of a replay, to compare a player's notes with (own_notes.hpp).
struct ReplayResult {
    std::string game;
    std::vector<ShownHashes> shown;  ///< by entry: what the viewer sees
};

/// Checks a record like check_dice(), then plays the match again by the rules of its game with the proven
/// results. This also finds a move that the rules forbid, a draw that they do not ask for, one that is missing
/// or has another kind or size, cards that were not in the proven order, and a stored result that does not
/// follow, and events or hashes of what was shown that are not those of the rules. If this program does not
/// have that version of the rules, the verdict's text says so. Accepts any JSON and does not throw.
DiceVerdict replay_dice(const protocol::Json& record);
/// Replays like replay_dice(record), and sets `found`, for this viewer, if the match could be replayed.
DiceVerdict replay_dice(const protocol::Json& record, Viewer viewer, std::optional<ReplayResult>& found);

}  // namespace cubilete::server
