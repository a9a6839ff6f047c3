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

Room::Verdict Room::carry_out(const Requester& from, const protocol::RequestId& re,
                              const protocol::RoomSeat& request) {
    const std::string& id = from.player.id;
    if (!is_here(id)) return not_in_this_room();
    if (playing()) return only_between_matches();
    if (request.seat) {
        if (Verdict no_seat = sit(from.player, request.seat)) return no_seat;
    } else {
        if (!settings_.spectators && id != host_)
            return refused(Code::room_full, "Nobody may watch at this table; leave it instead.", "/seat");
        stand(id);
        std::erase(next_, id);
    }
    answer_changed(from, re);
    return {};
}

Room::Verdict Room::carry_out(const Requester& from, const protocol::RequestId& re,
                              const protocol::RoomReady& request) {
    if (!is_here(from.player.id)) return not_in_this_room();
    RoomSeat* room_seat = find_seat(from.player.id);
    if (!room_seat) return no_seat_here();
    if (playing()) return only_between_matches();
    room_seat->ready = request.ready;
    answer_changed(from, re);
    return {};
}

Room::Verdict Room::sit(const protocol::PlayerInfo& player, std::optional<int> wanted) {
    if (playing()) return refused(Code::already_started, "A match is being played.");
    if (player.bot && !settings_.bots) return refused(Code::room_full, "This table takes no bots.");
    const auto free_seat = wanted ? seats_.begin() + std::min<std::ptrdiff_t>(*wanted, std::ssize(seats_))
                                  : std::ranges::find_if(seats_, &RoomSeat::is_free);
    if (free_seat == seats_.end())
        return wanted ? refused(Code::seat_taken, "This table has no such seat.", "/seat")
                      : refused(Code::room_full, "Every seat is taken.");
    if (free_seat->player.id == player.id) return {};
    if (!free_seat->is_free())
        return refused(Code::seat_taken, free_seat->player.name + " sits there.", "/seat");
    const RoomSeat* before = find_seat(player.id);
    const bool accepts_bot = before && before->accepts_bot;
    stand(player.id);
    std::erase(next_, player.id);
    take(*free_seat, player);
    free_seat->accepts_bot = accepts_bot;
    if (host_.empty() && !player.bot && !settings_.quick) host_ = player.id;
    return {};
}

/// Gives the player a seat. since_ms is later than that of every other seat even if the wall clock was set
/// back, so that the order of arrival is kept.
void Room::take(RoomSeat& room_seat, const protocol::PlayerInfo& player) {
    std::int64_t since = clock_->wall_ms();
    for (const RoomSeat& other : seats_) since = std::max(since, other.since_ms + 1);
    room_seat = {player, waits_for_quick_start(), false, false, 0, since, {}, false};
}

void Room::stand(const std::string& player) {
    if (RoomSeat* room_seat = find_seat(player)) *room_seat = {};
}

/// Follows a change between matches: gives free seats to the members who wait for one, and removes spectators
/// if the room allows none. A player who waited counts as ready.
void Room::seat_waiting() {
    if (playing()) return;
    for (const std::string& id : std::vector(next_))
        if (const auto there = members_.find(id); there != members_.end() && !sit(there->second.info, {}))
            find_seat(id)->ready = true;
    if (settings_.spectators) return;
    std::vector<std::string> watching;
    for (const auto& [id, there] : members_)
        if (id != host_ && !find_seat(id)) watching.push_back(id);
    for (const std::string& id : watching) remove_member(id, "no_spectators");
}

// ---- settings

Room::Verdict Room::carry_out(const Requester& from, const protocol::RequestId& re,
                              const protocol::RoomSet& request) {
    if (from.player.id != host_) return only_the_host();
    if (playing()) return only_between_matches();
    if (!request.fields.password || !*request.fields.password) return change(from, re, request.fields, {});
    auto seal = [self = shared_from_this(), from, re, fields = request.fields] {
        std::string hash = password_hash(**fields.password);
        self->post([from, re, fields, hash = std::move(hash)](Room& room) {
            room.judged(from, re, [&] {
                return room.frozen_.empty() ? room.change(from, re, fields, hash) : Verdict(stopped());
            });
        });
    };
    if (!services_.aside(from.socket->network(), std::move(seal))) return too_much_to_hash();
    return {};
}

Room::Verdict Room::change(const Requester& from, const protocol::RequestId& re,
                           const protocol::RoomFields& fields, const std::string& password) {
    if (from.player.id != host_) return only_the_host();
    if (playing()) return only_between_matches();
    auto settings = changed_settings(settings_, fields);
    if (auto* no = std::get_if<Refused>(&settings)) return std::move(*no);
    auto& wanted = std::get<RoomSettings>(settings);
    if (!password.empty()) wanted.password = password;
    const auto taken =
        std::ranges::count_if(seats_, [](const RoomSeat& room_seat) { return !room_seat.is_free(); });
    if (taken > wanted.seats)
        return refused(Code::bad_options, std::to_string(taken) + " players are seated.", "/seats");

    // Players who agreed to the old game or options have not agreed to the new ones.
    const bool other_terms = wanted.game != settings_.game || wanted.options != settings_.options;
    settings_ = std::move(wanted);
    std::ranges::stable_partition(seats_, [](const RoomSeat& room_seat) { return !room_seat.is_free(); });
    seats_.resize(static_cast<std::size_t>(settings_.seats));
    if (other_terms) {
        for (RoomSeat& room_seat : seats_) room_seat.ready = false;
        next_first_.reset();
    }
    answer_changed(from, re);
    return {};
}

