#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "storage/rows.hpp"

namespace cubilete::storage {

/// A room as it was when the process stopped.
struct OpenRoom {
    Room room;
    std::vector<Seat> seats;
    std::vector<std::string> bans;  ///< player ids
    std::vector<ChatLine> chat;     ///< the last 50, oldest first
    std::optional<Match> match;     ///< the one on the table
    std::vector<LogEntry> log;      ///< of a match that is still running, by seq
};

/// A match with everything that was written about it.
struct Record {
    Match match;
    std::vector<LogEntry> log;  ///< by seq
    std::vector<Score> scores;  ///< of a finished one, by seat
};

/// All matches at one moment.
struct Matches {
    std::vector<Record> running;
    std::vector<std::string> finished;  ///< ids, oldest first
};

/// The read side: a read-only connection of its own that never writes and never checkpoints. One thread at a
/// time; what it reads is what was durable at that moment. Throws std::runtime_error naming the file when the
/// database cannot be read.
class Store {
  public:
    /// `place` is a database of this version or the directory that holds it.
    explicit Store(const std::filesystem::path& place);
    ~Store();

    /// By the token of any of his devices.
    std::optional<Player> player_by_token(const std::string& token_hash) const;
    std::optional<Player> player(const std::string& id) const;
    std::vector<OpenRoom> open_rooms() const;
    std::optional<OpenRoom> open_room(const std::string& code) const;

    std::optional<Match> match(const std::string& id) const;
    /// The whole log, by seq, wherever it is kept: the live log or the finished match's record.
    std::vector<LogEntry> log(const std::string& match) const;
    /// The first `most` entries of a finished match; an empty list for a running one, without searching the
    /// live log.
    std::vector<LogEntry> finished_log(const std::string& match, std::int64_t most) const;
    std::vector<Score> scores(const std::string& match) const;
    std::optional<Record> record(const std::string& match) const;
    /// The entry of a finished match that the player's request `message_id` (as in LogEntry) made. It
    /// searches the text of the log once, some milliseconds for a long one, and replays nothing.
    std::optional<LogEntry> finished_entry(const Match& match, const std::string& player,
                                           const std::string& message_id) const;
    Matches matches() const;
    /// The ids of all of them, running or finished, oldest first: readable even where the rest of one is not.
    std::vector<std::string> match_ids() const;

  private:
    struct Connection;
    std::unique_ptr<Connection> connection_;
};

}  // namespace cubilete::storage
