#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>

#include <boost/asio/signal_set.hpp>

#include "server/cluster/mesh.hpp"
#include "server/cluster/relay.hpp"
#include "server/cluster/takeover.hpp"
#include "server/core/config.hpp"
#include "server/core/threads.hpp"
#include "server/core/worker.hpp"
#include "server/database_watch.hpp"
#include "server/history/history_reader.hpp"
#include "server/lobby/lobby.hpp"
#include "server/net/connection_limit.hpp"
#include "server/net/http_server.hpp"
#include "server/net/sessions.hpp"
#include "server/nightly.hpp"
#include "server/room/bot_quota.hpp"
#include "server/room/services.hpp"
#include "server/site/api.hpp"
#include "server/site/other_versions.hpp"
#include "server/site/static_files.hpp"
#include "storage/backend.hpp"

namespace cubilete::server {

/// The server cannot start. what() is one line for the operator that names the setting.
struct StartError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// `cubilete serve`: owns every part of the server, the sources of chance and the clocks included. A member
/// may use the members before it.
class App {
  public:
    /// Opens the data file, restores the open rooms, and listens. Throws StartError.
    explicit App(Config config);

    /// Serves until SIGTERM or SIGINT. Then it finishes what was accepted, closes every socket with 1012 and
    /// returns, all within the drain deadline; a second signal skips the waiting. If the outcome of a commit
    /// is unknown, the process ends at once with exit code 74.
    void run();

  private:
    storage::JournalSetup make_journal_setup();
    BotQuota make_bot_quota();
    Services make_services();
    std::unique_ptr<OtherVersions> make_other_versions();
    // app_cluster.cpp
    std::optional<mesh::NodePort> make_node_port();
    std::optional<storage::NodeRow> node_row() const;
    std::unique_ptr<Relay> make_relay();
    std::unique_ptr<Takeover> make_takeover();
    void hand_over_and_drain();
    // app.cpp
    void announce() const;
    void await_signal();
    void drain();
    void close_sessions();

    Config config_;
    PublicUrl url_;
    StaticFiles files_;
    Pages pages_;
    Invitations invitations_;
    Metrics metrics_;
    ConnectionLimit connections_;
    AddressRate requests_;
    AddressRate openings_;
    ConnectionLimit hashing_;
    std::unique_ptr<storage::Backend> storage_;
    Threads threads_;
    std::optional<mesh::NodePort> node_port_;  ///< only in a cluster, until the links have it
    std::unique_ptr<storage::Journal> journal_;
    Worker hasher_;
    HistoryReader history_reader_;
    HistoryReader point_reads_;
    std::unique_ptr<OtherVersions> other_versions_;  ///< null if no other server can use the data
    Thinker thinker_;                                // declared before its threads, which end first
    Worker studying_;
    Worker thinking_;
    BotQuota bot_quota_;
    Services services_;
    std::shared_ptr<Lobby> lobby_;
    std::unique_ptr<Relay> relay_;  ///< null if this server is alone; so is takeover_
    Sessions sessions_;
    std::unique_ptr<Takeover> takeover_;
    Api api_;
    Website site_;
    std::shared_ptr<HttpServer> http_server_;
    Nightly nightly_;
    DatabaseWatch database_watch_;
    net::signal_set signals_;
    std::atomic<bool> draining_ = false;
};

}  // namespace cubilete::server
