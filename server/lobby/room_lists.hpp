#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "protocol/messages.hpp"
#include "server/lobby/clients.hpp"
#include "server/lobby/public_rooms.hpp"

namespace cubilete::server {

/// The list of public rooms: answers those who ask for it, and sends its changes to those who watch it. A part of the
/// Lobby, on its thread.
class RoomLists {
  public:
    RoomLists(Actor& lobby, Clients& clients) : lobby_(lobby), clients_(clients) {}

    // Each returns a refusal, or nothing if the request is answered now or later.
    Verdict carry_out(const Requester& from, const protocol::LobbyList& request);
    Verdict carry_out(const Requester& from, const protocol::LobbyWatch& request);
    Verdict carry_out(const Requester& from, const protocol::LobbyUnwatch& request);
    /// The socket has closed.
    void forget(const SinkPtr& socket) { watchers_.erase(socket.get()); }

    /// A room of this node is public, as it is now, or not any more.
    void put(const protocol::RoomLine& line);
    void remove(const std::string& code);
    /// Applies the news of another node about its rooms; forget(): it cannot be reached.
    void apply(NodeNumber node, const WindowNews& news);
    void forget(NodeNumber node);
    /// Sends no news any more.
    void stop();

    RoomWindowPtr window(const std::string& game) { return rooms_.window(game); }
    const PublicRooms& rooms() const { return rooms_; }
    Clients& owner() { return clients_; }

  private:
    using WindowsByGame = std::map<std::string, RoomWindowPtr>;  ///< by game
    struct Watcher {
        SinkPtr socket;
        std::optional<int> all;            ///< all games are watched; value: rooms per game
        std::map<std::string, int> games;  ///< watched games; value: rooms
        WindowsByGame shown;               ///< by lobby.watch, while news for all watchers are due
    };
    Clients::Task list_cluster_rooms(SinkPtr socket, protocol::RequestId request_id, std::string game,
                                     std::string after, int limit);
    protocol::JsonText merge_rooms(const std::string& game, const RoomPlace& place, int limit,
                                   std::vector<RoomWindow::ListedRoom> others);
    void schedule_news();
    void send_news();
    std::optional<Frame> news_frame(const std::string& game, int limit, const WindowsByGame& before,
                                    const WindowsByGame& now);

    Actor& lobby_;
    Clients& clients_;
    PublicRooms rooms_;
    std::unordered_map<Sink*, Watcher> watchers_;
    WindowsByGame last_sent_;  ///< last sent to watchers
    std::unique_ptr<Clock::Timer> news_timer_;
    bool stopped_ = false;
    /// Rooms of other nodes that the newest answers to lobby.list have ended with, by code: the next one may begin there.
    std::map<std::string, RoomPlace> page_ends_;
    std::deque<std::string> page_end_order_;
};

}  // namespace cubilete::server
