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
#include "protocol/admin.hpp"
#include "protocol/json.hpp"
#include "protocol/match.hpp"
#include "protocol/people.hpp"
#include "protocol/refused.hpp"

/// Every message as a struct (protocol/README.md, sections 2 to 8 and 13). messages_wire.hpp says what each is for,
/// and the names and ranges of its members on the wire. The codec has checked all ranges, and strings are valid UTF-8 without control characters. Only the names
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
    std::optional<int> avatar = {};
    std::optional<std::string> lang;
    bool bot = false;
    std::string agent;
    bool dice = false;  ///< takes part in provable dice
};
struct DeviceOffer {};
struct Rename {
    std::string name;
    std::optional<int> avatar = {};  ///< nullopt keeps the present one
};

struct MeExport {
    std::string after;  ///< id of the last match of the previous page; empty for the first page
};
/// Asks for the player's finished matches, private ones included: one page, newest first.
struct MeMatches {
    std::optional<std::string> game;
    std::optional<std::string> before;  ///< id of the last match of the previous page
};
struct MeTables {};
/// Sets whether the player may appear on the leaderboards; without `on` it only asks.
struct MeBoard {
    std::optional<bool> on;
};
struct MeDelete {};
struct CupToday {};
struct CupPlay {};
struct PracticeNext {
    std::optional<std::string> position;  ///< this one, whether or not it is due
    std::optional<std::string> game;
};
struct PracticeAnswer {
    std::string position;
    Json move;
};

struct LobbyWatch {
    std::optional<std::string> game;
    std::optional<int> limit;  ///< number of rooms of each game, 1 to 200
};
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
    bool bots = false;                     ///< a built-in bot may join if no other player does
    std::optional<std::string> word = {};  ///< as in RoomCreate
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
    std::optional<std::string> word;  ///< the house word, where only those who know it may open tables
};                                    ///< fields.game is set

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
/// room.report: tells the server's operator of a player.
struct ReportPlayer {
    enum class About { chat, name, play };

    std::string player;
    About about = About::chat;
    std::string text;
};
struct Move {
    std::string match;
    std::int64_t n = 0;
    Json move;  ///< an object
};
struct Hint {};

// Provable dice (protocol/README.md, section 13). Hashes and values are 64 lower-case hexadecimal digits.

struct DiceTip {
    std::string match;
    std::string tip;
};
struct DiceReveal {
    std::string match;
    std::string value;
};
struct DiceGive {
    std::string match;
    std::int64_t seq = 0;  ///< of the entry that was asked for
    std::string value;
};
struct DiceShake {};

// Messages by their addressee. Each must carry out every alternative of its variant.

using LobbyRequest =
    std::variant<DeviceOffer, Rename, MeExport, MeMatches, MeTables, MeBoard, MeDelete, LobbyWatch, LobbyList,
                 LobbyUnwatch, QuickMatch, RoomCreate, CupToday, CupPlay, PracticeNext, PracticeAnswer>;
/// The most frequent type is first, because parse() looks for types in this order.
using RoomAction = std::variant<Move, DiceGive, RoomChat, RoomJoin, RoomLeave, RoomSeat, RoomReady, RoomSet,
                                RoomBot, RoomStart, RoomRematch, RoomKick, RoomBan, RoomVoteOut, RoomStandIn,
                                RoomHost, ReportPlayer, Hint, DiceTip, DiceReveal, DiceShake>;
struct RoomRequest {
    std::string room;  ///< its code
    RoomAction action;
};
struct ClientMessage {
    RequestId id;
    std::variant<Hello, LobbyRequest, RoomRequest, AdminRequest> request;
    /// The message as its client wrote it, where a reader has asked for it: to pass it on to another server.
    std::string text = {};
};

/// A text that is not a valid message. `re` is its id, if it could be read.
struct BadMessage {
    std::optional<RequestId> request_id;
    Rejection refused;
};

// ---- from the server

// Replies: what `ok` has besides the id of the request.

