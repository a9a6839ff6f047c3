// How a room goes to another node of a cluster while it is played.
#include <utility>

#include "server/room/room.hpp"

namespace cubilete::server {

namespace {

constexpr Clock::Duration start_pause{20};

}  // namespace

void Room::hand_over(std::int64_t to, HandoverDone done) {
    if (draining_ || closed_ || frozen_) return done({});
    // An entry that was asked for, or a match that starts, is finished here. Both end by themselves.
    if (dice_.witnesses.asks())
        return dice_.witnesses.wait([this, to, done = std::move(done)] { hand_over(to, done); });
    if (dice_.start.runs()) {
        handing_over_.wait = after(start_pause, [this, to, done = std::move(done)] { hand_over(to, done); });
        return;
    }
    draining_ = handing_over_.begun = true;
    handing_over_.done = std::move(done);
    HandedOver room;
    room.carried = {turn_clock_.left(), seating_.queue()};
    storage::HandOver write{code_, to, {}};
    if (table_) {
        room.match = table_->id();
        room.seq = table_->match().seq();
        if (match_runs()) write.match = table_->id();
    }
    turn_clock_.stop();
    bots_.stop();
    quick_start_.stop();
    attendance_.stop();
    gate().write(std::move(write));
    when_durable([this, room = std::move(room)]() mutable {
        room.sockets = sockets_.all();
        sockets_.clear();
        std::exchange(handing_over_.done, nullptr)(std::move(room));
    });
}

}  // namespace cubilete::server
