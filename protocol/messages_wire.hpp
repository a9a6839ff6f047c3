#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/described.hpp"
#include "protocol/messages.hpp"
#include "protocol/text.hpp"

namespace cubilete::described {

// ---- the catalogue

constexpr std::array<std::string_view, 3> option_kinds{"choice", "integer", "flag"};

inline Json default_of(const OptionSpec& option) {
    switch (option.kind) {
        case OptionSpec::Kind::choice: return option.choices.empty() ? std::string() : option.choices.front();
        case OptionSpec::Kind::integer: return option.initial;
        case OptionSpec::Kind::flag: return option.initial != 0;
    }
    throw_contract_violation();
}
inline std::optional<Json> option_exceptions(const OptionSpec& option) {
    std::optional<Json> defaults;
    for (const auto& [earlier, choice, value] : option.exceptions) {
        if (!defaults) defaults.emplace();
        (*defaults)[earlier][choice] = std::visit([](const auto& one) { return Json(one); }, value);
    }
    return defaults;
}
void describe(auto& with, SameAs<OptionSpec> auto& option) {
    const bool ranges = option.kind == OptionSpec::Kind::integer && option.values.empty();
    const auto limit = [&](int value) { return ranges ? std::optional(value) : std::nullopt; };
    with("name", option.name, PatternText("^[a-z][a-z0-9_]*$"))("kind", option.kind, EnumName{option_kinds});
    with("choices", option.choices, OmittedIfEmpty{List{AnyText(), 1}});
    with("min", limit(option.min), any_number)("max", limit(option.max), any_number);
    with("values", option.values, OmittedIfEmpty{List{any_number, 1}});
    with("default", default_of(option), JsonWithSchema(R"({"type":["string","integer","boolean"]})"));
    with("default_where", option_exceptions(option),
         JsonWithSchema(
             R"({"type":"object","additionalProperties":{"$ref":"#/$defs/options"},"minProperties":1})"),
         "By earlier option and its choice: the default in this case");
    constrain(with, R"({"oneOf":[
        {"properties":{"kind":{"const":"choice"},"default":{"type":"string"}},"required":["choices"]},
        {"properties":{"kind":{"const":"integer"},"default":{"type":"integer"}},"required":["min","max"]},
        {"properties":{"kind":{"const":"integer"},"default":{"type":"integer"}},"required":["values"]},
        {"properties":{"kind":{"const":"flag"},"default":{"type":"boolean"}}}]})");
}
void describe(auto& with, SameAs<GameInfo> auto& game) {
    with("id", game.id, PatternText("^[a-z][a-z_]*$"))("title", game.title, AnyText());
    with("seats", game, Inline{[](auto& seats, auto& of) {
             seats("min", of.min_seats, Number{1})("max", of.max_seats, Number{1, max_seats});
         }});
    with("version", game.version, Number{1})("turn_ms", game.turn_ms, Number())("minutes", game.minutes,
                                                                                Number());
    with("options", game.options, List{Named{"option", Object(), "An option that a room may set, by kind"}});
}
struct GameEntry : Object {
    static void write(std::string& text, const GameInfo* game) { Object::write(text, *game); }
    static Json schema(auto& maker, auto&) { return maker.any(GameInfo()); }
};

}  // namespace cubilete::described

/// The JSON of the messages (protocol/described.hpp).
namespace cubilete::protocol {

using namespace described;

// ---- kinds

constexpr Number int64{std::numeric_limits<std::int64_t>::min(), max_int64};
constexpr Number not_negative{0, max_int64};
constexpr Number lobby_limit{1, 200};
constexpr Named seat_number{"seat", Number{0, max_seats - 1}};
constexpr Named game_id{"game", Text{1, 32}};
constexpr Named match_id{"match", Text{1, 64}};
constexpr Named player_id{"player", Text{1, 64}};
constexpr Named avatar_number{"avatar", Number{0, most_avatar},
                              "The face drawn for a player: face * 8 + colour, 12 faces and 8 colours"};
constexpr Named dice_value{"dice_value", Hexadecimal(),
                           "A link of a chain of secrets, in hexadecimal digits"};
constexpr std::array<std::string_view, 2> join_modes{"player", "spectator"};

struct IdKind {
    static constexpr Text text{1, 32};

