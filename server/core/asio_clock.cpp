#include "server/core/asio_clock.hpp"

#include <utility>

namespace cubilete::server {

namespace {

/// The wait holds the action weakly: if the expiry was already queued when the timer was destroyed, the
/// action no longer exists and does not run.
class AsioTimer final : public Clock::Timer {
  public:
    AsioTimer(const Executor& executor, Clock::Duration wait, std::function<void()> action)
        : timer_(executor, wait), action_(std::make_shared<std::function<void()>>(std::move(action))) {
        timer_.async_wait([weak = std::weak_ptr(action_)](boost::system::error_code failed) {
            if (failed) return;
            if (const auto due = weak.lock()) (*due)();
        });
    }

  private:
    SteadyTimer timer_;
    std::shared_ptr<std::function<void()>> action_;
};

}  // namespace

std::int64_t AsioClock::wall_ms() const { return system_wall_ms(); }

Clock::Duration AsioClock::now() const {
    return std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch());
}

std::unique_ptr<Clock::Timer> AsioClock::after(Duration wait, std::function<void()> action) {
    return std::make_unique<AsioTimer>(executor_, wait, std::move(action));
}

}  // namespace cubilete::server
