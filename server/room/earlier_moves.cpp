#include "server/room/earlier_moves.hpp"

#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/spdlog.hpp"
#include "server/match/table.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Json;
using protocol::Refused;

namespace {

/// Whether the move repeats the one that made the entry: same prompt and same move.
bool is_the_same(const std::string& game, const storage::LogEntry& entry, const protocol::Move& move) {
    if (entry.prompt != move.n || protocol::find_game(game) == nullptr) return false;
    const auto spelled = protocol::spelled_move(game, move.move);
    const auto* same = std::get_if<protocol::JsonText>(&spelled);
    return same != nullptr && same->dump() == entry.move;
}

}  // namespace

EarlierMoves::EarlierMoves(Actor& actor, std::string room, AnswerLater answer)
    : actor_(actor), room_(std::move(room)), answer_(std::move(answer)) {}

void EarlierMoves::look_up(const Requester& from, const protocol::Move& move) {
    players_.insert(from.player.id);
    auto look = [this, run = actor_.runner(), from, move](const HistoryReader::Readers& readers) {
        Found found;
        try {
            found.match = readers.store.match(move.match);
            if (found.match)
                found.entry =
                    readers.store.finished_entry(*found.match, from.player.id, text_of(from.request_id));
        } catch (const std::exception& trouble) {
            spdlog::error("match {} cannot be read: {}", move.match, trouble.what());
        }
        run([this, from, move, found = std::move(found)] {
            players_.erase(from.player.id);
            answer_(from, answer_to(from.player.id, move, found));
        });
    };
    actor_.services().look_up(from.socket->network(), std::move(look), [this, run = actor_.runner(), from] {
        run([this, from] {
            players_.erase(from.player.id);
            answer_(from, refused(Why::lookups_waiting));
        });
    });
}

std::variant<Json, Refused> EarlierMoves::answer_to(const std::string& player, const protocol::Move& move,
                                                    const Found& found) const {
    if (!found.match || found.match->room != room_) return refused(Why::match_elsewhere, {}, "/match");
    if (std::ranges::count(found.match->players, player) == 0) return refused(Why::no_seat_then);
    if (!found.entry) return refused(Why::match_past, {}, "/match");
    if (!is_the_same(found.match->game, *found.entry, move)) return refused(Why::id_used, {}, "/id");
    return protocol::object({{"seq", found.entry->seq}});
}

}  // namespace cubilete::server
