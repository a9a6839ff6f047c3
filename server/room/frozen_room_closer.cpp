#include "server/room/frozen_room_closer.hpp"

#include <utility>

#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/stored_room.hpp"
#include "storage/error.hpp"

namespace cubilete::server {

namespace {

constexpr Clock::Duration read_retry_delay{1'000};

}  // namespace

void FrozenRoomCloser::update() {
    if (has_begun_) return;
    if (everyone_left())
        end();
    else if (state_.seating.person_online())
        timer_.reset();
    else if (!timer_)
        wait(actor_.services().limits.abandon_after);
}

bool FrozenRoomCloser::everyone_left() const {
    const auto stays = [](const RoomSeat& seat) { return !seat.left && !level_of(seat.player.id); };
    bool left = false;
    for (const RoomSeat& seat : state_.seating.seats()) {
        if (!seat.is_free() && stays(seat)) return false;
        left = left || seat.left;
    }
    return left;
}

void FrozenRoomCloser::wait(Clock::Duration wait) {
    has_begun_ = false;
    timer_ = actor_.after(wait, [this] {
        timer_.reset();
        if (!is_deserted()) return give_up();
        end();
    });
}

void FrozenRoomCloser::end() {
    if (state_.life != LifeStage::frozen) return;  // a room that is closing otherwise
    timer_.reset();
    if (!std::exchange(has_begun_, true)) actor_.when_idle([this] { read(); });
}

/// Reads what is stored on a thread of the history reader, and goes on here.
void FrozenRoomCloser::read() {
    if (state_.life != LifeStage::frozen) return;
    const auto here = actor_.runner();
    const auto later = [this, here] { here([this] { wait(read_retry_delay); }); };
    const auto job = [this, here, later, &services = actor_.services(), code = state_.code,
                      now = actor_.clock().wall_ms()](const HistoryReader::Readers& readers) {
        try {
            const auto stored = readers.store.open_room(code);
            std::optional<storage::FinishMatch> match;
            if (stored && stored->match && !stored->match->ended_ms)
                match = make_frozen_match_finish(services, *stored, now);
            here([this, match = std::move(match)] { write(match); });
        } catch (const storage::DatabaseUnavailable&) {
            later();
        } catch (const std::exception& trouble) {
            log_error(fmt::format("a room cannot end and stays as it is on disk: {}", trouble.what()),
                      {{"room", code}});
            here([this] { give_up(); });
        }
    };
    actor_.services().look_up_soon(ClientNetwork{}, job, later);
}

void FrozenRoomCloser::give_up() {
    has_begun_ = false;
    stays_();
}

void FrozenRoomCloser::write(const std::optional<storage::FinishMatch>& match) {
    if (state_.life != LifeStage::frozen) return;
    if (!is_deserted()) return give_up();
    if (match) {
        log_info("a frozen match ends: " + match->result, {{"room", state_.code}, {"match", match->match}});
        actor_.gate().write(*match);
    }
    actor_.when_durable(close_);
}

}  // namespace cubilete::server
