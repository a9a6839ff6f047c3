#include "server/history/account_export.hpp"

namespace cubilete::server {

namespace {

constexpr int matches_a_part = 100;
constexpr int most_chat_lines = 500;

}  // namespace

protocol::OwnData account_export(const HistoryReader::Readers& readers, const std::string& player,
                                 const std::string& after) {
    protocol::OwnData kept;
    if (after.empty()) {
        if (const auto row = readers.store.player(player))
            kept.player = {row->id,   row->name,  row->bot,       row->since_ms,
                           row->lang, row->agent, row->on_boards, row->avatar};
        kept.rooms = readers.history.own_rooms(player);
        kept.chat.emplace();
        for (const storage::OwnChatLine& line : readers.history.own_chat(player, most_chat_lines))
            kept.chat->push_back({line.room, line.text, line.at_ms});
    }
    for (const storage::OwnMatch& match : readers.history.own_matches(player, after, matches_a_part))
        kept.matches.push_back({match.id, match.game, match.started_ms, match.ended_ms, match.seat,
                                match.name, match.place, match.score, match.won});
    if (kept.matches.size() == matches_a_part) kept.next = kept.matches.back().id;
    return kept;
}

}  // namespace cubilete::server
