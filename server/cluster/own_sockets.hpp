#pragma once

#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "protocol/messages.hpp"
#include "server/cluster/links.hpp"
#include "server/core/sink.hpp"

namespace cubilete::server {

/// quick.match of a socket of this node.
struct Search {
    protocol::QuickMatch wanted;
    std::set<std::string> tried = {};  ///< rooms that were chosen for it
};

/// A request that another node has to carry out.
struct RemoteRequest {
    SinkPtr from;
    protocol::RequestId id;
    std::string text;
    bool repeatable = false;  ///< it does no harm if it is carried out twice
    bool leaves = false;      ///< an `ok` ends the socket's part in the room
    Search search = {};       ///< for quick.match
};

/// A socket of this node.
struct OwnSocket {
    using Epoch = mesh::Epoch;

    /// The newest entry that the socket has seen of a room of another node.
    struct SeenRoom {
        Epoch owner = 0;  ///< where the socket is attached; 0: it must come back to the room
        std::string match;
        std::int64_t seq = 0;
    };
    struct PendingRequest {
        Epoch owner = 0;
        std::string room;  ///< empty: it is for the lobby
        RemoteRequest request;
        bool refused = false;  ///< because the owner stops: it goes to the next one
    };

    /// Null if that node has no such request of a room, or of the lobby.
    PendingRequest* find_pending(Epoch owner, const std::string& request_id);
    RemoteRequest take(const PendingRequest& request);
    /// Takes all requests that went to the node.
    std::vector<PendingRequest> take_all(Epoch owner);
    /// Takes what the owner of the room has refused, in its order, when all that went there is answered.
    std::vector<RemoteRequest> take_refused(Epoch owner, const std::string& room);
    /// A request has not been answered by another owner of the room. A later one must not overtake it.
    bool has_pending_elsewhere(const std::string& room, Epoch owner) const;

    mesh::SocketNumber number = 0;
    SinkPtr sink;
    protocol::PlayerInfo player;
    std::set<Epoch> attached;               ///< nodes that know it
    std::map<std::string, SeenRoom> rooms;  ///< by code; of other nodes
    std::list<PendingRequest> pending;      ///< in the order sent
    bool is_closing = false;                ///< its client repeats what was not answered
};

/// The sockets of this node that have said hello. On the lobby's thread.
class OwnSockets {
  public:
    using Number = mesh::SocketNumber;

    /// `links` outlive it.
    explicit OwnSockets(mesh::Links& links) : links_(links) {}

    void add(const SinkPtr& socket, const protocol::PlayerInfo& player);
    void remove(const OwnSocket& socket);
    /// Null if it is not one of them.
    OwnSocket* find(const SinkPtr& socket);
    OwnSocket* find(Number number);
    OwnSocket& at(Number number) { return sockets_.at(number); }
    std::unordered_map<Number, OwnSocket>& all() { return sockets_; }
    /// Players who have sockets here.
    std::vector<std::string> players() const;
    void rename(const protocol::PlayerInfo& player);
    /// Tells the node of the socket, and that it comes back to `room`, if it was there before.
    void attach(OwnSocket& socket, mesh::Epoch node, const std::string& room = {});
    /// Calls attach() for all sockets of the player.
    void attach_all(const std::string& player, mesh::Epoch node);

  private:
    std::set<Number> sockets_of_player(const std::string& player) const;

    mesh::Links& links_;
    Number last_number_ = 0;
    std::unordered_map<Number, OwnSocket> sockets_;
    std::unordered_map<Sink*, Number> numbers_;
    std::unordered_map<std::string, std::set<Number>> of_player_;
};

}  // namespace cubilete::server
