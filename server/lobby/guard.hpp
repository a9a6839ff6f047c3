#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "protocol/refused.hpp"
#include "server/core/address.hpp"
#include "server/core/allowance.hpp"
#include "server/core/config.hpp"
#include "server/core/metrics.hpp"

namespace cubilete::server {

/// How much of the house one player and one address may have. Owned by the lobby and used on its strand; it
/// forgets nobody by reconnecting, and takes bounded memory whoever comes. Nothing = go ahead; otherwise the
/// request is refused `rate_limited` with the time to wait.
class Guard {
  public:
    using Verdict = std::optional<protocol::Refused>;
    using Time = Allowance::Time;

    /// Both outlive it.
    Guard(const Limits& limits, Metrics& metrics);

    /// Any request of a player.
    Verdict request(const std::string& player, Time now);
    /// A line of chat, besides being a request.
    Verdict chat(const std::string& player, Time now);
    /// A new player.
    Verdict guest(const Household& household, Time now);

    /// Whether an address may show a token; a wrong one costs it something, a right one nothing.
    Verdict show_token(const Household& household, Time now);
    void wrong_token(const Household& household, Time now);

    /// Another room; those count that are open.
    Verdict open_room(const std::string& player, const Household& household) const;
    void room_opened(const std::string& code, const std::string& player, const Household& household);
    void room_closed(const std::string& code);

  private:
    struct Maker {
        std::string player;
        Household household;
    };

    protocol::Refused limited(Limit limit, const char* text, std::chrono::milliseconds wait) const;
    Verdict taken(Limit limit, Allowance& allowance, Time now, const char* otherwise) const;

    const Limits& limits_;
    Metrics& metrics_;
    Allowances<std::string> requests_;
    Allowances<std::string> chat_;
    Allowances<Household, HouseholdHash> guests_;
    Allowances<Household, HouseholdHash> tokens_;
    std::unordered_map<std::string, Maker> makers_;  ///< by room
    std::unordered_map<std::string, std::size_t> rooms_of_player_;
    std::unordered_map<Household, std::size_t, HouseholdHash> rooms_of_household_;
};

}  // namespace cubilete::server
