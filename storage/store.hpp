#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "storage/rows.hpp"

namespace cubilete::storage {

/// All that is needed to go on with a room.
struct OpenRoom {
    Room room;
    std::vector<SeatRow> seats;
    std::vector<std::string> bans;  ///< ids of banned players
    std::vector<ChatLine> chat;     ///< oldest first: the last 50 of those who sit, and 25 of others
    std::vector<Player> people;     ///< the players of the seats, each once
    std::optional<MatchRow> match;  ///< the running or just finished match
    /// The log of this match, by seq; empty while the match starts, and if the function does not read logs.
    std::vector<LogRow> log;

    /// The provable dice of a running match. Secret: no other function returns them.
    struct Dice {
        std::string state;  ///< as in StartMatch and PutDice
        /// As in PutDiceAsk; empty before the first. It stays until the next one: the reader compares it with the
        /// log.
        std::string ask;

        friend bool operator==(const Dice&, const Dice&) = default;
    };
    std::optional<Dice> dice;  ///< nullopt if the match has none, or does not run
};

/// A match with all its stored data.
struct Record {
    MatchRow match;
    std::vector<LogRow> log;    ///< by seq
    std::vector<Score> scores;  ///< scores of a finished match, by seat
};

/// Rows of the admin interface.
struct AdminQuery {
    AdminRow::Kind kind = AdminRow::Kind::decree;
    std::int64_t changed_after = 0;                                  ///< AdminRow::change
    std::int64_t before = std::numeric_limits<std::int64_t>::max();  ///< AdminRow::no
    std::optional<std::string> about = {};                           ///< player id
    std::optional<std::string> by = {};                              ///< player id
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

/// Matches of the day's cup.
struct CupQuery {
    std::optional<int> day = {};
    std::optional<std::string> player = {};
    std::optional<std::string> match = {};
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

/// Matches whose care is of another version of the values, but of the same rules.
struct OldCareQuery {
    std::string rules;    ///< how the versions begin
    std::string version;  ///< the present one
    std::string after;    ///< match id
    std::int64_t most;
};

/// All matches at one moment.
struct Matches {
    std::vector<Record> running;
    std::vector<std::string> finished;  ///< ids, oldest first
};

/// Reads what is needed to go on playing. One thread at a time; each call may wait for the disk, so none
/// belongs on a thread that serves players. A call sees one consistent state, with everything that was
/// durable when it began. Throws DatabaseError, which names the data, if they cannot be read.
class Store {
  public:
    Store() = default;
    virtual ~Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    /// 16 hexadecimal digits that tell these data from others. Made with the data; copies have the same.
    virtual std::string data_id() const = 0;
    /// Finds a player by the hash of the token of any of their devices.
    virtual std::optional<Player> player_by_token(const std::string& token_hash) const = 0;
    virtual std::optional<Player> player(const std::string& id) const = 0;
    /// Passes every open room to `visit`, the oldest first, without the logs of their matches.
    virtual void open_rooms(const std::function<void(OpenRoom)>& visit) const = 0;
    /// Reads those of these rooms that are open, with the logs of their matches, in any order. Many rooms
    /// together cost much less than one by one.
    virtual std::vector<OpenRoom> open_rooms(const std::vector<std::string>& codes) const = 0;
    /// Reads one room, if it is open, with the log of its match.
    std::optional<OpenRoom> open_room(const std::string& code) const {
        std::vector<OpenRoom> found = open_rooms(std::vector{code});
        if (found.empty()) return std::nullopt;
        return std::move(found.front());
    }

    virtual std::optional<MatchRow> match(const std::string& id) const = 0;
    /// The first `most` entries of a finished match; an empty list for a running one, without searching its
    /// log.
    virtual std::vector<LogRow> finished_log(const std::string& match, std::int64_t most) const = 0;
    /// Of a running or a finished match, with its whole log.
    virtual std::optional<Record> record(const std::string& match) const = 0;
    /// The entry of a finished match that the player's request `message_id` (as in LogRow) made. It
    /// reads the log once, some milliseconds for a long one, and replays nothing.
    virtual std::optional<LogRow> finished_entry(const MatchRow& match, const std::string& player,
                                                 const std::string& message_id) const = 0;
    virtual Matches matches() const = 0;
    /// The ids of all matches, oldest first. It also works if the other data of a match cannot be read.
    virtual std::vector<std::string> match_ids() const = 0;

    virtual std::optional<Analysis> analysis(const std::string& match) const = 0;
    /// Ids in ascending order, of matches whose log is kept.
    virtual std::vector<std::string> find_outdated_care(const OldCareQuery& criteria) const = 0;

    virtual std::optional<CupChain> cup_chain() const = 0;
    /// The newest day first; of a day those that gave least away first, of these the fastest, and last those that were
    /// not analysed.
    virtual std::vector<CupPlay> cup_plays(const CupQuery& criteria) const = 0;

    /// The positions of this player, or of all players: those that are due first come first.
    virtual std::vector<PracticeRow> practice(const std::optional<std::string>& player) const = 0;

    /// The newest first.
    virtual std::vector<AdminRow> admin_rows(const AdminQuery& criteria) const = 0;
};

}  // namespace cubilete::storage
