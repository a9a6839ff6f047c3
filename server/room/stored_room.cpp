#include "server/room/stored_room.hpp"

#include <exception>
#include <stdexcept>
#include <utility>

#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

namespace {

/// The dice of a match that starts or runs, without those of its entries; nullptr if it has none.
std::unique_ptr<MatchDice> restored_dice(const storage::OpenRoom& stored) {
    if (!stored.dice) return nullptr;
    auto dice = std::make_unique<MatchDice>(stored.match->id, stored.match->players, stored.dice->state);
    for (const storage::Player& player : stored.people)
        if (player.gone) dice->forget(player.id);
    return dice;
}

/// The source of chance for a match that goes on.
std::unique_ptr<Chance> chance_of(const Services& services, const storage::MatchRow& match) {
    const auto day = cup_day_of(match.settings);
    if (!day) return services.chance();
    if (!services.cup.days) throw std::runtime_error("the seeds of the cup are missing");
    return services.cup.days->make_chance(*day);
}

/// Whether a match is over and does not replay any more: its log was deleted (--keep-logs), or its rules have changed.
bool is_past_replay(const storage::MatchRow& match) {
    return match.ended_ms && (match.log_dropped || game_of(match) == nullptr);
}

}  // namespace

StoredRoom::StoredRoom(const Services& services, storage::OpenRoom read) : row(std::move(read)) {
    // A match that is over is only shown: the room can wait for the next one without it.
    lacks_match = row.match && is_past_replay(*row.match);
    if (lacks_match) row.match.reset();
    dice = restored_dice(row);
    // The nonce of a player who was deleted may still be on disk.
    if (dice && dice->serialize() != row.dice->state)
        write = storage::PutDice{row.match->id, dice->serialize()};
    if (row.match && !(dice && row.log.empty()))
        table =
            std::make_unique<Table>(*row.match, row.log, chance_of(services, *row.match), std::move(dice));
}

storage::FinishMatch make_frozen_match_finish(const Services& services, const storage::OpenRoom& stored,
                                              std::int64_t now_ms) {
    try {
        const StoredRoom replayed(services, stored);
        if (replayed.table && replayed.table->over()) return replayed.table->finish(now_ms);
    } catch (const std::exception& trouble) {
        log_info(fmt::format("a match cannot be replayed: {}", trouble.what()),
                 {{"match", stored.match->id}});
    }
    const auto dice = restored_dice(stored);
    return make_void_finish(*stored.match, stored.log, dice.get(), now_ms);
}

}  // namespace cubilete::server
