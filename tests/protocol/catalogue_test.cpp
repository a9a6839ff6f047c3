#include <doctest/doctest.h>

#include "protocol/match.hpp"

namespace cubilete::protocol {

namespace {

/// A game with an option of each kind.
const GameInfo toy{
    "toy",
    "Toy",
    2,
    4,
    3,
    20'000,
    10,
    {choice("joker", {"forced", "free"}), integer("ante", 5, 0, 100).with_exception("joker", "free", 10),
     integer_choice("target", 5000, {1000, 2000, 5000}), flag("bottoms", false)},
    {}};

std::string refusal(const Json& options) {
    const auto read = read_options(*find_game("yahtzee"), options);
    const auto* refused = std::get_if<Rejection>(&read);
    if (refused == nullptr) return "accepted";
    CHECK(name_of(refused->code) == "bad_options");
    CHECK_FALSE(refused->text.empty());
    return refused->at;
}

}  // namespace

TEST_CASE("The catalogue describes a game and its options so that a form can be drawn from it") {
    CHECK(to_json(toy).tree() ==
          Json::parse(R"({"id":"toy","title":"Toy","seats":{"min":2,"max":4},"version":3,
        "turn_ms":20000,"minutes":10,"options":[
          {"name":"joker","kind":"choice","choices":["forced","free"],"default":"forced"},
          {"name":"ante","kind":"integer","min":0,"max":100,"default":5,
           "default_where":{"joker":{"free":10}}},
          {"name":"target","kind":"integer","values":[1000,2000,5000],"default":5000},
          {"name":"bottoms","kind":"flag","default":false}]})"));
}

TEST_CASE("Games are found by their id") {
    REQUIRE_FALSE(catalogue().empty());
    for (const GameInfo* each : catalogue()) CHECK(find_game(each->id) == each);
    CHECK(find_game("ludo") == nullptr);
}

TEST_CASE("Options that are left out take their defaults") {
    for (const GameInfo* each : catalogue()) {
        const Json chosen = to_json(std::get<OptionValues>(read_options(*each, Json::object())));
        const Json shown = to_json(*each).tree();
        CHECK(chosen.size() == each->options.size());
        for (const Json& option : shown["options"])
            CHECK(chosen.at(option["name"].get<std::string>()) == option["default"]);
        const auto again = read_options(*each, chosen);
        CHECK(to_json(std::get<OptionValues>(again)) == chosen);
    }
}

TEST_CASE("A default that depends on another option is among the complete values, which can be sent again") {
    const GameInfo& yahtzee = *find_game("yahtzee");
    const Json chosen = to_json(std::get<OptionValues>(read_options(yahtzee, {{"preset", "yatzy"}})));
    CHECK(chosen["upper_bonus"] == 50);
    CHECK(chosen["joker"] == "none");
    CHECK(to_json(std::get<OptionValues>(read_options(yahtzee, chosen))) == chosen);
}

TEST_CASE("A refusal of options names the place of the error") {
    CHECK(refusal({{"joker", "free"}, {"columns", 3}, {"duplicate", true}}) == "accepted");
    CHECK(refusal({{"preset", "yatzy"}, {"joker", "wild"}}) == "/options/joker");
    CHECK(refusal({{"jokers", "free"}}) == "/options/jokers");
    CHECK(refusal({{"a/b~c", 1}}) == "/options/a~1b~0c");
    CHECK(refusal({{"joker", "sometimes"}}) == "/options/joker");
    CHECK(refusal({{"joker", 1}}) == "/options/joker");
    CHECK(refusal({{"columns", 2}}) == "/options/columns");
    CHECK(refusal({{"columns", 3.0}}) == "/options/columns");
    CHECK(refusal({{"columns", 4294967299}}) == "/options/columns");
    CHECK(refusal({{"columns", 18446744073709551615u}}) == "/options/columns");
    CHECK(refusal({{"columns", "3"}}) == "/options/columns");
    CHECK(refusal({{"duplicate", 1}}) == "/options/duplicate");
    CHECK(refusal({{"duplicate", nullptr}}) == "/options/duplicate");
    CHECK(refusal(Json::array()) == "/options");
    CHECK(refusal(nullptr) == "/options");
}

}  // namespace cubilete::protocol
