#include "server/net/text_frame.hpp"

#include <doctest/doctest.h>

namespace cubilete::server {

namespace {

/// The header of the frame with a text of so many bytes.
std::string header_of(std::size_t size) {
    std::string frames;
    append_text_frame(frames, std::string(size, 'x'));
    return frames.substr(0, frames.size() - size);
}

std::string bytes(std::initializer_list<int> values) {
    std::string text;
    for (const int value : values) text += static_cast<char>(value);
    return text;
}

}  // namespace

TEST_CASE("a frame says its length in the shortest of the three forms of RFC 6455") {
    CHECK(header_of(0) == bytes({0x81, 0}));
    CHECK(header_of(125) == bytes({0x81, 125}));
    CHECK(header_of(126) == bytes({0x81, 126, 0, 126}));
    CHECK(header_of(0xFFFF) == bytes({0x81, 126, 0xFF, 0xFF}));
    CHECK(header_of(0x10000) == bytes({0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0}));
}

TEST_CASE("frames follow each other without a gap") {
    std::string frames;
    append_text_frame(frames, "one");
    append_text_frame(frames, "three");
    CHECK(frames == bytes({0x81, 3}) + "one" + bytes({0x81, 5}) + "three");
}

}  // namespace cubilete::server
