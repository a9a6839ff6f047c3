#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "storage/journal.hpp"

namespace cubilete::storage::sqlite {

class Database;

/// The only thread that writes the database. It uses group commit: it takes all waiting posts and writes them
/// as one transaction; the posts that arrive meanwhile form the next batch. There is no timer and no added
/// delay.
///
/// It promises more than Journal: posts become durable and are answered in the order posted. If the disk is
/// full, the whole batch is refused: every post of it gets Outcome::full.
class SqliteJournal final : public Journal {
  public:
    /// `database` must outlive the journal, and nothing else may use it.
    SqliteJournal(Database& database, Failed failed, Committed committed = {},
                  std::size_t most_waiting = std::numeric_limits<std::size_t>::max());
    ~SqliteJournal() override;

    void post(std::vector<Write> writes, Done done) override;
    void post_all(std::vector<Post> posts) override;
    std::size_t backlog() const override { return backlog_.load(std::memory_order_relaxed); }
    bool accepts() const override { return backlog() <= most_waiting_; }
    /// Also checkpoints.
    void stop() override;
    /// The number of transactions committed. May be called from any thread.
    std::uint64_t commits() const { return commits_.load(std::memory_order_relaxed); }

  private:
    /// Posts one after another. They are committed together, so their writes need not be kept apart.
    struct Batch {
        std::vector<Write> writes;
        std::vector<Done> callbacks;
    };
    enum class State { running, stopping, stopped, failed };

    void add(std::vector<Write> writes, Done done);
    void run();
    void work();
    bool take(Batch& batch);
    Outcome commit(const Batch& batch);
    void answer(const Batch& batch, Outcome outcome);
    void drop_posts();

    Database& database_;
    Failed failed_;
    Committed committed_;
    std::size_t most_waiting_;
    std::mutex mutex_;
    std::condition_variable wake_;
    Batch waiting_;
    State state_ = State::running;
    std::atomic<std::size_t> backlog_{0};
    std::atomic<std::uint64_t> commits_{0};
    std::thread thread_;
};

}  // namespace cubilete::storage::sqlite
