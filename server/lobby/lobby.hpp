#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "protocol/messages.hpp"
#include "server/core/sink.hpp"
#include "server/lobby/device_offers.hpp"
#include "server/lobby/public_rooms.hpp"
#include "server/lobby/quotas.hpp"
#include "server/lobby/room_loader.hpp"
#include "server/room/commit_gate.hpp"
#include "server/room/room.hpp"
#include "server/room/services.hpp"

namespace cubilete::server {

/// Knows the player of each socket, keeps the directory of rooms and passes each request to its room. An
/// actor. All requests go through it in the order received, so none overtakes another.
class Lobby : public std::enable_shared_from_this<Lobby> {
  public:
    /// Restores the rooms that are open in the data, and logs those that cannot be restored. Their matches are
    /// read while the server already serves.
    static std::shared_ptr<Lobby> open(const Services& services);

    // From any thread.
    /// Carries out a message of a socket and answers it.
    void receive(SinkPtr from, protocol::ClientMessage message);
    /// The socket is closed. Call it once per socket, after its last message.
    void gone(SinkPtr socket);
    /// Passes the windows of the public rooms of one game, or of all games without `game`, to `done` on the
    /// lobby's thread.
    void look(std::optional<std::string> game, std::function<void(std::vector<RoomWindowPtr>)> done);
    /// Whether the engine that has the data is away: meanwhile the time of all rooms stands still.
    void engine_away(bool away);
    /// Refuses everything from now on. `done` runs when everything accepted is durable and answered.
    void drain(std::function<void()> done);

  private:
    struct Client {
        SinkPtr socket;
        std::string player;     ///< empty until its hello is durable
        bool greeting = false;  ///< waits for a write about its player; messages are queued
        bool reading = false;   ///< waits for a read of its player; messages are queued
        bool over = false;      ///< its player was deleted; its messages are ignored
        std::vector<protocol::ClientMessage> waiting;  ///< received while `greeting` or `reading`
        std::set<std::string> visited;                 ///< rooms that may have this socket attached
        int wrong_codes = 0;
        std::optional<int> watches_all;      ///< all games are watched; value: rooms per game
        std::map<std::string, int> watched;  ///< watched games; value: rooms
    };
    struct Person {
        protocol::PlayerInfo info;
        std::vector<SinkPtr> sockets;
        std::set<std::string> rooms;  ///< rooms whose pushes all sockets get
        /// Rooms with a seat of the player, also one that they left during a match.
        std::set<std::string> seats;
    };
    using Verdict = std::optional<protocol::Refused>;

    explicit Lobby(const Services& services);
    void take_up_rooms(const storage::Store& store);
    auto guarded(auto action);
    void post(std::function<void(Lobby&)> action);

    void take(const SinkPtr& from, protocol::ClientMessage message);
    void leave(const SinkPtr& socket);
    void refuse(const SinkPtr& socket, const protocol::RequestId& re, protocol::Refused why);
    void forget_idle(std::unordered_map<std::string, Person>::iterator person);
    Quotas::Time now() const { return Quotas::Time(clock_->now()); }
    Verdict greet(Client& client, const protocol::RequestId& re, const protocol::Hello& hello);
    Verdict greet_guest(Client& client, const protocol::RequestId& re, const protocol::Hello& hello,
                        const std::string& name);
    Verdict greet_known(Client& client, const protocol::RequestId& re,
                        const std::optional<storage::Player>& player, const std::optional<std::string>& name);
    using PlayerRead = std::variant<std::optional<storage::Player>, protocol::Refused>;
    void find_player(Client& client, const protocol::RequestId& re, const std::string& token_hash,
                     const std::optional<std::string>& name);
    void player_read(Client& client, const protocol::RequestId& re, const PlayerRead& read,
                     const std::optional<std::string>& name);
    struct Admission {
        bool with_device_code = false;
        bool renamed = false;
    };
    void admit(Client& client, const protocol::RequestId& re, const protocol::PlayerInfo& info,
               const std::string& token, Admission how);
    void take_waiting(const SinkPtr& socket);
    Verdict redeem(Client& client, const protocol::RequestId& re, const std::string& code);
    Verdict taken_for_another(const std::string& player, const std::string& name,
                              const std::string& code) const;
    void tell_of_device(const std::string& player);
    void welcome(const SinkPtr& socket, const protocol::PlayerInfo& info);
    void lost();
    void forget(const std::string& player);

