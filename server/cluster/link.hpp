#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "server/cluster/envelope.hpp"
#include "server/core/net.hpp"
#include "server/core/secret.hpp"

namespace cubilete::server::mesh {

/// A connection to another node over which both send messages, in order. It lives on one thread; every function is
/// called there. It ends when the other node has been silent for three seconds, and then everything that was not yet
/// sent is lost.
class Link {
  public:
    /// Bytes not yet sent; past them the link is so slow that no requests should be sent over it.
    static constexpr std::size_t busy_bytes = 4 * 1024 * 1024;
    /// Past them the link is reset.
    static constexpr std::size_t most_bytes = 16 * 1024 * 1024;

    virtual ~Link() = default;
    /// Queues a message. Messages that are queued by one handler leave together.
    virtual void send(const Message& message) = 0;
    virtual std::size_t queued_bytes() const = 0;
    /// Cuts the connection. Does nothing if it has ended.
    virtual void reset() = 0;
    virtual Epoch peer() const = 0;
};
using LinkPtr = std::shared_ptr<Link>;

/// All of it outlives the links. The functions are called on the thread of the link.
struct LinkSetup {
    Epoch own = 0;
    const Secret& key;
    /// Both nodes have proved that they know the secret.
    std::function<void(const LinkPtr&)> on_link_up;
    std::function<void(Link&, Message)> on_message;
    /// Called once after `up`, when the link has ended.
    std::function<void(const LinkPtr&)> on_link_down;
    /// A link that was dialled has ended before it was up. `refused`: nobody listens there.
    std::function<void(Epoch to, bool refused)> on_dial_failure;
    /// The other node does not know the secret, so it may also be another node than it says. The link ends.
    std::function<void(Epoch peer)> on_unauthenticated;
};

/// Starts a link over a connection that somebody has opened; its peer() is 0 until that is a node.
LinkPtr accept_link(Socket socket, const LinkSetup& setup);
/// Connects to the node `to` at HOST:PORT, and starts a link.
void dial_link(const Executor& executor, const std::string& address, Epoch to, const LinkSetup& setup);

/// HOST:PORT, [HOST]:PORT for an address of IPv6.
struct NodeAddress {
    std::string host;
    std::string port;
};
/// Returns nothing if `text` is not one.
std::optional<NodeAddress> parse_node_address(const std::string& text);

}  // namespace cubilete::server::mesh
