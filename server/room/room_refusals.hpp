#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "protocol/refused.hpp"

/// Refusals that the lobby and its rooms use in several places.
namespace cubilete::server {

using protocol::refused;
using protocol::Why;

inline protocol::Refused refused(protocol::Code code, std::string text, std::string at = {}) {
    return {code, std::move(text), std::move(at), {}};
}
inline protocol::Refused no_such_game(const std::string& game) {
    return refused(Why::no_such_game, {game}, "/game");
}
inline protocol::Refused no_room(const std::string& code) {
    return refused(Why::no_such_room, {code}, "/room");
}
inline protocol::Refused too_many_codes(std::chrono::milliseconds wait) {
    protocol::Refused no = refused(Why::codes_of_network);
    no.retry_ms = static_cast<int>(wait.count());
    return no;
}
inline protocol::Refused shutting_down() { return refused(Why::restarting); }
inline protocol::Refused table_moves() { return refused(Why::moving); }

}  // namespace cubilete::server
