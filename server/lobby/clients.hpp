#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/lobby/quotas.hpp"
#include "server/lobby/request_task.hpp"
#include "server/room/actor.hpp"
#include "server/room/requester.hpp"
#include "server/room/room_report.hpp"

namespace cubilete::server {

/// The sockets and the players behind them: whose requests wait, how they are answered, and what they cost. A part of the
/// Lobby, on its thread.
class Clients {
  public:
    /// Carries out a message of a socket.
    using MessageHandler = std::function<void(const SinkPtr& from, protocol::ClientMessage&& message)>;
    using Task = RequestTask<Clients>;
    struct Client {
        SinkPtr socket;
        std::string player;     ///< empty until its hello is durable
        bool greeting = false;  ///< waits for a write about its player; messages are queued
        bool reading = false;   ///< waits for a read of its player; messages are queued
        bool over = false;      ///< its player was deleted; its messages are ignored
        std::vector<protocol::ClientMessage> waiting;  ///< received while `greeting` or `reading`
        std::set<std::string> visited;                 ///< rooms that may have this socket attached
        std::vector<std::string> seats;                ///< as Greeting::rooms; sorted
        std::string
            admin_session;  ///< secret of the session of an operator who has opened the admin page; usually empty
        int wrong_codes = 0;
        std::int64_t since_ms = 0;  ///< it has said hello here then; 0: not yet, or at another node
        std::int64_t made_ms = 0;   ///< its player was made then; 0 if that was not read
    };
    struct QuickMatch {
        protocol::RequestId request_id;
        std::string room;  ///< code
    };
    struct Person {
        protocol::PlayerInfo info;  ///< while there are sockets
        std::vector<SinkPtr> sockets;
        std::set<std::string> rooms;  ///< rooms whose pushes all sockets get
        /// Rooms with a seat of the player, also one that they left during a match.
        std::set<std::string> seats;
        std::set<std::string>
            mentioned_players;  ///< rooms that have more of the player (RoomReport::mentioned_players)
        std::optional<QuickMatch> quick_match;  ///< the last one for which a room here was asked
    };

    /// The tag by which operators tell networks apart (NetworkHasher); empty before it is known.
    using NetworkTagger = std::function<std::string(const ClientNetwork&)>;

    Clients(Actor& lobby, MessageHandler handle, NetworkTagger tag);

    /// The client of a socket, which is added if it is new.
    Client& of(const SinkPtr& socket);
    /// Null if the socket has closed.
    Client* find(const SinkPtr& socket);
    const std::unordered_map<Sink*, Client>& all() const { return clients_; }
    const std::unordered_map<std::string, Person>& people() const { return people_; }
    /// Null if the player is not online and has no seat.
    Person* person(const std::string& player);
    /// Whether the player gets the pushes of a room here.
    bool is_member(const std::string& player);
    /// The sender of a request; nothing before their hello, after their deletion, or once the socket has closed.
    std::optional<Requester> requester(const SinkPtr& socket, const protocol::RequestId& request_id);

    /// The socket is that player's from now on.
    Person& introduce(const SinkPtr& socket, const protocol::PlayerInfo& player);
    /// Removes a socket. Of what is returned, `visited` are all rooms that may have it attached.
    std::optional<Client> take(const SinkPtr& socket);
    /// A room has other people than before. Returns the players who are members and were not.
    std::vector<std::string> update_members(const RoomReport& before, const RoomReport& now);
    /// The disk was full: what waits for a write of a player goes on.
    void end_greetings();

    Quotas& quotas() { return quotas_; }
    /// Everything is refused from now on, because the server stops.
    void drain() { draining_ = true; }
    bool is_draining() const { return draining_; }
    /// Why nothing can be carried out just now, if that is so.
    Verdict check_available() const;

    /// Answers once what was written before is durable, and charges for an answer that is long.
    void answer(const Requester& to, const protocol::Reply& reply = protocol::Done());
    /// Refuses at once.
    void refuse(const SinkPtr& to, const protocol::RequestId& request_id, protocol::Rejection why);
    /// Carries out the messages that came while the player of the socket was read or written.
    void handle_waiting(const SinkPtr& socket);

    // For RequestTask.
    auto poster() { return lobby_.poster(); }
    bool may_resume(const SinkPtr& socket, const protocol::RequestId& request_id,
                    const protocol::Rejection* why);
    void on_result(const SinkPtr& socket, const protocol::RequestId& request_id, Verdict verdict);

  private:
    void forget_idle(const std::string& player);

    Actor& lobby_;
    MessageHandler handle_message_;
    NetworkTagger tag_of_network_;
    Quotas quotas_;
    bool draining_ = false;
    std::unordered_map<Sink*, Client> clients_;
    std::unordered_map<std::string, Person> people_;  ///< players who are online or have a seat, by id
};

}  // namespace cubilete::server
