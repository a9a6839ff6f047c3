#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "protocol/codec.hpp"
#include "tests/protocol/repeated.hpp"

using namespace cubilete::protocol;

namespace {

Rejection refusal_of(std::string_view text, const Limits& limits = {}) {
    auto read = read_json(text, limits);
    REQUIRE_MESSAGE(std::holds_alternative<Rejection>(read), text.substr(0, 80));
    return std::get<Rejection>(std::move(read));
}

Json value_of(std::string_view text, const Limits& limits = {}) {
    auto read = read_json(text, limits);
    REQUIRE_MESSAGE(std::holds_alternative<Json>(read), text.substr(0, 80));
    return std::get<Json>(std::move(read));
}

}  // namespace

TEST_CASE("a well-formed text is read as written, with its members in order") {
    const std::string text = R"({"z":1,"a":[true,false,null,-7,0.5,"ñ🎲"],"m":{"":{}},"e":[]})";
    CHECK(value_of(text).dump() == text);
    CHECK(value_of("  [ 1 ,\n2 ]\t").dump() == "[1,2]");
}

TEST_CASE("plain messages are read as all others are, whatever is wrong with them") {
    const std::vector<std::string> messages{
        R"({"t":"move","id":7,"room":"K7QX2M","match":"m_1","n":3,"move":{"do":"roll","dice":[0,1,2]}})",
        R"({"t": "move", "id": "a b", "n": -3, "move": {"card": "R7", "then": [{"deep": [true, false, null]}]}})",
        R"({"a":{"b":{"c":{"d":{"e":1}}}},"x":0,"y":10,"z":999999999999999999,"w":-999999999999999999})",
        R"({"x":-0,"y":1.5,"z":1e3,"big":18446744073709551615,"u":"\u00e9","s":"ñ","e":{},"l":[]})",
        R"({"t":"dice.give","value":"0123456789abcdef !#$%&'()*+,-./:;<=>?@[]^_`{|}~"})"};
    // A line break makes the other reader read the same.
    const auto same = [](const std::string& text) {
        CAPTURE(text);
        const auto plain = read_json(text);
        const auto other = read_json('\n' + text);
        REQUIRE(plain.index() == other.index());
        if (const auto* json = std::get_if<Json>(&plain)) {
            CHECK(json->dump() == std::get<Json>(other).dump());
            for (const auto& [name, value] : json->items())
                CHECK(value.type() == std::get<Json>(other)[name].type());
        } else {
            CHECK(std::get<Rejection>(plain).code == std::get<Rejection>(other).code);
        }
    };
    for (const std::string& message : messages) {
        same(message);
        for (std::size_t at = 0; at < message.size(); ++at) {
            same(message.substr(0, at));
            for (const char c : std::string_view("{}[],:\"\\ 019-.eatn\x7f\t\x1f\xc3")) {
                std::string changed = message;
                changed[at] = c;
                same(changed);
                same(changed.insert(at, 1, c));
            }
        }
    }
    same(R"({"id":1,"id":2})");
    for (const std::size_t values : {511, 512, 513}) same("{\"list\":[0" + repeated(",0", values - 3) + "]}");
}

TEST_CASE("a reader that takes no fractions refuses every number that is not written as an integer") {
    const Limits integers{.fractions = false};
    for (const char* text : {"[0,-7,18446744073709551615]", R"({"1.0":"1e0"})"})
        CHECK(value_of(text, integers).dump() == text);
    for (const char* text : {"1.0", "[1e0]", R"({"a":{"b":10E-1}})", "-0.0", "0.5"}) {
        CAPTURE(text);
        CHECK(refusal_of(text, integers).text == "This number is not written as an integer.");
    }
}

TEST_CASE("numbers are exact 64-bit integers or finite fractions") {
    CHECK(value_of("9223372036854775807") == Json(std::int64_t{9223372036854775807}));
    CHECK(value_of("-9223372036854775808").is_number_integer());
    CHECK(value_of("18446744073709551615") == Json(std::uint64_t{18446744073709551615u}));
    CHECK(value_of("1.0").is_number_float());
    CHECK(value_of("1e2").is_number_float());
    for (const char* text :
         {"18446744073709551616", "-9223372036854775809", "100000000000000000000000", "1e400", "-1e400",
          "NaN", "nan", "Infinity", "-Infinity", "01", "+1", ".5", "1.", "0x10", "1_000", "1e", "--1", "-"}) {
        CAPTURE(text);
        CHECK(refusal_of(text).code == Code::bad_message);
    }
}

TEST_CASE("a text of exactly the limit is read, and one byte, level or value more is refused") {
    const Limits limits;
    const std::string longest = '"' + std::string(limits.bytes - 2, 'x') + '"';
    CHECK(value_of(longest).is_string());
    CHECK(refusal_of(longest + ' ').code == Code::too_big);

    const auto nested = [](std::size_t depth) { return repeated("[", depth) + repeated("]", depth); };
    CHECK(value_of(nested(limits.depth)).is_array());
    CHECK(refusal_of(nested(limits.depth + 1)).code == Code::too_deep);

    const auto array_of = [](std::size_t count) { return "[0" + repeated(",0", count - 1) + ']'; };
    CHECK(value_of(array_of(limits.values - 1)).size() == limits.values - 1);  // the array itself is a value
    CHECK(refusal_of(array_of(limits.values)).code == Code::too_big);
}

TEST_CASE("the caller sets the limits") {
    const Limits small{.bytes = 10, .depth = 1, .values = 3};
    CHECK(value_of("[1,2]", small).size() == 2);
    CHECK(refusal_of("[1,2,3]", small).code == Code::too_big);
    CHECK(refusal_of("[[]]", small).code == Code::too_deep);
    CHECK(refusal_of("[10000,1234]", small).code == Code::too_big);
}

TEST_CASE("`too_deep` is reported at the bracket that exceeds the limit, whatever follows it") {
    const Rejection refused = refusal_of(R"({"a":)" + repeated("[", 16) + "this is not JSON");
    CHECK(refused.code == Code::too_deep);
    CHECK(refused.at == "/a" + repeated("/0", 15));
}

TEST_CASE("a key may occur only once in an object") {
    const Rejection refused = refusal_of(R"({"a":1,"list":[{},{"b/c":1,"b\/c":2}]})");
    CHECK(refused.code == Code::bad_message);
    CHECK(refused.at == "/list/1/b~1c");
    CHECK(refusal_of(R"({"id":1,"\u0069d":2})").at == "/id");
    CHECK(value_of(R"({"a":{"a":{"a":1}},"A":1})").size() == 2);
}

TEST_CASE("text is well-formed UTF-8 without NUL, byte order mark and lone surrogates") {
    using namespace std::string_view_literals;
    for (const std::string_view text : {"\"\x80\""sv,
                                        "\"\xC0\xAF\""sv,
                                        "\"\xE0\x80\xAF\""sv,
                                        "\"\xED\xA0\x80\""sv,
                                        "\"\xF4\x90\x80\x80\""sv,
                                        "\"\xF8\x88\x80\x80\x80\""sv,
                                        "\"\xC3\""sv,
                                        "\"\xFF\""sv,
                                        "\"\xFE\""sv,  // ill-formed UTF-8
                                        R"("\uD800")"sv,
                                        R"("\uDC00")"sv,
                                        R"("\uD800x")"sv,
                                        R"("\uD800\uD800")"sv,
                                        R"("\uDC00\uD800")"sv,
                                        R"("\u0000")"sv,
                                        R"({"\u0000":1})"sv,
                                        "\"a\0b\""sv,
                                        "{}\0"sv,
                                        "{}\0 rubbish"sv,
                                        "\0"sv,  // NUL
                                        "\xEF\xBB\xBF{}"sv,
                                        "\xFF\xFE{\0}\0"sv,  // byte order marks
                                        "\"\n\""sv,
                                        "\"\x1F\""sv,
                                        R"("\x41")"sv,
                                        R"("\u12")"sv}) {  // controls, escapes
        CAPTURE(text);
        CHECK(refusal_of(text).code == Code::bad_message);
    }
    CHECK(value_of(R"("\uD83C\uDFB2")") == Json("🎲"));
    CHECK(value_of("\"\xEF\xBB\xBF\"") == Json("\xEF\xBB\xBF"));
}

TEST_CASE("a text that is not JSON is refused with the byte of the error") {
    CHECK(refusal_of(R"({"t":"x")").text == "This is not JSON: see byte 9.");
    for (const char* text : {"",     " ",   "{",        "[",         "\"",       "{]",       "[}",    "[1,]",
                             "[,1]", "{,}", R"({"a"})", R"({"a":})", R"({a:1})", "{'a':1}",  "[1 2]", "{} {}",
                             "[]]",  "tru", "True",     "undefined", "// x\n1",  "/* x */1", "1//x"}) {
        CAPTURE(text);
        CHECK(refusal_of(text).code == Code::bad_message);
    }
}

TEST_CASE("a JSON pointer that is too long is left out") {
    const std::string key = '"' + std::string(1000, 'k') + '"';
    const Rejection refused = refusal_of('{' + key + ":1," + key + ":2}");
    CHECK(refused.code == Code::bad_message);
    CHECK(refused.at.empty());
}
