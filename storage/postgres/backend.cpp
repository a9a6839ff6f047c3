#include "storage/postgres/backend.hpp"

#include <utility>

#include "storage/postgres/history.hpp"
#include "storage/postgres/inspection.hpp"
#include "storage/postgres/journal.hpp"
#include "storage/postgres/store.hpp"

namespace cubilete::storage::postgres {

std::unique_ptr<Journal> PostgresBackend::open_journal(JournalSetup setup) {
    return std::make_unique<PostgresJournal>(url_, std::move(setup));
}

std::unique_ptr<Store> PostgresBackend::open_store() const { return std::make_unique<PostgresStore>(url_); }

std::unique_ptr<History> PostgresBackend::open_history() const {
    return std::make_unique<PostgresHistory>(url_);
}

Inspection PostgresBackend::inspect() const { return postgres::inspect(url_); }

}  // namespace cubilete::storage::postgres
