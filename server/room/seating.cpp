#include "server/room/seating.hpp"

#include <algorithm>
#include <ranges>

#include "server/match/built_in_bots.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::PlayerInfo;
using protocol::Rejection;

namespace {

bool is_changed(const PlayerInfo& known, const PlayerInfo& player) {
    return known.name != player.name || known.avatar != player.avatar;
}

}  // namespace

Seating::Seating(const Rules& rules) : rules_(rules), seats_(static_cast<std::size_t>(rules.seats)) {}

void Seating::restore(const Rules& rules, std::string host, std::vector<RoomSeat> seats,
                      std::set<std::string> banned) {
    rules_ = rules;
    phase_ = Phase::waiting;
    host_ = std::move(host);
    seats_ = std::move(seats);
    banned_ = std::move(banned);
}

// ---- who is here

const RoomSeat* Seating::find(const std::string& player) const {
    const auto id_of = [](const RoomSeat& seat) -> const std::string& { return seat.player.id; };
    const auto found = std::ranges::find(seats_, player, id_of);
    return found == seats_.end() ? nullptr : &*found;
}

RoomSeat* Seating::seat_of(const std::string& player) {
    const RoomSeat* seat = find(player);
    return seat ? &seats_[static_cast<std::size_t>(seat - seats_.data())] : nullptr;
}

bool Seating::is_here(const std::string& player) const {
    const RoomSeat* seat = find(player);
    return members_.contains(player) || (seat && !seat->left);
}

bool Seating::is_online(const std::string& player) const {
    const auto member = members_.find(player);
    return member != members_.end() && member->second.online;
}

bool Seating::is_present(const std::string& player) const { return level_of(player) || is_online(player); }

bool Seating::anybody_online() const {
    return std::ranges::any_of(members_, [](const auto& member) { return member.second.online; });
}

bool Seating::person_online() const {
    return std::ranges::any_of(
        members_, [](const auto& member) { return member.second.online && !member.second.info.bot; });
}

int Seating::taken_count() const {
    return static_cast<int>(
        std::ranges::count_if(seats_, [](const RoomSeat& seat) { return !seat.is_free(); }));
}

int Seating::people_seated() const {
    return static_cast<int>(
        std::ranges::count_if(seats_, [](const RoomSeat& seat) { return seat.is_person() && !seat.left; }));
}

int Seating::players_present() const {
    return static_cast<int>(std::ranges::count_if(
        seats_, [&](const RoomSeat& seat) { return !seat.is_free() && is_present(seat.player.id); }));
}

// ---- members

void Seating::open(const PlayerInfo& maker, bool accepts_bot, std::int64_t now_ms) {
    members_[maker.id] = {maker, true};
    occupy(seats_.front(), maker, now_ms);
    seats_.front().accepts_bot = accepts_bot;
    if (!rules_.quick) host_ = maker.id;
}

std::variant<Seating::JoinResult, Rejection> Seating::join(const PlayerInfo& player,
                                                           const SeatRequest& seat_request,
                                                           std::int64_t now_ms) {
    if (RoomSeat* seat = seat_of(player.id)) {
        const bool reclaimed_seat = seat->bot_plays || seat->left;
        // One more missed turn is enough for a built-in bot to take over again.
        if (reclaimed_seat) seat->missed_turns = std::min(seat->missed_turns, rules_.missed_turns - 1);
        seat->bot_plays = seat->left = false;
        seat->player = player;
        seat->votes_to_free.clear();
        return JoinResult{.seats_changed = reclaimed_seat, .reclaimed_seat = reclaimed_seat};
    }
    if (seat_request.only_watches && members_.contains(player.id))
        return JoinResult{};  // they only read again
    const auto watches = [this](const auto& member) { return !find(member.first); };
    const bool is_full =
        !is_here(player.id) && members_.size() >= rules_.watchers &&
        static_cast<std::size_t>(std::ranges::count_if(members_, watches)) >= rules_.watchers;
    Verdict no_seat = seat_request.only_watches
                          ? refused(is_full ? RefusalReason::no_watching_left : RefusalReason::no_watching)
                          : assign_seat(player, seat_request.seat, now_ms);
    const bool may_watch = (rules_.spectators && !is_full) || player.id == host_;
    if (no_seat && (seat_request.must_sit || !may_watch)) return *std::move(no_seat);
    if (no_seat && !seat_request.only_watches && (rules_.bots || !player.bot)) {
        if (std::ranges::count(queue_, player.id) == 0) queue_.push_back(player.id);
    } else {
        std::erase(queue_, player.id);
    }
    return JoinResult{.seats_changed = !no_seat};
}

