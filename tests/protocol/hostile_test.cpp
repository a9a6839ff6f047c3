#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <pthread.h>

#include "protocol/codec.hpp"
#include "tests/protocol/examples.hpp"
#include "tests/protocol/repeated.hpp"
#include "tests/seeded_chance.hpp"

using namespace cubilete::protocol;

namespace {

/// Runs `work` on a thread with a stack of 256 KiB and returns its findings.
std::string on_small_stack(std::function<std::string()> work) {
    struct Purpose {
        std::function<std::string()> work;
        std::string found;
    } errand{std::move(work), {}};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    REQUIRE(pthread_attr_setstacksize(&attributes, 256 * 1024) == 0);
    pthread_t thread;
    const auto run = [](void* given) -> void* {
        auto& own = *static_cast<Purpose*>(given);
        own.found = own.work();
        return nullptr;
    };
    REQUIRE(pthread_create(&thread, &attributes, run, &errand) == 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    return errand.found;
}

/// Parses a text and writes the answer. Returns the code of the refusal, "" for a valid message, or a
/// description of what went wrong.
std::string answer_to(std::string_view text, const Limits& limits = {}) {
    const auto parsed = parse(text, limits);
    const auto* bad = std::get_if<BadMessage>(&parsed);
    if (bad == nullptr) return {};
    const std::string reply = write(RefusedReply{bad->request_id, bad->refused});
    if (!std::holds_alternative<Json>(read_json(reply))) return "unreadable reply " + reply;
    return std::string(name_of(bad->refused.code));
}

/// Collects the texts with a wrong answer.
class Findings {
  public:
    void expect(const std::string& code, std::string_view text, const Limits& limits = {}) {
        const std::string answer = answer_to(text, limits);
        if (answer != code)
            found_ += "expected \"" + code + "\", got \"" + answer +
                      "\": " + std::string(text.substr(0, 200)) + '\n';
    }
    std::string found() const { return found_; }

  private:
    std::string found_;
};

/// A request with a placeholder, and the numbers to put there.
struct NumberField {
    std::string_view before;
    std::string_view after;
    bool (*takes)(std::int64_t number);
};
template <std::int64_t least, std::int64_t most>
bool within(std::int64_t number) {
    return least <= number && number <= most;
}
bool turn_time(std::int64_t number) { return number == 0 || within<5'000, 86'400'000>(number); }
const std::vector<NumberField> number_fields{
    {R"({"t":"hello","id":1,"v":)", "}", within<INT64_MIN, INT64_MAX>},
    {R"({"t":"room.create","id":1,"game":"g","seats":)", "}", within<1, 10>},
    {R"({"t":"room.set","id":1,"room":"A","seats":)", "}", within<1, 10>},
    {R"({"t":"room.set","id":1,"room":"A","clock":{"turn_ms":)", "}}", turn_time},
    {R"({"t":"room.join","id":1,"room":"A","seat":)", "}", within<0, 9>},
    {R"({"t":"room.join","id":1,"room":"A","seen":{"match":"m","seq":)", "}}", within<0, INT64_MAX>},
    {R"({"t":"room.seat","id":1,"room":"A","seat":)", "}", within<0, 9>},
    {R"({"t":"room.bot","id":1,"room":"A","level":"easy","seat":)", "}", within<0, 9>},
    {R"({"t":"move","id":1,"room":"A","match":"m","move":{},"n":)", "}", within<INT64_MIN, INT64_MAX>},
};

struct OddNumber {
    std::string_view text;
    std::optional<std::int64_t> exact;  ///< nullopt: not an integer of 64 bits
};
const std::vector<OddNumber> odd_numbers{
    {"-0", 0},
    {"-1", -1},
    {"11", 11},
    {"255", 255},
    {"4999", 4'999},
    {"86400001", 86'400'001},
    {"256", 256},
    {"257", 257},
    {"65537", 65537},
    {"2147483647", 2147483647},
    {"2147483648", 2147483648},
    {"-2147483648", -2147483648},
    {"-2147483649", -2147483649},
    {"4294967295", 4294967295},
    {"4294967296", 4294967296},
    {"4294967297", 4294967297},
    {"9007199254740993", 9007199254740993},
    {"9223372036854775807", INT64_MAX},
    {"-9223372036854775808", INT64_MIN},
    {"9223372036854775808", {}},
    {"-9223372036854775809", {}},
    {"18446744073709551615", {}},
    {"18446744073709551616", {}},
    {"18446744073709551617", {}},
    {"340282366920938463463374607431768211457", {}},
    {"1.0", {}},
    {"1.9", {}},
    {"0.0", {}},
    {"-0.0", {}},
    {"1e0", {}},
    {"1E1", {}},
    {"10e-1", {}},
    {"1e-400", {}},
    {"1e308", {}},
    {"1e400", {}},
    {"-1e400", {}},
    {"NaN", {}},
    {"Infinity", {}},
    {"-Infinity", {}},
    {"01", {}},
    {"+1", {}},
    {"0x1", {}},
    {"1_0", {}},
    {"1.", {}},
    {".1", {}},
    {"1e", {}},
    {"--1", {}},
    {"\"1\"", {}},
    {"\"\"", {}},
    {"true", {}},
    {"false", {}},
    {"[1]", {}},
    {"[]", {}},
    {"{}", {}},
    {"{\"a\":1}", {}},
};

/// A request with a placeholder for a string. `plain` fields do not allow control characters; the other
/// fields have their own rules.
struct TextField {
    std::string_view before;
    std::string_view after;
    bool plain = true;
};
const std::vector<TextField> text_fields{
    {R"({"t":"hello","v":1,"id":)", "}"},
    {R"({"t":"hello","id":1,"v":1,"token":)", "}"},
    {R"({"t":"hello","id":1,"v":1,"lang":)", "}"},
    {R"({"t":"hello","id":1,"v":1,"agent":)", "}"},
    {R"({"t":"hello","id":1,"v":1,"name":)", "}", false},
    {R"({"t":"rename","id":1,"name":)", "}", false},
    {R"({"t":"lobby.watch","id":1,"game":)", "}"},
    {R"({"t":"room.create","id":1,"game":)", "}"},
    {R"({"t":"room.create","id":1,"game":"g","password":)", "}"},
    {R"({"t":"room.join","id":1,"room":)", "}"},
    {R"({"t":"room.join","id":1,"room":"A","as":)", "}"},
    {R"({"t":"room.join","id":1,"room":"A","seen":{"seq":1,"match":)", "}}"},
    {R"({"t":"room.kick","id":1,"room":"A","player":)", "}"},
    {R"({"t":"room.bot","id":1,"room":"A","seat":1,"level":)", "}"},
    {R"({"t":"move","id":1,"room":"A","n":1,"move":{},"match":)", "}"},
};

/// Strings that no JSON text may contain.
const std::vector<std::string> unreadable_strings{"\"\x80\"",
                                                  "\"\xBF\"",
                                                  "\"\xC0\"",
                                                  "\"\xC0\x80\"",
                                                  "\"\xC0\xAF\"",
                                                  "\"\xC1\xBF\"",
                                                  "\"\xC3\"",
                                                  "\"\xC3(\"",
                                                  "\"\xE0\x80\x80\"",
                                                  "\"\xE0\x9F\xBF\"",
                                                  "\"\xE2\x82\"",
                                                  "\"\xE2(\xA1\"",
                                                  "\"\xED\xA0\x80\"",
                                                  "\"\xED\xBF\xBF\"",
                                                  "\"\xED\xA0\x80\xED\xB0\x80\"",
                                                  "\"\xF0\x80\x80\x80\"",
                                                  "\"\xF0\x8F\xBF\xBF\"",
                                                  "\"\xF0\x9F\x8E\"",
                                                  "\"\xF4\x90\x80\x80\"",
                                                  "\"\xF5\x80\x80\x80\"",
                                                  "\"\xF8\x88\x80\x80\x80\"",
                                                  "\"\xFE\"",
                                                  "\"\xFF\"",
                                                  "\"a\xFFz\"",
                                                  R"("\uD800")",
                                                  R"("\uDBFF")",
                                                  R"("\uDC00")",
                                                  R"("\uDFFF")",
                                                  R"("\uD800\u0041")",
                                                  R"("\uD800\uD800")",
                                                  R"("\uDC00\uD800")",
                                                  R"("\uD83C")",
                                                  R"("a\uDFB2")",
                                                  R"("\u0000")",
                                                  R"("a\u0000b")",
                                                  std::string("\"\0\"", 3),
                                                  std::string("\"a\0b\"", 5),
                                                  "\"\n\"",
                                                  "\"\r\"",
                                                  "\"\t\"",
                                                  "\"\x01\"",
                                                  "\"\x1F\"",
                                                  R"("\x41")",
                                                  R"("\u12")",
                                                  R"("\u")",
                                                  R"("\)",
                                                  R"("a)",
                                                  "'a'",
                                                  "\xEF\xBB\xBF\"a\"",
                                                  "\xC2\xA0\"a\""};
/// Well-formed strings that a plain field may not contain.
const std::vector<std::string> control_strings{R"("\n")",
                                               R"("a\r\nb")",
                                               R"("\t")",
                                               R"("\b")",
                                               R"("\f")",
                                               R"("\u0001")",
                                               R"("\u001b[31m")",
                                               R"("\u001F")",
                                               "\"\x7F\"",
                                               R"("\u007f")",
                                               R"("\u0080")",
                                               R"("\u0085")",
                                               "\"\xC2\x9F\"",
                                               '"' + std::string(129, 'x') + '"',
                                               '"' + std::string(10'000, 'x') + '"'};

}  // namespace

TEST_CASE("nesting of any depth is refused on a small stack") {
    CHECK(on_small_stack([] {
              Findings findings;
              const Limits long_texts{.bytes = 4 << 20, .depth = 16, .values = 512};
              for (const std::size_t depth : {17, 18, 100, 1'000, 5'000}) {
                  findings.expect("too_deep", repeated("[", depth) + repeated("]", depth));
                  findings.expect("too_deep", repeated("[", depth));
                  findings.expect("too_deep", repeated(R"({"a":)", depth), long_texts);
                  findings.expect("too_deep", repeated(R"([{"a":)", depth), long_texts);
                  findings.expect("too_deep",
                                  R"({"t":"move","id":1,"room":"A","match":"m","n":1,"move":{"dice":)" +
                                      repeated("[", depth) + repeated("]", depth) + "}}",
                                  long_texts);
              }
              findings.expect("too_big", repeated("[", 1'000'000));
              findings.expect("too_deep", repeated("[", 1'000'000), long_texts);
              return findings.found();
          }) == "");
}

TEST_CASE("any number of keys, elements and bytes past the limits is refused") {
    CHECK(on_small_stack([] {
              Findings findings;
              const Limits long_texts{.bytes = 4 << 20, .depth = 16, .values = 512};
              std::string keys = R"({"t":"hello")";
              for (int key = 0; key < 10'000; ++key) keys += ",\"k" + std::to_string(key) + "\":0";
              findings.expect("too_big", keys + '}');
              findings.expect("too_big", keys + '}', long_texts);
              findings.expect("too_big", '{' + repeated("\"a\":1,", 5'000));
              findings.expect("bad_message", '{' + repeated("\"a\":1,", 2'000), long_texts);
              findings.expect("too_big", '[' + repeated("[],", 5'000));
              findings.expect("too_big", repeated(" ", 16 * 1024 + 1));
              findings.expect("bad_message", repeated(" ", 16 * 1024));
              findings.expect("bad_message", '"' + repeated("\\u0041", 2'000), long_texts);
              return findings.found();
          }) == "");
}

TEST_CASE("unusual numbers are accepted only if they are exact and in range") {
    REQUIRE(odd_numbers.size() >= 40);
    CHECK(on_small_stack([] {
              Findings findings;
              for (const NumberField& field : number_fields)
                  for (const OddNumber& number : odd_numbers) {
                      const bool fits = number.exact && field.takes(*number.exact);
                      findings.expect(
                          fits ? "" : "bad_message",
                          std::string(field.before) + std::string(number.text) + std::string(field.after));
                  }
              return findings.found();
          }) == "");
}

TEST_CASE("unusual strings are refused in every text field, and the refusal can be written") {
    REQUIRE(unreadable_strings.size() + control_strings.size() >= 60);
    CHECK(on_small_stack([] {
              Findings findings;
              for (const TextField& field : text_fields) {
                  const auto request = [&](const std::string& text) {
                      return std::string(field.before) + text + std::string(field.after);
                  };
                  for (const std::string& text : unreadable_strings)
                      findings.expect("bad_message", request(text));
                  for (const std::string& text : control_strings)
                      findings.expect(field.plain ? "bad_message" : "", request(text));
              }
              for (const std::string& text : unreadable_strings)
                  findings.expect("bad_message",
                                  R"({"t":"room.chat","id":1,"room":"A","text":)" + text + '}');
              for (const std::string& text :
                   {R"("\n")", R"("\u007f")", R"("\u202e")", R"("\u2066")", R"("\u2028")"})
                  findings.expect("bad_text",
                                  R"({"t":"room.chat","id":1,"room":"A","text":)" + std::string(text) + '}');
              return findings.found();
          }) == "");
}

TEST_CASE("randomly damaged messages always get an answer from the codec") {
    const std::uint64_t seed = 1;
    CAPTURE(seed);
    std::vector<std::string> good = readme_examples("client");
    REQUIRE_FALSE(good.empty());
    const std::vector<std::string> splinters{"1e400",
                                             "\\u0000",
                                             "\\ud800",
                                             "\xFF",
                                             "[[[[[[[[",
                                             "{\"a\":",
                                             "}",
                                             "]",
                                             ",",
                                             ":",
                                             "\"",
                                             "\\",
                                             "null",
                                             "-",
                                             "1.0",
                                             "\xEF\xBB\xBF",
                                             "\xF0\x9F",
                                             "\"id\":1,",
                                             "99999999999999999999"};
    CHECK(on_small_stack([&] {
              cubilete::SeededChance chance(seed);
              const auto below = [&](std::size_t n) {
                  return static_cast<std::size_t>(chance.pick(static_cast<int>(n)));
              };
              std::string found;
              for (int trial = 0; trial < 5'000; ++trial) {
                  std::string text = good[below(good.size())];
                  for (std::size_t wounds = 1 + below(4); wounds > 0; --wounds) {
                      const std::size_t at = below(text.size() + 1);
                      switch (below(5)) {
                          case 0: text.insert(at, splinters[below(splinters.size())]); break;
                          case 1: text.insert(at, 1, static_cast<char>(below(256))); break;
                          case 2: text.erase(at, 1 + below(8)); break;
                          case 3: text.insert(at, text.substr(below(text.size() + 1), 1 + below(20))); break;
                          default: text = text.substr(0, at) + good[below(good.size())].substr(below(20));
                      }
                  }
                  const std::string answer = answer_to(text);
                  if (answer.find(' ') != std::string::npos) found += answer + '\n';
              }
              return found;
          }) == "");
}
