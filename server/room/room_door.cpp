#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/match/house_cast.hpp"
#include "server/room/passwords.hpp"
#include "server/room/room.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

// Bounds of the events that a returning member is sent; past one of them they get the present view only.
constexpr std::int64_t most_missed_entries = 1'500;
constexpr std::size_t most_missed_bytes = 256 * 1024;
constexpr std::size_t bytes_a_request = 16 * 1024;  // the price of a resume, in bytes per request
// The clock in a shared text may be wrong by this.
constexpr auto same_moment = std::chrono::milliseconds(50);

}  // namespace

using protocol::Code;
using protocol::object;
using protocol::Refused;

// ---- joining

Room::Verdict Room::carry_out(const Requester& from, const protocol::RequestId& re,
                              const protocol::RoomJoin& request) {
    if (banned_.contains(from.player.id))
        return refused(Code::banned, "The host has banned you from this table.", "/room");
    if (settings_.password.empty() || is_here(from.player.id) || find_seat(from.player.id))
        return join(from, re, request);
    return check_password(from, re, request);
}

Room::Verdict Room::check_password(const Requester& from, const protocol::RequestId& re,
                                   const protocol::RoomJoin& request) {
    if (!request.password) return refused(Code::wrong_password, "This table has a password.", "/password");
    const TokenBucket::Time now(clock_->now());
    if (!wrong_passwords_.of(from.socket->network()).has(now) || !wrong_passwords_of_all_.has(now))
        return Refused{Code::rate_limited, "Too many passwords were tried at this table.", {}, 2'000};
    auto look = [self = shared_from_this(), from, re, request, hash = settings_.password] {
        const bool fits = password_fits(hash, *request.password);
        self->post([from, re, request, hash, fits](Room& room) {
            if (!room.forget_knock(from.socket)) return;  // its socket has closed
            room.judged(from, re, [&]() -> Verdict {
                if (!room.frozen_.empty()) return stopped();
                if (room.settings_.password != hash || room.banned_.contains(from.player.id))
                    return room.carry_out(from, re, request);
                if (!fits) {
                    const TokenBucket::Time then(room.clock_->now());
                    room.wrong_passwords_.of(from.socket->network()).take(then);
                    room.wrong_passwords_of_all_.take(then);
                    return refused(Code::wrong_password, "That is not the password.", "/password");
                }
                return room.join(from, re, request);
            });
        });
    };
    if (!services_.aside(from.socket->network(), std::move(look))) return too_much_to_hash();
    checking_.push_back(from.socket);
    return {};
}

bool Room::forget_knock(const SinkPtr& socket) {
    const auto checked = std::ranges::find(checking_, socket);
    if (checked == checking_.end()) return false;
    checking_.erase(checked);
    return true;
}

Room::Verdict Room::join(const Requester& from, const protocol::RequestId& re,
                         const protocol::RoomJoin& request) {
    using As = protocol::RoomJoin::As;
    const std::string& id = from.player.id;
    const bool watches = request.as == As::spectator;
    const bool must_sit = request.as == As::player || (request.seat.has_value() && !watches);
    const bool may_watch = settings_.spectators || id == host_;
    bool seats_changed = false;
    if (RoomSeat* room_seat = find_seat(id)) {
        seats_changed = give_back(*room_seat);
        room_seat->player = from.player;
        room_seat->out.clear();
    } else {
        const Verdict no_seat = watches ? refused(Code::room_full, "This table takes no spectators.")
                                        : sit(from.player, request.seat);
        seats_changed = !no_seat;
        if (no_seat && (must_sit || !may_watch)) return no_seat;
        const bool waits = no_seat && !watches && (settings_.bots || !from.player.bot);
        if (!waits)
            std::erase(next_, id);
        else if (std::ranges::count(next_, id) == 0)
            next_.push_back(id);
    }
    enter(from, re, seats_changed, request.seen);
    return {};
}

/// Gives a seat back to its player. `missed` stays one below the limit, so that one more missed turn is
/// enough for a built-in bot to take over again. Returns whether anything changed.
bool Room::give_back(RoomSeat& room_seat) {
    if (!room_seat.house && !room_seat.left) return false;
    room_seat.house = room_seat.left = false;
    room_seat.missed = std::min(room_seat.missed, services_.limits.missed_turns - 1);
    set_house();
    return true;
}

/// Makes the requester a member, answers, and sends the state of the room and of the match.
void Room::enter(const Requester& from, const protocol::RequestId& re, bool seats_changed,
                 const std::optional<protocol::RoomJoin::Seen>& seen) {
    const std::string& id = from.player.id;
    Member& joined = members_[id];
    joined.info = from.player;
    if (std::ranges::count(joined.sockets, from.socket) == 0) joined.sockets.push_back(from.socket);
    const std::string host_before = host_;
    if (host_.empty()) pass_on_host();
    if (seats_changed || host_ != host_before) gate_->write(row());

    answer(from, re, object({{"room", code_}, {"as", find_seat(id) ? "player" : "spectator"}}));
    push_room();
    if (table_) {
        const bool resumes = seen && seen->match == table_->id();
        const std::int64_t now = table_->match().seq();
        const auto text = caught_up(viewer_of(id), resumes ? std::min(seen->seq, now) + 1 : now + 1);
        lobby_.charge(id, static_cast<int>(catch_up_.missed_bytes / bytes_a_request));
        gate_->send(from.socket, {text, Frame::Kind::push, "match " + code_});
    }
    report();
    update_idle_timers();
}

/// Returns the present match with the entries from `unseen` on. Members who join within `same_moment` and
/// have missed the same entries share one text while it is queued, so that many slow readers cost the memory
/// of one text.
std::shared_ptr<const std::string> Room::caught_up(Viewer viewer, std::int64_t unseen) {
    const std::int64_t now = table_->match().seq();
    const CatchUp::Of wanted{table_->id(), viewer, unseen, now, table_->over(), wait_number_, wait_until_};
    if (catch_up_.of == wanted && clock_->now() - catch_up_.at < same_moment)
        if (auto text = catch_up_.text.lock()) return text;
    catch_up_ = {wanted, clock_->now()};
    std::int64_t left_out = 0;
    if (now - unseen >= most_missed_entries) {
        left_out = now - unseen + 1;
        unseen = now + 1;
    }
    auto push = match_push(viewer, table_->match().sights({&viewer, 1}, unseen).front());
    catch_up_.missed_bytes = unseen <= now ? push.sight.events.dump().size() : 0;
    if (catch_up_.missed_bytes > most_missed_bytes) {
        left_out = now - unseen + 1;
        push.sight.events = protocol::JsonText::array();
    } else if (unseen <= now) {
        push.entries = table_->match().entries_text(viewer, unseen, now);
    }
    if (left_out > 0) push.left_out = left_out;
    const auto text = std::make_shared<const std::string>(protocol::write(std::move(push)));
    catch_up_.text = text;
    return text;
}

// ---- leaving

Room::Verdict Room::carry_out(const Requester& from, const protocol::RequestId& re,
                              const protocol::RoomLeave&) {
    if (!is_here(from.player.id)) return not_in_this_room();
    if (const auto there = members_.find(from.player.id); there != members_.end())
        std::erase(there->second.sockets, from.socket);
    remove_member(from.player.id, "left");
    if (RoomSeat* room_seat = find_seat(from.player.id); room_seat && playing())
        leave_match(*room_seat);
    else
        stand(from.player.id);
    if (host_ == from.player.id) pass_on_host();
    answer_changed(from, re);
    return {};
}

/// Leaving is the only request that a frozen room carries out, so that it holds no player. It writes only the
/// seat that was left.
Room::Verdict Room::leave_frozen(const Requester& from, const protocol::RequestId& re) {
    const std::string& id = from.player.id;
    if (!is_here(id)) return not_in_this_room();
    if (const auto there = members_.find(id); there != members_.end())
        std::erase(there->second.sockets, from.socket);
    remove_member(id, "left");
    if (RoomSeat* room_seat = find_seat(id)) {
        room_seat->left = true;
        gate_->write(storage::LeaveSeat{code_, id});
    }
    answer(from, re);
    report();
    return {};
}

// The player may come back; until then a built-in bot plays. If all people have left, the match is abandoned.
void Room::leave_match(RoomSeat& room_seat) {
    room_seat.left = room_seat.house = true;
    const bool somebody_plays = std::ranges::any_of(seats_, [](const RoomSeat& seat) {
        return !seat.is_free() && !seat.left && !level_of(seat.player.id);
    });
    if (somebody_plays) return set_house();
    table_->abandon();
    match_over();
    push_match(table_->match().seq() + 1);  // no event but the end
}

void Room::remove_member(const std::string& player, const std::string& reason) {
    std::erase(next_, player);
    const auto there = members_.find(player);
    if (there == members_.end()) return;
    const auto text = std::make_shared<const std::string>(protocol::write(protocol::GonePush{code_, reason}));
    for (const SinkPtr& socket : there->second.sockets) gate_->send(socket, {text, Frame::Kind::push, {}});
    members_.erase(there);
}

}  // namespace cubilete::server
