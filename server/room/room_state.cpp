#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/spdlog.hpp"
#include "server/match/house_cast.hpp"
#include "server/room/room.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::to_json;

namespace {

// Spectators listed by name, so that many of them do not make every push large.
constexpr int most_named = 50;

}  // namespace

// ---- storage

storage::PutRoom Room::row() const {
    storage::PutRoom put;
    RoomMemory memory{{}, maker_, {}};
    const std::vector<RoomSeat>& seats = seating_.seats();
    for (std::size_t seat = 0; seat < seats.size(); ++seat)
        if (seats[seat].accepts_bot) memory.accepts_bot.push_back(static_cast<int>(seat));
    if (!attended_) memory.unattended_since_ms = unattended_since_ms_;
    put.room = {code_, stored_settings(settings_, memory), seating_.host(), {}, {}, since_ms_};
    if (table_) put.room.match = table_->id();
    if (next_first_) put.room.next_first = *next_first_;
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
        const RoomSeat& room_seat = seats[seat];
        if (room_seat.is_free()) continue;
        put.seats.push_back({.seat = static_cast<int>(seat),
                             .player = room_seat.player.id,
                             .ready = room_seat.ready,
                             .house = room_seat.bot_plays,
                             .left = room_seat.left,
                             .missed = room_seat.missed_turns,
                             .since_ms = room_seat.since_ms});
    }
    return put;
}

std::shared_ptr<Room> Room::restore(const Services& services, LobbyLink lobby,
                                    const storage::OpenRoom& stored, const storage::Store& store) {
    std::shared_ptr<Room> room(
        new Room(services, std::move(lobby), stored.room.code, restored_settings(stored.room.settings)));
    room->gate_ = std::make_shared<CommitGate>(services, room->strand_, [weak = std::weak_ptr(room)] {
        if (const auto self = weak.lock()) self->guarded([&] { self->reload(); });
    });
    room->guarded([&] { room->take_up(stored, store); });
    room->post([](Room& self) {
        self.report();
        self.update_idle_timers();
    });
    return room;
}

void Room::take_up(const storage::OpenRoom& stored, const storage::Store& store) {
    settings_ = restored_settings(stored.room.settings);
    since_ms_ = stored.room.since_ms;
    next_first_.reset();
    if (stored.room.next_first) next_first_ = static_cast<Seat>(*stored.room.next_first);
    std::vector<RoomSeat> seats(static_cast<std::size_t>(settings_.seats));
    const RoomMemory memory = restored_memory(stored.room.settings);
    maker_ = memory.maker;
    attended_ = seating_.person_online();
    left_at_ = clock_->now();
    unattended_since_ms_ = memory.unattended_since_ms.value_or(clock_->wall_ms());
    for (const storage::Seat& seat : stored.seats) {
        const std::optional<storage::Player> player = store.player(seat.player);
        require(player && seat.seat < settings_.seats);
        if (player->gone && (!stored.match || stored.match->ended_ms)) continue;
        const bool left = seat.left || player->gone;
        if (player->gone && maker_.player == player->id) maker_ = {};
        seats[static_cast<std::size_t>(seat.seat)] = {
            .player = {player->id, player->name, player->bot},
            .ready = seat.ready,
            .bot_plays = seat.house || player->gone,
            .left = left,
            .missed_turns = seat.missed,
            .since_ms = seat.since_ms,
            .accepts_bot = std::ranges::count(memory.accepts_bot, seat.seat) > 0};
    }
    seating_.restore(rules(), stored.room.host, std::move(seats), {stored.bans.begin(), stored.bans.end()});
    chat_.clear();
    for (const storage::ChatLine& line : stored.chat)
        chat_.push_back({line.from, line.name, line.text, line.at_ms});

    table_.reset();
    turn_timer_.reset();
    house_timers_.clear();
    wait_kind_ = Wait::Kind::none;
    if (!stored.match) return;
    const auto log = stored.log.empty() ? store.log(stored.match->id) : stored.log;
    table_ = std::make_unique<Table>(*stored.match, log, services_.chance());
    seating_.restore_match(table_->over());
    if (table_->over()) return;
    set_clock();
    if (turn_timer_ && log.back().left_ms > 0) {
        wait_of_ = std::max(wait_of_, Clock::Duration(log.back().left_ms) + services_.limits.restart_grace);
        const Clock::Duration left = Clock::Duration(log.back().left_ms) + services_.limits.restart_grace;
        wait_until_ = clock_->now() + left;
        turn_timer_ = after(left, &Room::clock_ran_out);
    }
    set_house();
}

