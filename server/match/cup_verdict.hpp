#pragma once

#include <optional>
#include <string>

#include "protocol/json.hpp"
#include "server/match/dice_verdict.hpp"

namespace cubilete::server {

/// Whether the record, any JSON, says that it is of a match of the day's cup. One with a proof is not, whatever it says.
bool is_cup_record(const protocol::Json& record);
/// Checks the dice in the record of a match of the day's cup (docs/cup.md). Knows no rules: it finds
/// every face that does not follow from the day's seed. js/cup.js and bots/python/cubilete/cup.py have the same check
/// with the same texts. Accepts any JSON for which is_cup_record() is true, and does not throw.
DiceVerdict check_cup(const protocol::Json& record);

/// The newest seed of a server's answer to /api/v1/cup, compared with one that was kept.
struct CupChainVerdict {
    std::string keep;       ///< JSON, to be kept from now on
    std::string text;       ///< one line
    bool is_other = false;  ///< the server shows another chain; what was kept stays kept
};
/// `kept`: from an earlier call; nothing at first. Any JSON; throws std::runtime_error if it cannot be read. The libraries for
/// bots have the same.
CupChainVerdict compare_cup_chain(const std::optional<protocol::Json>& stored, const protocol::Json& answer);

}  // namespace cubilete::server
