#include "server/net/reach.hpp"

#include <doctest/doctest.h>

namespace cubilete::server {

namespace {

const std::vector<IpAddress> own_of_a_laptop = {net::ip::make_address("192.168.1.5"),
                                                net::ip::make_address("10.0.0.2"),
                                                net::ip::make_address("2001:db8::5")};
using ReachUrls = std::vector<std::string>;

ReachUrls reach_at(const std::vector<const char*>& hosts) {
    std::vector<Endpoint> at;
    for (const char* host : hosts) at.emplace_back(net::ip::make_address(host), 8080);
    return reachable_urls(at, own_of_a_laptop);
}

}  // namespace

TEST_CASE("others reach a server that listens for this machine only at no address") {
    CHECK(reach_at({"127.0.0.1"}).empty());
    CHECK(reach_at({"127.0.0.1", "::1"}).empty());
}

TEST_CASE("others reach a server that listens on all interfaces at every address of the machine") {
    CHECK(reach_at({"0.0.0.0"}) == ReachUrls{"http://192.168.1.5:8080", "http://10.0.0.2:8080"});
    CHECK(reach_at({"::"}) ==
          ReachUrls{"http://192.168.1.5:8080", "http://10.0.0.2:8080", "http://[2001:db8::5]:8080"});
}

TEST_CASE("others reach a server that listens at one address there") {
    CHECK(reach_at({"192.168.1.5"}) == ReachUrls{"http://192.168.1.5:8080"});
    CHECK(reach_at({"2001:db8::5"}) == ReachUrls{"http://[2001:db8::5]:8080"});
}

TEST_CASE("the own addresses are none that only this machine or this cable knows") {
    for (const IpAddress& address : local_addresses()) {
        CAPTURE(address.to_string());
        CHECK_FALSE(address.is_loopback());
        CHECK_FALSE(address.is_unspecified());
        CHECK_FALSE((address.is_v6() && address.to_v6().is_link_local()));
    }
}

}  // namespace cubilete::server
