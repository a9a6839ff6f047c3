#include "server/room/room_dice.hpp"

#include <iterator>

#include "server/room/dice_timer.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

RoomDice::RoomDice(Actor& actor, const RoomState& state, ReplySender& replies, Events events)
    : actor_(actor),
      state_(state),
      replies_(replies),
      events_(std::move(events)),
      start_(actor, state.sockets, state.code, events_.begin),
      witnesses_(actor, state.sockets, state.code, events_.make) {}

/// The first value of a seat costs nothing, because the others wait for it: only one that is refused or repeated.
Verdict RoomDice::refuse(const Requester& from, Verdict why) {
    charge(from);
    return why;
}

template <class Request>
Verdict RoomDice::accept_for_start(const Requester& from, const Request& request) {
    if (!state_.seating.is_here(from.player.id)) return refuse(from, refused(RefusalReason::not_here));
    const std::uint64_t write_count = actor_.gate().write_count();
    if (Verdict no = start_.accept(from.player.id, request)) return refuse(from, std::move(no));
    if (actor_.gate().write_count() == write_count) charge(from);
    replies_.answer(from);
    return {};
}

Verdict RoomDice::handle(const Requester& from, const protocol::DiceTip& request) {
    return accept_for_start(from, request);
}

Verdict RoomDice::handle(const Requester& from, const protocol::DiceReveal& request) {
    return accept_for_start(from, request);
}

Verdict RoomDice::handle(const Requester& from, const protocol::DiceGive& request) {
    if (!state_.seating.is_here(from.player.id)) return refuse(from, refused(RefusalReason::not_here));
    const bool is_repeated = witnesses_.has_value_from(from.player.id);
    if (Verdict no = witnesses_.accept(from, request)) return refuse(from, std::move(no));
    if (is_repeated) charge(from);
    return {};
}

void RoomDice::send_dice_state(const Table* running, const std::string& player, const SinkPtr& socket) {
    start_.send_dice_state(player, socket);
    if (running) witnesses_.send_dice_state(*running, player, socket);
}

void RoomDice::limit_ask_time() {
    if (!stop_timer_)
        start_answer_timer(actor_, stop_timer_, actor_.services().limits.dice_ask, [this] { cancel(); });
}

std::vector<Requester> RoomDice::cancel() {
    start_.stop();
    stop_timer_.reset();
    std::vector<Requester> waiting;
    auto [mover, givers] = witnesses_.cancel();
    if (mover) waiting.push_back(*std::move(mover));
    std::ranges::move(givers, std::back_inserter(waiting));
    if (auto from = take_starter()) waiting.push_back(*std::move(from));
    witnesses_.post_waiting();
    return waiting;
}

}  // namespace cubilete::server