/// The disk was full: returns to the state on disk. No client has seen any of the discarded changes.
void Room::reload() {
    spdlog::warn("room {} goes back to what is on disk: the disk is full", code_);
    const auto store = services_.store();
    const std::optional<storage::OpenRoom> stored = store->open_room(code_);
    if (!stored) {
        closed_ = true;
        seating_.remove_all_members();
        sockets_.clear();
        return report();
    }
    take_up(*stored, *store);
    seating_.forget_offline();
    push_room();
    report();
}

/// Stops this room, and no other, after a bug. Writes nothing.
void Room::freeze(const std::string& reason) {
    spdlog::error("room {} is frozen: {}", code_, reason);
    frozen_ = reason;
    turn_timer_.reset();
    house_timers_.clear();
    const protocol::ChatPush notice{
        code_,
        {"", "Cubilete", "A fault of the server stopped this table. Its record is kept.", clock_->wall_ms()}};
    const auto text = std::make_shared<const std::string>(protocol::write(notice));
    for (const auto& [id, sockets] : sockets_)
        for (const SinkPtr& socket : sockets) socket->send({text, Frame::Kind::push, {}});
    report();
}

void Room::drain(std::function<void()> done) {
    draining_ = true;
    auto_bot_timer_.reset();
    quick_timer_.reset();
    turn_timer_.reset();
    house_timers_.clear();
    empty_timer_.reset();
    abandon_timer_.reset();
    absence_timer_.reset();
    host_timer_.reset();
    gate_->when_idle(std::move(done));
}

// ---- pushes

protocol::RoomPush Room::room_push() const {
    protocol::RoomPush push;
    push.room = code_;
    push.game = settings_.game;
    push.options = to_json(settings_.options);
    push.phase = seating_.phase();
    push.host = seating_.host();
    push.is_public = settings_.is_public;
    push.locked = !settings_.password.empty();
    push.turn_ms = settings_.turn_ms;
    push.bots = settings_.bots;
    push.watchable = settings_.spectators;
    push.hints = settings_.hints;
    for (const RoomSeat& room_seat : seating_.seats()) {
        auto& seat = push.seats.emplace_back();
        if (room_seat.is_free()) continue;
        seat = {.player = room_seat.player,
                .ready = room_seat.ready,
                .online = seating_.is_present(room_seat.player.id),
                .house = room_seat.bot_plays,
                .level = level_of(room_seat.player.id),
                .out = seating_.votes_to_free(room_seat),
                .stand_in = seating_.votes_for_bot(room_seat, clock_->now())};
    }
    for (const auto& [id, member] : seating_.members())
        if (!seating_.find(id) && ++push.spectators <= most_named) push.watchers.push_back(member.info);
    for (const std::string& id : seating_.queue())
        if (const auto member = seating_.members().find(id);
            member != seating_.members().end() && std::ssize(push.next) < most_named)
            push.next.push_back(member->second.info);
    if (table_) push.match = table_->id();
    push.quick = quick_push();
    return push;
}

void Room::push_room() {
    std::vector<SinkPtr> sockets;
    for (const auto& [id, own] : sockets_) sockets.insert(sockets.end(), own.begin(), own.end());
    push_room_to(std::move(sockets));
}

/// Sends the present room once it is durable. The chat is that of the moment of sending, since chat does not
/// wait for the disk.
void Room::push_room_to(std::vector<SinkPtr> sockets) {
    gate_->then([weak = weak_from_this(), push = room_push(), sockets = std::move(sockets)]() mutable {
        const auto self = weak.lock();
        if (!self) return;
        push.chat.assign(self->chat_.begin(), self->chat_.end());
        const auto text = std::make_shared<const std::string>(protocol::write(std::move(push)));
        for (const SinkPtr& socket : sockets) socket->send({text, Frame::Kind::push, "room " + self->code_});
    });
}

void Room::answer(const Requester& to, Json fields) {
    gate_->answer(to.socket, to.re, protocol::write(protocol::Ok{to.re, std::move(fields)}));
}

/// Answers a request that changed members, seats or settings, and does everything that follows from the
/// change.
void Room::answer_changed(const Requester& to) {
    seat_waiting();
    gate_->write(row());
    answer(to);
    push_room();
    report();
    play_again_if_agreed();
    update_idle_timers();
}

void Room::changed() {
    seat_waiting();
    gate_->write(row());
    push_room();
    report();
    update_idle_timers();
}

