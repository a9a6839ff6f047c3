#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "server/room/seating.hpp"

namespace cubilete::server {

/// The people and short forms that the tests of Seating share.
inline const protocol::PlayerInfo ana{.id = "p_ana", .name = "Ana"};
inline const protocol::PlayerInfo ben{.id = "p_ben", .name = "Ben"};
inline const protocol::PlayerInfo cleo{.id = "p_cleo", .name = "Cleo"};
inline const protocol::PlayerInfo dan{.id = "p_dan", .name = "Dan"};
inline const protocol::PlayerInfo robo{.id = "p_robo", .name = "Robo", .bot = true};

inline std::string outcome(const Verdict& verdict) {
    return verdict ? std::string(protocol::name_of(verdict->code)) : "ok";
}
template <class Value>
std::string outcome(const std::variant<Value, protocol::Rejection>& result) {
    const auto* refused = std::get_if<protocol::Rejection>(&result);
    return refused ? std::string(protocol::name_of(refused->code)) : "ok";
}

/// A room that Ana made, with a wall clock that moves on with every use.
struct SeatingRoom {
    explicit SeatingRoom(const Seating::Rules& rules) : seating(rules) { seating.open(ana, false, ++now_ms); }
    explicit SeatingRoom(int seats = 4) : SeatingRoom(usual(seats)) {}

    static Seating::Rules usual(int seats) {
        return {.title = "Cubilete",
                .seats = seats,
                .least = 2,
                .absence = std::chrono::minutes(1),
                .missed_turns = 2};
    }
    static Seating::Rules quick(int seats) {
        Seating::Rules rules = usual(seats);
        rules.quick = true;
        return rules;
    }

    /// The player joins and is online. Returns the code of the refusal, or "ok".
    std::string join(const protocol::PlayerInfo& player, const Seating::SeatRequest& seat_request = {}) {
        const std::string code = outcome(seating.join(player, seat_request, ++now_ms));
        if (code == "ok") seating.enter(player);
        return code;
    }
    std::vector<std::string> fill_free_seats() { return seating.fill_free_seats(++now_ms); }
    std::string change_seat(const protocol::PlayerInfo& player, std::optional<int> seat) {
        return outcome(seating.change_seat(player, seat, ++now_ms));
    }
    std::string seat_bot(const protocol::PlayerInfo& by, int seat, std::optional<Level> level) {
        return outcome(seating.seat_bot(by.id, seat, level, ++now_ms));
    }
    /// The names by seat; "-" for a free one.
    std::string names() const {
        std::string names;
        for (const RoomSeat& seat : seating.seats())
            names += (names.empty() ? "" : " ") + (seat.is_free() ? "-" : seat.player.name);
        return names;
    }
    bool ready(const protocol::PlayerInfo& player) const { return seating.find(player.id)->ready; }

    Seating seating;
    std::int64_t now_ms = 1'000;
};

}  // namespace cubilete::server