// ---- kick, ban and votes

Room::Verdict Room::may_send_away(const Requester& from, const std::string& player) {
    if (from.player.id != host_) return only_the_host();
    if (player == host_) return refused(Code::not_in_room, "The host cannot be sent away.", "/player");
    if (find_seat(player) && playing()) return only_between_matches();
    return {};
}

Room::Verdict Room::carry_out(const Requester& from, const protocol::RequestId& re,
                              const protocol::RoomKick& request) {
    if (Verdict no = may_send_away(from, request.player)) return no;
    if (!is_here(request.player))
        return refused(Code::not_in_room, "Nobody of that id is in this room.", "/player");
    stand(request.player);
    remove_member(request.player, "kicked");
    answer_changed(from, re);
    return {};
}

Room::Verdict Room::carry_out(const Requester& from, const protocol::RequestId& re,
                              const protocol::RoomBan& request) {
    if (Verdict no = may_send_away(from, request.player)) return no;
    const bool has_spoken =
        std::ranges::any_of(chat_, [&](const auto& line) { return line.from == request.player; });
    if (!is_here(request.player) && !has_spoken)
        return refused(Code::not_in_room, "Nobody of that id has been in this room of late.", "/player");
    banned_.insert(request.player);
    gate_->write(storage::BanPlayer{code_, request.player});
    stand(request.player);
    remove_member(request.player, "banned");
    answer_changed(from, re);
    return {};
}

/// The votes to free the seat of an absent player; nothing without votes, during a match, or if the player is
/// present.
std::optional<protocol::RoomPush::SeatInfo::VoteOut> Room::votes_against(const RoomSeat& room_seat) const {
    if (room_seat.out.empty() || playing() || is_present(room_seat.player.id)) return std::nullopt;
    Votes votes = votes_of(room_seat.out);
    if (votes.by.empty()) return std::nullopt;
    return votes;
}

/// Counts the votes of the seated people who are connected; more than half of these people are needed.
Room::Votes Room::votes_of(const std::set<std::string>& wishes) const {
    Votes votes;
    int present = 0;
    for (const RoomSeat& voter : seats_) {
        if (voter.is_free() || voter.player.bot || !is_online(voter.player.id)) continue;
        ++present;
        if (wishes.contains(voter.player.id)) votes.by.push_back(voter.player.id);
    }
    votes.needed = present / 2 + 1;
    return votes;
}

Room::Verdict Room::carry_out(const Requester& from, const protocol::RequestId& re,
                              const protocol::RoomVoteOut& request) {
    if (!is_here(from.player.id)) return not_in_this_room();
    if (!find_seat(from.player.id)) return no_seat_here();
    if (from.player.bot) return refused(Code::not_seated, "Only people vote about a seat.");
    if (playing()) return only_between_matches();
    RoomSeat* absent = find_seat(request.player);
    if (!absent) return refused(Code::not_in_room, "Nobody of that id has a seat here.", "/player");
    if (level_of(request.player))
        return refused(Code::not_host, "A player of the house can only be sent away by the host.", "/player");
    if (is_present(request.player))
        return refused(Code::not_host, "Who is here can only be sent away by the host.", "/player");
    absent->out.insert(from.player.id);
    const auto votes = votes_against(*absent);
    if (votes && std::ssize(votes->by) >= votes->needed) {
        stand(request.player);
        members_.erase(request.player);  // an absent member has no socket to notify
        if (host_ == request.player) pass_on_host();
    }
    answer_changed(from, re);
    return {};
}

// ---- the host

Room::Verdict Room::carry_out(const Requester& from, const protocol::RequestId& re,
                              const protocol::RoomHost& request) {
    if (from.player.id != host_) return only_the_host();
    if (!is_here(request.player))
        return refused(Code::not_in_room, "Nobody of that id is in this room.", "/player");
    const RoomSeat* room_seat = find_seat(request.player);
    if (room_seat ? room_seat->player.bot : members_.at(request.player).info.bot)
        return refused(Code::not_host, "Only a person can be made host.", "/player");
    host_ = request.player;
    answer_changed(from, re);
    return {};
}

// Chooses a host: the connected seated person who sat down first; otherwise a connected spectator; otherwise
// the absent seated person who sat down first; otherwise nobody. Never a bot. A quick.match room has no host.
void Room::pass_on_host() {
    if (settings_.quick) return;
    const RoomSeat* best = nullptr;
    for (const RoomSeat& room_seat : seats_) {
        if (room_seat.is_free() || room_seat.player.bot || room_seat.left) continue;
        if (!best || std::pair(!is_online(room_seat.player.id), room_seat.since_ms) <
                         std::pair(!is_online(best->player.id), best->since_ms))
            best = &room_seat;
    }
    const auto watching = std::ranges::find_if(
        members_, [](const auto& there) { return !there.second.info.bot && !there.second.sockets.empty(); });
    if (best && (is_online(best->player.id) || watching == members_.end()))
        host_ = best->player.id;
    else
        host_ = watching == members_.end() ? std::string() : watching->first;
}

}  // namespace cubilete::server
