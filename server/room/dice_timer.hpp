#pragma once

#include <memory>
#include <utility>

#include "server/room/actor.hpp"

namespace cubilete::server {

/// Runs `action` when the seats had this long to answer, unless `timer`, which belongs to the actor, is reset
/// before. After a standstill of the whole server the time is over before the answers that arrived meanwhile
/// are read, so it is waited for in two halves: a standstill uses up only the half in which it began.
inline void start_answer_timer(Actor& actor, std::unique_ptr<Clock::Timer>& timer, Clock::Duration longest,
                               Actor::Action action) {
    const Clock::Duration half = longest / 2;
    timer = actor.after(half, [&actor, &timer, rest = longest - half, action = std::move(action)] {
        timer = actor.after(rest, action);
    });
}

}  // namespace cubilete::server
