#include "server/history/history_reader.hpp"

#include <utility>

namespace cubilete::server {

HistoryReader::HistoryReader(const storage::Backend& storage, std::size_t most_waiting,
                             std::function<bool()> away)
    : store_(storage.open_store()),
      history_(storage.open_history()),
      away_(std::move(away)),
      worker_("the history reader", most_waiting) {}

void HistoryReader::post(const ClientNetwork& from, Job job, Rejection refused) {
    worker_.add(
        from,
        [this, job = std::move(job)] {
            job({*store_, *history_});
        },
        std::move(refused));
}

}  // namespace cubilete::server
