#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "protocol/messages.hpp"
#include "server/core/clock.hpp"

namespace cubilete::server {

/// One-time codes by which a player logs in on another device. Kept in memory only and as hashes, so a
/// restart invalidates them. Not thread-safe.
class DeviceOffers {
  public:
    explicit DeviceOffers(Clock::Duration valid) : valid_(valid) {}

    /// Makes a code of eight characters that are hard to confuse; the player's earlier code becomes invalid.
    std::string make(const protocol::PlayerInfo& player, Clock::Duration now);
    /// The hash of a code as a person may type it: spaces, dashes and lower case are accepted.
    static std::string hash_of_code(std::string_view typed);
    /// Makes the player's code invalid, if there is one.
    void withdraw(const std::string& player);
    /// The player has another name or avatar from now on.
    void rename(const protocol::PlayerInfo& player);
    /// How long a code is valid.
    Clock::Duration valid() const { return valid_; }

    /// Returns the player and uses up the code; nothing if it is unknown, used or expired. Spaces,
    /// dashes and lower case are accepted.
    std::optional<protocol::PlayerInfo> redeem(std::string_view code, Clock::Duration now);
    /// The device of the player's used code is durable.
    void drop_used(const std::string& player);
    /// The disk was full: codes whose devices are not durable can be used again.
    void restore_used();

  private:
    struct Offer {
        protocol::PlayerInfo player;
        Clock::Duration expires_at{};
        bool used = false;
    };
    void forget_old(Clock::Duration now);

    Clock::Duration valid_;
    std::unordered_map<std::string, Offer> offers_;  ///< by the hash of the code
};

}  // namespace cubilete::server
