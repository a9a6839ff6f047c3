#include "protocol/line_games.hpp"

#include <doctest/doctest.h>

namespace cubilete::protocol {

TEST_CASE("When all codes of rooms are used, opening another one is refused, and the games go on") {
    LineGames games([] { return std::uint64_t{7}; }, 3);
    const auto ask = [&](std::string_view line) { return Json::parse(games.answer(line)); };
    CHECK(ask(R"({"t":"open","game":"yahtzee","rooms":2})")["rooms"] == Json::array({"000000", "000001"}));
    CHECK(ask(R"({"t":"open","game":"yahtzee","rooms":2})")["error"]["at"] == "/rooms");
    CHECK(ask(R"({"t":"open","game":"yahtzee"})")["rooms"] == Json::array({"000002"}));
    ask(R"({"t":"close","room":"000000"})");
    for (const char* line :
         {R"({"t":"open","game":"yahtzee"})", R"({"t":"open","game":"yahtzee","rooms":1})"}) {
        const Json error = ask(line).at("error");
        CHECK(error.at("code") == "bad_message");
        CHECK(error.at("at") == "/t");
    }
    CHECK(ask(R"({"t":"look","room":"000002"})")["pushes"][0]["room"] == "000002");
}

TEST_CASE("A refusal that names a long member cuts no letter of it") {
    LineGames games([] { return std::uint64_t{7}; }, 1);
    const std::string start(31, 'a');
    const Json answer =
        Json::parse(games.answer(Json{{"t", "step"}, {"moves", Json::array()}, {start + "é", 1}}.dump()));
    CHECK(answer["error"]["text"] == "There is no such member in this line: " + start);
}

}  // namespace cubilete::protocol
