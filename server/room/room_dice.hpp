#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "server/room/dice_witnesses.hpp"
#include "server/room/match_start.hpp"

namespace cubilete::server {

/// The provable dice of a room: the steps before a match and the asks during it.
struct RoomDice {
    MatchStart start;
    DiceWitnesses witnesses;
    std::optional<Requester> starter{};           ///< waits for the answer to room.start
    std::unique_ptr<Clock::Timer> drain_timer{};  ///< ends the wait for an ask while the server stops

    /// Shows a socket that joins what its program needs to take part. `running`: the match in progress.
    void greet(const Table* running, const std::string& player, const SinkPtr& socket) {
        start.greet(player, socket);
        if (running) witnesses.greet(*running, player, socket);
    }
    /// Forgets all steps in memory and returns those who wait for them; what is on disk goes on after a
    /// restart. What waited for an ask runs later.
    std::vector<Requester> give_up() {
        start.stop();
        drain_timer.reset();
        std::vector<Requester> waiting;
        auto [mover, givers] = witnesses.give_up();
        if (mover) waiting.push_back(*std::move(mover));
        std::ranges::move(givers, std::back_inserter(waiting));
        if (auto from = std::exchange(starter, {})) waiting.push_back(*std::move(from));
        witnesses.post_waiting();
        return waiting;
    }
};

}  // namespace cubilete::server
