#pragma once

#include "server/core/clock.hpp"
#include "server/core/net.hpp"

namespace cubilete::server {

/// The real clock of one actor. Actions run on the thread of the given executor.
class AsioClock final : public Clock {
  public:
    explicit AsioClock(Executor executor) : executor_(std::move(executor)) {}

    std::int64_t wall_ms() const override;
    Duration now() const override;
    std::unique_ptr<Timer> after(Duration wait, std::function<void()> action) override;

  private:
    Executor executor_;
};

}  // namespace cubilete::server
