#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/house.hpp"
#include "engine/rules.hpp"
#include "protocol/json.hpp"
#include "protocol/match.hpp"
#include "protocol/refused.hpp"

/// Every message of PROTOCOL 2 to 5 as a struct. Field names are those on the wire, ranges have been checked
/// by the codec, and strings are valid UTF-8 without control characters; only the names of Hello and Rename
/// come as they were sent (clean_name() in protocol/text.hpp judges them).
namespace cubilete::protocol {

/// A client's own mark on its request: 1 to 32 characters or an integer. 7 and "7" are different ids.
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
};
/// Asks for a code by which another device becomes the same player.
struct DeviceOffer {};
struct Rename {
    std::string name;
};

/// All that is stored about the player, a page of matches at a time.
struct MeExport {
    std::string after;  ///< id of the last match of the page before; empty for the first
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
/// The player wants to be forgotten.
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
    bool bots = false;  ///< a house player may come when nobody else does
};

/// What `room.create` sets and `room.set` changes; nothing = left as it is (or as its default).
struct RoomFields {
    std::optional<std::string> game;
    std::optional<Json> options;  ///< an object; read_options() judges it
    std::optional<int> seats;
    std::optional<bool> is_public;
    std::optional<std::optional<std::string>> password;  ///< null takes it away
    std::optional<int> turn_ms;                          ///< 0 = no clock
    std::optional<bool> bots;                            ///< may bots sit down
    std::optional<bool> spectators;                      ///< may others watch
    std::optional<bool> hints;                           ///< may players ask the house for advice
};
struct RoomCreate {
    RoomFields fields;
};  ///< fields.game is set
struct RoomJoin {
    struct Seen {
        std::string match;
        std::int64_t seq = 0;
    };
    enum class As { player, spectator };

    std::string room;
    std::optional<As> as;
    std::optional<int> seat;
    std::optional<std::string> password;
    std::optional<Seen> seen;
};
struct RoomLeave {
    std::string room;
};
struct RoomSeat {
    std::string room;
    std::optional<int> seat;
};  ///< nothing = stand up
struct RoomReady {
    std::string room;
    bool ready = false;
};
struct RoomSet {
    std::string room;
    RoomFields fields;
};
struct RoomBot {
    std::string room;
    int seat = 0;
    std::optional<Level> level;  ///< nothing = takes the house player away
};
struct RoomStart {
    std::string room;
};
struct RoomRematch {
    std::string room;
};
struct RoomKick {
    std::string room;
    std::string player;
};
struct RoomBan {
    std::string room;
    std::string player;
};
struct RoomVoteOut {
    std::string room;
    std::string player;
};
struct RoomStandIn {
    std::string room;
    std::string player;
};
struct RoomHost {
    std::string room;
    std::string player;
};
struct RoomChat {
    std::string room;
    std::string text;
};
struct Move {
    std::string room;
    std::string match;
    std::int64_t n = 0;
    Json move;  ///< an object
};

/// Asks what the house thinks of one's moves.
struct Hint {
    std::string room;
};

using Request = std::variant<Hello, DeviceOffer, Rename, MeExport, MeMatches, MeTables, MeBoard, MeDelete,
                             LobbyWatch, LobbyList, LobbyUnwatch, QuickMatch, RoomCreate, RoomJoin, RoomLeave,
                             RoomSeat, RoomReady, RoomSet, RoomBot, RoomStart, RoomRematch, RoomKick, RoomBan,
                             RoomVoteOut, RoomStandIn, RoomHost, RoomChat, Move, Hint>;
struct ClientMessage {
    RequestId id;
    Request request;
};

/// A text that is no message. `re` is its id where one could be read.
struct BadMessage {
    std::optional<RequestId> re;
    Refused refused;
};

// ---- from the server

/// `{"t":"ok","re":…, …fields}`
struct Ok {
    RequestId re;
    Json fields = Json::object();
};
struct RefusedReply {
    std::optional<RequestId> re;
    Refused refused;
};

