#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "storage/journal.hpp"
#include "storage/postgres/connection.hpp"

namespace cubilete::storage::postgres {

/// How a process joins those that share the data.
struct Joining {
    int lanes = 1;
    bool take_over = false;
    std::function<void(const std::string& line)> warn = {};
    /// May be empty; as JournalSetup::beat.
    std::function<void()> beat = {};
};

/// This process among those that share the data. It has an epoch: a number that no other run has. The epoch is
/// in every batch of writes, and a process that takes the data over deletes its lanes: so the engine itself
/// refuses what an ousted process may still send. A thread raises the node's `beat` four times a second, by
/// which others see that it lives. No clock is needed for safety.
class Membership {
  public:
    using Failed = std::function<void(End end, const std::string& reason)>;

    /// Creates or migrates the tables, and joins: waits for two seconds for signs of life of other processes
    /// if there may be any, fences those that give none, and owns all rooms from then on. Throws DatabaseError
    /// if a process lives, and if a setting of the engine would lose what was confirmed.
    Membership(Url url, Joining joining);
    /// Like leave().
    ~Membership();
    Membership(const Membership&) = delete;
    Membership& operator=(const Membership&) = delete;

    std::int64_t epoch() const { return epoch_; }
    /// The name of the connection of a lane at the engine.
    std::string lane_name(int lane) const { return connection_name(std::to_string(lane)); }
    /// Begins to beat. `failed` is called at most once, on the thread that beats.
    void start(Failed failed);
    /// False if the engine has confirmed no beat for 1.2 s: others may soon take this process for dead. Any
    /// thread.
    bool alive() const;
    /// Ends the thread, and tells the others that nobody needs to be waited for. Does nothing if the engine is
    /// away.
    void leave() noexcept;

  private:
    std::string connection_name(const std::string& part) const;
    void join(const Joining& joining);
    void beat();
    bool beat_once(Connection& connection);

    Url url_;
    std::int64_t epoch_ = 0;
    Failed failed_;
    std::function<void(const std::string&)> warn_;
    std::function<void()> beat_told_;
    std::int64_t beats_ = 0;
    std::atomic<std::chrono::steady_clock::time_point> confirmed_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool ending_ = false;
    std::thread thread_;
};

}  // namespace cubilete::storage::postgres
