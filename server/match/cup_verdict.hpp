#pragma once

#include "protocol/json.hpp"
#include "server/match/dice_verdict.hpp"

namespace cubilete::server {

/// Whether the record, any JSON, says that it is of a match of the day's cup.
bool is_cup_record(const protocol::Json& record);
/// What the record of a match of the day's cup says about its dice (docs/cup.md). The check knows no rules: it finds
/// every face that does not follow from the day's seed. js/cup.js and bots/python/cubilete/cup.py have the same check
/// with the same texts. Accepts any JSON for which is_cup_record() is true, and does not throw.
DiceVerdict check_cup(const protocol::Json& record);

}  // namespace cubilete::server
