#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "protocol/refused.hpp"

/// Refusals that the lobby and its rooms use in several places.
namespace cubilete::server {

inline protocol::Refused refused(protocol::Code code, std::string text, std::string at = {}) {
    return {code, std::move(text), std::move(at), {}};
}
inline protocol::Refused no_such_game(const std::string& game) {
    return refused(protocol::Code::bad_options, "This server has no game \"" + game + "\".", "/game");
}
inline protocol::Refused no_room(const std::string& code) {
    return refused(protocol::Code::no_room, "There is no room " + code + ".", "/room");
}
inline protocol::Refused too_many_codes(std::chrono::milliseconds wait) {
    return {protocol::Code::rate_limited,
            "Too many unknown codes have come from your network; wait a moment.",
            {},
            static_cast<int>(wait.count())};
}
inline protocol::Refused only_the_host() {
    return refused(protocol::Code::not_host, "Only the host may do that.");
}
inline protocol::Refused only_between_matches() {
    return refused(protocol::Code::already_started, "That has to wait until the match is over.");
}
inline protocol::Refused not_in_this_room() {
    return refused(protocol::Code::not_in_room, "You are not in this room.");
}
inline protocol::Refused no_seat_here() {
    return refused(protocol::Code::not_seated, "You have no seat at this table.");
}
inline protocol::Refused shutting_down() {
    return {protocol::Code::shutting_down, "The server is about to restart.", {}, 2'000};
}
inline protocol::Refused table_moves() {
    return {protocol::Code::busy, "The table is moving to another server; try again.", {}, 250};
}
inline protocol::Refused stopped() {
    return {protocol::Code::busy,
            "This table was stopped by a fault of the server; its record is kept.",
            {},
            60'000};
}
inline protocol::Refused disk_is_full() {
    return {protocol::Code::storage, "The server's disk is full; nothing was changed.", {}, 5'000};
}
inline protocol::Refused too_much_to_write() {
    return {protocol::Code::busy, "The server has more to write than its disk can take.", {}, 250};
}
inline protocol::Refused database_is_away() {
    return {protocol::Code::busy,
            "The database does not answer just now; the game goes on when it does.",
            {},
            1'000};
}
inline protocol::Refused too_much_to_hash() {
    return {protocol::Code::busy, "Too many passwords are being looked at.", {}, 1'000};
}

}  // namespace cubilete::server
