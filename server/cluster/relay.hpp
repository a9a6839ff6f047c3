#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/cluster/handover.hpp"
#include "server/cluster/headline.hpp"
#include "server/cluster/links.hpp"
#include "server/cluster/questions.hpp"
#include "server/cluster/remote_sink.hpp"
#include "server/cluster/windows.hpp"
#include "server/core/worker.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/other_nodes.hpp"
#include "storage/cluster.hpp"

namespace cubilete::server {

/// Lets the sockets of this node play in rooms of other nodes, and those of other nodes in rooms of this one. Requests
/// and frames cross the mesh as they are. Nothing that crosses must be kept: when a link ends or a room gets another
/// owner, the sockets come back to the room with what they have seen, requests that may be repeated are repeated, and
/// the sockets of others are closed with 1012.
///
/// On the lobby's thread, but for what says otherwise.
class Relay final : public OtherNodes, public std::enable_shared_from_this<Relay> {
  public:
    /// Whether the process of a node is gone from its machine, as far as a link shows it. On the lobby's thread.
    using Told = std::function<void(mesh::Epoch, bool is_gone)>;

    /// Makes the links to the other nodes, on the lobby's thread.
    using MakeLinks = std::function<std::shared_ptr<mesh::Links>(mesh::Links::Events)>;
    /// Runs a job that may wait for the database, on another thread; jobs run one after another. False: too many wait.
    using Aside = std::function<bool(std::function<void()>)>;

    /// All arguments outlive it. `cluster` has joined. Without `aside` it has a thread of its own.
    Relay(const Services& services, storage::Cluster& cluster, const MakeLinks& make_links, Told told,
          Aside aside = {});
    ~Relay() override;

    /// Before the threads run.
    void start(std::shared_ptr<Lobby> lobby);
    /// Ends all links. No other function does anything after that. When nothing runs any more.
    void stop();

    // From any thread.
    /// What a beat has told.
    void follow(storage::NodeList list);
    /// Rooms that have just become this node's.
    void adopted(std::vector<storage::OpenRoom> rooms);
    int rooms() const { return rooms_; }
    /// Gives all rooms to other nodes, as far as there are any that take them, for at most `most`; then `done` runs on
    /// the lobby's thread. Sockets go on to play at the rooms that are away.
    void hand_over_all(Clock::Duration most, std::function<void()> done);
    /// `done` runs when other nodes have answered what the sockets here have asked, and soon in any case.
    void when_answered(std::function<void()> done);

    void forward(const Requester& from, protocol::ClientMessage message) override;
    bool seek(const Requester& from, const protocol::QuickMatch& wanted) override;
    void seat(const Requester& from, const protocol::QuickMatch& wanted, const std::set<std::string>& tried,
              const WaitingRooms::Found& room) override;
    void match_begins(const std::string& room) override;
    void lists_room(const RoomReport& report) override;
    void unlists_room(const std::string& room) override;
    void tables_of(const std::string& player, std::function<void(std::vector<protocol::Json>)> done) override;
    void greeted(const SinkPtr& socket, const protocol::PlayerInfo& player) override;
    void gone(const SinkPtr& socket) override;
    void became_member(const std::string& player) override;
    void rooms_after(const std::string& game, const RoomPlace& after, int limit,
                     std::function<void(std::vector<RoomWindow::Shown>)> done) override;
    std::optional<std::string> take_code() override;
    void await_codes(std::function<void(bool come)> then) override;
    void renamed(const std::string& player, const std::string& name) override;
    void forgotten(const std::string& player) override;
    void has_new_device(const std::string& player) override;

  private:
    using Epoch = mesh::Epoch;
    using SocketNumber = mesh::SocketNumber;

