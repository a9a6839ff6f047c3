#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "protocol/messages.hpp"
#include "server/core/address.hpp"
#include "server/core/token_bucket.hpp"

namespace cubilete::server {

/// The state of a room that its link shows to anybody, without a login.
struct Invitation {
    std::string room;        ///< code
    std::string game;        ///< id
    std::string title;       ///< of the game
    std::string host;        ///< name; empty while the room has no host
    bool is_public = false;  ///< false: a preview of the link shows game and host only
    bool locked = false;     ///< the room has a password; the fields below are not shown
    protocol::RoomPhase phase = protocol::RoomPhase::waiting;
    std::vector<std::string> seated;  ///< names, in the order of the seats
    int seats = 0;                    ///< number of seats, taken and free
    int turn_ms = 0;                  ///< milliseconds of a turn; 0 = no clock
    bool may_watch = true;

    int free() const { return seats - static_cast<int>(seated.size()); }
};
/// Returns the invitation as JSON; of a locked room only `room`, `game`, `title`, `host` and `locked`.
protocol::Json to_json(const Invitation& invitation);

/// The invitations of all open rooms, by code. The lobby writes them when a room has changed; HTTP
/// connections read them. All functions may be called from any thread, and a reader waits for no room.
class Invitations {
  public:
    using Time = TokenBucket::Time;
    /// The room does not exist; this took one token of the address. Without a token the address learns
    /// nothing about any room.
    struct UnknownRoom {};
    /// The room is not at this node of several; it took a token, too.
    struct Elsewhere {};
    struct RateLimited {
        std::chrono::milliseconds wait;
    };
    using LookupResult = std::variant<std::shared_ptr<const Invitation>, UnknownRoom, Elsewhere, RateLimited>;

    /// `wrong_codes` is the rate of unknown codes of one address.
    explicit Invitations(Rate wrong_codes);

    /// Adds or replaces the invitation of its room.
    void put(Invitation invitation);
    void erase(const std::string& code);
    /// Whether other nodes have rooms, too.
    void set_other_nodes(bool any) { has_other_nodes_ = any; }
    LookupResult find(const std::string& code, const ClientNetwork& reader, Time now);

    // For codes that come over sockets, which count for the same rate.
    /// The time to wait if the address has sent too many unknown codes.
    std::optional<std::chrono::milliseconds> required_wait(const ClientNetwork& address, Time now);
    /// The address has sent an unknown code.
    void count_wrong_code(const ClientNetwork& address, Time now);

  private:
    std::shared_mutex rooms_mutex_;
    std::unordered_map<std::string, std::shared_ptr<const Invitation>> rooms_;
    std::atomic<bool> has_other_nodes_ = false;
    std::mutex tries_mutex_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> tries_;
};

}  // namespace cubilete::server
