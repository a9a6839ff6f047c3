#include "server/cluster/arrivals.hpp"

#include <utility>

namespace cubilete::server {

namespace {

constexpr Clock::Duration most_wait_for_nodes{1'000};
constexpr Clock::Duration between_reads{100};

}  // namespace

Arrivals::Arrivals(const ThisNode& node, RoomsElsewhere& elsewhere, Handover& handover)
    : node_(node), elsewhere_(elsewhere), handover_(handover) {}

void Arrivals::later(Clock::Duration wait, std::function<void()> action) {
    const auto timer = timers_.emplace(timers_.end());
    *timer = node_.clock->after(wait, [this, timer, action = std::move(action)] {
        action();
        timers_.erase(timer);
    });
}

void Arrivals::on_adopted(std::vector<storage::OpenRoom> rooms) {
    mesh::Owns owns;
    for (storage::OpenRoom& room : rooms) {
        const std::string code = room.room.code;
        if (node_.lobby.directory().has_room(code) || contains(code)) continue;
        Arriving& arriving = arriving_[code];
        arriving.awaited = node_.peers.may_have_sockets();
        owns.rooms.push_back(code);
        if (handover_.has_given(code))
            receive(code);  // it may have been read before it was given away
        else
            arriving.room = std::move(room);
    }
    node_.services.metrics.adopted(owns.rooms.size());
    if (!owns.rooms.empty()) node_.links->send_all(owns);
    await_nodes(std::move(owns.rooms));
}

/// Takes the rooms up when the nodes have answered; after a while even if some has not.
void Arrivals::await_nodes(std::vector<std::string> rooms) {
    for (const std::string& room : rooms) take_up_unless_awaited(room);
    std::erase_if(rooms, [this](const std::string& room) { return !contains(room); });
    if (rooms.empty()) return;
    later(most_wait_for_nodes, [this, rooms = std::move(rooms)] {
        for (const std::string& room : rooms) {
            if (const auto late = arriving_.find(room); late != arriving_.end()) late->second.awaited.clear();
            take_up_unless_awaited(room);
        }
    });
}

void Arrivals::take_up_unless_awaited(const std::string& room) {
    const auto found = arriving_.find(room);
    if (found == arriving_.end() || !found->second.awaited.empty() || !found->second.room) return;
    const Arriving arriving = std::move(found->second);
    arriving_.erase(found);
    node_.lobby.directory().take_up(*arriving.room, arriving.carried);
    handover_.arrived(room);
    elsewhere_.arrived(room);
}

void Arrivals::follow() {
    std::set<Epoch> over;
    for (const auto& [room, arriving] : arriving_)
        for (const Epoch node : arriving.awaited)
            if (node_.peers.is_over(node)) over.insert(node);
    for (const Epoch node : over) await_no_more(node);
}

void Arrivals::up(Epoch node) const {
    mesh::Owns owns;
    for (const auto& [room, arriving] : arriving_)
        if (arriving.awaited.contains(node)) owns.rooms.push_back(room);
    if (!owns.rooms.empty()) node_.links->send(node, owns);
}

void Arrivals::await_no_more(Epoch node) {
    std::vector<std::string> complete;
    for (auto& [room, arriving] : arriving_)
        if (arriving.awaited.erase(node) > 0 && arriving.awaited.empty()) complete.push_back(room);
    for (const std::string& room : complete) take_up_unless_awaited(room);
}

/// Reads a room that another node has given to this one.
void Arrivals::receive(const std::string& room) {
    node_.reads.read(
        [this, room](storage::Cluster& cluster) -> ClusterReads::Then {
            return [this, room, read = cluster.receive(room)]() mutable {
                const auto arriving = arriving_.find(room);
                if (arriving == arriving_.end()) return;
                if (read) {
                    arriving->second.room = std::move(read);
                    return take_up_unless_awaited(room);
                }
                arriving_.erase(arriving);
                elsewhere_.not_ours(room);
            };
        },
        [this, room] {
            if (contains(room)) later(between_reads, [this, room] { receive(room); });
        });
}

void Arrivals::take(Epoch from, const mesh::Give& give) {
    if (!node_.lobby.directory().has_room(give.room) && !contains(give.room)) {
        Arriving& arriving = arriving_[give.room];
        arriving.awaited = node_.peers.may_have_sockets();
        arriving.carried = {Clock::Duration(give.left_ms), give.next};
        elsewhere_.lose(give.room);
        receive(give.room);
        await_nodes({give.room});
    }
    node_.links->send(from, mesh::Taken{give.room});
}

void Arrivals::take(Epoch from, const mesh::Known& known) {
    for (const std::string& room : known.rooms) {
        if (handover_.known(from, room)) continue;  // it is about the time before the room came back
        const auto arriving = arriving_.find(room);
        if (arriving != arriving_.end() && arriving->second.awaited.erase(from) > 0)
            take_up_unless_awaited(room);
    }
}

}  // namespace cubilete::server
