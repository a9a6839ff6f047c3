#include "server/room/resent_moves.hpp"

#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/match/table.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::Rejection;

namespace {

/// Whether the move repeats the one that made the entry: same prompt and same move.
bool is_the_same(const std::string& game, const storage::LogRow& entry, const protocol::Move& move) {
    if (entry.prompt != move.n || protocol::find_game(game) == nullptr) return false;
    const auto canonical_form = protocol::canonical_move(game, move.move);
    const auto* same = std::get_if<protocol::JsonText>(&canonical_form);
    return same != nullptr && same->dump() == entry.move;
}

}  // namespace

ResentMoves::ResentMoves(Actor& actor, std::string room, DeferredAnswer answer)
    : actor_(actor), room_(std::move(room)), answer_(std::move(answer)) {}

void ResentMoves::look_up(const Requester& from, const protocol::Move& move) {
    players_.insert(from.player.id);
    auto look = [this, run = actor_.runner(), from, move](const HistoryReader::Readers& readers) {
        StoredMove found;
        try {
            found.match = readers.store.match(move.match);
            if (found.match)
                found.entry = readers.store.finished_entry(*found.match, from.player.id,
                                                           request_id_text(from.request_id));
        } catch (const std::exception& trouble) {
            log_error(fmt::format("a match cannot be read: {}", trouble.what()), {{"match", move.match}});
        }
        run([this, from, move, found = std::move(found)] {
            players_.erase(from.player.id);
            answer_(from, answer_to(from.player.id, move, found));
        });
    };
    actor_.services().look_up(from.socket->network(), std::move(look), [this, run = actor_.runner(), from] {
        run([this, from] {
            players_.erase(from.player.id);
            answer_(from, refused(RefusalReason::lookups_waiting));
        });
    });
}

std::variant<Json, Rejection> ResentMoves::answer_to(const std::string& player, const protocol::Move& move,
                                                     const StoredMove& found) const {
    if (!found.match || found.match->room != room_)
        return refused(RefusalReason::match_elsewhere, {}, "/match");
    if (std::ranges::count(found.match->players, player) == 0) return refused(RefusalReason::no_seat_then);
    if (!found.entry) return refused(RefusalReason::match_past, {}, "/match");
    if (!is_the_same(found.match->game, *found.entry, move))
        return refused(RefusalReason::id_used, {}, "/id");
    return protocol::object({{"seq", found.entry->seq}});
}

}  // namespace cubilete::server
