#include "server/net/url.hpp"

#include <doctest/doctest.h>

namespace cubilete::server {
namespace {

std::string read_url(std::string_view text) {
    const auto url = parse_url(text);
    return url ? url->text() : "none";
}

std::string redirected(std::string_view from, std::string_view location) {
    const auto url = parse_location(*parse_url(from), location);
    return url ? url->text() : "none";
}

TEST_CASE("a URL has a host, and a port and a path if they are not the usual ones") {
    CHECK(read_url("https://Example.org") == "https://example.org/");
    CHECK(read_url("https://example.org:443/a?b=c#d") == "https://example.org/a?b=c");
    CHECK(read_url("http://example.org:8080?b") == "http://example.org:8080/?b");
    CHECK(read_url("http://[::1]:8080/m/m_1") == "http://[::1]:8080/m/m_1");
    CHECK(parse_url("http://[::1]/")->host() == "::1");
    CHECK(parse_url("https://example.org/a/b?c=d")->path() == "/a/b");
    for (const char* wrong :
         {"", "example.org", "ftp://example.org/", "https://", "https:///a", "https://a b/",
          "https://user@example.org/", "https://user:word@example.org/", "https://example.org:0/",
          "https://example.org:65536/", "https://example.org:x/", "https://ex\xc3\xa1mple.org/",
          "https://example.org/a\r\nHost: b"})
        CHECK_MESSAGE(read_url(wrong) == "none", wrong);
}

TEST_CASE("a redirect leads to a whole URL or to a part of one") {
    const char* from = "http://example.org:8080/a/b?c";
    CHECK(redirected(from, "https://other.org/d") == "https://other.org/d");
    CHECK(redirected(from, "//other.org/d") == "http://other.org/d");
    CHECK(redirected(from, "/d?e") == "http://example.org:8080/d?e");
    CHECK(redirected(from, "d?e=f://g") == "http://example.org:8080/a/d?e=f://g");
    CHECK(redirected(from, "?e") == "http://example.org:8080/a/b?e");
    CHECK(redirected(from, "") == "none");
    CHECK(redirected(from, "file:///etc/passwd") == "none");
    CHECK(redirected(from, "javascript:x") == "none");
}

TEST_CASE("a redirect stays at its host, and may only become more secure") {
    const auto same = [](std::string_view from, std::string_view to) {
        return same_site(*parse_url(from), *parse_url(to));
    };
    CHECK(same("http://example.org/a", "http://example.org/b"));
    CHECK(same("http://example.org/a", "https://example.org/a"));
    CHECK(same("http://example.org:8080/a", "https://example.org/a"));
    CHECK_FALSE(same("https://example.org/a", "http://example.org/a"));
    CHECK_FALSE(same("http://example.org/a", "http://www.example.org/a"));
    CHECK_FALSE(same("http://example.org/a", "http://example.org:8080/a"));
    CHECK_FALSE(same("https://example.org/a", "https://example.org:8443/a"));
}

}  // namespace
}  // namespace cubilete::server