    Verdict carry_out(Client& client, const protocol::RequestId& re, protocol::DeviceOffer& request);
    Verdict carry_out(Client& client, const protocol::RequestId& re, protocol::Rename& request);
    Verdict carry_out(Client& client, const protocol::RequestId& re, protocol::MeExport& request);
    Verdict carry_out(Client& client, const protocol::RequestId& re, protocol::MeMatches& request);
    Verdict carry_out(Client& client, const protocol::RequestId& re, protocol::MeTables& request);
    Verdict carry_out(Client& client, const protocol::RequestId& re, protocol::MeBoard& request);
    Verdict carry_out(Client& client, const protocol::RequestId& re, protocol::MeDelete& request);
    Verdict carry_out(Client& client, const protocol::RequestId& re, protocol::LobbyWatch& request);
    Verdict carry_out(Client& client, const protocol::RequestId& re, protocol::LobbyList& request);
    Verdict carry_out(Client& client, const protocol::RequestId& re, protocol::LobbyUnwatch& request);
    Verdict carry_out(Client& client, const protocol::RequestId& re, protocol::QuickMatch& request);
    Verdict carry_out(Client& client, const protocol::RequestId& re, protocol::RoomCreate& request);
    using Found = std::variant<protocol::Json, protocol::Refused>;
    using Find = std::function<Found(const Archive::Readers&)>;  ///< runs on the thread of the archive
    Verdict look_up(const Client& client, const protocol::RequestId& re, Find find);
    Verdict pass_on(Client& client, const protocol::RequestId& re, protocol::RoomRequest request);

    // lobby_rooms.cpp
    Verdict too_many_rooms(const Client& client) const;
    std::string make_room(Client& client, const protocol::RequestId& re, RoomSettings settings,
                          bool accepts_bot = false);
    void resume(SinkPtr socket, const protocol::RequestId& re,
                std::function<Verdict(Lobby&, Client&)> action);
    Verdict find_seat(Client& client, const protocol::RequestId& re, const protocol::QuickMatch& wanted,
                      std::set<std::string> tried);
    void add_built_in_bots(const storage::Store& store);
    std::optional<std::string> table_for(const protocol::PlayerInfo& player, const std::string& game,
                                         const std::set<std::string>& tried) const;

    LobbyLink link();
    void reported(const RoomReport& report);
    void count(const RoomReport& report, int by);
    void tell_watchers();

    const Services& services_;
    Executor executor_;
    std::unique_ptr<Clock> clock_;
    Quotas quotas_;
    std::shared_ptr<CommitGate> gate_;

    struct Entry {
        std::shared_ptr<Room> room;
        RoomReport report;
        std::string awaited_for;  ///< game of a new quick.match room that has not reported yet
    };
    std::unordered_map<Sink*, Client> clients_;
    std::unordered_map<std::string, Person> people_;  ///< players who are online or have a seat, by id
    std::unordered_map<std::string, Entry> rooms_;    ///< by code
    std::set<std::string> leaving_;                   ///< players whose deletion is not yet durable
    /// Counts durable renames and deletions: a player read before one of them may be out of date.
    std::uint64_t players_changed_ = 0;
    PublicRooms public_rooms_;
    std::map<std::string, RoomWindowPtr> told_;  ///< the windows last sent to watchers, by game
    std::unique_ptr<Clock::Timer> news_timer_;
    DeviceOffers device_offers_;
    std::shared_ptr<RoomLoader> loader_;
    bool engine_away_ = false;
    bool draining_ = false;
};

}  // namespace cubilete::server