    static bool read_json(Json& json, RequestId& id) {
        return json.is_string() ? text.read_json(json, id.emplace<std::string>())
                                : int64.read_json(json, id.emplace<0>());
    }
    static std::string expectation() { return "a string of 1 to 32 characters or a 64-bit integer"; }
    static void write(std::string& out, const RequestId& id) {
        if (const auto* number = std::get_if<std::int64_t>(&id))
            Number::write(out, *number);
        else
            Text::write(out, std::get<std::string>(id));
    }
    static void read(const Field& json, RequestId& id) {
        json.is_text() ? text.read(json, id.emplace<std::string>()) : int64.read(json, id.emplace<0>());
    }
    static Json schema(auto& maker, auto&) {
        return {{"anyOf", {maker.value(std::int64_t(), int64), maker.value(std::string(), text)}}};
    }
};
constexpr Named request_id{"id", IdKind(), "The client's id for its request; 7 and \"7\" are different ids"};

/// Clients may type a room code in any case; codes of rooms have capitals.
struct RoomCode : Text {
    bool read_json(Json& json, std::string& code) const {
        if (!Text::read_json(json, code)) return false;
        capitalize(code);
        return true;
    }
    static std::string expectation() { return "the code of a room"; }
    static void capitalize(std::string& code) {
        for (char& c : code)
            if ('a' <= c && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
};
constexpr Named room_code{"room", RoomCode{{1, 16}}, "The code of a room; small letters count as capitals"};

struct Password : Text {
    bool read_json(Json& json, std::string& password) const {
        if (json.is_string()) json = clean_password(json.get_ref<const std::string&>());
        return Text::read_json(json, password);
    }
};
constexpr Named room_password{"password", Password{{1, 64}}};
constexpr Named house_word{"house_word", Password{{1, 64}},
                           "Where only those who know a word may open tables: that word"};
constexpr std::array<std::string_view, 3> report_subjects{"chat", "name", "play"};

/// A chat line that would disturb the display of others has a code of its own.
struct ChatText : AnyText {
    static std::optional<std::string> text_error(std::string_view text) {
        if (is_valid_chat(text)) return std::nullopt;
        return "A chat line has 1 to 500 characters and none that control the display.";
    }
    static Json schema(auto&, auto&) {
        return {{"type", "string"},
                {"minLength", 1},
                {"maxLength", 500},
                {"pattern", R"(^[^\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]*(?![\s\S]))"}};
    }
};

/// Milliseconds: 0 (no clock), or 5 seconds to one day.
struct TurnTime : Number {
    bool read_json(const Json& json, int& turn_ms) const {
        return Number{0, 0}.read_json(json, turn_ms) || Number::read_json(json, turn_ms);
    }
    std::string expectation() const { return "0 or " + Number::expectation(); }
    Json schema(auto& maker, auto& turn_ms) const {
        return {{"anyOf", {{{"const", 0}}, Number::schema(maker, turn_ms)}}};
    }
};
constexpr WrapperObject turn_clock{"turn_ms", TurnTime{{5'000, 86'400'000}},
                                   "Milliseconds for a turn; 0 for no clock"};

/// Whether an integer is 1 or more; left out it is not.
struct PositiveFlag {
    static bool omitted_value(bool) { return false; }
    static bool read_json(const Json& json, bool& is) {
        std::int64_t number = 0;
        const bool taken = int64.read_json(json, number);
        is = number >= 1;
        return taken;
    }
    static std::string expectation() { return int64.expectation(); }
    static Json schema(auto& maker, auto&) { return maker.value(std::int64_t(), int64); }
};

struct AnyObject {
    static bool read_json(Json& json, Json& value) {
        value = std::move(json);
        return value.is_object();
    }
    static std::string expectation() { return "an object"; }
    static Json schema(auto&, auto&) { return {{"type", "object"}}; }
};

/// A move: an object, or a string in the form of the game's lists.
struct ObjectOrText {
    static bool read_json(Json& json, Json& value) {
        value = std::move(json);
        return value.is_object() || value.is_string();
    }
    static std::string expectation() { return "an object or a string"; }
    static Json schema(auto&, auto&) { return {{"type", {"object", "string"}}}; }
};

// ---- requests to the lobby

void describe(auto& with, SameAs<Hello> auto& hello) {
    with("t", "hello", "Identifies the player; the first message on a connection")("v", hello.v, int64);
    with("token", hello.token, Text{1, 128})("device", hello.device, Text{1, 32});
    with("name", hello.name, AnyText())("avatar", hello.avatar, avatar_number);
    with("lang", hello.lang, Text{1, 35});
    with("bot", hello.bot, OmittedIfEmpty{Flag()})("agent", hello.agent, OmittedIfEmpty{Text{0, 100}});
    with("dice", hello.dice, PositiveFlag(), "1 or more: the client takes part in provable dice");
}
void describe(auto& with, SameAs<DeviceOffer> auto&) {
    with("t", "device.offer", "Asks for a code that lets another device become this player");
}
void describe(auto& with, SameAs<Rename> auto& rename) {
    with("t", "rename", "Changes the player's name or avatar")("name", rename.name, AnyText());
    with("avatar", rename.avatar, avatar_number, "Without it the present one stays");
}
void describe(auto& with, SameAs<MeExport> auto& request) {
    with("t", "me.export", "Asks for all data that is stored about the player");
    with("after", request.after, OmittedIfEmpty{match_id.kind}, "The `next` of the previous page");
}
void describe(auto& with, SameAs<MeMatches> auto& request) {
    with("t", "me.matches", "Asks for the player's finished matches, private ones included");
    with("game", request.game, game_id)("before", request.before, match_id,
                                        "The `next` of the previous page");
}
void describe(auto& with, SameAs<MeTables> auto&) {
    with("t", "me.tables", "Lists the rooms where the player has a seat, and whose turn it is");
}
void describe(auto& with, SameAs<MeBoard> auto& board) {
    with("t", "me.board", "Removes the player from the leaderboards, or adds the player again");
    with("on", board.on, Flag());
}
void describe(auto& with, SameAs<MeDelete> auto&) { with("t", "me.delete", "Deletes the player"); }
void describe(auto& with, SameAs<CupToday> auto&) {
    with("t", "cup.today", "Asks for the cup of the day, and for yesterday's field");
}
void describe(auto& with, SameAs<CupPlay> auto&) {
    with("t", "cup.play", "Begins the player's match in the cup of the day, or goes back to it");
}
constexpr Text position_name{1, 96};
void describe(auto& with, SameAs<PracticeNext> auto& next) {
    with("t", "practice.next", "Asks for a decision to practise");
    with("position", next.position, position_name, "This one, whether or not it is due");
    with("game", next.game, game_id);
}
void describe(auto& with, SameAs<PracticeAnswer> auto& answer) {
    with("t", "practice.answer", "Decides in a position, and asks what each choice is worth");
    with("position", answer.position, position_name);
    with("move", answer.move, AnyObject(), "One of its choices, or another legal move in the long form");
}
void describe(auto& with, SameAs<LobbyWatch> auto& watch) {
    with("t", "lobby.watch", "Lists the public rooms, then pushes each change");
    with("game", watch.game, game_id)("limit", watch.limit, lobby_limit);
}
void describe(auto& with, SameAs<LobbyList> auto& list) {
    with("t", "lobby.list", "Lists more of a game's public rooms, once")("game", list.game, game_id);
    with("after", list.after, room_code)("limit", list.limit, lobby_limit);
}
void describe(auto& with, SameAs<LobbyUnwatch> auto& unwatch) {
    with("t", "lobby.unwatch", "Ends the pushes of lobby.watch")("game", unwatch.game, game_id);
}
void describe(auto& with, SameAs<QuickMatch> auto& quick) {
    with("t", "quick.match", "Seats the player with strangers")("game", quick.game, game_id);
    with("bots", quick.bots, OmittedIfEmpty{Flag()}, "A built-in bot may join if no other player does");
    with("word", quick.word, house_word);
}

/// All but the game.
void describe(auto& with, SameAs<RoomFields> auto& fields) {
    with("options", fields.options, AnyObject())("seats", fields.seats, Number{1, max_seats});
    with("public", fields.is_public, Flag())("password", fields.password, OrNull{room_password});
    with("clock", fields.turn_ms, turn_clock)("bots", fields.bots, Flag());
    with("spectators", fields.spectators, Flag())("hints", fields.hints, Flag());
    with("witness", fields.witness, OrNull{Flag()}, "null: if two or more people sit at the start");
}
void describe(auto& with, SameAs<RoomCreate> auto& create) {
    with("t", "room.create", "Creates a room with the player as its host");
    with("game", create.fields.game.emplace(), game_id);
    describe(with, create.fields);
    with("word", create.word, house_word);
}

// ---- requests to a room

void describe(auto& with, SameAs<RoomJoin::Seen> auto& seen) {
    with("match", seen.match, match_id)("seq", seen.seq, not_negative);
}
void describe(auto& with, SameAs<RoomJoin> auto& join) {
    with("t", "room.join", "Joins a room, resumes one, or asks for missed pushes");
    with("as", join.as, EnumName{join_modes})("seat", join.seat, seat_number);
    with("password", join.password, room_password)("seen", join.seen, Object());
}
void describe(auto& with, SameAs<RoomLeave> auto&) { with("t", "room.leave", "Leaves a room"); }
void describe(auto& with, SameAs<RoomSeat> auto& sit) {
    with("t", "room.seat", "Takes another seat, or leaves the seat");
    with("seat", sit.seat, OrNull{seat_number}, "null: stand up");
}
void describe(auto& with, SameAs<RoomReady> auto& ready) {
    with("t", "room.ready", "Sets whether the player is ready to start")("ready", ready.ready, Flag());
}
void describe(auto& with, SameAs<RoomSet> auto& set) {
    with("t", "room.set", "Changes a room's game, options or settings")("game", set.fields.game, game_id);
    describe(with, set.fields);
}
void describe(auto& with, SameAs<RoomBot> auto& bot) {
    with("t", "room.bot", "Adds a built-in bot to a seat, or removes it")("seat", bot.seat, seat_number);
    with("level", bot.level, OrNull{EnumName{level_names}}, "null: remove the bot");
}
void describe(auto& with, SameAs<RoomStart> auto&) { with("t", "room.start", "Starts the match"); }
void describe(auto& with, SameAs<RoomRematch> auto&) {
    with("t", "room.rematch", "Agrees to the next match");
}
void describe(auto& with, SameAs<RoomKick> auto& kick) {
    with("t", "room.kick", "Removes a player from the room")("player", kick.player, player_id);
}
void describe(auto& with, SameAs<RoomBan> auto& ban) {
    with("t", "room.ban", "Removes a player from the room for good")("player", ban.player, player_id);
}
void describe(auto& with, SameAs<RoomVoteOut> auto& vote) {
    with("t", "room.vote_out", "Votes to free an absent player's seat")("player", vote.player, player_id);
}
void describe(auto& with, SameAs<RoomStandIn> auto& vote) {
    with("t", "room.stand_in", "Asks for a built-in bot to play for a player who has been away for a minute");
    with("player", vote.player, player_id);
}
void describe(auto& with, SameAs<RoomHost> auto& host) {
    with("t", "room.host", "Makes another player the host")("player", host.player, player_id);
}
void describe(auto& with, SameAs<RoomChat> auto& chat) {
    with("t", "room.chat", "Adds a line to the chat")("text", chat.text, ChatText());
}
/// Left out if it is empty; otherwise like a line of chat.
struct ReportText : OmittedIfEmpty<Text> {
    static std::optional<std::string> text_error(std::string_view text) {
        if (text.empty()) return std::nullopt;
        return ChatText::text_error(text);
    }
};
void describe(auto& with, SameAs<ReportPlayer> auto& report) {
    with("t", "room.report", "Tells the operator of the server of a player, who does not learn of it");
    with("player", report.player, player_id)("about", report.about, EnumName{report_subjects});
    with("text", report.text, ReportText{{Text{0, 300}}});
}
void describe(auto& with, SameAs<Move> auto& move) {
    with("t", "move", "Makes a move; a message id is carried out once, however often it is sent");
    with("match", move.match, match_id);
    with("n", move.n, int64, "The prompt that the seat answers: you.n of the latest push");
    with("move", move.move, ObjectOrText(), "One of you.moves, or its long form: see games/");
}
void describe(auto& with, SameAs<Hint> auto&) {
    with("t", "hint", "Asks for the expected value of each legal move");
}
void describe(auto& with, SameAs<DiceTip> auto& tip) {
    with("t", "dice.tip", "Commits the seat to a chain of secrets, before a match begins");
    with("match", tip.match, match_id)("tip", tip.tip, dice_value);
}
void describe(auto& with, SameAs<DiceReveal> auto& reveal) {
    with("t", "dice.reveal", "Gives the first value of the seat's chain, for all dice of the match");
    with("match", reveal.match, match_id)("value", reveal.value, dice_value);
}
void describe(auto& with, SameAs<DiceGive> auto& give) {
    with("t", "dice.give", "Gives the next value of the seat's chain, for the entry of a dice.ask");
    with("match", give.match, match_id)("seq", give.seq, not_negative)("value", give.value, dice_value);
}
void describe(auto& with, SameAs<DiceShake> auto&) {
    with("t", "dice.shake", "Shows the others that the player shakes the cup");
}

// ---- kinds of what the server sends

constexpr Named whole{"count", not_negative};
constexpr Number from_one{1, max_int64};
constexpr Number from_one_day{1, 10'000};
constexpr Named room_id{"room_code", PatternText("^[A-Z0-9]{6}$")};
constexpr Named match_name{"match_id", PatternText("^m_[A-Za-z0-9_-]+$")};
constexpr Named person_id{"player_id", PatternText("^p_[A-Za-z0-9_-]+$")};
constexpr Named hash_text{"hash", PatternText("^[0-9a-f]{64}$")};
constexpr Named mark_list{"marks", PatternText(R"(^\["[0-9a-f]{64}"(,"[0-9a-f]{64}")*\]$)"),
                          "A JSON list without spaces: a hash for the player of each seat"};
constexpr JsonWithSchema option_form{
    R"({"type":"object","additionalProperties":{"type":["boolean","integer","string"]}})"};
constexpr Named option_values{"options", option_form};
constexpr Named room_phase{"phase", EnumName{phase_names}};
constexpr Named bot_level{"level", EnumName{level_names}};
constexpr Named person{"player", Object()};
constexpr WrapperObject turn_ms_of{"turn_ms", whole};
constexpr std::array<std::string_view, 6> leave_reasons{"kicked",  "banned",        "closed",
                                                        "stopped", "no_spectators", "left"};
constexpr std::array<std::string_view, 3> end_reasons{"finished", "abandoned", "void"};
constexpr std::array<std::string_view, 3> wait_names{"none", "turn", "window"};
constexpr std::array<std::string_view, 3> dice_steps{"tips", "reveals", "play"};

struct Sender : AnyText {
    static Json schema(auto& maker, auto&) {
        return {{"anyOf", {maker.value(std::string(), person_id), {{"const", ""}}}}};
    }
};
constexpr Named sender{"sender", Sender(),
                       "Empty for lines of the server itself, and for a room without a host"};

/// A push has a clock only while it runs.
struct WaitName : EnumName {
    Json schema(auto&, auto&) const { return {{"enum", std::vector(names.begin() + 1, names.end())}}; }
};

/// Seats, each once.
struct Seats : List<Named<Number>> {
    Json schema(auto& maker, auto& seats) const {
        Json json = List::schema(maker, seats);
        json["uniqueItems"] = true;
        return json;
    }
};
constexpr Named seat_list{"seats", Seats{{seat_number}}};

/// An object with the seats as names.
template <class Kind>
struct SeatMap {
    Kind kind;

    void write(std::string& text, const auto& values) const {
        Writer with(text += '{');
        for (const auto& [seat, value] : values) with(std::to_string(seat), value, kind);
        text += '}';
    }
    void read(const Field& json, auto& values) const {
        for (Seat seat = 0; seat < max_seats; ++seat)
            if (const auto value = json.find(std::to_string(seat))) kind.read(*value, values[seat]);
    }
    template <class Values>
    Json schema(auto& maker, Values&) const {
        return {{"type", "object"},
                {"propertyNames", {{"pattern", "^[0-9]$"}}},
                {"additionalProperties", maker.value(typename Values::mapped_type(), kind)}};
    }
};
template <class Kind>
SeatMap(Kind) -> SeatMap<Kind>;
using Tips = std::map<Seat, std::string>;
using Reveals = std::map<Seat, std::optional<std::string>>;
constexpr Named hashes{"hashes", SeatMap{hash_text}, "By seat"};
constexpr Named fresh_values{"values", SeatMap{OrNull{hash_text}}, "By seat; null: it came too late"};

void describe(auto& with, SameAs<EntryAuthor> auto& by) {
    const auto seat = by.kind == EntryAuthor::Kind::seat ? std::optional(by.seat) : std::nullopt;
    with("seat", seat, seat_number)("house", by.bot, OmittedIfFalse())("hint", by.hint, OmittedIfFalse());
    with("clock", by.kind == EntryAuthor::Kind::clock, OmittedIfFalse())(
        "start", by.kind == EntryAuthor::Kind::start, OmittedIfFalse());
    constrain(with, R"({"oneOf":[{"required":["seat"]},{"required":["clock"]},{"required":["start"]}],
                        "dependentRequired":{"house":["seat"],"hint":["seat"]}})");
}
struct AuthorForm : Object {
    static void read(const Field& json, EntryAuthor& by) { by = read_author(json.json()); }
};
constexpr Named author{"by", AuthorForm(), "The author of an entry of a match's log"};

/// The place of a seat that does not count is null.
struct Place {
    static void write(std::string& text, int place) {
        OrNull{Number()}.write(text, place == 0 ? std::nullopt : std::optional(place));
    }
    static void read(const Field& json, int& place) {
        place = json.is_null() ? 0 : json.integer(1, max_seats);
    }
    static Json schema(auto&, auto&) { return {{"type", {"integer", "null"}}, {"minimum", 1}}; }
};

// ---- parts of what the server sends

void describe(auto& with, SameAs<PlayerInfo> auto& player) {
    with("id", player.id, person_id)("name", player.name, Text{1, 20})("bot", player.bot, Flag());
    with("avatar", player.avatar, avatar_number, "Only if the player has ever chosen one");
}
void describe(auto& with, SameAs<Votes> auto& votes) {
    with("by", votes.by, List{person_id})("needed", votes.needed, Number{1});
}
void describe(auto& with, SameAs<ChatLine> auto& line) {
    with("from", line.from, sender)("name", line.name, AnyText())("text", line.text, AnyText());
    with("at_ms", line.at_ms, whole, "Milliseconds since 1970");
}
void describe(auto& with, SameAs<RoomLine> auto& line) {
    with("room", line.room, room_id)("game", line.game, AnyText())("options", line.options, option_values);
    with("phase", line.phase, room_phase)("host", line.host, AnyText(), "The host's name");
    with("taken", line.taken, whole)("seats", line.seats, whole)("spectators", line.spectators, whole);
    with("clock", line.turn_ms, turn_ms_of)("locked", line.locked, Flag(), "The room has a password");
    with("quick", line.quick, OmittedIfFalse(), "A room of quick.match: without a host, it starts by itself");
}
constexpr Named room_line{"room_line", PreserializedStruct<RoomLine>(),
                          "A public room as the lobby shows it"};

// ---- replies

void describe(auto& with, SameAs<Done> auto&) { about(with, "To a request without a reply of its own"); }
void describe(auto& with, SameAs<Greeting::Server> auto& server) {
    with("name", server.name, AnyText())("version", server.version, AnyText());
    with("id", server.id, PatternText("^[0-9a-f]{16}$"));
}
void describe(auto& with, SameAs<Greeting> auto& hello) {
    with("v", hello.v, Number{1, 1})("player", hello.player, person);
    with("token", hello.token, Text{1, 128}, "Of a new guest or of another device of a player");
    with("server", hello.server, Object());
    with("reach", hello.reach, List{PatternText("^http://")},
         "On the server's own machine: where others reach it");
    with("games", catalogue(), List{Named{"game", GameEntry(), "A catalogue entry"}});
    with("rooms", hello.rooms, List{room_id}, "Where the player has a seat");
}
void describe(auto& with, SameAs<DeviceOffered> auto& offer) {
    with("code", offer.code, PatternText("^[2-9A-Z]{8}$"))("expires_ms", offer.expires_ms, whole);
}
void describe(auto& with, SameAs<Renamed> auto& renamed) { with("player", renamed.player, person); }
void describe(auto& with, SameAs<OwnData::Account> auto& account) {
    with("id", account.id, AnyText())("name", account.name, AnyText())("bot", account.bot, Flag());
    with("since_ms", account.since_ms, whole)("lang", account.lang, AnyText());
    with("agent", account.agent, AnyText());
    with("board", account.board, Flag(), "The player may appear on the leaderboards");
    with("avatar", account.avatar, avatar_number);
}
void describe(auto& with, SameAs<OwnData::Line> auto& line) {
    with("room", line.room, room_id)("text", line.text, AnyText())("at_ms", line.at_ms, whole);
}
void describe(auto& with, SameAs<OwnData::Match> auto& match) {
    with("id", match.id, match_name)("game", match.game, AnyText())("started_ms", match.started_ms, whole);
    with("ended_ms", match.ended_ms, OrNull{whole}, "null during the match");
    with("seat", match.seat, seat_number)("name", match.name, AnyText());
    with("place", match.place, OrNull{any_number}, "null during the match and if it was abandoned");
    with("score", match.score, OrNull{any_number}, "null during the match and if it was abandoned");
    with("won", match.won, Flag());
    with("decisions", match.decisions, whole, "The player's own decisions, if they were valued exactly");
    with("given_away", match.given_away, whole, "By these decisions, in millionths of the analysis' unit");
}
void describe(auto& with, SameAs<OwnData::Decree> auto& decree) {
    with("kind", decree.kind, AnyText())("text", decree.text, AnyText())("at_ms", decree.at_ms, whole);
    with("until_ms", decree.until_ms, OrNull{whole}, "null: forever");
}
void describe(auto& with, SameAs<OwnData::Report> auto& report) {
    with("room", report.room, room_id)("player", report.player, person_id)("about", report.about, AnyText());
    with("text", report.text, AnyText())("at_ms", report.at_ms, whole);
}
void describe(auto& with, SameAs<OwnData::Cup> auto& cup) {
    with("day", cup.day, from_one_day)("match", cup.match, match_name);
    with("points", cup.points, OrNull{any_number}, "null unless it is finished");
}
void describe(auto& with, SameAs<OwnData::Practised> auto& practised) {
    with("position", practised.position, AnyText())("times_right", practised.times_right, Number{0, 2});
    with("due_ms", practised.due_ms, whole, "When it comes back; in the past once it was right twice");
}
void describe(auto& with, SameAs<OwnData> auto& data) {
    with("player", data.player,
         Named{"own_player", Object(), "The data stored about a player, for the player"});
    with("decrees", data.decrees, OmittedIfEmpty{List{Named{"own_decree", Object()}}},
         "What the operator of the server has decreed about the player");
    with("reports", data.reports, OmittedIfEmpty{List{Named{"own_report", Object()}}},
         "What the player has reported of others");
    with("cup", data.cup, OmittedIfEmpty{List{Named{"own_cup", Object()}}},
         "What the player has played in the cup of the day");
    with("practice", data.practice, OmittedIfEmpty{List{Named{"own_position", Object()}}},
         "The decisions that the player practises");
    with("rooms", data.rooms, List{room_id}, "Where the player has a seat");
    with("chat", data.chat, List{Named{"own_line", Object()}});
    with("matches", data.matches, List{Named{"own_match", Object()}});
    with("next", data.next, OrNull{match_name}, "The `after` of the next page");
}
void describe(auto& with, SameAs<MatchesPage::Person> auto& player) {
    with("id", player.id, OrNull{person_id})("name", player.name, AnyText())("bot", player.bot, Flag());
    with("avatar", player.avatar, avatar_number);
}
void describe(auto& with, SameAs<MatchesPage::Match> auto& match) {
    with("id", match.id, match_name)("game", match.game, AnyText())("started_ms", match.started_ms, whole);
    with("ended_ms", match.ended_ms, whole)("seats", match.seats, List{Object(), 1});
    with("result", match.result, JsonWithSchema(R"({"type":"object"})"))("public", match.is_public, Flag());
}
void describe(auto& with, SameAs<MatchesPage> auto& page) {
    with("matches", page.matches, List{Named{"played_match", Object(), "A finished match as lists show it"}});
    with("next", page.next, OrNull{match_name}, "The `before` of the next page");
}
void describe(auto& with, SameAs<SeatedRoomSummary> auto& table) {
    with("room", table.room, room_id)("game", table.game, AnyText())("phase", table.phase, room_phase);
    with("players", table.players, List{AnyText()}, "Names, in the order of the seats");
    with("your_turn", table.your_turn, Flag());
    with("turn", table.turn, AnyText(), "The name of the player whose turn it is");
    with("cup", table.cup, from_one_day, "Only at a table of the day's cup");
}
void describe(auto& with, SameAs<SeatedRoomSummaries> auto& own) {
    with("tables", own.tables, List{Named{"seated_room_summary", PreserializedStruct<SeatedRoomSummary>()}});
}
void describe(auto& with, SameAs<OnBoards> auto& boards) {
    with("on", boards.on, Flag(), "The player may appear on the leaderboards");
}
constexpr Named cup_date{"date", PatternText("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), "Of a day in UTC"};
void describe(auto& with, SameAs<CupOfDay::Opened> auto& opened) {
    with("day", opened.day, from_one_day)("date", opened.date, cup_date)("seed", opened.seed, hash_text);
}
void describe(auto& with, SameAs<CupOfDay> auto& cup) {
    with("day", cup.day, from_one_day)("date", cup.date, cup_date)("game", cup.game, AnyText());
    with("ends_ms", cup.ends_ms, whole, "Milliseconds until midnight, when the day ends");
    with("end", cup.end, hash_text, "The end of the chain of seeds");
    with("opened", cup.opened, OrNull{Object()}, "The newest seed that is not secret any more");
    with("you", cup.you, JsonWithSchema(R"({"type":["object","null"],"required":["state"],"properties":{
             "state":{"enum":["playing","finished","lost"]},"room":{"type":"string"},"match":{"type":"string"},
             "points":{"type":"integer"},"seconds":{"type":"integer"},
             "squares":{"type":"string","pattern":"^[012]{13}$"},
             "place":{"type":"integer"},"players":{"type":"integer"}}})"),
         "What the player has made of the day: null before they have begun");
    with("yesterday", cup.yesterday,
         JsonWithSchema(R"({"type":["object","null"],"required":["day","date","players","median","best"],
             "properties":{"day":{"type":"integer"},"date":{"type":"string"},"players":{"type":"integer"},
             "median":{"type":"number"},"best":{"type":"number"},"missed":{"type":["object","null"]},
             "you":{"type":["object","null"]}}})"),
         "The field of the day before, in points given away");
}
constexpr JsonWithSchema long_move{R"({"type":"object"})"};
inline constexpr JsonList worth_list{JsonWithMembers{[](auto& one) {
    one("move", JsonText(), long_move);
    one("worth", JsonText(), JsonWithSchema(R"({"type":"number"})"));
}}};
void describe(auto& with, SameAs<ExercisePosed> auto& posed) {
    with("position", posed.position, AnyText())("game", posed.game, AnyText());
    with("options", posed.options, option_values);
    with("match", posed.match, OrNull{match_name}, "null: from a game of the computer");
    with("entry", posed.entry, from_one, "Of the decision");
    with("seats", posed.seats, List{Object(), 1});
    with("seat", posed.seat, seat_number, "Who decides");
    with("view", posed.view, JsonWithSchema(R"({"type":"object"})"), "Whole, as the seat saw it");
    with("choices", posed.choices, JsonList{long_move}, "In the order of the rules");
}
void describe(auto& with, SameAs<ExerciseJudged> auto& judged) {
    with("unit", judged.unit, WordText(unit_names))("exact", judged.exact, Flag());
    with("worth", judged.worth, worth_list, "The choices, the best first");
    with("played", judged.played, long_move, "What was played in the match");
    with("cost", judged.cost, JsonWithSchema(R"({"type":"number"})"), "What the answer gave away");
    with("right", judged.right, Flag());
    with("times_right", judged.times_right, OrNull{Number{0, 2}}, "null: it is not kept for this player");
    with("days", judged.days, OrNull{whole}, "Until it comes back; null: it does not");
}
void describe(auto& with, SameAs<Rooms> auto& rooms) {
    with("rooms", rooms.rooms, JsonList{room_line});
    with("total", rooms.total, whole, "The number of public rooms");
}
void describe(auto& with, SameAs<InRoom> auto& in) { with("room", in.room, room_id); }
void describe(auto& with, SameAs<Joined> auto& joined) {
    with("room", joined.room, room_id)("as", joined.as, EnumName{join_modes});
}
void describe(auto& with, SameAs<QuickMatchJoined> auto& matched) {
    with("room", matched.room, room_id);
    with("as", matched.as, EnumName{join_modes}, "Only if it found a room");
}
void describe(auto& with, SameAs<MatchStarted> auto& started) { with("match", started.match, match_name); }
void describe(auto& with, SameAs<Moved> auto& moved) { with("seq", moved.seq, from_one); }
void describe(auto& with, SameAs<Advice> auto& advice) {
    with("unit", advice.unit, WordText(unit_names),
         "`points` is the final score, for a single player of La Ambiciosa the total after this turn");
    with("worth", advice.worth, worth_list);
    with("n", advice.n, whole);
}

/// The type is that of the reply to a request.
Done reply_to(const auto&);
Greeting reply_to(const Hello&);
DeviceOffered reply_to(const DeviceOffer&);
Renamed reply_to(const Rename&);
OwnData reply_to(const MeExport&);
MatchesPage reply_to(const MeMatches&);
SeatedRoomSummaries reply_to(const MeTables&);
OnBoards reply_to(const MeBoard&);
CupOfDay reply_to(const CupToday&);
InRoom reply_to(const CupPlay&);
ExercisePosed reply_to(const PracticeNext&);
ExerciseJudged reply_to(const PracticeAnswer&);
Rooms reply_to(const LobbyWatch&);
Rooms reply_to(const LobbyList&);
QuickMatchJoined reply_to(const QuickMatch&);
InRoom reply_to(const RoomCreate&);
Joined reply_to(const RoomJoin&);
MatchStarted reply_to(const RoomStart&);
Moved reply_to(const Move&);
Advice reply_to(const Hint&);

void describe(auto& with, SameAs<RefusedReply> auto& reply) {
    with("t", "refused")("re", reply.request_id, OrNull{request_id}, "null if the message could not be read");
    with("code", reply.refused.code, EnumName{code_names})("text", reply.refused.text, AnyText());
    with("at", reply.refused.at, OmittedIfEmpty{PatternText("^/")}, "A JSON pointer into the request");
    with("retry_ms", reply.refused.retry_ms, whole);
    with("why", reply.refused.why, OmittedIfEmpty{PatternText("^[a-z_]+$")}, "The name of the reason");
    with("args", reply.refused.args, OmittedIfEmpty{List{AnyText()}},
         "The names and numbers in the sentence, in its order");
    with("until_ms", reply.refused.until_ms, whole,
         "When a ban or a mute by the server's operator ends; left out: never");
}

// ---- pushes

void describe(auto& with, SameAs<RoomPush::SeatInfo> auto& seat) {
    with("player", seat.player, OrNull{person})("ready", seat.ready, Flag())("online", seat.online, Flag());
    with("house", seat.bot_plays, Flag(), "A bot plays until the player moves again");
    with("level", seat.level, bot_level, "Only for a built-in bot");
    with(
        "out", seat.out, Named{"votes", Object()},
        "During a vote about an absent player's seat: the players in favour, and the number of votes needed");
    with("stand_in", seat.stand_in, Named{"votes", Object()},
         "During a match, for a player who has been away for a minute: the players who want a bot to play, "
         "and the number of votes needed");
}
void describe(auto& with, SameAs<RoomPush::Quick> auto& quick) {
    with("here", quick.here, whole)("needed", quick.needed, Number{2});
    with("starts_ms", quick.starts_ms, OrNull{whole})("offer", quick.offer, Flag());
}
void describe(auto& with, SameAs<RoomPush> auto& room) {
    constexpr int most_people = 50;
    with("t", "room", "The whole state of a room, after each change")("room", room.room, room_id);
    with("game", room.game, AnyText())("options", room.options, option_values);
    with("phase", room.phase, room_phase)("host", room.host, sender)("public", room.is_public, Flag());
    with("locked", room.locked, Flag(), "The room has a password");
    with("bots", room.bots, Flag(), "Programs may take seats");
    with("watch", room.watchable, Flag(), "Spectators are allowed");
    with("hints", room.hints, Flag(), "Players may ask the built-in bot for hints");
    with("witness", room.witness, OrNull{Flag()},
         "Each throw needs fresh values of the players' programs; null: if two or more people sit at the "
         "start");
    with("cup", room.cup, from_one_day, "Only at a table of the day's cup: the number of the day");
    with("clock", room.turn_ms, turn_ms_of);
    with("seats", room.seats, List{Named{"room_seat", Object()}, 1, max_seats});
    with("spectators", room.spectators, whole);
    with("watchers", room.watchers, List{person, 0, most_people}, "The first fifty spectators");
    with("next", room.next, List{person, 0, most_people},
         "The players who get the next free seats, in this order");
    with("match", room.match, OrNull{match_name});
    with("quick", room.quick, Named{"quick", Object()},
         "A room of quick.match: the players present and needed, when it starts, whether a built-in bot may "
         "be added");
    with("chat", room.chat, List{Named{"chat_line", Object()}});
}
void describe(auto& with, SameAs<ChatPush> auto& chat) {
    with("t", "chat", "A new line of a room's chat")("room", chat.room, room_id);
    describe(with, chat.line);
}
void describe(auto& with, SameAs<LobbyPush> auto& lobby) {
    with("t", "lobby", "Public rooms that are new, changed or removed")("game", lobby.game, AnyText());
    with("put", lobby.put, List{room_line});
    with("gone", lobby.gone, List{room_id})("total", lobby.total, whole);
}
void describe(auto& with, SameAs<GonePush> auto& gone) {
    with("t", "gone", "The player is no longer in this room")("room", gone.room, room_id);
    with("reason", gone.reason, WordText(leave_reasons));
    with("text", gone.text, OmittedIfEmpty{AnyText()}, "Why the operator of the server has closed the table");
}
void describe(auto& with, SameAs<NoticePush> auto& notice) {
    with("t", "notice", "A line of the server's operator to everybody")("no", notice.no, from_one);
    with("text", notice.text, AnyText(), "Plain text; a later line with the same number replaces it");
    with("until_ms", notice.until_ms, whole, "Milliseconds since 1970; then it need not be shown any more");
}
void describe(auto& with, SameAs<DeviceAddedPush> auto&) {
    with("t", "device", "Another device has become this player");
}

constexpr JsonList entry_spans{JsonWithMembers{[](auto& with) {
    with("seq", std::int64_t(), from_one)("by", EntryAuthor(), author)("events", int(), whole);
}}};
constexpr JsonWithMembers drawn_with{[](auto& with) {
    with("k", std::int64_t(), whole)("seats", std::vector<Seat>(), seat_list);
    with("fresh", Reveals(), fresh_values);
}};
constexpr JsonWithMembers match_proof{[](auto& with) {
    with("commit", std::string(), hash_text)("seed", std::string(), hash_text);
    with("settings", std::string(), AnyText())("players", std::string(), mark_list);
    with("tips", Tips(), hashes)("reveals", Reveals(), fresh_values)("roster", std::string(), hash_text);
    with("seq", std::int64_t(), whole)("k", std::int64_t(), whole);
}};
/// Left out if it is empty.
struct ListedMoves : JsonWithSchema {
    static JsonText omitted_value(const JsonText&) { return JsonText::array(); }
};
void describe(auto& with, SameAs<MatchPush::You> auto& you) {
    with("seat", you.seat, seat_number)("n", you.n, whole);
    with("moves", you.moves,
         ListedMoves{JsonWithSchema(
             R"({"type":"array","items":{"type":["object","string"],"required":["do"]},"minItems":1})")},
         "Only if the seat may act. See `listed` in games/");
}
void describe(auto& with, SameAs<MatchPush::Clock> auto& clock) {
    with("kind", clock.kind, WaitName{{wait_names}});
    with("left_ms", clock.left_ms, whole)("of_ms", clock.of_ms, whole);
}
void describe(auto& with, SameAs<MatchPush::End> auto& end) {
    with("places", end.result.places, List{Place()})("scores", end.result.scores, List{any_number});
    with("winners", end.result.winners, List{seat_number});
    with("left", end.left, List{seat_number},
         "Seats that do not count: the clock or a bot made most of their decisions");
    with("reason", end.reason, WordText(end_reasons));
}
void describe_members_before_you(auto& with, auto& push) {
    with("t", "match", "An entry of a match's log, as the player may see it")("room", push.room, room_id);
    with("match", push.match, match_name)("seq", push.seq, from_one)("by", push.by, author);
    with("events", push.sight.events,
         JsonWithSchema(R"({"type":"array","items":{"type":"object","required":["e"]}})"), "See games/");
    with("about", push.about, JsonWithSchema(R"({"type":"object","required":["game"]})"),
         "The members of every view that never change in the match: in the first push of the match that a "
         "socket gets. See games/");
    with("view", push.sight.view, JsonWithSchema(R"({"type":"object","required":["phase","round","seats"]})"),
         "Without the members of `about`. A member that would be null or false is left out. See games/");
    with("to_act", push.to_act, List{seat_number});
    with("entries", push.entries, entry_spans, "After a resume: assigns the events to entries");
    with("left_out", push.left_out, from_one,
         "After a resume that missed too much: the number of entries without events");
}
void describe_you(auto& with, auto& you) { with("you", you, Named{"you", Object()}); }
void describe_members_after_you(auto& with, auto& push) {
    with("clock", push.clock, Named{"clock", Object()}, "Only if a time limit runs");
    with("result", push.result, Named{"result", Object()}, "Only in the last push of a match");
    with("hash", push.hash, hash_text);
    with("dice", push.dice, drawn_with,
         "Provable dice: the number of the first draw of this entry, and the values that it used");
    with("proof", push.proof,
         Named{"proof", match_proof,
               "The server's secret and all that was fixed before the match; seq and k count the entries and "
               "the draws"},
         "Provable dice: with the result");
}
void describe(auto& with, SameAs<MatchPush> auto& push) {
    describe_members_before_you(with, push);
    describe_you(with, push.you);
    describe_members_after_you(with, push);
}

void describe(auto& with, SameAs<DicePush::You> auto& you) {
    with("seat", you.seat, seat_number)("nonce", you.nonce, PatternText("^[0-9a-f]{32}$"));
}
void describe(auto& with, SameAs<DicePush> auto& dice) {
    with("t", "dice", "The state of the provable dice of a match that starts or runs")("room", dice.room,
                                                                                       room_id);
    with("match", dice.match, match_name)("step", dice.step, EnumName{dice_steps});
    with("witness", dice.witness, Flag())("commit", dice.commit, hash_text);
    with("settings", dice.settings, AnyText(), "The text of the move of entry 1");
    with("players", dice.players, mark_list)("tips", dice.tips, hashes);
    with("roster", dice.roster, OrNull{hash_text})("reveals", dice.reveals, OrNull{fresh_values});
    with("out", dice.out, seat_list, "Seats that are not asked any more")("you", dice.you, Object());
    constrain(with, R"({"oneOf":[
        {"properties":{"step":{"const":"tips"},"roster":{"type":"null"},"reveals":{"type":"null"}}},
        {"properties":{"step":{"const":"reveals"},"roster":{"type":"string"},"reveals":{"type":"null"}}},
        {"properties":{"step":{"const":"play"},"roster":{"type":"string"},"reveals":{"type":"object"}}}]})");
}
void describe(auto& with, SameAs<DiceAskPush> auto& ask) {
    with("t", "dice.ask", "Asks seats for the next values of their chains: this move stands and will draw");
    with("room", ask.room, room_id)("match", ask.match, match_name)("seq", ask.seq, Number{2, max_int64});
    with("hash", ask.hash, hash_text, "Of the entry before")("by", ask.by, author)("n", ask.n, whole);
    with("move", ask.move, JsonWithSchema(R"({"type":["object","null"]})"), "See games/; null for the clock");
    with("k", ask.k, whole)("seats", ask.seats, seat_list);
}
void describe(auto& with, SameAs<DiceShakePush> auto& shake) {
    with("t", "dice.shake", "A player shakes the cup")("room", shake.room, room_id);
    with("seat", shake.seat, seat_number);
}

}  // namespace cubilete::protocol
