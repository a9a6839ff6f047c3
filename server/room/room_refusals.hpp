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
inline protocol::Refused bad_name() {
    return refused(protocol::Code::bad_name, "A name has 1 to 20 visible characters.", "/name");
}
inline protocol::Refused servers_own_name() {
    return refused(protocol::Code::bad_name, "That name is the server's own; take another.", "/name");
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
inline protocol::Refused too_much_to_write() { return refused(Why::disk_slow); }
inline protocol::Refused database_is_away() { return refused(Why::database_away); }
inline protocol::Refused not_read_just_now() {
    return {protocol::Code::busy, "It could not be read just now.", {}, 1'000};
}
inline protocol::Refused too_much_to_read() {
    return {protocol::Code::busy, "Too many are looking things up just now.", {}, 1'000};
}
inline protocol::Refused too_much_to_hash() { return refused(Why::passwords_waiting); }

}  // namespace cubilete::server
