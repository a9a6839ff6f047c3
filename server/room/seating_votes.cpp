#include <algorithm>
#include <utility>

#include "server/match/built_in_bots.hpp"
#include "server/room/room_refusals.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::PlayerInfo;
using protocol::Refused;
using protocol::Votes;

// ---- the host

Verdict Seating::may_change(const std::string& by) const {
    if (by != host_) return only_the_host();
    if (playing()) return only_between_matches();
    return {};
}

Verdict Seating::make_host(const std::string& by, const std::string& player) {
    if (by != host_) return only_the_host();
    if (!is_here(player)) return refused(Code::not_in_room, "Nobody of that id is in this room.", "/player");
    const RoomSeat* seat = find(player);
    if (seat ? seat->player.bot : members_.at(player).info.bot)
        return refused(Code::not_host, "Only a person can be made host.", "/player");
    host_ = player;
    return {};
}

bool Seating::replace_host(const std::string& missed) {
    if (rules_.quick || host_ != missed) return false;
    std::string next = next_host();
    const bool other = next != host_;
    host_ = std::move(next);
    return other;
}

std::string Seating::next_host() const {
    const RoomSeat* best = nullptr;
    for (const RoomSeat& seat : seats_) {
        if (!seat.is_person() || seat.left) continue;
        if (!best || std::pair(!is_online(seat.player.id), seat.since_ms) <
                         std::pair(!is_online(best->player.id), best->since_ms))
            best = &seat;
    }
    const auto watching = std::ranges::find_if(
        members_, [](const auto& member) { return member.second.online && !member.second.info.bot; });
    if (best && (is_online(best->player.id) || watching == members_.end())) return best->player.id;
    return watching == members_.end() ? std::string() : watching->first;
}

Verdict Seating::may_send_away(const std::string& by, const std::string& player) const {
    if (by != host_) return only_the_host();
    if (player == host_) return refused(Code::not_in_room, "The host cannot be sent away.", "/player");
    if (find(player) && playing()) return only_between_matches();
    return {};
}

Verdict Seating::kick(const std::string& by, const std::string& player) {
    if (Verdict no = may_send_away(by, player)) return no;
    if (!is_here(player)) return refused(Code::not_in_room, "Nobody of that id is in this room.", "/player");
    stand(player);
    remove(player);
    return {};
}

Verdict Seating::ban(const std::string& by, const std::string& player, bool has_spoken) {
    if (Verdict no = may_send_away(by, player)) return no;
    if (!is_here(player) && !has_spoken)
        return refused(Code::not_in_room, "Nobody of that id has been in this room of late.", "/player");
    banned_.insert(player);
    stand(player);
    remove(player);
    return {};
}

// ---- votes about absent players

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
    if (!is_here(by.id)) return not_in_this_room();
    if (!find(by.id)) return no_seat_here();
    if (by.bot) return refused(Code::not_seated, "Only people vote about a seat.");
    if (playing()) return only_between_matches();
    RoomSeat* absent = seat_of(player);
    if (!absent) return refused(Code::not_in_room, "Nobody of that id has a seat here.", "/player");
    if (level_of(player))
        return refused(Code::not_host, "A player of the house can only be sent away by the host.", "/player");
    if (is_present(player))
        return refused(Code::not_host, "Who is here can only be sent away by the host.", "/player");
    absent->votes_to_free.insert(by.id);
    const auto votes = votes_to_free(*absent);
    if (votes && std::ssize(votes->by) >= votes->needed) {
        stand(player);
        members_.erase(player);
        replace_host(player);
    }
    return {};
}

bool Seating::may_stand_in(const RoomSeat& seat, Time now) const {
    return playing() && !seat.is_free() && !seat.bot_plays && seat.absent_since &&
           !is_present(seat.player.id) && now - *seat.absent_since >= rules_.absence;
}

