#include "server/site/room_list_cache.hpp"

#include <algorithm>
#include <utility>

namespace cubilete::server {

namespace {

constexpr std::int64_t cache_lifetime_ms = 1'000;

}  // namespace

std::string rooms_json(const RoomListCache::Windows& windows) {
    std::vector<const RoomWindow::ListedRoom*> rooms;
    std::size_t total = 0;
    for (const RoomWindowPtr& window : windows) {
        total += window->total;
        for (const RoomWindow::ListedRoom& room : window->rooms) rooms.push_back(&room);
    }
    std::ranges::sort(rooms, [](const auto* a, const auto* b) { return a->rank < b->rank; });
    if (rooms.size() > PublicRooms::max_shown) rooms.resize(PublicRooms::max_shown);
    protocol::JsonText lines = protocol::JsonText::array();
    for (const RoomWindow::ListedRoom* room : rooms) lines.push_back(room->line);
    return protocol::JsonText::object({{"rooms", lines}, {"total", total}}).dump();
}

void RoomListCache::ask(std::optional<std::string> game, std::function<void(Answer)> done) {
    run_job_([self = shared_from_this(), game = std::move(game), done = std::move(done)]() mutable {
        self->answer(game, std::move(done));
    });
}

void RoomListCache::answer(const std::optional<std::string>& game, std::function<void(Answer)> done) {
    const std::string key = game.value_or("");
    Cached& cached = cached_[key];
    const std::int64_t age = now_ms_() - cached.made_ms;
    if (cached.answer && age >= 0 && age < cache_lifetime_ms) return done(cached.answer);
    cached.waiting.push_back(std::move(done));
    if (cached.waiting.size() > 1) return;
    query_windows_(game, [self = shared_from_this(), key](Windows windows) {
        self->run_job_([self, key, windows = std::move(windows)] { self->on_windows(key, windows); });
    });
}

void RoomListCache::on_windows(const std::string& key, const Windows& windows) {
    Cached& cached = cached_[key];
    cached.answer = compress_(rooms_json(windows));
    cached.made_ms = now_ms_();
    for (const auto& done : std::exchange(cached.waiting, {})) done(cached.answer);
}

}  // namespace cubilete::server
