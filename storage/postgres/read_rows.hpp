#pragma once

#include <string>

#include "storage/postgres/connection.hpp"
#include "storage/rows.hpp"

/// The queries of the rows of rows.hpp. Each function reads the columns in the order in which the query above it
/// names them, one statement each.
namespace cubilete::storage::postgres {

inline const std::string select_player =
    "SELECT id, name, token_hash, bot, lang, agent, since_ms, gone, on_boards, avatar FROM players ";

inline Player read_player(Columns row) {
    Player player;
    player.id = row.text();
    player.name = row.text();
    player.token_hash = row.text();
    player.bot = row.flag();
    player.lang = row.text();
    player.agent = row.text();
    player.since_ms = row.number();
    player.gone = row.flag();
    player.on_boards = row.flag();
    player.avatar = row.optional_int32();
    return player;
}

/// Without the codes that are only kept for rooms.
inline const std::string select_room =
    "SELECT code, settings, host, match_id, next_first, since_ms"
    " FROM (SELECT * FROM rooms WHERE settings <> '') AS rooms ";

inline Room read_room(Columns row) {
    Room room;
    room.code = row.text();
    room.settings = row.text();
    room.host = row.text();
    room.match = row.optional_text();
    room.next_first = row.optional_int32();
    room.since_ms = row.number();
    return room;
}

inline const std::string seat_columns = "seat, player, ready, bot_plays, left_room, missed, since_ms";

inline Seat read_seat(Columns& row) {
    Seat seat;
    seat.seat = row.int32();
    seat.player = row.text();
    seat.ready = row.flag();
    seat.bot_plays = row.flag();
    seat.left = row.flag();
    seat.missed = row.int32();
    seat.since_ms = row.number();
    return seat;
}

inline const std::string chat_columns = "sender, name, text, at_ms";

inline ChatLine read_chat_line(Columns& row) {
    ChatLine line;
    line.from = row.text();
    line.name = row.text();
    line.text = row.text();
    line.at_ms = row.number();
    return line;
}

/// With its proof.
inline const std::string select_match =
    "SELECT m.id, m.room, game, version, chain, settings, started_ms, ended_ms, result, public, log_dropped,"
    " coalesce(proof, '') FROM matches m LEFT JOIN match_proofs ON match_id = m.id ";

/// Without its players.
inline Match read_match(Columns row) {
    Match match;
    match.id = row.text();
    match.room = row.text();
    match.game = row.text();
    match.version = row.int32();
    match.chain = row.int32();
    match.settings = row.text();
    match.started_ms = row.number();
    match.ended_ms = row.optional_number();
    match.result = row.optional_text();
    match.is_public = row.flag();
    match.log_dropped = row.flag();
    match.proof = row.text();
    return match;
}

/// An entry with the id of its match first.
inline const std::string select_entry =
    "SELECT id, seq, made_by, message_id, prompt, move, draws, left_ms, at_ms, hash, salt, extra"
    " FROM matches JOIN log ON match_no = no ";

inline LogEntry read_entry(Columns row) {
    LogEntry entry;
    entry.match = row.text();
    entry.seq = row.number();
    entry.by = row.text();
    entry.message_id = row.text();
    entry.prompt = row.number();
    entry.move = row.text();
    entry.draws = row.text();
    entry.left_ms = row.number();
    entry.at_ms = row.number();
    entry.hash = row.text();
    entry.salt = row.text();
    entry.extra = row.text();
    return entry;
}

inline Score read_score(Columns row) {
    Score score;
    score.seat = row.int32();
    score.player = row.text();
    score.place = row.int32();
    score.score = row.number();
    score.won = row.flag();
    return score;
}

/// Without its kind and its people.
inline AdminRow read_admin_row(Columns row) {
    AdminRow found;
    found.id = row.text();
    found.no = row.number();
    found.change = row.number();
    found.at_ms = row.number();
    found.keep_until_ms = row.optional_number();
    found.refused = row.number();
    found.text = row.text();
    return found;
}

inline CupChain read_cup_chain(Columns row) {
    CupChain chain;
    chain.first_ms = row.number();
    chain.last_seed = row.text();
    return chain;
}

inline CupPlay read_cup_play(Columns row) {
    CupPlay play;
    play.day = row.int32();
    play.player = row.text();
    play.match = row.text();
    play.room = row.text();
    play.started_ms = row.number();
    play.ended_ms = row.optional_number();
    play.points = row.optional_number();
    play.given_away = row.optional_number();
    play.text = row.text();
    play.bot = row.flag();
    return play;
}

inline PracticeRow read_practice(Columns row) {
    PracticeRow found;
    found.player = row.text();
    found.position = row.text();
    found.times_right = row.int32();
    found.due_day = row.number();
    return found;
}

}  // namespace cubilete::storage::postgres
