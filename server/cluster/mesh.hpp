#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "server/cluster/link.hpp"
#include "server/cluster/links.hpp"
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

/// The links over TCP, each proved by the secret of the cluster: the node with the higher epoch, which came later,
/// dials. On the thread of the executor.
class Mesh final : public Links, public std::enable_shared_from_this<Mesh> {
  public:
    /// `own`: the epoch of this node.
    Mesh(const Executor& executor, Secret key, NodePort port, Epoch own, Events events);

    void start() override;
    void set_nodes(const std::map<Epoch, std::string>& living, Epoch newest) override;
    void stop() override;
    bool is_linked(Epoch node) const override { return links_.contains(node); }
    bool is_busy(Epoch node) const override;
    std::size_t queued_bytes() const override;
    bool send(Epoch node, const Message& message) override;
    void broadcast(const Message& message) override;

  private:
    Task<> accept();
    void limit_unauthenticated();
    Task<> probe(Epoch node, std::string address);
    void on_link_up(const LinkPtr& link);
    void on_link_down(const LinkPtr& link);
    void on_unauthenticated(Epoch node);

    Executor executor_;
    Secret key_;
    Events events_;
    LinkSetup setup_;
    Acceptor acceptor_;
    std::map<Epoch, LinkPtr> links_;       ///< that are up
    std::set<Epoch> dialled_;              ///< not up yet
    std::set<Epoch> lost_links_;           ///< newer nodes whose link has ended
    std::string address_;                  ///< of this node
    std::map<Epoch, std::string> living_;  ///< of the last set_nodes()
    std::set<Epoch> unauthenticated_;      ///< nodes with another secret that were logged
    std::optional<std::chrono::steady_clock::time_point> last_warning_;  ///< of such a node
    std::deque<std::weak_ptr<Link>> accepted_;  ///< the newest last; some have ended or are up
    bool stopped_ = false;
};

}  // namespace cubilete::server::mesh
