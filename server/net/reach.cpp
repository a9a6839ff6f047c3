#include "server/net/reach.hpp"

#include <algorithm>
#include <memory>
#include <sstream>

#include <boost/asio/ip/udp.hpp>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

namespace cubilete::server {

namespace {

IpAddress address_of(const sockaddr& of) {
    Endpoint read;
    if (of.sa_family == AF_INET)
        *reinterpret_cast<sockaddr_in*>(read.data()) = reinterpret_cast<const sockaddr_in&>(of);
    if (of.sa_family == AF_INET6) {
        read = Endpoint(net::ip::tcp::v6(), 0);
        *reinterpret_cast<sockaddr_in6*>(read.data()) = reinterpret_cast<const sockaddr_in6&>(of);
    }
    return read.address();
}

/// The address that packets to the internet would have; nothing is sent.
IpAddress address_to_the_internet() {
    net::io_context context;
    net::ip::udp::socket socket(context);
    boost::system::error_code no_way;
    socket.connect({net::ip::make_address("192.0.2.1"), 9}, no_way);
    return no_way ? IpAddress() : socket.local_endpoint(no_way).address();
}

bool is_for_others(const IpAddress& address) {
    return !address.is_unspecified() && !address.is_loopback() &&
           !(address.is_v4() && (address.to_v4().to_uint() >> 16) == 0xA9FE) &&
           !(address.is_v6() && address.to_v6().is_link_local());
}

}  // namespace

std::vector<IpAddress> local_addresses() {
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) != 0) return {};
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owned(all, ::freeifaddrs);
    std::vector<IpAddress> addresses;
    for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
        const bool up = each->ifa_addr != nullptr && (each->ifa_flags & IFF_UP) != 0;
        if (!up || (each->ifa_addr->sa_family != AF_INET && each->ifa_addr->sa_family != AF_INET6)) continue;
        if (const IpAddress address = address_of(*each->ifa_addr); is_for_others(address))
            addresses.push_back(address);
    }
    const IpAddress first = address_to_the_internet();
    std::ranges::stable_sort(addresses, [&](const IpAddress& one, const IpAddress& other) {
        return std::pair(one != first, one.is_v6()) < std::pair(other != first, other.is_v6());
    });
    return addresses;
}

std::vector<std::string> reachable_urls(const std::vector<Endpoint>& endpoints,
                                        const std::vector<IpAddress>& own) {
    std::vector<std::string> urls;
    const auto add = [&](const IpAddress& address, std::uint16_t port) {
        std::ostringstream url;
        url << "http://" << Endpoint(address, port);
        if (std::ranges::count(urls, url.str()) == 0) urls.push_back(url.str());
    };
    for (const Endpoint& at : endpoints) {
        if (is_for_others(at.address())) add(at.address(), at.port());
        if (!at.address().is_unspecified()) continue;
        for (const IpAddress& address : own)
            if (address.is_v4() || at.address().is_v6()) add(address, at.port());
    }
    return urls;
}

}  // namespace cubilete::server
