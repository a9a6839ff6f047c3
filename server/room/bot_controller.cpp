#include "server/room/bot_controller.hpp"

#include <algorithm>
#include <utility>

#include "server/match/built_in_bots.hpp"

namespace cubilete::server {

using protocol::Json;

BotController::BotController(Actor& actor, const Seating& seating, PlayMove play)
    : actor_(actor), seating_(seating), play_(std::move(play)) {}

/// The level at which the server plays a seat now, or nothing: for its built-in bots always, for an absent
/// player only while the match waits for their turn.
std::optional<Level> BotController::level(const Table& match, Seat seat) const {
    const RoomSeat& room_seat = seating_.seats()[seat];
    if (const auto level = level_of(room_seat.player.id)) return level;
    if (room_seat.bot_plays && match.seat_in_turn() == seat) return Level::medium;
    return std::nullopt;
}

/// The pause before the server plays a seat. Built-in bots vary it, as people do; without people in the match
/// it is 0. In a window that several seats may use it ends before the window does.
Clock::Duration BotController::pause(const Table& match, Seat seat) const {
    if (seating_.people_seated() == 0) return Clock::Duration(0);
    Clock::Duration usual = actor_.services().limits.bot_pause;
    if (!level_of(seating_.seats()[seat].player.id)) return usual;
    const Wait wait = match.match().wait();
    if (wait.kind == Wait::Kind::window && match.match().to_act().size() > 1)
        usual = std::min(usual, Clock::Duration(wait.milliseconds) / 2);
    const auto variation = static_cast<Clock::Duration::rep>(std::hash<std::string>()(match.hash()) % 601);
    return usual * (900 + variation) / 1'000;
}

void BotController::stop() {
    timers_.clear();
    ++round_;
}

void BotController::choose(const Table& match) {
    stop();
    for (const Seat seat : match.match().to_act()) {
        if (!level(match, seat)) continue;
        const Clock::Duration wait = std::max(pause(match, seat), next_entry_at_ - actor_.clock().now());
        const auto action = [this, round = round_, &match, seat] {
            if (round == round_) think(match, seat);
        };
        // Without a pause the next move waits only until the last entry is durable.
        if (wait.count() > 0)
            timers_.push_back(actor_.after(wait, action));
        else
            actor_.when_durable(action);
    }
}

void BotController::think(const Table& match, Seat seat) {
    const std::optional<Level> at = level(match, seat);
    if (!at || !match.match().to_act().contains(seat)) return;
    actor_.services().bot_service.choose(
        match.match().settings(), match.match().position(seat), *at,
        [this, run = actor_.runner(), round = round_, seat](std::optional<Json> move) {
            run([this, round, seat, move = std::move(move)] {
                if (round == round_) play_(seat, move);
            });
        });
}

void BotController::count_entry() {
    constexpr int entries_a_report = 16;  // keeps it cheap
    if (++entries_ < entries_a_report) return;
    actor_.services().report_bot_entries(
        quota_owner_, std::exchange(entries_, 0),
        [this, run = actor_.runner()](std::chrono::milliseconds wait) {
            if (wait.count() == 0) return;
            run([this, wait] { next_entry_at_ = actor_.clock().now() + wait; });
        });
}

}  // namespace cubilete::server
