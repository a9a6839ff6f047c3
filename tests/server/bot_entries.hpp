#pragma once

#include <algorithm>

#include "tests/server/world.hpp"
#include "tests/stored_match.hpp"

namespace cubilete::server {

constexpr int entries_a_report = 16;  ///< so many at once are counted

/// Plays for the guest in seat 0 until the bot in seat 1 waits for its quota, or the match is over. Returns the number
/// of the bot's entries.
inline std::ptrdiff_t bot_entries_until_limit(World& world, Guest& guest) {
    for (Json before; guest.latest("match") != before;) {
        before = guest.latest("match");
        if (!before["you"]["moves"].empty())
            REQUIRE(refusal(guest.move()) == "ok");
        else
            world.turn(world.limits.bot_pause * 2);
    }
    const auto log = log_of(world.database.store(), guest.latest("match")["match"]);
    return std::ranges::count(log, R"({"seat":1})", &storage::LogRow::by);
}

}  // namespace cubilete::server
