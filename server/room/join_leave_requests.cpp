#include "server/room/join_leave_requests.hpp"

#include <algorithm>
#include <utility>

#include "protocol/text.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::PlayerInfo;
using protocol::Rejection;

namespace {

/// Refuses who is not here yet and has a name that looks like a different one here, of somebody absent also.
Verdict check_lookalike_here(const PlayerInfo& player, const Seating& seating) {
    if (seating.is_here(player.id) || seating.find(player.id)) return {};
    const std::u32string look = protocol::skeleton(player.name);
    const auto is_alike = [&](const PlayerInfo& other) {
        return other.name != player.name && protocol::skeleton(other.name) == look;
    };
    if (std::ranges::none_of(seating.seats(), is_alike, &RoomSeat::player) &&
        std::ranges::none_of(seating.members(), is_alike,
                             [](const auto& member) -> const PlayerInfo& { return member.second.info; }))
        return {};
    return refused(RefusalReason::name_looks_alike, {}, "/name");
}

}  // namespace

JoinLeaveRequests::JoinLeaveRequests(Actor& actor, RoomState& state, ReplySender& replies,
                                     RoomPublisher& publisher, MatchRunner& play, Events events)
    : actor_(actor),
      state_(state),
      replies_(replies),
      publisher_(publisher),
      match_runner_(play),
      events_(std::move(events)),
      password_check_(actor) {}

// ---- joining

Verdict JoinLeaveRequests::handle(const Requester& from, const protocol::RoomJoin& request) {
    const std::string& id = from.player.id;
    if (state_.seating.is_banned(id)) return refused(RefusalReason::banned_here, {}, "/room");
    if (state_.settings.cup && !state_.seating.find(id)) return refused(RefusalReason::cup_alone);
    const std::string& hash = state_.settings.password;
    if (hash.empty() || state_.seating.is_here(id) || state_.seating.find(id)) return join(from, request);
    if (!request.password) return refused(RefusalReason::password_needed, {}, "/password");
    auto checked = [this, from, request, hash](bool matches) {
        events_.judge(from, [&]() -> Verdict {
            if (state_.settings.password != hash || state_.seating.is_banned(from.player.id))
                return handle(from, request);
            if (matches) return join(from, request);
            password_check_.count_failure(from.socket);
            return refused(RefusalReason::password_wrong, {}, "/password");
        });
    };
    return password_check_.check(from.socket, hash, *request.password, std::move(checked));
}

Verdict JoinLeaveRequests::join(const Requester& from, const protocol::RoomJoin& request) {
    if (Verdict alike = check_lookalike_here(from.player, state_.seating)) return alike;
    using As = protocol::RoomJoin::As;
    const bool watches = request.as == As::spectator;
    const Seating::SeatRequest seat_request{
        .seat = request.seat,
        .must_sit = request.as == As::player || (request.seat.has_value() && !watches),
        .only_watches = watches,
    };
    auto joined = state_.seating.join(from.player, seat_request, actor_.clock().wall_ms());
    if (auto* no = std::get_if<Rejection>(&joined)) return std::move(*no);
    const auto [seats_changed, reclaimed_seat] = std::get<Seating::JoinResult>(joined);
    if (reclaimed_seat) match_runner_.update_bots();
    enter(from, seats_changed, request.seen);
    return {};
}

bool JoinLeaveRequests::seat_stranger(const Requester& from, bool accepts_bot) {
    Seating& seating = state_.seating;
    const RoomSeat* seat = seating.find(from.player.id);
    if (state_.life == LifeStage::open && seating.playing() && seat && !seat->left)
        return !join(from, protocol::RoomJoin{});
    if (!state_.waits_for_quick_start() || check_lookalike_here(from.player, seating) ||
        !seating.join_quick(from.player, accepts_bot, actor_.clock().wall_ms()))
        return false;
    enter(from, true, {});
    return true;
}

bool JoinLeaveRequests::come_back(const protocol::PlayerInfo& player, const SinkPtr& socket,
                                  const std::optional<protocol::RoomJoin::Seen>& seen) {
    Seating& seating = state_.seating;
    bool seats_changed = false;
    if (!seating.is_here(player.id)) {
        const bool sits = seating.find(player.id) != nullptr;
        if (!sits && (seating.is_banned(player.id) || !state_.settings.password.empty())) return false;
        const bool waits = std::ranges::count(seating.queue(), player.id) > 0;
        const auto joined = seating.join(player, {.only_watches = !sits && !waits}, actor_.clock().wall_ms());
        if (std::holds_alternative<Rejection>(joined)) return false;
        seats_changed = std::get<Seating::JoinResult>(joined).seats_changed;
        if (std::get<Seating::JoinResult>(joined).reclaimed_seat) match_runner_.update_bots();
    }
    enter({player, socket, {}}, seats_changed, seen, false);
    return true;
}

void JoinLeaveRequests::enter(const Requester& from, bool seats_changed,
                              const std::optional<protocol::RoomJoin::Seen>& seen, bool answers) {
    const std::string& id = from.player.id;
    state_.sockets.add(id, from.socket);
    const bool other_host = state_.seating.enter(from.player);
    if (seats_changed || other_host) events_.write();
    if (answers)
        replies_.answer(
            from, protocol::Joined{state_.code, state_.seating.find(id) ? protocol::RoomJoin::As::player
                                                                        : protocol::RoomJoin::As::spectator});
    if (seats_changed || other_host)
        publisher_.push();
    else if (!publisher_.push_members())
        publisher_.push_to({from.socket});
    match_runner_.catch_up(from, seen, answers);
    events_.report_change();
}

// ---- leaving

Verdict JoinLeaveRequests::handle(const Requester& from, const protocol::RoomLeave&) {
    if (!state_.seating.is_here(from.player.id)) return refused(RefusalReason::not_here);
    state_.sockets.remove(from.player.id, from.socket);
    publisher_.dismiss(from.player.id, "left");
    if (state_.settings.cup && state_.seating.playing())
        state_.seating.disconnect(from.player.id);  // the match waits until midnight
    else
        remove(from.player.id);
    events_.publish_change(from);
    return {};
}

void JoinLeaveRequests::remove(const std::string& player) {
    switch (state_.seating.leave(player)) {
        case Seating::LeaveResult::frees_seat: break;
        case Seating::LeaveResult::bot_plays: match_runner_.update_bots(); break;
        case Seating::LeaveResult::nobody_plays: match_runner_.abandon(); break;
    }
    state_.seating.replace_host(player);
}

Verdict JoinLeaveRequests::leave_frozen(const Requester& from) {
    const std::string& id = from.player.id;
    if (!state_.seating.is_here(id)) return refused(RefusalReason::not_here);
    if (state_.seating.find(id)) actor_.gate().write(storage::LeaveSeat{state_.code, id});
    // A frozen room cannot go back to what is on disk, so in memory the player leaves when the disk has it.
    actor_.when_durable([this, id, socket = from.socket] {
        state_.sockets.remove(id, socket);
        publisher_.dismiss(id, "left");
        state_.seating.mark_left(id);
        events_.report_change();
    });
    replies_.answer(from);
    return {};
}

void JoinLeaveRequests::fill_free_seats() {
    for (const std::string& id : state_.seating.fill_free_seats(actor_.clock().wall_ms()))
        publisher_.dismiss(id, "no_spectators");
}

}  // namespace cubilete::server
