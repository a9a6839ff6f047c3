#include "server/cluster/envelope.hpp"

#include <random>

#include <doctest/doctest.h>

using namespace cubilete::server;
using namespace cubilete::server::mesh;

namespace {

std::string bytes_of(const Message& message) {
    std::string bytes;
    append(bytes, message);
    return bytes;
}

Attach an_attach() {
    Attach attach{.socket = 0xF123'4567'89AB'CDEF,
                  .player = {"p_ana", "Ana ñ", true, 17},
                  .supports_provable_dice = true,
                  .network = {},
                  .rooms = {{"K7QX2M", "m_1", 41}, {"ABCDEF", "", 0}}};
    attach.network.prefix[3] = 0xFF;
    return attach;
}

Window a_window() {
    return {
        .game = "tres",
        .is_whole = true,
        .total = 812,
        .put = {{"K7QX2M", cubilete::protocol::JsonText::of_text(R"({"room":"K7QX2M"})"), 0, {true, 3, 41}}},
        .gone = {"ABCDEF"},
        .waiting = {{"P4T9WD", "tres", 1, 4, true, false, {"p_ana"}}}};
}

std::vector<Message> one_of_each() {
    Hello hello{.version = 3, .from = 12, .to = -1, .nonce = {1, 2, 255}};
    Challenge challenge{.version = 1, .nonce = {9}, .mac = {8, 7}};
    return {hello,
            challenge,
            Proof{{1, 2, 3}},
            an_attach(),
            Detach{7},
            Request{8, R"({"t":"move","id":1})"},
            Frames{{1, 2, 3},
                   true,
                   "room K7QX2M",
                   std::string("{\"x\":\0}", 7),
                   "7",
                   "stale",
                   "K7QX2M",
                   "m_1",
                   41,
                   true},
            WrongOwner{1, "K7QX2M", "\"7\""},
            ReattachRefused{2, "K7QX2M"},
            ConnectedPlayers{{"p_a", "p_b"}},
            RoomMembers{{}},
            RoomsTakenOver{{"K7QX2M"}},
            Renamed{"p_a", "Eva", 95},
            AccountDeleted{"p_a"},
            NewDevice{"p_a"},
            a_window(),
            TablesQuery{4, "p_a"},
            Tables{4, "[]"},
            AttachDone{{"K7QX2M"}},
            GiveRoom{"K7QX2M", 12'345, {"p_a", "p_b"}},
            GiveAccepted{"K7QX2M"},
            Moved{"K7QX2M", 8},
            FindSeat{4, "7", "tres", true, {"K7QX2M", "ABCDEF"}, "P4T9WD"},
            SeatOffer{4, "7", "P4T9WD", 12},
            SeatDeclined{4, "7", "P4T9WD"},
            RoomsQuery{5, "tres", {{false, 2, 77}, "P4T9WD"}, 50},
            Rooms{5, a_window().put},
            AdminQuery{6, R"({"ask":"who"})"},
            AdminAnswer{6, R"({"people":[]})"}};
}

}  // namespace

TEST_CASE("every message between nodes arrives as it was sent") {
    std::string all;
    for (const Message& message : one_of_each()) append(all, message);
    std::string_view rest = all;
    std::string again;
    std::size_t arrived = 0;
    while (!rest.empty()) {
        const auto message = take(rest);
        REQUIRE(message);
        CHECK(message->index() == ++arrived);  // Unknown, the first, is never sent
        append(again, *message);
    }
    CHECK(arrived == std::variant_size_v<Message> - 1);
    CHECK(again == all);
}

TEST_CASE("the fields of a socket that is attached arrive") {
    const std::string bytes = bytes_of(an_attach());
    std::string_view rest = bytes;
    const auto message = take(rest);
    REQUIRE(message);
    const auto& attach = std::get<Attach>(*message);
    CHECK(attach.socket == an_attach().socket);
    CHECK(attach.player.id == "p_ana");
    CHECK(attach.player.name == "Ana ñ");
    CHECK(attach.player.bot);
    CHECK(attach.player.avatar == 17);
    CHECK(attach.supports_provable_dice);
    CHECK(attach.network == an_attach().network);
    REQUIRE(attach.rooms.size() == 2);
    CHECK(attach.rooms[0].match == "m_1");
    CHECK(attach.rooms[0].seq == 41);
}

TEST_CASE("the fields of a window of public rooms arrive") {
    const std::string bytes = bytes_of(a_window());
    std::string_view rest = bytes;
    const auto message = take(rest);
    REQUIRE(message);
    const auto& window = std::get<Window>(*message);
    CHECK(window.game == "tres");
    CHECK(window.is_whole);
    CHECK(window.total == 812);
    REQUIRE(window.put.size() == 1);
    CHECK(window.put[0].line == a_window().put[0].line);
    CHECK(window.put[0].rank.full);
    CHECK(window.put[0].rank.taken == 3);
    CHECK(window.put[0].rank.number == 41);
    CHECK(window.gone == a_window().gone);
    CHECK(window.waiting == a_window().waiting);
}

TEST_CASE("an avatar that a node does not send, as of an earlier version, is none") {
    const std::string bytes = bytes_of(Renamed{"p_a", "Eva"});
    CHECK(bytes.size() == 4 + 1 + 4 + 3 + 4 + 3);  // the length, the type, and two texts with theirs
    std::string_view rest = bytes;
    const auto message = take(rest);
    REQUIRE(message);
    CHECK(std::get<Renamed>(*message).name == "Eva");
    CHECK_FALSE(std::get<Renamed>(*message).avatar);
}

TEST_CASE("a message that is cut off anywhere is refused") {
    for (const Message& message : one_of_each()) {
        const std::string whole = bytes_of(message);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            std::string_view part = std::string_view(whole).substr(0, size);
            CHECK_FALSE(take(part));
            CHECK(part.size() == size);
        }
    }
}

