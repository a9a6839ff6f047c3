#include "storage/sqlite/journal.hpp"

#include <exception>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "storage/sqlite/database.hpp"

namespace cubilete::storage::sqlite {

SqliteJournal::SqliteJournal(Database& database, Failed failed, Committed committed, std::size_t most_waiting)
    : database_(database),
      failed_(std::move(failed)),
      committed_(std::move(committed)),
      most_waiting_(most_waiting),
      thread_([this] { run(); }) {}

SqliteJournal::~SqliteJournal() { stop(); }

void SqliteJournal::post(std::vector<Write> writes, Done done) {
    {
        const std::lock_guard lock(mutex_);
        add(std::move(writes), std::move(done));
    }
    wake_.notify_one();
}

void SqliteJournal::post_all(std::vector<Post> posts) {
    {
        const std::lock_guard lock(mutex_);
        for (Post& post : posts) add(std::move(post.writes), std::move(post.done));
    }
    wake_.notify_one();
}

/// Needs the lock.
void SqliteJournal::add(std::vector<Write> writes, Done done) {
    if (state_ == State::stopped) throw std::logic_error("post to a journal that has been stopped");
    backlog_.fetch_add(1, std::memory_order_relaxed);
    if (state_ == State::failed) return;
    waiting_.writes.insert(waiting_.writes.end(), std::move_iterator(writes.begin()),
                           std::move_iterator(writes.end()));
    waiting_.callbacks.push_back(std::move(done));
}

void SqliteJournal::stop() {
    {
        const std::lock_guard lock(mutex_);
        if (state_ == State::running) state_ = State::stopping;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void SqliteJournal::run() {
    try {
        work();
    } catch (const std::exception& error) {
        drop_posts();
        failed_(ExitReason::unknown, error.what());
    }
}

void SqliteJournal::work() {
    for (Batch batch; take(batch);) {
        answer(batch, commit(batch));
        database_.checkpoint_when_due();
    }
    database_.checkpoint();
}

bool SqliteJournal::take(Batch& batch) {
    batch.writes.clear();  // keeps their memory for the next posts
    batch.callbacks.clear();
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return !waiting_.callbacks.empty() || state_ == State::stopping; });
    std::swap(batch, waiting_);
    if (batch.callbacks.empty()) state_ = State::stopped;
    return state_ != State::stopped;
}

Outcome SqliteJournal::commit(const Batch& batch) {
    if (batch.writes.empty()) return Outcome::durable;
    try {
        const auto began = std::chrono::steady_clock::now();
        database_.commit(batch.writes);
        if (committed_) committed_(std::chrono::steady_clock::now() - began, batch.writes.size());
        commits_.fetch_add(1, std::memory_order_relaxed);
        return Outcome::durable;
    } catch (const DiskFull&) {
        return Outcome::full;
    }
}

void SqliteJournal::answer(const Batch& batch, Outcome outcome) {
    for (const Done& done : batch.callbacks) {
        backlog_.fetch_sub(1, std::memory_order_relaxed);
        if (done) done(outcome);
    }
}

void SqliteJournal::drop_posts() {
    const std::lock_guard lock(mutex_);
    state_ = State::failed;
    waiting_ = {};
}

}  // namespace cubilete::storage::sqlite
