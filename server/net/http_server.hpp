#pragma once

#include <memory>
#include <vector>

#include "server/core/config.hpp"
#include "server/core/net.hpp"
#include "server/net/connection_limit.hpp"
#include "server/site/website.hpp"

namespace cubilete::server {

class Sessions;

/// Accepts connections, reads HTTP requests and writes what `site` answers, all on one thread. A connection that
/// opens a WebSocket is passed to the sessions.
class HttpServer : public std::enable_shared_from_this<HttpServer> {
  public:
    /// The objects that connections use. They must outlive every connection.
    struct Dependencies {
        const Website& site;
        Sessions& sessions;
        ConnectionLimit& connections;
        const Limits& limits;
        Metrics& metrics;
    };

    /// `bound`: by bind_addresses(), at least one.
    HttpServer(const Executor& executor, std::vector<Acceptor> bound, const Dependencies& parts);

    std::uint16_t port() const { return endpoints().front().port(); }
    /// The addresses that it listens at, before stop().
    const std::vector<Endpoint>& endpoints() const { return endpoints_; }
    /// Listens, and starts to accept connections. Throws boost::system::system_error if somebody else has begun to listen
    /// there meanwhile.
    void start();
    /// Closes the port soon after, from any thread. Connections that were opened before continue.
    void stop();

  private:
    Task<> accept(Acceptor& from);
    void admit(Socket socket);
    void accept_pending(Acceptor& from);

    Dependencies parts_;
    Executor executor_;
    std::vector<Acceptor> acceptors_;
    std::vector<Endpoint> endpoints_;
};

}  // namespace cubilete::server
