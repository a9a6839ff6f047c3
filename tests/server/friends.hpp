#pragma once

#include <string>
#include <utility>

#include "tests/server/world.hpp"

namespace cubilete::server {

/// Two players in a room of Yahtzee, ready to play. Ana is the host and starts.
struct Friends {
    explicit Friends(World& world, Json options = {{"starter", "first"}}, Json more = Json::object())
        : ana(world, "Ana"), ben(world, "Ben") {
        Json create{{"t", "room.create"}, {"game", "yahtzee"}, {"options", std::move(options)}};
        create.update(more);
        room = code_of(ana.ask(std::move(create)));
        code_of(ben.ask({{"t", "room.join"}, {"room", room}}));
        REQUIRE(refusal(ben.ask({{"t", "room.ready"}, {"room", room}, {"ready", true}})) == "ok");
    }
    void start() { REQUIRE(refusal(ana.ask({{"t", "room.start"}, {"room", room}})) == "ok"); }
    Guest& at(int seat) { return seat == 0 ? ana : ben; }
    /// Plays the first legal move for each seat in turn.
    void play_to_the_end() {
        while (ana.latest("match")["result"].is_null())
            REQUIRE(at(ana.latest("match")["to_act"].at(0).get<int>()).move()["t"] == "ok");
    }

    Guest ana;
    Guest ben;
    std::string room;
};

}  // namespace cubilete::server
