#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "protocol/refused.hpp"
#include "server/core/address.hpp"
#include "server/core/config.hpp"
#include "server/core/metrics.hpp"
#include "server/core/token_bucket.hpp"
#include "server/room/room_settings.hpp"

namespace cubilete::server {

/// The quotas of one player and of one address. Owned by the lobby and used on its thread. They do not depend
/// on connections, so reconnecting does not reset them; memory is bounded. A function that returns a Verdict
/// returns nothing if the request may go on, and otherwise the refusal `rate_limited` with the time to wait.
class Quotas {
  public:
    using Verdict = std::optional<protocol::Refused>;
    using Time = TokenBucket::Time;

    /// `limits` and `metrics` must outlive it.
    Quotas(const Limits& limits, Metrics& metrics);

    /// For every request of a player.
    Verdict request(const std::string& player, Time now);
    /// Charges a request that cost as much as `requests` more (server/core/cost.hpp); the player may run into debt.
    void charge(const std::string& player, int requests, Time now);
    /// For a chat line, in addition to request().
    Verdict chat(const std::string& player, Time now);
    /// For a move or a hint, which is stored for good, in addition to request().
    Verdict entry(const ClientNetwork& network, Time now);
    /// For a new player.
    Verdict guest(const ClientNetwork& network, Time now);

    /// The refusals of the limits that all nodes of a cluster count together.
    protocol::Refused too_many_guests() const;
    protocol::Refused too_many_tries() const;

    /// For an unknown token: a refusal means that the address has sent too many. Known tokens are not
    /// limited.
    Verdict wrong_token(const ClientNetwork& network, Time now);
    /// For a code that adds a device: refuses if the address has sent too many wrong codes, or if all
    /// addresses together have sent so many that guessing could succeed.
    Verdict try_code(const ClientNetwork& network, Time now);
    /// A code that adds a device was wrong.
    void wrong_code(const ClientNetwork& network, Time now);
    /// For a password to be hashed: hashing takes about ten milliseconds of a shared thread.
    Verdict hash(const ClientNetwork& network, Time now);

    /// For a new room. A player is charged for all their open rooms, an address only for rooms with somebody
    /// connected; an address at its limit still gets one room per player. So nobody can use up the rooms of
    /// others in their network by leaving rooms behind.
    Verdict open_room(const std::string& player, const std::string& address) const;
    /// The room counts as attended until room_attended() says otherwise. Without a maker it counts for the
    /// server only.
    void room_opened(const std::string& code, Maker maker);
    struct Attended {
        bool now = true;           ///< a person or a program is connected
        int people = 1;            ///< seated
        std::int64_t left_ms = 0;  ///< nobody is connected since then
    };
    void room_attended(const std::string& code, const Attended& attended);
    void room_closed(const std::string& code);
    /// If a site (site_key()) has left too many rooms behind: the one with the fewest people, of these the one
    /// without anybody for longest. The caller should close it if nobody comes back to it for a while.
    std::optional<std::string> left_too_many(const std::string& site) const;
    /// Whether all places for rooms are taken by rooms with somebody connected.
    bool is_full() const;
    /// For a new room: the room that gives up its place for it, whoever made it, chosen as by left_too_many(), if all
    /// places are taken, or if rooms without anybody take more than four fifths of them. The caller closes it now
    /// unless somebody has connected meanwhile.
    std::optional<std::string> take_place();

  private:
    struct Made {
        Maker by;
        std::uint64_t number = 0;  ///< in the order made
        Attended attended;
        bool closing = false;  ///< it has given up its place
    };
    void count(const std::string& code, const Made& made, bool counts);

    protocol::Refused limited(Limit limit, const char* text, std::chrono::milliseconds wait) const;
    Verdict taken(Limit limit, TokenBucket& bucket, Time now, const char* otherwise) const;

    const Limits& limits_;
    Metrics& metrics_;
    TokenBuckets<std::string> requests_;
    TokenBuckets<std::string> chat_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> entries_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> guests_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> tokens_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> codes_;
    TokenBucket codes_of_all_;
    TokenBuckets<ClientNetwork, ClientNetworkHash> hashes_;
    std::unordered_map<std::string, Made> rooms_;  ///< by code
    std::uint64_t rooms_made_ = 0;
    std::size_t closing_ = 0;
    struct Left {
        int people = 0;
        std::int64_t since_ms = 0;
        std::uint64_t number = 0;
        std::string room;
        std::string site;
        auto operator<=>(const Left&) const = default;
    };
    std::set<Left> left_;  ///< rooms without anybody that have not given up their place, by what closes first
    using Counts = std::unordered_map<std::string, std::size_t>;
    Counts rooms_of_player_;
    Counts attended_of_address_;
    Counts left_of_site_;
};

}  // namespace cubilete::server
