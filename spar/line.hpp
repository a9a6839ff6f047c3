#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/json.hpp"
#include "spar/wire.hpp"

namespace cubilete::server::spar {

using Entry = std::pair<std::string, std::int64_t>;  ///< match and seq

/// A connection of the bot, and the proxy's own connection to the server for it.
struct Line {
    int number;
    WirePtr bot;
    WirePtr server{};
    bool live = true;
    bool held = true;  ///< frames of the bot are queued in `early`
    std::deque<std::string> early{};
    std::optional<std::vector<std::string>> late{};  ///< frames of the server that are delivered later
    std::string lost_reply{};                   ///< id of a request whose reply is lost with the connection
    std::optional<protocol::Json> next_push{};  ///< is sent after the next push, or dropped if it is null
    /// Pushes of the match are held back until the next reply; this is the newest, null before the first.
    std::optional<protocol::Json> hushed{};
    std::string hello_id{};
    std::string join_id{};
    Entry since{};  ///< the first entry of a match that was shown on it

    void pass(const std::string& text) const {
        if (server) server->send(text);
    }
};
using LinePtr = std::shared_ptr<Line>;

}  // namespace cubilete::server::spar