TEST_CASE("a message whose length ends before its fields is refused") {
    for (const Message& message : one_of_each()) {
        std::string shortened = bytes_of(message);
        if (shortened.size() == 5) continue;
        --shortened[0];  // the lowest byte of the length; none of these is a multiple of 256
        std::string_view rest = shortened;
        CHECK_FALSE(take(rest));
    }
}

TEST_CASE("a node ignores messages and fields of later versions") {
    std::string bytes = bytes_of(Detach{7});
    bytes += "new";
    bytes[0] += 3;
    bytes += bytes_of(Detach{8});
    const std::string later{'\x03', '\0', '\0', '\0', '\xFF', 'a', 'b'};
    bytes += later;
    std::string_view rest = bytes;
    auto message = take(rest);
    REQUIRE(message);
    CHECK(std::get<Detach>(*message).socket == 7);
    message = take(rest);
    REQUIRE(message);
    CHECK(std::get<Detach>(*message).socket == 8);
    message = take(rest);
    REQUIRE(message);
    CHECK(std::holds_alternative<Unknown>(*message));
    CHECK(rest.empty());
}

TEST_CASE("a list that claims four thousand million entries costs no memory") {
    std::string bytes = bytes_of(ConnectedPlayers{{"p_a"}});
    bytes.replace(5, 4, "\xFF\xFF\xFF\xFF");
    std::string_view rest = bytes;
    CHECK_FALSE(take(rest));
}

TEST_CASE("bytes with random faults never harm the reader") {
    constexpr std::uint32_t seed = 20'261'124;
    MESSAGE("seed " << seed);
    std::mt19937 random(seed);
    const std::vector<Message> messages = one_of_each();
    for (int round = 0; round < 20'000; ++round) {
        std::string bytes = bytes_of(messages[random() % messages.size()]);
        for (unsigned faults = 1 + random() % 4; faults > 0; --faults)
            bytes[random() % bytes.size()] = static_cast<char>(random());
        std::string_view rest = bytes;
        if (const auto message = take(rest); message && !std::holds_alternative<Unknown>(*message)) {
            const std::string again = bytes_of(*message);
            std::string_view read = again;
            CHECK(take(read));
        }
    }
}
