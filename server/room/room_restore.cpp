// How a room returns to what is on disk: after a restart, and after a write that the disk had no room for.
#include <algorithm>
#include <utility>

#include "server/core/spdlog.hpp"
#include "server/room/room_ending.hpp"
#include "server/room/room_matches.hpp"
#include "server/room/room_refusals.hpp"
#include "storage/error.hpp"

namespace cubilete::server {

namespace {

constexpr Clock::Duration retry_full_queue{100};

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

struct Fitting {
    RoomSettings settings;
    std::string misfit;  ///< why the stored settings do not fit this server; then these are others
};
Fitting fitting_settings(const storage::OpenRoom& stored) {
    try {
        return {restored_settings(stored.room.settings), {}};
    } catch (const std::exception& trouble) {
        RoomSettings others;
        others.game = protocol::catalogue().front()->id;
        for (const storage::Seat& seat : stored.seats) others.seats = std::max(others.seats, seat.seat + 1);
        return {std::move(others), trouble.what()};
    }
}

}  // namespace

/// Takes up what was stored.
struct Room::Restoring {
    Room& room;

    /// The room cannot be read: it is frozen. Any thread.
    static void fail(const std::weak_ptr<Room>& unread, const std::string& reason);
    /// `stored`: null if the room is closed on disk.
    void go_on_with(StoredRoom* stored) const;
    /// Takes up everything except the match.
    void take_up_people(const storage::OpenRoom& stored) const;
    /// The same except the settings.
    void take_up_seats(const storage::OpenRoom& stored) const;
    void take_up(StoredRoom& stored) const;
    void read_again() const;
};

std::shared_ptr<Room> Room::restore(const Services& services, LobbyLink lobby,
                                    const storage::OpenRoom& stored, const std::optional<Carried>& carried) {
    auto [settings, misfit] = fitting_settings(stored);
    std::shared_ptr<Room> room(new Room(services, std::move(lobby), stored.room.code, std::move(settings)));
    room->open_gate();
    room->guarded([&] {
        Restoring{*room}.take_up_seats(stored);
        if (!misfit.empty()) throw storage::DatabaseError(misfit);
    });
    if (carried) {
        room->seating_.restore_queue(carried->next);
        room->unread_.carried_left = carried->left;
    }
    if (stored.match && !room->frozen_) {
        room->seating_.restore_match(stored.match->ended_ms.has_value());
        room->unread_.since = room->clock().now();
        room->guarded([&] { room->report(); });
        room->hold();
    } else {
        room->post([](Room& self) {
            self.report();
            self.follow_people();
        });
    }
    return room;
}

/// Asks for the match, once, when something needs it.
void Room::awaited() {
    if (unread_.since && !std::exchange(unread_.wanted, true)) lobby_.read_soon(code_);
}

void Room::read(const Services& services, const storage::Store& store, const Unread& rooms) {
    std::vector<std::string> codes;
    for (const auto& [code, room] : rooms) codes.push_back(code);
    std::vector<storage::OpenRoom> found;
    try {
        found = store.open_rooms(codes);
    } catch (const storage::DatabaseAway&) {
        throw;
    } catch (const std::exception& trouble) {
        if (rooms.size() == 1) return Restoring::fail(rooms.begin()->second, trouble.what());
        for (const auto& one : rooms) read(services, store, {one});
        return;
    }
    for (const auto& [code, unread] : rooms) {
        const auto row = std::ranges::find(found, code, [](const auto& open) { return open.room.code; });
        const auto room = unread.lock();
        if (!room) continue;
        try {
            std::shared_ptr<StoredRoom> stored;
            if (row != found.end()) stored = std::make_shared<StoredRoom>(services, std::move(*row));
            room->release(
                [&room = *room, stored = std::move(stored)] { Restoring{room}.go_on_with(stored.get()); });
        } catch (const std::exception& trouble) {
            Restoring::fail(room, trouble.what());
        }
    }
}

void Room::Restoring::fail(const std::weak_ptr<Room>& unread, const std::string& reason) {
    if (const auto room = unread.lock())
        room->release([&held = *room, reason] {
            if (!held.frozen_) throw storage::DatabaseError(reason);
        });
}

void Room::Restoring::go_on_with(StoredRoom* stored) const {
    if (room.frozen_) return;
    if (stored) {
        take_up(*stored);
        room.seating_.forget_offline();
        room.push_room();
    } else {
        room.closed_ = true;
        room.seating_.remove_all_members();
        room.sockets_.clear();
    }
    room.report();
    room.follow_people();
}

void Room::Restoring::take_up_people(const storage::OpenRoom& stored) const {
    room.settings_ = restored_settings(stored.room.settings);
    take_up_seats(stored);
}

void Room::Restoring::take_up_seats(const storage::OpenRoom& stored) const {
    room.since_ms_ = stored.room.since_ms;
    room.next_starter_.reset();
    if (stored.room.next_first) room.next_starter_ = static_cast<Seat>(*stored.room.next_first);
    RoomMemory memory = restored_memory(stored.room.settings);
    room.seating_.restore(seating_rules(room.settings_, room.services().limits), stored.room.host,
                          restored_seats(stored, memory, room.settings_.seats),
                          {stored.bans.begin(), stored.bans.end()});
    room.maker_ = memory.maker;
    room.attendance_.begin(memory.unattended_since_ms);
    room.chat_.clear();
    for (const storage::ChatLine& line : stored.chat)
        room.chat_.add({line.from, line.name, line.text, line.at_ms});
}

void Room::Restoring::take_up(StoredRoom& stored) const {
    const std::optional<storage::Match>& match = stored.row.match;
    take_up_people(stored.row);
    room.turn_clock_.stop();
    room.bots_.stop();
    room.table_.reset();
    // The clock of a match runs from the start of the server, also if the match is read later.
    Clock::Duration run{};
    if (const auto since = std::exchange(room.unread_.since, {})) run = room.clock().now() - *since;
    const auto carried_left = std::exchange(room.unread_.carried_left, {});
    if (!match) return;
    if (stored.write) room.gate().write(*stored.write);
    if (!stored.table) {
        room.seating_.restore_match(false);
        if (room.draining_) return;
        const protocol::Settings settings = protocol::settings_of(protocol::Json::parse(match->settings));
        return room.dice_.start.resume({*match, settings, std::move(stored.dice)});
    }
    room.table_ = std::move(stored.table);
    room.seating_.restore_match(room.table_->over());
    if (room.table_->over()) return;
    room.turn_clock_.follow(room.table_->match().wait(), room.settings_.turn_ms);
    if (carried_left)
        room.turn_clock_.resume(*carried_left, {}, {});
    else
        room.turn_clock_.resume(Clock::Duration(stored.row.log.back().left_ms),
                                room.services().limits.restart_grace, run);
    const auto& dice = stored.row.dice;
    if (room.table_->dice() && dice && !dice->ask.empty() && !room.draining_) {
        DiceAsk ask = DiceAsk::restored(dice->ask);
        if (ask.seq == room.table_->match().seq() + 1) {
            room.table_->dice()->open(std::move(ask));
            room.turn_clock_.pause();
            return room.dice_.witnesses.resume(*room.table_);
        }
    }
    Matches{room}.set_bots();
}

/// The disk was full: returns to the state on disk, which another thread reads. Everything else waits
/// meanwhile. No client has seen any of the discarded changes. A frozen room has changed nothing in memory.
void Room::reload() {
    spdlog::warn("room {} goes back to what is on disk: the disk is full", code_);
    if (const auto done = std::exchange(handing_over_.done, {})) {  // the room stays
        draining_ = handing_over_.begun = false;
        done({});
    }
    if (frozen_) return Ending{*this}.try_again();
    turn_clock_.stop();
    bots_.stop();
    match_pushes_.introduce_again();
    for (const Requester& from : dice_.give_up()) refuse(from, disk_is_full());
    hold();
    Restoring{*this}.read_again();
}

void Room::Restoring::read_again() const {
    const auto self = std::static_pointer_cast<Room>(room.shared_from_this());
    const Unread only{{room.code_, self}};
    // Runs on a thread of the history reader; release() gets back to the room's thread.
    const auto ask_again = [weak = std::weak_ptr(self)] {
        if (const auto locked = weak.lock())
            locked->release([&held = *locked] {
                held.hold();
                held.unread_.retry =
                    held.clock().after(retry_full_queue, [weak = held.weak_from_this(), &held] {
                        if (const auto alive = weak.lock()) Restoring{held}.read_again();
                    });
            });
    };
    const auto job = [&services = room.services(), only, ask_again](const HistoryReader::Readers& readers) {
        try {
            read(services, readers.store, only);
        } catch (const storage::DatabaseAway&) {
            ask_again();
        }
    };
    room.services().look_up_soon(ClientNetwork{}, job, ask_again);
}

}  // namespace cubilete::server
