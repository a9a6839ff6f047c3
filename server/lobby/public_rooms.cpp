#include "server/lobby/public_rooms.hpp"

#include <algorithm>
#include <span>

namespace cubilete::server {

namespace {

/// So that rooms which are put in the same millisecond get different numbers.
constexpr std::uint64_t numbers_a_millisecond = 1'000;

std::span<const RoomWindow::ListedRoom> first_rooms(const RoomWindow& window, int limit) {
    return std::span(window.rooms).first(std::min(window.rooms.size(), static_cast<std::size_t>(limit)));
}

}  // namespace

RoomChanges diff_windows(const RoomWindow& before, const RoomWindow& now, int limit) {
    RoomChanges changes;
    std::unordered_map<std::string, std::uint64_t> known;
    for (const RoomWindow::ListedRoom& room : first_rooms(before, limit))
        known.emplace(room.room, room.change);
    for (const RoomWindow::ListedRoom& room : first_rooms(now, limit)) {
        const auto seen = known.find(room.room);
        if (seen == known.end() || seen->second != room.change) changes.put.push_back(room);
        if (seen != known.end()) known.erase(seen);
    }
    for (const RoomWindow::ListedRoom& room : first_rooms(before, limit))
        if (known.contains(room.room)) changes.gone.push_back(room.room);
    return changes;
}

void PublicRooms::mark_changed(const std::string& game) {
    games_[game].window.reset();
    changed_.insert(game);
}

void PublicRooms::put(const protocol::RoomLine& line, std::int64_t now_ms) {
    auto text = protocol::to_json(line);
    const bool full = line.phase == protocol::RoomPhase::playing || line.taken >= line.seats;
    const auto known = rooms_.find(line.room);
    std::uint64_t number = 0;
    if (known != rooms_.end()) {
        const LocatedRoom& listed = known->second;
        if (listed.node == this_node && listed.game == line.game && listed.shown.line == text) return;
        number = listed.shown.rank.number;
    } else {
        number = newest_ = std::max(newest_ + 1, static_cast<std::uint64_t>(now_ms) * numbers_a_millisecond);
    }
    put(line.game, {line.room, std::move(text), 0, {full, line.taken, number}}, this_node);
}

/// Replaces what was known of the room.
void PublicRooms::put(const std::string& game, RoomWindow::ListedRoom shown, NodeNumber node) {
    if (const auto known = rooms_.find(shown.room); known != rooms_.end())
        remove(shown.room, known->second.node);
    shown.change = ++changes_;
    Game& listed = games_[game];
    listed.order.insert({shown.rank, shown.room});
    if (node != this_node) listed.others[node].listed.insert(shown.room);
    mark_changed(game);
    const std::string code = shown.room;
    rooms_[code] = {game, std::move(shown), node};
}

void PublicRooms::remove(const std::string& code, NodeNumber node) {
    const auto known = rooms_.find(code);
    if (known == rooms_.end() || known->second.node != node) return;
    Game& game = games_.at(known->second.game);
    game.order.erase({known->second.shown.rank, code});
    if (node != this_node) game.others.at(node).listed.erase(code);
    mark_changed(known->second.game);
    rooms_.erase(known);
}

void PublicRooms::apply(NodeNumber node, const WindowNews& news) {
    RemoteRoomCodes& others = games_[news.game].others[node];
    std::set<std::string> gone(news.gone.begin(), news.gone.end());
    if (news.is_whole) gone = others.listed;
    for (const RoomWindow::ListedRoom& room : news.put) gone.erase(room.room);
    for (const std::string& code : gone)
        if (others.listed.contains(code)) remove(code, node);
    for (const RoomWindow::ListedRoom& room : news.put) put(news.game, room, node);
    others.total = news.total;
    mark_changed(news.game);
}

void PublicRooms::forget(NodeNumber node) {
    for (auto& [name, game] : games_) {
        const auto known = game.others.find(node);
        if (known == game.others.end()) continue;
        for (const std::string& code : std::set<std::string>(known->second.listed)) remove(code, node);
        game.others.erase(known);
        mark_changed(name);
    }
}

RoomWindowPtr PublicRooms::window(const std::string& game) {
    Game& listed = games_[game];
    if (listed.window) return listed.window;
    auto window = std::make_shared<RoomWindow>();
    window->total = total(game);
    for (const RoomPlace& place : listed.order) {
        if (window->rooms.size() == max_shown) break;
        window->rooms.push_back(rooms_.at(place.room).shown);
    }
    return listed.window = std::move(window);
}

std::optional<protocol::JsonText> PublicRooms::list(const std::string& game,
                                                    const std::optional<std::string>& after,
                                                    int limit) const {
    auto lines = protocol::JsonText::array();
    const auto listed = games_.find(game);
    const auto place = after ? place_of(game, *after) : std::nullopt;
    if (after && !place) return std::nullopt;
    if (listed == games_.end()) return lines;
    const auto& order = listed->second.order;
    auto next = place ? order.upper_bound(*place) : order.begin();
    for (; next != order.end() && limit > 0; ++next, --limit)
        lines.push_back(rooms_.at(next->room).shown.line);
    return lines;
}

std::optional<RoomPlace> PublicRooms::place_of(const std::string& game, const std::string& code) const {
    const auto known = rooms_.find(code);
    if (known == rooms_.end() || known->second.game != game) return std::nullopt;
    return RoomPlace{known->second.shown.rank, code};
}

std::vector<RoomWindow::ListedRoom> PublicRooms::after(const std::string& game, const RoomPlace& place,
                                                       int limit, Which which) const {
    std::vector<RoomWindow::ListedRoom> found;
    const auto listed = games_.find(game);
    if (listed == games_.end()) return found;
    const auto& order = listed->second.order;
    for (auto next = order.upper_bound(place); next != order.end() && limit > 0; ++next) {
        const LocatedRoom& room = rooms_.at(next->room);
        if (which == Which::own && room.node != this_node) continue;
        found.push_back(room.shown);
        --limit;
    }
    return found;
}

std::size_t PublicRooms::total(const std::string& game) const {
    const auto known = games_.find(game);
    if (known == games_.end()) return 0;
    std::size_t total = known->second.order.size();
    for (const auto& [node, others] : known->second.others) total += others.total - others.listed.size();
    return total;
}

}  // namespace cubilete::server
