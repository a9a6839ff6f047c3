#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "storage/journal.hpp"
#include "storage/postgres/batch.hpp"
#include "storage/postgres/connection.hpp"

namespace cubilete::storage::postgres {

/// The journal cannot go on.
struct JournalEndedError : std::runtime_error {
    JournalEndedError(ExitReason why, const std::string& what) : std::runtime_error(what), end(why) {}
    ExitReason end;
};

/// So long a lane waits for an answer of the database.
inline constexpr std::chrono::milliseconds default_timeout{2'000};
/// The timeout for a batch without an answer in `timeout`: a disk that needs longer for it needs it again.
/// Never more than a few seconds, because another database may be there long before.
std::chrono::milliseconds longer_timeout(std::chrono::milliseconds timeout);

/// A connection that writes batches, and finds out what became of one whose outcome is unknown. It has a row in the
/// table `lanes`, which counts its batches. A batch is one
/// transaction, sent at once: fence, writes, COMMIT. If its outcome stays unknown (the connection broke, the
/// database warned that its standby may not have it), the lane finds out by a write to its row. It must be a
/// write: a read may show a commit that no standby has yet, while a write that was confirmed after it proves
/// that it is safe. One thread.
class Lane {
  public:
    struct Setup {
        Url url;
        std::string name;  ///< of the connection at the database
        std::int64_t epoch = 0;
        int lane = 0;
        bool shared = false;  ///< other epochs may own rooms
        RunningMatches& matches;
        /// Waits, and returns false when the journal has failed.
        std::function<bool(std::chrono::milliseconds)> wait;
        /// May be empty: the connection was lost; and a batch could be confirmed or sent again afterwards.
        std::function<void(const std::string& reason)> on_lost;
        std::function<void()> on_found;
        /// May be empty; as JournalSetup::resolved.
        std::function<void(bool durable)> resolved;
    };

    explicit Lane(Setup setup) : setup_(std::move(setup)) {}

    /// Connects, so that the first batch need not. Throws ConnectionLost and SqlError.
    void connect();
    /// Carries out the writes as one transaction, however long the database is away. Throws JournalEndedError, and
    /// std::logic_error for a write that contradicts the stored data.
    Outcome write_batch(std::span<const Write> writes);

  private:
    /// The known state of a batch after sending it.
    enum class SendResult { durable, unknown, again, full };

    SendResult send(std::span<const Statement> flight);
    SendResult classify_error(const SqlError& refused);
    bool is_batch_durable();
    std::int64_t read_batch();
    void on_connection_lost(const std::string& reason);
    void wait(std::chrono::milliseconds time);

    Setup setup_;
    std::unique_ptr<Connection> connection_;
    std::int64_t durable_ = 0;  ///< the number of the last batch that was confirmed
    std::chrono::milliseconds timeout_ = default_timeout;
    bool connection_lost_ = false;
};

}  // namespace cubilete::storage::postgres
