#include "server/admin/operator_settings.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace cubilete::server;

TEST_CASE(
    "a refused name is found as a part of another, in any case, with accents and letters that look alike") {
    const WordList names("# not these\n\nrude\r\n  Ñoño \n");
    for (const char* name :
         {"rude", "RUDE", "very rude boy", "Rúdē", "xrudex", "nono", "\u0433ude rud\u0435"}) {
        CAPTURE(name);
        CHECK(names.matches_name(name));
    }
    for (const char* name : {"Ana", "ru de", "# not these", "not these"}) {
        CAPTURE(name);
        CHECK_FALSE(names.matches_name(name));
    }
    CHECK_FALSE(WordList("").matches_name("Ana"));
}

TEST_CASE("a refused word in a line stands alone") {
    const WordList words("ass\nson of a gun");
    CHECK(words.matches_line("you ass!"));
    CHECK(words.matches_line("ASS"));
    CHECK(words.matches_line("a classy ass"));
    CHECK(words.matches_line("You son of a gun."));
    CHECK_FALSE(words.matches_line("first class, assured"));
    CHECK_FALSE(words.matches_line("a son of a gunner"));
    CHECK_FALSE(words.matches_line("glass"));
}

TEST_CASE("a refused word in Cyrillic or Greek letters is found in any case and with accents") {
    for (const auto& written : {std::vector{"дурак", "Дурак", "ДУРАК", "ДYPAK"},
                                std::vector{"βλάκας", "Βλακας", "ΒΛΆΚΑΣ", "ΒΛΑΚΑΣ"}}) {
        for (const char* refused : written) {
            const WordList words(refused);
            for (const char* text : written) {
                CAPTURE(refused);
                CAPTURE(text);
                CHECK(words.matches_name(text));
                CHECK(words.matches_line("some " + std::string(text) + "!"));
            }
            CHECK_FALSE(words.matches_name("Λάμδα Дина"));
        }
    }
}

TEST_CASE("a refused word is found where r and n meet, and with r and n for its m") {
    const WordList words("nasty\nnumbskull\nchoker");
    for (const char* name : {"supernasty", "chokernow", "nurnbskull", "nuRNbskull", "nuмbskull"}) {
        CAPTURE(name);
        CHECK(words.matches_name(name));
    }
    CHECK(words.matches_line("a nurnbskull!"));
    CHECK_FALSE(words.matches_name("masty"));
}

TEST_CASE("a refused word with r and n, which look like m, is found in any case and with accents") {
    for (const char* refused : {"corn", "CORN", "CoRn", "co\u0155n"}) {
        const WordList words(refused);
        for (const char* text : {"corn", "CORN", "CoRn", "cORn", "co\u0155n", "coR\u0144"}) {
            CAPTURE(refused);
            CAPTURE(text);
            CHECK(words.matches_name(text));
            CHECK(words.matches_line("some " + std::string(text) + "!"));
        }
        CHECK_FALSE(words.matches_name("conr"));
        CHECK_FALSE(words.matches_name("Comet"));  // an m hides no r and n
        CHECK_FALSE(words.matches_line("cornfields, CORNFIELDS"));
    }
}

TEST_CASE("each setting takes its values and no others") {
    CHECK(setting_error("open-tables", "word").empty());
    CHECK(setting_error("chat", "off").empty());
    CHECK(setting_error("public-tables", "on").empty());
    CHECK(setting_error("house-word", "abracadabra").empty());
    CHECK(setting_error("refused-words", "a\nb\n").empty());
    CHECK_FALSE(setting_error("open-tables", "some").empty());
    CHECK_FALSE(setting_error("chat", "yes").empty());
    CHECK_FALSE(setting_error("public-tables", "").empty());
    CHECK_FALSE(setting_error("house-word", std::string(65, 'a')).empty());
    CHECK_FALSE(setting_error("house-word", "a\nb").empty());
    CHECK_FALSE(setting_error("refused-names", "\xff").empty());
    CHECK_FALSE(setting_error("colour", "red").empty());
}