std::variant<Seating::Vote, Refused> Seating::vote_for_bot(const PlayerInfo& by, const std::string& player,
                                                           Time now) {
    if (!is_here(by.id)) return not_in_this_room();
    if (!playing()) return refused(Code::not_started, "No match is being played.");
    const bool by_host = by.id == host_;
    if (!by_host && !find(by.id)) return no_seat_here();
    if (!by_host && by.bot) return refused(Code::not_seated, "Only people vote about a seat.");
    RoomSeat* absent = seat_of(player);
    if (!absent) return refused(Code::not_in_room, "Nobody of that id has a seat here.", "/player");
    if (is_present(player)) return refused(Code::not_host, "Who is here plays without help.", "/player");
    if (absent->bot_plays) return Vote::counted;
    if (!may_stand_in(*absent, now)) {
        const Time gone = now - absent->absent_since.value_or(now);
        return Refused{Code::not_started, absent->player.name + " has been away for less than a minute.",
                       "/player", static_cast<int>((rules_.absence - gone).count())};
    }
    absent->votes_for_bot.insert(by.id);
    const Votes votes = count(absent->votes_for_bot);
    if (!by_host && std::ssize(votes.by) < votes.needed) return Vote::counted;
    absent->bot_plays = true;
    absent->votes_for_bot.clear();
    return Vote::decided;
}

std::optional<Seating::Time> Seating::note_absent(Time now) {
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

// ---- the match

Verdict Seating::ready_to_start() const {
    for (const RoomSeat& seat : seats_)
        if (seat.is_person() && !seat.ready && seat.player.id != host_)
            return refused(Code::not_started, seat.player.name + " is not ready.");
    if (taken() < rules_.least)
        return refused(Code::not_started, rules_.title + " needs at least " + std::to_string(rules_.least) +
                                              (rules_.least == 1 ? " player." : " players."));
    return {};
}

Verdict Seating::may_start(const std::string& by) const {
    if (by != host_) return only_the_host();
    if (playing()) return refused(Code::already_started, "A match is being played.");
    return ready_to_start();
}

Verdict Seating::want_another(const std::string& player) {
    if (!is_here(player)) return not_in_this_room();
    RoomSeat* seat = seat_of(player);
    if (!seat) return no_seat_here();
    if (phase_ == Phase::waiting) return refused(Code::not_started, "No match has been played here yet.");
    if (playing()) return refused(Code::already_started, "A match is being played.");
    seat->ready = true;
    return {};
}

bool Seating::all_want_another() const {
    const bool people = std::ranges::any_of(seats_, &RoomSeat::is_person);
    for (const RoomSeat& seat : seats_) {
        const bool asked = people ? seat.is_person() : !seat.is_free();
        if (asked && !seat.ready) return false;
    }
    return !ready_to_start();
}

void Seating::start() {
    phase_ = Phase::playing;
    std::ranges::stable_partition(seats_, [](const RoomSeat& seat) { return !seat.is_free(); });
    for (RoomSeat& seat : seats_) {
        if (seat.is_free()) break;
        seat.ready = seat.bot_plays = seat.left = false;
        seat.missed_turns = 0;
        seat.votes_to_free.clear();
        seat.votes_for_bot.clear();
    }
}

void Seating::finish() {
    phase_ = Phase::finished;
    for (RoomSeat& seat : seats_) {
        seat.ready = seat.bot_plays = false;
        if (seat.left) seat = {};
    }
}

bool Seating::moved(Seat at) {
    RoomSeat& seat = seats_[at];
    if (seat.left) return false;
    const bool returns = seat.bot_plays || seat.missed_turns > 0;
    seat.bot_plays = false;
    seat.missed_turns = 0;
    return returns;
}

void Seating::missed_turn(Seat at) {
    RoomSeat& seat = seats_[at];
    seat.bot_plays |= ++seat.missed_turns >= rules_.missed_turns;
}

}  // namespace cubilete::server
