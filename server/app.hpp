#pragma once

#include <memory>

#include <boost/asio/signal_set.hpp>

#include "server/app_parts.hpp"
#include "server/database_watch.hpp"
#include "server/nightly_backup.hpp"

namespace cubilete::server {

/// `cubilete serve`: owns every part of the server, the sources of chance and the clocks included. A member
/// may use the members before it.
class App {
  public:
    /// Binds the port, opens the data file and restores the open rooms. Throws StartError.
    explicit App(Config config);

    /// Listens, and serves until SIGTERM or SIGINT. Then it finishes what was accepted, closes every socket with 1012 and
    /// returns, all within the drain deadline; a second signal skips the waiting. If the outcome of a commit
    /// is unknown, the process ends at once with exit code 74.
    void run();

  private:
    Services make_services();
    Cup open_cup() const;
    void analyse(const std::string& match);
    void announce() const;
    void await_signal();
    void drain();
    void close_sessions();

    Config config_;
    Metrics metrics_;
    WebClient web_client_;
    Invitations invitations_;
    Threads threads_;
    Preconditions prepared_;
    Storage storage_;
    ComputePool compute_pool_;
    Services services_;
    std::shared_ptr<Lobby> lobby_;
    ClusterParts node_;
    Frontend frontend_;
    NightlyBackup nightly_;
    DatabaseWatch database_watch_;
    net::signal_set signals_;
};

}  // namespace cubilete::server
