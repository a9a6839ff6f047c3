#include <array>

#include <doctest/doctest.h>

#include "protocol/codec.hpp"

using namespace cubilete;
using namespace cubilete::protocol;

namespace {

RoomPush kitchen_table() {
    RoomPush room;
    room.room = "K7QX2M";
    room.game = "yahtzee";
    room.options = Json{{"joker", "forced"}};
    room.host = "p_1";
    room.turn_ms = 45'000;
    room.seats.push_back({PlayerInfo{"p_1", "Ana", false}, true, true, false, {}, {}, {}});
    room.seats.push_back({});
    room.spectators = 3;
    room.chat.push_back({"p_1", "Ana", "¡Hola!", 1'700'000'000'000});
    return room;
}

}  // namespace

TEST_CASE("ok carries the id of the request, then its own fields") {
    CHECK(write(Ok{7}) == R"({"t":"ok","re":7})");
    CHECK(write(Ok{"7", Json{{"seq", 12}}}) == R"({"t":"ok","re":"7","seq":12})");
    CHECK(write(Ok{INT64_MIN, Json{{"room", "K7QX2M"}, {"games", Json::array()}}}) ==
          R"({"t":"ok","re":-9223372036854775808,"room":"K7QX2M","games":[]})");
}

TEST_CASE("refused has the fields `at` and `retry_ms` only if they have a value") {
    CHECK(write(RefusedReply{7, {Code::not_your_turn, "It is Ana's turn.", {}, {}}}) ==
          R"({"t":"refused","re":7,"code":"not_your_turn","text":"It is Ana's turn."})");
    CHECK(write(RefusedReply{{}, {Code::too_deep, "Too deep.", "/a", 250}}) ==
          R"({"t":"refused","re":null,"code":"too_deep","text":"Too deep.","at":"/a","retry_ms":250})");
}

TEST_CASE("a refusal of any request can be written") {
    const auto parsed = parse("{\"t\":\"x\",\"id\":\"\xC3\xB1\"}");
    const auto& bad = std::get<BadMessage>(parsed);
    CHECK(
        write(RefusedReply{bad.request_id, bad.refused}) ==
        R"({"t":"refused","re":"ñ","code":"unknown_type","text":"There is no such type of message.","at":"/t"})");
    CHECK(write(RefusedReply{"\xFF", {Code::busy, "a\nb", {}, {}}}) ==
          "{\"t\":\"refused\",\"re\":\"\uFFFD\",\"code\":\"busy\",\"text\":\"a\\nb\"}");
}

TEST_CASE("a room push contains the complete state of the room") {
    CHECK(
        write(kitchen_table()) ==
        R"({"t":"room","room":"K7QX2M","game":"yahtzee","options":{"joker":"forced"},"phase":"waiting",)"
        R"("host":"p_1","public":true,"locked":false,"bots":true,"watch":true,"hints":false,)"
        R"("witness":null,"clock":{"turn_ms":45000},)"
        R"("seats":[{"player":{"id":"p_1","name":"Ana","bot":false},"ready":true,"online":true,"house":false},)"
        R"({"player":null,"ready":false,"online":false,"house":false}],"spectators":3,"watchers":[],"next":[],"match":null,)"
        R"("chat":[{"from":"p_1","name":"Ana","text":"¡Hola!","at_ms":1700000000000}]})");
}

TEST_CASE("a room with a match contains the id of the match") {
    RoomPush room = kitchen_table();
    room.match = "m_1";
    room.phase = RoomPhase::finished;
    const Json json = Json::parse(write(room));
    CHECK(json["match"] == "m_1");
    CHECK(json["phase"] == "finished");
}

TEST_CASE("a room says whether its throws need the players' values, or that it depends on who sits there") {
    RoomPush room = kitchen_table();
    for (const bool witness : {true, false}) {
        room.witness = witness;
        CHECK(Json::parse(write(room))["witness"] == witness);
    }
    room.witness = std::nullopt;
    CHECK(Json::parse(write(room))["witness"].is_null());
}

TEST_CASE("a lobby push lists new, changed and removed public rooms") {
    RoomLine line;
    line.room = "K7QX2M";
    line.game = "yahtzee";
    line.options = Json::object();
    line.phase = RoomPhase::playing;
    line.host = "Ana";
    line.taken = 1;
    line.seats = 4;
    CHECK(
        write(LobbyPush{{}, {to_json(line)}, {"AAAAAA", "BBBBBB"}, 7}) ==
        R"({"t":"lobby","put":[{"room":"K7QX2M","game":"yahtzee","options":{},"phase":"playing","host":"Ana",)"
        R"("taken":1,"seats":4,"spectators":0,"clock":{"turn_ms":0},"locked":false}],"gone":["AAAAAA","BBBBBB"],"total":7})");
    LobbyPush of_one;
    of_one.game = "yahtzee";
    CHECK(write(of_one) == R"({"t":"lobby","game":"yahtzee","put":[],"gone":[],"total":0})");
    CHECK(write(Ok{"a", Rooms{JsonText::array(), 3}}) == R"({"t":"ok","re":"a","rooms":[],"total":3})");
}

TEST_CASE("viewers who see the same get the same push but for their own part") {
    MatchPush push;
    push.match = "m_1";
    push.about = JsonText::object({{"game", "yahtzee"}});
    push.sight.view = JsonText::object({{"round", 1}});
    push.to_act = {1};
    push.hash = "00ff";
    const SharedPush shared(push);
    for (const auto& you :
         {std::optional<MatchPush::You>(), std::optional(MatchPush::You{0, 6}),
          std::optional(MatchPush::You{1, 7, JsonText::array(std::array{"roll", "bank"})})}) {
        push.you = you;
        CHECK(shared.text(you) == write(push));
    }
    CHECK(
        shared.text(MatchPush::You{0, 6}).ends_with(R"("to_act":[1],"you":{"seat":0,"n":6},"hash":"00ff"})"));
    CHECK(shared.text({}).ends_with(R"("to_act":[1],"hash":"00ff"})"));
}

TEST_CASE("the clock of a window differs from that of a turn") {
    MatchPush push;
    push.clock = MatchPush::Clock{Wait::Kind::window, 900, 1'500};
    CHECK(Json::parse(write(push))["clock"] == Json{{"kind", "window"}, {"left_ms", 900}, {"of_ms", 1500}});
}

TEST_CASE("a match without provable dice is pushed without `dice` and `proof`") {
    MatchPush push;
    const Json plain = Json::parse(write(push));
    CHECK_FALSE(plain.contains("dice"));
    CHECK_FALSE(plain.contains("proof"));
    push.dice = JsonText::of_text(R"({"k":3,"seats":[0,1],"fresh":{"0":"aa","1":null}})");
    push.proof = JsonText::of_text(R"({"commit":"bb"})");
    const std::string proven = write(push);
    CHECK(proven.ends_with(
        R"("hash":"","dice":{"k":3,"seats":[0,1],"fresh":{"0":"aa","1":null}},"proof":{"commit":"bb"}})"));
}

TEST_CASE("the dice of a match that starts are pushed without what is not fixed yet") {
    DicePush dice;
    dice.room = "K7QX2M";
    dice.match = "m_1";
    dice.witness = true;
    dice.commit = "c0";
    dice.settings = R"({"game":"yahtzee"})";
    dice.players = R"(["a1","b2"])";
    CHECK(write(dice) ==
          R"({"t":"dice","room":"K7QX2M","match":"m_1","step":"tips","witness":true,"commit":"c0",)"
          R"("settings":"{\"game\":\"yahtzee\"}","players":"[\"a1\",\"b2\"]","tips":{},"roster":null,)"
          R"("reveals":null,"out":[]})");
    dice.step = DicePush::Step::reveals;
    dice.tips = {{Seat{1}, "d4"}, {Seat{0}, "d3"}};
    dice.roster = "e5";
    dice.you = DicePush::You{1, "f6"};
    const Json fixed = Json::parse(write(dice));
    CHECK(fixed["step"] == "reveals");
    CHECK(fixed["tips"].dump() == R"({"0":"d3","1":"d4"})");
    CHECK(fixed["roster"] == "e5");
    CHECK(fixed["reveals"].is_null());
    CHECK(fixed["you"].dump() == R"({"seat":1,"nonce":"f6"})");
}

TEST_CASE("a seat that did not reveal in time is pushed with null, and among those that are out") {
    DicePush dice;
    dice.step = DicePush::Step::play;
    dice.reveals = {{Seat{0}, "a1"}, {Seat{9}, std::nullopt}};
    dice.out = {9};
    const Json json = Json::parse(write(dice));
    CHECK(json["step"] == "play");
    CHECK(json["reveals"].dump() == R"({"0":"a1","9":null})");
    CHECK(json["out"].dump() == "[9]");
}

TEST_CASE("seats are asked for the values of the move that stands, also of one that the clock makes") {
    DiceAskPush ask{.room = "K7QX2M",
                    .match = "m_1",
                    .seq = 5,
                    .hash = "00ff",
                    .by = {EntryAuthor::Kind::seat, 1, true},
                    .n = 4,
                    .move = JsonText::object({{"do", "roll"}}),
                    .k = 3,
                    .seats = {0, 2}};
    CHECK(
        write(ask) ==
        R"({"t":"dice.ask","room":"K7QX2M","match":"m_1","seq":5,"hash":"00ff","by":{"seat":1,"house":true},)"
        R"("n":4,"move":{"do":"roll"},"k":3,"seats":[0,2]})");
    ask.by = {EntryAuthor::Kind::clock};
    ask.move = JsonText();
    const Json json = Json::parse(write(ask));
    CHECK(json["by"].dump() == R"({"clock":true})");
    CHECK(json["move"].is_null());
    CHECK(write(DiceShakePush{"K7QX2M", 2}) == R"({"t":"dice.shake","room":"K7QX2M","seat":2})");
}

TEST_CASE("every code has its own name on the wire") {
    CHECK(name_of(Code::bad_message) == "bad_message");
    CHECK(name_of(Code::shutting_down) == "shutting_down");
    for (int a = 0; a <= static_cast<int>(Code::muted); ++a)
        for (int b = 0; b < a; ++b) CHECK(name_of(static_cast<Code>(a)) != name_of(static_cast<Code>(b)));
}
