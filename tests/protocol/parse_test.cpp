// The parser of requests: what each takes, and how it refuses. One file, because all tests read the same requests with the
// same few helpers.
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include "protocol/codec.hpp"

using namespace cubilete::protocol;

namespace {

ClientMessage message(std::string_view text) {
    auto parsed = parse(text);
    REQUIRE_MESSAGE(std::holds_alternative<ClientMessage>(parsed), text);
    return std::get<ClientMessage>(std::move(parsed));
}

template <class T, class Variant>
T only(Variant request, std::string_view text) {
    REQUIRE_MESSAGE(std::holds_alternative<T>(request), text);
    return std::get<T>(std::move(request));
}

template <class T>
T request(std::string_view text) {
    ClientMessage parsed = message(text);
    if constexpr (std::is_same_v<T, Hello> || std::is_same_v<T, RoomRequest>)
        return only<T>(std::move(parsed.request), text);
    else if constexpr (std::is_constructible_v<RoomAction, T>)
        return only<T>(only<RoomRequest>(std::move(parsed.request), text).action, text);
    else
        return only<T>(only<LobbyRequest>(std::move(parsed.request), text), text);
}

/// The room that a request to a room names.
std::string room_of(std::string_view text) { return request<RoomRequest>(text).room; }

BadMessage bad(std::string_view text) {
    auto parsed = parse(text);
    REQUIRE_MESSAGE(std::holds_alternative<BadMessage>(parsed), text);
    return std::get<BadMessage>(std::move(parsed));
}

/// The place of the error in a text that is not a message.
std::string wrong_at(std::string_view text) {
    const BadMessage answer = bad(text);
    CHECK_MESSAGE(answer.refused.code == Code::bad_message, text);
    return answer.refused.at;
}

}  // namespace

TEST_CASE("hello carries the identity of the player") {
    const auto full = request<Hello>(
        R"({"t":"hello","id":1,"v":1,"token":"abc","name":"Ana","lang":"es","bot":true,"agent":"my-bot/1.2"})");
    CHECK(full.v == 1);
    CHECK(full.token == "abc");
    CHECK(full.name == "Ana");
    CHECK(full.lang == "es");
    CHECK(full.bot);
    CHECK(full.agent == "my-bot/1.2");

    const auto guest = request<Hello>(R"({"t":"hello","id":1,"v":2,"token":null,"name":null,"bot":null})");
    CHECK(guest.v == 2);
    CHECK_FALSE(guest.token);
    CHECK_FALSE(guest.name);
    CHECK_FALSE(guest.lang);
    CHECK_FALSE(guest.bot);
    CHECK(guest.agent.empty());
}

TEST_CASE("a client takes part in provable dice if its hello says so with an integer from 1") {
    const auto takes_part = [](std::string_view dice) {
        return request<Hello>(R"({"t":"hello","id":1,"v":1,"dice":)" + std::string(dice) + '}').dice;
    };
    CHECK(takes_part("1"));
    CHECK(takes_part("2"));
    CHECK(takes_part("9223372036854775807"));
    CHECK_FALSE(takes_part("0"));
    CHECK_FALSE(takes_part("-1"));
    CHECK_FALSE(takes_part("null"));
    CHECK_FALSE(request<Hello>(R"({"t":"hello","id":1,"v":1})").dice);
    for (const char* dice : {"true", "\"1\"", "1.0", "[]"})
        CHECK(wrong_at(R"({"t":"hello","id":1,"v":1,"dice":)" + std::string(dice) + '}') == "/dice");
}

TEST_CASE("a version can be any 64-bit integer; the server decides whether it supports it") {
    CHECK(request<Hello>(R"({"t":"hello","id":1,"v":4294967297})").v == 4294967297);
    CHECK(request<Hello>(R"({"t":"hello","id":1,"v":-1})").v == -1);
}

TEST_CASE("a name is passed on as sent; the rules for names check it later") {
    CHECK(request<Rename>(R"({"t":"rename","id":1,"name":"  A\n "})").name == "  A\n ");
    CHECK(request<Rename>(R"({"t":"rename","id":1,"name":""})").name.empty());
    CHECK(request<Hello>(R"({"t":"hello","id":1,"v":1,"name":"\u202e"})").name == "\u202E");
}

