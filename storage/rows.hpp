#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The stored data, as ids and text. Storage does not read `settings`, `move`, `draws`, `result`, `proof`, or
/// the state and the asks of dice: they are JSON of the layers above. The one exception is ForgetPlayer. All times are
/// milliseconds since 1970, UTC.
namespace cubilete::storage {

struct Player {
    std::string id;  ///< public: "p_..."
    std::string name;
    /// SHA-256 of the player's first token, 32 bytes; the token itself is never stored.
    std::string token_hash;
    bool bot = false;
    std::string lang;
    std::string agent;
    std::int64_t since_ms = 0;
    bool gone = false;               ///< the player was deleted: only the id is still valid
    bool on_boards = true;           ///< may appear on the leaderboards
    std::optional<int> avatar = {};  ///< the picture that the player chose, 0 to 95

    friend bool operator==(const Player&, const Player&) = default;
};

struct SeatRow {
    int seat = 0;
    std::string player;
    bool ready = false;
    bool bot_plays = false;  ///< a built-in bot plays until the player moves again
    bool left = false;       ///< the player has left the running match
    int missed = 0;          ///< consecutive turns that ended by the clock
    std::int64_t since_ms = 0;

    friend bool operator==(const SeatRow&, const SeatRow&) = default;
};

struct ChatLine {
    std::string from;  ///< player id
    std::string name;  ///< the player's name at that time
    std::string text;
    std::int64_t at_ms = 0;

    friend bool operator==(const ChatLine&, const ChatLine&) = default;
};

struct Room {
    std::string code;
    std::string settings;              ///< game, options, number of seats, public, clock ...
    std::string host;                  ///< player id
    std::optional<std::string> match;  ///< id of the running or just finished match
    /// Seat that starts the next match; nullopt: the option `starter` decides.
    std::optional<int> next_first;
    std::int64_t since_ms = 0;

    friend bool operator==(const Room&, const Room&) = default;
};

struct MatchRow {
    std::string id;  ///< "m_..."
    std::string room;
    std::string game;
    int version = 0;                   ///< version of the game's rules
    int chain = 1;                     ///< format of the hash chain of its entries: 1 or 2
    std::string settings;              ///< options, number of seats, first seat
    std::vector<std::string> players;  ///< ids by seat
    std::vector<std::string> names;    ///< by seat, at the start of the match
    bool is_public = false;            ///< the room was public and without a password when the match began
    bool log_dropped = false;          ///< its log was deleted (LogRetention); the other data remain
    std::int64_t started_ms = 0;
    std::optional<std::int64_t> ended_ms;
    std::optional<std::string> result;
    std::string proof = {};  ///< JSON: the dice of a finished match, opened; empty if it has none

    friend bool operator==(const MatchRow&, const MatchRow&) = default;
};

struct LogRow {
    std::string match;
    std::int64_t seq = 0;
    std::string by;  ///< JSON
    /// The request's id as JSON (7 and "7" differ); empty if no client made the entry.
    std::string message_id;
    std::int64_t prompt = 0;   ///< the number `n` of the prompt that the request answered
    std::string move;          ///< JSON, or "null"
    std::string draws;         ///< JSON
    std::int64_t left_ms = 0;  ///< milliseconds left on the clock after this entry; 0 = no clock runs
    std::int64_t at_ms = 0;
    std::string hash;        ///< 32 bytes, over the previous entry and this one
    std::string salt;        ///< 32 bytes, for the commitment to the draws
    std::string extra = {};  ///< JSON, or empty

    friend bool operator==(const LogRow&, const LogRow&) = default;
};

/// The result of one seat in a finished match.
struct Score {
    int seat = 0;
    std::string player;
    int place = 0;
    std::int64_t score = 0;
    bool won = false;

    friend bool operator==(const Score&, const Score&) = default;
};

/// The findings of the analysis of a finished match; JSON of the layers above. Deleted with the match's log,
/// from which they can be made again; not moved to another database.
struct Analysis {
    std::string version;  ///< of the rules and the method
    std::string text;

    friend bool operator==(const Analysis&, const Analysis&) = default;
};

/// The loss that a seat's own decisions caused in an analysed match. It stays when the log is deleted.
struct Care {
    int seat = 0;
    std::int64_t decisions = 0;   ///< more than 0
    std::int64_t given_away = 0;  ///< in millionths of the unit of the analysis
};

/// A row of the admin interface, in the table `desk`. Its text is JSON of the layers above.
struct AdminRow {
    enum class Kind {
        decree,  ///< holds for players until it ends
        report,  ///< of a player, about another
        log,     ///< what an operator did; never changes
        key,     ///< secret: for hashes of networks; never changes
    };
    /// A player whom the row names.
    struct Named {
        std::string player;  ///< id, or empty
        std::string name;    ///< at that time; that of a guest after the player was deleted

