#include "server/log.hpp"

#include <string>

#include <doctest/doctest.h>

namespace cubilete::server {

TEST_CASE("what people write is logged as it is") {
    for (const char* text : {"", "Ana", "José & Zoë", "{} %n \"quoted\" \\", "骰子 🎲"}) {
        CAPTURE(text);
        CHECK(printable(text) == text);
    }
}

TEST_CASE("what would forge a line or reach the terminal is escaped") {
    CHECK(printable("a\nb") == "a\\nb");
    CHECK(printable("a\r\nb") == "a\\r\\nb");
    CHECK(printable("\x1b[2J") == "\\u001b[2J");
    CHECK(printable("\x7f") == "\\u007f");
    CHECK(printable("\xc2\x9b"
                    "2J") == "\\u009b2J");
    CHECK(printable("\xff") == "\\ufffd");
    CHECK(printable(std::string("a\0b", 3)) == "a\\u0000b");
}

}  // namespace cubilete::server
