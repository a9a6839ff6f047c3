#include "server/history/archive.hpp"

#include <utility>

namespace cubilete::server {

Archive::Archive(const std::filesystem::path& data, std::size_t most_waiting)
    : books_{storage::Store(data), storage::History(data)}, worker_("the archive", most_waiting) {}

void Archive::post(const ClientNetwork& from, Job job, Refused refused) {
    worker_.add(
        from, [this, job = std::move(job)] { job(books_); }, std::move(refused));
}

}  // namespace cubilete::server
