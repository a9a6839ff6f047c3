#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/bot.hpp"
#include "engine/rules.hpp"
#include "protocol/json.hpp"
#include "protocol/match.hpp"
#include "protocol/people.hpp"
#include "protocol/refused.hpp"

/// Every message as a struct (protocol/README.md, sections 2 to 8 and 13). Fields have the names of the wire.
/// The codec has checked all ranges, and strings are valid UTF-8 without control characters. Only the names
/// in Hello and Rename are unchecked (clean_name() in protocol/text.hpp checks them).
namespace cubilete::protocol {

/// The id that a client gives to its request: 1 to 32 characters or an integer. 7 and "7" are different ids.
using RequestId = std::variant<std::int64_t, std::string>;

// ---- from clients

struct Hello {
    std::int64_t v = 0;
    std::optional<std::string> token;
    std::optional<std::string> device;  ///< the code of a device.offer, instead of a token
    std::optional<std::string> name;
    std::optional<std::string> lang;
    bool bot = false;
    std::string agent;
    bool dice = false;  ///< takes part in provable dice
};
/// Asks for a code with which another device can log in as the same player.
struct DeviceOffer {};
struct Rename {
    std::string name;
};

/// Asks for all stored data about the player; matches come in pages.
struct MeExport {
    std::string after;  ///< id of the last match of the previous page; empty for the first page
};
/// Asks for the player's finished matches, private ones included: one page, newest first.
struct MeMatches {
    std::optional<std::string> game;
    std::optional<std::string> before;  ///< id of the last match of the previous page
};
/// Asks for the rooms where the player has a seat.
struct MeTables {};
/// Sets whether the player may appear on the leaderboards; without `on` it only asks.
struct MeBoard {
    std::optional<bool> on;
};
/// Deletes the player.
struct MeDelete {};

struct LobbyWatch {
    std::optional<std::string> game;
    std::optional<int> limit;  ///< number of rooms of each game, 1 to 200
};
/// Asks once for more public rooms of a game than lobby.watch shows, in the same order.
struct LobbyList {
    std::string game;
    /// Code of a public room of this game: the list continues after it. Without it the list begins at the
    /// start.
    std::optional<std::string> after;
    std::optional<int> limit;  ///< number of rooms, 1 to 200
};
struct LobbyUnwatch {
    std::optional<std::string> game;
};
struct QuickMatch {
    std::string game;
    bool bots = false;  ///< a built-in bot may join if no other player does
};

/// The fields of `room.create` and `room.set`; nullopt keeps the present value (or the default).
struct RoomFields {
    std::optional<std::string> game;
    std::optional<Json> options;  ///< an object; read_options() checks it
    std::optional<int> seats;
    std::optional<bool> is_public;
    std::optional<std::optional<std::string>> password;  ///< null removes the password
    std::optional<int> turn_ms;                          ///< milliseconds; 0 = no clock
    std::optional<bool> bots;                            ///< programs may take seats
    std::optional<bool> spectators;                      ///< spectators are allowed
    std::optional<bool> hints;                           ///< players may ask for hints of the built-in bot
    /// Each throw asks the players' programs for fresh values. null: if two or more people sit at the start.
    std::optional<std::optional<bool>> witness;
};
struct RoomCreate {
    RoomFields fields;
};  ///< fields.game is set

// Requests to a room; RoomRequest has its code.

struct RoomJoin {
    struct Seen {
        std::string match;
        std::int64_t seq = 0;
    };
    enum class As { player, spectator };

