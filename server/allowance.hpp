#pragma once

#include <algorithm>
#include <chrono>

namespace cubilete::server {

/// How often something may be done: `burst` times at once, `per_second` times in the long run.
class Allowance {
  public:
    using Time = std::chrono::steady_clock::time_point;

    constexpr Allowance(double burst, double per_second)
        : burst_(burst), per_second_(per_second), left_(burst) {}

    /// Whether it may be done now; `now` never goes back.
    constexpr bool take(Time now) {
        const std::chrono::duration<double> passed = now - seen_;
        left_ = std::min(burst_, left_ + passed.count() * per_second_);
        seen_ = now;
        if (left_ < 1) return false;
        left_ -= 1;
        return true;
    }

  private:
    double burst_;
    double per_second_;
    double left_;
    Time seen_{};
};

}  // namespace cubilete::server
