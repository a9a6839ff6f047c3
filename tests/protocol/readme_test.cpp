#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "protocol/codec.hpp"
#include "tests/protocol/examples.hpp"

using namespace cubilete;
using namespace cubilete::protocol;

namespace {

Json json_of(const std::string& text) {
    auto read = read_json(text);
    REQUIRE_MESSAGE(std::holds_alternative<Json>(read), text);
    return std::get<Json>(std::move(read));
}

Json without(Json json, std::initializer_list<const char*> names) {
    for (const char* name : names) json.erase(name);
    return json;
}

template <class Enum>
Enum named(const Json& name, std::initializer_list<const char*> names) {
    const auto found = std::ranges::find(names, name);
    REQUIRE_MESSAGE(found != names.end(), name.dump());
    return static_cast<Enum>(found - names.begin());
}

RequestId id_of(const Json& re) {
    return re.is_string() ? RequestId(re.get<std::string>()) : RequestId(re.get<std::int64_t>());
}

RoomPhase phase_of(const Json& name) { return named<RoomPhase>(name, {"waiting", "playing", "finished"}); }

PlayerInfo player_of(const Json& json) { return {json.at("id"), json.at("name"), json.at("bot")}; }

ChatLine chat_of(const Json& json) {
    return {json.at("from"), json.at("name"), json.at("text"), json.at("at_ms")};
}

ServerMessage ok_of(const Json& json) { return Ok{id_of(json.at("re")), without(json, {"t", "re"})}; }

ServerMessage refused_of(const Json& json) {
    int code = 0;
    while (json.at("code") != name_of(static_cast<Code>(code))) ++code;
    return RefusedReply{id_of(json.at("re")),
                        {static_cast<Code>(code), json.at("text"), json.value("at", ""), {}}};
}

ServerMessage room_of(const Json& json) {
    RoomPush room;
    room.room = json.at("room");
    room.game = json.at("game");
    room.options = json.at("options");
    room.phase = phase_of(json.at("phase"));
    room.host = json.at("host");
    room.is_public = json.at("public");
    room.locked = json.at("locked");
    room.turn_ms = json.at("clock").at("turn_ms");
    room.bots = json.at("bots");
    room.watchable = json.at("watch");
    room.hints = json.at("hints");
    if (!json.at("witness").is_null()) room.witness = json["witness"].get<bool>();
    for (const Json& seat : json.at("seats")) {
        auto& info = room.seats.emplace_back();
        if (!seat.at("player").is_null()) info.player = player_of(seat.at("player"));
        info.ready = seat.at("ready");
        info.online = seat.at("online");
        info.bot_plays = seat.at("house");
        if (seat.contains("level"))
            info.level = seat["level"] == "easy" ? cubilete::Level::easy : cubilete::Level::hard;
        if (seat.contains("out")) info.out = {seat["out"].at("by"), seat["out"].at("needed")};
        if (seat.contains("stand_in"))
            info.stand_in = {seat["stand_in"].at("by"), seat["stand_in"].at("needed")};
    }
    room.spectators = json.at("spectators");
    for (const Json& watcher : json.at("watchers")) room.watchers.push_back(player_of(watcher));
    for (const Json& waiting : json.at("next")) room.next.push_back(player_of(waiting));
    if (!json.at("match").is_null()) room.match = json.at("match").get<std::string>();
    if (json.contains("quick")) {
        const Json& quick = json["quick"];
        room.quick = {quick.at("here"), quick.at("needed"), {}, quick.at("offer")};
        if (!quick.at("starts_ms").is_null()) room.quick->starts_ms = quick["starts_ms"].get<std::int64_t>();
    }
    for (const Json& line : json.at("chat")) room.chat.push_back(chat_of(line));
    return room;
}

ServerMessage lobby_of(const Json& json) {
    LobbyPush lobby;
    for (const Json& put : json.at("put")) {
        RoomLine line;
        line.room = put.at("room");
        line.game = put.at("game");
        line.options = put.at("options");
        line.phase = phase_of(put.at("phase"));
        line.host = put.at("host");
        line.taken = put.at("taken");
        line.seats = put.at("seats");
        line.spectators = put.at("spectators");
        line.turn_ms = put.at("clock").at("turn_ms");
        line.locked = put.at("locked");
        lobby.put.push_back(JsonText::of(to_json(line)));
    }
    if (json.contains("game")) lobby.game = json.at("game").get<std::string>();
    lobby.gone = json.at("gone").get<std::vector<std::string>>();
    lobby.total = json.at("total");
    return lobby;
}

ServerMessage match_of(const Json& json) {
    MatchPush push;
    push.room = json.at("room");
    push.match = json.at("match");
    push.seq = json.at("seq");
    push.by = read_by(json.at("by"));
    push.sight = {JsonText::of(json.at("events")), JsonText::of(json.at("view"))};
    for (const Json& seat : json.at("to_act")) push.to_act.insert(seat.get<Seat>());
    if (json.contains("about")) push.about = JsonText::of(json["about"]);
    if (json.contains("you"))
        push.you = MatchPush::You{json["you"].at("seat"), json["you"].at("n"),
                                  JsonText::of(json["you"].value("moves", Json::array()))};
    if (json.contains("clock")) {
        const Json& clock = json["clock"];
        push.clock = MatchPush::Clock{named<Wait::Kind>(clock.at("kind"), {"none", "turn", "window"}),
                                      clock.at("left_ms"), clock.at("of_ms")};
    }
    if (json.contains("result")) {
        const Json& result = json["result"];
        push.result = Result{result.at("places"), result.at("scores"), result.at("winners")};
        push.left = result.at("left").get<std::vector<cubilete::Seat>>();
        push.reason = result.at("reason");
    }
    push.hash = json.at("hash");
    if (json.contains("dice")) push.dice = JsonText::of(json["dice"]);
    if (json.contains("proof")) push.proof = JsonText::of(json["proof"]);
    return push;
}

Seat seat_of(const std::string& name) { return static_cast<Seat>(std::stoi(name)); }

ServerMessage dice_of(const Json& json) {
    DicePush dice;
    dice.room = json.at("room");
    dice.match = json.at("match");
    dice.step = named<DicePush::Step>(json.at("step"), {"tips", "reveals", "play"});
    dice.witness = json.at("witness");
    dice.commit = json.at("commit");
    dice.settings = json.at("settings");
    dice.players = json.at("players");
    for (const auto& [seat, tip] : json.at("tips").items()) dice.tips[seat_of(seat)] = tip;
    if (!json.at("roster").is_null()) dice.roster = json["roster"].get<std::string>();
    if (!json.at("reveals").is_null()) {
        dice.reveals.emplace();
        for (const auto& [seat, value] : json["reveals"].items()) {
            auto& reveal = (*dice.reveals)[seat_of(seat)];
            if (!value.is_null()) reveal = value.get<std::string>();
        }
    }
    dice.out = json.at("out").get<std::vector<Seat>>();
    if (json.contains("you")) dice.you = {json["you"].at("seat"), json["you"].at("nonce")};
    return dice;
}

ServerMessage ask_of(const Json& json) {
    return DiceAskPush{.room = json.at("room"),
                       .match = json.at("match"),
                       .seq = json.at("seq"),
                       .hash = json.at("hash"),
                       .by = read_by(json.at("by")),
                       .n = json.at("n"),
                       .move = JsonText::of(json.at("move")),
                       .k = json.at("k"),
                       .seats = json.at("seats").get<std::vector<Seat>>()};
}

ServerMessage message_of(const Json& json) {
    static const std::map<std::string, ServerMessage (*)(const Json&)> readers{
        {"ok", ok_of},
        {"refused", refused_of},
        {"room", room_of},
        {"chat",
         [](const Json& chat) -> ServerMessage {
             return ChatPush{chat.at("room"), chat_of(chat)};
         }},
        {"lobby", lobby_of},
        {"gone",
         [](const Json& gone) -> ServerMessage {
             return GonePush{gone.at("room"), gone.at("reason")};
         }},
        {"device", [](const Json&) -> ServerMessage { return DevicePush{}; }},
        {"match", match_of},
        {"dice", dice_of},
        {"dice.ask", ask_of},
        {"dice.shake",
         [](const Json& shake) -> ServerMessage {
             return DiceShakePush{shake.at("room"), shake.at("seat")};
         }},
    };
    return readers.at(json.at("t"))(json);
}

}  // namespace

