#include "server/net/frame_rewriter.hpp"

#include <random>
#include <string>

#include <doctest/doctest.h>

namespace cubilete::server {
namespace {

using namespace std::string_literals;

const std::string mask = "\x11\x22\x93\x44";

std::string masked(std::string text) {
    for (std::size_t at = 0; at < text.size(); ++at) text[at] = static_cast<char>(text[at] ^ mask[at % 4]);
    return text;
}

std::string frame(int opcode, const std::string& payload) {
    std::string head{static_cast<char>(0x80 | opcode)};
    if (payload.size() < 126) {
        head += static_cast<char>(0x80 | payload.size());
    } else {
        head += "\xFE";
        head += static_cast<char>(payload.size() >> 8);
        head += static_cast<char>(payload.size() & 0xFF);
    }
    return head + mask + masked(payload);
}

std::string seen(std::string bytes) {
    FrameRewriter rewriter;
    rewriter.rewrite(bytes);
    return bytes;
}

TEST_CASE("a frame with a length of 2^63 or more gets a length that Beast refuses") {
    const std::string sound = frame(1, "x");
    const std::string most = "\x81\xFF\x80\0\0\0\0\0\0\0"s + mask;
    CHECK(seen(sound + most) == sound + "\x81\xFF\0\0\0\0\0\0\0\0"s + mask);
    const std::string large = "\x81\xFF\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s + mask;
    CHECK(seen(large) == large);
}

TEST_CASE("a close code of 5000 or more gets a forbidden code; an invalid reason gets 1007") {
    const std::string before = frame(1, std::string(300, 'x')) + frame(9, "");
    CHECK(seen(before + frame(8, "\x13\x88 bye")) == before + frame(8, "\x03\xEE bye"));
    CHECK(seen(frame(8, "\xFF\xFF")) == frame(8, "\x03\xEE"));
    CHECK(seen(frame(8, "\x03\xE8\xFF!")) == frame(8, "\x03\xEF??"));
}

TEST_CASE("all other bytes are unchanged, in any fragments") {
    std::mt19937 random(20261122);
    std::string all;
    for (int number = 0; number < 2'000; ++number) {
        const std::string text(random() % 400, static_cast<char>('a' + number % 26));
        all += frame(random() % 2 == 0 ? 1 : 2, text);
        if (number % 7 == 0) all += frame(9, text.substr(0, 20));
    }
    all += frame(8, "\x03\xE8 adi\xC3\xB3s") + frame(8, "") + frame(8, "\x13\x87");
    FrameRewriter rewriter;
    std::string passed;
    for (std::size_t at = 0; at < all.size();) {
        std::string piece = all.substr(at, 1 + random() % 700);
        at += piece.size();
        rewriter.rewrite(piece);
        passed += piece;
    }
    CHECK(passed == all);
}

}  // namespace
}  // namespace cubilete::server
