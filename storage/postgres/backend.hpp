#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "storage/backend.hpp"
#include "storage/postgres/connection.hpp"

namespace cubilete::storage::postgres {

/// A database of PostgreSQL, 14 or newer.
class PostgresBackend final : public Backend {
  public:
    /// Throws DatabaseError if `url` is not a URL.
    explicit PostgresBackend(const std::string& url) : url_(url) {}

    std::unique_ptr<Journal> open_journal(JournalSetup setup) override;
    Cluster* cluster() override { return cluster_.get(); }
    /// Always 0: a database that lost what it confirmed ends the journal (ExitReason::database_went_back), and one that
    /// was put back while no server ran cannot be told from one that was not.
    std::int64_t missing_entries() const override { return 0; }
    std::unique_ptr<Store> open_store() const override;
    std::unique_ptr<History> open_history() const override;
    std::unique_ptr<WebFileStore> open_web_files() const override;
    Inspection inspect() const override;
    /// The copy is a data file of SQLite, from one snapshot.
    std::uintmax_t back_up(const std::filesystem::path& to,
                           const std::atomic<bool>& cancelled) const override;
    void export_all(const WriteConsumer& consume) const override;
    void import_all(const WriteProducer& produce, const std::atomic<bool>& cancelled) override;
    /// Does nothing: several processes may share a database, and import_all() joins them.
    std::shared_ptr<const void> lock_out() const override { return nullptr; }
    MigrationResult migrate(bool contract) const override;
    std::uintmax_t bytes_to_copy() const override;
    void remove_interrupted_copies(const std::filesystem::path& directory,
                                   std::string_view stem) const override;
    std::string unavailable_reason() const override;
    std::string name() const override { return url_.name(); }

  private:
    Url url_;
    std::unique_ptr<Cluster> cluster_;
};

}  // namespace cubilete::storage::postgres
