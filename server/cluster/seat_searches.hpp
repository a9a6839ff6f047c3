#pragma once

#include <optional>
#include <set>
#include <string>

#include "server/cluster/inbound.hpp"
#include "server/cluster/own_sockets.hpp"

namespace cubilete::server {

/// quick.match of strangers at different nodes. The node of the socket asks the host of the game's search, which knows the
/// rooms of all nodes that wait, then the owner of the room that the host has chosen, and if that declines the host again.
/// On the lobby's thread.
class SeatSearches {
  public:
    using Epoch = mesh::Epoch;

    SeatSearches(const NodeContext& node, OwnSockets& sockets, const Inbound& inbound)
        : node_(node), sockets_(sockets), inbound_(inbound) {}

    /// OtherNodes::seek and seat.
    bool seek(const Requester& from, const protocol::QuickMatch& wanted);
    void seat(const Requester& from, const protocol::QuickMatch& wanted, const std::set<std::string>& tried,
              const WaitingRooms::Location& room);

    void handle(Epoch from, const mesh::FindSeat& seek);
    void handle(Epoch from, const mesh::SeatOffer& seat);
    void handle(Epoch from, const mesh::SeatDeclined& none);

  private:
    void ask_for_seat(OwnSocket& socket, Epoch node, const protocol::RequestId& request_id, Search search,
                      const std::string& room);
    void retry_search(const RemoteRequest& request);
    std::optional<RemoteRequest> take_search(Epoch from, mesh::SocketNumber socket,
                                             const std::string& request_id);

    const NodeContext& node_;
    OwnSockets& sockets_;
    const Inbound& inbound_;
};

}  // namespace cubilete::server
