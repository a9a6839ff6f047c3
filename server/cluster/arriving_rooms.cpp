#include "server/cluster/arriving_rooms.hpp"

#include <utility>

namespace cubilete::server {

namespace {

constexpr Clock::Duration most_wait_for_nodes{1'000};
constexpr Clock::Duration between_reads{100};

}  // namespace

ArrivingRooms::ArrivingRooms(const NodeContext& node, RemoteRooms& remote_rooms, Handover& handover,
                             Arrived arrived)
    : node_(node), remote_rooms_(remote_rooms), handover_(handover), arrived_(std::move(arrived)) {}

void ArrivingRooms::schedule(Clock::Duration wait, std::function<void()> action) {
    const auto timer = timers_.emplace(timers_.end());
    *timer = node_.clock->after(wait, [this, timer, action = std::move(action)] {
        action();
        timers_.erase(timer);
    });
}

void ArrivingRooms::on_adopted(std::vector<storage::OpenRoom> rooms) {
    mesh::RoomsTakenOver owns;
    for (storage::OpenRoom& room : rooms) {
        const std::string code = room.room.code;
        if (node_.lobby.directory().has_room(code) || contains(code)) continue;
        ArrivingRoom& arriving = arriving_[code];
        arriving.awaited = node_.peers.possible_socket_nodes();
        owns.rooms.push_back(code);
        if (handover_.handed_over_recently(code))
            read_given_room(code);  // it may have been read before it was given away
        else
            arriving.room = std::move(room);
    }
    node_.services.metrics.count_adopted(owns.rooms.size());
    if (!owns.rooms.empty()) node_.links->broadcast(owns);
    adopt_when_answered(std::move(owns.rooms));
}

/// Takes the rooms up when the nodes have answered; after a while even if some has not.
void ArrivingRooms::adopt_when_answered(std::vector<std::string> rooms) {
    for (const std::string& room : rooms) adopt_unless_awaited(room);
    std::erase_if(rooms, [this](const std::string& room) { return !contains(room); });
    if (rooms.empty()) return;
    schedule(most_wait_for_nodes, [this, rooms = std::move(rooms)] {
        for (const std::string& room : rooms) {
            if (const auto late = arriving_.find(room); late != arriving_.end()) late->second.awaited.clear();
            adopt_unless_awaited(room);
        }
    });
}

void ArrivingRooms::adopt_unless_awaited(const std::string& room) {
    const auto found = arriving_.find(room);
    if (found == arriving_.end() || !found->second.awaited.empty() || !found->second.room) return;
    const ArrivingRoom arriving = std::move(found->second);
    arriving_.erase(found);
    node_.lobby.directory().adopt(*arriving.room, arriving.transient);
    arrived_(*arriving.room);
    handover_.on_room_arrived(room);
    remote_rooms_.on_room_arrived(room);
}

void ArrivingRooms::on_node_list() {
    std::set<Epoch> over;
    for (const auto& [room, arriving] : arriving_)
        for (const Epoch node : arriving.awaited)
            if (node_.peers.has_ended(node)) over.insert(node);
    for (const Epoch node : over) stop_awaiting(node);
}

void ArrivingRooms::on_link_up(Epoch node) const {
    mesh::RoomsTakenOver owns;
    for (const auto& [room, arriving] : arriving_)
        if (arriving.awaited.contains(node)) owns.rooms.push_back(room);
    if (!owns.rooms.empty()) node_.links->send(node, owns);
}

void ArrivingRooms::stop_awaiting(Epoch node) {
    std::vector<std::string> complete;
    for (auto& [room, arriving] : arriving_)
        if (arriving.awaited.erase(node) > 0 && arriving.awaited.empty()) complete.push_back(room);
    for (const std::string& room : complete) adopt_unless_awaited(room);
}

/// Reads a room that another node has given to this one.
void ArrivingRooms::read_given_room(const std::string& room) {
    node_.reads.read(
        [this, room](storage::Cluster& cluster) -> ClusterReader::Then {
            return [this, room, read = cluster.receive(room)]() mutable {
                const auto arriving = arriving_.find(room);
                if (arriving == arriving_.end()) return;
                if (read) {
                    arriving->second.room = std::move(read);
                    return adopt_unless_awaited(room);
                }
                arriving_.erase(arriving);
                remote_rooms_.on_owner_changed(room);
            };
        },
        [this, room] {
            if (contains(room)) schedule(between_reads, [this, room] { read_given_room(room); });
        });
}

void ArrivingRooms::handle(Epoch from, const mesh::GiveRoom& give) {
    if (!node_.lobby.directory().has_room(give.room) && !contains(give.room)) {
        ArrivingRoom& arriving = arriving_[give.room];
        arriving.awaited = node_.peers.possible_socket_nodes();
        arriving.transient = {Clock::Duration(give.left_ms), give.next};
        remote_rooms_.clear_owner(give.room);
        read_given_room(give.room);
        adopt_when_answered({give.room});
    }
    node_.links->send(from, mesh::GiveAccepted{give.room});
}

void ArrivingRooms::handle(Epoch from, const mesh::AttachDone& known) {
    for (const std::string& room : known.rooms) {
        if (handover_.on_attach_done(from, room)) continue;  // it is about the time before the room came back
        const auto arriving = arriving_.find(room);
        if (arriving != arriving_.end() && arriving->second.awaited.erase(from) > 0)
            adopt_unless_awaited(room);
    }
}

}  // namespace cubilete::server
