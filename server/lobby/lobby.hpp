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
#include "server/lobby/other_nodes.hpp"
#include "server/lobby/quotas.hpp"
#include "server/lobby/request_task.hpp"
#include "server/lobby/room_lists.hpp"
#include "server/lobby/room_loader.hpp"
#include "server/lobby/room_places.hpp"
#include "server/lobby/waiting_rooms.hpp"
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
    void receive(SinkPtr from, protocol::ClientMessage&& message);
    /// The socket is closed. Call it once per socket, after its last message.
    void gone(SinkPtr socket);
    /// Passes the windows of the public rooms of one game, or of all games without `game`, to `done` on the
    /// lobby's thread.
    void look(std::optional<std::string> game, std::function<void(std::vector<RoomWindowPtr>)> done);
    /// Whether the database that has the data is away: meanwhile the time of all rooms stands still.
    void database_away(bool away);
    /// Refuses everything from now on. `done` runs when everything accepted is durable and answered.
    void drain(std::function<void()> done);
    /// Runs `action` on the lobby's thread.
    void post(std::function<void(Lobby&)> action);

    // For RequestTask, on the lobby's thread.
    using Verdict = std::optional<protocol::Refused>;
    bool goes_on(const SinkPtr& socket);
    void ended(const SinkPtr& socket, const protocol::RequestId& re, Verdict verdict);

    // For the other nodes of a cluster, on the lobby's thread: lobby_cluster.cpp.
    bool has_room(const std::string& code) const { return rooms_.contains(code); }
    std::size_t rooms() const { return rooms_.size(); }
    /// Whether the player gets the pushes of a room here.
    bool is_member(const std::string& player) const;
    /// Adds a socket that has said hello at another node.
    void introduce(const SinkPtr& socket, const protocol::PlayerInfo& player);
    /// A socket comes back to a room here, in which it was at another node: it gets what it has not seen. Calls
    /// `refused` instead, on the room's thread, if its client has to ask for that itself.
    void come_back(const SinkPtr& socket, const std::string& code,
                   const std::optional<protocol::RoomJoin::Seen>& seen, std::function<void()> refused);
    /// Takes up a room that has just become this node's, unless it is here already. `carried`: another node has handed
    /// it over.
    void take_up(const storage::OpenRoom& stored, const std::optional<Carried>& carried);
    /// A room as far as it matters for handing it over.
    struct Movable {
        std::string room;  ///< code
        std::string game;
        bool attended = false;              ///< somebody is connected
        bool plays = false;                 ///< a match
        std::vector<SinkPtr> sockets = {};  ///< of its members
    };
    /// The rooms here, by code. One is not here any more when it has been let go.
    std::vector<Movable> movable_rooms() const;
    std::optional<Movable> movable_room(const std::string& code) const;
    /// Has a room given to the node `to`: Room::hand_over. From now on its requests go to OtherNodes::forward, except
    /// answers for dice, until let_go() or keep().
    void hand_over(const std::string& code, std::int64_t to, HandoverDone done);
    /// The room is another node's now. Its members are told nothing. Returns the room, which must stay until requests
    /// that it has under way are answered.
    std::shared_ptr<Room> let_go(const std::string& code);
    /// The room stays here.
    void keep(const std::string& code);
    /// Refuses to make rooms from now on, because the server will stop.
    void make_no_rooms() { places_.make_no_rooms(); }
    /// The player has that name now, deleted their account, or has another device.
    void know_name(const std::string& player, const std::string& name);
    void forget(const std::string& player);
    void tell_of_device(const std::string& player);
    /// Public rooms of another node: they are shown in the list of the lobby.
    void know_window(NodeNumber node, const WindowNews& news);
    /// The other node cannot be reached.
    void forget_window(NodeNumber node);
    /// The public rooms of all nodes, as far as they are known here.
    const PublicRooms& public_rooms() const { return lists_->rooms(); }
    /// quick.match of a socket, for which this node chooses a room that is none of `tried`.
    void seek(const SinkPtr& socket, const protocol::RequestId& re, const protocol::QuickMatch& wanted,
              std::set<std::string> tried);
    /// A room here was chosen for a socket: its player gets a seat and the answer, or `declined` is called, on any
    /// thread.
    void seat(const SinkPtr& socket, const protocol::RequestId& re, const protocol::QuickMatch& wanted,
              const std::string& room, std::function<void()> declined);
    /// Passes the rooms here with a seat of the player, as lines of their own list, to `done` on the lobby's thread.
    void tables_of(const std::string& player, std::function<void(std::vector<protocol::Json>)> done);

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
    };
    struct Person {
        protocol::PlayerInfo info;
        std::vector<SinkPtr> sockets;
        std::set<std::string> rooms;  ///< rooms whose pushes all sockets get
        /// Rooms with a seat of the player, also one that they left during a match.
        std::set<std::string> seats;
        std::set<std::string> noted;  ///< rooms that have more of the player (RoomReport::noted)
    };
    using Task = RequestTask<Lobby>;
    /// What was read, or why not.
    template <class T>
    using Read = std::variant<T, protocol::Refused>;

    explicit Lobby(const Services& services);
    void take_up_rooms(const storage::Store& store);
    void restore(const storage::OpenRoom& stored, const std::optional<Carried>& carried = {});
    auto guarded(auto action);

    void take(const SinkPtr& from, protocol::ClientMessage&& message);
    void leave(const SinkPtr& socket);
    void answer(const SinkPtr& socket, const std::string& player, const protocol::RequestId& re,
                std::string text);
    void refuse(const SinkPtr& socket, const protocol::RequestId& re, protocol::Refused why);
    void forget_idle(std::unordered_map<std::string, Person>::iterator person);
    TokenBucket::Time now() const { return TokenBucket::Time(clock_->now()); }
    struct KnownPlayer {
        storage::Player player;
        std::vector<std::string> rooms = {};  ///< as in Admission
    };
    Awaited<Lobby, Read<std::optional<KnownPlayer>>> find_player(const SinkPtr& socket,
                                                                 const std::string& token_hash);
    Awaited<Lobby, Read<std::optional<protocol::PlayerInfo>>> redeem_in_cluster(const SinkPtr& socket,
                                                                                const std::string& code);
    template <class T>
    Awaited<Lobby, Read<T>> read(const SinkPtr& socket, std::function<T(const HistoryReader::Readers&)> find);
    Awaited<Lobby, Read<bool>> count_with_cluster(const SinkPtr& socket, const char* what, const Rate& rate);
    Task greet(SinkPtr socket, protocol::RequestId re, protocol::Hello hello);
    Task greet_guest(SinkPtr socket, protocol::RequestId re, protocol::Hello hello, std::string name);
    Task greet_known(SinkPtr socket, protocol::RequestId re, std::string token_hash,
                     std::optional<std::string> name);
    Task greet_device(SinkPtr socket, protocol::RequestId re, std::string code);
    struct Admission {
        bool with_device_code = false;
        bool renamed = false;
        std::vector<std::string> rooms = {};  ///< of all nodes of a cluster, with a seat of the player
    };
    void admit(Client& client, const protocol::RequestId& re, const protocol::PlayerInfo& info,
               const std::string& token, Admission how);
    void take_waiting(const SinkPtr& socket);
    Verdict taken_for_another(const std::string& player, const std::string& name,
                              const std::string& code) const;
    void welcome(const SinkPtr& socket, const protocol::PlayerInfo& info);
    void lost();

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
    using Find =
        std::function<Found(const HistoryReader::Readers&)>;  ///< runs on the thread of the history reader
    Verdict look_up(const Client& client, const protocol::RequestId& re, Find find);
    Verdict pass_on(Client& client, protocol::ClientMessage& message);

    // lobby_rooms.cpp
    Verdict too_many_rooms(const Client& client) const;
    std::optional<std::string> new_code();
    Task create_room(SinkPtr socket, protocol::RequestId re, protocol::RoomFields fields);
    Awaited<Lobby, Read<std::string>> hashed(const SinkPtr& socket, const std::string& password);
    Awaited<Lobby, Read<bool>> codes(const SinkPtr& socket);
    std::optional<std::string> make_room(Client& client, const protocol::RequestId& re, RoomSettings settings,
                                         bool accepts_bot = false);
    Task find_seat(SinkPtr socket, protocol::RequestId re, protocol::QuickMatch wanted,
                   std::set<std::string> tried);
    Awaited<Lobby, bool> declined(const SinkPtr& socket, const protocol::RequestId& re,
                                  const protocol::QuickMatch& wanted, const std::string& room);
    Read<bool> make_quick_room(Client& client, const protocol::RequestId& re,
                               const protocol::QuickMatch& wanted);
    void add_built_in_bots(const storage::Store& store);
    Verdict offer_to_cluster(const Client& client, const protocol::RequestId& re);

    std::shared_ptr<RoomLists> make_lists();
    LobbyLink link();
    void reported(const RoomReport& report);
    Movable movable(const RoomReport& report) const;
    void count(const RoomReport& report, int by);

    const Services& services_;
    Executor executor_;
    std::unique_ptr<Clock> clock_;
    Quotas quotas_;
    RoomPlaces places_;
    std::shared_ptr<CommitGate> gate_;
    std::string data_id_;  ///< storage::Store::data_id()

    struct Entry {
        std::shared_ptr<Room> room;
        RoomReport report;
        bool moves = false;  ///< it is being handed over
    };
    std::unordered_map<Sink*, Client> clients_;
    std::unordered_map<std::string, Person> people_;  ///< players who are online or have a seat, by id
    std::unordered_map<std::string, Entry> rooms_;    ///< by code
    std::set<std::string> leaving_;                   ///< players whose deletion is not yet durable
    /// Counts durable renames and deletions: a player read before one of them may be out of date.
    std::uint64_t players_changed_ = 0;
    WaitingRooms waiting_rooms_;
    std::shared_ptr<RoomLists> lists_;
    DeviceOffers device_offers_;
    std::shared_ptr<RoomLoader> loader_;
    bool database_away_ = false;
    bool draining_ = false;
};

}  // namespace cubilete::server