struct Done {};
/// To hello.
struct Greeting {
    struct Server {
        std::string name;
        std::string version;
        std::string id;
    };
    int v = 1;  ///< the version of the protocol
    PlayerInfo player;
    std::optional<std::string> token;  ///< of a new guest, or of another device of a player
    Server server;
    std::optional<std::vector<std::string>> reach;  ///< on the server's own machine: where others reach it
    std::vector<std::string> rooms;                 ///< where the player has a seat that they have not left
};
struct DeviceOffered {
    std::string code;
    std::int64_t expires_ms = 0;
};
struct Renamed {
    PlayerInfo player;
};
/// A part of all stored data about a player; only the first one has more than matches.
struct OwnData {
    struct Account {
        std::string id;
        std::string name;
        bool bot = false;
        std::int64_t since_ms = 0;
        std::string lang;
        std::string agent;
        bool board = false;  ///< the player may appear on the leaderboards
        std::optional<int> avatar = {};
    };
    struct Line {
        std::string room;
        std::string text;
        std::int64_t at_ms = 0;
    };
    struct Match {
        std::string id;
        std::string game;
        std::int64_t started_ms = 0;
        std::optional<std::int64_t> ended_ms;
        int seat = 0;
        std::string name;
        std::optional<int> place;  ///< none during the match and if it was abandoned, like the score
        std::optional<std::int64_t> score;
        bool won = false;
        std::optional<std::int64_t> decisions = {};   ///< the player's own; none unless they were valued
        std::optional<std::int64_t> given_away = {};  ///< by these, in millionths of the analysis' unit
    };
    /// A decree of the server's operator about the player.
    struct Decree {
        std::string kind;
        std::string text;
        std::int64_t at_ms = 0;
        std::optional<std::int64_t> until_ms;

        friend bool operator==(const Decree&, const Decree&) = default;
    };
    /// A report of the player about another one.
    struct Report {
        std::string room;
        std::string player;
        std::string about;
        std::string text;
        std::int64_t at_ms = 0;

        friend bool operator==(const Report&, const Report&) = default;
    };
    /// The player's match in the cup of a day.
    struct Cup {
        int day = 0;
        std::string match;
        std::optional<std::int64_t> points;  ///< none unless it is finished

        friend bool operator==(const Cup&, const Cup&) = default;
    };
    /// A decision that the player practises.
    struct Practised {
        std::string position;
        int times_right = 0;
        std::int64_t due_ms = 0;  ///< when it comes back; in the past once it was right twice

        friend bool operator==(const Practised&, const Practised&) = default;
    };
    std::optional<Account> player;
    std::vector<Cup> cup;
    std::vector<Practised> practice;
    std::vector<Decree> decrees;
    std::vector<Report> reports;
    std::optional<std::vector<std::string>> rooms;
    std::optional<std::vector<Line>> chat;
    std::vector<Match> matches;
    std::optional<std::string> next;  ///< `after` of the next part
};
/// A page of finished matches.
struct MatchesPage {
    struct Person {
        std::optional<std::string> id;
        std::string name;
        bool bot = false;
        std::optional<int> avatar = {};
    };
    struct Match {
        std::string id;
        std::string game;
        std::int64_t started_ms = 0;
        std::int64_t ended_ms = 0;
        std::vector<Person> seats;
        JsonText result;
        bool is_public = false;
    };
    std::vector<Match> matches;
    std::optional<std::string> next;  ///< `before` of the next page
};
/// A room where the player has a seat.
struct SeatedRoomSummary {
    std::string room;
    std::string game;
    RoomPhase phase = RoomPhase::waiting;
    std::vector<std::string> players;  ///< names, in the order of the seats
    bool your_turn = false;
    std::optional<std::string> turn = {};  ///< name of the player whose turn it is
    std::optional<int> cup = {};           ///< the day whose cup is played there
};
struct SeatedRoomSummaries {
    std::vector<Json> tables;  ///< each an SeatedRoomSummary
};
struct OnBoards {
    bool on = false;
};
/// To cup.today.
struct CupOfDay {
    struct Opened {
        int day = 0;
        std::string date;
        std::string seed;
    };
    int day = 0;
    std::string date;  ///< "2026-11-28"
    std::string game;
    std::int64_t ends_ms = 0;  ///< milliseconds until midnight
    std::string end;           ///< the seed of day 0
    std::optional<Opened> opened;
    JsonText you;        ///< null before the player has begun
    JsonText yesterday;  ///< null if nobody has finished
};
/// To practice.next: a decision as it lay.
struct ExercisePosed {
    std::string position;
    std::string game;
    Json options;
    std::optional<std::string> match;  ///< none: from a game of the computer
    std::int64_t entry = 0;            ///< of the decision
    std::vector<MatchesPage::Person> seats;
    Seat seat = 0;     ///< who decides
    JsonText view;     ///< whole, as the seat saw it
    JsonText choices;  ///< a list of moves in the long form
};
/// To practice.answer.
struct ExerciseJudged {
    std::string unit;
    bool exact = true;
    JsonText worth;   ///< a list of moves, each with its worth, the best first
    JsonText played;  ///< what was played in the match
    Json cost = 0.0;
    bool right = false;
    std::optional<int> times_right;  ///< none: the position is not kept for this player
    std::optional<int> days;         ///< until it comes back; none: it does not
};
/// To lobby.watch and lobby.list: the most relevant rooms, each in the form of to_json(RoomLine).
struct Rooms {
    JsonText rooms = JsonText::array();
    std::size_t total = 0;  ///< number of public rooms that match the request
};
/// To room.create, and to quick.match if it opened a room.
struct InRoom {
    std::string room;
};
/// To room.join, and to quick.match if it found a room.
struct Joined {
    std::string room;
    RoomJoin::As as = RoomJoin::As::player;
};
/// Either of these, as the schema describes the reply to quick.match.
struct QuickMatchJoined {
    std::string room;
    std::optional<RoomJoin::As> as;
};
struct MatchStarted {
    std::string match;
};
struct Moved {
    std::int64_t seq = 0;
};
struct Advice {
    std::string unit;
    JsonText worth;  ///< a list of moves, each with its worth
    std::int64_t n = 0;
};
using Reply = std::variant<Done, Moved, Greeting, DeviceOffered, Renamed, OwnData, MatchesPage,
                           SeatedRoomSummaries, OnBoards, CupOfDay, ExercisePosed, ExerciseJudged, Rooms,
                           InRoom, Joined, MatchStarted, Advice>;
