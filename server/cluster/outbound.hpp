#pragma once

#include <functional>
#include <memory>
#include <string>

#include "server/cluster/remote_rooms.hpp"

namespace cubilete::server {

/// The sockets of this node in rooms of other ones: what they see there, and the answers to what they ask. Requests and
/// frames cross the links as they are. When a link ends or a room gets another owner, the sockets come back to the room
/// with what they have seen, and requests that may be repeated are repeated. On the lobby's thread.
class Outbound {
  public:
    using Epoch = mesh::Epoch;

    Outbound(const NodeContext& node, OwnSockets& sockets, RemoteRooms& rooms);

    void on_socket_closed(const SinkPtr& socket);
    void on_link_down(Epoch node);
    /// `done` runs when other nodes have answered what the sockets here have asked, and after `most` in any case.
    void await_answers(Clock::Duration most, std::function<void()> done);

    void handle(Epoch from, mesh::Frames frames);
    void handle(Epoch from, const mesh::WrongOwner& wrong);
    void handle(Epoch from, const mesh::ReattachRefused& refused);

  private:
    bool record_push(OwnSocket& socket, Epoch from, const mesh::Frames& push);
    void leave(OwnSocket& socket, const std::string& room);
    bool on_reply(OwnSocket& socket, Epoch from, const mesh::Frames& reply);
    void requeue_for_next_owner(OwnSocket& socket, Epoch owner, const std::string& room);

    const NodeContext& node_;
    OwnSockets& sockets_;
    RemoteRooms& rooms_;
    std::unique_ptr<Clock::Timer> answers_timer_;
};

}  // namespace cubilete::server
