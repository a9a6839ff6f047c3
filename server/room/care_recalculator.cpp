#include "server/room/care_recalculator.hpp"

#include "protocol/analysis.hpp"
#include "protocol/match.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

CareRecalculator::CareRecalculator(const Services& services, AnalysisService& analysis_service)
    : services_(services),
      analysis_service_(analysis_service),
      clock_(services.make_clock(services.threads.first())) {
    for (const GameInfo* game : protocol::catalogue()) {
        if (protocol::care_unit(game->id) == nullptr) continue;
        const std::string version = protocol::analysis_version(game->id);
        left_.push_back({.rules = version.substr(0, version.rfind('.') + 1),
                         .version = version,
                         .after = {},
                         .most = most_at_once});
    }
}

void CareRecalculator::start() { check_after(Clock::Duration(0)); }

void CareRecalculator::check_after(Clock::Duration wait) {
    timer_ = clock_->after(wait, [this] { check(); });
}

void CareRecalculator::check() {
    if (reads_) return check_after(pause);
    if (left_.empty()) return timer_.reset();
    check_after(pause);
    if (!analysis_service_.is_idle()) return;
    reads_ = true;
    services_.look_up(
        {},
        [this](const HistoryReader::Readers& readers) {
            renew_some(readers);
            reads_ = false;
        },
        [this] { reads_ = false; });
}

/// Games of which nothing is left cost no further look: a read that meets a database that does not answer holds up all others.
void CareRecalculator::renew_some(const HistoryReader::Readers& readers) {
    try {
        for (bool is_full = false; !is_full && !left_.empty();) {
            storage::OldCareQuery& query = left_.back();
            const auto old = readers.store.find_outdated_care(query);
            for (const std::string& id : old) {
                query.after = id;
                if (const auto match = readers.store.match(id)) analysis_service_.make(*match, readers);
            }
            is_full = std::ssize(old) == query.most;
            if (!is_full) left_.pop_back();
        }
    } catch (const std::exception& failed) {
        spdlog::warn("care of earlier versions cannot be read: {}", failed.what());
        left_.clear();
    }
}

}  // namespace cubilete::server
