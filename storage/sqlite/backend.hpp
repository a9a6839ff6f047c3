#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "storage/backend.hpp"

namespace cubilete::storage::sqlite {

class Database;

/// One data file of SQLite in a directory.
class SqliteBackend final : public Backend {
  public:
    /// `place` is the directory that contains cubilete.db, or, for reading only, such a file.
    explicit SqliteBackend(std::filesystem::path place);
    /// Closes the file and moves the log into it. Readers should be closed before.
    ~SqliteBackend() override;

    std::unique_ptr<Journal> open_journal(JournalSetup setup) override;
    std::int64_t missing_entries() const override;
    std::unique_ptr<Store> open_store() const override;
    std::unique_ptr<History> open_history() const override;
    Inspection inspect() const override;
    std::uintmax_t back_up(const std::filesystem::path& to,
                           const std::atomic<bool>& cancelled) const override;
    void export_all(const WriteConsumer& consume) const override;
    void import_all(const WriteProducer& produce, const std::atomic<bool>& cancelled) override;
    std::shared_ptr<const void> lock_out() const override;
    MigrationResult migrate(bool contract) const override;
    std::uintmax_t bytes_to_copy() const override;
    void remove_interrupted_copies(const std::filesystem::path& directory,
                                   std::string_view stem) const override;
    std::string name() const override;

  private:
    std::filesystem::path place_;
    std::unique_ptr<Database> database_;  ///< from open_journal() on
};

}  // namespace cubilete::storage::sqlite
