#include "server/room/member_requests.hpp"

#include <utility>

#include "protocol/codec.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/password_hash.hpp"
#include "server/room/report_row.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Rejection;

MemberRequests::MemberRequests(Actor& actor, RoomState& state, ReplySender& replies, RoomPublisher& publisher,
                               MatchRunner& play, Events events)
    : actor_(actor),
      state_(state),
      replies_(replies),
      publisher_(publisher),
      match_runner_(play),
      events_(std::move(events)) {}

Verdict MemberRequests::after_change(const Requester& from, Verdict verdict) {
    if (!verdict) events_.publish_change(from);
    return verdict;
}

// ---- seats

Verdict MemberRequests::handle(const Requester& from, const protocol::RoomSeat& request) {
    return after_change(from,
                        state_.seating.change_seat(from.player, request.seat, actor_.clock().wall_ms()));
}

Verdict MemberRequests::handle(const Requester& from, const protocol::RoomReady& request) {
    return after_change(from, state_.seating.set_ready(from.player.id, request.ready));
}

Verdict MemberRequests::handle(const Requester& from, const protocol::RoomBot& request) {
    return after_change(
        from, state_.seating.seat_bot(from.player.id, request.seat, request.level, actor_.clock().wall_ms()));
}

Verdict MemberRequests::handle(const Requester& from, const protocol::RoomRematch&) {
    return after_change(from, state_.seating.set_wants_rematch(from.player.id));
}

// ---- settings

Verdict MemberRequests::handle(const Requester& from, const protocol::RoomSet& request) {
    if (Verdict no = state_.seating.may_change(from.player.id)) return no;
    if (!request.fields.password || !*request.fields.password) return change(from, request.fields, {});
    auto seal = [this, run = actor_.runner(), from, fields = request.fields] {
        run([this, from, fields, hash = compute_password_hash(**fields.password)] {
            events_.judge(from, [&] { return change(from, fields, hash); });
        });
    };
    if (!actor_.services().aside(from.socket->network(), std::move(seal)))
        return refused(RefusalReason::passwords_waiting);
    return {};
}

Verdict MemberRequests::change(const Requester& from, const protocol::RoomFields& fields,
                               const std::string& password) {
    if (Verdict no = state_.seating.may_change(from.player.id)) return no;
    auto settings = changed_settings(state_.settings, fields);
    if (auto* no = std::get_if<Rejection>(&settings)) return std::move(*no);
    auto& wanted = std::get<RoomSettings>(settings);
    if (!password.empty()) wanted.password = password;
    // People who agreed to the old game or options have not agreed to the new ones.
    const bool terms_changed =
        wanted.game != state_.settings.game || wanted.options != state_.settings.options;
    if (Verdict no =
            state_.seating.change_rules(seating_rules(wanted, actor_.services().limits), terms_changed))
        return no;
    state_.settings = std::move(wanted);
    return after_change(from, {});
}

// ---- the host and the votes

Verdict MemberRequests::handle(const Requester& from, const protocol::RoomHost& request) {
    return after_change(from, state_.seating.make_host(from.player.id, request.player));
}

Verdict MemberRequests::handle(const Requester& from, const protocol::RoomKick& request) {
    if (Verdict no = state_.seating.kick(from.player.id, request.player)) return no;
    publisher_.dismiss(request.player, "kicked");
    return after_change(from, {});
}

Verdict MemberRequests::handle(const Requester& from, const protocol::RoomBan& request) {
    const bool has_spoken = state_.chat.has_line_of(request.player);
    if (Verdict no = state_.seating.ban(from.player.id, request.player, has_spoken)) return no;
    actor_.gate().write(storage::BanFromRoom{state_.code, request.player});
    publisher_.dismiss(request.player, "banned");
    return after_change(from, {});
}

Verdict MemberRequests::handle(const Requester& from, const protocol::RoomVoteOut& request) {
    return after_change(from, state_.seating.vote_to_free(from.player, request.player));
}

/// A match does not wait forever for an absent player: the host may have a built-in bot play for them, and so
/// may more than half of the seated people who are connected.
Verdict MemberRequests::handle(const Requester& from, const protocol::RoomStandIn& request) {
    auto vote = state_.seating.vote_for_bot(from.player, request.player, actor_.clock().now());
    if (auto* no = std::get_if<Rejection>(&vote)) return std::move(*no);
    if (std::get<Seating::Vote>(vote) == Seating::Vote::decided) {
        events_.write();
        match_runner_.update_bots();
    }
    replies_.answer(from);
    publisher_.push();
    return {};
}

// ---- what is only shown

Verdict MemberRequests::handle(const Requester& from, const protocol::RoomChat& request) {
    if (!state_.seating.is_here(from.player.id)) return refused(RefusalReason::not_here);
    const std::int64_t now = actor_.clock().wall_ms();
    const protocol::ChatLine said{from.player.id, from.player.name, request.text, now};
    state_.chat.add(said);
    from.socket->send(Frame::reply(protocol::write(protocol::Ok{from.request_id}), from.request_id));
    publisher_.send_chat_line(said);
    actor_.gate().write(
        storage::AddChatLine{state_.code, {from.player.id, from.player.name, request.text, now}});
    return {};
}

/// Who is reported is not told, and the reporter only that it arrived.
Verdict MemberRequests::handle(const Requester& from, const protocol::ReportPlayer& request) {
    const Seating& seating = state_.seating;
    if (!seating.is_here(from.player.id)) return refused(RefusalReason::not_here);
    if (request.player == from.player.id) return refused(RefusalReason::not_yourself, {}, "/player");
    std::optional<protocol::PlayerInfo> reported;
    if (const RoomSeat* seat = seating.find(request.player))
        reported = seat->player;
    else if (const auto member = seating.members().find(request.player); member != seating.members().end())
        reported = member->second.info;
    for (const protocol::ChatLine& line : state_.chat.lines())
        if (!reported && line.from == request.player) reported = {line.from, line.name, false};
    if (!reported || level_of(request.player)) return refused(RefusalReason::nobody_lately, {}, "/player");
    ReportPlace place;
    if (const Table* table = match_runner_.table()) place = {table->id(), table->match().seq()};
    const auto row = report_row(state_, place, from.player, request, *reported, actor_.clock().wall_ms());
    if (reported_.contains(row.row.id)) return refused(RefusalReason::reported_already, {}, "/player");
    actor_.gate().write(row);
    actor_.when_durable([this, id = row.row.id] { reported_.insert(id); });
    replies_.answer(from);
    return {};
}

/// Shows the others that a player shakes the cup before a match. Nothing depends on it.
Verdict MemberRequests::handle(const Requester& from, const protocol::DiceShake&) {
    if (!state_.seating.is_here(from.player.id)) return refused(RefusalReason::not_here);
    const RoomSeat* seat = state_.seating.find(from.player.id);
    if (!seat) return refused(RefusalReason::no_seat);
    if (match_runner_.is_running()) return refused(RefusalReason::match_begun);
    const auto number = static_cast<Seat>(seat - state_.seating.seats().data());
    publisher_.send_shake(from.player.id, number);
    replies_.answer(from);
    return {};
}

}  // namespace cubilete::server