JsonText to_json(const Reply& reply);

/// `{"t":"ok","re":…, …fields}`
struct Ok {
    explicit Ok(RequestId id, JsonText its_fields = JsonText::object())
        : request_id(std::move(id)), fields(std::move(its_fields)) {}
    Ok(RequestId id, const Reply& reply) : Ok(std::move(id), to_json(reply)) {}
    Ok(RequestId id, const Json& its_fields) : Ok(std::move(id), JsonText::of(its_fields)) {}

    RequestId request_id;
    JsonText fields;  ///< an object
};
struct RefusedReply {
    std::optional<RequestId> request_id;
    Rejection refused;
};

struct ChatLine {
    std::string from;
    std::string name;
    std::string text;
    std::int64_t at_ms = 0;
};
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
    std::optional<int> cup;       ///< the day whose cup is played here
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
JsonText to_json(const RoomLine& line);
JsonText to_json(const SeatedRoomSummary& table);
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
    /// "kicked", "banned", "closed", "stopped" (closed after a fault of the server), "no_spectators", or "left" (over another connection of the
    /// player).
    std::string reason;
    std::string text = {};  ///< of the server's operator who has closed the table
};
struct DeviceAddedPush {};
/// A line of the server's operator to everybody.
struct NoticePush {
    std::int64_t no = 0;  ///< the same number again replaces it
    std::string text;
    std::optional<std::int64_t> until_ms;  ///< then it need not be shown any more; milliseconds since 1970
};
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
    struct End {
        Result result;
        std::string reason;      ///< "finished", "abandoned" or "void"
        std::vector<Seat> left;  ///< the seats that do not count
    };

    std::string room;
    std::string match;
    /// In the first push of the match that a socket gets: the members of every view that never change.
    std::optional<JsonText> about;
    std::int64_t seq = 0;
    EntryAuthor by;
    std::optional<JsonText> entries;  ///< after a resume: assigns the events to entries
    /// After a resume without events: the number of entries whose events are left out.
    std::optional<std::int64_t> left_out;
    ViewerUpdate sight;
    SeatSet to_act;
    std::optional<You> you;
    std::optional<Clock> clock;
    std::optional<End> result;
    std::string hash;  ///< hash of the entry, 64 hexadecimal digits
    /// Of an entry that drew: the number of its first draw and the values that it used.
    std::optional<JsonText> dice;
    std::optional<JsonText> proof;  ///< with a result: the opened secret and all that it was bound to
};
JsonText to_json(const MatchPush::End& end);
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
    EntryAuthor by;
    std::int64_t n = 0;  ///< number of the prompt that the move answers
    JsonText move;       ///< null for the clock
    std::int64_t k = 0;  ///< number of the entry's first draw
    std::vector<Seat> seats;
};
struct DiceShakePush {
    std::string room;
    Seat seat = 0;
};

using ServerMessage = std::variant<Ok, RefusedReply, RoomPush, ChatPush, LobbyPush, GonePush, DeviceAddedPush,
                                   MatchPush, DicePush, DiceAskPush, DiceShakePush, NoticePush>;

}  // namespace cubilete::protocol
