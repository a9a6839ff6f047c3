#include "server/room/room_requests.hpp"

#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/room/password_hash.hpp"
#include "server/room/room_matches.hpp"
#include "server/room/room_members.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Refused;

Verdict Room::Requests::after_change(Verdict verdict) const {
    if (verdict) return verdict;
    Members{room}.seat_waiting();
    room.gate().write(room.row());
    room.answer(from);
    room.push_room();
    room.report();
    Matches{room}.play_again_if_agreed();
    room.follow_people();
    return {};
}

// ---- seats

Verdict Room::Requests::operator()(const protocol::RoomSeat& request) const {
    return after_change(room.seating_.change_seat(from.player, request.seat, room.clock().wall_ms()));
}

Verdict Room::Requests::operator()(const protocol::RoomReady& request) const {
    return after_change(room.seating_.set_ready(from.player.id, request.ready));
}

Verdict Room::Requests::operator()(const protocol::RoomBot& request) const {
    return after_change(
        room.seating_.seat_bot(from.player.id, request.seat, request.level, room.clock().wall_ms()));
}

Verdict Room::Requests::operator()(const protocol::RoomRematch&) const {
    return after_change(room.seating_.want_another(from.player.id));
}

// ---- settings

Verdict Room::Requests::operator()(const protocol::RoomSet& request) const {
    if (Verdict no = room.seating_.may_change(from.player.id)) return no;
    if (!request.fields.password || !*request.fields.password) return change(request.fields, {});
    auto seal = [own = std::static_pointer_cast<Room>(room.shared_from_this()), from = from,
                 fields = request.fields] {
        own->post([from, fields, hash = password_hash(**fields.password)](Room& self) {
            self.judged(from, [&] {
                return !self.frozen_ ? Requests{self, from}.change(fields, hash) : stopped();
            });
        });
    };
    if (!room.services().aside(from.socket->network(), std::move(seal))) return too_much_to_hash();
    return {};
}

Verdict Room::Requests::change(const protocol::RoomFields& fields, const std::string& password) const {
    if (Verdict no = room.seating_.may_change(from.player.id)) return no;
    auto settings = changed_settings(room.settings_, fields);
    if (auto* no = std::get_if<Refused>(&settings)) return std::move(*no);
    auto& wanted = std::get<RoomSettings>(settings);
    if (!password.empty()) wanted.password = password;
    // Players who agreed to the old game or options have not agreed to the new ones.
    const bool other_terms = wanted.game != room.settings_.game || wanted.options != room.settings_.options;
    if (Verdict no = room.seating_.change_rules(seating_rules(wanted, room.services().limits), other_terms))
        return no;
    room.settings_ = std::move(wanted);
    if (other_terms) room.next_starter_.reset();
    return after_change({});
}

// ---- the host and the votes

Verdict Room::Requests::operator()(const protocol::RoomHost& request) const {
    return after_change(room.seating_.make_host(from.player.id, request.player));
}

Verdict Room::Requests::operator()(const protocol::RoomKick& request) const {
    Verdict no = room.seating_.kick(from.player.id, request.player);
    if (!no) Members{room}.dismiss(request.player, "kicked");
    return after_change(std::move(no));
}

Verdict Room::Requests::operator()(const protocol::RoomBan& request) const {
    const bool has_spoken = room.chat_.has_line_of(request.player);
    if (Verdict no = room.seating_.ban(from.player.id, request.player, has_spoken)) return no;
    room.gate().write(storage::BanPlayer{room.code_, request.player});
    Members{room}.dismiss(request.player, "banned");
    return after_change({});
}

Verdict Room::Requests::operator()(const protocol::RoomVoteOut& request) const {
    return after_change(room.seating_.vote_to_free(from.player, request.player));
}

/// A match does not wait forever for an absent player: the host may have a built-in bot play for them, and so
/// may more than half of the seated people who are connected.
Verdict Room::Requests::operator()(const protocol::RoomStandIn& request) const {
    auto vote = room.seating_.vote_for_bot(from.player, request.player, room.clock().now());
    if (auto* no = std::get_if<Refused>(&vote)) return std::move(*no);
    if (std::get<Seating::Vote>(vote) == Seating::Vote::decided) {
        room.gate().write(room.row());
        Matches{room}.set_bots();
    }
    room.answer(from);
    room.push_room();
    return {};
}

// ---- chat

Verdict Room::Requests::operator()(const protocol::RoomChat& request) const {
    if (!room.seating_.is_here(from.player.id)) return not_in_this_room();
    const std::int64_t now = room.clock().wall_ms();
    const protocol::ChatLine said{from.player.id, from.player.name, request.text, now};
    room.chat_.add(said);
    const auto ok = std::make_shared<const std::string>(protocol::write(protocol::Ok{from.re}));
    const auto line =
        std::make_shared<const std::string>(protocol::write(protocol::ChatPush{room.code_, said}));
    from.socket->send({ok, Frame::Kind::reply, {}});
    for (const SinkPtr& socket : room.sockets_.all()) {
        socket->send({line, Frame::Kind::push, {}});
        ++room.frames_;
    }
    room.gate().write(storage::AddChat{room.code_, {from.player.id, from.player.name, request.text, now}});
    return {};
}

}  // namespace cubilete::server