    /// quick.match of a socket of this node.
    struct Search {
        protocol::QuickMatch wanted;
        std::set<std::string> tried = {};  ///< rooms that were chosen for it
    };
    struct Waiting {
        SinkPtr from;
        protocol::RequestId id;
        std::string text;
        bool repeatable = false;  ///< it does no harm if it is carried out twice
        bool leaves = false;      ///< an `ok` ends the socket's part in the room
        Search search = {};       ///< for quick.match: the game, and the rooms that were tried already
    };
    struct Unanswered {
        Epoch owner = 0;
        std::string room;
        Waiting request;
        bool refused = false;  ///< because the owner stops: it goes to the next one
    };
    /// What a socket has seen of a room of another node.
    struct SeenRoom {
        Epoch owner = 0;  ///< where the socket is attached; 0: it must come back to the room
        std::string match;
        std::int64_t seq = 0;
    };
    /// A socket of this node.
    struct Local {
        SocketNumber number = 0;
        SinkPtr sink;
        protocol::PlayerInfo player;
        std::set<Epoch> attached;               ///< nodes that know it
        std::map<std::string, SeenRoom> rooms;  ///< by code; of other nodes
        std::list<Unanswered> unanswered;       ///< in the order sent
    };
    /// A socket of another node that was in a room before.
    struct Back {
        std::shared_ptr<RemoteSink> socket;
        mesh::Seen seen;
    };
    /// A room of another node that a socket of this one needs.
    struct Place {
        Epoch owner = 0;         ///< 0: it is being found out
        Epoch last = 0;          ///< the owner before that, or the one to which there is no link
        bool is_read = false;    ///< its owner is being read
        Clock::Duration lost{};  ///< since then it has no owner
        Clock::Duration asked{};
        std::deque<Waiting> waiting;
        std::set<SocketNumber> sockets;  ///< that have seen it
        std::vector<Back> back;          ///< sockets of other nodes that look for the room here
    };

    /// A room that has just become this node's. It goes on when the other nodes have attached their sockets to it: what
    /// happens there meanwhile would pass players by who never lost their connection.
    struct Arriving {
        std::optional<storage::OpenRoom> room;  ///< nothing until it is read, if another node has given it
        std::set<Epoch> awaited;                ///< nodes that have not answered; some may not be linked yet
        std::optional<Carried> carried;         ///< if another node has given it
        std::vector<Back> back;                 ///< sockets of other nodes
    };

    void post(std::function<void(Relay&)> action);
    void work(std::function<void(storage::Cluster&)> job);
    Clock::Duration now() const { return clock_->now(); }
    static std::string text_of(const protocol::RequestId& id);
    void refuse(const SinkPtr& to, const protocol::RequestId& re, protocol::Refused why);

    // relay_rooms.cpp
    bool is_over(Epoch node) const;
    void look_up(const std::string& room);
    void found(const std::string& room, std::optional<Epoch> owner);
    void take_up(const std::string& room);
    void take_up_unless_awaited(const std::string& room);
    std::set<Epoch> awaited() const;
    void await_no_more(Epoch node);
    std::set<Epoch> to_await() const;
    void await_nodes(std::vector<std::string> rooms);
    void settled(const std::string& room, Epoch owner);
    void arrived(const std::string& room, const Arriving& with = {});
    void closed(const std::string& room);
    void give_up(const std::string& room);
    void lose(Place& place);
    void forget_unused(const std::string& room);
    void sweep();
    void sweep_soon();
    void refill_codes();
    void codes_come(const std::vector<std::string>& codes);

    // relay_handover.cpp
    void start_handover();
    void left(const std::string& room, Epoch to, const HandedOver& room_left);
    void moved(const std::string& room, Epoch to);
    void released(const std::string& room);
    void send_back(const std::string& room);
    void send_on(const std::vector<Back>& back);
    void receive(const std::string& room);
    void await_answers(Clock::Duration most, std::function<void()> done);
    void take(Epoch from, const mesh::Give& give);
    void take(Epoch from, const mesh::Taken& taken);
    void take(Epoch from, const mesh::Moved& moved);

