#include "server/lobby/room_lists.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "protocol/codec.hpp"
#include "server/lobby/other_nodes.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::JsonText;

namespace {

/// Collects a burst of changes into one push; a person does not notice the delay.
constexpr Clock::Duration news_pause{100};
constexpr std::size_t most_ends = 10'000;

}  // namespace

// ---- those who ask

Verdict RoomLists::carry_out(const Requester& from, const protocol::LobbyList& request) {
    if (!protocol::find_game(request.game)) return no_such_game(request.game);
    const int limit = request.limit.value_or(PublicRooms::max_shown);
    if (lobby_.services().other_nodes && request.after) {
        list_cluster_rooms(from.socket, from.request_id, request.game, *request.after, limit);
        return {};
    }
    auto rooms = rooms_.list(request.game, request.after, limit);
    if (!rooms) return refused(RefusalReason::no_such_room, {*request.after}, "/after");
    clients_.answer(from, protocol::Rooms{*std::move(rooms), rooms_.total(request.game)});
    return {};
}

/// Of other nodes only the first rooms are known here, so that they are asked for those behind a room.
Clients::Task RoomLists::list_cluster_rooms(SinkPtr socket, protocol::RequestId request_id, std::string game,
                                            std::string after, int limit) {
    auto place = rooms_.place_of(game, after);
    if (const auto end = page_ends_.find(after); !place && end != page_ends_.end()) place = end->second;
    if (!place) co_return refused(RefusalReason::no_such_room, {after}, "/after");
    Awaitable<std::vector<RoomWindow::ListedRoom>> elsewhere([&](const auto& then) {
        lobby_.services().other_nodes->list_rooms_after(game, *place, limit, then);
    });
    auto others = co_await elsewhere;
    if (const auto from = clients_.requester(socket, request_id))
        clients_.answer(
            *from, protocol::Rooms{merge_rooms(game, *place, limit, std::move(others)), rooms_.total(game)});
    co_return {};
}

/// The first rooms behind `place`. What a node has just told is newer than its window.
JsonText RoomLists::merge_rooms(const std::string& game, const RoomPlace& place, int limit,
                                std::vector<RoomWindow::ListedRoom> others) {
    std::map<RoomPlace, RoomWindow::ListedRoom> rooms;
    std::set<std::string> codes;
    for (RoomWindow::ListedRoom& room : others)
        if (codes.insert(room.room).second) rooms[{room.rank, room.room}] = std::move(room);
    for (RoomWindow::ListedRoom& room : rooms_.after(game, place, limit, PublicRooms::Which::all))
        if (codes.insert(room.room).second) rooms[{room.rank, room.room}] = std::move(room);
    auto lines = JsonText::array();
    const RoomPlace* last = nullptr;
    for (auto next = rooms.begin(); next != rooms.end() && limit > 0; ++next, --limit) {
        lines.push_back(next->second.line);
        last = &next->first;
    }
    if (last && page_ends_.insert_or_assign(last->room, *last).second) page_end_order_.push_back(last->room);
    if (page_end_order_.size() > most_ends) {
        page_ends_.erase(page_end_order_.front());
        page_end_order_.pop_front();
    }
    return lines;
}

// ---- those who watch

Verdict RoomLists::carry_out(const Requester& from, const protocol::LobbyWatch& request) {
    if (request.game && !protocol::find_game(*request.game)) return no_such_game(*request.game);
    const int limit = request.limit.value_or(PublicRooms::max_shown);
    Watcher& watcher = watchers_[from.socket.get()];
    watcher.socket = from.socket;
    if (!request.game) {
        watcher.all = limit;
        watcher.games.clear();
    } else if (!watcher.all) {
        watcher.games[*request.game] = limit;
    }
    protocol::Rooms shown;
    for (const GameInfo* game : protocol::catalogue()) {
        if (request.game && game->id != *request.game) continue;
        const RoomWindowPtr window = rooms_.window(game->id);
        if (news_timer_) watcher.shown[game->id] = window;
        shown.total += window->total;
        for (std::size_t at = 0; at < window->rooms.size() && at < static_cast<std::size_t>(limit); ++at)
            shown.rooms.push_back(window->rooms[at].line);
    }
    clients_.answer(from, shown);
    return {};
}

