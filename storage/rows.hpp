#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// What is kept, as ids and text. Storage does not look into `settings`, `move`, `draws` or `result`: they
/// are JSON of the layers above. All times are milliseconds since 1970, UTC.
namespace cubilete::storage {

struct Player {
    std::string id;  ///< public: "p_..."
    std::string name;
    std::string token_hash;  ///< SHA-256 of his first token, 32 bytes; the token itself is never stored
    bool bot = false;
    std::string lang;
    std::string agent;
    std::int64_t since_ms = 0;
    bool gone = false;      ///< deleted himself: nothing but the id means anything
    bool on_boards = true;  ///< may appear on the leaderboards

    friend bool operator==(const Player&, const Player&) = default;
};

struct Seat {
    int seat = 0;
    std::string player;
    bool ready = false;
    bool house = false;  ///< the house plays until the player moves again
    bool left = false;   ///< its player walked out of the running match
    int missed = 0;      ///< turns in a row that the clock played
    std::int64_t since_ms = 0;

    friend bool operator==(const Seat&, const Seat&) = default;
};

struct ChatLine {
    std::string from;  ///< player id
    std::string name;  ///< as it was then
    std::string text;
    std::int64_t at_ms = 0;

    friend bool operator==(const ChatLine&, const ChatLine&) = default;
};

struct Room {
    std::string code;
    std::string settings;              ///< game, options, number of seats, public, clock ...
    std::string host;                  ///< player id
    std::optional<std::string> match;  ///< the one on the table, running or just finished
    std::optional<int> next_first;     ///< who starts the next match, where it is not the option's to say
    std::int64_t since_ms = 0;

    friend bool operator==(const Room&, const Room&) = default;
};

struct Match {
    std::string id;  ///< "m_..."
    std::string room;
    std::string game;
    int version = 0;                   ///< of the rules it is played by
    int chain = 1;                     ///< format of the hash chain of its entries: 1 or 2
    std::string settings;              ///< options, number of seats, first seat
    std::vector<std::string> players;  ///< ids by seat
    std::vector<std::string> names;    ///< by seat, as they were when the match began
    bool is_public = false;            ///< the room was public and without a password when the match began
    bool log_dropped = false;          ///< its log was deleted (KeepLogs); the other data remain
    std::int64_t started_ms = 0;
    std::optional<std::int64_t> ended_ms;
    std::optional<std::string> result;

    friend bool operator==(const Match&, const Match&) = default;
};

struct LogEntry {
    std::string match;
    std::int64_t seq = 0;
    std::string by;            ///< JSON
    std::string message_id;    ///< the request's id as JSON (7 and "7" differ); empty where no client asked
    std::int64_t prompt = 0;   ///< the `n` the request answered
    std::string move;          ///< JSON, or "null"
    std::string draws;         ///< JSON
    std::int64_t left_ms = 0;  ///< on the clock after this entry; 0 = no clock runs
    std::int64_t at_ms = 0;
    std::string hash;        ///< 32 bytes, over the entry before and this one
    std::string salt;        ///< 32 bytes, of the commitment to the draws
    std::string extra = {};  ///< JSON, or empty

    friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

/// One seat's share of a finished match.
struct Score {
    int seat = 0;
    std::string player;
    int place = 0;
    std::int64_t score = 0;
    bool won = false;

    friend bool operator==(const Score&, const Score&) = default;
};

/// Which logs of finished matches are kept; without any limit all of them.
struct KeepLogs {
    std::optional<std::int64_t> for_ms;  ///< milliseconds after the end of a match
    /// Size of the whole data file in bytes; while it is larger, the oldest logs are deleted.
    std::optional<std::int64_t> most_bytes;
};

// The writes. Each is carried out whole or not at all, in the order posted. One that contradicts what is
// stored (a token taken twice, an entry out of sequence, chat in no room, the end of a match that is not
// running) is our bug and fails the journal.
struct PutPlayer {
    Player player;
};  ///< new
/// One more token of a player, for another device of his.
struct PutDeviceToken {
    std::string player;
    std::string token_hash;  ///< SHA-256, 32 bytes
    std::int64_t since_ms = 0;
};
struct RenamePlayer {
    std::string id;
    std::string name;
};
/// Sets whether a player may appear on the leaderboards.
struct SetOnBoards {
    std::string id;
    bool on = true;
};
/// What a player is called once he is gone.
inline constexpr const char* name_of_the_gone = "guest";
/// Nothing that is stored tells who he was any more, and his token is void. His seats and matches stay; whatever
/// is written later in his name (a match that was just starting, a chat line) is a guest's.
struct ForgetPlayer {
    std::string id;
};
struct PutRoom {
    Room room;
    std::vector<Seat> seats;
};  ///< new or changed: replaces the room and all its seats
/// Keeps a player out of a room for as long as the room is there; may be said twice.
struct BanPlayer {
    std::string room;
    std::string player;
};
/// Marks a seat as left by its player and touches nothing else of its room, whatever state that is in.
struct LeaveSeat {
    std::string room;
    std::string player;
};
struct DropRoom {
    std::string code;
};  ///< with its seats, bans and chat; its finished matches stay
struct AddChat {
    std::string room;
    ChatLine line;
};  ///< only the last 50 lines of a room are kept
struct StartMatch {
    Match match;
};
struct AppendEntry {
    LogEntry entry;
};  ///< the next of a running match: seq 1, 2, 3 ... without a gap
/// Moves the match's entries from the live log to its own compact record.
struct FinishMatch {
    std::string match;
    std::string result;
    std::vector<Score> scores;
    std::int64_t ended_ms = 0;
    bool usual = false;  ///< played by the game's usual rules, so that its scores may be compared
};

using Write = std::variant<PutPlayer, PutDeviceToken, RenamePlayer, SetOnBoards, ForgetPlayer, PutRoom,
                           BanPlayer, LeaveSeat, DropRoom, AddChat, StartMatch, AppendEntry, FinishMatch>;

}  // namespace cubilete::storage
