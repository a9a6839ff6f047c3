#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/cluster/remote_sink.hpp"
#include "server/cluster/this_node.hpp"

namespace cubilete::server {

/// The sockets of other nodes at this one: what they ask for goes to the lobby, and frames go back. Some come back to a
/// room that they were in before, and wait until it is here. On the lobby's thread.
class Inbound {
  public:
    using Epoch = mesh::Epoch;

    /// `wanted` is called with the code of a room that is not here and to which a socket comes back.
    Inbound(const NodeContext& node, std::function<void(const std::string& room)> wanted);

    void on_link_up(Epoch node) { links_[node] = ++last_link_; }
    void on_link_down(Epoch node);
    /// Null if that node has not attached such a socket.
    std::shared_ptr<RemoteSink> find(Epoch node, mesh::SocketNumber socket) const;
    /// Sockets wait for the room.
    bool has_waiting_sockets(const std::string& room) const { return waiting_.contains(room); }
    /// The room is here: they come back.
    void on_room_arrived(const std::string& room);
    /// The room is not here: the nodes of its sockets look for it.
    void redirect_sockets(const std::string& room);

    void handle(Epoch from, mesh::Attach attach);
    void handle(Epoch from, const mesh::Detach& detach);
    void handle(Epoch from, mesh::Request request);

  private:
    struct ReturningSocket {
        std::shared_ptr<RemoteSink> socket;
        mesh::Seen seen;
    };
    void come_back(const std::shared_ptr<RemoteSink>& socket, const mesh::Seen& seen);
    void stop_waiting(const std::function<bool(const RemoteSink&)>& is_gone);
    void send_frames();

    const NodeContext& node_;
    std::function<void(const std::string& room)> on_room_wanted_;
    std::shared_ptr<RemoteFrames> frames_;
    std::map<std::pair<Epoch, mesh::SocketNumber>, std::shared_ptr<RemoteSink>> sockets_;
    std::uint64_t last_link_ = 0;
    std::map<Epoch, std::uint64_t> links_;                                   ///< by node, those that are up
    std::unordered_map<std::string, std::vector<ReturningSocket>> waiting_;  ///< by room
};

}  // namespace cubilete::server
