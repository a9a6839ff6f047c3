#include <algorithm>
#include <cctype>
#include <cstdint>
#include <memory>
#include <string>

#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

/// A new device that says hello with a code.
struct Device {
    Device(World& world, const std::string& code, int tries = 1, ClientNetwork home = {})
        : socket(std::make_shared<ScriptedSink>(home)) {
        for (int number = 1; number <= tries; ++number) {
            auto hello =
                protocol::parse(Json{{"t", "hello"}, {"id", number}, {"v", 1}, {"device", code}}.dump());
            world.lobby->receive(socket, std::get<protocol::ClientMessage>(std::move(hello)));
            world.settle();
        }
    }
    Json answer() const {
        const auto& frames = socket->frames;
        return *std::find_if(frames.rbegin(), frames.rend(),
                             [](const Json& frame) { return frame.contains("re"); });
    }
    std::shared_ptr<ScriptedSink> socket;
};

TEST_CASE("a code makes another device the same player, once, and both keep their tokens") {
    World world;
    Friends friends(world);
    const Json offer = friends.ben.ask({{"t", "device.offer"}});
    REQUIRE(refusal(offer) == "ok");
    CHECK(offer["expires_ms"] == 300'000);
    std::string typed = offer["code"].get<std::string>().insert(4, " - ");
    for (char& c : typed) c = static_cast<char>(std::tolower(c));

    const Device phone(world, typed);
    const Json hello = phone.answer();
    REQUIRE(refusal(hello) == "ok");
    CHECK(hello["player"]["id"] == friends.ben.id);
    CHECK(hello["player"]["name"] == "Ben");
    CHECK(hello["rooms"] == Json::array({friends.room}));
    const std::string token = hello["token"];
    CHECK(token != friends.ben.token);
    CHECK(friends.ben.count("device") == 1);
    CHECK(friends.ana.count("device") == 0);
    CHECK(refusal(Device(world, offer["code"]).answer()) == "bad_token");

    world.restart();
    CHECK(Guest(world, "Ben", token).id == friends.ben.id);
    CHECK(Guest(world, "Ben", friends.ben.token).id == friends.ben.id);
}

TEST_CASE("a code is valid for five minutes, and only the newest one") {
    World world;
    Guest ana(world, "Ana");
    const std::string first = ana.ask({{"t", "device.offer"}})["code"];
    const std::string second = ana.ask({{"t", "device.offer"}})["code"];
    CHECK(refusal(Device(world, first).answer()) == "bad_token");
    world.turn(world.limits.device_offer - 1ms);
    CHECK(refusal(Device(world, second).answer()) == "ok");
    const std::string third = ana.ask({{"t", "device.offer"}})["code"];
    world.turn(world.limits.device_offer);
    CHECK(refusal(Device(world, third).answer()) == "bad_token");
}

TEST_CASE("a code whose new device does not fit on a full disk can be used again") {
    World world;
    Guest ana(world, "Ana");
    const std::string code = ana.ask({{"t", "device.offer"}})["code"];
    world.disk_is_full_for = [](const storage::Write& write) {
        return std::holds_alternative<storage::PutDeviceToken>(write);
    };
    CHECK(refusal(Device(world, code).answer()) == "storage");
    CHECK(ana.count("device") == 0);
    world.disk_is_full_for = nullptr;
    const Json hello = Device(world, code).answer();
    REQUIRE(refusal(hello) == "ok");
    CHECK(hello["player"]["id"] == ana.id);
    CHECK(ana.count("device") == 1);
    CHECK_MESSAGE(refusal(Device(world, code).answer()) == "bad_token", "but only once");
}

TEST_CASE("a code that is used while a new name of its player is written does not bring the old one back") {
    World world;
    Friends friends(world);
    const std::string code = friends.ben.ask({{"t", "device.offer"}})["code"];
    world.database_stands_still();
    friends.ben.say({{"t", "rename"}, {"id", "new"}, {"name", "Zoe"}, {"avatar", 7}});
    world.run();
    const Device phone(world, code);
    REQUIRE(phone.socket->frames.empty());
    world.database_comes_back();
    CHECK(refusal(friends.ben.answer_to("new")) == "ok");
    const Json shown = friends.ana.latest("room")["seats"][1]["player"];
    for (const Json& player : {phone.answer()["player"], shown}) {
        CHECK(player["name"] == "Zoe");
        CHECK(player.value("avatar", -1) == 7);
    }
}

ClientNetwork address(int number) {
    ClientNetwork home;
    home.prefix = {static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number)};
    return home;
}

TEST_CASE(
    "a client that guesses codes is closed and its address limited, but others with a right code are "
    "accepted") {
    World world;
    Guest ana(world, "Ana");
    CHECK_FALSE(Device(world, "WRONG", 4).socket->closed);
    const Device guesser(world, "WRONG", 5);
    CHECK(guesser.socket->closed == CloseCode::abuse);
    CHECK_MESSAGE(guesser.socket->closed_after == 5, "a socket that closes takes no answer");
    for (int guess = 9; guess < 30; ++guess) CHECK(refusal(Device(world, "WRONG").answer()) == "bad_token");
    const Json no = Device(world, "WRONG").answer();
    CHECK(refusal(no) == "rate_limited");
    CHECK(no["retry_ms"] == 2'000);
    const std::string code = ana.ask({{"t", "device.offer"}})["code"];
    CHECK(refusal(Device(world, code).answer()) == "rate_limited");
    CHECK(refusal(Device(world, code, 1, address(1)).answer()) == "ok");
    world.turn(2s);
    CHECK_MESSAGE(refusal(Device(world, ana.ask({{"t", "device.offer"}})["code"]).answer()) == "ok",
                  "a right one costs nothing");
    CHECK(refusal(Device(world, "WRONG").answer()) == "bad_token");
}

TEST_CASE("all addresses together may try a thousand wrong codes at once") {
    World world;
    for (int guess = 0; guess < 1'000; ++guess)
        REQUIRE(refusal(Device(world, "WRONG", 1, address(guess)).answer()) == "bad_token");
    CHECK(refusal(Device(world, "WRONG", 1, address(5'000)).answer()) == "rate_limited");
    world.turn(10ms);
    CHECK(refusal(Device(world, "WRONG", 1, address(5'000)).answer()) == "bad_token");
}

}  // namespace
}  // namespace cubilete::server
