#include "server/core/origin.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace cubilete::server {

TEST_CASE("only the server's own pages and those of the allow-list may connect") {
    const std::vector<Origin> allowed{{"https", "cards.example", 443}, {"http", "dev.example", 5173}};
    struct Case {
        std::string origin;
        std::string host;
        bool welcome;
    };
    const Case cases[] = {
        // the own host in any spelling
        {"http://example.org", "example.org", true},
        {"https://example.org", "example.org", true},
        {"http://example.org:80", "example.org", true},
        {"https://example.org", "example.org:443", true},
        {"http://example.org:8080", "example.org:8080", true},
        {"HTTP://EXAMPLE.ORG", "example.org", true},
        {"http://example.org", "Example.Org", true},
        {"http://localhost:8080", "localhost:8080", true},
        {"http://192.168.0.7:8080", "192.168.0.7:8080", true},
        {"http://[::1]:8080", "[::1]:8080", true},
        // another port, another host, similar names
        {"http://example.org:8081", "example.org:8080", false},
        {"http://example.org", "example.org:8080", false},
        {"http://example.org:443", "example.org", false},
        {"https://example.org", "example.org:80", false},
        {"http://localhost:8080", "127.0.0.1:8080", false},
        {"http://evilexample.org", "example.org", false},
        {"http://example.org.evil.com", "example.org", false},
        {"http://example.org.", "example.org", false},
        {"http://sub.example.org", "example.org", false},
        {"http://example.org@evil.com", "example.org", false},
        {"http://evil.com", "example.org", false},
        {"http://[::1]:8080", "[::2]:8080", false},
        // not an origin
        {"null", "null", false},
        {"", "example.org", false},
        {"example.org", "example.org", false},
        {"http://", "", false},
        {"file://example.org", "example.org", false},
        {"ws://example.org", "example.org", false},
        {"http://example.org/", "example.org/", false},
        {"http://example.org:", "example.org:", false},
        {"http://example.org:0", "example.org:0", false},
        {"http://example.org:65616", "example.org:80", false},
        {"http://example.org:8080x", "example.org:8080x", false},
        {"http://example.org http://evil.com", "example.org", false},
        {"http://example.org", "", false},
        // the allow-list is exact
        {"https://cards.example", "example.org", true},
        {"https://cards.example:443", "example.org", true},
        {"https://CARDS.example", "example.org", true},
        {"http://dev.example:5173", "example.org", true},
        {"http://cards.example", "example.org", false},
        {"https://cards.example:8443", "example.org", false},
        {"https://www.cards.example", "example.org", false},
        {"http://dev.example", "example.org", false},
    };
    for (const Case& c : cases) {
        CAPTURE(c.origin);
        CAPTURE(c.host);
        CHECK(is_allowed_origin(c.origin, c.host, allowed) == c.welcome);
    }
}

TEST_CASE("a public URL has an origin and a path that ends with a slash") {
    const auto root = parse_public_url("https://example.org");
    REQUIRE(root);
    CHECK(root->origin == Origin{"https", "example.org", 443});
    CHECK(root->base == "/");

    const auto below = parse_public_url("http://Example.org:8080/Games/dice/");
    REQUIRE(below);
    CHECK(below->origin == Origin{"http", "example.org", 8080});
    CHECK(below->base == "/Games/dice/");
    CHECK(parse_public_url("https://example.org/games")->base == "/games/");
}

TEST_CASE("a public URL with other parts is invalid") {
    for (const char* text :
         {"", "example.org", "https://", "https:///games", "ftp://example.org", "https://a b",
          "https://example.org?x", "https://example.org/?x", "https://example.org/#x",
          "https://example.org/\"", "https://example.org/a b", "https://u@example.org"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_public_url(text));
    }
}

TEST_CASE("the server answers to its own names, to addresses and to names of the local network") {
    const std::vector<std::string> own{"games.example.org"};
    for (const char* host : {"games.example.org", "GAMES.example.org:8080", "games.example.org.", "localhost",
                             "localhost:8080", "nas", "nas.local:8080", "nas.lan", "box.home.arpa",
                             "a.localhost", "127.0.0.1", "192.168.0.7:8080", "[::1]", "[fd00::7]:8080"})
        CHECK_MESSAGE(accepts_host(host, own), host);
    for (const char* host :
         {"", ":8080", "evil.example", "evil.example:8080", "evil.games.example.org",
          "games.example.org.evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "127.1",
          "nas.local.evil.example", "example.org", "games.example.org@evil.example", "games.example.org:x",
          "[::1].evil.example", "evil.example/nas.local"})
        CHECK_MESSAGE(!accepts_host(host, own), host);
}

}  // namespace cubilete::server
