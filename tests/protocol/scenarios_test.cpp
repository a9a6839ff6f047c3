#include <filesystem>
#include <fstream>
#include <iterator>

#include <doctest/doctest.h>

#include "protocol/scenario.hpp"

namespace cubilete::protocol {

namespace {

std::string content_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    REQUIRE_MESSAGE(in, file.string());
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("Every game's scenarios pass") {
    for (const GameInfo* game : catalogue()) {
        const auto folder =
            std::filesystem::path(CUBILETE_SOURCE_DIR) / "engine/games" / game->id / "scenarios";
        int played = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            CAPTURE(entry.path().filename().string());
            const Scenario scenario = read_scenario(content_of(entry.path()));
            CHECK(scenario.game == game->id);
            CHECK(run_scenario(scenario).value_or("pass") == "pass");
            ++played;
        }
        CHECK_MESSAGE(played > 0, folder.string());
    }
}

}  // namespace cubilete::protocol
