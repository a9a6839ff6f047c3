#include "storage/sqlite/entry_log.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "storage/columns.hpp"
#include "storage/sqlite/statement.hpp"

namespace cubilete::storage::sqlite {

namespace {

std::string json_array(const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (const std::int64_t number : numbers) {
        text += text.empty() ? '[' : ',';
        text += std::to_string(number);
    }
    return text + ']';
}

struct RowRange {
    std::int64_t end = 0;
    std::int64_t rows = 0;
};

constexpr auto read_row_range = reader_of(&RowRange::end, &RowRange::rows);

/// While it lives, pages that become free are not overwritten: entries name nobody, and a sweep frees most pages that it
/// touches.
class FreePagesAsTheyAre {
  public:
    explicit FreePagesAsTheyAre(SQLite::Database& connection) : connection_(connection) {
        connection_.exec("PRAGMA secure_delete = FAST");
    }
    ~FreePagesAsTheyAre() { connection_.tryExec("PRAGMA secure_delete = ON"); }
    FreePagesAsTheyAre(const FreePagesAsTheyAre&) = delete;
    FreePagesAsTheyAre& operator=(const FreePagesAsTheyAre&) = delete;

  private:
    SQLite::Database& connection_;
};

}  // namespace

EntryLog::EntryLog(SQLite::Database& connection)
    : connection_(connection),
      append_(
          connection,
          "INSERT INTO log (match_id, seq, made_by, message_id, prompt, move, draws, left_ms, at_ms, hash,"
          " salt, extra) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      list_(connection,
            "INSERT INTO log_rows (match_id, rows) VALUES (?, ?)"
            " ON CONFLICT (match_id) DO UPDATE SET rows = excluded.rows"),
      listed_(connection, "SELECT value FROM log_rows, json_each(rows) WHERE match_id = ? ORDER BY key"),
      size_(connection, "SELECT rows ->> '$[#-1]', json_array_length(rows) FROM log_rows WHERE match_id = ?"),
      unlist_(connection, "DELETE FROM log_rows WHERE match_id = ?"),
      next_to_sweep_(connection,
                     "SELECT coalesce(max(id), 0), count(*)"
                     " FROM (SELECT id FROM log WHERE id > ? AND id <= ? ORDER BY id LIMIT ?)"),
      sweep_(connection,
             "DELETE FROM log WHERE id > ? AND id <= ? AND id < (SELECT max(id) FROM log) AND EXISTS"
             " (SELECT * FROM matches WHERE matches.id = log.match_id AND log_dropped = 1)") {
    reload();
}

void EntryLog::reload() {
    open_.clear();
    unlisted_.clear();
    SQLite::Statement matches(connection_, "SELECT id FROM matches WHERE ended_ms IS NULL");
    while (matches.executeStep()) {
        const std::string match = SqliteColumns(matches).text();
        Rows& rows = open_[match];
        rows.numbers = read_all(listed_, read_number, match);
        rows.listed = rows.numbers.size();
    }
    SQLite::Statement newest(connection_, "SELECT coalesce(max(id), 0) FROM log");
    last_ = read_first(newest, read_number).value();
    SQLite::Statement entries(connection_, "SELECT match_id, id FROM log WHERE id > ? ORDER BY id");
    prepare(entries, last_ - newest_rows);
    while (entries.executeStep()) {
        SqliteColumns row(entries);
        const auto match = open_.find(row.text());
        if (match == open_.end()) continue;
        const std::int64_t number = row.number();
        Rows& rows = match->second;
        if (rows.numbers.empty() || number > rows.numbers.back()) add(match->first, rows, number);
    }
}

EntryLog::Rows& EntryLog::rows_of(const std::string& match) {
    const auto found = open_.find(match);
    if (found == open_.end()) throw std::logic_error("match " + match + " is not open");
    return found->second;
}

void EntryLog::start(const std::string& match) { open_[match]; }

void EntryLog::append(const LogRow& entry) {
    Rows& rows = rows_of(entry.match);
    if (entry.seq != static_cast<std::int64_t>(rows.numbers.size()) + 1)
        throw std::logic_error("entry " + std::to_string(entry.seq) + " of match " + entry.match +
                               " does not follow entry " + std::to_string(rows.numbers.size()));
    run(append_, entry.match, entry.seq, entry.by, entry.message_id, entry.prompt, entry.move, entry.draws,
        entry.left_ms, entry.at_ms, Blob{entry.hash}, Blob{entry.salt}, entry.extra);
    last_ = connection_.getLastInsertRowid();
    add(entry.match, rows, last_);
    list_old_rows();
}

void EntryLog::add(const std::string& match, Rows& rows, std::int64_t row) {
    if (rows.listed == rows.numbers.size()) unlisted_.push_back({.row = row, .match = match});
    rows.numbers.push_back(row);
}

/// Lists the rows of the matches with an unlisted row that is no longer among the newest.
void EntryLog::list_old_rows() {
    while (!unlisted_.empty() && unlisted_.front().row <= last_ - newest_rows) {
        const UnlistedRow first = std::move(unlisted_.front());
        unlisted_.pop_front();
        if (const auto open = open_.find(first.match); open != open_.end()) list(first.match, open->second);
    }
}

void EntryLog::list(const std::string& match, Rows& rows) {
    if (rows.listed == rows.numbers.size()) return;
    run(list_, match, json_array(rows.numbers));
    rows.listed = rows.numbers.size();
}

void EntryLog::finish(const std::string& match) {
    list(match, rows_of(match));
    open_.erase(match);
}

void EntryLog::drop(const std::string& match) {
    const auto dropped = read_first(size_, read_row_range, match);
    if (!dropped) return;
    run(unlist_, match);
    newest_dropped_ = std::max(newest_dropped_, dropped->end);
    sweep(2 * dropped->rows);
}

void EntryLog::sweep(std::int64_t rows) {
    const RowRange next =
        read_first(next_to_sweep_, read_row_range, swept_until_, newest_dropped_, rows).value();
    {
        const FreePagesAsTheyAre unwritten(connection_);
        run(sweep_, swept_until_, next.end);
    }
    // A short stretch means that the end is reached: the next one starts at the first row.
    swept_until_ = next.rows < rows ? 0 : next.end;
}

}  // namespace cubilete::storage::sqlite
