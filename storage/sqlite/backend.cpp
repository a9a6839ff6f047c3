#include "storage/sqlite/backend.hpp"

#include <utility>

#include "storage/sqlite/backup.hpp"
#include "storage/sqlite/connection.hpp"
#include "storage/sqlite/database.hpp"
#include "storage/sqlite/export.hpp"
#include "storage/sqlite/file_lock.hpp"
#include "storage/sqlite/history.hpp"
#include "storage/sqlite/inspection.hpp"
#include "storage/sqlite/journal.hpp"
#include "storage/sqlite/migrations.hpp"
#include "storage/sqlite/store.hpp"

namespace cubilete::storage::sqlite {

namespace fs = std::filesystem;

SqliteBackend::SqliteBackend(fs::path place) : place_(std::move(place)) {}

SqliteBackend::~SqliteBackend() = default;

std::unique_ptr<Journal> SqliteBackend::open_journal(JournalSetup setup) {
    using LossPolicy = Database::LossPolicy;
    database_ =
        std::make_unique<Database>(place_, setup.accept_missing ? LossPolicy::accept : LossPolicy::refuse);
    const int before = database_->version_before();
    const int newest = static_cast<int>(migrations().size());
    if (setup.warn && before > 0 && before < newest)
        setup.warn(name() + ": migrated from version " + std::to_string(before) + " to " +
                   std::to_string(newest) + "; " + name() + ".v" + std::to_string(before) +
                   " is a copy from before");
    database_->keep_logs(setup.keep_logs);
    return std::make_unique<SqliteJournal>(*database_, std::move(setup.failed), std::move(setup.committed),
                                           setup.most_waiting);
}

std::int64_t SqliteBackend::missing_entries() const { return database_ ? database_->missing_entries() : 0; }

std::unique_ptr<Store> SqliteBackend::open_store() const { return std::make_unique<SqliteStore>(place_); }

std::unique_ptr<History> SqliteBackend::open_history() const {
    return std::make_unique<SqliteHistory>(place_);
}

Inspection SqliteBackend::inspect() const { return sqlite::inspect(place_); }

std::uintmax_t SqliteBackend::back_up(const fs::path& to, const std::atomic<bool>& cancelled) const {
    const fs::path file = data_file(place_);
    refuse_incomplete(file);
    return sqlite::back_up(file, to, cancelled);
}

void SqliteBackend::export_all(const WriteConsumer& consume) const { sqlite::export_all(place_, consume); }

void SqliteBackend::import_all(const WriteProducer& produce, const std::atomic<bool>& cancelled) {
    write_all(produce, *this, cancelled);
}

std::shared_ptr<const void> SqliteBackend::lock_out() const {
    const fs::path lock = data_file(place_).parent_path() / "lock";
    if (!fs::exists(lock)) return nullptr;  // a copy outside of a data directory: no server uses it
    return std::make_shared<const FileLock>(lock, Access::read);
}

MigrationResult SqliteBackend::migrate(bool) const {
    throw DatabaseError(name() + ": a server that opens the data file brings it to its version by itself");
}

std::uintmax_t SqliteBackend::bytes_to_copy() const {
    const fs::path file = data_file(place_);
    return bytes_of(file) + bytes_of(file.string() + "-wal");
}

void SqliteBackend::remove_interrupted_copies(const fs::path& directory, std::string_view stem) const {
    sqlite::remove_interrupted_copies(directory, stem);
}

std::string SqliteBackend::name() const { return data_file(place_).string(); }

}  // namespace cubilete::storage::sqlite