    std::optional<As> as;
    std::optional<int> seat;
    std::optional<std::string> password;
    std::optional<Seen> seen;
};
struct RoomLeave {};
struct RoomSeat {
    std::optional<int> seat;
};  ///< nullopt: stand up
struct RoomReady {
    bool ready = false;
};
struct RoomSet {
    RoomFields fields;
};
struct RoomBot {
    int seat = 0;
    std::optional<Level> level;  ///< nullopt: remove the built-in bot
};
struct RoomStart {};
struct RoomRematch {};
struct RoomKick {
    std::string player;
};
struct RoomBan {
    std::string player;
};
struct RoomVoteOut {
    std::string player;
};
struct RoomStandIn {
    std::string player;
};
struct RoomHost {
    std::string player;
};
struct RoomChat {
    std::string text;
};
struct Move {
    std::string match;
    std::int64_t n = 0;
    Json move;  ///< an object
};
/// Asks for the built-in bot's evaluation of the player's moves.
struct Hint {};

// Provable dice (protocol/README.md, section 13). Hashes and values are 64 lower-case hexadecimal digits.

/// The last link of the seat's chain.
struct DiceTip {
    std::string match;
    std::string tip;
};
/// The link before the tip.
struct DiceReveal {
    std::string match;
    std::string value;
};
/// The answer to a DiceAskPush: the link before the seat's last one.
struct DiceGive {
    std::string match;
    std::int64_t seq = 0;  ///< of the entry that was asked for
    std::string value;
};
/// Shows the others that the player shakes the cup; the dice do not depend on it.
struct DiceShake {};

// Messages by their addressee. Each must carry out every alternative of its variant.

using LobbyRequest = std::variant<DeviceOffer, Rename, MeExport, MeMatches, MeTables, MeBoard, MeDelete,
                                  LobbyWatch, LobbyList, LobbyUnwatch, QuickMatch, RoomCreate>;
/// The most frequent type is first, because parse() looks for types in this order.
using RoomAction = std::variant<Move, DiceGive, RoomChat, RoomJoin, RoomLeave, RoomSeat, RoomReady, RoomSet,
                                RoomBot, RoomStart, RoomRematch, RoomKick, RoomBan, RoomVoteOut, RoomStandIn,
                                RoomHost, Hint, DiceTip, DiceReveal, DiceShake>;
struct RoomRequest {
    std::string room;  ///< its code
    RoomAction action;
};
struct ClientMessage {
    RequestId id;
    std::variant<Hello, LobbyRequest, RoomRequest> request;
    /// The message as its client wrote it, where a reader has asked for it: to pass it on to another server.
    std::string text = {};
};

/// A text that is not a valid message. `re` is its id, if it could be read.
struct BadMessage {
    std::optional<RequestId> re;
    Refused refused;
};

// ---- from the server

/// `{"t":"ok","re":…, …fields}`
struct Ok {
    explicit Ok(RequestId id, JsonText its_fields = JsonText::object())
        : re(std::move(id)), fields(std::move(its_fields)) {}
    Ok(RequestId id, const Json& its_fields) : Ok(std::move(id), JsonText::of(its_fields)) {}

    RequestId re;
    JsonText fields;  ///< an object
};
struct RefusedReply {
    std::optional<RequestId> re;
    Refused refused;
};

Json to_json(const PlayerInfo& player);

struct ChatLine {
    std::string from;
    std::string name;
    std::string text;
    std::int64_t at_ms = 0;
};
/// The complete state of a room.
struct RoomPush {
    struct SeatInfo {
        std::optional<PlayerInfo> player;
        bool ready = false;
        bool online = false;
        bool bot_plays = false;
        std::optional<Level> level;     ///< level of a built-in bot
        std::optional<Votes> out;       ///< between matches: the vote to free the seat
        std::optional<Votes> stand_in;  ///< during a match: the vote that a built-in bot plays
    };

