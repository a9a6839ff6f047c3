#include "server/history/archive.hpp"

#include <utility>

namespace cubilete::server {

Archive::Archive(const storage::Backend& storage, std::size_t most_waiting, std::function<bool()> away)
    : store_(storage.open_store()),
      history_(storage.open_history()),
      away_(std::move(away)),
      worker_("the archive", most_waiting) {}

void Archive::post(const ClientNetwork& from, Job job, Refused refused) {
    worker_.add(
        from,
        [this, job = std::move(job)] {
            job({*store_, *history_});
        },
        std::move(refused));
}

}  // namespace cubilete::server
