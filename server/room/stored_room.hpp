#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "server/match/table.hpp"
#include "server/room/services.hpp"
#include "storage/store.hpp"

namespace cubilete::server {

/// A room as it was stored, with its match replayed; without a match that is over and whose log was deleted or is of
/// other rules. Any thread may make it; throws std::exception if the log does not replay.
struct StoredRoom {
    StoredRoom(const Services& services, storage::OpenRoom read);

    storage::OpenRoom row;
    std::unique_ptr<Table> table;           ///< nothing without a match, or while it starts
    std::unique_ptr<MatchDice> dice;        ///< of a match that starts
    std::optional<storage::PutDice> write;  ///< what must be changed on disk
    bool lacks_match = false;               ///< its latest match is left out
};

/// The write that ends a match as `void`, with the server's secret if it has provable dice; or with its result, if its
/// log replays to one. `stored`: its room, while the match runs. Any thread. Throws std::exception if the dice cannot be
/// read, because their secret would be lost.
storage::FinishMatch make_frozen_match_finish(const Services& services, const storage::OpenRoom& stored,
                                              std::int64_t now_ms);

/// The state of a restored room until its match is read, and when a room is read again.
struct PendingMatchRead {
    std::optional<Clock::Duration> since;         ///< the time of Room::restore(); nothing: it is read
    bool requested = false;                       ///< LobbyLink::prioritize was called
    std::optional<Clock::Duration> carried_left;  ///< on the turn clock, if another node has handed it over
    std::unique_ptr<Clock::Timer> retry;  ///< reads again, after a read that was refused or a full disk
    Clock::Duration earliest{};  ///< of the next read after a full disk; a request that is judged resets it
};

}  // namespace cubilete::server
