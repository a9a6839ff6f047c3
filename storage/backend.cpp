#include "storage/backend.hpp"

#include "storage/sqlite/backend.hpp"

namespace cubilete::storage {

std::unique_ptr<Backend> backend_at(const std::filesystem::path& place) {
    return std::make_unique<sqlite::SqliteBackend>(place);
}

}  // namespace cubilete::storage