        friend bool operator==(const Named&, const Named&) = default;
    };

    std::string id = {};  ///< chosen by who writes it
    Kind kind = Kind::decree;
    std::int64_t no = 0;      ///< among those of its kind: 1, 2, 3 ...; 0 in a write: the next one
    std::int64_t change = 0;  ///< rises with each row and each change of one; set by the database
    std::int64_t at_ms = 0;
    std::optional<std::int64_t> keep_until_ms = {};  ///< then SweepAdminRows deletes it; never without
    std::string text = {};
    std::vector<Named> people = {};  ///< whom it is about, who wrote it, then others
    std::int64_t refused = 0;        ///< requests that a decree has refused

    friend bool operator==(const AdminRow&, const AdminRow&) = default;
};
inline constexpr std::array<std::string_view, 4> admin_row_kinds{"decree", "report", "log", "key"};
inline std::string name_of(AdminRow::Kind kind) {
    return std::string(admin_row_kinds.at(static_cast<std::size_t>(kind)));
}

/// The seeds of the day's cup: one chain for all servers that share the data.
struct CupChain {
    std::int64_t first_ms = 0;  ///< midnight at which day 1 begins
    std::string last_seed;      ///< 32 bytes, secret: that of the last day

    friend bool operator==(const CupChain&, const CupChain&) = default;
};

/// A player's match in the cup of a day.
struct CupPlay {
    int day = 0;
    std::string player;
    std::string match;
    std::string room;
    std::int64_t started_ms = 0;
    std::optional<std::int64_t> ended_ms = {};    ///< nullopt: it runs, or was broken off
    std::optional<std::int64_t> points = {};      ///< set with `ended_ms`
    std::optional<std::int64_t> given_away = {};  ///< thousandths of a point; nullopt: not analysed yet
    std::string text = {};                        ///< JSON: what the analysis found; empty before it
    bool bot = false;                             ///< whether the player is a program; only when read

    friend bool operator==(const CupPlay&, const CupPlay&) = default;
};

/// A decision that a player practises. What its name means, the layers above know.
struct PracticeRow {
    std::string player;
    std::string position;
    int times_right = 0;  ///< 0 to 2
    std::int64_t due_day =
        0;  ///< on which it comes back, in days since 1970; of one that was right twice, its last day

