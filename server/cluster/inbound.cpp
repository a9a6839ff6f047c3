#include "server/cluster/inbound.hpp"

#include <algorithm>

#include "protocol/codec.hpp"

namespace cubilete::server {

namespace {

mesh::Frames frames_of(const Frame& frame) {
    mesh::Frames message{{}, frame.kind == Frame::Kind::reply, frame.subject, *frame.text};
    if (frame.request_id) message.request_id = request_id_text(*frame.request_id);
    if (frame.refused) message.code = protocol::name_of(*frame.refused);
    if (frame.in_room) {
        message.room = frame.in_room->room;
        message.match = frame.in_room->match;
        message.seq = frame.in_room->seq;
        message.gone = frame.in_room->gone;
    }
    return message;
}

}  // namespace

Inbound::Inbound(const NodeContext& node, std::function<void(const std::string& room)> wanted)
    : node_(node),
      on_room_wanted_(std::move(wanted)),
      frames_(std::make_shared<RemoteFrames>(node.services.threads.first(), [this] { send_frames(); })) {}

void Inbound::on_link_down(Epoch node) {
    links_.erase(node);
    stop_waiting([node](const RemoteSink& socket) { return socket.node() == node; });
    const auto first = sockets_.lower_bound({node, 0});
    auto end = first;
    for (; end != sockets_.end() && end->first.first == node; ++end)
        node_.lobby.on_socket_closed(end->second);
    sockets_.erase(first, end);
}

std::shared_ptr<RemoteSink> Inbound::find(Epoch node, mesh::SocketNumber socket) const {
    const auto known = sockets_.find({node, socket});
    return known == sockets_.end() ? nullptr : known->second;
}

void Inbound::on_room_arrived(const std::string& room) {
    if (const auto waiting = waiting_.extract(room))
        for (const auto& [socket, seen] : waiting.mapped()) come_back(socket, seen);
}

void Inbound::redirect_sockets(const std::string& room) {
    if (const auto waiting = waiting_.extract(room))
        for (const auto& [socket, seen] : waiting.mapped())
            node_.links->send(socket->node(), mesh::WrongOwner{socket->number(), room, {}});
}

void Inbound::handle(Epoch from, mesh::Attach attach) {
    auto& sink = sockets_[{from, attach.socket}];
    if (!sink) {
        sink = std::make_shared<RemoteSink>(frames_, from, links_[from], attach.socket, attach.network);
        sink->set_supports_provable_dice(attach.supports_provable_dice);
        node_.lobby.directory().introduce(sink, attach.player);
    }
    for (mesh::Seen& seen : attach.rooms) {
        if (node_.lobby.directory().has_room(seen.room)) {
            come_back(sink, seen);
            continue;
        }
        // It comes back once, with what it has seen last.
        std::vector<ReturningSocket>& waiting = waiting_[seen.room];
        std::erase_if(waiting, [&](const ReturningSocket& one) { return one.socket == sink; });
        waiting.push_back({sink, seen});
        on_room_wanted_(seen.room);
    }
}

void Inbound::come_back(const std::shared_ptr<RemoteSink>& socket, const mesh::Seen& known) {
    std::optional<protocol::RoomJoin::Seen> seen;
    if (!known.match.empty()) seen = {known.match, known.seq};
    node_.lobby.directory().reattach(
        socket, known.room, seen, [this, post = node_.post, socket, room = known.room] {
            post([this, socket, room] {
                node_.links->send(socket->node(), mesh::ReattachRefused{socket->number(), room});
            });
        });
}

void Inbound::handle(Epoch from, const mesh::Detach& detach) {
    const auto known = sockets_.extract({from, detach.socket});
    if (!known) return;
    stop_waiting([&](const RemoteSink& socket) { return &socket == known.mapped().get(); });
    node_.lobby.on_socket_closed(known.mapped());
}

/// Sockets that are gone come back to no room: their numbers may be those of others by then.
void Inbound::stop_waiting(const std::function<bool(const RemoteSink&)>& is_gone) {
    for (auto next = waiting_.begin(); next != waiting_.end();) {
        const auto room = next++;
        std::erase_if(room->second, [&](const ReturningSocket& one) { return is_gone(*one.socket); });
        if (room->second.empty()) waiting_.erase(room);
    }
}

void Inbound::handle(Epoch from, mesh::Request request) {
    const auto socket = find(from, request.socket);
    if (!socket) return;
    auto parsed = protocol::parse(request.text, node_.services.limits.message);
    if (auto* bad = std::get_if<protocol::BadMessage>(&parsed)) {  // of a node of another version
        if (bad->request_id) node_.refuse(socket, *bad->request_id, std::move(bad->refused));
        return;
    }
    auto& message = std::get<protocol::ClientMessage>(parsed);
    message.text = std::move(request.text);
    node_.lobby.receive(socket, std::move(message));
}

/// A text that goes to several sockets of a node crosses once. What comes late for a socket that was attached over an
/// earlier link does not cross: its node has sent the request again, and a socket must not get two replies.
void Inbound::send_frames() {
    const std::vector<RemoteFrames::AddressedFrame> sent = frames_->take_all();
    for (std::size_t at = 0; at < sent.size();) {
        const RemoteFrames::AddressedFrame& first = sent[at];
        mesh::Frames message = frames_of(first.frame);
        while (at < sent.size() && sent[at].node == first.node && sent[at].link == first.link &&
               sent[at].frame.text == first.frame.text)
            message.sockets.push_back(sent[at++].socket);
        const auto link = links_.find(first.node);
        if (link == links_.end() || link->second != first.link) continue;
        if (node_.links->send(first.node, message)) node_.services.metrics.count_relayed(RelayedKind::frame);
    }
}

}  // namespace cubilete::server
