#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "storage/cluster.hpp"
#include "storage/history.hpp"
#include "storage/inspection.hpp"
#include "storage/journal.hpp"
#include "storage/page_files.hpp"
#include "storage/store.hpp"
#include "storage/transfer.hpp"

namespace cubilete::storage {

/// How a journal is opened.
struct JournalSetup {
    Journal::Failed failed = {};
    Journal::Committed committed = {};
    LogRetention keep_logs = {};
    /// More unanswered posts than these make Journal::accepts() return false.
    std::size_t most_waiting = std::numeric_limits<std::size_t>::max();
    /// Go on even if entries are missing that were durable once. Otherwise opening throws, and the data are
    /// left as they are.
    bool accept_missing = false;

    // Only for a database that several processes can reach.
    /// Connections that write; each carries out one batch of posts at a time.
    int lanes = 2;
    /// Take the data over from processes that still use them, or seem to. Otherwise opening waits two seconds
    /// for signs of life if there may be such processes, and throws if there are any.
    bool take_over = false;
    /// This process is one of several that share the data: it gets an epoch and its lanes, leaves the rooms of the
    /// others alone, and does not beat by itself (Cluster::beat). Without it the process owns all rooms. The two
    /// refuse each other: opening throws if a living process is of the other kind. `epoch`, `state`, `beat`, `rooms`
    /// and `sockets` are not read. `take_over` then concerns only processes of the other kind.
    std::optional<NodeRow> node = {};
    /// Tells the operator something, in one line. Called by open_journal() and on threads of the journal.
    std::function<void(const std::string& line)> warn = {};
    /// Called on threads of the journal when it has found out what became of a transaction whose outcome was
    /// unknown: it is durable, or it is not there and is sent again.
    std::function<void(bool durable)> resolved = {};
    /// Called on a thread of the journal, several times a second while the database answers.
    std::function<void()> beat = {};
};

/// The result of Backend::migrate().
struct MigrationResult {
    int from = 0;  ///< version of the schema before; 0 if there was no data
    int to = 0;
    bool may_contract = false;  ///< what is left needs a migration that contracts
};

/// A database with its data: the only way for other layers to open a Journal, a Store or a History. It
/// opens nothing by itself. The functions may be called from any thread, but open_journal() only once. They
/// throw DatabaseError, whose what() names the data and the reason.
class Backend {
  public:
    Backend() = default;
    virtual ~Backend() = default;
    Backend(const Backend&) = delete;
    Backend& operator=(const Backend&) = delete;

    /// Creates the data if there are none, brings them to the newest version of the schema, and locks out
    /// other processes that would write. The journal must be destroyed before the backend.
    virtual std::unique_ptr<Journal> open_journal(JournalSetup setup) = 0;
    /// The other nodes, after a journal was opened with JournalSetup::node, as long as it exists; otherwise nullptr.
    virtual Cluster* cluster() { return nullptr; }
    /// The number of entries that were durable once and were missing when the journal was opened.
    virtual std::int64_t missing_entries() const = 0;

    /// Opens a reader with a connection of its own, which takes about a millisecond. It never writes, and
    /// another process may have the journal.
    virtual std::unique_ptr<Store> open_store() const = 0;
    virtual std::unique_ptr<History> open_history() const = 0;
    /// The files of the web page that all servers on the same data share. Open a journal first. nullptr if only one
    /// process at a time can use the data.
    virtual std::unique_ptr<WebFileStore> open_web_files() const { return nullptr; }

    /// Checks all stored data without changing them, also while a server runs. Throws InspectionError.
    virtual Inspection inspect() const = 0;

    /// Copies the data to the file `to`, which is replaced only at the very end and in one step. The copy has
    /// everything that was durable at the time of the call, is verified and is readable by its owner only.
    /// The journal never waits for it. Another thread may set `cancelled`: the copy then ends soon with
    /// OperationCancelled and leaves nothing. Throws DiskFull if there is no room, and DatabaseError for data that a
    /// server would refuse, which must not replace a good copy. Returns the size in bytes.
    virtual std::uintmax_t back_up(const std::filesystem::path& to,
                                   const std::atomic<bool>& cancelled) const = 0;
    /// Passes on all data, in one consistent state: writes that make the same data from none (transfer.hpp).
    virtual void export_all(const WriteConsumer& consume) const = 0;
    /// Carries out all writes of an export, on a place that holds no data yet and that no server uses. It calls
    /// `produce` once, with the function that takes the writes. Another thread may set `cancelled`. Throws
    /// DatabaseError, DiskFull, OperationCancelled; then a directory may hold a part and cannot be used, and a database is
    /// as before.
    virtual void import_all(const WriteProducer& produce, const std::atomic<bool>& cancelled) = 0;
    /// Keeps servers from using the data while the result exists. Throws DatabaseError if one does.
    virtual std::shared_ptr<const void> lock_out() const = 0;
    /// Brings the schema to the newest version that servers of the last version accept, or with `contract` to
    /// the newest, which only servers of this version accept. Throws DatabaseError, also if an older server
    /// runs that a contraction would break, and for data whose server does it at its start.
    virtual MigrationResult migrate(bool contract) const = 0;
    /// An upper limit for the size of a copy in bytes.
    virtual std::uintmax_t bytes_to_copy() const = 0;
    /// Removes what killed copies to files whose names begin with `stem` left in this directory; copies that run stay.
    /// Throws std::filesystem::filesystem_error.
    virtual void remove_interrupted_copies(const std::filesystem::path& directory,
                                           std::string_view stem) const = 0;

    /// Why the database takes no connections now. Empty if it takes some, which a file always does and which a database that
    /// refuses ours does, too. Waits up to four seconds.
    virtual std::string unavailable_reason() const { return {}; }
    /// Names the data in messages for the operator.
    virtual std::string name() const = 0;
};

/// True if the place is a URL of PostgreSQL by its first letters; any other place is a file or a directory.
bool is_database_url(std::string_view place);

/// The backend for a place: a data directory, one data file to read, or a URL of PostgreSQL. The only place
/// that knows all databases. Throws nothing if nothing is there yet; DatabaseError for a URL that this program
/// cannot use.
std::unique_ptr<Backend> make_backend(const std::filesystem::path& place);

}  // namespace cubilete::storage
