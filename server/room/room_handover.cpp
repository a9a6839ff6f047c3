// How a room goes to another node of a cluster while it is played.
#include <utility>

#include "server/room/room.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

constexpr Clock::Duration start_pause{20};

}  // namespace

void Room::hand_over(std::int64_t to, HandoverDone done) {
    if (state_.life != LifeStage::open) return done({});
    RoomDice& dice = match_runner_.dice();
    // An entry that was asked for, or a match that starts, is finished here. Both end by themselves.
    if (dice.witnesses().is_asking())
        return dice.witnesses().wait([this, to, done = std::move(done)] { hand_over(to, done); });
    if (dice.start().is_running()) {
        departure_.handover.done = std::move(done);
        departure_.handover.wait = after(start_pause, [this, to] {
            if (auto asker = std::exchange(departure_.handover.done, nullptr))
                hand_over(to, std::move(asker));
        });
        return;
    }
    state_.life = LifeStage::leaving;
    departure_.handover.done = std::move(done);
    RoomHandover room;
    room.transient = {match_runner_.clock().left(), state_.seating.queue()};
    storage::HandOverRoom write{state_.code, to, {}};
    if (const Table* match = match_runner_.table()) {
        room.match = match->id();
        room.seq = match->match().seq();
        if (match_runner_.is_running()) write.match = match->id();
    }
    stop(refused(RefusalReason::moving));
    gate().write(std::move(write));
    when_durable([this, room = std::move(room)]() mutable {
        room.sockets = state_.sockets.all();
        state_.sockets.clear();
        std::exchange(departure_.handover.done, nullptr)(std::move(room));
    });
}

}  // namespace cubilete::server
