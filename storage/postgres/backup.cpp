#include <string>
#include <string_view>

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
        const PartialDirectory part(to, part_mark);
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
