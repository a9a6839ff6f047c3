#include <algorithm>
#include <utility>

#include "server/match/house_cast.hpp"
#include "server/room/passwords.hpp"
#include "server/room/room.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Refused;

// ---- seats

Verdict Room::carry_out(const Requester& from, const protocol::RoomSeat& request) {
    return after_change(from, seating_.change_seat(from.player, request.seat, clock_->wall_ms()));
}

Verdict Room::carry_out(const Requester& from, const protocol::RoomReady& request) {
    return after_change(from, seating_.set_ready(from.player.id, request.ready));
}

Verdict Room::carry_out(const Requester& from, const protocol::RoomBot& request) {
    return after_change(from,
                        seating_.seat_bot(from.player.id, request.seat, request.level, clock_->wall_ms()));
}

/// Answers a request that the seating carried out; passes a refusal on.
Verdict Room::after_change(const Requester& from, Verdict verdict) {
    if (!verdict) answer_changed(from);
    return verdict;
}

void Room::seat_waiting() {
    for (const std::string& id : seating_.seat_waiting(clock_->wall_ms())) dismiss(id, "no_spectators");
}

// ---- settings

Verdict Room::carry_out(const Requester& from, const protocol::RoomSet& request) {
    if (Verdict no = seating_.may_change(from.player.id)) return no;
    if (!request.fields.password || !*request.fields.password) return change(from, request.fields, {});
    auto seal = [self = shared_from_this(), from, fields = request.fields] {
        std::string hash = password_hash(**fields.password);
        self->post([from, fields, hash = std::move(hash)](Room& room) {
            room.judged(from, [&] {
                return room.frozen_.empty() ? room.change(from, fields, hash) : Verdict(stopped());
            });
        });
    };
    if (!services_.aside(from.socket->network(), std::move(seal))) return too_much_to_hash();
    return {};
}

Verdict Room::change(const Requester& from, const protocol::RoomFields& fields, const std::string& password) {
    if (Verdict no = seating_.may_change(from.player.id)) return no;
    auto settings = changed_settings(settings_, fields);
    if (auto* no = std::get_if<Refused>(&settings)) return std::move(*no);
    auto& wanted = std::get<RoomSettings>(settings);
    if (!password.empty()) wanted.password = password;
    // Players who agreed to the old game or options have not agreed to the new ones.
    const bool other_terms = wanted.game != settings_.game || wanted.options != settings_.options;
    const RoomSettings before = std::exchange(settings_, std::move(wanted));
    if (Verdict no = seating_.change_rules(rules(), other_terms)) {
        settings_ = before;
        return no;
    }
    if (other_terms) next_first_.reset();
    answer_changed(from);
    return {};
}

// ---- the host and the votes

Verdict Room::carry_out(const Requester& from, const protocol::RoomHost& request) {
    return after_change(from, seating_.make_host(from.player.id, request.player));
}

Verdict Room::carry_out(const Requester& from, const protocol::RoomVoteOut& request) {
    return after_change(from, seating_.vote_to_free(from.player, request.player));
}

Verdict Room::carry_out(const Requester& from, const protocol::RoomKick& request) {
    if (Verdict no = seating_.kick(from.player.id, request.player)) return no;
    dismiss(request.player, "kicked");
    answer_changed(from);
    return {};
}

Verdict Room::carry_out(const Requester& from, const protocol::RoomBan& request) {
    const bool has_spoken =
        std::ranges::any_of(chat_, [&](const auto& line) { return line.from == request.player; });
    if (Verdict no = seating_.ban(from.player.id, request.player, has_spoken)) return no;
    gate_->write(storage::BanPlayer{code_, request.player});
    dismiss(request.player, "banned");
    answer_changed(from);
    return {};
}

}  // namespace cubilete::server
