#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "storage/cluster.hpp"
#include "storage/journal.hpp"
#include "storage/postgres/connection.hpp"
#include "storage/postgres/nodes.hpp"

namespace cubilete::storage::postgres {

/// How a process joins those that share the data.
struct JoinOptions {
    int lanes = 1;
    bool take_over = false;
    /// As JournalSetup::node.
    std::optional<NodeRow> node = {};
    std::function<void(const std::string& line)> warn = {};
    /// May be empty; as JournalSetup::beat.
    std::function<void()> beat = {};
};

/// This process among those that share the data. It has an epoch: a number that no other run has. The epoch is
/// in every batch of writes, and a process that takes the data over deletes its lanes: so the database itself
/// refuses what an ousted process may still send. A thread raises the node's `beat` four times a second, by
/// which others see that it lives. No clock is needed for safety.
class Membership {
  public:
    using Failed = std::function<void(ExitReason end, const std::string& reason)>;

    /// Creates or migrates the tables, and joins: waits for two seconds for signs of life of other processes
    /// if there may be any, fences those that give none, and owns all rooms from then on. A node of a cluster
    /// does so only with processes that share nothing, and owns no room at first. Throws DatabaseError if a
    /// process lives, and if a setting of the database would lose what was confirmed.
    Membership(Url url, JoinOptions joining);
    /// Like leave().
    ~Membership();
    Membership(const Membership&) = delete;
    Membership& operator=(const Membership&) = delete;

    std::int64_t epoch() const { return epoch_; }
    /// Whether this is a node of a cluster.
    bool shares_rooms() const { return shares_rooms_; }
    /// The name of the connection of a lane at the database.
    std::string lane_name(int lane) const { return connection_name(std::to_string(lane)); }
    /// The name of a connection for something else; all end when this epoch is fenced.
    std::string connection_name(const std::string& part) const;
    /// Begins to beat. `failed` is called at most once, on the thread that beats.
    void start(Failed failed);
    /// Stops to beat: from now on somebody else does, and tells what came of it. Any thread.
    void stop_heartbeat();
    /// The database has confirmed beat number `beats`, which was sent at `sent`. Throws EpochEndedError if a later one was
    /// confirmed before. One thread.
    void confirm(std::int64_t beats, std::chrono::steady_clock::time_point sent);
    /// Throws EpochEndedError: other nodes have ended this epoch, or the database has lost it.
    [[noreturn]] void is_over(Connection& connection) const;
    /// False if the database has confirmed no beat for 1.2 s: others may soon take this process for dead. Any
    /// thread.
    bool is_alive() const;
    /// Ends the thread, and tells the others that nobody needs to be waited for. Does nothing if the database is
    /// away.
    void leave() noexcept;

  private:
    Nodes conflicting_nodes(Connection& connection) const;
    void join(const JoinOptions& joining);
    void insert(Connection& connection, const std::optional<NodeRow>& node);
    void beat();
    void send_heartbeat(Connection& connection);

    Url url_;
    bool shares_rooms_;
    std::int64_t epoch_ = 0;
    Failed failed_;
    std::function<void(const std::string&)> warn_;
    std::function<void()> on_beat_;
    std::int64_t beats_ = 0;
    std::atomic<std::chrono::steady_clock::time_point> confirmed_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool ending_ = false;  ///< the thread need not beat any more
    bool left_ = false;
    std::mutex joining_;  ///< of the thread
    std::thread thread_;
};

}  // namespace cubilete::storage::postgres
