#include "protocol/text.hpp"

#include <doctest/doctest.h>

using namespace cubilete::protocol;

namespace {

std::string repeated(std::string_view part, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += part;
    return text;
}

}  // namespace

TEST_CASE("names in any script are accepted unchanged") {
    for (const char* name :
         {"Ana", "José María", "Ñandú", "O'Brien", "Ольга", "李小龍", "עדה", "محمد", "สมชาย", "Q\u0301ofia",
          "نازنین\u200Cزهرا", "🎲", "👩‍👩‍👧", "❤️‍🔥", "1️⃣", "x"}) {
        CAPTURE(name);
        CHECK(clean_name(name) == name);
    }
}

TEST_CASE("a name loses its outer spaces and has single spaces between its words") {
    CHECK(clean_name("  Ana  ") == "Ana");
    CHECK(clean_name("Ana \u00A0\u3000 Luz") == "Ana Luz");
}

TEST_CASE("a name is the same whether its letters are written with marks of their own or in one character") {
    CHECK(clean_name("sen\u0303al") == "señal");
    CHECK(clean_name(repeated("n\u0303", 20)) == repeated("ñ", 20));
    CHECK(clean_name("\u1100\u1161") == "가");
    CHECK(skeleton("Jose\u0301") == skeleton("José"));
}

TEST_CASE("a password has no spaces at its ends and is the same however its letters are written") {
    CHECK(clean_password("sesame ") == "sesame");
    CHECK(clean_password("\u00A0 open  sesame\u3000") == "open  sesame");
    CHECK(clean_password("sen\u0303al") == "señal");
    CHECK(clean_password(" \t") == "\t");
    CHECK(clean_password("   ").empty());
    CHECK(clean_password("\xFF ") == "\xFF ");
}

TEST_CASE("a name has 1 to 20 characters after trimming, whatever its length in bytes") {
    CHECK(clean_name("  " + repeated("ñ", 20) + "  "));
    CHECK_FALSE(clean_name(repeated("ñ", 21)));
    CHECK(clean_name(repeated("🎲", 20)));
    CHECK_FALSE(clean_name(""));
    CHECK_FALSE(clean_name(" \u2003 "));
}

TEST_CASE("a name must be visible and must not disturb the line that contains it") {
    using namespace std::string_view_literals;
    for (const std::string_view name : {"A\nB"sv,       "A\tB"sv,      "A\0B"sv,      "\x7F"sv,
                                        "\u0085"sv,     "A\u2028B"sv,  // controls, line breaks
                                        "\u202EanA"sv,  "A\u2066B"sv,  "A\u200FB"sv,  "A\u061CB"sv,  // bidi
                                        "\u200B"sv,     "A\u200BB"sv,  "\uFEFF"sv,    "\u00AD"sv,
                                        "\u3164"sv,     "\u2800"sv,    "A\u2060"sv,  // invisible
                                        "\u200D"sv,     "\u200DAna"sv, "Ana\u200D"sv, "A\u200C\u200CB"sv,
                                        "A \u200DB"sv,  "A\u200D B"sv,  // joiners
                                        "\u0301"sv,     "A \u0301"sv,  "\uE000"sv,    "\uFFFE"sv,
                                        "\U000E0041"sv, "\U0010FFFF"sv}) {
        CAPTURE(name);
        CHECK_FALSE(clean_name(name));
    }
}

TEST_CASE("a letter of a name may have at most four combining marks") {
    CHECK(clean_name("Q" + repeated("\u0301", 4)));
    CHECK_FALSE(clean_name("Q" + repeated("\u0301", 5)));
    CHECK(clean_name("Q" + repeated("\u0301", 4) + "a" + repeated("\u0301", 4)));
}

TEST_CASE("a chat line has 1 to 500 characters and no control characters") {
    CHECK(is_valid_chat("Gut gewürfelt! 🎲"));
    CHECK(is_valid_chat(" "));
    CHECK(is_valid_chat(repeated("🎲", 500)));
    CHECK_FALSE(is_valid_chat(repeated("🎲", 501)));
    CHECK_FALSE(is_valid_chat(""));
    CHECK(is_valid_chat("שלום\u200F!"));
    for (const char* text :
         {"a\nb", "\x1B[31m", "\x7F", "a\u0085", "a\u2029b", "\u202Eabc", "\u202A", "\u2067x"}) {
        CAPTURE(text);
        CHECK_FALSE(is_valid_chat(text));
    }
}

