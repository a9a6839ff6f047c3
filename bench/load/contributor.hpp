#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/match/dice_arithmetic.hpp"

namespace cubilete::bench {

/// A player's part in provable dice: answers what the server asks for, and checks nothing.
class Contributor {
  public:
    /// Returns the request that answers a push `dice` or `dice.ask`, without its id and last brace; nothing if
    /// none is wanted.
    std::optional<std::string> answer(std::string_view push);

  private:
    std::string step(std::string_view push, std::string_view room);
    std::string next_value();

    std::string match_;
    std::vector<server::Digest> chain_;  ///< the next value last; the tip is not in it
    server::Digest tip_{};
};

}  // namespace cubilete::bench
