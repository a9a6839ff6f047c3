#include "server/net/listen.hpp"

#include <algorithm>

#include <boost/asio/ip/v6_only.hpp>

namespace cubilete::server {

namespace {

/// `dual_stack`: there is no acceptor for IPv4 beside it.
Acceptor bind_address(const Executor& executor, const Endpoint& at, bool dual_stack) {
    Acceptor acceptor(executor, at.protocol());
    acceptor.set_option(net::socket_base::reuse_address(true));
    if (at.address().is_v6()) acceptor.set_option(net::ip::v6_only(!dual_stack));
    acceptor.bind(at);
    return acceptor;
}

/// Many a machine names ::1 for localhost and has no IPv6.
bool is_missing_family(const boost::system::error_code& failed) {
    return failed == net::error::address_family_not_supported ||
           failed == boost::system::errc::address_not_available;
}

}  // namespace

std::vector<Acceptor> bind_addresses(const Executor& executor, const std::string& host, std::uint16_t port) {
    net::ip::tcp::resolver resolver(executor);
    const auto found = resolver.resolve(host, std::to_string(port), net::ip::tcp::resolver::passive);
    std::vector<Acceptor> acceptors;
    boost::system::error_code missing;
    for (const auto& entry : found) {
        Endpoint at = entry.endpoint();
        if (!acceptors.empty())
            at.port(acceptors.front().local_endpoint().port());  // of port 0 the one chosen
        // /etc/hosts may name an address twice.
        if (std::ranges::count(acceptors, at, [](const Acceptor& each) { return each.local_endpoint(); }) > 0)
            continue;
        try {
            acceptors.push_back(bind_address(executor, at, found.size() == 1));
        } catch (const boost::system::system_error& failed) {
            if (!is_missing_family(failed.code())) throw;
            missing = failed.code();
        }
    }
    if (acceptors.empty()) throw boost::system::system_error(missing);
    return acceptors;
}

std::vector<Acceptor> listen(const Executor& executor, const std::string& host, std::uint16_t port) {
    std::vector<Acceptor> acceptors = bind_addresses(executor, host, port);
    for (Acceptor& each : acceptors) each.listen();
    return acceptors;
}

}  // namespace cubilete::server
