#pragma once

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "storage/sqlite/backend.hpp"
#include "storage/sqlite/database.hpp"
#include "storage/sqlite/history.hpp"
#include "storage/sqlite/journal.hpp"
#include "storage/sqlite/store.hpp"
#include "tests/temp_directory.hpp"

namespace cubilete::tests {

/// Blocks the disk during its lifetime: nothing that is posted becomes durable.
class HeldDisk {
  public:
    explicit HeldDisk(storage::Journal& journal) {
        std::promise<void> held;
        journal.post({}, [&held, released = released_.get_future().share()](storage::Outcome) {
            held.set_value();
            released.wait();
        });
        held.get_future().wait();
    }
    ~HeldDisk() { released_.set_value(); }
    HeldDisk(const HeldDisk&) = delete;
    HeldDisk& operator=(const HeldDisk&) = delete;

  private:
    std::promise<void> released_;
};

/// A data directory of its own with a running journal.
class TempDatabase {
  public:
    using Place = TempDirectory;
    using Held = HeldDisk;

    TempDatabase() { open(); }
    ~TempDatabase() { close(); }

    std::string directory() const { return directory_.path().string(); }
    storage::sqlite::SqliteJournal& journal() { return *journal_; }
    /// A reader of the present durable state.
    storage::sqlite::SqliteStore store() const { return storage::sqlite::SqliteStore(directory()); }
    storage::sqlite::SqliteHistory history() const { return storage::sqlite::SqliteHistory(directory()); }
    /// For readers and copies only, since the journal is open.
    const storage::Backend& backend() const { return backend_; }

    /// Posts and waits for the answer. Throws if the journal has failed.
    storage::Outcome post(std::vector<storage::Write> writes) {
        auto answer = std::make_shared<std::promise<storage::Outcome>>();
        std::future<storage::Outcome> outcome = answer->get_future();
        // The journal owns the only promise: if it drops the promise, get() throws.
        journal_->post(std::move(writes),
                       [answer = std::move(answer)](storage::Outcome what) { answer->set_value(what); });
        return outcome.get();
    }
    /// Returns when everything posted before is durable and answered.
    void settle() { post({}); }
    /// Runs `action` on the journal's thread, the only one that may touch the database, and waits for it.
    void on_journal(std::function<void(storage::sqlite::Database&)> action) {
        std::promise<void> done;
        journal_->post({}, [&](storage::Outcome) {
            action(*database_);
            done.set_value();
        });
        done.get_future().wait();
    }
    /// Leaves almost no space on the disk, until make_room().
    void fill_up() {
        on_journal([](storage::sqlite::Database& database) { database.limit_size(database.size() + 2); });
    }
    void make_room() {
        on_journal(
            [](storage::sqlite::Database& database) { database.limit_size(database.size() + 1'000'000); });
    }

    /// Shuts down cleanly and opens the same directory again.
    void reopen() {
        close();
        open();
    }
    /// Ends as by kill -9, without any shutdown, and opens what was on the disk at that moment.
    void crash() {
        const TempDirectory left;
        on_journal([&](storage::sqlite::Database&) { copy_files(directory_.path(), left.path()); });
        close();
        copy_files(left.path(), directory_.path());
        open();
    }
    /// The reason why the journal failed, final once it has been stopped; empty if it has not failed. Only
    /// reopen() repairs it.
    std::string failure() const {
        const std::lock_guard lock(mutex_);
        return failure_;
    }

    void wait_for_failure() {
        std::unique_lock lock(mutex_);
        failed_.wait(lock, [this] { return !failure_.empty(); });
    }

  private:
    static void copy_files(const std::filesystem::path& from, const std::filesystem::path& to) {
        for (const char* file : {"cubilete.db", "cubilete.db-wal", "cubilete.db-mark"}) {
            std::filesystem::remove(to / file);
            if (std::filesystem::exists(from / file)) std::filesystem::copy_file(from / file, to / file);
        }
    }
    void open() {
        failure_.clear();
        database_ = std::make_unique<storage::sqlite::Database>(directory_.path());
        journal_ = std::make_unique<storage::sqlite::SqliteJournal>(
            *database_, [this](storage::ExitReason, const std::string& reason) {
                const std::lock_guard lock(mutex_);
                failure_ = reason;
                failed_.notify_all();
            });
    }
    void close() {
        journal_.reset();
        database_.reset();
    }

    TempDirectory directory_;
    storage::sqlite::SqliteBackend backend_{directory_.path()};
    mutable std::mutex mutex_;
    std::condition_variable failed_;
    std::string failure_;
    std::unique_ptr<storage::sqlite::Database> database_;
    std::unique_ptr<storage::sqlite::SqliteJournal> journal_;
};

}  // namespace cubilete::tests