std::optional<protocol::Json> Room::table_of(const std::string& player) const {
    if (closed_ || !frozen_.empty()) return std::nullopt;
    protocol::Json players = protocol::Json::array();
    bool sits = false;
    for (const RoomSeat& room_seat : seating_.seats()) {
        if (room_seat.is_free()) continue;
        players.push_back(room_seat.player.name);
        sits = sits || (room_seat.player.id == player && !room_seat.left);
    }
    if (!sits) return std::nullopt;
    const auto seat = seat_in_turn();
    return protocol::object({{"room", code_},
                             {"game", settings_.game},
                             {"phase", protocol::name_of(seating_.phase())},
                             {"players", std::move(players)},
                             {"your_turn", seat && seating_.seats()[*seat].player.id == player}});
}

void Room::report() {
    RoomReport told;
    told.line = {
        code_, settings_.game,    to_json(settings_.options),  seating_.phase(), {}, 0, settings_.seats,
        0,     settings_.turn_ms, !settings_.password.empty(), settings_.quick};
    told.is_public = settings_.is_public && frozen_.empty();
    told.closed = closed_;
    told.attended = seating_.anybody_online();
    told.people = seating_.people_seated();
    for (const RoomSeat& room_seat : seating_.seats()) {
        if (room_seat.is_free() || !frozen_.empty() || closed_) continue;  // binds no player
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
    told.welcomes_people = waits_for_quick_start() && seating_.welcomes(false);
    told.welcomes_programs = waits_for_quick_start() && seating_.welcomes(true);
    gate_->then([report = lobby_.report, told = std::move(told)] { report(told); });
}

// ---- idle rooms

void Room::update_idle_timers() {
    if (draining_ || closed_) return;
    note_attendance();
    if (seating_.person_online() || seating_.playing())
        empty_timer_.reset();
    else if (!empty_timer_)
        empty_timer_ = after(services_.limits.empty_room, &Room::close);
    if (seating_.person_online() || !seating_.playing())
        abandon_timer_.reset();
    else if (!abandon_timer_)
        abandon_timer_ = after(until_abandoned(), &Room::close_unattended);

    const bool host_is_missed = !settings_.quick && !seating_.is_online(seating_.host()) &&
                                seating_.person_online() && !seating_.playing();
    if (!host_is_missed)
        host_timer_.reset();
    else if (!host_timer_)
        host_timer_ = after(services_.limits.host_absence, &Room::replace_host);
    look_after_absent();
    look_after_quick();
}

/// Stores since when no human has been connected, so that a restart does not restart the wait.
void Room::note_attendance() {
    if (seating_.anybody_online() != somebody_there_) {
        somebody_there_ = !somebody_there_;
        left_at_ = clock_->now();
        report();
    }
    if (seating_.person_online() == attended_) return;
    attended_ = !attended_;
    unattended_since_ms_ = clock_->wall_ms();
    if (seating_.playing()) gate_->write(row());
}

/// After a restart people get at least `empty_room` to come back, however long the server was down.
Clock::Duration Room::until_abandoned() const {
    const Limits& limits = services_.limits;
    Clock::Duration wait = limits.abandon_after;
    if (seating_.people_seated() < 2) wait = std::min(wait, limits.abandon_alone);
    wait = std::max(wait, Clock::Duration(2 * std::int64_t{settings_.turn_ms}));
    const Clock::Duration gone(std::max<std::int64_t>(clock_->wall_ms() - unattended_since_ms_, 0));
    return std::min(wait, std::max(wait - gone, limits.empty_room));
}

void Room::close_left_behind() {
    if (!seating_.anybody_online() && clock_->now() - left_at_ >= services_.limits.empty_room)
        close_unattended();
}

void Room::close_unattended() {
    if (draining_ || closed_ || !frozen_.empty() || seating_.person_online()) return;
    abandon_timer_.reset();
    if (seating_.playing()) {
        table_->abandon();
        match_over();
        push_match(table_->match().seq() + 1);
    }
    close();
}

void Room::replace_host() {
    host_timer_.reset();
    if (seating_.replace_host(seating_.host())) changed();
}

void Room::close() {
    spdlog::info("room {} closes: nobody is there", code_);
    closed_ = true;
    gate_->write(storage::DropRoom{code_});
    seating_.remove_all_members();
    while (!sockets_.empty()) dismiss(sockets_.begin()->first, "closed");
    report();
}

}  // namespace cubilete::server
