#include "server/cluster/public_rooms_publisher.hpp"

#include <algorithm>
#include <utility>

namespace cubilete::server {

void PublicRoomsPublisher::put(const RoomReport& report) {
    rooms_.put(report.line, clock_.wall_ms());
    if (auto waiting = to_waiting_room(report))
        waiting_.put(*std::move(waiting));
    else
        waiting_.remove(report.line.room);
    schedule_publish();
}

void PublicRoomsPublisher::remove(const std::string& room) {
    rooms_.remove(room);
    waiting_.remove(room);
    schedule_publish();
}

void PublicRoomsPublisher::schedule_publish() {
    if (timer_) return;
    const auto wait = std::max(Clock::Duration(0), last_ + news_interval - clock_.now());
    timer_ = clock_.after(wait, [this] { publish(); });
}

void PublicRoomsPublisher::publish() {
    timer_.reset();
    last_ = clock_.now();
    std::set<std::string> changed = rooms_.take_changed();
    changed.merge(waiting_.take_changed());
    for (const std::string& game : changed) {
        PublishedWindow& published = published_[game];
        const RoomWindowPtr now = rooms_.window(game);
        auto [put, gone] = diff_windows(*published.window, *now, PublicRooms::max_shown);
        std::vector<WaitingRoom> waiting = waiting_.first(game);
        const bool is_same = put.empty() && gone.empty() && published.window->total == now->total;
        if (is_same && published.waiting == waiting) continue;
        published = {now, waiting};
        publish_({game, false, now->total, std::move(put), std::move(gone), std::move(waiting)});
    }
}

std::vector<WindowNews> PublicRoomsPublisher::published() const {
    std::vector<WindowNews> all;
    for (const auto& [game, published] : published_)
        all.push_back({game, true, published.window->total, published.window->rooms, {}, published.waiting});
    return all;
}

}  // namespace cubilete::server
