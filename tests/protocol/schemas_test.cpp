// The JSON Schemas are made of what protocol/messages_wire.hpp and each game's *_wire.hpp describe. WRITE_SCHEMAS=1 writes the files; then run
// tools/protocol_json.py and tools/asyncapi.py.
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

TEST_CASE("the schema of requests is that of the structs that are read") {
    using namespace protocol;
    Json schema{
        {"$schema", "https://json-schema.org/draft/2020-12/schema"},
        {"$id", "urn:cubilete:client:1"},
        {"title", "What a client sends to a Cubilete server"},
        {"description",
         "Unknown fields are ignored. For an integer 1.0 is refused, which JSON Schema cannot express."},
        {"oneOf", Json::array()},
        {"$defs", Json::object()}};
    const auto with_id = [](auto& with) { with("id", RequestId(), request_id); };
    add_requests(schema, std::variant<Hello>(), with_id);
    add_requests(schema, LobbyRequest(), with_id);
    add_requests(schema, RoomAction(), [&](auto& with) {
        with_id(with);
        with("room", std::string(), room_code);
    });
    check_schema("protocol/schema/client.schema.json", schema);
}

}  // namespace cubilete::described
