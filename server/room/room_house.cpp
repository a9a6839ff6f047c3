#include <algorithm>
#include <functional>
#include <utility>

#include "protocol/codec.hpp"
#include "protocol/house.hpp"
#include "server/match/house_cast.hpp"
#include "server/room/room.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Json;
using protocol::Refused;

// ---- playing

/// The level at which the server plays a seat now, or nothing: for its built-in bots always, for an absent
/// player only while the match waits for their turn.
std::optional<Level> Room::house_level(Seat seat) const {
    const RoomSeat& room_seat = seating_.seats()[seat];
    if (const auto level = level_of(room_seat.player.id)) return level;
    if (room_seat.bot_plays && seat_in_turn() == seat) return Level::medium;
    return std::nullopt;
}

/// The pause before the server plays a seat. Built-in bots vary it, as people do; without people in the match
/// it is 0.
Clock::Duration Room::house_pause(Seat seat) const {
    if (seating_.people_seated() == 0) return Clock::Duration(0);
    const Clock::Duration usual = services_.limits.house_pause;
    if (!level_of(seating_.seats()[seat].player.id)) return usual;
    const auto whim = static_cast<Clock::Duration::rep>(std::hash<std::string>()(table_->hash()) % 1'201);
    return usual * (600 + whim) / 1'000;
}

/// Lets the server's seats that may act choose a move for the present position. Choices for earlier positions
/// become void.
void Room::set_house() {
    house_timers_.clear();
    ++house_round_;
    if (!seating_.playing() || draining_) return;
    for (const Seat seat : table_->match().to_act()) {
        if (!house_level(seat)) continue;
        const Clock::Duration pause = std::max(house_pause(seat), house_rests_ - clock_->now());
        const auto think = [round = house_round_, seat](Room& room) {
            if (round == room.house_round_) room.house_thinks(seat);
        };
        if (pause.count() > 0) {
            house_timers_.push_back(after(pause, think));
        } else {
            // Without a pause the next move waits only until the last entry is durable.
            gate_->then([weak = weak_from_this(), think] {
                if (const auto self = weak.lock()) self->guarded([&] { think(*self); });
            });
        }
    }
}

void Room::house_thinks(Seat seat) {
    const std::optional<Level> level = house_level(seat);
    if (!seating_.playing() || draining_ || !level || !table_->match().to_act().contains(seat)) return;
    services_.thinker.choose(
        table_->match().settings(), table_->match().position(seat), *level,
        [weak = weak_from_this(), round = house_round_, seat](std::optional<Json> thought) {
            const auto self = weak.lock();
            if (!self) return;
            self->post([round, seat, thought = std::move(thought)](Room& room) {
                if (round == room.house_round_) room.house_plays(seat, thought);
            });
        });
}

void Room::house_plays(Seat seat, const std::optional<Json>& thought) {
    if (!seating_.playing() || draining_ || !frozen_.empty()) return;
    if (!thought && seat_in_turn() != seat) return;  // does not react in the window
    const Json move = thought ? *thought : table_->match().moves(seat).front();
    table_->play_house(seat, move, !level_of(seating_.seats()[seat].player.id));
    count_house_entry();
    entry_made();
    services_.metrics.moved(table_->row().game);
    if (table_->over()) push_room();
    push_match(table_->match().seq());
}

/// Reports to the quota in groups of 16 to keep it cheap. Past the quota the next entry waits for the time
/// that the quota returns.
void Room::count_house_entry() {
    constexpr int told_at_once = 16;
    if (++house_entries_ < told_at_once) return;
    services_.house_made(
        house_payer_, std::exchange(house_entries_, 0),
        [weak = weak_from_this()](std::chrono::milliseconds wait) {
            const auto self = weak.lock();
            if (!self || wait.count() == 0) return;
            self->post([wait](Room& room) { room.house_rests_ = room.clock_->now() + wait; });
        });
}

// ---- advice

/// A hint is recorded in the log once per prompt, so that every member sees that it was requested.
Verdict Room::carry_out(const Requester& from, const protocol::Hint&) {
    if (!seating_.is_here(from.player.id)) return not_in_this_room();
    if (!seating_.playing()) return refused(Code::not_started, "No match has been started yet.");
    const std::optional<Seat> seat = table_->seat_of(from.player.id);
    if (!seat) return refused(Code::not_seated, "You have no seat in this match.");
    if (!settings_.hints) return refused(Code::illegal_move, "At this table the house gives no advice.");
    if (!table_->match().to_act().contains(*seat))
        return refused(Code::not_your_turn, "It is not your turn.");
    if (table_->note_hint(*seat)) {
        entry_made();
        push_match(table_->match().seq());
    }
    const std::uint32_t n = table_->match().prompt(*seat);
    Advice& advice = advice_[*seat];
    if (advice.match != table_->id() || advice.n != n) {
        const Advice late = std::exchange(advice, {table_->id(), n, nullptr, {}});
        for (const Requester& other : late.waiting)
            judged(other, [] { return refused(Code::stale, "The table has moved on since then."); });
    }
    if (!advice.given.is_null()) {
        answer(from, advice.given);
        return {};
    }
    advice.waiting.push_back(from);
    if (advice.waiting.size() == 1) take_advice(*seat);
    return {};
}

/// Computed once per prompt: a repeated request gets the same answer without new work.
void Room::take_advice(Seat seat) {
    services_.thinker.hints(
        table_->match().settings(), table_->match().position(seat),
        [weak = weak_from_this(), seat, match = table_->id(), n = advice_[seat].n](Json hints) {
            const auto self = weak.lock();
            if (!self) return;
            self->post([seat, match, n, hints = std::move(hints)](Room& room) mutable {
                Advice& advice = room.advice_[seat];
                if (advice.match == match && advice.n == n) room.advise(advice, std::move(hints));
            });
        });
}

void Room::advise(Advice& advice, Json hints) {
    if (!hints.is_null()) {
        hints["n"] = advice.n;
        advice.given = hints;
    }
    for (const Requester& from : std::exchange(advice.waiting, {}))
        judged(from, [&]() -> Verdict {
            if (hints.is_null())
                return Refused{Code::busy, "The house is still working that out.", {}, 1'000};
            answer(from, hints);
            return {};
        });
}

}  // namespace cubilete::server
