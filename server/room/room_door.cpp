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

Verdict Room::carry_out(const Requester& from, const protocol::RoomJoin& request) {
    if (seating_.is_banned(from.player.id))
        return refused(Code::banned, "The host has banned you from this table.", "/room");
    if (settings_.password.empty() || seating_.is_here(from.player.id) || seating_.find(from.player.id))
        return join(from, request);
    return check_password(from, request);
}

Verdict Room::check_password(const Requester& from, const protocol::RoomJoin& request) {
    if (!request.password) return refused(Code::wrong_password, "This table has a password.", "/password");
    const TokenBucket::Time now(clock_->now());
    if (!wrong_passwords_.of(from.socket->network()).has(now) || !wrong_passwords_of_all_.has(now))
        return Refused{Code::rate_limited, "Too many passwords were tried at this table.", {}, 2'000};
    auto look = [self = shared_from_this(), from, request, hash = settings_.password] {
        const bool fits = password_fits(hash, *request.password);
        self->post([from, request, hash, fits](Room& room) {
            if (!room.forget_knock(from.socket)) return;  // its socket has closed
            room.judged(from, [&]() -> Verdict {
                if (!room.frozen_.empty()) return stopped();
                if (room.settings_.password != hash || room.seating_.is_banned(from.player.id))
                    return room.carry_out(from, request);
                if (!fits) {
                    const TokenBucket::Time then(room.clock_->now());
                    room.wrong_passwords_.of(from.socket->network()).take(then);
                    room.wrong_passwords_of_all_.take(then);
                    return refused(Code::wrong_password, "That is not the password.", "/password");
                }
                return room.join(from, request);
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

Verdict Room::join(const Requester& from, const protocol::RoomJoin& request) {
    using As = protocol::RoomJoin::As;
    const bool watches = request.as == As::spectator;
    const Seating::Wish wish{
        .seat = request.seat,
        .must_sit = request.as == As::player || (request.seat.has_value() && !watches),
        .only_watches = watches,
    };
    auto joined = seating_.join(from.player, wish, clock_->wall_ms());
    if (auto* no = std::get_if<Refused>(&joined)) return std::move(*no);
    const auto [seats_changed, returned] = std::get<Seating::Joined>(joined);
    if (returned) set_house();
    enter(from, seats_changed, request.seen);
    return {};
}

/// Makes the requester a member, answers, and sends the state of the room and of the match.
void Room::enter(const Requester& from, bool seats_changed,
                 const std::optional<protocol::RoomJoin::Seen>& seen) {
    const std::string& id = from.player.id;
    std::vector<SinkPtr>& sockets = sockets_[id];
    if (std::ranges::count(sockets, from.socket) == 0) sockets.push_back(from.socket);
    const bool other_host = seating_.enter(from.player);
    if (seats_changed || other_host) gate_->write(row());

    answer(from, object({{"room", code_}, {"as", seating_.find(id) ? "player" : "spectator"}}));
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

Verdict Room::carry_out(const Requester& from, const protocol::RoomLeave&) {
    const std::string& id = from.player.id;
    if (!seating_.is_here(id)) return not_in_this_room();
    std::erase(sockets_[id], from.socket);
    dismiss(id, "left");
    follow_leaving(seating_.leave(id));
    seating_.replace_host(id);
    answer_changed(from);
    return {};
}

/// Leaving is the only request that a frozen room carries out, so that it holds no player. It writes only the
/// seat that was left.
Verdict Room::leave_frozen(const Requester& from) {
    const std::string& id = from.player.id;
    if (!seating_.is_here(id)) return not_in_this_room();
    std::erase(sockets_[id], from.socket);
    dismiss(id, "left");
    if (seating_.mark_left(id)) gate_->write(storage::LeaveSeat{code_, id});
    answer(from);
    report();
    return {};
}

/// A built-in bot plays the seat that was left until its player comes back. If all people have left, the match
/// is abandoned.
void Room::follow_leaving(Seating::Leaving leaving) {
    if (leaving == Seating::Leaving::bot_plays) set_house();
    if (leaving != Seating::Leaving::nobody_plays) return;
    table_->abandon();
    match_over();
    push_match(table_->match().seq() + 1);  // no event but the end
}

/// Tells the sockets of a player who is no longer a member.
void Room::dismiss(const std::string& player, const std::string& reason) {
    const auto own = sockets_.find(player);
    if (own == sockets_.end()) return;
    const auto text = std::make_shared<const std::string>(protocol::write(protocol::GonePush{code_, reason}));
    for (const SinkPtr& socket : own->second) gate_->send(socket, {text, Frame::Kind::push, {}});
    sockets_.erase(own);
}

}  // namespace cubilete::server