struct PlayerInfo {
    std::string id;
    std::string name;
    bool bot = false;
};
Json to_json(const PlayerInfo& player);

struct ChatLine {
    std::string from;
    std::string name;
    std::string text;
    std::int64_t at_ms = 0;
};
/// The room, whole.
struct RoomPush {
    enum class Phase { waiting, playing, finished };
    struct SeatInfo {
        std::optional<PlayerInfo> player;
        bool ready = false;
        bool online = false;
        bool house = false;
        std::optional<Level> level;  ///< of a house player
        /// Who is for giving an absent player's seat away, player ids, and how many have to be.
        struct VoteOut {
            std::vector<std::string> by;
            int needed = 0;
        };
        std::optional<VoteOut> out;
        /// During a match: the vote that a built-in bot plays for the absent player.
        std::optional<VoteOut> stand_in;
    };

    std::string room;
    std::string game;
    Json options;
    Phase phase = Phase::waiting;
    std::string host;
    bool is_public = true;
    bool locked = false;  ///< it has a password
    int turn_ms = 0;
    bool bots = true;
    bool watchable = true;  ///< others may watch ("spectators" of room.create)
    bool hints = false;     ///< players may ask the house for advice
    std::vector<SeatInfo> seats;
    int spectators = 0;
    std::vector<PlayerInfo> watchers;  ///< the spectators, the first fifty
    std::vector<PlayerInfo> next;      ///< those of them who get the next free seat, in this order
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
/// A public room as the lobby shows it.
struct RoomLine {
    std::string room;
    std::string game;
    Json options;
    RoomPush::Phase phase = RoomPush::Phase::waiting;
    std::string host;  ///< the host's name
    int taken = 0;
    int seats = 0;
    int spectators = 0;
    int turn_ms = 0;
    bool locked = false;  ///< it has a password
    bool quick = false;   ///< a room of quick.match: it has no host and starts automatically
};
Json to_json(const RoomLine& line);
std::string_view name_of(RoomPush::Phase phase);
/// The answer to lobby.watch and lobby.list: the most relevant rooms, each in the form of to_json(RoomLine).
struct LobbyOk {
    RequestId re;
    JsonText rooms = JsonText::array();
    std::size_t total = 0;  ///< number of public rooms that match the request
};
struct LobbyPush {
    std::optional<std::string> game;  ///< set if only one game is watched
    std::vector<JsonText> put;        ///< new or changed rooms, each in the form of to_json(RoomLine)
    std::vector<std::string> gone;
    std::size_t total = 0;
};
/// `{"t":"gone","room":…,"reason":"kicked"}`: the receiver is no longer in that room.
struct GonePush {
    std::string room;
    /// "kicked", "banned", "closed", "no_spectators", or "left" by another socket of the player.
    std::string reason;
};
/// `{"t":"device"}`: another device has become this player.
struct DevicePush {};
struct MatchPush {
    struct Clock {
        Wait::Kind kind = Wait::Kind::turn;
        std::int64_t left_ms = 0;
        std::int64_t of_ms = 0;
    };
    struct You {
        Seat seat = 0;
        std::uint32_t n = 0;
        JsonText moves = JsonText::array();
    };

    std::string room;
    std::string match;
    std::int64_t seq = 0;
    By by;
    std::optional<JsonText> entries;  ///< after a resume: which of the events are whose
    /// After a resume without events: the number of entries whose events are left out.
    std::optional<std::int64_t> left_out;
    Sight sight;
    SeatSet to_act;
    std::optional<You> you;
    std::optional<Clock> clock;
    std::optional<Result> result;
    std::string reason;      ///< with a result: "finished", "abandoned" or "void"
    std::vector<Seat> left;  ///< with a result: the seats that do not count
    std::string hash;        ///< of the entry, 64 hexadecimal digits
};

using ServerMessage =
    std::variant<Ok, RefusedReply, RoomPush, ChatPush, LobbyOk, LobbyPush, GonePush, DevicePush, MatchPush>;

}  // namespace cubilete::protocol
