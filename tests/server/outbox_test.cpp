#include "server/net/outbox.hpp"

#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace cubilete::server {

namespace {

using Texts = std::vector<std::string>;
constexpr std::size_t plenty = 1'000'000;

Frame frame_of(Frame::Kind kind, std::string text, std::string subject = {}) {
    return {std::make_shared<const std::string>(std::move(text)), kind, std::move(subject)};
}
Frame push(std::string text, std::string subject = {}) {
    return frame_of(Frame::Kind::push, std::move(text), std::move(subject));
}
Frame reply(std::string text) { return frame_of(Frame::Kind::reply, std::move(text)); }

std::vector<std::string> rest(Outbox& outbox) {
    std::vector<std::string> texts;
    for (const Frame& frame : outbox.take(plenty)) texts.push_back(*frame.text);
    return texts;
}

}  // namespace

TEST_CASE("frames leave in the order in which they were sent") {
    Outbox outbox(plenty, plenty);
    REQUIRE(outbox.push(push("a", "match")));
    REQUIRE(outbox.push(reply("b")));
    REQUIRE(outbox.push(push("c", "match")));
    CHECK(outbox.bytes() == 3);
    CHECK(rest(outbox) == Texts{"a", "b", "c"});
    CHECK(outbox.bytes() == 0);
}

TEST_CASE("a client that keeps up gets every push of a subject") {
    const std::string text(10, 'x');
    Outbox outbox(2 * text.size(), plenty);
    REQUIRE(outbox.push(push(text, "match")));
    REQUIRE(outbox.push(push(text, "match")));
    CHECK(rest(outbox).size() == 2);
}

TEST_CASE("a slow client gets only the newest push of a subject, at the newest one's position") {
    Outbox outbox(4, plenty);
    REQUIRE(outbox.push(push("m1", "match")));
    REQUIRE(outbox.push(push("m2", "match")));
    REQUIRE(outbox.push(push("room", "room")));
    REQUIRE(outbox.push(push("m3", "match")));
    CHECK(outbox.bytes() == 6);
    CHECK(outbox.dropped() == 2);
    CHECK(rest(outbox) == Texts{"room", "m3"});
}

TEST_CASE(
    "a push about the same state again replaces no push that made it, and both are replaced by the next") {
    Outbox outbox(0, plenty);
    REQUIRE(outbox.push(push("m1", "match")));
    REQUIRE(outbox.push(push("clock", "match again")));
    REQUIRE(outbox.push(push("clock too", "match again")));
    CHECK(rest(outbox) == Texts{"m1", "clock too"});
    REQUIRE(outbox.push(push("m1", "match")));
    REQUIRE(outbox.push(push("clock", "match again")));
    REQUIRE(outbox.push(push("m2", "match")));
    CHECK(rest(outbox) == Texts{"m2"});
}

TEST_CASE("a slow client gets all replies, and all pushes that no newer push replaces") {
    Outbox outbox(0, plenty);
    REQUIRE(outbox.push(reply("r1")));
    REQUIRE(outbox.push(push("hello")));
    REQUIRE(outbox.push(frame_of(Frame::Kind::reply, "r2", "match")));
    REQUIRE(outbox.push(push("hello")));
    REQUIRE(outbox.push(push("m", "match")));
    CHECK(rest(outbox) == Texts{"r1", "hello", "r2", "hello", "m"});
}

TEST_CASE("a message above the limit of an outbox is refused, and the queued ones stay") {
    Outbox outbox(0, 5);
    REQUIRE(outbox.push(reply("abc")));
    CHECK_FALSE(outbox.push(reply("def")));
    CHECK(outbox.push(reply("de")));
    CHECK(rest(outbox) == Texts{"abc", "de"});
}

TEST_CASE("a message above the limit of an outbox is sent if nothing else waits") {
    Outbox outbox(0, 5);
    REQUIRE(outbox.push(reply("abcdef")));
    CHECK_FALSE(outbox.push(reply("g")));
    CHECK(rest(outbox) == Texts{"abcdef"});
    CHECK(outbox.push(reply("g")));
}

TEST_CASE("a push that replaces an older one needs no additional space") {
    Outbox outbox(0, 5);
    REQUIRE(outbox.push(push("12345", "match")));
    CHECK(outbox.push(push("abcde", "match")));
    CHECK(rest(outbox) == Texts{"abcde"});
}

TEST_CASE("the frame that is being written is not replaced") {
    Outbox outbox(0, plenty);
    REQUIRE(outbox.push(push("m1", "match")));
    const std::vector<Frame> under_way = outbox.take(1);
    REQUIRE(outbox.push(push("m2", "match")));
    REQUIRE(under_way.size() == 1);
    CHECK(*under_way.front().text == "m1");
    CHECK(rest(outbox) == Texts{"m2"});
}

TEST_CASE("an outbox that was cleared is empty") {
    Outbox outbox(plenty, plenty);
    REQUIRE(outbox.push(reply("abc")));
    outbox.clear();
    CHECK(outbox.bytes() == 0);
    CHECK(outbox.empty());
    CHECK(outbox.take(plenty).empty());
}

TEST_CASE("a write takes the oldest frames until it has enough bytes, and the rest keeps its order") {
    Outbox outbox(plenty, plenty);
    for (const char* text : {"abc", "de", "f", "g"}) REQUIRE(outbox.push(reply(text)));
    Texts written;
    for (const Frame& frame : outbox.take(4)) written.push_back(*frame.text);
    CHECK(written == Texts{"abc", "de"});
    CHECK(outbox.bytes() == 2);
    CHECK(rest(outbox) == Texts{"f", "g"});
}

}  // namespace cubilete::server
