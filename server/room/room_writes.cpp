#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/spdlog.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/room.hpp"
#include "storage/error.hpp"

namespace cubilete::server {

using protocol::to_json;

namespace {

// Spectators listed by name, so that many of them do not make every push large.
constexpr int most_named = 50;
constexpr Clock::Duration wait_for_reads{100};

/// The seats as they were stored. A deleted player keeps their seat only while a match is played, and is no longer
/// the maker.
std::vector<RoomSeat> restored_seats(const storage::OpenRoom& stored, RoomMemory& known, int count) {
    std::vector<RoomSeat> seats(static_cast<std::size_t>(count));
    for (const storage::Seat& seat : stored.seats) {
        const auto player = std::ranges::find(stored.people, seat.player, &storage::Player::id);
        require(player != stored.people.end() && seat.seat < count);
        if (player->gone && (!stored.match || stored.match->ended_ms)) continue;
        if (player->gone && known.maker.player == player->id) known.maker = {};
        seats[static_cast<std::size_t>(seat.seat)] = {
            .player = {player->id, player->name, player->bot},
            .ready = seat.ready,
            .bot_plays = seat.bot_plays || player->gone,
            .left = seat.left || player->gone,
            .missed_turns = seat.missed,
            .since_ms = seat.since_ms,
            .accepts_bot = std::ranges::count(known.accepts_bot, seat.seat) > 0};
    }
    return seats;
}

/// The dice of a match that starts or runs, without those of its entries; nullptr if it has none.
std::unique_ptr<MatchDice> restored_dice(const storage::OpenRoom& stored) {
    if (!stored.dice) return nullptr;
    auto dice = std::make_unique<MatchDice>(stored.match->id, stored.match->players, stored.dice->state);
    for (const storage::Player& player : stored.people)
        if (player.gone) dice->forget(player.id);
    return dice;
}

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
    if (next_first_) put.room.next_first = *next_first_;
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

std::shared_ptr<Room> Room::restore(const Services& services, LobbyLink lobby,
                                    const storage::OpenRoom& stored) {
    std::shared_ptr<Room> room(
        new Room(services, std::move(lobby), stored.room.code, restored_settings(stored.room.settings)));
    room->open_gate();
    room->guarded([&] { room->take_up(stored); });
    room->post([](Room& self) {
        self.report();
        self.follow_people();
    });
    return room;
}

void Room::take_up(const storage::OpenRoom& stored) {
    settings_ = restored_settings(stored.room.settings);
    since_ms_ = stored.room.since_ms;
    next_first_.reset();
    if (stored.room.next_first) next_first_ = static_cast<Seat>(*stored.room.next_first);
    RoomMemory memory = restored_memory(stored.room.settings);
    seating_.restore(seating_rules(settings_, services().limits), stored.room.host,
                     restored_seats(stored, memory, settings_.seats),
                     {stored.bans.begin(), stored.bans.end()});
    maker_ = memory.maker;
    attendance_.begin(memory.unattended_since_ms);
    chat_.clear();
    for (const storage::ChatLine& line : stored.chat)
        chat_.push_back({line.from, line.name, line.text, line.at_ms});

    turn_clock_.stop();
    bots_.stop();
    table_.reset();
    if (!stored.match) return;
    auto dice = restored_dice(stored);
    // The nonce of a player who was deleted may still be on disk.
    if (dice && dice->stored() != stored.dice->state)
        gate().write(storage::PutDice{stored.match->id, dice->stored()});
    if (dice && stored.log.empty()) {
        seating_.restore_match(false);
        if (draining_) return;
        const protocol::Settings settings =
            protocol::settings_of(protocol::Json::parse(stored.match->settings));
        return dice_.start.resume({*stored.match, settings, std::move(dice)});
    }
    table_ = std::make_unique<Table>(*stored.match, stored.log, services().chance(), std::move(dice));
    seating_.restore_match(table_->over());
    if (table_->over()) return;
    turn_clock_.follow(table_->match().wait(), settings_.turn_ms);
    turn_clock_.resume(Clock::Duration(stored.log.back().left_ms), services().limits.restart_grace);
    if (table_->dice() && stored.dice && !stored.dice->ask.empty() && !draining_) {
        DiceAsk ask = DiceAsk::restored(stored.dice->ask);
        if (ask.seq == table_->match().seq() + 1) {
            table_->dice()->open(std::move(ask));
            turn_clock_.pause();
            return dice_.witnesses.resume(*table_);
        }
    }
    set_bots();
}

/// The disk was full: returns to the state on disk, which another thread reads. Everything else waits
/// meanwhile. No client has seen any of the discarded changes.
void Room::reload() {
    spdlog::warn("room {} goes back to what is on disk: the disk is full", code_);
    turn_clock_.stop();
    bots_.stop();
    match_pushes_.introduce_again();
    for (const Requester& from : dice_.give_up()) refuse(from, disk_is_full());
    hold();
    read_stored();
}

void Room::read_stored() {
    // What release() runs may use `this`, since it keeps the room alive.
    const auto go_on = [weak = weak_from_this(), this](Action action) {
        if (const auto self = weak.lock()) release(std::move(action));
    };
    const auto read = [this, go_on, code = code_](const Archive::Readers& readers) {
        try {
            go_on([this, stored = readers.store.open_room(code)] {
                if (stored) {
                    take_up(*stored);
                    seating_.forget_offline();
                    push_room();
                } else {
                    closed_ = true;
                    seating_.remove_all_members();
                    sockets_.clear();
                }
                report();
            });
        } catch (const std::exception& trouble) {
            go_on([reason = std::string(trouble.what())] { throw storage::DatabaseError(reason); });
        }
    };
    const auto ask_again = [this, go_on] {
        go_on([this] {
            hold();
            reload_timer_ = clock().after(wait_for_reads, [weak = weak_from_this(), this] {
                if (const auto self = weak.lock()) read_stored();
            });
        });
    };
    services().look_up_soon(ClientNetwork{}, read, ask_again);
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

void Room::push_room() { push_room_to(sockets_.all()); }

/// Sends the present room once it is durable. The chat is that of the moment of sending, since chat does not
/// wait for the disk.
void Room::push_room_to(std::vector<SinkPtr> sockets) {
    when_durable([this, push = room_push(), sockets = std::move(sockets)]() mutable {
        push.chat.assign(chat_.begin(), chat_.end());
        const auto text = std::make_shared<const std::string>(protocol::write(std::move(push)));
        for (const SinkPtr& socket : sockets) socket->send({text, Frame::Kind::push, "room " + code_});
    });
}

/// Writes and pushes a change that no request made, and does what follows from it.
void Room::changed() {
    seat_waiting();
    gate().write(row());
    push_room();
    report();
    follow_people();
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
    const auto seat = table_ ? table_->seat_in_turn() : std::nullopt;
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
    gate().then([report = lobby_.report, told = std::move(told)] { report(told); });
}

}  // namespace cubilete::server
