#include "server/lobby/waiting_rooms.hpp"

namespace cubilete::server {

std::optional<WaitingRoom> to_waiting_room(const RoomReport& report) {
    if (report.closed || !(report.accepts_people || report.accepts_programs)) return std::nullopt;
    const protocol::RoomLine& line = report.line;
    return WaitingRoom{
        line.room,    line.game, line.taken, line.seats, report.accepts_people, report.accepts_programs,
        report.seated};
}

void WaitingRooms::place(const LocatedRoom& listed) {
    const WaitingRoom& room = listed.room;
    changed_.insert(room.game);
    Game& game = games_[room.game];
    const OrderKey place{listed.taken(), listed.number};
    if (listed.taken() >= room.seats) {
        game.full.emplace(place, room.room);
        return;
    }
    if (room.accepts_people) game.for_people.emplace(place, room.room);
    if (room.accepts_programs) game.for_programs.emplace(place, room.room);
}

void WaitingRooms::remove_from_order(const LocatedRoom& listed) {
    changed_.insert(listed.room.game);
    Game& game = games_[listed.room.game];
    game.for_people.erase({listed.taken(), listed.number});
    game.for_programs.erase({listed.taken(), listed.number});
    game.full.erase({listed.taken(), listed.number});
}

void WaitingRooms::put(WaitingRoom room, NodeNumber node) {
    const std::string code = room.room;
    std::uint64_t number = 0;
    if (const auto known = rooms_.find(code); known != rooms_.end()) {
        if (known->second.node == node && known->second.room == room) return;
        number = known->second.number;
        remove(code, known->second.node);
    } else {
        number = ++numbers_;
    }
    for (const std::string& player : room.seated) of_player_[player].insert(code);
    if (node != this_node) games_[room.game].of_node[node].insert(code);
    place(rooms_[code] = {std::move(room), number, node, 0, {}});
}

void WaitingRooms::remove(const std::string& code, NodeNumber node) {
    const auto known = rooms_.find(code);
    if (known == rooms_.end() || known->second.node != node) return;
    const LocatedRoom listed = std::move(known->second);
    rooms_.erase(known);
    remove_from_order(listed);
    if (node != this_node) games_[listed.room.game].of_node[node].erase(code);
    for (const std::string& player : listed.room.seated) {
        const auto own = of_player_.find(player);
        own->second.erase(code);
        if (own->second.empty()) of_player_.erase(own);
    }
}

void WaitingRooms::apply(NodeNumber node, const std::string& game, const std::vector<WaitingRoom>& rooms) {
    std::set<std::string> gone = games_[game].of_node[node];
    for (const WaitingRoom& room : rooms) gone.erase(room.room);
    for (const std::string& code : gone) remove(code, node);
    for (const WaitingRoom& room : rooms)
        if (room.game == game) put(room, node);
}

void WaitingRooms::forget(NodeNumber node) {
    for (auto& [name, game] : games_) {
        apply(node, name, {});
        game.of_node.erase(node);
    }
}

std::optional<WaitingRooms::Location> WaitingRooms::find(const protocol::PlayerInfo& player,
                                                         const std::string& game,
                                                         const std::set<std::string>& tried) const {
    if (const auto own = of_player_.find(player.id); own != of_player_.end())
        for (const std::string& code : own->second) {
            const auto& [room, number, node, reserved, deadline] = rooms_.at(code);
            const bool welcome = player.bot ? room.accepts_programs : room.accepts_people;
            if (room.game == game && welcome && !tried.contains(code)) return Location{code, node};
        }
    const auto known = games_.find(game);
    if (known == games_.end()) return std::nullopt;
    for (const auto& [place, code] : player.bot ? known->second.for_programs : known->second.for_people)
        if (!tried.contains(code)) return Location{code, rooms_.at(code).node};
    return std::nullopt;
}

std::vector<WaitingRoom> WaitingRooms::first(const std::string& game) const {
    std::vector<WaitingRoom> rooms;
    const auto known = games_.find(game);
    if (known == games_.end()) return rooms;
    // Every room that waits welcomes programs.
    for (const Order* order : {&known->second.for_programs, &known->second.full})
        for (const auto& [place, code] : *order) {
            if (rooms.size() == max_advertised) return rooms;
            rooms.push_back(rooms_.at(code).room);
        }
    return rooms;
}

void WaitingRooms::reserve_seat(const std::string& code, Clock::Duration deadline) {
    const auto known = rooms_.find(code);
    if (known == rooms_.end()) return;
    remove_from_order(known->second);
    ++known->second.reserved;
    known->second.reserved_until = deadline;
    place(known->second);
    reservations_.emplace_back(deadline, code);
}

void WaitingRooms::expire_reservations(Clock::Duration now) {
    for (; !reservations_.empty() && reservations_.front().first <= now; reservations_.pop_front()) {
        const auto known = rooms_.find(reservations_.front().second);
        if (known == rooms_.end() || known->second.reserved_until > now) continue;
        remove_from_order(known->second);
        known->second.reserved = 0;
        place(known->second);
    }
}

}  // namespace cubilete::server
