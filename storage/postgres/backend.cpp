#include "storage/postgres/backend.hpp"

#include <utility>

#include "storage/postgres/cluster.hpp"
#include "storage/postgres/history.hpp"
#include "storage/postgres/import.hpp"
#include "storage/postgres/inspection.hpp"
#include "storage/postgres/journal.hpp"
#include "storage/postgres/page_files.hpp"
#include "storage/postgres/schema.hpp"
#include "storage/postgres/store.hpp"

namespace cubilete::storage::postgres {

std::unique_ptr<Journal> PostgresBackend::open_journal(JournalSetup setup) {
    auto journal = std::make_unique<PostgresJournal>(url_, std::move(setup));
    if (journal->membership()->shares_rooms())
        cluster_ = std::make_unique<PostgresCluster>(url_, journal->membership(), journal->running_matches());
    return journal;
}

std::unique_ptr<Store> PostgresBackend::open_store() const { return std::make_unique<PostgresStore>(url_); }

std::unique_ptr<History> PostgresBackend::open_history() const {
    return std::make_unique<PostgresHistory>(url_);
}

std::unique_ptr<WebFileStore> PostgresBackend::open_web_files() const {
    return std::make_unique<PostgresWebFileStore>(url_);
}

void PostgresBackend::import_all(const WriteProducer& produce, const std::atomic<bool>& cancelled) {
    postgres::import_all(url_, produce, cancelled);
}

MigrationResult PostgresBackend::migrate(bool contract) const {
    return migrate_database(url_, migrations(), contract ? MigrationPhase::all : MigrationPhase::expanding);
}

std::string PostgresBackend::unavailable_reason() const {
    if (accepts_connections(url_)) return {};
    try {
        const Connection answered(url_, "cubilete:start", Connection::Purpose::reading);
    } catch (const ConnectionLost& silent) {
        return silent.what();
    } catch (const SqlError&) {  // it answers
    }
    return {};
}

Inspection PostgresBackend::inspect() const { return postgres::inspect(url_); }

}  // namespace cubilete::storage::postgres
