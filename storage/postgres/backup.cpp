#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <unistd.h>

#include "storage/partial_file_lock.hpp"
#include "storage/postgres/backend.hpp"
#include "storage/postgres/export.hpp"
#include "storage/postgres/reader.hpp"

// SQLite's own journal writes the data in a directory beside the target, and SQLite's backup copies them from
// there.
namespace cubilete::storage::postgres {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view part_mark = ".copy-";
constexpr std::string_view part_pattern = "XXXXXX";

/// The temporary directory. The destructor removes it.
class TemporaryDirectory {
  public:
    explicit TemporaryDirectory(const fs::path& target) {
        std::string name = target.string() + std::string(part_mark) + std::string(part_pattern);
        if (::mkdtemp(name.data()) == nullptr)  // readable by its owner only
            throw DatabaseError(target.string() +
                                ": cannot be written: " + std::generic_category().message(errno));
        path_ = name;
        in_use_.emplace(path_);
    }
    ~TemporaryDirectory() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
    std::optional<PartialFileLock> in_use_;
};

void refuse_unfit(const fs::path& to) {
    if (fs::exists(to) && !fs::is_regular_file(to))
        throw DatabaseError(to.string() + ": is there and is not a plain file");
    for (const char* companion : {"-wal", "-journal"})
        if (fs::exists(to.string() + companion))
            throw DatabaseError(to.string() + ": is a database in use, since there is a " +
                                to.filename().string() + companion);
}

}  // namespace

void PostgresBackend::export_all(const WriteConsumer& consume) const {
    Reader reader(url_);
    reader.once([&](Connection& connection) { postgres::export_all(connection, consume); });
}

std::uintmax_t PostgresBackend::back_up(const fs::path& to, const std::atomic<bool>& cancelled) const {
    try {
        refuse_unfit(to);
        const TemporaryDirectory part(to);
        {
            const auto copy = make_backend(part.path());
            import(*this, *copy, cancelled);
        }
        // Written by the journal, it would get a log beside it again as soon as somebody reads it.
        return make_backend(part.path())->back_up(to, cancelled);
    } catch (const fs::filesystem_error& error) {
        throw DatabaseError(to.string() + ": " + error.what());
    }
}

std::uintmax_t PostgresBackend::bytes_to_copy() const {
    Reader reader(url_);
    const auto bytes =
        first_row(reader.query("SELECT pg_database_size(current_database())"), read_number).value();
    return 2 * static_cast<std::uintmax_t>(bytes);  // SQLite's log of the copy included
}

void PostgresBackend::remove_interrupted_copies(const fs::path& directory, std::string_view stem) const {
    make_backend(directory)->remove_interrupted_copies(directory, stem);  // those of SQLite's backup
    remove_partial_files(directory, stem, part_mark);
}

}  // namespace cubilete::storage::postgres
