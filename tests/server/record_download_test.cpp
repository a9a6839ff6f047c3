#include "server/net/record_download.hpp"

#include <map>

#include <doctest/doctest.h>

#include "server/net/https_client.hpp"

namespace cubilete::server {
namespace {

using protocol::Json;
using protocol::object;

std::string asked(std::string_view text) {
    const auto url = record_url(text);
    return url ? url->url.text() + ' ' + url->match : "none";
}

/// A record with these pages, by the URL's target.
using Pages = std::map<std::string, Json>;

Json page_with(std::int64_t from, std::int64_t to, const Json& next) {
    Json log = Json::array();
    for (std::int64_t seq = from; seq <= to; ++seq) log.push_back(object({{"seq", seq}}));
    return object({{"id", "m_1"}, {"proof", 5}, {"log", log}, {"next", next}});
}

Json downloaded(const Pages& pages) {
    const auto from = record_url("https://example.org/games/m/m_1");
    return download_record(*from, [&](const Url& url) { return pages.at(url.target).dump(); });
}

const std::string start_page = "/games/api/v1/matches/m_1";

TEST_CASE("the record of a match has the URL of the API, or belongs to that of a page") {
    CHECK(asked("https://example.org/m/m_4nX0c2Qm") ==
          "https://example.org/api/v1/matches/m_4nX0c2Qm m_4nX0c2Qm");
    CHECK(asked("http://localhost:8080/games/m/m_1?lang=it#3") ==
          "http://localhost:8080/games/api/v1/matches/m_1 m_1");
    CHECK(asked("https://example.org/games/api/v1/matches/m_1?from=7&views=1") ==
          "https://example.org/games/api/v1/matches/m_1 m_1");
    CHECK(asked("https://example.org/m/m_1/") == "https://example.org/api/v1/matches/m_1 m_1");
    for (const char* wrong :
         {"https://example.org/", "https://example.org/m/", "https://example.org/r/K7QX2M",
          "https://example.org/api/v1/matches", "https://example.org/m/a%2Fb", "m/m_1"})
        CHECK_MESSAGE(asked(wrong) == "none", wrong);
}

TEST_CASE("a long log is read page by page") {
    const Json record = downloaded({{start_page, page_with(1, 3, 4)},
                                    {start_page + "?from=4", page_with(4, 5, 6)},
                                    {start_page + "?from=6", page_with(6, 6, nullptr)}});
    CHECK(record["log"] == page_with(1, 6, nullptr)["log"]);
    CHECK(record["next"].is_null());
    CHECK(record["proof"] == 5);
    CHECK(downloaded({{start_page, page_with(1, 3, nullptr)}}) == page_with(1, 3, nullptr));
}

TEST_CASE("pages that do not belong together are refused") {
    const Json begin = page_with(1, 3, 4);
    Json other = page_with(4, 5, nullptr);
    other["id"] = "m_2";
    CHECK_THROWS_AS(downloaded({{start_page, other}}), DownloadError);
    CHECK_THROWS_AS(downloaded({{start_page, Json::array()}}), DownloadError);
    CHECK_THROWS_AS(downloaded({{start_page, begin}, {start_page + "?from=4", other}}), DownloadError);
    CHECK_THROWS_AS(downloaded({{start_page, begin}, {start_page + "?from=4", page_with(4, 3, 4)}}),
                    DownloadError);
    CHECK_THROWS_AS(downloaded({{start_page, page_with(1, 3, 3)}}), DownloadError);
    CHECK_THROWS_AS(downloaded({{start_page, page_with(1, 3, "4")}}), DownloadError);
}

TEST_CASE("a text that is no JSON, or nested too deeply, is refused") {
    CHECK(parse_record("{\"a\":1}")["a"] == 1);
    CHECK_THROWS_AS(parse_record("<html>"), std::runtime_error);
    CHECK_THROWS_AS(parse_record(""), std::runtime_error);
    CHECK_THROWS_AS(parse_record(std::string(100'000, '[')), std::runtime_error);
    CHECK_THROWS_AS(parse_record("{\"a\":1,\"a\":2}"), std::runtime_error);
}

TEST_CASE("a record of which JavaScript would not keep the order is refused") {
    for (const char* kept : {R"({"0":1,"9":2,"10":3,"a":4})", R"({"a":[{"b":1,"07":2,"7a":3,"-1":4,"":5}]})"})
        CHECK_MESSAGE(parse_record(kept).is_object(), kept);
    for (const char* other :
         {R"({"1":1,"0":2})", R"({"a":1,"7":2})", R"({"a":[{"18446744073709551616":1,"9":2}]})"})
        CHECK_THROWS_WITH_AS(parse_record(other),
                             "Members whose names are numbers must come first, the lowest first.",
                             std::runtime_error);
}

}  // namespace
}  // namespace cubilete::server
