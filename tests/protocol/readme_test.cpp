#include <algorithm>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "protocol/codec.hpp"
#include "protocol/messages_wire.hpp"
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

RequestId id_of(const Json& request_id) {
    return request_id.is_string() ? RequestId(request_id.get<std::string>())
                                  : RequestId(request_id.get<std::int64_t>());
}

/// Reads a message as it is described.
template <class Message>
Message read_as(const Json& json) {
    Message message;
    Object::read(Field(json, ""), message);
    return message;
}

template <class... Messages>
ServerMessage message_of(const Json& json, const std::variant<Ok, Messages...>&) {
    ServerMessage message = Ok(id_of(json.value("re", Json(0))), without(json, {"t", "re"}));
    ((json["t"] == tag_of<Messages>() && (message = read_as<Messages>(json), true)) || ...);
    return message;
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

TEST_CASE("every request of the desk in the README is valid, and every type is shown there") {
    std::set<std::size_t> shown;
    for (const std::string& text : readme_examples("desk")) {
        const auto parsed = parse(text);
        REQUIRE_MESSAGE(std::holds_alternative<ClientMessage>(parsed), text);
        const auto* request = std::get_if<AdminRequest>(&std::get<ClientMessage>(parsed).request);
        REQUIRE_MESSAGE(request, text);
        shown.insert(request->index());
    }
    CHECK(shown.size() == std::variant_size_v<AdminRequest>);
    CHECK_FALSE(readme_examples("desk-answer").empty());
}

TEST_CASE("every frame in the README is exactly what the server writes, and every type is shown there") {
    std::set<std::size_t> shown;
    for (const std::string& text : readme_examples("server")) {
        const Json json = json_of(text);
        const ServerMessage message = message_of(json, ServerMessage(Ok(0)));
        CHECK(write(message) == json.dump());
        for (const Json& line : json.value("put", Json::array()))
            CHECK(to_json(read_as<RoomLine>(line)).dump() == line.dump());
        shown.insert(message.index());
    }
    CHECK(shown.size() == std::variant_size_v<ServerMessage>);
}

TEST_CASE("the catalogue in the README is that of the server") {
    std::size_t entries = 0;
    for (const std::string& text : readme_examples("server")) {
        const Json json = json_of(text);
        if (!json.contains("games")) continue;
        for (const Json& entry : json["games"]) {
            const GameInfo* game = find_game(entry.at("id").get<std::string>());
            REQUIRE(game != nullptr);
            CHECK(entry.dump() == to_json(*game).dump());
            ++entries;
        }
    }
    CHECK(entries == 1);
}

TEST_CASE("the match in the README is the result of its dice") {
    const GameInfo& game = *find_game("yahtzee");
    const auto options = read_options(game, Json{{"starter", "first"}});
    ScriptedChance chance({DiceDraw{{3, 3, 1, 2, 6}}, DiceDraw{{3, 5, 4}}, DiceDraw{{3, 5}}});
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
        {"ambiciosa", {{"starter", "first"}}, {DiceDraw{{1, 2, 6}}, DiceDraw{{2, 2, 4}}}},
        {"escalera", {{"starter", "first"}, {"ante", 5}}, {DiceDraw{{2, 1, 4, 1, 3, 2}}}},
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
