#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "server/core/config.hpp"
#include "server/core/metrics.hpp"
#include "server/core/net.hpp"
#include "server/core/origin.hpp"
#include "server/net/address_rate.hpp"
#include "server/net/connection_limit.hpp"
#include "server/room/invitations.hpp"
#include "server/site/pages.hpp"
#include "server/site/static_files.hpp"

namespace cubilete::server {

class Api;
class Sessions;

/// What the front door shows and whom it lets through. All of it outlives the last connection.
struct Site {
    const StaticFiles& files;
    const Pages& pages;
    Invitations& invitations;
    Sessions& sessions;
    Api& api;
    const Limits& limits;
    std::string origin;  ///< of --public-url, e.g. "https://example.org"; empty: the host of the request
    std::string base;    ///< where players reach the server: a path with a slash at both ends
    std::vector<Origin> origins;     ///< of pages that may connect besides our own
    std::vector<std::string> hosts;  ///< names to answer to, besides those that answers_to() knows
    std::vector<Network> proxies;    ///< whose X-Forwarded-For is believed
    enum class Readers { nobody, private_addresses, everybody } readers;  ///< of /metrics
    Metrics& metrics;
    ConnectionLimit& connections;
    AddressRate& requests;
    std::atomic<bool> open = false;  ///< for /readyz: new players are welcome
};

/// Waits for connections and answers each request: the page and its files, the health probes, what the API is
/// asked, and the upgrade to a WebSocket, which goes to the sessions. Knows only GET and HEAD, and no request with a body.
class Listener : public std::enable_shared_from_this<Listener> {
  public:
    /// Listens from now on. Throws boost::system::system_error.
    Listener(net::io_context& io, const std::string& host, std::uint16_t port, const Site& site);

    std::uint16_t port() const { return port_; }
    /// Begins to accept what has queued up.
    void start();
    /// From any thread; the port is free soon after. Open connections are left alone.
    void stop();

  private:
    Task<> accept();
    void welcome(Socket socket);

    net::io_context& io_;
    const Site& site_;
    Acceptor acceptor_;
    SteadyTimer pause_;
    std::uint16_t port_;
};

}  // namespace cubilete::server
