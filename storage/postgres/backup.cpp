#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "storage/postgres/backend.hpp"
#include "storage/postgres/export.hpp"
#include "storage/postgres/reader.hpp"

// The copy is made by SQLite's own journal, in a directory beside the target, and moved into its place at the
// end.
namespace cubilete::storage::postgres {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view part_mark = ".copy-";
constexpr std::string_view part_pattern = "XXXXXX";

/// The temporary directory. The destructor removes it.
class Part {
  public:
    explicit Part(const fs::path& target) {
        std::string name = target.string() + std::string(part_mark) + std::string(part_pattern);
        if (::mkdtemp(name.data()) == nullptr)  // readable by its owner only
            throw DatabaseError(target.string() +
                                ": cannot be written: " + std::generic_category().message(errno));
        path_ = name;
    }
    ~Part() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
};

void sync_directory(const fs::path& directory) {
    const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
    const int error = errno;
    if (descriptor >= 0) ::close(descriptor);
    if (!synced)
        throw DatabaseError(directory.string() +
                            ": cannot be synced: " + std::generic_category().message(error));
}

void refuse_unfit(const fs::path& to) {
    if (fs::exists(to) && !fs::is_regular_file(to))
        throw DatabaseError(to.string() + ": is there and is not a plain file");
    for (const char* companion : {"-wal", "-journal"})
        if (fs::exists(to.string() + companion))
            throw DatabaseError(to.string() + ": is a database in use, since there is a " +
                                to.filename().string() + companion);
}

void verify(const fs::path& file) {
    for (const std::string& finding : backend_at(file)->inspect().findings)
        throw DatabaseError(file.string() + ": the copy is damaged (" + finding + ")");
}

}  // namespace

void PostgresBackend::export_all(const TakeWrites& take) const {
    Reader reader(url_);
    reader.once([&](Connection& connection) { postgres::export_all(connection, take); });
}

std::uintmax_t PostgresBackend::back_up(const fs::path& to, const std::atomic<bool>& broken_off) const {
    try {
        refuse_unfit(to);
        const Part part(to);
        {
            const auto copy = backend_at(part.path());
            import(*this, *copy, broken_off);
        }
        const fs::path file = part.path() / "cubilete.db";
        verify(file);
        const std::uintmax_t bytes = fs::file_size(file);
        fs::rename(file, to);
        sync_directory(to.has_parent_path() ? to.parent_path() : fs::path("."));
        return bytes;
    } catch (const fs::filesystem_error& error) {
        throw DatabaseError(to.string() + ": " + error.what());
    }
}

std::uintmax_t PostgresBackend::bytes_to_copy() const {
    Reader reader(url_);
    const auto bytes =
        first_row(reader.ask("SELECT pg_database_size(current_database())"), read_number).value();
    return 2 * static_cast<std::uintmax_t>(bytes);  // SQLite's log of the copy included
}

void PostgresBackend::remove_interrupted_copies(const fs::path& directory) const {
    for (const auto& entry : fs::directory_iterator(directory)) {
        const std::string name = entry.path().filename().string();
        const std::size_t mark = name.rfind(part_mark);
        if (entry.is_directory() && mark != std::string::npos &&
            name.size() == mark + part_mark.size() + part_pattern.size())
            fs::remove_all(entry.path());
    }
}

}  // namespace cubilete::storage::postgres
