#pragma once

#include <memory>
#include <optional>

#include "server/room/room.hpp"

namespace cubilete::server {

/// Starts, plays and ends the matches of a room: room_match.cpp.
struct Room::Matches {
    Room& room;

    bool waits_for_quick_start() const;
    void play_again_if_agreed() const;
    void start(std::optional<Requester> starter) const;
    void begin(std::unique_ptr<Table> table) const;
    void play_bot(Seat seat, const std::optional<protocol::Json>& move) const;
    void set_bots() const;
    void clock_ran_out() const;
    void ask_witnesses(std::optional<Requester> from) const;
    void make_asked() const;
    void move_made(std::optional<Seat> in_turn, const DiceWitnesses::Waiting& requests) const;
    void entry_made() const;
    void end() const;
    void abandon() const;
};

}  // namespace cubilete::server
