#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "server/core/address.hpp"
#include "server/core/clock.hpp"
#include "server/core/config.hpp"
#include "server/core/metrics.hpp"
#include "server/core/net.hpp"
#include "server/core/token_bucket.hpp"

namespace cubilete::server {

/// Limits the log entries that built-in bots make on behalf of one player and of one address. Each entry is
/// stored, and the bots go on by themselves, also in a match that its players have left. Past the limit the
/// bots act more slowly. An actor; kept in memory only.
class BotQuota {
  public:
    /// The player who started the match, and their network; of a match that began by itself or before this server, somebody
    /// who belongs to it.
    struct Owner {
        std::string player;                    ///< id; the code of the room if there is nobody
        std::optional<ClientNetwork> network;  ///< nothing: it is not known
    };
    using DelayCallback = std::function<void(std::chrono::milliseconds wait)>;

    BotQuota(Executor executor, std::unique_ptr<Clock> clock, const Limits& limits, Metrics& metrics);

    /// Takes the tokens for `entries`, from any thread. `done` runs on the thread of the quota and gets the
    /// time that the next entries must wait, 0 if they need not.
    void spend(Owner owner, int entries, DelayCallback done);

  private:
    std::chrono::milliseconds spend_now(const Owner& owner, int entries);

    Executor executor_;
    std::unique_ptr<Clock> clock_;
    Metrics& metrics_;
    TokenBuckets<std::string> player_buckets_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> address_buckets_;
};

}  // namespace cubilete::server
