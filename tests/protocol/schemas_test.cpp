// Each game's JSON Schema is made of what its *_wire.hpp describes. WRITE_SCHEMAS=1 writes the files; then run
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
#include "tests/protocol/schema_maker.hpp"

namespace cubilete::described {

TEST_CASE("the schema of each game is that of the structs that are written and read") {
    std::map<std::string, Json> schemas;
    schemas["ambiciosa"] = schema_of<ambiciosa::Game>(ambiciosa::listed_form);
    schemas["escalera"] = schema_of<escalera::Game>(escalera::listed_form);
    schemas["threes_away"] = schema_of<threes_away::Game>(threes_away::listed_form);
    schemas["tres"] = schema_of<tres::Game>(tres::listed_form);
    schemas["yahtzee"] = schema_of<yahtzee::Game>(yahtzee::listed_form);
    for (const auto& [game, schema] : schemas) {
        CAPTURE(game);
        const auto file =
            std::filesystem::path(CUBILETE_SOURCE_DIR) / "engine/games" / game / (game + ".schema.json");
        const std::string made = schema.dump(1) + '\n';
        if (std::getenv("WRITE_SCHEMAS")) std::ofstream(file) << made;
        std::ifstream in(file);
        CHECK(std::string(std::istreambuf_iterator(in), {}) == made);
    }
}

}  // namespace cubilete::described
