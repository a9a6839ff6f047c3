#pragma once

#include "server/core/clock.hpp"
#include "server/core/net.hpp"

namespace cubilete::server {

/// The real clock of one actor. Actions run on the given strand.
class AsioClock final : public Clock {
  public:
    explicit AsioClock(Strand strand) : strand_(std::move(strand)) {}

    std::int64_t wall_ms() const override;
    Duration now() const override;
    std::unique_ptr<Timer> after(Duration wait, std::function<void()> action) override;

  private:
    Strand strand_;
};

}  // namespace cubilete::server