TEST_CASE("an avatar is an integer from 0 to 95, or left out") {
    for (const char* text : {R"({"t":"hello","id":1,"v":1)", R"({"t":"rename","id":1,"name":"Ana")"}) {
        const std::string start(text);
        for (const char* avatar : {"-1", "96", "4294967296", "1.5", "\"3\"", "true", "[]"})
            CHECK_MESSAGE(wrong_at(start + ",\"avatar\":" + avatar + '}') == "/avatar", avatar);
    }
    CHECK(request<Hello>(R"({"t":"hello","id":1,"v":1,"avatar":95})").avatar == 95);
    CHECK(request<Rename>(R"({"t":"rename","id":1,"name":"Ana","avatar":0})").avatar == 0);
    CHECK_FALSE(request<Hello>(R"({"t":"hello","id":1,"v":1,"avatar":null})").avatar);
    CHECK_FALSE(request<Rename>(R"({"t":"rename","id":1,"name":"Ana"})").avatar);
}

TEST_CASE("the lobby is watched for one game or for all games") {
    CHECK(request<LobbyWatch>(R"({"t":"lobby.watch","id":1,"game":"yahtzee"})").game == "yahtzee");
    CHECK_FALSE(request<LobbyWatch>(R"({"t":"lobby.watch","id":1})").game);
    CHECK_FALSE(request<LobbyWatch>(R"({"t":"lobby.watch","id":1})").limit);
    CHECK(request<LobbyWatch>(R"({"t":"lobby.watch","id":1,"limit":200})").limit == 200);
    CHECK(request<LobbyList>(R"({"t":"lobby.list","id":1,"game":"tres","after":"k7qx2m"})").after ==
          "K7QX2M");
    CHECK(wrong_at(R"({"t":"lobby.watch","id":1,"limit":0})") == "/limit");
    CHECK(wrong_at(R"({"t":"lobby.watch","id":1,"limit":201})") == "/limit");
    CHECK(request<LobbyUnwatch>(R"({"t":"lobby.unwatch","id":1,"game":"tres"})").game == "tres");
    CHECK_FALSE(request<LobbyUnwatch>(R"({"t":"lobby.unwatch","id":1,"game":null})").game);
    CHECK(request<QuickMatch>(R"({"t":"quick.match","id":1,"game":"tres"})").game == "tres");
    CHECK(wrong_at(R"({"t":"quick.match","id":1})") == "/game");
}

