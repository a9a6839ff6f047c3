#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/cost.hpp"
#include "server/room/room_matches.hpp"
#include "server/room/room_members.hpp"
#include "server/room/room_refusals.hpp"
#include "server/room/room_requests.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Refused;

// ---- joining

Verdict Room::Requests::operator()(const protocol::RoomJoin& request) const {
    const std::string& id = from.player.id;
    if (room.seating_.is_banned(id))
        return refused(Code::banned, "The host has banned you from this table.", "/room");
    const std::string& hash = room.settings_.password;
    if (hash.empty() || room.seating_.is_here(id) || room.seating_.find(id)) return join(request);
    if (!request.password) return refused(Code::wrong_password, "This table has a password.", "/password");
    auto checked = [&room = room, from = from, request, hash](bool fits) {
        room.judged(from, [&]() -> Verdict {
            const Requests requests{room, from};
            if (room.frozen_) return stopped();
            if (room.settings_.password != hash || room.seating_.is_banned(from.player.id))
                return requests(request);
            if (fits) return requests.join(request);
            room.password_check_.wrong(from.socket);
            return refused(Code::wrong_password, "That is not the password.", "/password");
        });
    };
    return room.password_check_.check(from.socket, hash, *request.password, std::move(checked));
}

Verdict Room::Requests::join(const protocol::RoomJoin& request) const {
    using As = protocol::RoomJoin::As;
    const bool watches = request.as == As::spectator;
    const Seating::Wish wish{
        .seat = request.seat,
        .must_sit = request.as == As::player || (request.seat.has_value() && !watches),
        .only_watches = watches,
    };
    auto joined = room.seating_.join(from.player, wish, room.clock().wall_ms());
    if (auto* no = std::get_if<Refused>(&joined)) return std::move(*no);
    const auto [seats_changed, returned] = std::get<Seating::Joined>(joined);
    if (returned) Matches{room}.set_bots();
    Members{room}.enter(from, seats_changed, request.seen);
    return {};
}

void Room::seat_stranger(const Requester& from, bool accepts_bot, const std::function<void()>& elsewhere) {
    if (handing_over_.begun || !Matches{*this}.waits_for_quick_start() ||
        !seating_.join_quick(from.player, accepts_bot, clock().wall_ms()))
        return elsewhere();
    Members{*this}.enter(from, true, {});
}

bool Room::come_back(const protocol::PlayerInfo& player, const SinkPtr& socket,
                     const std::optional<protocol::RoomJoin::Seen>& seen) {
    if (draining_) return true;  // the socket comes back to the next server
    if (closed_ || frozen_) return false;
    bool seats_changed = false;
    if (!seating_.is_here(player.id)) {
        const bool sits = seating_.find(player.id) != nullptr;
        if (!sits && (seating_.is_banned(player.id) || !settings_.password.empty())) return false;
        const bool waits = std::ranges::count(seating_.queue(), player.id) > 0;
        const auto joined = seating_.join(player, {.only_watches = !sits && !waits}, clock().wall_ms());
        if (std::holds_alternative<Refused>(joined)) return false;
        seats_changed = std::get<Seating::Joined>(joined).seats_changed;
        if (std::get<Seating::Joined>(joined).returned) Matches{*this}.set_bots();
    }
    Members{*this}.enter({player, socket, {}}, seats_changed, seen, false);
    return true;
}

void Room::Members::enter(const Requester& from, bool seats_changed,
                          const std::optional<protocol::RoomJoin::Seen>& seen, bool answers) const {
    const std::string& id = from.player.id;
    room.sockets_.add(id, from.socket);
    const bool other_host = room.seating_.enter(from.player);
    if (seats_changed || other_host) room.gate().write(room.row());

    if (answers)
        room.answer(from,
                    protocol::JsonText::object(
                        {{"room", room.code_}, {"as", room.seating_.find(id) ? "player" : "spectator"}}));
    if (seats_changed || other_host)
        room.push_room();
    else if (!room.push_members())
        room.push_room_to({from.socket});
    if (room.table_) {
        const std::int64_t newest = room.table_->match().seq();
        const bool resumes = seen && seen->match == room.table_->id();
        // Who did not ask expects events: its client takes a push without any only after its own request.
        const std::int64_t first = answers ? newest + 1 : 1;
        const std::int64_t unseen = resumes ? std::min(seen->seq, newest) + 1 : first;
        const std::size_t bytes = room.match_pushes_.catch_up(*room.table_, id, unseen, from.socket);
        room.lobby_.charge(id, Cost{.bytes = bytes}.requests());
    }
    room.dice_.greet(room.match_runs() ? room.table_.get() : nullptr, id, from.socket);
    room.report();
    room.follow_people();
}

// ---- leaving

Verdict Room::Requests::operator()(const protocol::RoomLeave&) const {
    const std::string& id = from.player.id;
    if (!room.seating_.is_here(id)) return not_in_this_room();
    room.sockets_.remove(id, from.socket);
    Members{room}.dismiss(id, "left");
    Members{room}.follow_leaving(room.seating_.leave(id));
    room.seating_.replace_host(id);
    return after_change({});
}

Verdict Room::Requests::leave_frozen() const {
    const std::string& id = from.player.id;
    if (!room.seating_.is_here(id)) return not_in_this_room();
    if (room.seating_.find(id)) room.gate().write(storage::LeaveSeat{room.code_, id});
    // A frozen room cannot go back to what is on disk, so in memory the player leaves when the disk has it.
    room.when_durable([&room = room, id, socket = from.socket] {
        room.sockets_.remove(id, socket);
        Members{room}.dismiss(id, "left");
        room.seating_.mark_left(id);
        room.report();
        room.follow_people();
    });
    room.answer(from);
    return {};
}

void Room::Members::follow_leaving(Seating::Leaving leaving) const {
    if (leaving == Seating::Leaving::bot_plays) Matches{room}.set_bots();
    if (leaving == Seating::Leaving::nobody_plays) Matches{room}.abandon();
}

void Room::Members::dismiss(const std::string& player, const std::string& reason) const {
    const auto text =
        std::make_shared<const std::string>(protocol::write(protocol::GonePush{room.code_, reason}));
    for (const SinkPtr& socket : room.sockets_.take(player))
        room.gate().send(socket, {text, Frame::Kind::push, {}});
}

void Room::Members::seat_waiting() const {
    for (const std::string& id : room.seating_.seat_waiting(room.clock().wall_ms()))
        dismiss(id, "no_spectators");
}

}  // namespace cubilete::server
