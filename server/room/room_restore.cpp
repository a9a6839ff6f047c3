// How a room returns to what is on disk: after a restart, and after a write that the disk had no room for.
#include <algorithm>
#include <utility>

#include "server/core/log.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/room.hpp"
#include "server/room/room_refusals.hpp"
#include "storage/error.hpp"

namespace cubilete::server {

namespace {

constexpr Clock::Duration retry_full_queue{100};
/// Between two reads of a room that itself repeats what its disk has no room for.
constexpr Clock::Duration full_disk_pause{1'000};

/// A built-in bot is known also without its row, for which a full disk may have had no room.
storage::Player seated_player(const storage::OpenRoom& stored, const std::string& id) {
    const auto row = std::ranges::find(stored.people, id, &storage::Player::id);
    if (row != stored.people.end()) return *row;
    const auto bot =
        std::ranges::find_if(built_in_bots(), [&](const BuiltInBot& one) { return one.info.id == id; });
    require(bot != built_in_bots().end());
    storage::Player player;
    player.id = id;
    player.name = bot->info.name;
    player.bot = true;
    return player;
}

/// The seats as they were stored. A deleted player keeps their seat only while a match is played, and is no longer
/// the maker: a room may be written while the deletion of its maker is on its way to it.
std::vector<RoomSeat> restored_seats(const storage::OpenRoom& stored, RoomMetadata& known, int count) {
    std::vector<RoomSeat> seats(static_cast<std::size_t>(count));
    for (const storage::SeatRow& seat : stored.seats) {
        require(seat.seat < count);
        const storage::Player player = seated_player(stored, seat.player);
        if (player.gone && (!stored.match || stored.match->ended_ms)) continue;
        if (player.gone && known.maker.player == player.id) known.maker = {};
        seats[static_cast<std::size_t>(seat.seat)] = {
            .player = {player.id, player.name, player.bot, player.avatar},
            .ready = seat.ready,
            .bot_plays = seat.bot_plays || player.gone,
            .left = seat.left || player.gone,
            .missed_turns = seat.missed,
            .since_ms = seat.since_ms,
            .accepts_bot = std::ranges::count(known.accepts_bot, seat.seat) > 0};
    }
    return seats;
}

/// Takes up the people and the chat. Returns what is stored with the settings.
RoomMetadata restore_people(RoomState& room, const storage::OpenRoom& stored, const Limits& limits) {
    room.since_ms = stored.room.since_ms;
    RoomMetadata remembered = parse_room_metadata(stored.room.settings);
    room.seating.restore(seating_rules(room.settings, limits), stored.room.host,
                         restored_seats(stored, remembered, room.settings.seats),
                         {stored.bans.begin(), stored.bans.end()});
    room.seating.set_next_starter(stored.room.next_first);
    room.maker = remembered.maker;
    room.chat.clear();
    for (const storage::ChatLine& line : stored.chat)
        room.chat.add({line.from, line.name, line.text, line.at_ms});
    return remembered;
}

struct FittedSettings {
    RoomSettings settings;
    std::string mismatch;  ///< why the stored settings do not fit this server; then these are others
};
FittedSettings fit_settings(const storage::OpenRoom& stored) {
    try {
        return {parse_room_settings(stored.room.settings), {}};
    } catch (const std::exception& trouble) {
        RoomSettings others;
        others.game = protocol::catalogue().front()->id;
        for (const storage::SeatRow& seat : stored.seats)
            others.seats = std::max(others.seats, seat.seat + 1);
        return {std::move(others), trouble.what()};
    }
}

}  // namespace

std::shared_ptr<Room> Room::restore(const Services& services, LobbyLink lobby,
                                    const storage::OpenRoom& stored,
                                    const std::optional<TransientState>& transient) {
    auto [settings, mismatch] = fit_settings(stored);
    std::shared_ptr<Room> room(new Room(services, std::move(lobby), stored.room.code, std::move(settings)));
    room->open_gate();
    room->run_guarded([&] {
        const auto remembered = restore_people(room->state_, stored, services.limits);
        room->presence_timers_.begin(remembered.unattended_since_ms);
        if (!mismatch.empty()) throw storage::DatabaseError(mismatch);
    });
    if (transient) {
        room->state_.seating.restore_queue(transient->next);
        room->pending_read_.carried_left = transient->left;
    }
    if (stored.match && room->state_.life == LifeStage::open) {
        room->state_.life = LifeStage::unread;
        room->state_.seating.restore_match(stored.match->ended_ms.has_value());
        room->pending_read_.since = room->clock().now();
        room->run_guarded([&] { room->report(); });
        room->hold();
    } else {
        room->post([](Room& self) {
            self.report();
            self.update_presence();
        });
    }
    return room;
}

/// Asks for the match, once, when something needs it.
void Room::on_action_held() {
    if (pending_read_.since && !std::exchange(pending_read_.requested, true)) lobby_.prioritize(state_.code);
}

void Room::read(const Services& services, const storage::Store& store, const UnreadRooms& rooms) {
    const auto fail = [](const std::weak_ptr<Room>& unread, const std::string& reason) {
        if (const auto room = unread.lock())
            room->release([&held = *room, reason] {
                if (held.state_.life != LifeStage::frozen) throw storage::DatabaseError(reason);
            });
    };
    std::vector<std::string> codes;
    for (const auto& [code, room] : rooms) codes.push_back(code);
    std::vector<storage::OpenRoom> found;
    try {
        found = store.open_rooms(codes);
    } catch (const storage::DatabaseUnavailable&) {
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
            room->release([&room = *room, stored = std::move(stored)] { room.resume_with(stored.get()); });
        } catch (const std::exception& trouble) {
            fail(room, trouble.what());
        }
    }
}

/// `stored`: null if the room is closed on disk.
void Room::resume_with(StoredRoom* stored) {
    if (state_.life == LifeStage::frozen) return;
    if (stored) {
        if (state_.life == LifeStage::unread) state_.life = LifeStage::open;
        state_.settings = parse_room_settings(stored->row.room.settings);
        const auto remembered = restore_people(state_, stored->row, services().limits);
        presence_timers_.begin(remembered.unattended_since_ms);
        // The clock of a match runs from the start of the server, also if the match is read later.
        const auto since = std::exchange(pending_read_.since, {});
        match_runner_.restore_from(*stored, since ? clock().now() - *since : Clock::Duration(),
                                   std::exchange(pending_read_.carried_left, {}));
        state_.seating.forget_offline();
        // Without its match nobody can be asked for another one, and a quick room would start that by itself.
        if (since && stored->lacks_match && state_.settings.quick) return close({});
        publisher_.push();
    } else {
        state_.life = LifeStage::closed;
        state_.seating.remove_all_members();
        state_.sockets.clear();
    }
    report();
    update_presence();
}

/// The disk was full: returns to the state on disk, which another thread reads. Everything else waits
/// meanwhile. No client has seen any of the discarded changes. A frozen room has changed nothing in memory. What the room
/// does by itself, such as a bot's move, it does again as soon as it is read.
void Room::reload() {
    log_warn("a room goes back to what is on disk: the disk is full", {{"room", state_.code}});
    if (const auto done = std::exchange(departure_.handover.done, {})) {  // the room stays
        if (state_.life == LifeStage::leaving) state_.life = LifeStage::open;
        done({});
    }
    if (state_.life == LifeStage::closed) state_.life = departure_.close.before;
    departure_.close.answer(refused(RefusalReason::disk_full));
    if (state_.life == LifeStage::frozen) return frozen_room_closer_.try_again();
    for (const Requester& from : match_runner_.stop())
        replies_.refuse(from, refused(RefusalReason::disk_full));
    hold();
    const Clock::Duration now = clock().now();
    const Clock::Duration wait = std::max(pending_read_.earliest - now, Clock::Duration());
    pending_read_.earliest = now + wait + full_disk_pause;
    read_after(wait);
}

/// Reads at once if there is no time to wait.
void Room::read_after(Clock::Duration wait) {
    if (wait.count() > 0) {
        pending_read_.retry = clock().after(wait, [weak = weak_from_this(), this] {
            if (const auto alive = weak.lock()) read_after({});
        });
        return;
    }
    const auto self = std::static_pointer_cast<Room>(shared_from_this());
    const UnreadRooms only{{state_.code, self}};
    // Runs on a thread of the history reader; release() gets back to the room's thread.
    const auto ask_again = [weak = std::weak_ptr(self)] {
        if (const auto locked = weak.lock())
            locked->release([&held = *locked] {
                held.hold();
                held.read_after(retry_full_queue);
            });
    };
    const auto job = [&services = services(), only, ask_again](const HistoryReader::Readers& readers) {
        try {
            read(services, readers.store, only);
        } catch (const storage::DatabaseUnavailable&) {
            ask_again();
        }
    };
    services().look_up_soon(ClientNetwork{}, job, ask_again);
}

}  // namespace cubilete::server
