#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "server/cluster/node_watch.hpp"
#include "server/cluster/thread_watch.hpp"
#include "storage/cluster.hpp"

namespace cubilete::server {

/// Tells the other nodes that this one lives, sees which of them are dead, fences them, and takes over rooms that have
/// no owner. It has two threads, because a beat must not wait until rooms are read. When this node cannot beat,
/// Journal::away() becomes true before anybody takes over from it; DatabaseWatch then stops what it serves.
class Takeover {
  public:
    /// Called on the threads of this object; they must not block.
    struct Events {
        std::function<storage::NodeLoad()> load;              ///< what to tell of this node
        std::function<void(storage::NodeList)> on_node_list;  ///< after each beat
        /// This node has fenced another one.
        std::function<void()> fenced = [] {};
        /// Rooms that are this node's from now on. One that it serves already, or is handing over, must be dropped.
        std::function<void(std::vector<storage::OpenRoom>)> on_adopted;
        /// The process must end. May be called by both threads.
        std::function<void(storage::ExitReason, const std::string& reason)> over;
    };
    /// Rooms that are read together; they wait for each other.
    static constexpr std::size_t rooms_a_batch = 200;

    /// `serving`: the threads that serve players. While one of them does not answer, the node does not beat. `now`:
    /// a steady clock.
    Takeover(storage::Cluster& cluster, Events events, NodeWatch::Limits limits = {},
             std::vector<Executor> serving = {},
             std::function<NodeWatch::Time()> now = std::chrono::steady_clock::now);
    ~Takeover();
    Takeover(const Takeover&) = delete;
    Takeover& operator=(const Takeover&) = delete;

    /// Just before the threads that serve players run.
    void start();
    /// Waits for the calls that are under way.
    void stop();

    // The threads call these repeatedly; a simulation, which has no threads, calls them instead of start().
    /// Tells that this node lives, and notes who else does.
    void beat();
    /// Fences the dead, and takes over rooms without an owner.
    void take_over();

    // From any thread.
    /// The link to a node was cut, and its machine refuses new ones.
    void on_connection_refused(std::int64_t epoch);
    /// There is a link to the node.
    void on_link(std::int64_t epoch);

  private:
    /// Nodes that do not serve their rooms any more.
    struct EndedNodes {
        std::map<std::int64_t, std::int64_t> failed;  ///< not fenced yet: epoch, and the beat that was seen
        std::set<std::int64_t> over;                  ///< their rooms are not yet taken over
    };
    void send_heartbeats();
    void run_takeovers();
    /// Runs a call to the database; false if it must be repeated, or need not be because the process ends.
    bool run_on_database(const std::function<void()>& action);
    bool adopt_all(std::int64_t from);
    bool may_take_over();

    storage::Cluster& cluster_;
    Events events_;
    ThreadWatch threads_;
    std::function<NodeWatch::Time()> now_;
    NodeWatch::Time last_scan_{};  ///< for rooms of nodes that ended when nobody watched them
    std::mutex mutex_;
    std::condition_variable wake_;
    NodeWatch node_watch_;
    EndedNodes ended_nodes_;
    bool accepts_rooms_ = false;  ///< rooms; not before the first beat, nor while this node drains
    bool is_stopping_ = false;
    std::thread heartbeat_thread_;
    std::thread takeover_thread_;
};

}  // namespace cubilete::server
