#include <algorithm>
#include <set>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/spdlog.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/room_matches.hpp"
#include "server/room/room_members.hpp"
#include "storage/error.hpp"

namespace cubilete::server {

using protocol::to_json;

namespace {

// Spectators listed by name, so that many of them do not make every push large.
constexpr int most_named = 50;
constexpr std::size_t few_members = 16;
constexpr Clock::Duration members_pause{100};

}  // namespace

// ---- storage

storage::PutRoom Room::row() const {
    storage::PutRoom put;
    RoomMemory memory{.maker = maker_, .unattended_since_ms = attendance_.unattended_since()};
    const std::vector<RoomSeat>& seats = seating_.seats();
    for (std::size_t seat = 0; seat < seats.size(); ++seat)
        if (seats[seat].accepts_bot) memory.accepts_bot.push_back(static_cast<int>(seat));
    put.room = {code_, stored_settings(settings_, memory), seating_.host(), {}, {}, since_ms_};
    if (dice_.start.runs())
        put.room.match = dice_.start.match();
    else if (table_)
        put.room.match = table_->id();
    if (next_starter_) put.room.next_first = *next_starter_;
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
        const RoomSeat& room_seat = seats[seat];
        if (room_seat.is_free()) continue;
        put.seats.push_back({.seat = static_cast<int>(seat),
                             .player = room_seat.player.id,
                             .ready = room_seat.ready,
                             .bot_plays = room_seat.bot_plays,
                             .left = room_seat.left,
                             .missed = room_seat.missed_turns,
                             .since_ms = room_seat.since_ms});
    }
    return put;
}

// ---- pushes

protocol::RoomPush Room::room_push() const {
    protocol::RoomPush push;
    push.room = code_;
    push.game = settings_.game;
    push.options = to_json(settings_.options);
    push.phase = dice_.start.runs() ? Seating::Phase::waiting : seating_.phase();
    push.host = seating_.host();
    push.is_public = settings_.is_public;
    push.locked = !settings_.password.empty();
    push.turn_ms = settings_.turn_ms;
    push.bots = settings_.bots;
    push.watchable = settings_.spectators;
    push.hints = settings_.hints;
    push.witness = settings_.witness;
    for (const RoomSeat& room_seat : seating_.seats()) {
        auto& seat = push.seats.emplace_back();
        if (room_seat.is_free()) continue;
        seat = {.player = room_seat.player,
                .ready = room_seat.ready,
                .online = seating_.is_present(room_seat.player.id),
                .bot_plays = room_seat.bot_plays,
                .level = level_of(room_seat.player.id),
                .out = seating_.votes_to_free(room_seat),
                .stand_in = seating_.votes_for_bot(room_seat, clock().now())};
    }
    for (const auto& [id, member] : seating_.members())
        if (!seating_.find(id) && ++push.spectators <= most_named) push.watchers.push_back(member.info);
    for (const std::string& id : seating_.queue())
        if (const auto member = seating_.members().find(id);
            member != seating_.members().end() && std::ssize(push.next) < most_named)
            push.next.push_back(member->second.info);
    if (table_) push.match = table_->id();
    push.quick = quick_start_.push();
    return push;
}

void Room::push_room() {
    members_timer_.reset();
    pushed_ = clock().now();
    push_room_to(sockets_.all());
}

/// Pushes the room because its members have changed: to many of them at most ten times a second, because many come and
/// go. Returns whether it was pushed now.
bool Room::push_members() {
    const Clock::Duration since = clock().now() - pushed_;
    if (sockets_.by_player().size() <= few_members || (since >= members_pause && !members_timer_)) {
        push_room();
        return true;
    }
    if (!members_timer_) members_timer_ = after(members_pause - since, [this] { push_room(); });
    return false;
}

