#include "storage/sqlite/store.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include <SQLiteCpp/Database.h>

#include "storage/read_rows.hpp"
#include "storage/sqlite/entry_log.hpp"
#include "storage/sqlite/inspection.hpp"
#include "storage/sqlite/reader.hpp"
#include "storage/sqlite/statement.hpp"

namespace cubilete::storage::sqlite {

namespace {

using SQLite::Statement;

// read_rows.hpp reads the columns of these queries.

const std::string select_player =
    "SELECT id, name, token_hash, bot, lang, agent, since_ms, gone, on_boards, avatar FROM players ";

const std::string select_room = "SELECT code, settings, host, match_id, next_first, since_ms FROM rooms ";

const std::string select_seat = "SELECT seat, player, ready, house, left_room, missed, since_ms FROM seats ";

const std::string select_chat_line = "SELECT sender, name, text, at_ms FROM chat ";

const std::string select_match =
    "SELECT id, room, game, version, chain, settings, started_ms, ended_ms, result, public,"
    " log_dropped FROM matches ";

const std::string select_entry =
    "SELECT match_id, seq, made_by, message_id, prompt, move, draws, left_ms, at_ms, hash, salt, extra"
    " FROM log ";

/// The rows that are listed for a match, ?1.
const std::string listed_rows =
    "WHERE id IN (SELECT value FROM log_rows, json_each(rows) WHERE log_rows.match_id = ?1)";
/// The listed rows of a finished match; none if it still runs.
const std::string finished_rows =
    listed_rows + " AND EXISTS (SELECT * FROM matches WHERE matches.id = ?1 AND ended_ms IS NOT NULL)";

const std::string select_score = "SELECT seat, player, place, score, won FROM scores ";

constexpr auto read_named = reader_of(&AdminRow::Named::player, &AdminRow::Named::name);

/// The statements that read a match, and with it an open room; for one transaction.
class MatchReader {
  public:
    explicit MatchReader(SQLite::Database& database)
        : match_(database, select_match + "WHERE id = ?"),
          players_(database, "SELECT player, name FROM match_players WHERE match_id = ? ORDER BY seat"),
          proof_(database, "SELECT proof FROM match_proofs WHERE match_id = ?") {}

    std::optional<MatchRow> find(const std::string& id) {
        std::optional<MatchRow> match = read_first(match_, read_match, id);
        if (!match) return match;
        prepare(players_, id);
        while (players_.executeStep()) {
            SqliteColumns row(players_);
            match->players.push_back(row.text());
            match->names.push_back(row.text());
        }
        if (match->ended_ms) match->proof = read_first(proof_, read_text, id).value_or("");
        return match;
    }

  private:
    Statement match_;
    Statement players_;
    Statement proof_;
};

std::optional<MatchRow> find_match(SQLite::Database& database, const std::string& id) {
    return MatchReader(database).find(id);
}

constexpr auto read_dice = reader_of(&OpenRoom::Dice::state, &OpenRoom::Dice::ask);

class RoomReader {
  public:
    explicit RoomReader(SQLite::Database& database)
        : matches_(database),
          seats_(database, select_seat + "WHERE room = ? ORDER BY seat"),
          chat_(database, select_chat_line + "WHERE room = ? ORDER BY id"),
          bans_(database, "SELECT player FROM bans WHERE room = ? ORDER BY player"),
          people_(database,
                  select_player + "WHERE id IN (SELECT player FROM seats WHERE room = ?) ORDER BY id"),
          dice_(database,
                "SELECT state, coalesce(ask, '') FROM match_dice LEFT JOIN dice_asks USING (match_id)"
                " WHERE match_id = ?") {}

    /// Everything but the log of its match.
    OpenRoom load_room_details(Room room) {
        OpenRoom open;
        open.room = std::move(room);
        open.seats = read_all(seats_, read_seat, open.room.code);
        open.bans = read_all(bans_, read_text, open.room.code);
        open.chat = read_all(chat_, read_chat_line, open.room.code);
        open.people = read_all(people_, read_player, open.room.code);
        if (!open.room.match) return open;
        open.match = matches_.find(*open.room.match);
        open.dice = read_first(dice_, read_dice, *open.room.match);
        return open;
    }