Verdict RoomLists::carry_out(const Requester& from, const protocol::LobbyUnwatch& request) {
    if (const auto found = watchers_.find(from.socket.get()); found != watchers_.end()) {
        Watcher& watcher = found->second;
        if (request.game) watcher.games.erase(*request.game);
        if (!request.game || (watcher.games.empty() && !watcher.all)) watchers_.erase(found);
    }
    clients_.answer(from);
    return {};
}

// ---- the rooms

void RoomLists::put(const protocol::RoomLine& line) {
    rooms_.put(line, lobby_.clock().wall_ms());
    schedule_news();
}

void RoomLists::remove(const std::string& code) {
    rooms_.remove(code);
    schedule_news();
}

void RoomLists::apply(NodeNumber node, const WindowNews& news) {
    rooms_.apply(node, news);
    schedule_news();
}

void RoomLists::forget(NodeNumber node) {
    rooms_.forget(node);
    schedule_news();
}

void RoomLists::stop() {
    stopped_ = true;
    news_timer_.reset();
}

void RoomLists::schedule_news() {
    if (news_timer_ || stopped_) return;
    news_timer_ = lobby_.after(news_pause, [this] { send_news(); });
}

/// Sends each watcher the changes of its window. Watchers of the same window get the same text, except those who have
/// asked since the last news: these have seen changes that the others have not.
void RoomLists::send_news() {
    news_timer_.reset();
    WindowsByGame now;
    for (const std::string& game : rooms_.take_changed()) now[game] = rooms_.window(game);
    if (now.empty()) return;
    const WindowsByGame before = last_sent_;
    for (const auto& [game, window] : now) last_sent_[game] = window;

    std::map<std::pair<std::string, int>, std::optional<Frame>> frames;
    const auto frame_of = [&](const std::string& game, int limit, WindowsByGame shown) {
        if (!shown.empty()) {
            shown.insert(before.begin(), before.end());
            return news_frame(game, limit, shown, now);
        }
        const auto [known, is_new] = frames.try_emplace({game, limit});
        if (is_new) known->second = news_frame(game, limit, before, now);
        return known->second;
    };
    for (auto& [key, watcher] : watchers_) {
        const WindowsByGame shown = std::exchange(watcher.shown, {});
        if (watcher.all)
            if (const auto frame = frame_of({}, *watcher.all, shown))
                lobby_.gate().send(watcher.socket, *frame);
        for (const auto& [game, limit] : watcher.games)
            if (now.contains(game))
                if (const auto frame = frame_of(game, limit, shown))
                    lobby_.gate().send(watcher.socket, *frame);
    }
}

/// The push for those who watch a game, or all games; nothing if they see no change.
std::optional<Frame> RoomLists::news_frame(const std::string& game, int limit, const WindowsByGame& before,
                                           const WindowsByGame& now) {
    const RoomWindow nothing_shown;
    protocol::LobbyPush push;
    bool other_total = false;
    if (game.empty())
        for (const GameInfo* one : protocol::catalogue()) push.total += rooms_.window(one->id)->total;
    else
        push.total = now.at(push.game.emplace(game))->total;
    for (const auto& [its_game, window] : now) {
        if (!game.empty() && its_game != game) continue;
        const auto known = before.find(its_game);
        const RoomWindow& old = known == before.end() || !known->second ? nothing_shown : *known->second;
        RoomChanges changes = diff_windows(old, *window, limit);
        for (RoomWindow::ListedRoom& room : changes.put) push.put.push_back(std::move(room.line));
        std::ranges::move(changes.gone, std::back_inserter(push.gone));
        other_total |= old.total != window->total;
    }
    if (!other_total && push.put.empty() && push.gone.empty()) return std::nullopt;
    return Frame{
        std::make_shared<const std::string>(protocol::write(std::move(push))), Frame::Kind::push, {}};
}

}  // namespace cubilete::server
