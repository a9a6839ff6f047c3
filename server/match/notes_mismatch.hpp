#pragma once

#include <cstdint>
#include <string>

#include "server/match/dice_verdict.hpp"

namespace cubilete::server {

/// A difference between notes and record, which compare_notes() catches; `entry` as in DiceVerdict.
struct NotesMismatch {
    std::string reason;
    std::int64_t entry = 0;
    DiceVerdict::Kind kind = DiceVerdict::Kind::wrong;
};

}  // namespace cubilete::server
