#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "storage/backend.hpp"
#include "storage/journal.hpp"
#include "storage/postgres/batch.hpp"
#include "storage/postgres/lane.hpp"
#include "storage/postgres/log_pruner.hpp"
#include "storage/postgres/membership.hpp"

namespace cubilete::storage::postgres {

/// Threads with a Lane each. A free lane takes all posts that wait, as one batch; the posts that arrive while all
/// lanes are busy form the next one. While another lane is busy, a free one leaves few posts to it, for 2 ms at most:
/// a commit costs the database and this process more than a post does. If the disk is full, every post of a
/// batch gets Outcome::full. While the database is away, posts wait, and accepts() is false.
class PostgresJournal final : public Journal {
  public:
    /// Joins (membership.hpp), then reads which matches run; those of a cluster's node come with its rooms.
    /// Throws DatabaseError.
    PostgresJournal(const Url& url, JournalSetup setup);
    ~PostgresJournal() override;

    void post(std::vector<Write> writes, Done done) override;
    void post_all(std::vector<Post> posts) override;
    std::size_t backlog() const override { return backlog_.load(std::memory_order_relaxed); }
    bool accepts() const override { return backlog() <= setup_.most_waiting && !away(); }
    /// The database has confirmed no beat for 1.2 s, or a post waits for more than a second.
    bool away() const override;
    void stop() override;

    std::int64_t epoch() const { return membership_->epoch(); }
    /// A cluster needs these two, which may outlive the journal.
    const std::shared_ptr<Membership>& membership() const { return membership_; }
    const std::shared_ptr<RunningMatches>& running_matches() const { return matches_; }

  private:
    using Clock = std::chrono::steady_clock;
    enum class State { running, stopping, failed };

    /// Posts one after another. They are committed together, so their writes need not be kept apart.
    struct Work {
        std::uint64_t first = 0;  ///< the number of its first post
        std::vector<Write> writes;
        std::vector<Done> callbacks;
        Clock::time_point since;  ///< when its first post came
    };
    /// An empty post. It is answered when no post up to `after` is unfinished.
    struct Barrier {
        std::uint64_t after = 0;
        Done done;
    };
    struct UnfinishedPosts {
        /// The number of the oldest post; the highest there is if there is none.
        std::uint64_t oldest() const;
        /// When the oldest post came; the epoch of the clock if there is none.
        Clock::time_point since() const;
        bool barrier_is_due() const { return !barriers.empty() && barriers.front().after < oldest(); }

        std::uint64_t posted = 0;  ///< number of the last post
        Work waiting;
        std::vector<std::optional<Work>> running;  ///< by lane: only `first` and `since`
        std::deque<Barrier> barriers;
    };

    bool add(std::vector<Write> writes, Done done);
    void read_running_matches(const Url& url);
    void connect_lanes(const Url& url);
    void on_lane_lost(const std::string& reason);
    void work(int lane, Lane& connection);
    bool should_take_batch() const;
    std::optional<Work> take(int lane);
    Outcome commit(Lane& lane, const Work& work);
    void finish(int lane, const Work& work, Outcome outcome);
    void answer_barriers();
    void fail(ExitReason end, const std::string& reason);

    const JournalSetup setup_;
    std::shared_ptr<Membership> membership_;
    std::shared_ptr<RunningMatches> matches_;

    mutable std::mutex mutex_;
    std::condition_variable wake_;    ///< of lanes without work
    std::condition_variable failed_;  ///< of lanes that wait for the database
    State state_ = State::running;
    bool ended_ = false;  ///< all lanes have ended after stop()
    UnfinishedPosts posts_;
    std::atomic<std::size_t> backlog_{0};
    std::atomic<int> disconnected_lanes_{0};
    std::atomic<Clock::time_point> waiting_since_{};  ///< UnfinishedPosts::since()

    std::vector<Lane> lanes_;
    std::vector<std::thread> threads_;
    std::optional<LogPruner> log_pruner_;
};

}  // namespace cubilete::storage::postgres