TEST_CASE("every request in the README is valid, and every request type is shown there") {
    std::set<std::size_t> to_lobby;
    std::set<std::size_t> to_room;
    bool hello = false;
    for (const std::string& text : readme_examples("client")) {
        const auto parsed = parse(text);
        REQUIRE_MESSAGE(std::holds_alternative<ClientMessage>(parsed), text);
        const auto& request = std::get<ClientMessage>(parsed).request;
        hello |= std::holds_alternative<Hello>(request);
        if (const auto* lobby = std::get_if<LobbyRequest>(&request)) to_lobby.insert(lobby->index());
        if (const auto* room = std::get_if<RoomRequest>(&request)) to_room.insert(room->action.index());
    }
    CHECK(hello);
    CHECK(to_lobby.size() == std::variant_size_v<LobbyRequest>);
    CHECK(to_room.size() == std::variant_size_v<RoomAction>);
}

TEST_CASE("every frame in the README is exactly what the server writes, and every type is shown there") {
    std::set<std::size_t> shown;
    for (const std::string& text : readme_examples("server")) {
        const Json json = json_of(text);
        const ServerMessage message = message_of(json);
        CHECK(write(message) == json.dump());
        shown.insert(message.index());
    }
    CHECK(shown.size() == std::variant_size_v<ServerMessage> - 1);  // Ok and LobbyOk are both "ok"
}

