#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/server/relay_house.hpp"

namespace cubilete::server {

/// A node that is linked to another one, at which everything that it gives away arrives.
struct Giving : House {
    Giving() {
        beat({node.row()});
        run([this] { return is_linked(); });
        cluster.read = [this](const std::string& code) { return world.database.store().open_room(code); };
    }
    using House::beat;
    /// `own_rooms`: the number of rooms that this node has told of.
    void beat(std::vector<storage::NodeRow> others, int own_rooms = 0) const {
        storage::NodeList roll;
        roll.nodes = std::move(others);
        roll.nodes.push_back({.epoch = own, .rooms = own_rooms});
        relay->on_node_list(std::move(roll));
    }
    bool is_linked() {
        node.say(mesh::TablesQuery{++asked, "p_nobody"});
        world.settle();
        return !got<mesh::Tables>().empty();
    }
    void give_all() {
        relay->hand_over_all(3s, [this] { all_given = true; });
        world.settle();
    }
    bool is_here(const std::string& code) const { return world.lobby->directory().has_room(code); }
    /// Waits until everything has arrived that was sent to this node before.
    void come_through() {
        const std::int64_t number = ++asked;
        node.say(mesh::TablesQuery{number, "p_nobody"});
        run([&] { return std::ranges::count(got<mesh::Tables>(), number, &mesh::Tables::number) > 0; });
        world.settle();
    }

    std::int64_t asked = 0;
    bool all_given = false;
};

inline Json chat(const std::string& room, const std::string& text) {
    return {{"t", "room.chat"}, {"id", text}, {"room", room}, {"text", text}};
}

inline std::vector<std::string> texts_of(const std::vector<mesh::Request>& requests) {
    std::vector<std::string> texts;
    for (const mesh::Request& request : requests) texts.push_back(Json::parse(request.text)["id"]);
    return texts;
}

}  // namespace cubilete::server
