#include "server/database_watch.hpp"

#include <utility>

#include "server/core/spdlog.hpp"

namespace cubilete::server {

DatabaseWatch::DatabaseWatch(const Services& services, std::function<void(bool)> changed)
    : journal_(services.journal),
      metrics_(services.metrics),
      on_change_(std::move(changed)),
      clock_(services.make_clock(services.threads.first())) {}

void DatabaseWatch::check() {
    timer_ = clock_->after(poll_interval, [this] { check(); });
    const bool away = journal_.away();
    const Clock::Duration now = clock_->now();
    if (away_) metrics_.add_database_downtime(now - last_seen_away_);
    last_seen_away_ = now;
    if (away == away_) return;
    away_ = away;
    metrics_.set_database_away(away);
    if (away) {
        since_ = now;
        spdlog::warn("the database is away: requests are refused and clocks stand still until it answers");
    } else {
        spdlog::info("the database is back after {:.1f} s",
                     std::chrono::duration<double>(now - since_).count());
    }
    on_change_(away);
}

}  // namespace cubilete::server