TEST_CASE("a chat line has no invisible and no private characters, as a name") {
    CHECK(is_valid_chat("👨\u200D👩\u200D👧 ❤\uFE0F می\u200Cخواهم"));
    for (const char* text : {"a\u00ADb", "\u200B", "x\u2060", "\u3164", "\uE000", "\uFEFF", "\U000E0041",
                             "\U0010FFFD", "\u2800", "\uFFFC"}) {
        CAPTURE(text);
        CHECK_FALSE(is_valid_chat(text));
    }
}

TEST_CASE("names that are easily confused have the same skeleton, others do not") {
    const auto alike = [](const char* one, const char* other) { return skeleton(one) == skeleton(other); };
    CHECK(alike("Ana", "Аnа"));     // Cyrillic A, a
    CHECK(alike("Ana", "Ａｎａ"));  // full width
    CHECK(alike("Ana", "𝐀𝐧𝐚"));     // mathematical
    CHECK(alike("Nora", "Νοra"));   // Greek
    CHECK(alike("Bill", "Bi1I"));
    CHECK(alike("OK", "0K"));
    CHECK(alike("Tom", "Torn"));
    CHECK(alike("Ana", "An\u200Da"));
    CHECK(alike("Tito", "Тіто"));  // Cyrillic, with its small te
    CHECK(alike("luis", "ʟuis"));  // a small capital
    CHECK(alike("fina", "ﬁna"));   // a ligature
    CHECK(alike("Eloy", "Ꭼlоү"));  // Cherokee, Cyrillic
    CHECK_FALSE(alike("Ana", "ana"));
    CHECK_FALSE(alike("Jose", "José"));
    CHECK_FALSE(alike("Ana", "Anna"));
    CHECK_FALSE(alike("Иван", "Ivan"));
}

TEST_CASE("names of the server itself, and names that look like them, are reserved") {
    for (const char* name : {"Cubilete", "CUBILETE", "cubilete", "CubiIete", "Сubilete", "guest", "Guest",
                             "ｇuest", "guesт", "cubiℓete", "cúbilete", "gue\u0336st", "ɢuest", "ⓒubilete",
                             "ԍuest", "cub\u200Dilete", "𝓬𝓾𝓫𝓲𝓵𝓮𝓽𝓮"}) {
        CAPTURE(name);
        CHECK(is_reserved_name(name));
    }
    for (const char* name : {"Cubiletes", "guests", "Gast", "Ana", ""}) {
        CAPTURE(name);
        CHECK_FALSE(is_reserved_name(name));
    }
}

TEST_CASE("a chat line has a limited number of combining marks") {
    CHECK(is_valid_chat("Việt ngữ, ภาษาไทย นี้, עִבְרִית, हिन्दी, 1\uFE0F\u20E3"));
    for (const char* mark : {"\u0301", "\u0E49", "\u093C", "\u1AB0", "\uA670", "\uFE0F", "\U0001E8D0"}) {
        CAPTURE(mark);
        CHECK(is_valid_chat("Z" + repeated(mark, 6)));
        CHECK_FALSE(is_valid_chat("Z" + repeated(mark, 7)));
    }
}

TEST_CASE("ill-formed UTF-8 is refused as a name and as a chat line") {
    for (const char* text : {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80",
                             "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xC3", "\xE2\x82",
                             "\xF0\x9F\x8E", "a\xFFz", "\xC3(", "\xE2(\xA1"}) {
        CAPTURE(text);
        CHECK_FALSE(decode_utf8(text));
        CHECK_FALSE(clean_name(text));
        CHECK_FALSE(is_valid_chat(text));
    }
}

TEST_CASE("a text that is cut to a number of bytes keeps its last character whole") {
    CHECK(truncate_utf8("aé", 3) == "aé");
    CHECK(truncate_utf8("aé", 2) == "a");
    CHECK(truncate_utf8("aé", 1) == "a");
    CHECK(truncate_utf8("aéb", 3) == "aé");
    for (const std::size_t most : {0, 1, 2, 3}) CHECK(truncate_utf8("🎲🎲", most).empty());
    for (const std::size_t most : {4, 5, 6, 7}) CHECK(truncate_utf8("🎲🎲", most) == "🎲");
    CHECK_MESSAGE(truncate_utf8("\x80\x80", 1).empty(), "any bytes are accepted");
}

TEST_CASE("every code point except surrogates is encoded and decoded without change") {
    CHECK(decode_utf8("\x7F\u0080\u07FF\u0800\uD7FF\uE000\uFFFF\U00010000\U0010FFFF") ==
          U"\x7F\u0080\u07FF\u0800\uD7FF\uE000\uFFFF\U00010000\U0010FFFF");
}