bool Seating::join_quick(const PlayerInfo& player, bool accepts_bot, std::int64_t now_ms) {
    if (phase_ != Phase::waiting || is_banned(player.id)) return false;
    if (!find(player.id) && (!accepts_players(player.bot) || assign_seat(player, {}, now_ms))) return false;
    RoomSeat& seat = *seat_of(player.id);
    seat.ready = true;
    seat.votes_to_free.clear();
    seat.accepts_bot = accepts_bot;
    return true;
}

bool Seating::enter(const PlayerInfo& player) {
    members_[player.id] = {player, true};
    return replace_host({});
}

bool Seating::connect(const PlayerInfo& player) {
    Member& member = members_[player.id];
    RoomSeat* seat = seat_of(player.id);
    if (seat) seat->votes_to_free.clear();
    member.online = true;
    member.info.id = player.id;
    member.info.bot = player.bot;
    return is_changed(member.info, player) || (seat && is_changed(seat->player, player));
}

void Seating::disconnect(const std::string& player) {
    if (!find(player)) return remove(player);
    if (const auto member = members_.find(player); member != members_.end()) member->second.online = false;
}

void Seating::rename(const PlayerInfo& player) {
    if (const auto member = members_.find(player.id); member != members_.end())
        member->second.info.update(player);
    if (RoomSeat* seat = seat_of(player.id)) seat->player.update(player);
}

Seating::LeaveResult Seating::leave(const std::string& player) {
    remove(player);
    if (!find(player) || !playing()) {
        vacate(player);
        return LeaveResult::frees_seat;
    }
    mark_left(player);
    seat_of(player)->bot_plays = true;
    const bool somebody_plays = std::ranges::any_of(seats_, [](const RoomSeat& seat) {
        return !seat.is_free() && !seat.left && !level_of(seat.player.id);
    });
    return somebody_plays ? LeaveResult::bot_plays : LeaveResult::nobody_plays;
}

bool Seating::mark_left(const std::string& player) {
    remove(player);
    RoomSeat* seat = seat_of(player);
    if (seat) seat->left = true;
    return seat != nullptr;
}

void Seating::remove(const std::string& player) {
    members_.erase(player);
    std::erase(queue_, player);
}

void Seating::forget_offline() {
    std::erase_if(members_, [&](const auto& member) { return !member.second.online && !find(member.first); });
}

// ---- seats

Verdict Seating::change_seat(const PlayerInfo& player, std::optional<int> seat, std::int64_t now_ms) {
    if (!is_here(player.id)) return refused(RefusalReason::not_here);
    const bool leaves_queue = !seat && !find(player.id) && std::erase(queue_, player.id) > 0;
    if (leaves_queue) return {};
    if (playing()) return refused(RefusalReason::between_matches);
    if (seat) return assign_seat(player, seat, now_ms);
    if (!rules_.spectators && player.id != host_) return refused(RefusalReason::leave_instead, {}, "/seat");
    vacate(player.id);
    return {};
}

Verdict Seating::assign_seat(const PlayerInfo& player, std::optional<int> wanted, std::int64_t now_ms) {
    if (playing()) return refused(RefusalReason::match_running);
    if (player.bot && !rules_.bots) return refused(RefusalReason::no_bots);
    const auto seat = wanted ? seats_.begin() + std::min<std::ptrdiff_t>(*wanted, std::ssize(seats_))
                             : std::ranges::find_if(seats_, &RoomSeat::is_free);
    if (seat == seats_.end())
        return wanted ? refused(RefusalReason::no_such_seat, {}, "/seat")
                      : refused(RefusalReason::seats_full);
    if (seat->player.id == player.id) return {};
    if (!seat->is_free()) return refused(RefusalReason::seat_of, {seat->player.name}, "/seat");
    const RoomSeat* before = find(player.id);
    const bool accepts_bot = before && before->accepts_bot;
    if (RoomSeat* left = seat_of(player.id)) *left = {};
    std::erase(queue_, player.id);
    occupy(*seat, player, now_ms);
    seat->accepts_bot = accepts_bot;
    if (host_.empty() && !player.bot && !rules_.quick) host_ = player.id;
    return {};
}

/// Gives the player a seat. since_ms is later than that of every other seat even if the wall clock was set
/// back, so that the order of arrival is kept.
void Seating::occupy(RoomSeat& seat, const PlayerInfo& player, std::int64_t now_ms) {
    std::int64_t since = now_ms;
    for (const RoomSeat& other : seats_) since = std::max(since, other.since_ms + 1);
    seat = {.player = player, .ready = rules_.quick && phase_ == Phase::waiting, .since_ms = since};
}