    // relay_links.cpp
    void up(Epoch node);
    void down(Epoch node);
    void received(Epoch from, mesh::Message message);
    void take(Epoch from, mesh::Attach attach);
    void take(Epoch from, const mesh::Detach& detach);
    void take(Epoch from, mesh::Request request);
    void take(Epoch from, mesh::Frames frames);
    void take(Epoch from, const mesh::NotHere& wrong);
    void take(Epoch from, const mesh::NotBack& refused);
    void take(Epoch from, const mesh::Here& here);
    void take(Epoch from, const mesh::Members& members);
    void take(Epoch from, const mesh::Owns& owns);
    void take(Epoch from, const mesh::Known& known);
    static void add_back(std::vector<Back>& all, Back back);
    void come_back(const std::shared_ptr<RemoteSink>& socket, const mesh::Seen& seen);
    void take(Epoch from, const mesh::Renamed& renamed);
    void take(Epoch from, const mesh::Forgotten& forgotten);
    void take(Epoch from, const mesh::NewDevice& device);
    void take(Epoch from, const mesh::Window& window);
    void take(Epoch from, const mesh::Seek& seek);
    void take(Epoch from, const mesh::SeatAt& seat);
    void take(Epoch from, const mesh::NoSeat& none);
    void take(Epoch from, const mesh::TablesWanted& wanted);
    void take(Epoch from, const mesh::Tables& tables);
    void take(Epoch from, const mesh::RoomsWanted& wanted);
    void take(Epoch from, const mesh::Rooms& rooms);
    std::set<Epoch> ask_all(const mesh::Message& question);
    void take(Epoch, const auto&) {}  ///< of the handshake, or of a later version

    // relay_seek.cpp
    Epoch host_of(const std::string& game) const;
    void ask_for_seat(Local& socket, Epoch node, const protocol::RequestId& re, Search search,
                      const std::string& room);
    void seek_again(const SinkPtr& socket, const protocol::RequestId& re, const Search& search);
    std::optional<Waiting> take_search(Epoch from, SocketNumber socket, const std::string& re);

    Local* local(const SinkPtr& socket);
    Local* local(SocketNumber number);
    void send(Local& socket, Epoch owner, const std::string& room, Waiting request);
    void attach(Local& socket, Epoch node, const std::string& room = {});
    void see(Local& socket, Epoch from, const Headline& push);
    void leave(Local& socket, const std::string& room);
    bool answered(Local& socket, Epoch from, const Headline& reply);
    void keep_for_next_owner(Local& socket, Epoch owner, const std::string& room);
    void wait_again(const Local& socket, Epoch owner, const std::string& room, std::vector<Waiting> requests);
    static bool awaits_another(const Local& socket, const std::string& room, Epoch owner);
    void send_waiting(const std::string& room);
    void send_frames();
    void forget(const std::string& player);

    const Services& services_;
    Told told_;
    storage::Cluster& cluster_;
    Executor executor_;
    std::unique_ptr<Clock> clock_;
    std::shared_ptr<Lobby> lobby_;
    std::shared_ptr<RemoteFrames> frames_;
    std::shared_ptr<mesh::Links> mesh_;
    Epoch own_ = 0;
    Epoch newest_ = 0;
    std::map<Epoch, std::string> living_;  ///< the other nodes, with their addresses
    std::set<Epoch> draining_;             ///< those of them that stop
    std::set<Epoch> met_;                  ///< nodes to which there has been a link
    SocketNumber last_number_ = 0;
    std::unordered_map<SocketNumber, Local> locals_;
    std::unordered_map<Sink*, SocketNumber> numbers_;
    std::unordered_map<std::string, std::set<SocketNumber>> of_player_;
    std::map<std::pair<Epoch, SocketNumber>, std::shared_ptr<RemoteSink>> remotes_;
    std::map<Epoch, std::uint64_t> ended_links_;  ///< how many, to each node
    std::unordered_map<std::string, Place> places_;
    std::map<std::string, Arriving> arriving_;
    /// Until when these codes, by the data, are no room's: so that guesses do not all ask the database.
    std::unordered_map<std::string, Clock::Duration> no_rooms_;
    /// Ends the wait for nodes that do not answer, for the rooms of one message each.
    std::list<std::unique_ptr<Clock::Timer>> arrival_timers_;
    std::vector<std::string> codes_;  ///< reserved, for new rooms
    std::deque<std::function<void(bool come)>> await_codes_;
    bool refills_ = false;
    std::set<std::string> forgotten_;
    Windows windows_;                           ///< of public rooms
    Questions<protocol::Json> tables_asked_;    ///< me.tables
    Questions<RoomWindow::Shown> rooms_asked_;  ///< lobby.list
    std::unique_ptr<Clock::Timer> sweep_timer_;
    std::optional<Handover> handover_;  ///< since start()
    std::unique_ptr<Clock::Timer> answers_timer_;
    std::atomic<int> rooms_ = 0;
    bool stopped_ = false;
    Aside aside_;
    std::optional<Worker> reader_;  ///< the last, so that its jobs end first
};

}  // namespace cubilete::server
