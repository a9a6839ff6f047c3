#include "storage/sqlite/live_log.hpp"

#include <stdexcept>

#include "storage/sqlite/statement.hpp"

namespace cubilete::storage::sqlite {

namespace {

std::string json_array(const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (const std::int64_t number : numbers) text += (text.empty() ? "[" : ",") + std::to_string(number);
    return text.empty() ? "[]" : text + "]";
}

struct Stretch {
    std::int64_t end = 0;
    std::int64_t rows = 0;
};

}  // namespace

LiveLog::LiveLog(SQLite::Database& connection)
    : connection_(connection),
      append_(
          connection,
          "INSERT INTO log (match_id, seq, made_by, message_id, prompt, move, draws, left_ms, at_ms, hash,"
          " salt, extra) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      keep_(connection,
            "INSERT INTO match_logs (match_id, entries)"
            " SELECT ?1, json_group_array(json_array(seq, made_by, message_id, prompt, move, draws, left_ms,"
            " at_ms, hex(hash), hex(salt), extra))"
            " FROM (SELECT * FROM log WHERE id IN (SELECT value FROM json_each(?2)) ORDER BY id)"),
      next_to_sweep_(connection,
                     "SELECT coalesce(max(id), 0), count(*)"
                     " FROM (SELECT id FROM log WHERE id > ? ORDER BY id LIMIT ?)"),
      sweep_(connection,
             "DELETE FROM log WHERE id > ? AND id <= ? AND id < (SELECT max(id) FROM log) AND NOT EXISTS"
             " (SELECT * FROM matches WHERE matches.id = log.match_id AND ended_ms IS NULL)") {
    recall();
}

void LiveLog::recall() {
    open_.clear();
    last_ = 0;
    SQLite::Statement matches(connection_, "SELECT id FROM matches WHERE ended_ms IS NULL");
    while (matches.executeStep()) start(Columns(matches).text());
    SQLite::Statement entries(connection_, "SELECT match_id, id FROM log ORDER BY id");
    while (entries.executeStep()) {
        Columns row(entries);
        const auto match = open_.find(row.text());
        last_ = row.number();
        if (match != open_.end()) match->second.push_back(last_);
    }
}

LiveLog::Rows& LiveLog::rows_of(const std::string& match) {
    const auto found = open_.find(match);
    if (found == open_.end()) throw std::logic_error("match " + match + " is not open");
    return found->second;
}

void LiveLog::start(const std::string& match) { open_[match]; }

void LiveLog::append(const LogEntry& entry) {
    Rows& rows = rows_of(entry.match);
    if (entry.seq != static_cast<std::int64_t>(rows.size()) + 1)
        throw std::logic_error("entry " + std::to_string(entry.seq) + " of match " + entry.match +
                               " does not follow entry " + std::to_string(rows.size()));
    run(append_, entry.match, entry.seq, entry.by, entry.message_id, entry.prompt, entry.move, entry.draws,
        entry.left_ms, entry.at_ms, Blob{entry.hash}, Blob{entry.salt}, entry.extra);
    last_ = connection_.getLastInsertRowid();
    rows.push_back(last_);
}

void LiveLog::finish(const std::string& match) {
    const Rows& rows = rows_of(match);
    run(keep_, match, json_array(rows));
    sweep(2 * rows.size());
    open_.erase(match);
}

void LiveLog::sweep(std::size_t count) {
    if (count == 0) return;
    const auto asked = static_cast<std::int64_t>(count);
    const auto read_stretch = [](Columns row) {
        Stretch stretch;
        stretch.end = row.number();
        stretch.rows = row.number();
        return stretch;
    };
    const Stretch next = read_first(next_to_sweep_, read_stretch, swept_, asked).value();
    run(sweep_, swept_, next.end);
    swept_ = next.rows < asked ? 0 : next.end;
}

}  // namespace cubilete::storage::sqlite
