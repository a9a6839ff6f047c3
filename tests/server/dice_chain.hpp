#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "server/match/dice_arithmetic.hpp"

namespace cubilete::server {

/// The chain of a seat, from a secret that no other chain has.
class Chain {
  public:
    explicit Chain(int length) : links_(static_cast<std::size_t>(length) + 1) {
        static unsigned number = 0;
        ++number;
        for (std::size_t at = 0; at < 4; ++at) links_[0][at] = static_cast<unsigned char>(number >> (8 * at));
        for (std::size_t at = 1; at < links_.size(); ++at) links_[at] = next_link(links_[at - 1]);
    }
    std::string tip() const { return hex(links_.back()); }
    /// Value 0 is the reveal; then those for the asks.
    std::string value(int number) const {
        return hex(links_.at(links_.size() - 2 - static_cast<std::size_t>(number)));
    }

  private:
    std::vector<Digest> links_;
};

}  // namespace cubilete::server
