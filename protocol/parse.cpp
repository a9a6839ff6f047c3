#include <algorithm>
#include <limits>

#include "protocol/codec.hpp"
#include "protocol/fields.hpp"
#include "protocol/plain_scanner.hpp"
#include "protocol/text.hpp"

namespace cubilete::protocol {

namespace {

// ---- allowed values of fields

constexpr Integer any_integer{std::numeric_limits<std::int64_t>::min(),
                              std::numeric_limits<std::int64_t>::max()};
constexpr Integer not_negative{std::int64_t{0}, std::numeric_limits<std::int64_t>::max()};
constexpr Integer seat_number{0, most_seats - 1};
constexpr Integer seat_count{1, most_seats};
constexpr Integer lobby_limit{1, 200};
constexpr Text id_text{1, 32};
constexpr Text room_text{1, 16};
constexpr Text game_id{1, 32};
constexpr Text match_id{1, 64};
constexpr Text player_id{1, 64};
constexpr Text token_text{1, 128};
constexpr Text device_code{1, 32};
constexpr Text language{1, 35};
constexpr Text agent_text{0, 100};
constexpr OneOf<RoomJoin::As, 2> joins_as{{"player", "spectator"}};
constexpr OneOf<Level, 3> bot_level{level_names};

struct Password {
    using Value = std::string;
    static constexpr Text cleaned{1, 64};

    std::optional<std::string> take(Json& json) const {
        if (json.is_string()) json = clean_password(json.get_ref<const std::string&>());
        return cleaned.take(json);
    }
    std::string wanted() const { return cleaned.wanted(); }
};

struct Id {
    using Value = RequestId;

