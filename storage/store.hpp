#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "storage/rows.hpp"

namespace cubilete::storage {

/// A room in the state in which the process stopped.
struct OpenRoom {
    Room room;
    std::vector<Seat> seats;
    std::vector<std::string> bans;  ///< ids of banned players
    std::vector<ChatLine> chat;     ///< the last 50 lines, oldest first
    std::optional<Match> match;     ///< the running or just finished match
    std::vector<LogEntry> log;      ///< log of a running match, by seq; empty otherwise
};

/// A match with all its stored data.
struct Record {
    Match match;
    std::vector<LogEntry> log;  ///< by seq
    std::vector<Score> scores;  ///< scores of a finished match, by seat
};

/// All matches at one moment.
struct Matches {
    std::vector<Record> running;
    std::vector<std::string> finished;  ///< ids, oldest first
};

/// Reads the database over a read-only connection of its own, which never writes and never checkpoints. One
/// thread at a time. It sees what was durable at the time of the call. Throws DatabaseError, which names the
/// file, if the database cannot be read.
class Store {
  public:
    /// `place` is a database file of this version, or the directory that contains it.
    explicit Store(const std::filesystem::path& place);
    ~Store();

    /// Finds a player by the hash of the token of any of their devices.
    std::optional<Player> player_by_token(const std::string& token_hash) const;
    std::optional<Player> player(const std::string& id) const;
    std::vector<OpenRoom> open_rooms() const;
    std::optional<OpenRoom> open_room(const std::string& code) const;

    std::optional<Match> match(const std::string& id) const;
    /// The whole log, by seq, from the live log or from the record of a finished match.
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
    /// The ids of all matches, oldest first. It also works if the other data of a match cannot be read.
    std::vector<std::string> match_ids() const;

  private:
    struct Connection;
    std::unique_ptr<Connection> connection_;
};

}  // namespace cubilete::storage