void Seating::occupy_by_bot(RoomSeat& seat, Level level, std::int64_t now_ms) {
    for (const BuiltInBot& bot : built_in_bots()) {
        if (bot.level != level || find(bot.info.id)) continue;
        occupy(seat, bot.info, now_ms);
        seat.ready = true;
        return;
    }
}

void Seating::vacate(const std::string& player) {
    if (RoomSeat* seat = seat_of(player)) *seat = {};
    reset_lone_ready();
}

void Seating::reset_lone_ready() {
    if (phase_ == Phase::finished && std::ranges::count_if(seats_, &RoomSeat::is_person) == 1)
        std::ranges::find_if(seats_, &RoomSeat::is_person)->ready = false;
}

Verdict Seating::set_ready(const std::string& player, bool ready) {
    if (!is_here(player)) return refused(RefusalReason::not_here);
    RoomSeat* seat = seat_of(player);
    if (!seat) return refused(RefusalReason::no_seat);
    if (playing()) return refused(RefusalReason::between_matches);
    seat->ready = ready;
    return {};
}

Verdict Seating::seat_bot(const std::string& by, int at, std::optional<Level> level, std::int64_t now_ms) {
    if (Verdict no = may_change(by)) return no;
    if (at >= std::ssize(seats_)) return refused(RefusalReason::no_such_seat, {}, "/seat");
    RoomSeat& seat = seats_[static_cast<std::size_t>(at)];
    if (!seat.is_free() && !level_of(seat.player.id))
        return refused(RefusalReason::seat_of, {seat.player.name}, "/seat");
    if (level)
        occupy_by_bot(seat, *level, now_ms);
    else
        seat = {};
    return {};
}

std::vector<std::string> Seating::fill_free_seats(std::int64_t now_ms) {
    std::vector<std::string> removed;
    if (playing()) return removed;
    bool seated = false;
    for (const std::string& id : std::vector(queue_))
        if (const auto member = members_.find(id);
            member != members_.end() && !assign_seat(member->second.info, {}, now_ms))
            seated = seat_of(id)->ready = true;
    if (seated) reset_lone_ready();
    if (rules_.spectators) return removed;
    for (const auto& [id, member] : members_)
        if (id != host_ && !find(id)) removed.push_back(id);
    for (const std::string& id : removed) remove(id);
    return removed;
}

Verdict Seating::change_rules(const Rules& rules, bool terms_changed) {
    if (taken_count() > rules.seats)
        return refused(RefusalReason::too_many_seated, {std::to_string(taken_count())}, "/seats");
    rules_ = rules;
    const auto cut = seats_ | std::views::drop(rules.seats);
    if (!std::ranges::all_of(cut, &RoomSeat::is_free)) close_up();
    seats_.resize(static_cast<std::size_t>(rules.seats));
    if (terms_changed) {
        next_starter_.reset();
        for (RoomSeat& seat : seats_)
            if (seat.is_person()) seat.ready = false;
    }
    return {};
}

void Seating::close_up() {
    const auto is_taken = [](const RoomSeat& seat) { return !seat.is_free(); };
    if (next_starter_)
        next_starter_ =
            static_cast<int>(std::ranges::count_if(seats_ | std::views::take(*next_starter_), is_taken));
    std::ranges::stable_partition(seats_, is_taken);
}

// ---- rooms of quick.match

bool Seating::accepts_players(bool program) const {
    const bool people = std::ranges::any_of(
        seats_, [&](const RoomSeat& seat) { return seat.is_person() && is_online(seat.player.id); });
    return program || people || std::ranges::all_of(seats_, &RoomSeat::is_free);
}

const RoomSeat* Seating::lone_seat() const {
    if (phase_ != Phase::waiting || players_present() != 1) return nullptr;
    const auto present = std::ranges::find_if(
        seats_, [&](const RoomSeat& seat) { return !seat.is_free() && is_present(seat.player.id); });
    return level_of(present->player.id) ? nullptr : &*present;
}

void Seating::add_auto_bot(std::int64_t now_ms) {
    free_absent_seats();
    seat_of(lone_seat()->player.id)->accepts_bot = false;
    occupy_by_bot(*std::ranges::find_if(seats_, &RoomSeat::is_free), Level::medium, now_ms);
}

void Seating::free_absent_seats() {
    for (RoomSeat& seat : seats_) {
        if (seat.is_free() || is_present(seat.player.id)) continue;
        members_.erase(seat.player.id);
        seat = {};
    }
}

}  // namespace cubilete::server