/// Sends the present room once it is durable. The chat is that of the moment of sending, since chat does not
/// wait for the disk.
void Room::push_room_to(std::vector<SinkPtr> sockets) {
    if (handing_over_.begun) return;  // the next owner pushes it
    if (frozen_) return;              // nothing in memory can be trusted
    frames_ += sockets.size();
    when_durable([this, push = room_push(), sockets = std::move(sockets)]() mutable {
        push.chat = chat_.lines();
        const auto text = std::make_shared<const std::string>(protocol::write(std::move(push)));
        for (const SinkPtr& socket : sockets) socket->send({text, Frame::Kind::push, "room " + code_});
    });
}

/// Writes and pushes a change that no request made, and does what follows from it.
void Room::changed() {
    Members{*this}.seat_waiting();
    gate().write(row());
    push_room();
    report();
    follow_people();
}

std::optional<protocol::Json> Room::table_of(const std::string& player) const {
    if (closed_ || frozen_) return std::nullopt;
    protocol::Json players = protocol::Json::array();
    bool sits = false;
    for (const RoomSeat& room_seat : seating_.seats()) {
        if (room_seat.is_free()) continue;
        players.push_back(room_seat.player.name);
        sits = sits || (room_seat.player.id == player && !room_seat.left);
    }
    if (!sits) return std::nullopt;
    const auto seat = table_ ? table_->seat_in_turn() : std::nullopt;
    return protocol::object({{"room", code_},
                             {"game", settings_.game},
                             {"phase", protocol::name_of(seating_.phase())},
                             {"players", std::move(players)},
                             {"your_turn", seat && seating_.seats()[*seat].player.id == player}});
}

void Room::report(bool match_begins) {
    if (handing_over_.begun) return;  // the next owner reports it, which may be this node again
    RoomReport told;
    told.line = {
        code_, settings_.game,    to_json(settings_.options),  seating_.phase(), {}, 0, settings_.seats,
        0,     settings_.turn_ms, !settings_.password.empty(), settings_.quick};
    told.is_public = settings_.is_public && !frozen_;
    told.closed = closed_;
    told.match_begins = match_begins;
    told.attended = seating_.anybody_online();
    told.people = seating_.people_seated();
    told.unattended_since_ms = attendance_.unattended_since();
    for (const RoomSeat& room_seat : seating_.seats()) {
        if (room_seat.is_free() || frozen_ || closed_) continue;  // binds no player
        ++told.line.taken;
        told.invitation.seated.push_back(room_seat.player.name);
        if (level_of(room_seat.player.id)) continue;  // may be in many rooms, and gets no pushes
        told.seated.push_back(room_seat.player.id);
        if (!room_seat.left && !seating_.members().contains(room_seat.player.id))
            told.members.push_back(room_seat.player.id);
        if (room_seat.player.id == seating_.host()) told.line.host = room_seat.player.name;
    }
    for (const auto& [id, member] : seating_.members()) {
        told.members.push_back(id);
        if (std::ranges::count(told.seated, id) == 0) ++told.line.spectators;
        if (id == seating_.host()) told.line.host = member.info.name;
    }
    if (!closed_) {
        std::set<std::string> noted{maker_.player};
        for (const protocol::ChatLine& line : chat_.lines()) noted.insert(line.from);
        for (const RoomSeat& room_seat : seating_.seats())
            if (!level_of(room_seat.player.id)) noted.insert(room_seat.player.id);
        noted.erase(std::string());
        told.noted.assign(noted.begin(), noted.end());
    }
    told.invitation.room = code_;
    told.invitation.game = settings_.game;
    told.invitation.title = protocol::find_game(settings_.game)->title;
    told.invitation.host = told.line.host;
    told.invitation.is_public = settings_.is_public;
    told.invitation.locked = told.line.locked;
    told.invitation.phase = told.line.phase;
    told.invitation.seats = told.line.seats;
    told.invitation.turn_ms = told.line.turn_ms;
    told.invitation.may_watch = settings_.spectators;
    told.welcomes_people = Matches{*this}.waits_for_quick_start() && seating_.welcomes(false);
    told.welcomes_programs = Matches{*this}.waits_for_quick_start() && seating_.welcomes(true);
    gate().then([report = lobby_.report, told = std::move(told)] { report(told); });
}

}  // namespace cubilete::server
