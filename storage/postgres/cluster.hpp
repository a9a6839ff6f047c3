#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "storage/cluster.hpp"
#include "storage/postgres/batch.hpp"
#include "storage/postgres/membership.hpp"
#include "storage/postgres/session.hpp"

namespace cubilete::storage::postgres {

/// Limits and one-time codes, as rows that a database may lose in a crash.
class PostgresDeviceOfferStore final : public DeviceOfferStore {
  public:
    explicit PostgresDeviceOfferStore(PostgresSession& session) : session_(session) {}

    void make(const std::string& hash, const std::string& player, std::chrono::milliseconds valid) override;
    std::optional<std::string> redeem(const std::string& hash) override;

  private:
    PostgresSession& session_;
};

class PostgresQuotaStore final : public QuotaStore {
  public:
    explicit PostgresQuotaStore(PostgresSession& session) : session_(session) {}

    bool try_consume(const std::string& key, double count, std::chrono::milliseconds per) override;
    void refill(const std::string& key) override;

  private:
    PostgresSession& session_;
    std::atomic<unsigned> taken_{0};
};

/// The nodes of a database, seen by the one whose membership this is.
class PostgresCluster final : public Cluster {
  public:
    PostgresCluster(const Url& url, std::shared_ptr<Membership> membership,
                    std::shared_ptr<RunningMatches> matches);

    std::int64_t epoch() const override { return membership_->epoch(); }
    NodeList beat(const NodeLoad& load) override;
    bool fence(std::int64_t epoch, std::int64_t beat_seen) override;
    std::vector<std::int64_t> ownerless_epochs() override;
    std::vector<OpenRoom> adopt(std::int64_t from, std::size_t most) override;
    std::vector<OpenRoom> adopt_room(const std::string& code, std::int64_t from) override;
    std::optional<OpenRoom> receive(const std::string& code) override;
    std::optional<std::int64_t> owner(const std::string& code) override;
    std::vector<std::string> rooms_of(const std::string& player) override;
    std::vector<std::string> reserve(const std::set<std::string>& codes) override;
    DeviceOfferStore& offers() override { return offers_; }
    QuotaStore& quotas() override { return quotas_; }

  private:
    /// Rooms that belong to this node since the last claim whose answer was read or may be unknown, and that were
    /// not returned yet.
    using Claimed = std::set<std::string>;

    std::vector<std::string> read_forgotten(const Rows& rows);
    bool try_to_fence(Connection& connection, std::int64_t epoch, std::int64_t beat_seen);
    void require_presence(Connection& connection) const;
    template <class Claim>
    std::vector<OpenRoom> claim_rooms(Connection& connection, Claimed& claimed, std::int64_t from,
                                      Claim claim);
    std::vector<OpenRoom> read(Connection& connection, const std::vector<std::string>& codes);

    std::shared_ptr<Membership> membership_;
    std::shared_ptr<RunningMatches> matches_;
    PostgresSession heartbeat_session_;
    PostgresSession adoption_session_;  ///< what takes long: fencing and adopting
    PostgresSession query_session_;
    Claimed claimed_;             ///< by adopt()
    Claimed claimed_one_;         ///< by adopt_room()
    std::int64_t forgotten_ = 0;  ///< the highest number of a player in `forgotten` that was returned
    std::set<std::int64_t> returned_numbers_;  ///< of such players: the newest
    PostgresDeviceOfferStore offers_;
    PostgresQuotaStore quotas_;
};

}  // namespace cubilete::storage::postgres
