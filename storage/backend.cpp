#include "storage/backend.hpp"

#include "storage/sqlite/backend.hpp"
#ifdef CUBILETE_POSTGRES
#include "storage/postgres/backend.hpp"
#endif

namespace cubilete::storage {

namespace {

std::unique_ptr<Backend> postgres_at([[maybe_unused]] const std::string& url) {
#ifdef CUBILETE_POSTGRES
    return std::make_unique<postgres::PostgresBackend>(url);
#else
    throw DatabaseError("this program was built without PostgreSQL (CUBILETE_POSTGRES=OFF)");
#endif
}

}  // namespace

bool is_database_url(std::string_view place) {
    return place.starts_with("postgresql://") || place.starts_with("postgres://");
}

std::unique_ptr<Backend> make_backend(const std::filesystem::path& place) {
    if (is_database_url(place.native())) return postgres_at(place.native());
    return std::make_unique<sqlite::SqliteBackend>(place);
}

}  // namespace cubilete::storage
