#include <algorithm>
#include <cctype>
#include <memory>
#include <string>

#include "tests/server/friends.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

/// A new device that says hello with a code.
struct Device {
    Device(World& world, const std::string& code, int tries = 1) {
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
    std::shared_ptr<ScriptedSink> socket = std::make_shared<ScriptedSink>();
};

TEST_CASE("a code makes another device the same player, once, and both stay that") {
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

TEST_CASE("a code is good for five minutes, and only the newest is") {
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

TEST_CASE("who guesses codes is cut off, and all together may guess only so many") {
    World world;
    CHECK_FALSE(Device(world, "WRONG", 4).socket->closed);
    CHECK(Device(world, "WRONG", 5).socket->closed == CloseCode::abuse);
    for (int guess = 9; guess < 100; ++guess) CHECK(refusal(Device(world, "WRONG").answer()) == "bad_token");
    const Json no = Device(world, "WRONG").answer();
    CHECK(refusal(no) == "rate_limited");
    CHECK(no["retry_ms"] == 1'000);
}

}  // namespace
}  // namespace cubilete::server
