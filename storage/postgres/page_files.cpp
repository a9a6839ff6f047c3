#include "storage/postgres/page_files.hpp"

#include <chrono>

#include "storage/columns.hpp"
#include "storage/postgres/transaction.hpp"

namespace cubilete::storage::postgres {

namespace {

constexpr std::chrono::seconds timeout{5};

constexpr auto read_file = reader_of(&WebFile::path, &WebFile::content_type, &WebFile::bytes, &WebFile::gzip,
                                     &WebFile::standalone, &WebFile::embeddable);

}  // namespace

template <class Action>
auto PostgresWebFileStore::once(Action action) {
    try {
        if (!connection_) {
            connection_ = std::make_unique<Connection>(url_, "cubilete:pages");
            connection_->set_timeout(timeout);
            connection_->query("SELECT set_config('synchronous_commit', 'on', false)");
        }
        return action(*connection_);
    } catch (...) {
        connection_.reset();
        throw;
    }
}

/// The connection may have been lost since it was last used; then the action is carried out once more.
template <class Action>
auto PostgresWebFileStore::use(Action action) {
    const bool is_new = !connection_;
    try {
        return once(action);
    } catch (const ConnectionLost&) {
        if (is_new) throw;
    }
    return once(action);
}

bool PostgresWebFileStore::keep(const std::string& hash) {
    return use([&](Connection& connection) {
        const bool is_there =
            !connection.query("UPDATE page_versions SET seen = now() WHERE hash = $1 RETURNING 1", hash)
                 .empty();
        // Looks at `seen` again after it has waited for a server that is just coming up.
        connection.query(
            "DELETE FROM page_versions WHERE seen < now() - interval '7 days' OR (seen < now() - interval '2 "
            "hours'"
            " AND hash NOT IN (SELECT hash FROM page_versions ORDER BY seen DESC, hash LIMIT 16))");
        return is_there;
    });
}

void PostgresWebFileStore::put(const std::string& hash, const std::vector<WebFile>& files) {
    std::int64_t size = 0;
    Array bytes(Type::bytes), gzips(Type::bytes);
    for (const WebFile& file : files) {
        size += static_cast<std::int64_t>(file.bytes.size() + file.gzip.size());
        bytes.add(Bytes{file.bytes});
        gzips.add(Bytes{file.gzip});
    }
    use([&](Connection& connection) {
        Transaction transaction(connection);
        // First, so that of several servers one adds the files and the others wait.
        connection.query(
            "INSERT INTO page_versions (hash, bytes, seen) VALUES ($1, $2, now())"
            " ON CONFLICT (hash) DO UPDATE SET seen = now()",
            hash, size);
        connection.query(
            "INSERT INTO page_files (hash, path, content_type, bytes, gzip, by_itself, for_others)"
            " SELECT $1, * FROM unnest($2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
            hash, array_of(files, &WebFile::path), array_of(files, &WebFile::content_type), bytes, gzips,
            array_of(files, &WebFile::standalone), array_of(files, &WebFile::embeddable));
        transaction.commit();
    });
}

std::vector<WebFileStore::Version> PostgresWebFileStore::versions() {
    return use([](Connection& connection) {
        return map_rows(connection.query("SELECT hash, bytes FROM page_versions ORDER BY hash"),
                        reader_of(&Version::hash, &Version::bytes));
    });
}

std::vector<WebFile> PostgresWebFileStore::read(const std::string& hash) {
    return use([&](Connection& connection) {
        return map_rows(connection.query("SELECT path, content_type, bytes, gzip, by_itself, for_others"
                                         " FROM page_files WHERE hash = $1 ORDER BY path",
                                         hash),
                        read_file);
    });
}

}  // namespace cubilete::storage::postgres
