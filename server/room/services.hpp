#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/chance.hpp"
#include "server/core/address.hpp"
#include "server/core/clock.hpp"
#include "server/core/config.hpp"
#include "server/core/metrics.hpp"
#include "server/core/net.hpp"
#include "server/core/threads.hpp"
#include "server/history/history_reader.hpp"
#include "server/match/cup_days.hpp"
#include "server/room/bot_quota.hpp"
#include "server/room/bot_service.hpp"
#include "server/room/invitations.hpp"
#include "storage/journal.hpp"
#include "storage/store.hpp"

namespace cubilete::storage {
class Cluster;
}

namespace cubilete::server {

class OtherNodes;

/// The settings that the admin interface needs.
struct AdminSettings {
    std::vector<Network> proxies = {};              ///< whose X-Forwarded-For is believed
    std::map<std::string, std::string> rules = {};  ///< by the names of OperatorSettings; those of the flags
    /// Where an operator reaches the server: its public address, or localhost.
    std::function<std::string()> url = [] { return std::string("http://localhost"); };
};

/// References and factories that the App gives to its actors; it outlives them. Every member may be used from
/// any thread.
struct Services {
    Threads& threads;
    storage::Journal& journal;
    Metrics& metrics;
    Limits limits;
    std::string server_name;
    std::string server_version;
    /// Makes a clock whose timers fire on the thread of that executor.
    std::function<std::unique_ptr<Clock>(Executor)> make_clock;
    /// Makes a source of chance for one owner.
    std::function<std::unique_ptr<Chance>()> chance;
    /// Runs slow work (a password hash) on a separate thread. Returns false without running it if too much
    /// waits already, of that address or in total.
    std::function<bool(const ClientNetwork&, std::function<void()>)> aside;
    /// Opens a reader of the data for one owner; this takes about a millisecond.
    std::function<std::unique_ptr<storage::Store>()> store;
    /// Queues a query for the thread of the history reader: HistoryReader::post.
    using LookUp = std::function<void(const ClientNetwork&, HistoryReader::Job, HistoryReader::Rejection)>;
    LookUp look_up;
    /// Queues a query for a thread of its own, for reads of microseconds that a player waits for.
    LookUp look_up_soon;
    /// Reports entries of built-in bots: BotQuota::spend.
    std::function<void(BotQuota::Owner, int entries, BotQuota::DelayCallback)> report_bot_entries;
    /// Computes moves and hints of built-in bots.
    BotService& bot_service;
    /// The public state of all rooms, for their links.
    Invitations& invitations;
    /// The other nodes of a cluster; both are null in a server that is alone.
    OtherNodes* other_nodes = nullptr;    ///< on the lobby's thread only
    storage::Cluster* cluster = nullptr;  ///< on threads that may wait only
    /// reachable_urls() of this server.
    std::function<std::vector<std::string>()> reach = [] { return std::vector<std::string>(); };
    AdminSettings admin = {};
    /// A match with this id is over, which is durable, and people have played it.
    std::function<void(const std::string&)> on_match_of_people = [](const std::string&) {};
    Cup cup = {};
    bool analyses = true;  ///< the server makes analyses, and players can practise
};

}  // namespace cubilete::server
