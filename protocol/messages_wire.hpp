#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/described.hpp"
#include "protocol/messages.hpp"
#include "protocol/text.hpp"

/// The JSON of the messages (protocol/described.hpp).
namespace cubilete::protocol {

using namespace described;

// ---- kinds

constexpr Number int64{std::numeric_limits<std::int64_t>::min(), most_int64};
constexpr Number not_negative{0, most_int64};
constexpr Number lobby_limit{1, 200};
constexpr Named seat_number{"seat", Number{0, most_seats - 1}};
constexpr Named game_id{"game", Text{1, 32}};
constexpr Named match_id{"match", Text{1, 64}};
constexpr Named player_id{"player", Text{1, 64}};
constexpr Named dice_value{"dice_value", Hexadecimal(),
                           "A link of a chain of secrets, in hexadecimal digits"};
constexpr std::array<std::string_view, 2> ways_to_join{"player", "spectator"};

struct IdKind {
    static constexpr Text text{1, 32};

    static bool take(Json& json, RequestId& id) {
        return json.is_string() ? text.take(json, id.emplace<std::string>())
                                : int64.take(json, id.emplace<0>());
    }
    static std::string wanted() { return "a string of 1 to 32 characters or a 64-bit integer"; }
    static Json schema(auto& maker, auto&) {
        return {{"anyOf", {maker.value(std::int64_t(), int64), maker.value(std::string(), text)}}};
    }
};
constexpr Named request_id{"id", IdKind(), "The client's id for its request; 7 and \"7\" are different ids"};

/// Clients may type a room code in any case; codes of rooms have capitals.
struct RoomCode : Text {
    bool take(Json& json, std::string& code) const {
        if (!Text::take(json, code)) return false;
        capitalize(code);
        return true;
    }
    static std::string wanted() { return "the code of a room"; }
    static void capitalize(std::string& code) {
        for (char& c : code)
            if ('a' <= c && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
};
constexpr Named room_code{"room", RoomCode{{1, 16}}, "The code of a room; small letters count as capitals"};

struct Password : Text {
    bool take(Json& json, std::string& password) const {
        if (json.is_string()) json = clean_password(json.get_ref<const std::string&>());
        return Text::take(json, password);
    }
};
constexpr Named room_password{"password", Password{{1, 64}}};

/// A chat line that would disturb the display of others has a code of its own.
struct ChatText : AnyText {
    static std::optional<std::string> objection(std::string_view text) {
        if (chat_ok(text)) return std::nullopt;
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
    bool take(const Json& json, int& turn_ms) const {
        return Number{0, 0}.take(json, turn_ms) || Number::take(json, turn_ms);
    }
    std::string wanted() const { return "0 or " + Number::wanted(); }
    Json schema(auto& maker, auto& turn_ms) const {
        return {{"anyOf", {{{"const", 0}}, Number::schema(maker, turn_ms)}}};
    }
};
constexpr Within turn_clock{"turn_ms", TurnTime{{5'000, 86'400'000}},
                            "Milliseconds for a turn; 0 for no clock"};

/// Whether an integer is 1 or more; left out it is not.
struct FromOne {
    static bool left_out(bool) { return false; }
    static bool take(const Json& json, bool& is) {
        std::int64_t number = 0;
        const bool taken = int64.take(json, number);
        is = number >= 1;
        return taken;
    }
    static std::string wanted() { return int64.wanted(); }
    static Json schema(auto& maker, auto&) { return maker.value(std::int64_t(), int64); }
};

struct AnyObject {
    static bool take(Json& json, Json& value) {
        value = std::move(json);
        return value.is_object();
    }
    static std::string wanted() { return "an object"; }
    static Json schema(auto&, auto&) { return {{"type", "object"}}; }
};

/// A move: an object, or a string in the form of the game's lists.
struct ObjectOrText {
    static bool take(Json& json, Json& value) {
        value = std::move(json);
        return value.is_object() || value.is_string();
    }
    static std::string wanted() { return "an object or a string"; }
    static Json schema(auto&, auto&) { return {{"type", {"object", "string"}}}; }
};

// ---- requests to the lobby

void describe(auto& with, Is<Hello> auto& hello) {
    with("t", "hello", "Identifies the player; the first message on a connection")("v", hello.v, int64);
    with("token", hello.token, Text{1, 128})("device", hello.device, Text{1, 32});
    with("name", hello.name, AnyText())("lang", hello.lang, Text{1, 35});
    with("bot", hello.bot, UnlessEmpty{Flag()})("agent", hello.agent, UnlessEmpty{Text{0, 100}});
    with("dice", hello.dice, FromOne(), "1 or more: the client takes part in provable dice");
}
void describe(auto& with, Is<DeviceOffer> auto&) {
    with("t", "device.offer", "Asks for a code that lets another device become this player");
}
void describe(auto& with, Is<Rename> auto& rename) {
    with("t", "rename", "Changes the player's name")("name", rename.name, AnyText());
}
void describe(auto& with, Is<MeExport> auto& request) {
    with("t", "me.export", "Asks for all data that is stored about the player");
    with("after", request.after, UnlessEmpty{match_id.kind}, "The `next` of the previous page");
}
void describe(auto& with, Is<MeMatches> auto& request) {
    with("t", "me.matches", "Asks for the player's finished matches, private ones included");
    with("game", request.game, game_id)("before", request.before, match_id,
                                        "The `next` of the previous page");
}
void describe(auto& with, Is<MeTables> auto&) {
    with("t", "me.tables", "Lists the rooms where the player has a seat, and whether it is their turn");
}
void describe(auto& with, Is<MeBoard> auto& board) {
    with("t", "me.board", "Removes the player from the leaderboards, or adds the player again");
    with("on", board.on, Flag());
}
void describe(auto& with, Is<MeDelete> auto&) { with("t", "me.delete", "Deletes the player"); }
void describe(auto& with, Is<LobbyWatch> auto& watch) {
    with("t", "lobby.watch", "Lists the public rooms, then pushes each change");
    with("game", watch.game, game_id)("limit", watch.limit, lobby_limit);
}
void describe(auto& with, Is<LobbyList> auto& list) {
    with("t", "lobby.list", "Lists more of a game's public rooms, once")("game", list.game, game_id);
    with("after", list.after, room_code)("limit", list.limit, lobby_limit);
}
void describe(auto& with, Is<LobbyUnwatch> auto& unwatch) {
    with("t", "lobby.unwatch", "Ends the pushes of lobby.watch")("game", unwatch.game, game_id);
}
void describe(auto& with, Is<QuickMatch> auto& quick) {
    with("t", "quick.match", "Seats the player with strangers")("game", quick.game, game_id);
    with("bots", quick.bots, UnlessEmpty{Flag()}, "A built-in bot may join if no other player does");
}

/// All but the game.
void describe(auto& with, Is<RoomFields> auto& fields) {
    with("options", fields.options, AnyObject())("seats", fields.seats, Number{1, most_seats});
    with("public", fields.is_public, Flag())("password", fields.password, OrNull{room_password});
    with("clock", fields.turn_ms, turn_clock)("bots", fields.bots, Flag());
    with("spectators", fields.spectators, Flag())("hints", fields.hints, Flag());
    with("witness", fields.witness, OrNull{Flag()}, "null: if two or more people sit at the start");
}
void describe(auto& with, Is<RoomCreate> auto& create) {
    with("t", "room.create", "Creates a room with the player as its host");
    with("game", create.fields.game.emplace(), game_id);
    describe(with, create.fields);
}

// ---- requests to a room

void describe(auto& with, Is<RoomJoin::Seen> auto& seen) {
    with("match", seen.match, match_id)("seq", seen.seq, not_negative);
}
void describe(auto& with, Is<RoomJoin> auto& join) {
    with("t", "room.join", "Joins a room, resumes one, or asks for missed pushes");
    with("as", join.as, OneOf{ways_to_join})("seat", join.seat, seat_number);
    with("password", join.password, room_password)("seen", join.seen, Object());
}
void describe(auto& with, Is<RoomLeave> auto&) { with("t", "room.leave", "Leaves a room"); }
void describe(auto& with, Is<RoomSeat> auto& sit) {
    with("t", "room.seat", "Takes another seat, or leaves the seat");
    with("seat", sit.seat, OrNull{seat_number}, "null: stand up");
}
void describe(auto& with, Is<RoomReady> auto& ready) {
    with("t", "room.ready", "Sets whether the player is ready to start")("ready", ready.ready, Flag());
}
void describe(auto& with, Is<RoomSet> auto& set) {
    with("t", "room.set", "Changes a room's game, options or settings")("game", set.fields.game, game_id);
    describe(with, set.fields);
}
void describe(auto& with, Is<RoomBot> auto& bot) {
    with("t", "room.bot", "Adds a built-in bot to a seat, or removes it")("seat", bot.seat, seat_number);
    with("level", bot.level, OrNull{OneOf{level_names}}, "null: remove the bot");
}
void describe(auto& with, Is<RoomStart> auto&) { with("t", "room.start", "Starts the match"); }
void describe(auto& with, Is<RoomRematch> auto&) { with("t", "room.rematch", "Agrees to the next match"); }
void describe(auto& with, Is<RoomKick> auto& kick) {
    with("t", "room.kick", "Removes a player from the room")("player", kick.player, player_id);
}
void describe(auto& with, Is<RoomBan> auto& ban) {
    with("t", "room.ban", "Removes a player from the room for good")("player", ban.player, player_id);
}
void describe(auto& with, Is<RoomVoteOut> auto& vote) {
    with("t", "room.vote_out", "Votes to free an absent player's seat")("player", vote.player, player_id);
}
void describe(auto& with, Is<RoomStandIn> auto& vote) {
    with("t", "room.stand_in", "Asks for a built-in bot to play for a player who has been away for a minute");
    with("player", vote.player, player_id);
}
void describe(auto& with, Is<RoomHost> auto& host) {
    with("t", "room.host", "Makes another player the host")("player", host.player, player_id);
}
void describe(auto& with, Is<RoomChat> auto& chat) {
    with("t", "room.chat", "Adds a line to the chat")("text", chat.text, ChatText());
}
void describe(auto& with, Is<Move> auto& move) {
    with("t", "move", "Makes a move; a message id is carried out once, however often it is sent");
    with("match", move.match, match_id);
    with("n", move.n, int64, "The prompt that the seat answers: you.n of the latest push");
    with("move", move.move, ObjectOrText(), "One of you.moves, or its long form: see games/");
}
void describe(auto& with, Is<Hint> auto&) {
    with("t", "hint", "Asks for the expected value of each legal move");
}
void describe(auto& with, Is<DiceTip> auto& tip) {
    with("t", "dice.tip", "Commits the seat to a chain of secrets, before a match begins");
    with("match", tip.match, match_id)("tip", tip.tip, dice_value);
}
void describe(auto& with, Is<DiceReveal> auto& reveal) {
    with("t", "dice.reveal", "Gives the first value of the seat's chain, for all dice of the match");
    with("match", reveal.match, match_id)("value", reveal.value, dice_value);
}
void describe(auto& with, Is<DiceGive> auto& give) {
    with("t", "dice.give", "Gives the next value of the seat's chain, for the entry of a dice.ask");
    with("match", give.match, match_id)("seq", give.seq, not_negative)("value", give.value, dice_value);
}
void describe(auto& with, Is<DiceShake> auto&) {
    with("t", "dice.shake", "Shows the others that the player shakes the cup");
}

}  // namespace cubilete::protocol
