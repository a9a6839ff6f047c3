#include "server/cluster/outbound.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace cubilete::server {

namespace {

constexpr Clock::Duration answer_poll_interval{10};

}  // namespace

Outbound::Outbound(const NodeContext& node, OwnSockets& sockets, RemoteRooms& rooms)
    : node_(node), sockets_(sockets), rooms_(rooms) {}

void Outbound::on_socket_closed(const SinkPtr& sink) {
    OwnSocket* socket = sockets_.find(sink);
    if (!socket) return;
    while (!socket->rooms.empty()) leave(*socket, std::string(socket->rooms.begin()->first));
    sockets_.remove(*socket);
}

void Outbound::on_link_down(Epoch node) {
    for (auto& [number, socket] : sockets_.all()) {
        socket.attached.erase(node);
        for (auto& [room, seen] : socket.rooms)
            if (seen.owner == node) seen.owner = 0;
        std::vector<OwnSocket::PendingRequest> lost = socket.take_all(node);
        const auto may_have_happened = [](const auto& one) {
            return !one.request.repeatable && !one.refused;
        };
        if (std::ranges::any_of(lost, may_have_happened)) {
            socket.is_closing = true;
            socket.sink->close(CloseCode::restart, "the server of the table has failed");
            continue;
        }
        std::map<std::string, std::vector<RemoteRequest>> back;
        for (OwnSocket::PendingRequest& one : lost)
            if (!one.room.empty()) back[one.room].push_back(std::move(one.request));
        for (auto& [room, requests] : back) rooms_.requeue(socket, node, room, std::move(requests));
    }
    rooms_.on_link_down(node);
}

void Outbound::await_answers(Clock::Duration most, std::function<void()> done) {
    const bool waits =
        std::ranges::any_of(sockets_.all(), [](const auto& one) { return !one.second.pending.empty(); });
    if (!waits || most.count() <= 0) return done();
    answers_timer_ = node_.clock->after(answer_poll_interval, [this, most, done = std::move(done)] {
        await_answers(most - answer_poll_interval, done);
    });
}

/// Returns false if the socket must not get a push about a room, because it is attached to the room at another node.
/// Then the sender is a former owner that does not know it yet, or the next one, which sends all that is missing when
/// the socket comes back to the room.
bool Outbound::record_push(OwnSocket& socket, Epoch from, const mesh::Frames& push) {
    if (node_.lobby.directory().has_room(push.room)) return false;  // this node is the next owner
    const auto known = socket.rooms.find(push.room);
    if (known != socket.rooms.end() && known->second.owner != 0 && known->second.owner != from) return false;
    if (push.gone) {
        leave(socket, push.room);
        return true;
    }
    rooms_.add_viewer(push.room, from, socket.number);
    OwnSocket::SeenRoom& seen = socket.rooms[push.room];
    // The next owner pushes the room to all sockets of its members that it knows. This one has yet to come back.
    if (seen.owner == 0 && !seen.match.empty()) sockets_.attach(socket, from, push.room);
    seen.owner = from;
    if (push.match.empty()) return true;
    seen.match = push.match;
    seen.seq = push.seq;
    return true;
}

void Outbound::leave(OwnSocket& socket, const std::string& room) {
    socket.rooms.erase(room);
    rooms_.remove_viewer(room, socket.number);
}

/// Returns false if the client must not get the reply, because the request goes to the next owner of the room, or because the
/// host of a search stops: then this node chooses, which makes a room at the latest when it has tried enough of them.
bool Outbound::on_reply(OwnSocket& socket, Epoch from, const mesh::Frames& reply) {
    OwnSocket::PendingRequest* request = socket.find_pending(from, reply.request_id);
    if (!request) return true;
    const std::string room = request->room;
    const bool is_retried = reply.code == protocol::name_of(protocol::Code::shutting_down);
    if (is_retried && room.empty()) {
        RemoteRequest asked = socket.take(*request);
        node_.lobby.matchmaker().seek(asked.from, asked.id, asked.search.wanted,
                                      std::move(asked.search.tried));
        return false;
    }
    if (is_retried)
        request->refused = true;
    else if (socket.take(*request).leaves && reply.code.empty())
        leave(socket, room);
    requeue_for_next_owner(socket, from, room);
    if (!is_retried) rooms_.send_waiting(room);  // a socket may have waited for this reply
    return !is_retried;
}

/// The owner of the room stops, or is not its owner: requests that it did not carry out wait for the next one. So do all
/// that came later; they are kept together, in their order, when the last one is answered.
void Outbound::requeue_for_next_owner(OwnSocket& socket, Epoch owner, const std::string& room) {
    std::vector<RemoteRequest> refused = socket.take_refused(owner, room);
    if (refused.empty()) return;
    rooms_.requeue(socket, owner, room, std::move(refused));
    rooms_.send_waiting(room);
    rooms_.schedule_sweep();
}

void Outbound::handle(Epoch from, mesh::Frames frames) {
    const auto text = std::make_shared<const std::string>(std::move(frames.text));
    for (const mesh::SocketNumber number : frames.sockets) {
        OwnSocket* socket = sockets_.find(number);
        if (!socket) continue;
        if (frames.is_reply && !on_reply(*socket, from, frames)) continue;
        if (!frames.is_reply && !frames.room.empty() && !record_push(*socket, from, frames)) continue;
        socket->sink->send({text, frames.is_reply ? Frame::Kind::reply : Frame::Kind::push, frames.subject});
    }
}

/// Another node owns the room by now, or the room has yet to come to that one. The request goes to its owner, and the socket
/// has to come to it, also if it is the same node after all.
void Outbound::handle(Epoch from, const mesh::WrongOwner& wrong) {
    if (OwnSocket* socket = sockets_.find(wrong.socket)) {
        if (const auto seen = socket->rooms.find(wrong.room);
            seen != socket->rooms.end() && seen->second.owner == from)
            seen->second.owner = 0;
        if (auto* request = socket->find_pending(from, wrong.request_id)) request->refused = true;
        requeue_for_next_owner(*socket, from, wrong.room);
    }
    rooms_.on_wrong_owner(wrong.room, from);
}

void Outbound::handle(Epoch, const mesh::ReattachRefused& refused) {
    if (OwnSocket* socket = sockets_.find(refused.socket)) {
        leave(*socket, refused.room);
        socket->sink->close(CloseCode::restart, "the table has moved");
    }
}

}  // namespace cubilete::server
