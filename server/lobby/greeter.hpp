#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/lobby/accounts.hpp"
#include "server/lobby/decree_enforcer.hpp"

namespace cubilete::server {

/// Answers the hello of a socket: of a guest, by a token, or with a code for a new device. A part of the Lobby, on its
/// thread.
class Greeter {
  public:
    /// `data_id`: storage::Store::data_id().
    Greeter(Actor& lobby, Clients& clients, DecreeEnforcer& enforcer, DecreeKeeper& decrees,
            Directory& directory, Accounts& accounts, std::string data_id);

    Clients::Task greet(SinkPtr socket, protocol::RequestId request_id, protocol::Hello hello);

    Clients& owner() { return clients_; }

  private:
    struct KnownPlayer {
        storage::Player player;
        std::vector<std::string> rooms = {};  ///< as in Admission
    };
    using PlayerQuery =
        std::function<std::optional<storage::Player>(const storage::Store&)>;  ///< on a thread that reads
    /// The name and avatar that a hello gives its player; without a value the present one stays.
    struct GivenIdentity {
        std::optional<std::string> name;
        std::optional<int> avatar;
    };
    struct Admission {
        bool with_device_code = false;
        bool changed = false;                 ///< the name or the avatar
        std::int64_t made_ms = 0;             ///< Client::made_ms
        std::vector<std::string> rooms = {};  ///< as Greeting::rooms, of all nodes of a cluster
    };
    Clients::Task greet_guest(SinkPtr socket, protocol::RequestId request_id, protocol::Hello hello,
                              std::string name);
    Clients::Task greet_by_token(SinkPtr socket, protocol::RequestId request_id, std::string token_hash,
                                 GivenIdentity given);
    bool looks_like_another(const protocol::PlayerInfo& player, const std::string& name) const;
    Clients::Task greet_device(SinkPtr socket, protocol::RequestId request_id, std::string code);
    template <class T>
    Awaitable<T> read(const SinkPtr& socket, std::function<T(const HistoryReader::Readers&)> find);
    Awaitable<std::optional<KnownPlayer>> find_player(const SinkPtr& socket, const PlayerQuery& query);
    Awaitable<bool> consume_cluster_quota(const SinkPtr& socket, const char* what, const Rate& rate);
    void admit(const SinkPtr& socket, const protocol::RequestId& request_id, const protocol::PlayerInfo& info,
               const std::string& token, Admission how);
    void welcome(const SinkPtr& socket, const protocol::PlayerInfo& info, const Admission& how);

    Actor& lobby_;
    Clients& clients_;
    DecreeEnforcer& decree_enforcer_;
    DecreeKeeper& decrees_;
    Directory& directory_;
    Accounts& accounts_;
    std::string data_id_;
};

}  // namespace cubilete::server
