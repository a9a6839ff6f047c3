#pragma once

#include <string>

#include "storage/postgres/connection.hpp"
#include "storage/read_rows.hpp"

/// The queries of the rows of rows.hpp, with the columns in the order in which storage/read_rows.hpp reads them.
namespace cubilete::storage::postgres {

inline const std::string select_player =
    "SELECT id, name, token_hash, bot, lang, agent, since_ms, gone, on_boards, avatar FROM players ";

/// Without the codes that are only kept for rooms.
inline const std::string select_room =
    "SELECT code, settings, host, match_id, next_first, since_ms"
    " FROM (SELECT * FROM rooms WHERE settings <> '') AS rooms ";

inline const std::string seat_columns = "seat, player, ready, bot_plays, left_room, missed, since_ms";

inline const std::string chat_columns = "sender, name, text, at_ms";

/// With its proof.
inline const std::string select_match =
    "SELECT m.id, m.room, game, version, chain, settings, started_ms, ended_ms, result, public, log_dropped,"
    " coalesce(proof, '') FROM matches m LEFT JOIN match_proofs ON match_id = m.id ";

/// Without its players.
inline MatchRow read_match_with_proof(PostgresColumns row) {
    MatchRow match = read_match(row);
    read_columns(row, match.proof);
    return match;
}

/// An entry with the id of its match first.
inline const std::string select_entry =
    "SELECT id, seq, made_by, message_id, prompt, move, draws, left_ms, at_ms, hash, salt, extra"
    " FROM matches JOIN log ON match_no = no ";

}  // namespace cubilete::storage::postgres
