// The JSON Schemas are made of what protocol/messages_wire.hpp and each game's *_wire.hpp describe. tools/protocol.py writes the files.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <doctest/doctest.h>

#include "engine/games/ambiciosa/ambiciosa_wire.hpp"
#include "engine/games/escalera/escalera_wire.hpp"
#include "engine/games/threes_away/threes_away_wire.hpp"
#include "engine/games/tres/tres_wire.hpp"
#include "engine/games/yahtzee/yahtzee_wire.hpp"
#include "protocol/messages_wire.hpp"
#include "tests/protocol/schema_maker.hpp"

namespace cubilete::described {

namespace {

void check_schema(const std::filesystem::path& path, const Json& schema) {
    CAPTURE(path);
    const auto file = std::filesystem::path(CUBILETE_SOURCE_DIR) / path;
    const std::string made = schema.dump(1) + '\n';
    if (std::getenv("WRITE_SCHEMAS")) std::ofstream(file) << made;
    std::ifstream in(file);
    CHECK(std::string(std::istreambuf_iterator(in), {}) == made);
}

template <class Message>
Message example() {
    if constexpr (std::is_same_v<Message, protocol::Ok>)
        return Message(0);
    else
        return {};
}
template <class... Messages>
void each_of(const std::variant<Messages...>&, auto add) {
    (add(example<Messages>()), ...);
}
void each_request(auto add) {
    add(protocol::Hello());
    each_of(protocol::LobbyRequest(), add);
    each_of(protocol::RoomAction(), add);
}

Json empty_schema(const std::string& side, const char* title, const char* about) {
    return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
            {"$id", "urn:cubilete:" + side + ":1"},
            {"title", title},
            {"description", about},
            {"oneOf", Json::array()},
            {"$defs", Json::object()}};
}

}  // namespace

TEST_CASE("the schema of each game is that of the structs that are written and read") {
    std::map<std::string, Json> schemas;
    schemas["ambiciosa"] = schema_of<ambiciosa::Game>(ambiciosa::listed_form);
    schemas["escalera"] = schema_of<escalera::Game>(escalera::listed_form);
    schemas["threes_away"] = schema_of<threes_away::Game>(threes_away::listed_form);
    schemas["tres"] = schema_of<tres::Game>(tres::listed_form);
    schemas["yahtzee"] = schema_of<yahtzee::Game>(yahtzee::listed_form);
    for (const auto& [game, schema] : schemas)
        check_schema("engine/games/" + game + '/' + game + ".schema.json", schema);
}

TEST_CASE("the schema of what clients send is that of the structs that are read") {
    using namespace protocol;
    Json schema = empty_schema(
        "client", "What a client sends to a Cubilete server",
        "Unknown fields are ignored. For an integer 1.0 is refused, which JSON Schema cannot express.");
    each_request([&]<class Request>(Request request) {
        add_message(schema, std::string(tag_of<Request>()), true, [&](auto& with) {
            with("t", tag_of<Request>().data())("id", RequestId(), request_id);
            if (std::is_constructible_v<RoomAction, Request>) with("room", std::string(), room_code);
            describe(with, request);
        });
    });
    check_schema("protocol/schema/client.schema.json", schema);
}

TEST_CASE("the schema of what the server sends is that of the structs that are written") {
    using namespace protocol;
    Json schema = empty_schema("server", "What a Cubilete server sends",
                               "A later version may add fields. Clients must ignore unknown fields.");
    Json& definitions = schema["$defs"];
    const auto add_reply = [&](const std::string& name, const std::string& said, auto reply) {
        SchemaMaker maker(definitions);
        definitions[name] = maker.object_of([&](auto& with) {
            with("t", "ok", said.c_str())("re", RequestId(), request_id);
            describe(with, reply);
        });
        definitions["ok"]["anyOf"].push_back({{"$ref", "#/$defs/" + name}});
    };
    schema["oneOf"].push_back({{"$ref", "#/$defs/ok"}});
    definitions["ok"] = {{"description", "The reply to a successful request, with the fields of its type"},
                         {"properties", {{"t", {{"const", "ok"}}}, {"re", {{"$ref", "#/$defs/id"}}}}},
                         {"required", {"t", "re"}},
                         {"anyOf", Json::array()}};
    add_reply("ok.plain", "", Done());
    each_request([&]<class Request>(Request) {
        decltype(reply_to(Request())) reply;
        const std::string request(tag_of<Request>());
        if (!std::is_same_v<decltype(reply), Done>)
            add_reply("ok." + request, "The reply to " + request, reply);
    });
    const auto add_push = [&]<class Message>(Message push) {
        if constexpr (!std::is_same_v<Message, Ok>)
            add_message(schema, std::string(tag_of<Message>()), false,
                        [&](auto& with) { describe(with, push); });
    };
    each_of(ServerMessage(Ok(0)), add_push);
    check_schema("protocol/schema/server.schema.json", schema);
}

}  // namespace cubilete::described
