#include "server/lobby/public_rooms.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace cubilete::server {

namespace {

std::span<const RoomWindow::Shown> first_of(const RoomWindow& window, int limit) {
    return std::span(window.rooms).first(std::min(window.rooms.size(), static_cast<std::size_t>(limit)));
}

}  // namespace

RoomChanges changes_of(const RoomWindow& before, const RoomWindow& now, int limit) {
    RoomChanges changes;
    std::unordered_map<std::string, std::uint64_t> known;
    for (const RoomWindow::Shown& room : first_of(before, limit)) known.emplace(room.room, room.change);
    for (const RoomWindow::Shown& room : first_of(now, limit)) {
        const auto seen = known.find(room.room);
        if (seen == known.end() || seen->second != room.change) changes.put.push_back(room.line);
        if (seen != known.end()) known.erase(seen);
    }
    for (const RoomWindow::Shown& room : first_of(before, limit))
        if (known.contains(room.room)) changes.gone.push_back(room.room);
    return changes;
}

void PublicRooms::touch(const std::string& game) {
    games_[game].window.reset();
    changed_.insert(game);
}

void PublicRooms::put(const protocol::RoomLine& line) {
    auto text = protocol::JsonText::of(protocol::to_json(line));
    const bool full = line.phase == protocol::RoomPhase::playing || line.taken >= line.seats;
    const auto known = rooms_.find(line.room);
    std::uint64_t number = 0;
    if (known != rooms_.end()) {
        const Listed& listed = known->second;
        if (listed.game == line.game && listed.shown.line.dump() == text.dump()) return;
        number = listed.shown.rank.number;
        remove(line.room);
    } else {
        number = ++numbers_;
    }
    const RoomRank rank{full, line.taken, number};
    rooms_[line.room] = {line.game, {line.room, std::move(text), ++numbers_, rank}};
    games_[line.game].order.emplace(rank, line.room);
    touch(line.game);
}

void PublicRooms::remove(const std::string& code) {
    const auto known = rooms_.find(code);
    if (known == rooms_.end()) return;
    games_[known->second.game].order.erase(known->second.shown.rank);
    touch(known->second.game);
    rooms_.erase(known);
}

RoomWindowPtr PublicRooms::window(const std::string& game) {
    Game& listed = games_[game];
    if (listed.window) return listed.window;
    auto window = std::make_shared<RoomWindow>();
    window->total = listed.order.size();
    for (const auto& [rank, code] : listed.order) {
        if (window->rooms.size() == most_shown) break;
        window->rooms.push_back(rooms_.at(code).shown);
    }
    return listed.window = std::move(window);
}

std::optional<protocol::JsonText> PublicRooms::list(const std::string& game,
                                                    const std::optional<std::string>& after,
                                                    int limit) const {
    auto lines = protocol::JsonText::array();
    const auto listed = games_.find(game);
    const auto known = after ? rooms_.find(*after) : rooms_.end();
    if (after && (known == rooms_.end() || known->second.game != game)) return std::nullopt;
    if (listed == games_.end()) return lines;
    const auto& order = listed->second.order;
    auto next = after ? order.upper_bound(known->second.shown.rank) : order.begin();
    for (; next != order.end() && limit > 0; ++next, --limit)
        lines.push_back(rooms_.at(next->second).shown.line);
    return lines;
}

std::size_t PublicRooms::total(const std::string& game) const {
    const auto listed = games_.find(game);
    return listed == games_.end() ? 0 : listed->second.order.size();
}

}  // namespace cubilete::server
