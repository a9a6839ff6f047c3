#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/cluster/arriving_rooms.hpp"
#include "server/cluster/outbound.hpp"
#include "server/cluster/room_codes.hpp"
#include "server/cluster/seat_searches.hpp"
#include "server/cluster/shared_lobby.hpp"
#include "server/lobby/other_nodes.hpp"

namespace cubilete::server {

/// Lets the sockets of this node play in rooms of other nodes (Outbound), and those of other nodes in rooms of this one
/// (Inbound). It connects the parts to the lobby, the links and the beats. Messages in transit may be lost: when a link
/// ends or a room gets another owner, the sockets come back to the room or are closed with 1012.
///
/// Runs on the lobby's thread unless noted.
class Relay final : public OtherNodes {
  public:
    using Epoch = mesh::Epoch;

    /// All arguments outlive it, and it is destroyed when no thread uses it any more. `cluster` has joined.
    /// `on_process_state` is called when a link shows whether the process of a node is gone from its machine.
    /// Without `run_job` it has a thread of its own.
    Relay(const Services& services, Lobby& lobby, storage::Cluster& cluster,
          const NodeContext::MakeLinks& make_links,
          const std::function<void(Epoch, bool is_gone)>& on_process_state,
          ClusterReader::JobRunner run_job = {});
    ~Relay() override { stop(); }

    /// Before the threads run.
    void start();
    /// Ends all links. Nothing that was begun goes on after that. When nothing runs any more.
    void stop();

    // From any thread.
    /// A beat has read the list of nodes.
    void on_node_list(storage::NodeList list);
    /// Rooms that have just become this node's.
    void on_adopted(std::vector<storage::OpenRoom> rooms);
    int rooms() const { return rooms_; }
    /// Hands over every room that another node accepts, then stops, at the latest after `most`; then `done` runs on the
    /// lobby's thread. Local sockets keep playing in moved rooms.
    void hand_over_all(Clock::Duration most, std::function<void()> done);
    /// `done` runs when other nodes have answered what the sockets here have asked, and soon in any case.
    void await_answers(std::function<void()> done);

    void forward(const Requester& from, protocol::ClientMessage message) override {
        remote_rooms_.forward(from, std::move(message));
    }
    bool seek(const Requester& from, const protocol::QuickMatch& wanted) override {
        return seat_searches_.seek(from, wanted);
    }
    void seat(const Requester& from, const protocol::QuickMatch& wanted, const std::set<std::string>& tried,
              const WaitingRooms::Location& room) override {
        seat_searches_.seat(from, wanted, tried, room);
    }
    void on_hello(const SinkPtr& socket, const protocol::PlayerInfo& player) override {
        shared_lobby_.on_hello(socket, player);
    }
    void on_socket_closed(const SinkPtr& socket) override { outbound_.on_socket_closed(socket); }
    void on_new_member(const std::string& player) override { shared_lobby_.on_new_member(player); }
    void on_match_start(const std::string& room) override {
        node_.post([this, room] { handover_.on_match_start(room); });
    }
    void on_room_listed(const RoomReport& report) override { shared_lobby_.windows().put(report); }
    void on_room_unlisted(const std::string& room) override { shared_lobby_.windows().remove(room); }
    void tables_of(const std::string& player,
                   std::function<void(std::vector<protocol::Json>)> done) override {
        shared_lobby_.tables_of(player, std::move(done));
    }
    void list_rooms_after(const std::string& game, const RoomPlace& after, int limit,
                          std::function<void(std::vector<RoomWindow::ListedRoom>)> done) override {
        shared_lobby_.list_rooms_after(game, after, limit, std::move(done));
    }
    void ask_nodes(const protocol::Json& question, std::function<void(AdminAnswers)> done) override {
        shared_lobby_.ask_nodes(question, std::move(done));
    }
    std::optional<std::string> take_code() override { return codes_.take(); }
    void await_codes(std::function<void(bool come)> then) override { codes_.await(std::move(then)); }
    void on_rename(const protocol::PlayerInfo& player) override { shared_lobby_.on_rename(player); }
    void on_account_deleted(const std::string& player) override { shared_lobby_.on_account_deleted(player); }
    void on_new_device(const std::string& player) override { shared_lobby_.on_new_device(player); }

  private:
    void on_link_up(Epoch node);
    void on_link_down(Epoch node);
    void on_message(Epoch from, mesh::Message message);

    NodeContext node_;
    OwnSockets sockets_;
    Inbound inbound_;
    RemoteRooms remote_rooms_;
    Outbound outbound_;
    Handover handover_;
    ArrivingRooms arriving_rooms_;
    SeatSearches seat_searches_;
    SharedLobby shared_lobby_;
    RoomCodes codes_;
    std::atomic<int> rooms_ = 0;
};

}  // namespace cubilete::server
