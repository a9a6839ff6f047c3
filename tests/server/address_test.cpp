#include "server/core/address.hpp"

#include <string>
#include <vector>

#include <boost/asio/ip/address.hpp>
#include <doctest/doctest.h>

namespace cubilete::server {

namespace {

IpAddress address(const char* text) { return boost::asio::ip::make_address(text); }

std::vector<Network> networks(std::initializer_list<const char*> texts) {
    std::vector<Network> all;
    for (const char* text : texts) all.push_back(parse_network(text).value());
    return all;
}

}  // namespace

TEST_CASE("a client network is one IPv4 address or one /64 of IPv6") {
    const auto same = [](const char* one, const char* other) {
        return client_network(address(one)) == client_network(address(other));
    };
    CHECK(same("192.0.2.1", "192.0.2.1"));
    CHECK(same("192.0.2.1", "::ffff:192.0.2.1"));
    CHECK_FALSE(same("192.0.2.1", "192.0.2.2"));
    CHECK(same("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"));
    CHECK_FALSE(same("2001:db8:1:2::1", "2001:db8:1:3::1"));
}

TEST_CASE("the site of a client is one IPv4 address or one /48 of IPv6") {
    const auto same = [](const char* one, const char* other) {
        return site_key(client_network(address(one))) == site_key(client_network(address(other)));
    };
    CHECK(same("192.0.2.1", "::ffff:192.0.2.1"));
    CHECK_FALSE(same("192.0.2.1", "192.0.2.2"));
    CHECK(same("2001:db8:1:2::1", "2001:db8:1:ffff::1"));
    CHECK_FALSE(same("2001:db8:1:2::1", "2001:db8:2:2::1"));
}

TEST_CASE("a network is an address or a block without host bits") {
    CHECK(is_in_any(address("10.1.2.3"), networks({"10.0.0.0/8"})));
    CHECK(is_in_any(address("::ffff:10.1.2.3"), networks({"10.0.0.0/8"})));
    CHECK_FALSE(is_in_any(address("11.0.0.1"), networks({"10.0.0.0/8", "127.0.0.1"})));
    CHECK(is_in_any(address("fd00::7"), networks({"fd00::/8"})));
    CHECK(is_in_any(address("203.0.113.9"), networks({"0.0.0.0/0"})));
    CHECK_FALSE(is_in_any(address("2001:db8::1"), networks({"0.0.0.0/0"})));
    for (const char* wrong : {"", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.1/8", "::/129",
                              "fe80::1%eth0", "host", "10.0.0.0/8x"}) {
        CAPTURE(wrong);
        CHECK_FALSE(parse_network(wrong));
    }
}

TEST_CASE("only addresses that are not on the Internet are private") {
    for (const char* inside : {"127.0.0.1", "10.9.8.7", "172.16.0.1", "172.31.255.255", "192.168.1.1",
                               "169.254.0.1", "::1", "fd12::1", "fe80::1", "::ffff:192.168.1.1"})
        CHECK_MESSAGE(is_private(address(inside)), inside);
    for (const char* outside :
         {"172.32.0.1", "8.8.8.8", "192.169.0.1", "100.64.0.1", "2001:db8::1", "::", "0.0.0.0"})
        CHECK_MESSAGE(!is_private(address(outside)), outside);
}

TEST_CASE("the client is the rightmost address that is not a trusted proxy") {
    const auto ours = networks({"10.0.0.0/8", "::1"});
    struct Case {
        const char* peer;
        std::string forwarded_for;
        const char* client;
    };
    const Case cases[] = {
        {"203.0.113.5", "", "203.0.113.5"},
        {"203.0.113.5", "198.51.100.1", "203.0.113.5"},  // a client may send any header
        {"203.0.113.5", "10.0.0.1", "203.0.113.5"},
        {"10.0.0.1", "", "10.0.0.1"},
        {"10.0.0.1", "198.51.100.1", "198.51.100.1"},
        {"10.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"},  // the client itself has sent the first part
        {"10.0.0.1", "198.51.100.1,10.0.0.2", "198.51.100.1"},  // two trusted proxies in a row
        {"10.0.0.1", " 198.51.100.1 ,\t10.0.0.2 ", "198.51.100.1"},
        {"10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"},
        {"10.0.0.1", "198.51.100.1:4711", "198.51.100.1"},
        {"::1", "2001:db8::7", "2001:db8::7"},
        {"::1", "[2001:db8::7]:4711", "2001:db8::7"},
        {"10.0.0.1", "198.51.100.1, unknown", "10.0.0.1"},  // the trusted proxy does not name the client
        {"10.0.0.1", "198.51.100.1,", "10.0.0.1"},
        {"10.0.0.1", "198.51.100.1, [", "10.0.0.1"},
        {"10.0.0.1", "fe80::1%eth0", "10.0.0.1"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.peer);
        CAPTURE(c.forwarded_for);
        CHECK(client_of(address(c.peer), c.forwarded_for, ours) == address(c.client));
    }
}

}  // namespace cubilete::server
