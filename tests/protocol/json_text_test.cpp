#include "protocol/json_text.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include <doctest/doctest.h>

namespace cubilete::protocol {

TEST_CASE("A JsonText has the same text as the dump of the equal Json tree") {
    const std::string names[] = {"",
                                 "Ana",
                                 "Ñandú ♥ 骰子",
                                 "\"quoted\" \\ back",
                                 "tab\tline\nnul\x01",
                                 "del\x7f",
                                 "half \xc3 a character"};
    for (const std::string& name : names)
        CHECK(JsonText(name).dump() == Json(name).dump(-1, ' ', false, Json::error_handler_t::replace));
    for (const std::int64_t number : {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1},
                                      std::int64_t{0}, std::numeric_limits<std::int64_t>::max()})
        CHECK(JsonText(number).dump() == Json(number).dump());
    CHECK(JsonText(std::uint8_t{65}).dump() == "65");
    CHECK(JsonText(true).dump() == "true");
    CHECK(JsonText().dump() == "null");
    CHECK(JsonText(std::optional<int>()).dump() == "null");
    CHECK(JsonText(std::optional<int>(7)).dump() == "7");
}

TEST_CASE("A character is escaped wherever it stands in a string") {
    for (int code = 0; code <= 0xff; ++code)
        for (std::size_t size = 1; size <= 17; ++size)
            for (std::size_t at = 0; at < size; ++at) {
                std::string text(size, 'x');
                text[at] = static_cast<char>(code);
                CAPTURE(text);
                CHECK(JsonText(text).dump() ==
                      Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
            }
}

TEST_CASE("Objects and arrays as text contain what was added to them, in order") {
    JsonText json = JsonText::object({{"t", "match"}, {"dice", JsonText::array(std::array{3, 1, 2})}});
    json.emplace("none", JsonText::array());
    json.update(JsonText::object());
    json.update(JsonText::object({{"nothing", JsonText::object()}, {"left", false}}));
    CHECK(json.dump() == R"({"t":"match","dice":[3,1,2],"none":[],"nothing":{},"left":false})");
    CHECK(json.tree().dump() == json.dump());

    const std::string name = "\"Ñandú\" \x01\xc3";
    const JsonText escaped = JsonText::object({{"a", name}, {"b", -1}, {"c", name}, {"d", "x"}});
    CHECK(escaped.tree() ==
          object({{"a", "\"Ñandú\" \x01\uFFFD"}, {"b", -1}, {"c", "\"Ñandú\" \x01\uFFFD"}, {"d", "x"}}));

    JsonText made = JsonText::object();
    made.update(JsonText::object({{"a", 1}}));
    CHECK(made.dump() == R"({"a":1})");
    JsonText first = JsonText::object();
    first.emplace("b", JsonText());
    CHECK(first.dump() == R"({"b":null})");
    JsonText array = JsonText::array();
    array.push_back(JsonText::array());
    array.push_back("x");
    CHECK(array.dump() == R"([[],"x"])");
}

TEST_CASE("The tree of a text is what the parser of JSON reads") {
    for (
        const char* text :
        {R"({"do":"keep","dice":[1,2],"all":true,"none":null,"no":false})",
         R"({"a":{"b":{"c":{"d":{"e":{}}}}}})",
         R"({"n":[0,-1,12,999999999999999999,9223372036854775807,-9223372036854775808,18446744073709551615,1.5]})",
         R"({"name":"\u00d1and\u00fa \"2\""})", R"( { "a" : [ 1 , 2 ] } )", R"({"a":1,"a":2})", "{}", "[]",
         "null", R"("keep")", "7"}) {
        CAPTURE(text);
        const Json tree = JsonText::of_text(text).tree();
        CHECK(tree.dump() == Json::parse(text).dump());
        CHECK(tree == Json::parse(text));
    }
    const Json numbers = JsonText::of_text(R"({"n":[1,-1]})").tree();
    CHECK(numbers["n"][0].is_number_unsigned());
    CHECK_FALSE(numbers["n"][1].is_number_unsigned());
    for (const char* text : {"", "{", R"({"a":1)", R"({"a":01})", R"({"a":1}})", R"({"a":1,})"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(JsonText::of_text(text).tree(), Json::parse_error);
    }
}

TEST_CASE("Long texts are as complete as short ones") {
    for (const std::size_t size : {2'000, 2'040, 2'050, 100'000}) {
        const std::string text(size, 'x');
        const Json tree = object({{"a", text}, {"b", 1}});
        CHECK(JsonText::object({{"a", text}, {"b", 1}}).dump() == tree.dump());
        JsonText made = JsonText::array();
        for (int times = 0; times < 3; ++times) made.push_back(JsonText::of(tree));
        JsonText outer = JsonText::object();
        outer.emplace("c", made);
        outer.update({{"d", text}, {"e", "\""}});
        CHECK(outer.tree() == object({{"c", Json::array({tree, tree, tree})}, {"d", text}, {"e", "\""}}));
        CHECK(outer.tree().dump() == outer.dump());
    }
}

}  // namespace cubilete::protocol
