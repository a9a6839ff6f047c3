#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/people.hpp"
#include "server/core/address.hpp"
#include "server/lobby/public_rooms.hpp"

/// The messages between nodes of a cluster, as values and as bytes. None need be stored: nodes find out again
/// what is lost with a link. A node of another version may send unknown messages, and longer ones.
namespace cubilete::server::mesh {

/// The newest version of these messages that this program understands. It links to nodes from the least version on.
inline constexpr std::uint32_t version = 5;
inline constexpr std::uint32_t least_version = 4;

using Nonce = std::array<unsigned char, 16>;
using Mac = std::array<unsigned char, 32>;  ///< HMAC-SHA-256
using Epoch = std::int64_t;
/// A socket of the node that sent the message, or that gets it; never used twice.
using SocketNumber = std::uint64_t;

// ---- the handshake of a link: who dialled sends Hello, gets Challenge, sends Proof, gets Proof

struct Hello {
    std::uint32_t version = mesh::version;
    Epoch from = 0;
    Epoch to = 0;
    Nonce nonce{};
};
struct Challenge {
    std::uint32_t version = mesh::version;
    Nonce nonce{};
    Mac mac{};  ///< zeros: the node that dials proves first
};
struct Proof {
    Mac mac{};
};

// ---- from the node of a socket to the owner of a room

/// The newest entry that a socket has seen of a room in which it was before.
struct Seen {
    std::string room;
    std::string match;  ///< empty: nothing of a match
    std::int64_t seq = 0;
};
/// A socket that has said hello. Its player comes back to those of these rooms that are here.
struct Attach {
    SocketNumber socket = 0;
    protocol::PlayerInfo player;
    bool supports_provable_dice = false;
    ClientNetwork network;
    std::vector<Seen> rooms;
};
/// A socket has closed.
struct Detach {
    SocketNumber socket = 0;
};
/// A request of an attached socket, as its client wrote it.
struct Request {
    SocketNumber socket = 0;
    std::string text;
};

/// quick.match of an attached socket. The receiver chooses a room for it, or gives it a seat in `room`, which another
/// node has chosen.
struct FindSeat {
    SocketNumber socket = 0;
    std::string request_id;  ///< the id of the request as JSON
    std::string game;
    bool bots = false;
    std::vector<std::string> tried;  ///< rooms without a seat for it
    std::string room;                ///< empty: none was chosen
};

// ---- from the owner of a room to the node of a socket

struct Frames {
    std::vector<SocketNumber> sockets;
    bool is_reply = false;
    std::string subject = {};
    std::string text;
    // The receiver needs these facts about the text.
    std::string request_id = {};  ///< of a reply: the id of the request as JSON; empty if it has none
    std::string code = {};        ///< of a refusal
    std::string room = {};        ///< of a push: what Frame::InRoom has; empty if it is about no room
    std::string match = {};
    std::int64_t seq = 0;
    bool gone = false;
};
/// The room of this request is not on the node that got it.
struct WrongOwner {
    SocketNumber socket = 0;
    std::string room;
    std::string request_id;  ///< the id of the request as JSON
};
/// The answer to Seek: ask that node for a seat in that room.
struct SeatOffer {
    SocketNumber socket = 0;
    std::string request_id;
    std::string room;
    Epoch node = 0;
};
/// The answer to Seek: that room has no seat.
struct SeatDeclined {
    SocketNumber socket = 0;
    std::string request_id;
    std::string room;
};
/// The socket cannot come back to a room without its client's help.
struct ReattachRefused {
    SocketNumber socket = 0;
    std::string room;
};

// ---- to all

/// Players who have sockets at the sender.
struct ConnectedPlayers {
    std::vector<std::string> players;
};
/// Players who are members of rooms of the sender: whoever has sockets of theirs attaches them.
struct RoomMembers {
    std::vector<std::string> players;
};
/// Rooms that the sender is taking over. Whoever has sockets there attaches them, and then answers AttachDone.
struct RoomsTakenOver {
    std::vector<std::string> rooms;
};
struct AttachDone {
    std::vector<std::string> rooms;
};
/// The player has this name and avatar from now on.
struct Renamed {
    std::string player;
    std::string name;
    std::optional<int> avatar = {};  ///< from a node that knows of none: nothing
};
/// The player deleted their account.
struct AccountDeleted {
    std::string player;
};
/// Another device got a token of the player.
struct NewDevice {
    std::string player;
};
/// Public rooms of the sender.
using Window = WindowNews;

/// Asks for the rooms of the node with a seat of this player.
struct TablesQuery {
    std::int64_t number = 0;
    std::string player;
};
struct Tables {
    std::int64_t number = 0;  ///< that of the question
    std::string tables;       ///< an array in JSON, as in the answer to me.tables
};

/// Asks for public rooms of the node: the first `limit` of this game behind `after` in the order of the lobby.
struct RoomsQuery {
    std::int64_t number = 0;
    std::string game;
    RoomPlace after;
    std::int32_t limit = 0;
};
struct Rooms {
    std::int64_t number = 0;  ///< that of the question
    std::vector<RoomWindow::ListedRoom> rooms;
};

/// Asks the node for its part of what the admin interface shows or does (AdminScatterGather).
struct AdminQuery {
    std::int64_t number = 0;
    std::string question;  ///< an object in JSON
};
struct AdminAnswer {
    std::int64_t number = 0;  ///< that of the question
    std::string answer;       ///< an object in JSON
};

// ---- a room goes from one living node to another

/// To the new owner: the room belongs to it, and the data show that. What it cannot read from the data:
struct GiveRoom {
    std::string room;
    std::int64_t left_ms = 0;       ///< on the turn clock; 0: it does not run
    std::vector<std::string> next;  ///< ids of spectators who wait for a seat
};
/// The answer: from now on the new owner keeps what comes for the room until it has read it.
struct GiveAccepted {
    std::string room;
};
/// From the former owner to all others, after its last frame about the room: whoever has sockets there attaches them to
/// the new owner, and then sends AttachDone to both. After its AttachDone the new owner gets nothing more from the former one.
struct Moved {
    std::string room;
    Epoch to = 0;
};

/// A message of a later version.
struct Unknown {};

using Message =
    std::variant<Unknown, Hello, Challenge, Proof, Attach, Detach, Request, Frames, WrongOwner,
                 ReattachRefused, ConnectedPlayers, RoomMembers, RoomsTakenOver, Renamed, AccountDeleted,
                 NewDevice, Window, TablesQuery, Tables, AttachDone, GiveRoom, GiveAccepted, Moved, FindSeat,
                 SeatOffer, SeatDeclined, RoomsQuery, Rooms, AdminQuery, AdminAnswer>;

/// Appends a message with its length to `bytes`.
void append(std::string& bytes, const Message& message);

/// Takes the first message off `bytes`. Returns nothing, and leaves `bytes` as they are, if they are not a whole
/// message, or if one is malformed. Never throws for any bytes, and allocates no more than they have.
std::optional<Message> take(std::string_view& bytes);

}  // namespace cubilete::server::mesh
