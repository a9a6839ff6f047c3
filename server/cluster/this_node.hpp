#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/cluster/links.hpp"
#include "server/core/worker.hpp"
#include "server/lobby/lobby.hpp"
#include "storage/cluster.hpp"

namespace cubilete::server {

/// The other nodes, as the last beat and the links tell of them. On the lobby's thread.
class Peers {
  public:
    using Epoch = mesh::Epoch;

    /// `own`: the epoch of this node. `links` outlive it.
    Peers(Epoch own, mesh::Links& links) : own_(own), newest_nodes_(own), links_(links) {}

    /// A beat has returned the list of all nodes; returns their state for the metrics.
    Metrics::Nodes on_node_list(const std::vector<storage::NodeRow>& nodes);
    /// The node is linked.
    void on_link_up(Epoch node) { ever_linked_.insert(node); }

    Epoch own() const { return own_; }
    /// The newest node that a beat has shown; those that are newer have just joined.
    Epoch newest() const { return newest_nodes_; }
    /// The other nodes that live, with their addresses.
    const std::map<Epoch, std::string>& living() const { return living_; }
    /// The epoch of another node has ended; 0 is none.
    bool has_ended(Epoch node) const {
        return node != 0 && node != own_ && node <= newest_nodes_ && !living_.contains(node);
    }
    /// The nodes that may have sockets for a room that has just become this node's. One that is linked for the first time
    /// later, because it or this one has just joined, is told of the room then.
    std::set<Epoch> possible_socket_nodes() const;
    /// The node that chooses the rooms for quick.match of this game: all nodes that see the same nodes choose the same
    /// one. While they do not, strangers may miss each other, but no seat is given twice.
    Epoch search_host(const std::string& game) const;
    /// Returns the nodes that have got the question.
    std::set<Epoch> ask_all(const mesh::Message& question) const;

  private:
    Epoch own_;
    Epoch newest_nodes_;
    mesh::Links& links_;
    std::map<Epoch, std::string> living_;
    std::set<Epoch> draining_nodes_;  ///< those of them that stop
    std::set<Epoch> ever_linked_;     ///< to which there has been a link
};

/// Runs actions on the lobby's thread; none once it has been stopped. Its copies do the same. From any thread.
class LobbyPoster {
  public:
    explicit LobbyPoster(Executor executor) : executor_(std::move(executor)) {}
    /// An exception from the action is logged.
    void operator()(std::function<void()> action) const;
    /// When nothing runs any more.
    void stop() { *runs_ = false; }

  private:
    Executor executor_;
    std::shared_ptr<bool> runs_ = std::make_shared<bool>(true);
};

/// The thread that waits for the database for all parts of a relay.
class ClusterReader {
  public:
    /// Runs a job that may wait for the database, on another thread; jobs run one after another. False: too many wait.
    using JobRunner = std::function<bool(std::function<void()>)>;
    using Then = std::function<void()>;

    /// `cluster` outlives it. Without `run_job` it has a thread of its own.
    ClusterReader(LobbyPoster post, storage::Cluster& cluster, JobRunner run_job);
    /// Runs `read` on the other thread and what it returns on the lobby's; `away` there instead if the database is away.
    void read(std::function<Then(storage::Cluster&)> read, Then away) const;
    /// Later jobs are dropped.
    void stop();

  private:
    LobbyPoster post_;
    storage::Cluster& cluster_;
    JobRunner run_job_;
    std::optional<Worker> worker_;  ///< the last, so that its jobs end first
};

/// The objects that the parts of a relay use; it outlives them. On the lobby's thread.
struct NodeContext {
    using MakeLinks = std::function<std::shared_ptr<mesh::Links>(mesh::Links::Events)>;

    NodeContext(const Services& own_services, Lobby& own_lobby, storage::Cluster& cluster,
                ClusterReader::JobRunner run_job, std::shared_ptr<mesh::Links> own_links);
    void refuse(const SinkPtr& to, const protocol::RequestId& request_id, protocol::Rejection why) const;

    const Services& services;
    Lobby& lobby;
    LobbyPoster post;
    std::unique_ptr<Clock> clock;
    std::shared_ptr<mesh::Links> links;
    Peers peers;
    ClusterReader reads;
};

/// The id of a request that request_id_text() has written.
protocol::RequestId id_of(const std::string& text);

}  // namespace cubilete::server
