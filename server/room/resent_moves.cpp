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

/// Reads the answer that the move got.
std::variant<Json, Rejection> read_answer(const storage::Store& store, const std::string& room,
                                          const Requester& from, const protocol::Move& move) {
    const auto match = store.match(move.match);
    if (!match || match->room != room) return refused(RefusalReason::match_elsewhere, {}, "/match");
    if (std::ranges::count(match->players, from.player.id) == 0) return refused(RefusalReason::no_seat_then);
    const auto entry = store.finished_entry(*match, from.player.id, request_id_text(from.request_id));
    if (!entry) return refused(RefusalReason::match_past, {}, "/match");
    if (!is_the_same(match->game, *entry, move)) return refused(RefusalReason::id_used, {}, "/id");
    return protocol::object({{"seq", entry->seq}});
}

}  // namespace

ResentMoves::ResentMoves(Actor& actor, std::string room, DeferredAnswer answer)
    : actor_(actor), room_(std::move(room)), answer_(std::move(answer)) {}

void ResentMoves::look_up(const Requester& from, const protocol::Move& move) {
    players_.insert(from.player.id);
    const auto answer = [this, run = actor_.runner(), from](const std::variant<Json, Rejection>& found) {
        run([this, from, found] {
            players_.erase(from.player.id);
            answer_(from, found);
        });
    };
    const auto look = [answer, room = room_, from, move](const HistoryReader::Readers& readers) {
        try {
            answer(read_answer(readers.store, room, from, move));
        } catch (const std::exception& trouble) {
            log_error(fmt::format("a match cannot be read: {}", trouble.what()), {{"match", move.match}});
            answer(refused(RefusalReason::unreadable_now));
        }
    };
    actor_.services().look_up(from.socket->network(), look,
                              [answer] { answer(refused(RefusalReason::lookups_waiting)); });
}

}  // namespace cubilete::server
