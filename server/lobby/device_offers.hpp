#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/core/clock.hpp"

namespace cubilete::server {

/// The codes by which a player's further device proves itself, once each. Kept in memory only and as hashes: a
/// restart forgets them. One owner.
class DeviceOffers {
  public:
    explicit DeviceOffers(Clock::Duration valid) : valid_(valid) {}

    /// A code of eight characters that are hard to confuse; takes the player's earlier one back.
    std::string make(const std::string& player, Clock::Duration now);
    /// Takes the player's code back, if he has one.
    void withdraw(const std::string& player);
    /// How long a code is good for.
    Clock::Duration valid() const { return valid_; }
    /// Whose code it is. It is used up by that. Spaces, dashes and small letters do not matter.
    std::optional<std::string> redeem(std::string_view code, Clock::Duration now);

  private:
    struct Offer {
        std::string player;
        Clock::Duration until{};
    };
    void forget_old(Clock::Duration now);

    Clock::Duration valid_;
    std::unordered_map<std::string, Offer> offers_;  ///< by the code's hash
};

}  // namespace cubilete::server
