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
// ----------------------------------------------------------------------------------------------------

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
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

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
                              const protocol::RoomReady& request) {
    if (!is_here(from.player.id)) return not_in_this_room();
    Chair* chair = chair_of(from.player.id);
    if (!chair) return no_seat_here();
    if (playing()) return only_between_matches();
    chair->ready = request.ready;
    answer_changed(from, re);
    return {};
}

Room::Verdict Room::sit(const protocol::PlayerInfo& player, std::optional<int> wanted) {
    if (playing()) return refused(Code::already_started, "A match is being played.");
    if (player.bot && !settings_.bots) return refused(Code::room_full, "This table takes no bots.");
    const auto free_chair = wanted ? chairs_.begin() + std::min<std::ptrdiff_t>(*wanted, std::ssize(chairs_))
                                   : std::ranges::find_if(chairs_, &Chair::is_free);
    if (free_chair == chairs_.end())
        return wanted ? refused(Code::seat_taken, "This table has no such seat.", "/seat")
                      : refused(Code::room_full, "Every seat is taken.");
    if (free_chair->player.id == player.id) return {};
    if (!free_chair->is_free())
        return refused(Code::seat_taken, free_chair->player.name + " sits there.", "/seat");
    const Chair* before = chair_of(player.id);
    const bool company = before && before->company;
    stand(player.id);
    std::erase(next_, player.id);
    take(*free_chair, player);
    free_chair->company = company;
    if (host_.empty() && !player.bot) host_ = player.id;
    return {};
}

/// Who sat down first stays first, also where the wall clock was set back in between.
void Room::take(Chair& chair, const protocol::PlayerInfo& player) {
    std::int64_t since = clock_->wall_ms();
    for (const Chair& other : chairs_) since = std::max(since, other.since_ms + 1);
    chair = {player, false, false, false, 0, since, {}, false};
}

void Room::stand(const std::string& player) {
    if (Chair* chair = chair_of(player)) *chair = {};
}

/// After a change between matches: who waited for a free seat gets it, and who may not watch any more goes. Having
/// waited counts as being ready.
void Room::sort_out() {
    if (playing()) return;
    for (const std::string& id : std::vector(next_))
        if (const auto there = members_.find(id); there != members_.end() && !sit(there->second.info, {}))
            chair_of(id)->ready = true;
    if (settings_.spectators) return;
    std::vector<std::string> watching;
    for (const auto& [id, there] : members_)
        if (id != host_ && !chair_of(id)) watching.push_back(id);
    for (const std::string& id : watching) dismiss(id, "no_spectators");
}

// ---- settings
// -------------------------------------------------------------------------------------------------

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
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
    if (!services_.aside(std::move(seal))) return too_much_to_hash();
    return {};
}

Room::Verdict Room::change(const Visitor& from, const protocol::RequestId& re,
                           const protocol::RoomFields& fields, const std::string& password) {
    if (from.player.id != host_) return only_the_host();
    if (playing()) return only_between_matches();
    auto settings = changed_settings(settings_, fields);
    if (auto* no = std::get_if<Refused>(&settings)) return std::move(*no);
    auto& wanted = std::get<RoomSettings>(settings);
    if (!password.empty()) wanted.password = password;
    const auto taken = std::ranges::count_if(chairs_, [](const Chair& chair) { return !chair.is_free(); });
    if (taken > wanted.seats)
        return refused(Code::bad_options, std::to_string(taken) + " players are seated.", "/seats");

    // Who agreed to the old game has not agreed to this one.
    const bool other_terms = wanted.game != settings_.game || wanted.options != settings_.options;
    settings_ = std::move(wanted);
    std::ranges::stable_partition(chairs_, [](const Chair& chair) { return !chair.is_free(); });
    chairs_.resize(static_cast<std::size_t>(settings_.seats));
    if (other_terms) {
        for (Chair& chair : chairs_) chair.ready = false;
        next_first_.reset();
    }
    answer_changed(from, re);
    return {};
}

// ---- sending away
// ---------------------------------------------------------------------------------------------

