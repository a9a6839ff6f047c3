#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "storage/rows.hpp"

namespace cubilete::storage {

/// The result of a post. Any other failure (an I/O error, a lost disk) means "unknown": see Journal::Failed.
enum class Outcome {
    durable,  ///< on disk, whatever happens next
    full,     ///< there was no room: nothing of the post was written; the journal continues
};

/// Why a journal ended by itself: also the exit code with which the process must stop.
enum class ExitReason {
    unknown = 74,             ///< it is unknown what is on disk; a restart finds out
    fenced = 75,              ///< another process has taken the data over; a restart joins again
    database_went_back = 76,  ///< the database lost what it had confirmed; the operator must look at it first
};

/// The only way to write. Every backend keeps this contract, and tests/storage/contract checks it:
///
/// - All writes of a post are carried out in order, or none is.
/// - A post that is answered `durable` is there after any crash, and every reader sees it from then on.
/// - A post that is answered `full` left nothing behind and may be posted again.
/// - If an owner waits for the answer to a post before it posts again, as each CommitGate of the server does, its
///   posts become durable in that order. Posts of different owners may become durable in any order, and may share
///   a transaction and its outcome.
/// - A write that contradicts the stored data is a bug of the caller. It makes the journal fail.
class Journal {
  public:
    /// Called once for each post, on a thread of the journal, after the commit. It must not block and must
    /// not throw, so it should only post to an executor. It may call post(). An empty function is not called.
    using Done = std::function<void(Outcome)>;
    /// Called once, on a thread of the journal, when it cannot go on. Nothing more is written or answered.
    /// The process must stop with the exit code `end` and recover from the stored data.
    using Failed = std::function<void(ExitReason end, const std::string& reason)>;
    /// Called on a thread of the journal after each commit and before the answers, with the duration of the
    /// commit, disk included, and the number of writes.
    using Committed = std::function<void(std::chrono::nanoseconds took, std::size_t writes)>;

    struct Post {
        std::vector<Write> writes;
        Done done;
    };

    Journal() = default;
    /// Like stop().
    virtual ~Journal() = default;
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// May be called from any thread; never waits for the disk. An empty post is a barrier: it is answered
    /// when everything posted before it is durable. After a failure posts are dropped unanswered; after
    /// stop() it throws std::logic_error.
    virtual void post(std::vector<Write> writes, Done done) = 0;
    /// Like post() for each, in order. A backend wakes its thread once, when it has all of them.
    virtual void post_all(std::vector<Post> posts) {
        for (Post& each : posts) post(std::move(each.writes), std::move(each.done));
    }
    /// The number of posts not yet answered. May be called from any thread.
    virtual std::size_t backlog() const = 0;
    /// False while more posts wait than JournalSetup::most_waiting, or while a database on another machine does
    /// not answer. Callers then refuse new work (`busy`); the journal itself takes every post. May be called
    /// from any thread.
    virtual bool accepts() const = 0;
    /// True while a database on another machine does not answer. May be called from any thread.
    virtual bool away() const { return false; }
    /// Commits and answers everything posted, then ends. Nothing may be posted after that. Must not be called
    /// on a thread of the journal.
    virtual void stop() = 0;
};

}  // namespace cubilete::storage
