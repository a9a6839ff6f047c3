// How a room returns to what is on disk: after a restart, and after a write that the disk had no room for.
#include <algorithm>
#include <utility>

#include "server/core/spdlog.hpp"
#include "server/room/room.hpp"
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

/// The dice of a match that starts or runs, without those of its entries; nullptr if it has none.
std::unique_ptr<MatchDice> restored_dice(const storage::OpenRoom& stored) {
    if (!stored.dice) return nullptr;
    auto dice = std::make_unique<MatchDice>(stored.match->id, stored.match->players, stored.dice->state);
    for (const storage::Player& player : stored.people)
        if (player.gone) dice->forget(player.id);
    return dice;
}

}  // namespace

StoredRoom::StoredRoom(const Services& services, storage::OpenRoom read) : row(std::move(read)) {
    dice = restored_dice(row);
    // The nonce of a player who was deleted may still be on disk.
    if (dice && dice->stored() != row.dice->state) write = storage::PutDice{row.match->id, dice->stored()};
    if (row.match && !(dice && row.log.empty()))
        table = std::make_unique<Table>(*row.match, row.log, services.chance(), std::move(dice));
}

std::shared_ptr<Room> Room::restore(const Services& services, LobbyLink lobby,
                                    const storage::OpenRoom& stored, const std::optional<Carried>& carried) {
    std::shared_ptr<Room> room(
        new Room(services, std::move(lobby), stored.room.code, restored_settings(stored.room.settings)));
    room->open_gate();
    room->guarded([&] { room->take_up_people(stored); });
    if (carried) {
        room->seating_.restore_queue(carried->next);
        room->carried_left_ = carried->left;
    }
    if (stored.match && room->frozen_.empty()) {
        room->seating_.restore_match(stored.match->ended_ms.has_value());
        room->unread_since_ = room->clock().now();
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
    if (unread_since_ && !std::exchange(match_wanted_, true)) lobby_.read_soon(code_);
}

void Room::read(const Services& services, const storage::Store& store, const Unread& rooms) {
    std::vector<std::string> codes;
    for (const auto& [code, room] : rooms) codes.push_back(code);
    std::vector<storage::OpenRoom> found;
    try {
        found = store.open_rooms(codes);
    } catch (const storage::EngineAway&) {
        throw;
    } catch (const std::exception& trouble) {
        if (rooms.size() == 1) return fail(rooms.begin()->second, trouble.what());
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
            room->release([&room = *room, stored = std::move(stored)] { room.go_on_with(stored.get()); });
        } catch (const std::exception& trouble) {
            fail(room, trouble.what());
        }
    }
}

/// The room cannot be read: it is frozen. Any thread.
void Room::fail(const std::weak_ptr<Room>& unread, const std::string& reason) {
    if (const auto room = unread.lock()) room->release([reason] { throw storage::DatabaseError(reason); });
}

/// `stored`: null if the room is closed on disk.
void Room::go_on_with(StoredRoom* stored) {
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
    follow_people();
}

/// Takes up everything except the match.
void Room::take_up_people(const storage::OpenRoom& stored) {
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
}

void Room::take_up(StoredRoom& stored) {
    const std::optional<storage::Match>& match = stored.row.match;
    take_up_people(stored.row);
    turn_clock_.stop();
    bots_.stop();
    table_.reset();
    // The clock of a match runs from the start of the server, also if the match is read later.
    Clock::Duration run{};
    if (const auto since = std::exchange(unread_since_, {})) run = clock().now() - *since;
    const auto carried_left = std::exchange(carried_left_, {});
    if (!match) return;
    if (stored.write) gate().write(*stored.write);
    if (!stored.table) {
        seating_.restore_match(false);
        if (draining_) return;
        const protocol::Settings settings = protocol::settings_of(protocol::Json::parse(match->settings));
        return dice_.start.resume({*match, settings, std::move(stored.dice)});
    }
    table_ = std::move(stored.table);
    seating_.restore_match(table_->over());
    if (table_->over()) return;
    turn_clock_.follow(table_->match().wait(), settings_.turn_ms);
    if (carried_left)
        turn_clock_.resume(*carried_left, {}, {});
    else
        turn_clock_.resume(Clock::Duration(stored.row.log.back().left_ms), services().limits.restart_grace,
                           run);
    const auto& dice = stored.row.dice;
    if (table_->dice() && dice && !dice->ask.empty() && !draining_) {
        DiceAsk ask = DiceAsk::restored(dice->ask);
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
    if (handed_over_) stay();
    turn_clock_.stop();
    bots_.stop();
    match_pushes_.introduce_again();
    for (const Requester& from : dice_.give_up()) refuse(from, disk_is_full());
    hold();
    read_stored();
}

void Room::read_stored() {
    const auto self = std::static_pointer_cast<Room>(shared_from_this());
    const Unread only{{code_, self}};
    // Runs on a thread of the history reader; release() gets back to the room's thread.
    const auto ask_again = [weak = std::weak_ptr(self)] {
        if (const auto room = weak.lock())
            room->release([&room = *room] {
                room.hold();
                room.reload_timer_ =
                    room.clock().after(retry_full_queue, [weak = room.weak_from_this(), &room] {
                        if (const auto alive = weak.lock()) room.read_stored();
                    });
            });
    };
    const auto job = [&services = services(), only, ask_again](const HistoryReader::Readers& readers) {
        try {
            read(services, readers.store, only);
        } catch (const storage::EngineAway&) {
            ask_again();
        }
    };
    services().look_up_soon(ClientNetwork{}, job, ask_again);
}

}  // namespace cubilete::server
