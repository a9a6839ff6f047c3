#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "server/cluster/node_watch.hpp"
#include "storage/cluster.hpp"
#include "storage/error.hpp"
#include "storage/journal.hpp"
#include "tests/temp_database.hpp"

/// A database that many nodes of one process share, on simulated time: who owns which room, and a data file.
namespace cubilete::server::sim {

using Epoch = std::int64_t;

/// Who owns which room, by room and by owner.
class Owners {
  public:
    /// 0: nobody.
    Epoch of(const std::string& room) const {
        const auto owner = owners_.find(room);
        return owner == owners_.end() ? 0 : owner->second;
    }
    const std::map<Epoch, std::set<std::string>>& rooms() const { return rooms_; }
    void give(const std::string& room, Epoch to) {
        erase(room);
        owners_[room] = to;
        rooms_[to].insert(room);
    }
    void erase(const std::string& room) {
        const auto owner = owners_.extract(room);
        if (!owner) return;
        const auto rooms = rooms_.find(owner.mapped());
        rooms->second.erase(room);
        if (rooms->second.empty()) rooms_.erase(rooms);
    }

  private:
    std::unordered_map<std::string, Epoch> owners_;
    std::map<Epoch, std::set<std::string>> rooms_;
};

/// The rows of the database. A transaction is one call, so nobody sees half of it.
struct Database {
    bool up = true;
    Epoch last_epoch = 0;
    std::map<Epoch, storage::NodeRow> nodes;  ///< those that are not over
    Owners owners;                            ///< of rooms, and of codes that are reserved for rooms
    std::map<std::string, std::set<std::string>> seated;  ///< players by room
    std::map<std::string, std::set<std::string>> seats;   ///< rooms by player
    std::map<std::string, std::string> room_of_match;
    /// Writes to rooms that were not the writer's.
    std::vector<std::string> faults;
    tests::TempDatabase data;
    storage::sqlite::SqliteStore store = data.store();
    storage::sqlite::SqliteHistory history = data.history();

    bool lives(Epoch epoch) const { return nodes.contains(epoch); }
    /// Carries the writes of a living node out.
    void commit(Epoch by, std::vector<storage::Write> writes);

  private:
    void check_owner(Epoch by, const std::string& room, const char* what);
    void stand_up(const std::string& room);
};

inline void Database::stand_up(const std::string& room) {
    if (const auto players = seated.extract(room))
        for (const std::string& player : players.mapped()) seats[player].erase(room);
}

inline void Database::check_owner(Epoch by, const std::string& room, const char* what) {
    const Epoch owner = owners.of(room);
    if (owner == by) return;
    faults.push_back("node " + std::to_string(by) + " wrote " + what + " of room " + room + " of node " +
                     (owner == 0 ? "none" : std::to_string(owner)));
}

inline void Database::commit(Epoch by, std::vector<storage::Write> writes) {
    std::vector<storage::Write> remaining;
    for (storage::Write& write : writes) {
        if (auto* room = std::get_if<storage::PutRoom>(&write)) {
            check_owner(by, room->room.code, "the seats");
            stand_up(room->room.code);
            auto& players = seated[room->room.code];
            for (const storage::SeatRow& seat : room->seats) {
                players.insert(seat.player);
                seats[seat.player].insert(room->room.code);
            }
        } else if (auto* dropped = std::get_if<storage::DropRoom>(&write)) {
            check_owner(by, dropped->code, "the end");
            owners.erase(dropped->code);
            stand_up(dropped->code);
        } else if (auto* given = std::get_if<storage::HandOverRoom>(&write)) {
            check_owner(by, given->room, "the handover");
            owners.give(given->room, given->to);
            continue;  // a data file knows no nodes
        } else if (auto* started = std::get_if<storage::StartMatch>(&write)) {
            check_owner(by, started->match.room, "a match");
            room_of_match[started->match.id] = started->match.room;
        } else if (auto* entry = std::get_if<storage::AppendEntry>(&write)) {
            check_owner(by, room_of_match[entry->entry.match], "an entry");
        } else if (auto* finished = std::get_if<storage::FinishMatch>(&write)) {
            check_owner(by, room_of_match[finished->match], "a result");
        }
        remaining.push_back(std::move(write));
    }
    if (!remaining.empty()) data.journal().post(std::move(remaining), {});
}

/// How a node reaches the database.
struct Line {
    std::function<bool()> is_up;
    std::function<NodeWatch::Time()> now;  ///< steady time of the node
    NodeWatch::Time confirmed{};           ///< beginning of its last beat that was confirmed
};

/// Posts wait until the simulation commits them.
class Journal final : public storage::Journal {
  public:
    explicit Journal(const Line& line) : line_(line) {}

    void post(std::vector<storage::Write> writes, Done done) override {
        waiting_.push_back({std::move(writes), std::move(done)});
        ++unanswered_;
    }
    std::size_t backlog() const override { return unanswered_; }
    bool accepts() const override { return !away(); }
    bool away() const override { return line_.now() > line_.confirmed + storage::node_lease; }
    void stop() override {}

