#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/system/system_error.hpp>

#include "server/admin/operator_settings.hpp"
#include "server/cluster/mesh.hpp"
#include "server/cluster/relay.hpp"
#include "server/cluster/takeover.hpp"
#include "server/core/config.hpp"
#include "server/core/secret.hpp"
#include "server/core/threads.hpp"
#include "server/core/worker.hpp"
#include "server/history/history_reader.hpp"
#include "server/lobby/lobby.hpp"
#include "server/net/admin_socket.hpp"
#include "server/net/connection_limit.hpp"
#include "server/net/http_server.hpp"
#include "server/net/sessions.hpp"
#include "server/room/bot_quota.hpp"
#include "server/room/care_recalculator.hpp"
#include "server/room/services.hpp"
#include "server/site/api.hpp"
#include "server/site/other_version_files.hpp"
#include "server/site/static_files.hpp"
#include "storage/backend.hpp"

/// The parts that App connects. App makes and destroys each part, which throws StartError if it cannot start.
/// The arguments of a part outlive it. A member may use the members before it.
namespace cubilete::server {

/// The server cannot start. what() is one line for the operator that names the setting.
struct StartError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Opens one part of the server; turns any exception into a StartError that names the setting.
template <class Open>
auto open_part(const std::string& setting, Open open) {
    try {
        return open();
    } catch (const boost::system::system_error& error) {
        // what() would name a line of Asio's source.
        throw StartError(setting + ": " + error.code().message());
    } catch (const std::exception& error) {
        throw StartError(setting + ": " + error.what());
    }
}

/// Ends the process at once with the exit code `end`. Any thread.
[[noreturn]] void fail_stop(storage::ExitReason end, const std::string& reason);
/// The setting that says where the data are.
std::string data_setting(const Config& config);

/// The page as files, under the path of --public-url.
struct WebClient {
    explicit WebClient(const Config& config);

    PublicUrl url;
    StaticFiles files;
    Pages pages;
};

/// Parts of a start that need no data and fail if a setting is wrong. They come first: then a start that fails has
/// changed no data and has ended no server that uses them.
struct Preconditions {
    Preconditions(const Config& config, Threads& threads);

    SettingValues rules;                      ///< the flags that `cubilete admin set` overrides
    std::optional<Secret> cluster_key;        ///< of a cluster, until the links have it
    std::optional<mesh::NodePort> node_port;  ///< of a cluster, until the links have it
    std::vector<Acceptor> acceptors;          ///< bound, until the HTTP server has them
};

/// The data, and the threads that write and read them.
struct Storage {
    /// `node`: of a server of a cluster.
    Storage(const Config& config, Metrics& metrics, const WebClient& page,
            std::optional<storage::NodeRow> node);
    /// Ends the threads, when nothing else runs any more.
    void stop();

    std::unique_ptr<storage::Backend> backend;
    std::unique_ptr<storage::Journal> journal;
    HistoryReader history;
    HistoryReader point_reads;
    std::unique_ptr<OtherVersionFiles> other_versions;  ///< null if no other server can use the data
};

/// The threads that compute: hashes of passwords, built-in bots, hints and analyses.
struct ComputePool {
    ComputePool(const Config& config, Metrics& metrics, const Executor& executor, Storage& storage);
    /// Services::aside.
    bool hash(const ClientNetwork& network, std::function<void()> work);
    /// Before the threads run.
    void renew_care(const Services& services);

    const Limits& limits;
    ConnectionLimit hash_limit;
    Worker hasher;
    BotService bot_service;  // declared before its threads, which end first; so is the analysis service
    std::optional<AnalysisService> analysis_service;  ///< unless --analysis is off
    Worker strategy_worker;
    Worker bot_worker;
    BotQuota bot_quota;
    std::optional<CareRecalculator> care_recalculator;  ///< with an analysis service
};

/// The additional parts of a server of a cluster. Without a cluster all of them do nothing.
struct ClusterParts {
    /// The services include the other nodes from now on. `load` may be called on any thread, after start().
    ClusterParts(Metrics& metrics, Services& services, Lobby& lobby, Preconditions& prepared,
                 std::function<storage::NodeLoad()> load);
    void start() const;
    void stop() const;

    std::unique_ptr<Relay> relay;  ///< null if this server is alone; so is takeover
    std::unique_ptr<Takeover> takeover;
};
/// Binds the port of a node before the server joins, because it tells the others the address then.
std::optional<mesh::NodePort> bind_node_port(const Config& config, Threads& threads);
/// The key of the links; nothing if the server is alone.
std::optional<Secret> read_cluster_key(const Config& config);
/// This server as the other nodes of its cluster see it; nothing if it is alone.
std::optional<storage::NodeRow> node_row(const std::optional<mesh::NodePort>& port);

/// The part to which browsers, bots and operators connect.
struct Frontend {
    /// `bound`: the port. `keeps_text`: messages keep their text (SessionEvents).
    Frontend(const Config& config, Threads& threads, Metrics& metrics, const WebClient& page,
             Storage& storage, ComputePool& compute_pool, const Services& services, Lobby& lobby,
             std::vector<Acceptor> bound, bool keeps_text);
    /// Refuses new connections from now on.
    void drain();

    ConnectionLimit connections;
    AddressRate requests;
    AddressRate openings;
    Sessions sessions;
    Api api;
    Website site;
    std::shared_ptr<HttpServer> http_server;
    std::unique_ptr<AdminSocket> admin;  ///< null if the data directory takes no socket
    std::atomic<bool> draining = false;
};

}  // namespace cubilete::server
