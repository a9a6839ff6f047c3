#pragma once

#include <span>

#include "spar/faults.hpp"

namespace cubilete::server::spar {

extern const std::span<const Fault> start_faults;
extern const std::span<const Fault> move_faults;
extern const std::span<const Fault> push_faults;
extern const std::span<const Fault> dice_faults;
extern const std::span<const Fault> noted_faults;
extern const std::span<const Fault> end_faults;

}  // namespace cubilete::server::spar