    std::optional<RequestId> take(Json& json) const {
        if (auto number = any_integer.take(json)) return *number;
        if (auto text = id_text.take(json)) return std::move(*text);
        return std::nullopt;
    }
    std::string wanted() const { return "a string of 1 to 32 characters or a 64-bit integer"; }
};

/// Clients may type a room code in any case; codes of rooms have capitals.
std::string in_capitals(std::string_view code) {
    std::string capitals(code);
    std::ranges::transform(code, capitals.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return capitals;
}

struct RoomCode {
    using Value = std::string;

    std::optional<std::string> take(Json& json) const {
        const auto code = room_text.take(json);
        return code ? std::optional(in_capitals(*code)) : std::nullopt;
    }
    std::string wanted() const { return "the code of a room"; }
};
constexpr RoomCode room_code;

/// Milliseconds: 0 (no clock), or 5 seconds to one day.
struct TurnTime {
    using Value = int;
    static constexpr Integer range{5'000, 86'400'000};

    std::optional<int> take(Json& json) const {
        if (Integer{0, 0}.take(json)) return 0;
        return range.take(json);
    }
    std::string wanted() const { return "0 or " + range.wanted(); }
};

// ---- the requests

Hello hello(Fields& fields) {
    return Hello{.v = fields.need("v", any_integer),
                 .token = fields.find("token", token_text),
                 .device = fields.find("device", device_code),
                 .name = fields.find("name", AnyText{}),
                 .lang = fields.find("lang", language),
                 .bot = fields.find("bot", Flag{}).value_or(false),
                 .agent = fields.find("agent", agent_text).value_or(""),
                 .dice = fields.find("dice", any_integer).value_or(0) >= 1};
}

LobbyRequest device_offer(Fields&) { return DeviceOffer{}; }

LobbyRequest rename(Fields& fields) { return Rename{fields.need("name", AnyText{})}; }

LobbyRequest me_export(Fields& fields) { return MeExport{fields.find("after", match_id).value_or("")}; }
LobbyRequest me_matches(Fields& fields) {
    return MeMatches{.game = fields.find("game", game_id), .before = fields.find("before", match_id)};
}
LobbyRequest me_tables(Fields&) { return MeTables{}; }
LobbyRequest me_board(Fields& fields) { return MeBoard{fields.find("on", Flag{})}; }
LobbyRequest me_delete(Fields&) { return MeDelete{}; }

LobbyRequest lobby_watch(Fields& fields) {
    return LobbyWatch{.game = fields.find("game", game_id), .limit = fields.find("limit", lobby_limit)};
}
LobbyRequest lobby_list(Fields& fields) {
    return LobbyList{.game = fields.need("game", game_id),
                     .after = fields.find("after", room_code),
                     .limit = fields.find("limit", lobby_limit)};
}
LobbyRequest lobby_unwatch(Fields& fields) { return LobbyUnwatch{fields.find("game", game_id)}; }
LobbyRequest quick_match(Fields& fields) {
    return QuickMatch{.game = fields.need("game", game_id),
                      .bots = fields.find("bots", Flag{}).value_or(false)};
}

std::optional<std::optional<std::string>> password_change(Fields& fields) {
    if (!fields.has("password")) return std::nullopt;
    return fields.need_or_null("password", Password{});
}

std::optional<std::optional<bool>> witness_change(Fields& fields) {
    if (!fields.has("witness")) return std::nullopt;
    return fields.need_or_null("witness", Flag{});
}

std::optional<int> turn_time(Fields& fields) {
    auto clock = fields.find_fields("clock");
    if (!clock) return std::nullopt;
    return clock->need("turn_ms", TurnTime{});
}

RoomFields room_fields(Fields& fields) {
    return {.game = fields.find("game", game_id),
            .options = fields.find("options", AnyObject{}),
            .seats = fields.find("seats", seat_count),
            .is_public = fields.find("public", Flag{}),
            .password = password_change(fields),
            .turn_ms = turn_time(fields),
            .bots = fields.find("bots", Flag{}),
            .spectators = fields.find("spectators", Flag{}),
            .hints = fields.find("hints", Flag{}),
            .witness = witness_change(fields)};
}

LobbyRequest room_create(Fields& fields) {
    RoomCreate create{room_fields(fields)};
    if (!create.fields.game) fields.need("game", game_id);
    return create;
}

std::optional<RoomJoin::Seen> seen(Fields& fields) {
    auto last = fields.find_fields("seen");
    if (!last) return std::nullopt;
    return RoomJoin::Seen{.match = last->need("match", match_id), .seq = last->need("seq", not_negative)};
}

RoomAction room_join(Fields& fields) {
    return RoomJoin{.as = fields.find("as", joins_as),
                    .seat = fields.find("seat", seat_number),
                    .password = fields.find("password", Password{}),
                    .seen = seen(fields)};
}

RoomAction room_leave(Fields&) { return RoomLeave{}; }
RoomAction room_seat(Fields& fields) { return RoomSeat{fields.need_or_null("seat", seat_number)}; }
RoomAction room_ready(Fields& fields) { return RoomReady{fields.need("ready", Flag{})}; }
RoomAction room_set(Fields& fields) { return RoomSet{room_fields(fields)}; }

RoomAction room_bot(Fields& fields) {
    return RoomBot{.seat = fields.need("seat", seat_number),
                   .level = fields.need_or_null("level", bot_level)};
}

RoomAction room_start(Fields&) { return RoomStart{}; }
RoomAction room_rematch(Fields&) { return RoomRematch{}; }

/// Requests that concern one player.
template <class About>
RoomAction about_player(Fields& fields) {
    return About{fields.need("player", player_id)};
}

RoomAction room_chat(Fields& fields) {
    RoomChat chat{fields.need("text", AnyText{})};
    if (!chat_ok(chat.text))
        fields.refuse(Code::bad_text, "text",
                      "A chat line has 1 to 500 characters and none that control the display.");
    return chat;
}

RoomAction move(Fields& fields) {
    return Move{.match = fields.need("match", match_id),
                .n = fields.need("n", any_integer),
                .move = fields.need("move", ObjectOrText{})};
}

RoomAction hint(Fields&) { return Hint{}; }

RoomAction dice_tip(Fields& fields) {
    return DiceTip{.match = fields.need("match", match_id), .tip = fields.need("tip", Hexadecimal{})};
}
RoomAction dice_reveal(Fields& fields) {
    return DiceReveal{.match = fields.need("match", match_id), .value = fields.need("value", Hexadecimal{})};
}
RoomAction dice_give(Fields& fields) {
    return DiceGive{.match = fields.need("match", match_id),
                    .seq = fields.need("seq", not_negative),
                    .value = fields.need("value", Hexadecimal{})};
}
RoomAction dice_shake(Fields&) { return DiceShake{}; }

using Read = std::variant<Hello (*)(Fields&), LobbyRequest (*)(Fields&), RoomAction (*)(Fields&)>;
struct Type {
    std::string_view name;
    Read read;
};
/// The most frequent type is first, because the list is searched from the beginning.
constexpr Type types[] = {
    {"move", move},
    {"dice.give", dice_give},
    {"room.chat", room_chat},
    {"hello", hello},
    {"device.offer", device_offer},
    {"rename", rename},
    {"me.export", me_export},
    {"me.matches", me_matches},
    {"me.tables", me_tables},
    {"me.board", me_board},
    {"me.delete", me_delete},
    {"lobby.watch", lobby_watch},
    {"lobby.list", lobby_list},
    {"lobby.unwatch", lobby_unwatch},
    {"quick.match", quick_match},
    {"room.create", room_create},
    {"room.join", room_join},
    {"room.leave", room_leave},
    {"room.seat", room_seat},
    {"room.ready", room_ready},
    {"room.set", room_set},
    {"room.bot", room_bot},
    {"room.start", room_start},
    {"room.rematch", room_rematch},
    {"room.kick", about_player<RoomKick>},
    {"room.ban", about_player<RoomBan>},
    {"room.vote_out", about_player<RoomVoteOut>},
    {"room.stand_in", about_player<RoomStandIn>},
    {"room.host", about_player<RoomHost>},
    {"hint", hint},
    {"dice.tip", dice_tip},
    {"dice.reveal", dice_reveal},
    {"dice.shake", dice_shake},
};

/// Reads a value for dice in a tenth of the time, because the programs of all players send one at each throw. Gives
/// up, and parse() reads or refuses the message, unless it is plain JSON of exactly its members, the type first.
std::optional<ClientMessage> plain_give(std::string_view text, const Limits& limits) {
    constexpr std::size_t values = 7;  // the message and its members
    if (text.size() > limits.bytes || limits.values < values || limits.depth == 0) return std::nullopt;
    PlainScanner in(text);
    if (!in.skip('{') || in.name() != "t" || in.string() != "dice.give") return std::nullopt;
    std::optional<std::string_view> room, match, value, id;
    std::optional<std::int64_t> seq, number;
    for (std::size_t left = values - 2; left > 0; --left) {
        if (!in.skip(',')) return std::nullopt;
        const std::string_view name = in.name().value_or("");
        if (name == "room")
            room = in.string();
        else if (name == "match")
            match = in.string();
        else if (name == "value")
            value = in.string();
        else if (name == "seq")
            seq = in.integer();
        else if (name == "id" && in.next_is('"'))
            id = in.string();
        else if (name == "id")
            number = in.integer();
        else
            return std::nullopt;
    }
    if (!in.skip('}') || !in.at_end()) return std::nullopt;
    const bool allowed = room && room_text.allows(*room) && match && match_id.allows(*match) && value &&
                         Hexadecimal::allows(*value) && seq && not_negative.allows(*seq) &&
                         (number || (id && id_text.allows(*id)));
    if (!allowed) return std::nullopt;
    return ClientMessage{
        number ? RequestId(*number) : RequestId(std::string(*id)),
        RoomRequest{in_capitals(*room), DiceGive{std::string(*match), *seq, std::string(*value)}}};
}

/// Reads the fields of a message into the request of its addressee.
struct Reader {
    Fields& fields;

    decltype(ClientMessage::request) operator()(RoomAction (*read)(Fields&)) const {
        std::string room = fields.need("room", room_code);
        return RoomRequest{std::move(room), read(fields)};
    }
    template <class Request>
    decltype(ClientMessage::request) operator()(Request (*read)(Fields&)) const {
        return read(fields);
    }
};

}  // namespace

std::variant<ClientMessage, BadMessage> parse(std::string_view text, const Limits& limits) {
    if (auto give = plain_give(text, limits)) return *std::move(give);
    auto json = read_json(text, limits);
    if (auto* refused = std::get_if<Refused>(&json)) return BadMessage{{}, std::move(*refused)};
    auto& object = std::get<Json>(json);
    if (!object.is_object())
        return BadMessage{{}, {Code::bad_message, "A message is a JSON object.", {}, {}}};

    std::optional<Refused> problem;
    Fields fields(object, problem);
    RequestId id = fields.need("id", Id{});
    if (problem) return BadMessage{{}, std::move(*problem)};
    const std::string name = fields.need("t", AnyText{});
    if (problem) return BadMessage{std::move(id), std::move(*problem)};
    const auto* type = std::ranges::find(types, name, &Type::name);
    if (type == std::end(types))
        return BadMessage{std::move(id), {Code::unknown_type, "There is no such type of message.", "/t", {}}};
    auto request = std::visit(Reader{fields}, type->read);
    if (problem) return BadMessage{std::move(id), std::move(*problem)};
    return ClientMessage{std::move(id), std::move(request)};
}

}  // namespace cubilete::protocol
