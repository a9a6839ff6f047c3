#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "server/history/cup_field.hpp"
#include "server/history/history_reader.hpp"
#include "server/lobby/device_offers.hpp"
#include "server/lobby/directory.hpp"

namespace cubilete::server {

/// Carries out requests of players about themselves: name and avatar, devices, tables, stored data, deletion.
/// A part of the Lobby, on its thread.
class Accounts {
  public:
    Accounts(Actor& lobby, Clients& clients, Directory& directory);

    // Each returns a refusal, or nothing if the request is answered now or later.
    Verdict carry_out(const Requester& from, protocol::DeviceOffer& request);
    Verdict carry_out(const Requester& from, protocol::Rename& request);
    Verdict carry_out(const Requester& from, protocol::MeExport& request);
    Verdict carry_out(const Requester& from, protocol::MeMatches& request);
    Verdict carry_out(const Requester& from, protocol::MeTables& request);
    Verdict carry_out(const Requester& from, protocol::MeBoard& request);
    Verdict carry_out(const Requester& from, protocol::MeDelete& request);
    Verdict carry_out(const Requester& from, protocol::CupToday& request);

    /// Writes a player's new name or avatar.
    void write_profile(const protocol::PlayerInfo& player, bool name, bool avatar);
    /// A player as they will be when what is written now is durable.
    protocol::PlayerInfo newest(protocol::PlayerInfo player) const;
    /// The player has that name and avatar now. Their rooms get them with the socket that has said hello, or from
    /// rename().
    void on_rename_by_hello(const protocol::PlayerInfo& player);
    void rename(const protocol::PlayerInfo& player);
    /// Deletes the account of a player, who need not be here. `answer` is called once that is written.
    void erase(const std::string& player, const std::function<void()>& answer);
    /// The account of the player was deleted: closes their sockets.
    void forget(const std::string& player);
    /// The player has another device: drops the code that it has used, and tells their sockets, so that nobody takes
    /// over an identity unnoticed.
    void notify_of_device(const std::string& player);
    /// Passes the rooms here with a seat of the player, as lines of their own list, to `done` on the lobby's thread.
    void tables_of(const std::string& player, std::function<void(std::vector<protocol::Json>)> done);

    /// Counts durable renames and deletions: a player read before one of them may be out of date.
    std::uint64_t changes() const { return changes_; }
    /// The deletion of the player is not yet durable.
    bool is_being_deleted(const std::string& player) const { return being_deleted_.contains(player); }
    /// The disk was full: nobody leaves, changes their name or has a new device.
    void cancel_writes();
    DeviceOffers& offers() { return offers_; }
    Clients& owner() { return clients_; }

  private:
    using LookUpResult = std::variant<protocol::Reply, protocol::Rejection>;
    using Query =
        std::function<LookUpResult(const HistoryReader::Readers&)>;  ///< on the thread of the history reader
    Verdict look_up(const Requester& from, Query find);
    Clients::Task answer_with_read(SinkPtr socket, protocol::RequestId request_id, Query find);
    Clients::Task list_tables(SinkPtr socket, protocol::RequestId request_id, std::string player);

    struct IdentityWrite {
        protocol::PlayerInfo player;
        int number = 0;  ///< of such writes that are not yet durable
    };

    Actor& lobby_;
    Clients& clients_;
    Directory& directory_;
    DeviceOffers offers_;
    std::unordered_map<std::string, IdentityWrite> identity_writes_;  ///< by player
    std::set<std::string> being_deleted_;  ///< players whose deletion is not yet durable
    std::uint64_t changes_ = 0;
    std::shared_ptr<CupFields> cup_fields_;  ///< used on the thread of the history reader
};

}  // namespace cubilete::server
