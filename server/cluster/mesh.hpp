#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "server/cluster/link.hpp"
#include "server/core/net.hpp"
#include "server/core/secret.hpp"

namespace cubilete::server::mesh {

/// The port to which other nodes connect. It is bound before the node joins, because the others learn its address then.
class NodePort {
  public:
    /// Binds HOST:PORT and listens; port 0 takes any free one. Throws boost::system::system_error, and
    /// std::invalid_argument if that is no address.
    NodePort(const Executor& executor, const std::string& address);
    /// HOST:PORT, where others reach it.
    const std::string& address() const { return address_; }

  private:
    friend class Mesh;
    Acceptor acceptor_;
    std::string address_;
};

/// The links to all other nodes, one for each: the node with the higher epoch, which came later, dials. On one thread.
class Mesh : public std::enable_shared_from_this<Mesh> {
  public:
    struct Events {
        std::function<void(Epoch)> up;
        std::function<void(Epoch)> down;
        std::function<void(Epoch, Message)> received;
        /// Nobody listens at the node's address: its process is gone, its machine is not.
        std::function<void(Epoch)> refused;
    };

    Mesh(const Executor& executor, Secret key, Events events);

    // All on the thread of the executor.
    /// Begins to accept links, as the node `own`.
    void start(NodePort port, Epoch own);
    /// The other nodes that live, with their addresses. Connects to those that have no link, and ends the links to
    /// those that are over. Call it with each beat: that is also when a link that failed is dialled again.
    void follow(const std::map<Epoch, std::string>& living);
    void stop();

    bool has(Epoch node) const { return links_.contains(node); }
    /// The link to the node is so slow that it should get no more requests.
    bool is_busy(Epoch node) const;
    /// Not yet sent, for all links together.
    std::size_t queued_bytes() const;
    /// Returns false, and drops the message, if there is no link to the node.
    bool send(Epoch node, const Message& message);
    void send_all(const Message& message);

  private:
    Task<> accept();
    Task<> probe(Epoch node, std::string address);
    void up(const LinkPtr& link);
    void down(const LinkPtr& link);
    void unproved(Epoch node);

    Executor executor_;
    Secret key_;
    Events events_;
    LinkSetup setup_;
    std::unique_ptr<Acceptor> acceptor_;
    std::map<Epoch, LinkPtr> links_;       ///< that are up
    std::set<Epoch> dialled_;              ///< not up yet
    std::set<Epoch> lost_;                 ///< newer nodes whose link has ended
    std::string address_;                  ///< of this node
    std::map<Epoch, std::string> living_;  ///< of the last follow()
    std::set<Epoch> unproved_;             ///< nodes with another secret that were logged
    bool stopped_ = false;
};

}  // namespace cubilete::server::mesh