TEST_CASE("a room is created with all its settings, or with a game only") {
    const auto full =
        request<RoomCreate>(
            R"({"t":"room.create","id":1,"game":"yahtzee","options":{"joker":"free"},"seats":4,)"
            R"("public":false,"password":"sésamo","clock":{"turn_ms":45000},"bots":false,)"
            R"("spectators":false})")
            .fields;
    CHECK(full.game == "yahtzee");
    CHECK(full.options == Json{{"joker", "free"}});
    CHECK(full.seats == 4);
    CHECK(full.is_public == false);
    REQUIRE(full.password);
    CHECK(*full.password == "sésamo");
    CHECK(full.turn_ms == 45'000);
    CHECK(full.bots == false);
    CHECK(full.spectators == false);

    const auto plain = request<RoomCreate>(R"({"t":"room.create","id":1,"game":"tres"})").fields;
    CHECK(plain.game == "tres");
    CHECK_FALSE(plain.options);
    CHECK_FALSE(plain.seats);
    CHECK_FALSE(plain.is_public);
    CHECK_FALSE(plain.password);
    CHECK_FALSE(plain.turn_ms);
    CHECK_FALSE(plain.bots);
    CHECK_FALSE(plain.spectators);

    CHECK(wrong_at(R"({"t":"room.create","id":1})") == "/game");
    CHECK(wrong_at(R"({"t":"room.create","id":1,"game":null})") == "/game");
}

TEST_CASE("the settings of a room can be changed one by one, and only null removes the password") {
    const auto none = request<RoomSet>(R"({"t":"room.set","id":1,"room":"K7QX2M"})");
    CHECK(room_of(R"({"t":"room.set","id":1,"room":"K7QX2M"})") == "K7QX2M");
    CHECK_FALSE(none.fields.game);
    CHECK_FALSE(none.fields.password);
    const auto open = request<RoomSet>(R"({"t":"room.set","id":1,"room":"K7QX2M","password":null})");
    REQUIRE(open.fields.password);
    CHECK_FALSE(*open.fields.password);
    CHECK(wrong_at(R"({"t":"room.set","id":1,"room":"K7QX2M","password":""})") == "/password");
    CHECK(wrong_at(R"({"t":"room.set","id":1,"room":"K7QX2M","password":"  "})") == "/password");
    const auto typed =
        request<RoomSet>(R"({"t":"room.set","id":1,"room":"K7QX2M","password":"sen\u0303al "})");
    CHECK(**typed.fields.password == "señal");
    const auto joins = request<RoomJoin>(R"({"t":"room.join","id":1,"room":"K7QX2M","password":" señal"})");
    CHECK(*joins.password == "señal");
    CHECK(wrong_at(R"({"t":"room.set","id":1,"password":"x"})") == "/room");
}

TEST_CASE("whether throws need the players' values is set to yes, to no, or with null to the default") {
    const auto witness = [](const std::string& fields) {
        return request<RoomSet>(R"({"t":"room.set","id":1,"room":"A")" + fields + '}').fields.witness;
    };
    using Witness = std::optional<bool>;
    CHECK(witness(R"(,"witness":true)") == std::make_optional(Witness(true)));
    CHECK(witness(R"(,"witness":false)") == std::make_optional(Witness(false)));
    CHECK(witness(R"(,"witness":null)") == std::make_optional(Witness()));
    CHECK(witness("") == std::nullopt);
    CHECK(request<RoomCreate>(R"({"t":"room.create","id":1,"game":"tres","witness":true})").fields.witness ==
          std::make_optional(Witness(true)));
    CHECK(wrong_at(R"({"t":"room.set","id":1,"room":"A","witness":1})") == "/witness");
}

TEST_CASE("a turn has a limit of five seconds to one day, or no limit") {
    const auto turn_ms = [](std::string value) {
        return R"({"t":"room.set","id":1,"room":"A","clock":{"turn_ms":)" + value + "}}";
    };
    for (const int value : {0, 5'000, 86'400'000})
        CHECK(request<RoomSet>(turn_ms(std::to_string(value))).fields.turn_ms == value);
    for (const char* value : {"-1", "1", "4999", "86400001", "5000.0", "\"5000\"", "null", "true"})
        CHECK(wrong_at(turn_ms(value)) == "/clock/turn_ms");
    CHECK(wrong_at(R"({"t":"room.set","id":1,"room":"A","clock":{}})") == "/clock/turn_ms");
    CHECK(wrong_at(R"({"t":"room.set","id":1,"room":"A","clock":45000})") == "/clock");
    CHECK_FALSE(request<RoomSet>(R"({"t":"room.set","id":1,"room":"A","clock":null})").fields.turn_ms);
}

TEST_CASE("a client joins as a player or as a spectator, and may send the last entry that it has") {
    const auto full = request<RoomJoin>(
        R"({"t":"room.join","id":1,"room":"K7QX2M","as":"spectator","seat":9,"password":"p","seen":{"match":"m_1","seq":12}})");
    CHECK(full.as == RoomJoin::As::spectator);
    CHECK(full.seat == 9);
    CHECK(full.password == "p");
    REQUIRE(full.seen);
    CHECK(full.seen->match == "m_1");
    CHECK(full.seen->seq == 12);

    const auto plain = request<RoomJoin>(R"({"t":"room.join","id":1,"room":"A","as":"player","seen":null})");
    CHECK(plain.as == RoomJoin::As::player);
    CHECK_FALSE(plain.seat);
    CHECK_FALSE(plain.seen);

    CHECK(wrong_at(R"({"t":"room.join","id":1,"room":"A","as":"host"})") == "/as");
    CHECK(wrong_at(R"({"t":"room.join","id":1,"room":"A","seat":10})") == "/seat");
    CHECK(wrong_at(R"({"t":"room.join","id":1,"room":"A","seen":{"match":"m_1"}})") == "/seen/seq");
    CHECK(wrong_at(R"({"t":"room.join","id":1,"room":"A","seen":{"match":"m_1","seq":-1}})") == "/seen/seq");
    CHECK(wrong_at(R"({"t":"room.join","id":1,"room":"A","seen":[]})") == "/seen");
}

TEST_CASE("a room code may have small letters") {
    CHECK(room_of(R"({"t":"room.leave","id":1,"room":"k7qx2m"})") == "K7QX2M");
    CHECK(room_of(R"({"t":"room.start","id":1,"room":"ñ-x"})") == "ñ-X");
    CHECK(wrong_at(R"({"t":"room.leave","id":1,"room":""})") == "/room");
    CHECK(wrong_at(R"({"t":"room.leave","id":1,"room":"K7\n"})") == "/room");
    CHECK(wrong_at(R"({"t":"room.leave","id":1,"room":"AAAAAAAAAAAAAAAAA"})") == "/room");
}

TEST_CASE("null stands up from a seat or removes a bot, but the field is required") {
    CHECK(request<RoomSeat>(R"({"t":"room.seat","id":1,"room":"A","seat":0})").seat == 0);
    CHECK_FALSE(request<RoomSeat>(R"({"t":"room.seat","id":1,"room":"A","seat":null})").seat);
    CHECK(wrong_at(R"({"t":"room.seat","id":1,"room":"A"})") == "/seat");

    const auto bot = request<RoomBot>(R"({"t":"room.bot","id":1,"room":"A","seat":3,"level":"hard"})");
    CHECK(bot.seat == 3);
    CHECK(bot.level == cubilete::Level::hard);
    CHECK_FALSE(request<RoomBot>(R"({"t":"room.bot","id":1,"room":"A","seat":3,"level":null})").level);
    CHECK(wrong_at(R"({"t":"room.bot","id":1,"room":"A","seat":3})") == "/level");
    CHECK(wrong_at(R"({"t":"room.bot","id":1,"room":"A","seat":null,"level":"easy"})") == "/seat");
    CHECK(wrong_at(R"({"t":"room.bot","id":1,"room":"A","seat":1,"level":"expert"})") == "/level");
}

TEST_CASE("the other requests for a room carry its code and their own fields") {
    CHECK(request<RoomReady>(R"({"t":"room.ready","id":1,"room":"A","ready":true})").ready);
    CHECK(wrong_at(R"({"t":"room.ready","id":1,"room":"A","ready":1})") == "/ready");
    CHECK(wrong_at(R"({"t":"room.ready","id":1,"room":"A"})") == "/ready");
    CHECK(room_of(R"({"t":"room.rematch","id":1,"room":"A"})") == "A");
    CHECK(request<RoomKick>(R"({"t":"room.kick","id":1,"room":"A","player":"p_1"})").player == "p_1");
    CHECK(request<RoomBan>(R"({"t":"room.ban","id":1,"room":"A","player":"p_1"})").player == "p_1");
    CHECK(request<RoomHost>(R"({"t":"room.host","id":1,"room":"A","player":"p_1"})").player == "p_1");
    CHECK(wrong_at(R"({"t":"room.host","id":1,"room":"A"})") == "/player");
}

TEST_CASE("a chat line that would disturb the display of others is refused with its own code") {
    CHECK(request<RoomChat>(R"({"t":"room.chat","id":1,"room":"A","text":"¡Hola!"})").text == "¡Hola!");
    for (const char* text : {R"("")", R"("a\nb")", R"("\u202eabc")"}) {
        const BadMessage answer =
            bad(R"({"t":"room.chat","id":1,"room":"A","text":)" + std::string(text) + '}');
        CHECK(answer.refused.code == Code::bad_text);
        CHECK(answer.refused.at == "/text");
    }
    CHECK(wrong_at(R"({"t":"room.chat","id":1,"room":"A","text":7})") == "/text");
}

TEST_CASE("a move carries its prompt number, and the move itself is not changed") {
    const auto parsed = message(
        R"({"t":"move","id":"c41","room":"k7qx2m","match":"m_1","n":5,"move":{"z":[1,{"y":null}],"do":"roll"}})");
    CHECK(parsed.id == RequestId("c41"));
    const auto& [room, action] = std::get<RoomRequest>(parsed.request);
    const auto& move = std::get<Move>(action);
    CHECK(room == "K7QX2M");
    CHECK(move.match == "m_1");
    CHECK(move.n == 5);
    CHECK(move.move.dump() == R"({"z":[1,{"y":null}],"do":"roll"})");

    CHECK(wrong_at(R"({"t":"move","id":1,"room":"A","match":"m","n":5,"move":[]})") == "/move");
    CHECK(wrong_at(R"({"t":"move","id":1,"room":"A","match":"m","n":5})") == "/move");
    CHECK(wrong_at(R"({"t":"move","id":1,"room":"A","match":"m","n":5.0,"move":{}})") == "/n");
    CHECK(wrong_at(R"({"t":"move","id":1,"room":"A","match":"m","n":9223372036854775808,"move":{}})") ==
          "/n");
}

TEST_CASE("a seat's part in the dice names the match and has 64 hexadecimal digits without capitals") {
    const std::string value = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    const std::string head = R"("id":1,"room":"a","match":"m_1",)";
    const std::string tip_text = R"({"t":"dice.tip",)" + head + R"("tip":")" + value + "\"}";
    const auto tip = request<DiceTip>(tip_text);
    CHECK(room_of(tip_text) == "A");
    CHECK(tip.match == "m_1");
    CHECK(tip.tip == value);
    const auto reveal = request<DiceReveal>(R"({"t":"dice.reveal",)" + head + R"("value":")" + value + "\"}");
    CHECK(reveal.match == "m_1");
    CHECK(reveal.value == value);
    const auto give =
        request<DiceGive>(R"({"t":"dice.give",)" + head + R"("seq":12,"value":")" + value + "\"}");
    CHECK(give.match == "m_1");
    CHECK(give.seq == 12);
    CHECK(give.value == value);
    CHECK(room_of(R"({"t":"dice.shake","id":1,"room":"k7qx2m"})") == "K7QX2M");

    std::vector<std::string> wrong = {"",
                                      value + "0",
                                      value.substr(1),
                                      value.substr(1) + "A",
                                      value.substr(1) + "g",
                                      value.substr(2) + "ñ",
                                      value.substr(1) + "\\n"};
    for (std::string& text : wrong) text = '"' + text + '"';
    wrong.insert(wrong.end(), {"7", "null", "[]"});
    for (const std::string& text : wrong) {
        CAPTURE(text);
        CHECK(wrong_at(R"({"t":"dice.tip",)" + head + R"("tip":)" + text + '}') == "/tip");
        CHECK(wrong_at(R"({"t":"dice.reveal",)" + head + R"("value":)" + text + '}') == "/value");
        CHECK(wrong_at(R"({"t":"dice.give",)" + head + R"("seq":1,"value":)" + text + '}') == "/value");
    }
    CHECK(wrong_at(R"({"t":"dice.tip",)" + head + R"("value":")" + value + "\"}") == "/tip");
    CHECK(wrong_at(R"({"t":"dice.give",)" + head + R"("seq":-1,"value":")" + value + "\"}") == "/seq");
    CHECK(wrong_at(R"({"t":"dice.tip","id":1,"room":"a","tip":")" + value + "\"}") == "/match");
    CHECK(wrong_at(R"({"t":"dice.shake","id":1})") == "/room");
}

