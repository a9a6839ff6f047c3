#include "server/cluster/windows.hpp"

#include <algorithm>
#include <utility>

namespace cubilete::server {

void Windows::put(const RoomReport& report) {
    rooms_.put(report.line, clock_.wall_ms());
    if (auto waiting = waiting_room(report))
        waiting_.put(*std::move(waiting));
    else
        waiting_.remove(report.line.room);
    send_soon();
}

void Windows::remove(const std::string& room) {
    rooms_.remove(room);
    waiting_.remove(room);
    send_soon();
}

void Windows::send_soon() {
    if (timer_) return;
    const auto wait = std::max(Clock::Duration(0), last_ + between_news - clock_.now());
    timer_ = clock_.after(wait, [this] { tell(); });
}

void Windows::tell() {
    timer_.reset();
    last_ = clock_.now();
    std::set<std::string> changed = rooms_.take_changed();
    changed.merge(waiting_.take_changed());
    for (const std::string& game : changed) {
        Told& told = told_[game];
        const RoomWindowPtr now = rooms_.window(game);
        auto [put, gone] = changes_of(*told.window, *now, PublicRooms::most_shown);
        std::vector<WaitingRoom> waiting = waiting_.first(game);
        const bool is_same = put.empty() && gone.empty() && told.window->total == now->total;
        if (is_same && told.waiting == waiting) continue;
        told = {now, waiting};
        tell_({game, false, now->total, std::move(put), std::move(gone), std::move(waiting)});
    }
}

std::vector<WindowNews> Windows::told() const {
    std::vector<WindowNews> all;
    for (const auto& [game, told] : told_)
        all.push_back({game, true, told.window->total, told.window->rooms, {}, told.waiting});
    return all;
}

}  // namespace cubilete::server
