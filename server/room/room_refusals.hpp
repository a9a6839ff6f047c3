#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "protocol/refused.hpp"

/// Refusals that the lobby and its rooms use in several places.
namespace cubilete::server {

using protocol::RefusalReason;
using protocol::refused;

inline protocol::Rejection refused(protocol::Code code, std::string text, std::string at = {}) {
    return {code, std::move(text), std::move(at), {}};
}
inline protocol::Rejection no_such_game(const std::string& game) {
    return refused(RefusalReason::no_such_game, {game}, "/game");
}
inline protocol::Rejection no_room(const std::string& code) {
    return refused(RefusalReason::no_such_room, {code}, "/room");
}
inline protocol::Rejection code_rate_exceeded(std::chrono::milliseconds wait) {
    protocol::Rejection no = refused(RefusalReason::codes_of_network);
    no.retry_ms = static_cast<int>(wait.count());
    return no;
}

}  // namespace cubilete::server
