#include "server/room/room_ending.hpp"

#include <algorithm>
#include <utility>

#include "server/core/spdlog.hpp"
#include "server/match/built_in_bots.hpp"
#include "storage/error.hpp"

namespace cubilete::server {

namespace {

constexpr Clock::Duration before_reading_again{1'000};

}  // namespace

void Room::Ending::follow() const {
    if (room.draining_ || room.closed_ || room.frozen_.ends) return;
    if (all_have_left())
        begin();
    else if (room.seating_.person_online())
        room.frozen_.empty.reset();
    else if (!room.frozen_.empty)
        wait(room.services().limits.abandon_after);
}

bool Room::Ending::all_have_left() const {
    const auto stays = [](const RoomSeat& seat) { return !seat.left && !level_of(seat.player.id); };
    bool left = false;
    for (const RoomSeat& seat : room.seating_.seats()) {
        if (!seat.is_free() && stays(seat)) return false;
        left = left || seat.left;
    }
    return left;
}

bool Room::Ending::nobody_is_there() const { return all_have_left() || !room.seating_.person_online(); }

void Room::Ending::wait(Clock::Duration wait) const {
    room.frozen_.ends = false;
    room.frozen_.empty = room.after(wait, [&room = room] {
        room.frozen_.empty.reset();
        if (Ending{room}.nobody_is_there()) Ending{room}.begin();
    });
}

void Room::Ending::begin() const {
    room.frozen_.empty.reset();
    room.frozen_.ends = true;
    room.when_idle([&room = room] { Ending{room}.read(); });
}

void Room::Ending::try_again() const { wait(room.services().limits.empty_room); }

/// Reads what is stored on a thread of the history reader, and goes on here.
void Room::Ending::read() const {
    if (room.draining_ || room.closed_) return;
    const std::weak_ptr<Room> weak = std::static_pointer_cast<Room>(room.shared_from_this());
    const auto here = [weak](auto action) {
        if (const auto self = weak.lock()) self->post(std::move(action));
    };
    const auto later = [here] { here([](Room& self) { Ending{self}.wait(before_reading_again); }); };
    const auto job = [here, later, &services = room.services(), code = room.code_,
                      now = room.clock().wall_ms()](const HistoryReader::Readers& readers) {
        try {
            const auto stored = readers.store.open_room(code);
            std::optional<storage::FinishMatch> match;
            if (stored && stored->match && !stored->match->ended_ms)
                match = end_of_frozen(services, *stored, now);
            here([match = std::move(match)](Room& self) { Ending{self}.write(match); });
        } catch (const storage::DatabaseAway&) {
            later();
        } catch (const std::exception& trouble) {
            spdlog::error("room {} cannot end and stays as it is on disk: {}", code, trouble.what());
        }
    };
    room.services().look_up_soon(ClientNetwork{}, job, later);
}

void Room::Ending::write(const std::optional<storage::FinishMatch>& match) const {
    if (room.draining_ || room.closed_) return;
    if (!nobody_is_there()) {
        room.frozen_.ends = false;
        return;
    }
    if (match) {
        spdlog::info("room {} match {} ends: {}", room.code_, match->match, match->result);
        room.gate().write(*match);
    }
    room.when_durable([&room = room] { room.close(); });
}

}  // namespace cubilete::server
