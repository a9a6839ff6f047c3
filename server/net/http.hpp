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

/// The parts and settings that HTTP connections use. All of it outlives the last connection.
struct Site {
    const StaticFiles& files;
    const Pages& pages;
    Invitations& invitations;
    Sessions& sessions;
    Api& api;
    const Limits& limits;
    std::string origin;  ///< of --public-url, e.g. "https://example.org"; empty: the host of the request
    std::string base;    ///< path of the site, with a slash at both ends
    std::vector<Origin> origins;     ///< origins of pages that may connect besides the server's own
    std::vector<std::string> hosts;  ///< host names that the server accepts besides those of answers_to()
    std::vector<Network> proxies;    ///< networks whose X-Forwarded-For is believed
    enum class Readers { nobody, private_addresses, everybody } readers;  ///< who may read /metrics
    Metrics& metrics;
    ConnectionLimit& connections;
    AddressRate& requests;
    std::atomic<bool> open = false;  ///< for /readyz: new players are accepted
};

/// Accepts connections and answers their requests: pages and files, health probes, the API, and WebSocket
/// upgrades, which are passed to the sessions. Accepts only GET and HEAD, and no request with a body.
class Listener : public std::enable_shared_from_this<Listener> {
  public:
    /// Binds the port and listens. Throws boost::system::system_error if that fails.
    Listener(net::io_context& io, const std::string& host, std::uint16_t port, const Site& site);

    std::uint16_t port() const { return port_; }
    /// Starts to accept connections.
    void start();
    /// Closes the port soon after, from any thread. Open connections continue.
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