TEST_CASE("the catalogue in the README is that of the server") {
    std::size_t entries = 0;
    for (const std::string& text : readme_examples("server")) {
        const Json json = json_of(text);
        if (!json.contains("games")) continue;
        for (const Json& entry : json["games"]) {
            const Info* game = find_game(entry.at("id").get<std::string>());
            REQUIRE(game != nullptr);
            CHECK(entry.dump() == to_json(*game).dump());
            ++entries;
        }
    }
    CHECK(entries == 1);
}

TEST_CASE("the match in the README is the result of its dice") {
    const Info& game = *find_game("yahtzee");
    const auto options = read_options(game, Json{{"starter", "first"}});
    ScriptedChance chance({Thrown{{3, 3, 1, 2, 6}}, Thrown{{3, 5, 4}}, Thrown{{3, 5}}});
    const auto match = Match::start({game.id, std::get<OptionValues>(options), 2, {}}, chance);
    for (const Json& positions : {Json{0, 1, 2, 3, 4}, Json{2, 3, 4}, Json{3, 4}})
        REQUIRE(std::holds_alternative<LogEntry>(
            match->play(0, Json{{"do", "roll"}, {"dice", positions}}, chance)));

    std::vector<Json> pushes;
    for (const std::string& text : readme_examples("server"))
        if (Json json = json_of(text); json["t"] == "match") pushes.push_back(std::move(json));
    REQUIRE_FALSE(pushes.empty());
    const Json& shown = pushes.front();
    const Viewer ana{Seat{0}};
    CHECK(shown["seq"] == match->seq());
    CHECK(shown["by"] == to_json(match->last().by).tree());
    CHECK(shown["events"].dump() == match->events(ana, match->seq(), match->seq()).dump());
    CHECK(shown["about"].dump() == match->about_text().dump());
    CHECK(shown["view"].dump() == match->view_text(ana).dump());
    CHECK(shown["you"]["n"] == match->prompt(0));
    CHECK(shown["you"]["moves"].dump() == match->listed_text(0).dump());

    for (const std::string& text : readme_examples("client")) {
        const auto parsed = parse(text);
        const auto* to_room = std::get_if<RoomRequest>(&std::get<ClientMessage>(parsed).request);
        const auto* move = to_room ? std::get_if<Move>(&to_room->action) : nullptr;
        if (move == nullptr) continue;
        CHECK(move->n == match->prompt(0));
        CHECK(std::holds_alternative<LogEntry>(match->play(0, move->move, chance)));
        CHECK(match->seq() == shown["seq"].get<std::int64_t>() + 1);
    }
}

TEST_CASE("the races in the README are the results of their dice") {
    struct Row {
        const char* game;
        Json options;
        std::vector<Draw> draws;
    };
    const Row rows[] = {
        {"ambiciosa", {{"starter", "first"}}, {Thrown{{1, 2, 6}}, Thrown{{2, 2, 4}}}},
        {"escalera", {{"starter", "first"}, {"ante", 5}}, {Thrown{{2, 1, 4, 1, 3, 2}}}},
    };
    for (const auto& [id, options, draws] : rows) {
        CAPTURE(id);
        ScriptedChance chance(draws);
        const auto values = read_options(*find_game(id), options);
        const auto match = Match::start({id, std::get<OptionValues>(values), 2, {}}, chance);
        while (chance.left() > 0)
            REQUIRE(std::holds_alternative<LogEntry>(match->play(0, Json{{"do", "roll"}}, chance)));

        std::vector<Json> pushes;
        for (const std::string& text : readme_examples("server"))
            if (Json json = json_of(text);
                json["t"] == "match" && json.contains("about") && json["about"]["game"] == id)
                pushes.push_back(std::move(json));
        REQUIRE_FALSE(pushes.empty());
        const Json& shown = pushes.front();  // those of section 13 have other dice: tests/server
        const Viewer ana{Seat{0}};
        CHECK(shown["seq"] == match->seq());
        CHECK(shown["events"].dump() == match->events(ana, match->seq(), match->seq()).dump());
        CHECK(shown["about"].dump() == match->about_text().dump());
        CHECK(shown["view"].dump() == match->view_text(ana).dump());
        CHECK(shown["you"]["n"] == match->prompt(0));
        CHECK(shown["you"].value("moves", Json::array()).dump() == match->listed_text(0).dump());
    }
}

TEST_CASE("the codec accepts and refuses the samples of the schema like the schema does") {
    const std::vector<std::string> taken = schema_samples("accepted");
    REQUIRE_FALSE(taken.empty());
    for (const std::string& text : taken) {
        CAPTURE(text);
        CHECK(std::holds_alternative<ClientMessage>(parse(text)));
    }
    const std::vector<std::string> refused = schema_samples("refused");
    REQUIRE_FALSE(refused.empty());
    for (const std::string& text : refused) {
        CAPTURE(text);
        CHECK(std::holds_alternative<BadMessage>(parse(text)));
    }
}
