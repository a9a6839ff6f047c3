#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json.hpp"
#include "server/match/dice_replay.hpp"
#include "server/match/dice_verdict.hpp"

/// A player's own notes of a match (docs/fairness.md, "Notes"). js and bots/python compare them with a
/// record in the same way, with the same texts (tests/fairness).
namespace cubilete::server {

struct PlayerNotes {
    protocol::Json notes;              ///< of the match; null if there are none
    std::vector<std::string> endings;  ///< how the last matches at its server have ended, this one included
};

/// Reads a file of notes (JSON Lines); the last line that is about this match counts. Damaged lines are skipped.
PlayerNotes find_notes(std::string_view lines, std::string_view match);
/// Reads the notes of a file that has a record, too: `{"record":…,"notes":…}`. Returns nothing for any other JSON.
std::optional<PlayerNotes> embedded_notes(const protocol::Json& file);

/// Whose eyes the notes have; a spectator's if they do not say.
Viewer viewer_of(const protocol::Json& notes);

/// Compares a record with the notes of its match if `verdict`, on this record, is not false already. A
/// difference becomes the verdict; otherwise its text says what agrees. `rules`: what replay_dice() found, if it could
/// replay the match. Accepts any JSON, also null for missing notes, and does not throw.
void compare_notes(const protocol::Json& record, const PlayerNotes& own, DiceVerdict& verdict,
                   const ReplayResult* rules = nullptr);

}  // namespace cubilete::server
