#pragma once

#include "protocol/json_text.hpp"
#include "protocol/messages.hpp"

namespace cubilete::protocol {

/// The version of what viewers are shown of an entry: views, events, `to_act` and `you`, and the text of each. The records
/// of matches with provable dice bind it, so raise it whenever one of them changes (tests/server/shown_test.cpp).
inline constexpr int views_version = 1;

JsonText to_json(const MatchPush::You& you);

}  // namespace cubilete::protocol