  private:
    MatchReader matches_;
    Statement seats_;
    Statement chat_;
    Statement bans_;
    Statement people_;
    Statement dice_;
};

using Logs = std::unordered_map<std::string, std::vector<LogRow>*>;

/// Reads the logs of running matches: the listed rows of each, and in one pass for all those that are not listed.
void read_running_logs(SQLite::Database& database, const Logs& logs) {
    Statement older(database, select_entry + listed_rows + " ORDER BY id");
    for (const auto& [match, log] : logs) *log = read_all(older, read_entry, match);
    Statement newest(database, select_entry + "WHERE id > (SELECT max(id) FROM log) - ? ORDER BY id");
    prepare(newest, newest_rows);
    while (newest.executeStep()) {
        const auto found = logs.find(SqliteColumns(newest).text());
        if (found == logs.end()) continue;
        std::vector<LogRow>& log = *found->second;
        LogRow entry = read_entry(SqliteColumns(newest));
        if (log.empty() || entry.seq > log.back().seq) log.push_back(std::move(entry));
    }
}

void add_running_logs(SQLite::Database& database, std::vector<OpenRoom>& rooms) {
    Logs logs;
    for (OpenRoom& room : rooms)
        if (room.match && !room.match->ended_ms) logs.emplace(room.match->id, &room.log);
    if (!logs.empty()) read_running_logs(database, logs);
}

std::vector<LogRow> find_finished_log(SQLite::Database& database, const std::string& match,
                                      std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
    Statement query(database, select_entry + finished_rows + " ORDER BY id LIMIT ?2");
    return read_all(query, read_entry, match, most);
}

std::vector<LogRow> find_log(SQLite::Database& database, const std::string& match) {
    Statement running(database, "SELECT id FROM matches WHERE id = ? AND ended_ms IS NULL");
    if (!read_first(running, read_text, match)) return find_finished_log(database, match);
    std::vector<LogRow> log;
    read_running_logs(database, {{match, &log}});
    return log;
}

void add_finished_log(SQLite::Database& database, OpenRoom& room) {
    if (room.match && room.match->ended_ms) room.log = find_finished_log(database, room.match->id);
}

std::vector<Score> find_scores(SQLite::Database& database, const std::string& match) {
    Statement query(database, select_score + "WHERE match_id = ? ORDER BY seat");
    return read_all(query, read_score, match);
}

}  // namespace

SqliteStore::SqliteStore(const std::filesystem::path& place)
    : reader_(std::make_unique<Reader>(data_file(place))) {}

SqliteStore::~SqliteStore() = default;

std::string SqliteStore::data_id() const {
    return reader_->first("SELECT id FROM identity", read_text).value();
}

std::optional<Player> SqliteStore::player_by_token(const std::string& token_hash) const {
    return reader_->snapshot([&](SQLite::Database& database) {
        Statement first(database, select_player + "WHERE token_hash = ?");
        if (auto found = read_first(first, read_player, Blob{token_hash})) return found;
        Statement further(database,
                          select_player + "WHERE id = (SELECT player FROM device_tokens WHERE hash = ?)");
        return read_first(further, read_player, Blob{token_hash});
    });
}

std::optional<Player> SqliteStore::player(const std::string& id) const {
    return reader_->first(select_player + "WHERE id = ?", read_player, id);
}

void SqliteStore::open_rooms(const std::function<void(OpenRoom)>& visit) const {
    std::vector<OpenRoom> rooms = reader_->snapshot([](SQLite::Database& database) {
        Statement query(database, select_room + "ORDER BY since_ms, code");
        RoomReader reader(database);
        std::vector<OpenRoom> found;
        for (Room& room : read_all(query, read_room))
            found.push_back(reader.load_room_details(std::move(room)));
        return found;
    });
    for (OpenRoom& room : rooms) visit(std::move(room));
}

std::vector<OpenRoom> SqliteStore::open_rooms(const std::vector<std::string>& codes) const {
    return reader_->snapshot([&](SQLite::Database& database) {
        Statement query(database, select_room + "WHERE code = ?");
        RoomReader reader(database);
        std::vector<OpenRoom> rooms;
        for (const std::string& code : codes)
            if (auto room = read_first(query, read_room, code))
                rooms.push_back(reader.load_room_details(*std::move(room)));
        add_running_logs(database, rooms);
        for (OpenRoom& room : rooms) add_finished_log(database, room);
        return rooms;
    });
}

std::optional<MatchRow> SqliteStore::match(const std::string& id) const {
    return reader_->snapshot([&](SQLite::Database& database) { return find_match(database, id); });
}

std::vector<LogRow> SqliteStore::finished_log(const std::string& match, std::int64_t most) const {
    return reader_->snapshot(
        [&](SQLite::Database& database) { return find_finished_log(database, match, most); });
}

std::optional<Record> SqliteStore::record(const std::string& match) const {
    return reader_->snapshot([&](SQLite::Database& database) -> std::optional<Record> {
        std::optional<MatchRow> found = find_match(database, match);
        if (!found) return std::nullopt;
        return Record{.match = *std::move(found),
                      .log = find_log(database, match),
                      .scores = find_scores(database, match)};
    });
}

std::optional<LogRow> SqliteStore::finished_entry(const MatchRow& match, const std::string& player,
                                                  const std::string& message_id) const {
    const auto seat = std::ranges::find(match.players, player);
    if (seat == match.players.end()) return std::nullopt;
    return reader_->snapshot([&](SQLite::Database& database) -> std::optional<LogRow> {
        Statement entry(database,
                        select_entry + finished_rows + " AND message_id = ?2 AND made_by ->> 'seat' = ?3");
        return read_first(entry, read_entry, match.id, message_id,
                          static_cast<int>(seat - match.players.begin()));
    });
}

Matches SqliteStore::matches() const {
    return reader_->snapshot([](SQLite::Database& database) {
        Matches matches;
        Statement finished(database, "SELECT id FROM matches WHERE ended_ms IS NOT NULL ORDER BY ended_ms");
        matches.finished = read_all(finished, read_text);
        Statement running(database, "SELECT id FROM matches WHERE ended_ms IS NULL ORDER BY id");
        for (const std::string& id : read_all(running, read_text))
            matches.running.push_back(
                {.match = find_match(database, id).value(), .log = {}, .scores = find_scores(database, id)});
        Logs logs;
        for (Record& record : matches.running) logs.emplace(record.match.id, &record.log);
        read_running_logs(database, logs);
        return matches;
    });
}

std::vector<std::string> SqliteStore::match_ids() const {
    return reader_->all("SELECT id FROM matches ORDER BY started_ms", read_text);
}

std::optional<Analysis> SqliteStore::analysis(const std::string& match) const {
    return reader_->first("SELECT version, text FROM analyses WHERE match_id = ?", read_analysis, match);
}

std::vector<std::string> SqliteStore::find_outdated_care(const OldCareQuery& criteria) const {
    return reader_->all(
        "SELECT DISTINCT match_id FROM care JOIN matches ON id = match_id"
        " WHERE match_id > ?1 AND substr(care.version, 1, length(?2)) = ?2"
        " AND care.version <> ?3 AND log_dropped = 0 ORDER BY match_id LIMIT ?4",
        read_text, criteria.after, criteria.rules, criteria.version, criteria.most);
}

std::optional<CupChain> SqliteStore::cup_chain() const {
    return reader_->first("SELECT first_ms, last_seed FROM cup_chain", read_cup_chain);
}

std::vector<CupPlay> SqliteStore::cup_plays(const CupQuery& criteria) const {
    // Text, because a condition with OR uses no index.
    std::string sql =
        "SELECT day, player, match_id, room, cup_plays.started_ms, ended_ms, points, given_away, text, bot"
        " FROM cup_plays JOIN players ON players.id = player AND NOT gone WHERE ?1 IS ?1 AND ?2 IS ?2"
        " AND ?3 IS ?3";
    if (criteria.day) sql += " AND day = ?1";
    if (criteria.player) sql += " AND player = ?2";
    if (criteria.match) sql += " AND match_id = ?3";
    sql +=
        " ORDER BY day DESC, given_away IS NULL, given_away, ended_ms - cup_plays.started_ms,"
        " match_id LIMIT ?4";
    return reader_->all(sql, read_cup_play, criteria.day, criteria.player, criteria.match, criteria.most);
}

std::vector<PracticeRow> SqliteStore::practice(const std::optional<std::string>& player) const {
    std::string sql = "SELECT player, position, times_right, due_day FROM practice WHERE ?1 IS ?1";
    if (player) sql += " AND player = ?1";
    return reader_->all(sql + " ORDER BY due_day, player, position", read_practice, player);
}

std::vector<AdminRow> SqliteStore::admin_rows(const AdminQuery& criteria) const {
    return reader_->snapshot([&](SQLite::Database& database) {
        Statement query(
            database,
            "SELECT id, no, change, at_ms, keep_until_ms, refused, text FROM desk"
            " WHERE kind = ?1 AND change > ?2 AND no < ?3"
            " AND (?4 IS NULL OR id IN (SELECT desk_id FROM desk_people WHERE player = ?4 AND place = 0))"
            " AND (?5 IS NULL OR id IN (SELECT desk_id FROM desk_people WHERE player = ?5 AND place = 1))"
            " ORDER BY no DESC LIMIT ?6");
        std::vector<AdminRow> rows =
            read_all(query, read_admin_row, name_of(criteria.kind), criteria.changed_after, criteria.before,
                     criteria.about, criteria.by, criteria.most);
        Statement people(database, "SELECT player, name FROM desk_people WHERE desk_id = ? ORDER BY place");
        for (AdminRow& row : rows) {
            row.kind = criteria.kind;
            row.people = read_all(people, read_named, row.id);
        }
        return rows;
    });
}

}  // namespace cubilete::storage::sqlite
