#include "storage/sqlite/write_statements.hpp"

#include <cstddef>
#include <stdexcept>

#include "storage/columns.hpp"

namespace cubilete::storage::sqlite {

namespace {

constexpr int most_logs_dropped = 4;  ///< maximum for each match that ends
constexpr std::int64_t page_bytes = 4'096;

/// SQL for the name to store for a player: the given name, or that of a guest if the player is deleted.
std::string update_name(const std::string& player, const std::string& name) {
    return " iif(EXISTS (SELECT * FROM players WHERE id = " + player + " AND gone), '" + deleted_player_name +
           "', " + name + ")";
}

[[noreturn]] void contradicts(const std::string& what) { throw std::logic_error(what); }

}  // namespace

WriteStatements::WriteStatements(SQLite::Database& connection) : log_(connection), statements_(connection) {}

void WriteStatements::operator()(const SetDataId& set) { run("UPDATE identity SET id = ?", set.id); }

void WriteStatements::operator()(const PutPlayer& put) {
    const Player& player = put.player;
    run("INSERT INTO players (id, name, token_hash, bot, lang, agent, since_ms, avatar) SELECT ?1, ?2, ?3, "
        "?4,"
        " ?5, ?6, ?7, ?8 WHERE NOT ?9 OR NOT EXISTS (SELECT 1 FROM players WHERE id = ?1)",
        player.id, player.name, Blob{player.token_hash}, player.bot, player.lang, player.agent,
        player.since_ms, player.avatar, put.unless_there);
}

void WriteStatements::operator()(const PutDeviceToken& put) {
    run("INSERT INTO device_tokens (hash, player, since_ms) VALUES (?, ?, ?)", Blob{put.token_hash},
        put.player, put.since_ms);
}

void WriteStatements::operator()(const RenamePlayer& rename) {
    if (run("UPDATE players SET name = iif(gone, name, ?2) WHERE id = ?1", rename.id, rename.name) != 1)
        contradicts("there is no player " + rename.id);
}

void WriteStatements::operator()(const SetAvatar& set) {
    if (run("UPDATE players SET avatar = iif(gone, NULL, ?2) WHERE id = ?1", set.id, set.avatar) != 1)
        contradicts("there is no player " + set.id);
}

void WriteStatements::operator()(const SetOnBoards& set) {
    if (run("UPDATE players SET on_boards = ? WHERE id = ?", set.on, set.id) != 1)
        contradicts("there is no player " + set.id);
}

void WriteStatements::operator()(const ForgetPlayer& forget) {
    const std::string guest = deleted_player_name;
    if (run("UPDATE players SET name = ?2, token_hash = randomblob(32), lang = '', agent = '',"
            " since_ms = 0, avatar = NULL, gone = 1 WHERE id = ?1",
            forget.id, guest) != 1)
        contradicts("there is no player " + forget.id);
    run("DELETE FROM device_tokens WHERE player = ?", forget.id);
    run("UPDATE match_players SET name = ?2 WHERE player = ?1", forget.id, guest);
    run("UPDATE chat SET name = ?2 WHERE sender = ?1", forget.id, guest);
    run("UPDATE desk_people SET name = ?2 WHERE player = ?1", forget.id, guest);
    run("UPDATE rooms SET settings = json_remove(settings, '$.maker') WHERE CASE WHEN instr(settings, ?1)"
        " AND json_valid(settings) THEN json_extract(settings, '$.maker.player') = ?1 END",
        forget.id);
    run("DELETE FROM cup_plays WHERE player = ?", forget.id);
    run("DELETE FROM practice WHERE player = ?", forget.id);
}

void WriteStatements::operator()(const PutRoom& put) {
    const Room& room = put.room;
    // REPLACE would also delete the room's chat.
    run("INSERT INTO rooms (code, settings, host, match_id, next_first, since_ms) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (code) DO UPDATE SET settings = excluded.settings, host = excluded.host,"
        " match_id = excluded.match_id, next_first = excluded.next_first, since_ms = excluded.since_ms",
        room.code, room.settings, room.host, room.match, room.next_first, room.since_ms);
    run("DELETE FROM seats WHERE room = ?", room.code);
    for (const SeatRow& seat : put.seats)
        run("INSERT INTO seats (room, seat, player, ready, house, left_room, missed, since_ms)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            room.code, seat.seat, seat.player, seat.ready, seat.bot_plays, seat.left, seat.missed,
            seat.since_ms);
}

void WriteStatements::operator()(const BanFromRoom& ban) {
    run("INSERT OR IGNORE INTO bans (room, player) VALUES (?, ?)", ban.room, ban.player);
}

void WriteStatements::operator()(const LeaveSeat& leave) {
    run("UPDATE seats SET left_room = 1, house = 1 WHERE room = ? AND player = ?", leave.room, leave.player);
}

void WriteStatements::operator()(const DropRoom& drop) { run("DELETE FROM rooms WHERE code = ?", drop.code); }

void WriteStatements::operator()(const HandOverRoom& hand_over) {
    throw std::logic_error("room " + hand_over.room + " has no other node to go to");
}

void WriteStatements::operator()(const AddChatLine& add) {
    static const std::string sql = "INSERT INTO chat (room, sender, name, text, at_ms) VALUES (?1, ?2," +
                                   update_name("?2", "?3") + ", ?4, ?5)";
    run(sql.c_str(), add.room, add.line.from, add.line.name, add.line.text, add.line.at_ms);
    run("DELETE FROM chat WHERE id IN (SELECT id FROM (SELECT id, sits, row_number()"
        " OVER (PARTITION BY sits ORDER BY id DESC) AS place FROM (SELECT id, sender IN"
        " (SELECT player FROM seats WHERE room = ?1) AS sits FROM chat WHERE room = ?1))"
        " WHERE place > CASE WHEN sits THEN ?2 ELSE ?2 / 2 END)",
        add.room, retained_chat_lines);
}

void WriteStatements::operator()(const StartMatch& start) {
    const MatchRow& match = start.match;
    if (match.ended_ms || match.result || !match.proof.empty())
        contradicts("match " + match.id + " is over before it starts");
    if (match.players.size() != match.names.size())
        contradicts("match " + match.id + " has a name too few or too many");
    run("INSERT INTO matches (id, room, game, version, chain, settings, started_ms, public, log_dropped)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        match.id, match.room, match.game, match.version, match.chain, match.settings, match.started_ms,
        match.is_public, match.log_dropped);
    static const std::string add_player =
        "INSERT INTO match_players (match_id, seat, player, name) VALUES (?1, ?2, ?3," +
        update_name("?3", "?4") + ")";
    for (std::size_t seat = 0; seat < match.players.size(); ++seat)
        run(add_player.c_str(), match.id, static_cast<int>(seat), match.players[seat], match.names[seat]);
    if (!start.dice.empty())
        run("INSERT INTO match_dice (match_id, state) VALUES (?, ?)", match.id, start.dice);
    log_.start(match.id);
}

void WriteStatements::operator()(const PutDice& put) {
    if (run("UPDATE match_dice SET state = ?2 WHERE match_id = ?1", put.match, put.dice) != 1)
        contradicts("match " + put.match + " has no dice");
}

void WriteStatements::operator()(const PutDiceAsk& put) {
    // Only the first of a match is new; an INSERT that meets the old one takes longer than this.
    if (run("UPDATE dice_asks SET ask = ?2 WHERE match_id = ?1", put.match, put.ask) == 0)
        run("INSERT INTO dice_asks (match_id, ask) VALUES (?1, ?2)", put.match, put.ask);
}

void WriteStatements::operator()(const AppendEntry& append) { log_.append(append.entry); }

void WriteStatements::operator()(const FinishMatch& finish) {
    if (run("UPDATE matches SET result = ?2, ended_ms = ?3 WHERE id = ?1 AND ended_ms IS NULL", finish.match,
            finish.result, finish.ended_ms) != 1)
        contradicts("match " + finish.match + " is not open");
    log_.finish(finish.match);
    run("DELETE FROM match_dice WHERE match_id = ?", finish.match);
    if (!finish.proof.empty())
        run("INSERT INTO match_proofs (match_id, proof) VALUES (?, ?)", finish.match, finish.proof);
    const auto people = read_first(
        statements_("SELECT count(*) FROM match_players JOIN players ON players.id = player"
                    " WHERE match_id = ? AND bot = 0"),
        [](SqliteColumns row) { return row.int32(); }, finish.match);
    for (const Score& score : finish.scores)
        run("INSERT INTO scores"
            " (match_id, seat, player, place, score, won, game, ended_ms, people, usual, public)"
            " SELECT id, ?2, ?3, ?4, ?5, ?6, game, ended_ms, ?7, ?8, public FROM matches WHERE id = ?1",
            finish.match, score.seat, score.player, score.place, score.score, score.won, people,
            finish.usual);
    drop_logs(finish.ended_ms);
}

void WriteStatements::operator()(const PutAnalysis& put) {
    if (run("INSERT OR REPLACE INTO analyses (match_id, version, text)"
            " SELECT id, ?2, ?3 FROM matches WHERE id = ?1 AND ended_ms IS NOT NULL AND log_dropped = 0",
            put.match, put.version, put.text) == 0)
        return;
    run("DELETE FROM care WHERE match_id = ?", put.match);
    for (const Care& care : put.care)
        run("INSERT INTO care (match_id, seat, version, decisions, given_away, unaided)"
            " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            put.match, care.seat, put.version, care.decisions, care.given_away, put.unaided);
}

void WriteStatements::operator()(const PutCupChain& put) {
    run("DELETE FROM cup_chain WHERE first_ms = ? AND NOT EXISTS (SELECT 1 FROM cup_plays)", put.replaced_ms);
    run("INSERT OR IGNORE INTO cup_chain (no, first_ms, last_seed) VALUES (1, ?, ?)", put.chain.first_ms,
        Blob{put.chain.last_seed});
}

void WriteStatements::operator()(const PutCupPlay& put) {
    const CupPlay& play = put.play;
    run("INSERT INTO cup_plays"
        " (day, player, match_id, room, started_ms, ended_ms, points, given_away, text)"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9"
        " WHERE EXISTS (SELECT 1 FROM players WHERE id = ?2 AND NOT gone)"
        " ON CONFLICT (day, player) DO UPDATE SET ended_ms = coalesce(excluded.ended_ms, ended_ms),"
        " points = coalesce(excluded.points, points),"
        " given_away = coalesce(excluded.given_away, given_away),"
        " text = coalesce(nullif(excluded.text, ''), text) WHERE match_id = excluded.match_id",
        play.day, play.player, play.match, play.room, play.started_ms, play.ended_ms, play.points,
        play.given_away, play.text);
}

void WriteStatements::operator()(const PutPractice& put) {
    const PracticeRow& row = put.row;
    run("INSERT INTO practice (player, position, times_right, due_day) SELECT ?1, ?2, ?3, ?4"
        " WHERE EXISTS (SELECT 1 FROM players WHERE id = ?1 AND NOT gone)"
        " ON CONFLICT (player, position) DO UPDATE SET times_right = excluded.times_right,"
        " due_day = excluded.due_day WHERE practice.times_right = ?5 AND practice.due_day = ?6",
        row.player, row.position, row.times_right, row.due_day,
        put.before ? std::optional(put.before->times_right) : std::nullopt,
        put.before ? std::optional(put.before->due_day) : std::nullopt);
    run("DELETE FROM practice WHERE player = ?1 AND position IN (SELECT position FROM practice WHERE player "
        "= ?1"
        " ORDER BY position = ?2 DESC, times_right, due_day DESC, position DESC LIMIT -1 OFFSET ?3)",
        row.player, row.position, put.most);
}

void WriteStatements::operator()(const PutAdminRow& put) {
    const AdminRow& row = put.row;
    const std::string kind = name_of(row.kind);
    run("UPDATE desk_numbers SET last = last + 1 WHERE name = 'change'");
    if (read_first(statements_("SELECT 1 FROM desk WHERE id = ?"), read_number, row.id)) {
        run("UPDATE desk SET text = ?2, keep_until_ms = ?3,"
            " change = (SELECT last FROM desk_numbers WHERE name = 'change')"
            " WHERE id = ?1 AND kind IN ('decree', 'report') AND NOT ?4 AND ?5 IN (0, change)",
            row.id, row.text, row.keep_until_ms, put.unless_there, put.known_change);
        return;
    }
    run("UPDATE desk_numbers SET last = max(last + 1, ?2) WHERE name = ?1", kind, row.no);
    run("INSERT INTO desk (id, kind, no, change, at_ms, keep_until_ms, refused, text)"
        " SELECT ?1, ?2, number.last, change.last, ?3, ?4, ?5, ?6 FROM desk_numbers AS number, desk_numbers "
        "AS change"
        " WHERE number.name = ?2 AND change.name = 'change'",
        row.id, kind, row.at_ms, row.keep_until_ms, row.refused, row.text);
    static const std::string add_person =
        "INSERT INTO desk_people (desk_id, place, player, name) VALUES (?1, ?2, ?3," +
        update_name("?3", "?4") + ")";
    for (std::size_t place = 0; place < row.people.size(); ++place)
        run(add_person.c_str(), row.id, static_cast<int>(place), row.people[place].player,
            row.people[place].name);
}

void WriteStatements::operator()(const CountRefused& count) {
    run("UPDATE desk SET refused = refused + ?2 WHERE id = ?1", count.id, count.times);
}

void WriteStatements::operator()(const SweepAdminRows& sweep) {
    run("DELETE FROM desk WHERE keep_until_ms <= ?", sweep.now_ms);
    run("DELETE FROM desk WHERE kind = 'report' AND no <="
        " (SELECT no FROM desk WHERE kind = 'report' ORDER BY no DESC LIMIT 1 OFFSET ?)",
        sweep.most_reports);
}

void WriteStatements::drop_logs(std::int64_t now_ms) {
    if (!retention_.for_ms && !retention_.most_bytes) return;
    struct Log {
        std::string match;
        std::int64_t ended_ms = 0;
    };
    constexpr auto read = reader_of(&Log::match, &Log::ended_ms);
    for (int dropped = 0; dropped < most_logs_dropped; ++dropped) {
        const auto oldest = read_first(statements_("SELECT id, ended_ms FROM matches"
                                                   " WHERE ended_ms IS NOT NULL AND log_dropped = 0"
                                                   " ORDER BY ended_ms LIMIT 1"),
                                       read);
        if (!oldest) return;
        const bool old = retention_.for_ms && oldest->ended_ms < now_ms - *retention_.for_ms;
        if (!old && !(retention_.most_bytes && bytes_used() > *retention_.most_bytes)) return;
        run("UPDATE matches SET log_dropped = 1 WHERE id = ?", oldest->match);
        run("DELETE FROM analyses WHERE match_id = ?", oldest->match);
        log_.drop(oldest->match);
    }
}

std::int64_t WriteStatements::bytes_used() {
    return (read_first(statements_("PRAGMA page_count"), read_number).value() -
            read_first(statements_("PRAGMA freelist_count"), read_number).value()) *
           page_bytes;
}

}  // namespace cubilete::storage::sqlite
