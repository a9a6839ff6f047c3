#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "storage/error.hpp"
#include "storage/journal.hpp"
#include "storage/store.hpp"

/// Several processes that share what is kept. Each is a node, and each of its runs has an epoch: a number above 0
/// that never comes again. A room belongs to one epoch, and only this one writes to it. After an epoch has ended, the
/// database itself refuses its writes, whatever the clocks say.
namespace cubilete::storage {

/// A node as all others see it.
struct NodeRow {
    enum class State {
        up,
        draining,  ///< it lives, but takes no more rooms
    };

    std::int64_t epoch = 0;
    std::string name = {};     ///< of the node, or of its machine; for people
    std::string address = {};  ///< where the other nodes reach it
    std::string program = {};  ///< version of its program
    std::string rules = {};    ///< JSON: the version of each game's rules that it plays
    int mesh = 1;              ///< version of what nodes say to each other
    State state = State::up;
    std::int64_t beat = 0;  ///< rises while the node lives; never goes back
    int rooms = 0;
    int sockets = 0;

    friend bool operator==(const NodeRow&, const NodeRow&) = default;
};

/// The state and the load that a node reports with every beat.
struct NodeLoad {
    NodeRow::State state = NodeRow::State::up;
    int rooms = 0;
    int sockets = 0;
};

/// The answer to a beat.
struct NodeList {
    /// All nodes that have neither left nor been fenced, this one included, by epoch. Some may be dead. An epoch
    /// that is missing here and is older than the newest here is over.
    std::vector<NodeRow> nodes;
    /// Players who deleted themselves on any node; each comes at least once, those of before the start may come, too.
    std::vector<std::string> forgotten;
    std::int64_t database_ms = 0;   ///< the database's wall clock: ms since 1970, UTC
    std::int64_t admin_change = 0;  ///< the newest AdminRow::change
};

/// This epoch is over: the process must stop with the exit code `end`. Nothing can be called after that.
struct EpochEndedError : DatabaseError {
    EpochEndedError(ExitReason why, const std::string& what) : DatabaseError(what), end(why) {}
    ExitReason end;
};

/// One-time codes by which a player logs in on another device, for all nodes. They may be lost when the database
/// crashes.
class DeviceOfferStore {
  public:
    virtual ~DeviceOfferStore() = default;
    /// The player's earlier code becomes invalid. `hash`: of the code, 32 bytes.
    virtual void make(const std::string& hash, const std::string& player,
                      std::chrono::milliseconds valid) = 0;
    /// Returns the player and uses up the code; nullopt if it is unknown, used or expired. Of several who redeem a
    /// code at the same time one gets the player. If it throws, the code may be used up.
    virtual std::optional<std::string> redeem(const std::string& hash) = 0;
};

/// Limits that hold for all nodes together: token buckets, by the database's clock. They may start anew, full, when
/// the database crashes.
class QuotaStore {
  public:
    virtual ~QuotaStore() = default;
    /// Takes a token from the bucket `key`, which holds at most `count` and gets `count` new ones per `per`. Returns
    /// false if there is none.
    virtual bool try_consume(const std::string& key, double count, std::chrono::milliseconds per) = 0;
    /// The bucket is full again.
    virtual void refill(const std::string& key) = 0;
};

/// A node is away this long after it began to send the last beat that was confirmed: Journal::away(). Others take over
/// from it later (NodeWatch::Limits::silence), so that it is silent before, if the clocks run equally fast to within 20 %.
inline constexpr std::chrono::milliseconds node_lease{1'200};

/// The nodes that share what is kept, as seen by one of them. Every call may wait for the database, so none belongs on
/// a thread that serves players. Any thread; beat() waits for no other call, fence(), adopt() and ownerless_epochs() wait
/// for each other, and so do all the rest.
///
/// Every call may throw DatabaseUnavailable: nobody knows whether it happened, and it may simply be repeated. What is returned
/// is durable. Every call may throw EpochEndedError and, for a bug, DatabaseError.
class Cluster {
  public:
    Cluster() = default;
    virtual ~Cluster() = default;
    Cluster(const Cluster&) = delete;
    Cluster& operator=(const Cluster&) = delete;

    /// Of this process, since Backend::open_journal().
    virtual std::int64_t epoch() const = 0;

    /// Tells that this node lives, and reads who else does. Journal::away() is true from `node_lease` after the
    /// beginning of the last beat that was confirmed.
    virtual NodeList beat(const NodeLoad& load) = 0;

    /// Ends a node that has not beaten since: from the return on it can write nothing more. False: it lives, or
    /// another node was faster.
    virtual bool fence(std::int64_t epoch, std::int64_t beat_seen) = 0;

    /// The epochs that are over and still have rooms, and 0 if there are rooms that belong to none.
    virtual std::vector<std::int64_t> ownerless_epochs() = 0;
    /// Makes at most `most` rooms of an epoch that is over belong to this node, and returns them, here and below without
    /// the logs of their matches. Each room goes to one of all who try; one whose match this node cannot go on with by its rules
    /// (NodeRow::rules) is left to nodes that can, if one is up. None: there are no more, or others have the rest. After
    /// DatabaseUnavailable a room may come late: the caller drops one that it serves by then, or whose HandOverRoom is not answered
    /// yet.
    virtual std::vector<OpenRoom> adopt(std::int64_t from, std::size_t most) = 0;
    /// Adopts one room. Returns it, and those of earlier calls whose outcome was unknown. Without it: it belongs to another
    /// by now or is left to it, `from` lives, or it is gone.
    virtual std::vector<OpenRoom> adopt_room(const std::string& code, std::int64_t from) = 0;
    /// Reads a room that its owner has just given to this node (HandOverRoom). nullopt: it belongs to another.
    virtual std::optional<OpenRoom> receive(const std::string& code) = 0;

    /// nullopt: there is no such room. It may belong to an epoch that is over.
    virtual std::optional<std::int64_t> owner(const std::string& code) = 0;
    /// The codes of the rooms where a player has a seat that they have not left, sorted.
    virtual std::vector<std::string> rooms_of(const std::string& player) = 0;
    /// Keeps codes for rooms that this node is about to make, and returns those that were not taken. PutRoom then makes
    /// a room, and DropRoom gives a code back. Codes of a node that is over become free. After DatabaseUnavailable
    /// the caller asks for other codes.
    virtual std::vector<std::string> reserve(const std::set<std::string>& codes) = 0;

    virtual DeviceOfferStore& offers() = 0;
    virtual QuotaStore& quotas() = 0;
};

}  // namespace cubilete::storage
