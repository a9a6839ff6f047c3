#include "server/lobby/waiting_rooms.hpp"

namespace cubilete::server {

std::optional<WaitingRoom> waiting_room(const RoomReport& report) {
    if (report.closed || !(report.welcomes_people || report.welcomes_programs)) return std::nullopt;
    const protocol::RoomLine& line = report.line;
    return WaitingRoom{
        line.room,    line.game, line.taken, line.seats, report.welcomes_people, report.welcomes_programs,
        report.seated};
}

void WaitingRooms::put(WaitingRoom room) {
    const auto known = rooms_.find(room.room);
    const std::uint64_t number = known == rooms_.end() ? ++numbers_ : known->second.number;
    remove(room.room);
    const std::string code = room.room;
    Game& game = games_[room.game];
    const Place place{room.taken, number};
    if (room.taken < room.seats && room.welcomes_people) game.for_people.emplace(place, code);
    if (room.taken < room.seats && room.welcomes_programs) game.for_programs.emplace(place, code);
    for (const std::string& player : room.seated) of_player_[player].insert(code);
    rooms_[code] = {std::move(room), number};
}

void WaitingRooms::remove(const std::string& code) {
    const auto known = rooms_.extract(code);
    if (!known) return;
    const auto& [room, number] = known.mapped();
    Game& game = games_.at(room.game);
    game.for_people.erase({room.taken, number});
    game.for_programs.erase({room.taken, number});
    for (const std::string& player : room.seated) {
        const auto own = of_player_.find(player);
        own->second.erase(code);
        if (own->second.empty()) of_player_.erase(own);
    }
}

const WaitingRoom* WaitingRooms::find(const protocol::PlayerInfo& player, const std::string& game,
                                      const std::set<std::string>& tried) const {
    if (const auto own = of_player_.find(player.id); own != of_player_.end())
        for (const std::string& code : own->second) {
            const WaitingRoom& room = rooms_.at(code).room;
            const bool welcome = player.bot ? room.welcomes_programs : room.welcomes_people;
            if (room.game == game && welcome && !tried.contains(code)) return &room;
        }
    const auto known = games_.find(game);
    if (known == games_.end()) return nullptr;
    for (const auto& [place, code] : player.bot ? known->second.for_programs : known->second.for_people)
        if (!tried.contains(code)) return &rooms_.at(code).room;
    return nullptr;
}

}  // namespace cubilete::server