    /// Commits all posts, as one batch. Their answers come `later`.
    void commit(Database& database, Epoch own, std::chrono::milliseconds later) {
        if (waiting_.empty()) return;
        std::vector<storage::Write> all;
        for (Post& post : waiting_) {
            for (storage::Write& write : post.writes) all.push_back(std::move(write));
            if (post.done) answers_.emplace_back(later, std::move(post.done));
            --unanswered_;
        }
        waiting_.clear();
        database.commit(own, std::move(all));
    }
    /// Answers what was to be answered by `now`, in order.
    void answer(std::chrono::milliseconds now) {
        while (!answers_.empty() && answers_.front().first <= now) {
            const Done done = std::move(answers_.front().second);
            answers_.pop_front();
            done(storage::Outcome::durable);
        }
    }

  private:
    const Line& line_;
    std::vector<Post> waiting_;
    std::size_t unanswered_ = 0;
    std::deque<std::pair<std::chrono::milliseconds, Done>> answers_;
};

/// The cluster as one node sees it.
class Client final : public storage::Cluster {
  public:
    Client(Database& database, Line& line, storage::NodeRow row) : database_(database), line_(line) {
        row.epoch = own_ = ++database.last_epoch;
        database_.nodes[own_] = std::move(row);
        line_.confirmed = line_.now();
    }

    Epoch epoch() const override { return own_; }
    storage::NodeList beat(const storage::NodeLoad& load) override {
        const auto sent = line_.now();
        storage::NodeRow& row = use().nodes.at(own_);
        ++row.beat;
        row.state = load.state;
        row.rooms = load.rooms;
        row.sockets = load.sockets;
        line_.confirmed = sent;
        storage::NodeList list;
        for (const auto& [epoch, node] : database_.nodes) list.nodes.push_back(node);
        return list;
    }
    bool fence(std::int64_t epoch, std::int64_t beat_seen) override {
        const auto node = use().nodes.find(epoch);
        if (node == database_.nodes.end() || node->second.beat != beat_seen) return false;
        database_.nodes.erase(node);
        return true;
    }
    std::vector<std::int64_t> ownerless_epochs() override {
        std::vector<Epoch> over;
        for (const auto& [owner, rooms] : use().owners.rooms())
            if (!database_.lives(owner)) over.push_back(owner);
        return over;
    }
    std::vector<storage::OpenRoom> adopt(std::int64_t from, std::size_t most) override {
        if (use().lives(from)) return {};
        const auto owned = database_.owners.rooms().find(from);
        if (owned == database_.owners.rooms().end()) return {};
        std::vector<std::string> codes;
        for (const std::string& room : std::set<std::string>(owned->second)) {
            if (codes.size() == most) break;
            if (!database_.seated.contains(room)) {  // reserved, never made
                database_.owners.erase(room);
                continue;
            }
            database_.owners.give(room, own_);
            codes.push_back(room);
        }
        return read(codes);
    }
    std::vector<storage::OpenRoom> adopt_room(const std::string& code, std::int64_t from) override {
        if (use().owners.of(code) != from || database_.lives(from)) return {};
        database_.owners.give(code, own_);
        std::vector<storage::OpenRoom> adopted;
        if (auto room = read_one(code)) adopted.push_back(*std::move(room));
        return adopted;
    }
    std::optional<storage::OpenRoom> receive(const std::string& code) override {
        if (use().owners.of(code) != own_) return std::nullopt;
        return read_one(code);
    }
    std::optional<std::int64_t> owner(const std::string& code) override {
        const Epoch owner = use().owners.of(code);
        if (owner == 0 || !database_.seated.contains(code)) return std::nullopt;
        return owner;
    }
    std::vector<std::string> rooms_of(const std::string& player) override {
        const auto& rooms = use().seats[player];
        return {rooms.begin(), rooms.end()};
    }
    std::vector<std::string> reserve(const std::set<std::string>& codes) override {
        std::vector<std::string> reserved;
        for (const std::string& code : codes)
            if (use().owners.of(code) == 0) {
                database_.owners.give(code, own_);
                reserved.push_back(code);
            }
        return reserved;
    }
    storage::DeviceOfferStore& offers() override { throw std::logic_error("unused"); }
    storage::QuotaStore& quotas() override { return quotas_; }

  private:
    struct NoLimits final : storage::QuotaStore {
        bool try_consume(const std::string&, double, std::chrono::milliseconds) override { return true; }
        void refill(const std::string&) override {}
    };

    /// The database, if it answers this node, and this node is not over.
    Database& use() {
        if (!line_.is_up()) throw storage::DatabaseUnavailable("the database does not answer");
        if (!database_.lives(own_))
            throw storage::EpochEndedError(storage::ExitReason::fenced, "another node has taken over");
        return database_;
    }
    std::vector<storage::OpenRoom> read(const std::vector<std::string>& codes) {
        database_.data.settle();
        return database_.store.open_rooms(codes);
    }
    std::optional<storage::OpenRoom> read_one(const std::string& code) {
        database_.data.settle();
        return database_.store.open_room(code);
    }

    Database& database_;
    Line& line_;
    Epoch own_ = 0;
    NoLimits quotas_;
};

}  // namespace cubilete::server::sim