Room::Verdict Room::may_send_away(const Visitor& from, const std::string& player) {
    if (from.player.id != host_) return only_the_host();
    if (player == host_) return refused(Code::not_in_room, "The host cannot be sent away.", "/player");
    if (chair_of(player) && playing()) return only_between_matches();
    return {};
}

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
                              const protocol::RoomKick& request) {
    if (Verdict no = may_send_away(from, request.player)) return no;
    if (!is_here(request.player))
        return refused(Code::not_in_room, "Nobody of that id is in this room.", "/player");
    stand(request.player);
    dismiss(request.player, "kicked");
    answer_changed(from, re);
    return {};
}

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
                              const protocol::RoomBan& request) {
    if (Verdict no = may_send_away(from, request.player)) return no;
    const bool has_spoken =
        std::ranges::any_of(chat_, [&](const auto& line) { return line.from == request.player; });
    if (!is_here(request.player) && !has_spoken)
        return refused(Code::not_in_room, "Nobody of that id has been in this room of late.", "/player");
    banned_.insert(request.player);
    ledger_->write(storage::BanPlayer{code_, request.player});
    stand(request.player);
    dismiss(request.player, "banned");
    answer_changed(from, re);
    return {};
}

/// Who may decide about an absent player's seat, and how many of them have to.
std::optional<protocol::RoomPush::SeatInfo::VoteOut> Room::votes_against(const Chair& chair) const {
    if (chair.out.empty() || playing() || is_present(chair.player.id)) return std::nullopt;
    protocol::RoomPush::SeatInfo::VoteOut votes;
    int present = 0;
    for (const Chair& voter : chairs_) {
        if (voter.is_free() || voter.player.bot || !is_online(voter.player.id)) continue;
        ++present;
        if (chair.out.contains(voter.player.id)) votes.by.push_back(voter.player.id);
    }
    votes.needed = present / 2 + 1;
    if (votes.by.empty()) return std::nullopt;
    return votes;
}

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
                              const protocol::RoomVoteOut& request) {
    if (!is_here(from.player.id)) return not_in_this_room();
    if (!chair_of(from.player.id)) return no_seat_here();
    if (from.player.bot) return refused(Code::not_seated, "Only people vote about a seat.");
    if (playing()) return only_between_matches();
    Chair* absent = chair_of(request.player);
    if (!absent) return refused(Code::not_in_room, "Nobody of that id has a seat here.", "/player");
    if (level_of(request.player))
        return refused(Code::not_host, "A player of the house can only be sent away by the host.", "/player");
    if (is_present(request.player))
        return refused(Code::not_host, "Who is here can only be sent away by the host.", "/player");
    absent->out.insert(from.player.id);
    const auto votes = votes_against(*absent);
    if (votes && std::ssize(votes->by) >= votes->needed) {
        stand(request.player);
        members_.erase(request.player);  // without a socket there is nobody to tell
        if (host_ == request.player) pass_on_host();
    }
    answer_changed(from, re);
    return {};
}

// ---- the host
// -------------------------------------------------------------------------------------------------

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
                              const protocol::RoomHost& request) {
    if (from.player.id != host_) return only_the_host();
    if (!is_here(request.player))
        return refused(Code::not_in_room, "Nobody of that id is in this room.", "/player");
    const Chair* chair = chair_of(request.player);
    if (chair ? chair->player.bot : members_.at(request.player).info.bot)
        return refused(Code::not_host, "Only a person can be made host.", "/player");
    host_ = request.player;
    answer_changed(from, re);
    return {};
}

// Who is here comes before who is away, a seat before none, and of the seats the one longest held; never a bot.
void Room::pass_on_host() {
    const Chair* best = nullptr;
    for (const Chair& chair : chairs_) {
        if (chair.is_free() || chair.player.bot || chair.left) continue;
        if (!best || std::pair(!is_online(chair.player.id), chair.since_ms) <
                         std::pair(!is_online(best->player.id), best->since_ms))
            best = &chair;
    }
    const auto watching = std::ranges::find_if(
        members_, [](const auto& there) { return !there.second.info.bot && !there.second.sockets.empty(); });
    if (best && (is_online(best->player.id) || watching == members_.end()))
        host_ = best->player.id;
    else
        host_ = watching == members_.end() ? std::string() : watching->first;
}

bool Room::hosted_by_human() const {
    const auto host = members_.find(host_);
    return host != members_.end() && !host->second.info.bot && !host->second.sockets.empty();
}

}  // namespace cubilete::server
