#include "server/history/account_export.hpp"

namespace cubilete::server {

using protocol::Json;
using protocol::object;

namespace {

constexpr int matches_a_part = 100;
constexpr int most_chat_lines = 500;

Json own_match(const storage::OwnMatch& match) {
    return object({{"id", match.id},
                   {"game", match.game},
                   {"started_ms", match.started_ms},
                   {"ended_ms", match.ended_ms ? Json(*match.ended_ms) : Json()},
                   {"seat", match.seat},
                   {"name", match.name},
                   {"place", match.place ? Json(*match.place) : Json()},
                   {"score", match.score ? Json(*match.score) : Json()},
                   {"won", match.won}});
}

Json own_row(const storage::Player& player) {
    return object({{"id", player.id},
                   {"name", player.name},
                   {"bot", player.bot},
                   {"since_ms", player.since_ms},
                   {"lang", player.lang},
                   {"agent", player.agent},
                   {"board", player.on_boards}});
}

}  // namespace

Json account_export(const HistoryReader::Readers& readers, const std::string& player,
                    const std::string& after) {
    Json kept = Json::object();
    if (after.empty()) {
        if (const auto row = readers.store.player(player)) kept["player"] = own_row(*row);
        kept["rooms"] = readers.history.own_rooms(player);
        Json& chat = kept["chat"] = Json::array();
        for (const storage::OwnChatLine& line : readers.history.own_chat(player, most_chat_lines))
            chat.push_back(object({{"room", line.room}, {"text", line.text}, {"at_ms", line.at_ms}}));
    }
    const auto matches = readers.history.own_matches(player, after, matches_a_part);
    Json& list = kept["matches"] = Json::array();
    for (const storage::OwnMatch& match : matches) list.push_back(own_match(match));
    kept["next"] = matches.size() == matches_a_part ? Json(matches.back().id) : Json();
    return kept;
}

}  // namespace cubilete::server
