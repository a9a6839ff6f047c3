#include <algorithm>

#include "server/match/built_in_bots.hpp"
#include "server/room/room_refusals.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

using protocol::PlayerInfo;
using protocol::Rejection;
using protocol::Votes;

namespace {

bool is_decided(const std::optional<Votes>& votes) { return votes && std::ssize(votes->by) >= votes->needed; }

void let_bot_play(RoomSeat& seat) {
    seat.bot_plays = true;
    seat.votes_for_bot.clear();
}

}  // namespace

/// Counts the votes of the seated people who are connected; more than half of these people are needed.
Votes Seating::count(const std::set<std::string>& wishes) const {
    Votes votes;
    int present = 0;
    for (const RoomSeat& voter : seats_) {
        if (!voter.is_person() || !is_online(voter.player.id)) continue;
        ++present;
        if (wishes.contains(voter.player.id)) votes.by.push_back(voter.player.id);
    }
    votes.needed = present / 2 + 1;
    return votes;
}

std::optional<Votes> Seating::votes_to_free(const RoomSeat& seat) const {
    if (seat.votes_to_free.empty() || playing() || is_present(seat.player.id)) return std::nullopt;
    Votes votes = count(seat.votes_to_free);
    if (votes.by.empty()) return std::nullopt;
    return votes;
}

std::optional<Votes> Seating::votes_for_bot(const RoomSeat& seat, Time now) const {
    if (!may_stand_in(seat, now)) return std::nullopt;
    return count(seat.votes_for_bot);
}

Verdict Seating::vote_to_free(const PlayerInfo& by, const std::string& player) {
    if (!is_here(by.id)) return refused(RefusalReason::not_here);
    if (!find(by.id)) return refused(RefusalReason::no_seat);
    if (by.bot) return refused(RefusalReason::only_people_vote);
    if (playing()) return refused(RefusalReason::between_matches);
    RoomSeat* absent = seat_of(player);
    if (!absent) return refused(RefusalReason::nobody_seated, {}, "/player");
    if (level_of(player)) return refused(RefusalReason::only_host_removes_bots, {}, "/player");
    if (is_present(player)) return refused(RefusalReason::only_host_removes_present, {}, "/player");
    absent->votes_to_free.insert(by.id);
    if (is_decided(votes_to_free(*absent))) remove_absent(player);
    return {};
}

void Seating::remove_absent(const std::string& player) {
    vacate(player);
    members_.erase(player);
    replace_host(player);
}

bool Seating::may_stand_in(const RoomSeat& seat, Time now) const {
    return playing() && !seat.is_free() && !seat.bot_plays && seat.absent_since &&
           !is_present(seat.player.id) && now - *seat.absent_since >= rules_.absence;
}

std::variant<Seating::Vote, Rejection> Seating::vote_for_bot(const PlayerInfo& by, const std::string& player,
                                                             Time now) {
    if (!is_here(by.id)) return refused(RefusalReason::not_here);
    if (!playing()) return refused(RefusalReason::none_running);
    const bool by_host = by.id == host_;
    if (!by_host && !find(by.id)) return refused(RefusalReason::no_seat);
    if (!by_host && by.bot) return refused(RefusalReason::only_people_vote);
    RoomSeat* absent = seat_of(player);
    if (!absent) return refused(RefusalReason::nobody_seated, {}, "/player");
    if (is_present(player)) return refused(RefusalReason::present_plays_alone, {}, "/player");
    if (absent->bot_plays) return Vote::counted;
    if (!may_stand_in(*absent, now)) {
        const Time gone = now - absent->absent_since.value_or(now);
        auto no = refused(RefusalReason::absent_too_short, {absent->player.name}, "/player");
        no.retry_ms = static_cast<int>((rules_.absence - gone).count());
        return no;
    }
    absent->votes_for_bot.insert(by.id);
    if (!by_host && !is_decided(count(absent->votes_for_bot))) return Vote::counted;
    let_bot_play(*absent);
    return Vote::decided;
}

bool Seating::decide_votes(Time now) {
    bool decided = false;
    for (RoomSeat& seat : seats_) {
        const bool frees = is_decided(votes_to_free(seat));
        const bool gets_bot = is_decided(votes_for_bot(seat, now));
        if (frees) remove_absent(std::string(seat.player.id));
        if (gets_bot) let_bot_play(seat);
        decided = decided || frees || gets_bot;
    }
    return decided;
}

std::optional<Seating::Time> Seating::record_absences(Time now) {
    std::optional<Time> next;
    for (RoomSeat& seat : seats_) {
        if (seat.is_free() || is_present(seat.player.id)) {
            seat.absent_since.reset();
            seat.votes_for_bot.clear();
            continue;
        }
        if (!seat.absent_since) seat.absent_since = now;
        const Time due = *seat.absent_since + rules_.absence;
        if (due > now) next = std::min(next.value_or(due), due);
    }
    return playing() ? next : std::nullopt;
}

void Seating::restart_absences(Time now) {
    for (RoomSeat& seat : seats_)
        if (seat.absent_since) seat.absent_since = now;
}

}  // namespace cubilete::server