    std::string room;
    std::string game;
    Json options;
    RoomPhase phase = RoomPhase::waiting;
    std::string host;
    bool is_public = true;
    bool locked = false;  ///< the room has a password
    int turn_ms = 0;
    bool bots = true;
    bool watchable = true;        ///< spectators are allowed ("spectators" of room.create)
    bool hints = false;           ///< players may ask for hints of the built-in bot
    std::optional<bool> witness;  ///< as in RoomFields
    std::vector<SeatInfo> seats;
    int spectators = 0;
    std::vector<PlayerInfo> watchers;  ///< the first fifty spectators
    std::vector<PlayerInfo> next;      ///< the spectators who get the next free seats, in this order
    std::optional<std::string> match;
    /// Only in a room of quick.match, which starts automatically.
    struct Quick {
        int here = 0;                           ///< number of players present
        int needed = 2;                         ///< number of players needed
        std::optional<std::int64_t> starts_ms;  ///< milliseconds until the match starts
        bool offer = false;                     ///< a built-in bot may be added
    };
    std::optional<Quick> quick;
    std::vector<ChatLine> chat;
};
struct ChatPush {
    std::string room;
    ChatLine line;
};
/// A public room in the lobby.
struct RoomLine {
    std::string room;
    std::string game;
    Json options;
    RoomPhase phase = RoomPhase::waiting;
    std::string host;  ///< name of the host
    int taken = 0;
    int seats = 0;
    int spectators = 0;
    int turn_ms = 0;
    bool locked = false;  ///< the room has a password
    bool quick = false;   ///< a room of quick.match: it has no host and starts automatically
};
Json to_json(const RoomLine& line);
std::string_view name_of(RoomPhase phase);
/// The answer to lobby.watch and lobby.list: the most relevant rooms, each in the form of to_json(RoomLine).
struct LobbyOk {
    RequestId re;
    JsonText rooms = JsonText::array();
    std::size_t total = 0;  ///< number of public rooms that match the request
};
/// The changes since the last list or push.
struct LobbyPush {
    std::optional<std::string> game;  ///< set if only one game is watched
    std::vector<JsonText> put;        ///< new or changed rooms, each in the form of to_json(RoomLine)
    std::vector<std::string> gone;
    std::size_t total = 0;
};
/// `{"t":"gone","room":…,"reason":"kicked"}`: the receiver is no longer in this room.
struct GonePush {
    std::string room;
    /// "kicked", "banned", "closed", "no_spectators", or "left" (over another connection of the player).
    std::string reason;
};
/// `{"t":"device"}`: another device has logged in as this player.
struct DevicePush {};
struct MatchPush {
    struct Clock {
        Wait::Kind kind = Wait::Kind::turn;
        /// Milliseconds left, and milliseconds of the whole wait.
        std::int64_t left_ms = 0;
        std::int64_t of_ms = 0;
    };
    struct You {
        Seat seat = 0;
        std::uint32_t n = 0;                 ///< number of the prompt
        JsonText moves = JsonText::array();  ///< is left out if it is empty
    };

    std::string room;
    std::string match;
    /// In the first push of the match that a socket gets: the members of every view that never change.
    std::optional<JsonText> about;
    std::int64_t seq = 0;
    By by;
    std::optional<JsonText> entries;  ///< after a resume: assigns the events to entries
    /// After a resume without events: the number of entries whose events are left out.
    std::optional<std::int64_t> left_out;
    Sight sight;
    SeatSet to_act;
    std::optional<You> you;
    std::optional<Clock> clock;
    std::optional<Result> result;
    std::string reason;      ///< with a result: "finished", "abandoned" or "void"
    std::vector<Seat> left;  ///< with a result: the seats that do not count
    std::string hash;        ///< hash of the entry, 64 hexadecimal digits
    /// Of an entry that drew: the number of its first draw and the values that it used.
    std::optional<JsonText> dice;
    std::optional<JsonText> proof;  ///< with a result: the opened secret and all that it was bound to
};
/// The complete state of the dice of a match that starts or runs; only for clients with Hello::dice.
struct DicePush {
    enum class Step {
        tips,     ///< seats may send their tips
        reveals,  ///< the roster is fixed; its seats send their reveals
        play      ///< the reveals are fixed; the match runs
    };
    struct You {
        Seat seat = 0;
        std::string nonce;  ///< of the player's own mark in `players`: 32 hexadecimal digits
    };

    std::string room;
    std::string match;
    Step step = Step::tips;
    bool witness = false;
    std::string commit;
    std::string settings;  ///< the text of the move of entry 1
    std::string players;   ///< a JSON list of the players' marks by seat
    std::map<Seat, std::string> tips;
    std::optional<std::string> roster;  ///< empty at step tips
    /// Empty before step play. A seat without a value did not reveal in time.
    std::optional<std::map<Seat, std::optional<std::string>>> reveals;
    std::vector<Seat> out;  ///< seats of the roster that are not asked any more
    std::optional<You> you;
};
/// Asks seats for the fresh values of an entry that will draw; only for clients with Hello::dice.
struct DiceAskPush {
    std::string room;
    std::string match;
    std::int64_t seq = 0;  ///< of the entry
    std::string hash;      ///< of the entry before it
    By by;
    std::int64_t n = 0;  ///< number of the prompt that the move answers
    JsonText move;       ///< null for the clock
    std::int64_t k = 0;  ///< number of the entry's first draw
    std::vector<Seat> seats;
};
/// A player shakes the cup; only for clients with Hello::dice.
struct DiceShakePush {
    std::string room;
    Seat seat = 0;
};

using ServerMessage = std::variant<Ok, RefusedReply, RoomPush, ChatPush, LobbyOk, LobbyPush, GonePush,
                                   DevicePush, MatchPush, DicePush, DiceAskPush, DiceShakePush>;

}  // namespace cubilete::protocol
