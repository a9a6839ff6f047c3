#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "server/core/clock.hpp"
#include "server/room/analysis_service.hpp"
#include "server/room/services.hpp"

namespace cubilete::server {

/// Has matches analysed again whose care is of an earlier version of the values, so that it counts again. It goes
/// once through all of them after a start, some at a time and only while no other analysis waits; what is dropped
/// meanwhile follows at the next start. The nodes of a cluster each do so, and skip what another one has made.
///
/// Constructed and destroyed on the thread of its clock, after the history reader has stopped.
class CareRecalculator {
  public:
    static constexpr Clock::Duration pause{1'000};
    static constexpr std::int64_t most_at_once = 16;

    CareRecalculator(const Services& services, AnalysisService& analysis_service);

    /// On the thread of the clock, or before it runs.
    void start();

  private:
    void check();
    void check_after(Clock::Duration wait);
    void renew_some(const HistoryReader::Readers& readers);

    const Services& services_;
    AnalysisService& analysis_service_;
    std::unique_ptr<Clock> clock_;
    std::unique_ptr<Clock::Timer> timer_;
    std::vector<storage::OldCareQuery> left_;  ///< by game
    std::atomic<bool> reads_ = false;          ///< `left_` is used on the history reader's thread
};

}  // namespace cubilete::server