    friend bool operator==(const PracticeRow&, const PracticeRow&) = default;
};

/// Which logs of finished matches are kept; without any limit all of them.
struct LogRetention {
    std::optional<std::int64_t> for_ms;  ///< milliseconds after the end of a match
    /// Size of the whole data file in bytes; while it is larger, the oldest logs are deleted.
    std::optional<std::int64_t> most_bytes;
};

// The writes. Each is carried out completely or not at all, in the order posted. A write that contradicts the
// stored data (a token used twice, an entry out of sequence, chat in an unknown room, the end of a match that
// is not running) is a bug of ours and makes the journal fail.
/// A new player.
struct PutPlayer {
    Player player;
    /// Has no effect if there is a player with this id, whom another node may be adding at the same time.
    bool unless_there = false;
};
/// Sets Store::data_id(), where data move to another database.
struct SetDataId {
    std::string id;
};
/// Adds a token of a player, for another of their devices.
struct PutDeviceToken {
    std::string player;
    std::string token_hash;  ///< SHA-256, 32 bytes
    std::int64_t since_ms = 0;
};
struct RenamePlayer {
    std::string id;
    std::string name;
};
struct SetAvatar {
    std::string id;
    int avatar = 0;
};
/// Sets whether a player may appear on the leaderboards.
struct SetOnBoards {
    std::string id;
    bool on = true;
};
/// The name of a deleted player.
inline constexpr const char* deleted_player_name = "guest";
/// Deletes everything that identifies a player, their tokens, and what they played in the cup or practise. Their seats and matches stay. Data that are
/// written later under their id (a match that was just starting, a chat line) get the name of a guest. The member `maker` of a room's
/// settings goes if its `player` is this one: it has a hash of their address, and a stopped room writes no row itself.
struct ForgetPlayer {
    std::string id;
};
/// A new or changed room: replaces the room and all its seats.
struct PutRoom {
    Room room;
    std::vector<SeatRow> seats;
};
/// Bans a player from a room while the room exists. Repeating it has no effect.
struct BanFromRoom {
    std::string room;
    std::string player;
};
/// Marks a seat as left by its player and lets a built-in bot play it. Other data of the room stay as they
/// are.
struct LeaveSeat {
    std::string room;
    std::string player;
};
/// Also deletes its seats, bans and chat; finished matches stay.
struct DropRoom {
    std::string code;
};
/// Gives a room to another node of the cluster: the last write of its owner. It fails where the room is not the
/// writer's, as every write to a room does.
struct HandOverRoom {
    std::string room;
    std::int64_t to = 0;               ///< an epoch
    std::optional<std::string> match;  ///< id of the room's running match, whose log goes with it
};
/// Only so many lines of a room are kept: the newest of those who sit, and half as many of others.
inline constexpr int retained_chat_lines = 50;
struct AddChatLine {
    std::string room;
    ChatLine line;
};
/// Entry 1 may follow much later, or never: a match can end without entries.
struct StartMatch {
    MatchRow match;
    /// JSON: the state of the match's provable dice, secrets included; empty if it has none. Only
    /// Store::open_room() and open_rooms() return it, and only while the match runs.
    std::string dice = {};
};
/// Replaces the state of the dice of a running match that was started with one.
struct PutDice {
    std::string match;
    std::string dice;  ///< not empty
};
/// Replaces the newest ask of a running match that was started with dice. It may be written as often as
/// entries are, so it does not rewrite the state.
struct PutDiceAsk {
    std::string match;
    std::string ask;
};
/// The next entry of a running match: seq 1, 2, 3 ... without a gap.
struct AppendEntry {
    LogRow entry;
};
/// Stores the end of a running match, and deletes the state of its dice and its newest ask.
struct FinishMatch {
    std::string match;
    std::string result;
    std::vector<Score> scores;
    std::int64_t ended_ms = 0;
    bool usual = false;      ///< played with the game's usual rules, so that scores may be compared
    std::string proof = {};  ///< as in MatchRow
};
/// Stores the analysis of a finished match in place of an older one. Has no effect if the match has no log any more,
/// or runs.
struct PutAnalysis {
    std::string match;
    std::string version;
    std::string text;
    std::vector<Care> care = {};  ///< of the seats whose decisions count, in place of older rows
    bool unaided = false;         ///< nobody asked for a hint
};
/// A new row of the admin interface. If there is one with its id, a decree or a report gets the new text and the new
/// `keep_until_ms`, and a row of another kind stays as it is.
struct PutAdminRow {
    AdminRow row;
    bool unless_there = false;      ///< a row with its id stays as it is, whatever its kind
    std::int64_t known_change = 0;  ///< not 0: a row with its id and another AdminRow::change stays as it is
};
/// A decree has refused so many requests more. Has no effect if it is not there.
struct CountRefused {
    std::string id;
    std::int64_t times = 0;
};
/// Deletes the rows of the admin interface that need not be kept any more, and the oldest reports but `most_reports`.
struct SweepAdminRows {
    std::int64_t now_ms = 0;
    std::int64_t most_reports = 0;
};

/// Draws the chain of the cup. Has no effect if there is one, but for that of `replaced_ms` while nobody has played by it.
struct PutCupChain {
    CupChain chain;
    std::optional<std::int64_t> replaced_ms = {};  ///< CupChain::first_ms
};
/// Begins a player's match of a day, or adds what has become known of it. Has no effect if the player has another
/// match on that day, or was deleted.
struct PutCupPlay {
    CupPlay play;
};

/// A new or changed position of a player. Keeps this one and others of the player up to `most`: first those that were right least
/// often, then those that are due last. Has no effect if the player was deleted, or if the position is no longer as `before`, which
/// is nothing for a new one: of several answers at the same time the first counts.
struct PutPractice {
    PracticeRow row;
    std::optional<PracticeRow> before = {};
    int most = 500;
};

using Write = std::variant<SetDataId, PutPlayer, PutDeviceToken, RenamePlayer, SetAvatar, SetOnBoards,
                           ForgetPlayer, PutRoom, BanFromRoom, LeaveSeat, DropRoom, HandOverRoom, AddChatLine,
                           StartMatch, PutDice, PutDiceAsk, AppendEntry, FinishMatch, PutAnalysis,
                           PutAdminRow, CountRefused, SweepAdminRows, PutCupChain, PutCupPlay, PutPractice>;

}  // namespace cubilete::storage
