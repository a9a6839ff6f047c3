#pragma once

#include "storage/history.hpp"
#include "storage/rows.hpp"

/// Reads the rows of rows.hpp and history.hpp, the same from every database: `row` is what the database calls Columns, and the query
/// names the columns in the order in which they are read here, one statement each. `row` is then at the next column.
namespace cubilete::storage {

inline constexpr auto read_player = [](auto&& row) {
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
};

inline constexpr auto read_room = [](auto&& row) {
    Room room;
    room.code = row.text();
    room.settings = row.text();
    room.host = row.text();
    room.match = row.optional_text();
    room.next_first = row.optional_int32();
    room.since_ms = row.number();
    return room;
};

inline constexpr auto read_seat = [](auto&& row) {
    Seat seat;
    seat.seat = row.int32();
    seat.player = row.text();
    seat.ready = row.flag();
    seat.bot_plays = row.flag();
    seat.left = row.flag();
    seat.missed = row.int32();
    seat.since_ms = row.number();
    return seat;
};

inline constexpr auto read_chat_line = [](auto&& row) {
    ChatLine line;
    line.from = row.text();
    line.name = row.text();
    line.text = row.text();
    line.at_ms = row.number();
    return line;
};

/// Without its players and its proof.
inline constexpr auto read_match = [](auto&& row) {
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
    return match;
};

inline constexpr auto read_entry = [](auto&& row) {
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
};

inline constexpr auto read_score = [](auto&& row) {
    Score score;
    score.seat = row.int32();
    score.player = row.text();
    score.place = row.int32();
    score.score = row.number();
    score.won = row.flag();
    return score;
};

/// Without its kind and its people.
inline constexpr auto read_admin_row = [](auto&& row) {
    AdminRow found;
    found.id = row.text();
    found.no = row.number();
    found.change = row.number();
    found.at_ms = row.number();
    found.keep_until_ms = row.optional_number();
    found.refused = row.number();
    found.text = row.text();
    return found;
};

inline constexpr auto read_cup_chain = [](auto&& row) {
    CupChain chain;
    chain.first_ms = row.number();
    chain.last_seed = row.text();
    return chain;
};

inline constexpr auto read_cup_play = [](auto&& row) {
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
};

inline constexpr auto read_analysis = [](auto&& row) {
    Analysis found;
    found.version = row.text();
    found.text = row.text();
    return found;
};

inline constexpr auto read_practice = [](auto&& row) {
    PracticeRow found;
    found.player = row.text();
    found.position = row.text();
    found.times_right = row.int32();
    found.due_day = row.number();
    return found;
};

inline constexpr auto read_person = [](auto&& row) {
    Person person;
    person.id = row.text();
    person.name = row.text();
    person.bot = row.flag();
    const bool gone = row.flag();
    person.avatar = row.optional_int32();
    if (gone) return Person{.id = {}, .name = deleted_player_name, .bot = person.bot};
    return person;
};

inline constexpr auto read_played_match = [](auto&& row) {
    PlayedMatch match;
    match.id = row.text();
    match.game = row.text();
    match.started_ms = row.number();
    match.ended_ms = row.number();
    match.result = row.text();
    match.is_public = row.flag();
    return match;
};

inline constexpr auto read_sums = [](auto&& row) {
    Totals totals;
    totals.matches = row.number();
    totals.contests = row.number();
    totals.wins = row.number();
    totals.comparable = row.number();
    totals.sum = row.number();
    totals.best = row.optional_number();
    return totals;
};

inline constexpr auto read_care = [](auto&& row) {
    CareOfMonth month;
    month.game = row.text();
    month.version = row.text();
    month.month = row.text();
    month.matches = row.number();
    month.decisions = row.number();
    month.given_away = row.number();
    return month;
};

inline constexpr auto read_own_match = [](auto&& row) {
    OwnMatch match;
    match.id = row.text();
    match.game = row.text();
    match.started_ms = row.number();
    match.ended_ms = row.optional_number();
    match.seat = row.int32();
    match.name = row.text();
    match.place = row.optional_int32();
    match.score = row.optional_number();
    match.won = row.flag();
    return match;
};

inline constexpr auto read_own_chat_line = [](auto&& row) {
    OwnChatLine line;
    line.room = row.text();
    line.text = row.text();
    line.at_ms = row.number();
    return line;
};

inline constexpr auto read_care_totals = [](auto&& row) {
    Totals totals;
    totals.matches = row.number();
    totals.decisions = row.number();
    totals.given_away = row.number();
    totals.player = row.text();
    return totals;
};

}  // namespace cubilete::storage
