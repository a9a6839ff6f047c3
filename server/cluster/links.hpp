#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "server/cluster/envelope.hpp"

namespace cubilete::server::mesh {

/// The links of this node to all others, one for each. Messages over a link arrive in the order in which they were
/// sent, or not at all. On one thread.
class Links {
  public:
    /// None is called before start(), nor after stop().
    struct Events {
        std::function<void(Epoch)> on_link_up;
        std::function<void(Epoch)> on_link_down;
        std::function<void(Epoch, Message)> on_message;
        /// Nobody listens at the node's address: its process is gone, its machine is not.
        std::function<void(Epoch)> on_refused;
    };

    Links() = default;
    virtual ~Links() = default;
    Links(const Links&) = delete;
    Links& operator=(const Links&) = delete;

    /// Begins to accept links of other nodes.
    virtual void start() = 0;
    /// `living`: the other nodes that live, with their addresses. `newest`: the newest node that a beat has ever shown;
    /// those that are newer have just joined. Connects to nodes that have no link, and ends the links to those that are
    /// over. Call it with each beat: that is also when a link that failed is dialled again.
    virtual void set_nodes(const std::map<Epoch, std::string>& living, Epoch newest) = 0;
    virtual void stop() = 0;

    virtual bool is_linked(Epoch node) const = 0;
    /// The link to the node is so slow that it should get no more requests.
    virtual bool is_busy(Epoch node) const = 0;
    /// Not yet sent, for all links together.
    virtual std::size_t queued_bytes() const = 0;
    /// Returns false, and drops the message, if there is no link to the node.
    virtual bool send(Epoch node, const Message& message) = 0;
    virtual void broadcast(const Message& message) = 0;
};

}  // namespace cubilete::server::mesh