TEST_CASE("a value for the dice means the same however its message is spelled") {
    const std::string value = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    const std::string quoted = '"' + value + '"';
    const std::string usual =
        R"({"t":"dice.give","room":"a","match":"m_1","seq":12,"value":)" + quoted + R"(,"id":7})";
    const std::string spellings[] = {
        usual,
        R"({"t": "dice.give", "room": "A", "match": "m_1", "seq": 12, "value": )" + quoted + R"(, "id": 7})",
        R"( { "t" : "dice.give" , "id" : 7 , "room" : "A" , "match" : "m_1" , "seq" : 12 , "value" : )" +
            quoted + " } ",
        R"({"id":7,"value":)" + quoted + R"(,"seq":12,"match":"m_1","room":"A","t":"dice.give"})",
        R"({"t":"dice.give","seq":12,"more":[null],"id":7,"value":)" + quoted +
            R"(,"match":"m_1","room":"A"})",
        R"({"t":"dice.giv\u0065","seq":12,"id":7,"value":)" + quoted +
            R"(,"match":"\u006d_1","room":"\u0061"})"};
    for (const std::string& text : spellings) {
        CAPTURE(text);
        const auto give = request<DiceGive>(text);
        CHECK(message(text).id == RequestId(7));
        CHECK(room_of(text) == "A");
        CHECK(give.match == "m_1");
        CHECK(give.seq == 12);
        CHECK(give.value == value);
    }
    const auto with = [&](const std::string& member, const std::string& instead) {
        std::string text = usual;
        return text.replace(text.find(member), member.size(), instead);
    };
    CHECK(message(with(R"("id":7)", R"("id":"7")")).id == RequestId("7"));
    CHECK(message(with(R"("id":7)", R"("id":-7)")).id == RequestId(-7));
    const std::pair<std::string, std::string> wrong[] = {
        {with(R"("id":7)", R"("id":"")"), "/id"},
        {with(R"("id":7)", R"("id":")" + std::string(33, 'x') + '"'), "/id"},
        {with(R"(,"id":7)", ""), "/id"},
        {with(R"("id":7)", R"("id":7,"id":"7")"), "/id"},
        {with(R"("id":7)", R"("seq":7)"), "/seq"},
        {with(R"("room":"a")", R"("room":")" + std::string(17, 'a') + '"'), "/room"},
        {with(R"("room":"a")", R"("room":7)"), "/room"},
        {with(R"("match":"m_1")", R"("match":"")"), "/match"},
        {with(R"("match":"m_1")", R"("match":")" + std::string(65, 'm') + '"'), "/match"},
        {with("12", R"("12")"), "/seq"},
        {with("12", "-1"), "/seq"},
        {with("12", "12.0"), "/seq"},
        {with("12", "012"), ""},
        {usual + "}", ""},
        {usual + usual, ""}};
    for (const auto& [text, at] : wrong) {
        CAPTURE(text);
        CHECK(wrong_at(text) == at);
    }
    for (std::size_t bytes = 0; bytes < usual.size(); ++bytes) {
        CAPTURE(bytes);
        CHECK(wrong_at(usual.substr(0, bytes)) == "");
    }
}

TEST_CASE("7 and \"7\" are different ids, and each answer carries the id of its request") {
    CHECK(message(R"({"t":"lobby.watch","id":7})").id == RequestId(7));
    CHECK(message(R"({"t":"lobby.watch","id":"7"})").id == RequestId("7"));
    CHECK(RequestId(7) != RequestId("7"));
    CHECK(bad(R"({"t":"room.leave","id":7})").request_id == RequestId(7));
    CHECK(bad(R"({"t":"room.leave","id":"7"})").request_id == RequestId("7"));
    CHECK(message(R"({"t":"lobby.watch","id":-9223372036854775808})").id == RequestId(INT64_MIN));
    CHECK(message(R"({"t":"lobby.watch","id":9223372036854775807})").id == RequestId(INT64_MAX));
}

TEST_CASE("an id has 1 to 32 characters, however many bytes those take") {
    const auto with_id = [](const std::string& id) { return R"({"t":"lobby.watch","id":)" + id + '}'; };
    std::string dice;
    for (int i = 0; i < 32; ++i) dice += "🎲";
    CHECK(message(with_id('"' + dice + '"')).id == RequestId(dice));
    for (const std::string& id :
         {'"' + dice + "x\"", std::string(R"("")"), std::string(R"("a\tb")"), std::string("1.0"),
          std::string("null"), std::string("true"), std::string("[1]"), std::string("9223372036854775808")}) {
        CAPTURE(id);
        CHECK(wrong_at(with_id(id)) == "/id");
        CHECK_FALSE(bad(with_id(id)).request_id);
    }
    CHECK(wrong_at(R"({"t":"lobby.watch"})") == "/id");
}

TEST_CASE("an unknown type is refused with its own code, a missing one as a bad message") {
    for (const char* text :
         {R"({"t":"room.jion","id":3,"room":"A"})", R"({"t":"","id":3})", R"({"t":"ok","id":3})"}) {
        const BadMessage answer = bad(text);
        CHECK(answer.request_id == RequestId(3));
        CHECK(answer.refused.code == Code::unknown_type);
        CHECK(answer.refused.at == "/t");
    }
    CHECK(wrong_at(R"({"id":3})") == "/t");
    CHECK(wrong_at(R"({"id":3,"t":5})") == "/t");
    CHECK(bad(R"({"id":3,"t":null})").request_id == RequestId(3));
}

TEST_CASE("unknown fields of any kind are ignored") {
    CHECK(room_of(R"({"x":[{"y":1.5}],"id":1,"room":"A","t":"room.leave","fields":{"room":"B"}})") == "A");
}

TEST_CASE("a message is an object") {
    for (const char* text : {"[]", "7", "\"hello\"", "null", "true"}) {
        CAPTURE(text);
        CHECK(wrong_at(text).empty());
        CHECK_FALSE(bad(text).request_id);
    }
}

TEST_CASE("of several errors the first in the order of the fields is reported") {
    CHECK(wrong_at(R"({"t":"room.set","id":1,"seats":0,"game":7,"room":"A"})") == "/game");
    CHECK(wrong_at(R"({"t":"room.set","id":1,"seats":11,"public":"yes"})") == "/room");
}

TEST_CASE("a refusal says in one sentence what is allowed") {
    CHECK(bad(R"({"t":"room.set","id":1,"room":"A","seats":11})").refused.text ==
          R"("seats" must be an integer from 1 to 10.)");
    CHECK(bad(R"({"t":"room.join","id":1,"room":"A","as":"king"})").refused.text ==
          R"("as" must be one of player spectator.)");
    CHECK(bad(R"({"t":"room.leave","id":1})").refused.text == R"("room" is missing.)");
}
