#include "server/site/http_answer.hpp"

#include <doctest/doctest.h>

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

TEST_CASE("an invalid request is refused for any target") {
    using Headers = decltype(HttpRequest::headers);
    const auto status_of = [](HttpRequest request, const Headers& headers) {
        request.headers = headers;
        const auto refused = invalid(request);
        CHECK((!refused || refused->closes));
        return refused ? refused->status : 200;
    };
    const Headers host{{"Host", "localhost"}};
    CHECK(status_of({}, host) == 200);
    CHECK(status_of({.version = 10}, {}) == 200);
    CHECK(status_of({.version = 20}, host) == 505);
    CHECK(status_of({}, {{"Host", "localhost"}, {"Transfer-Encoding", "chunked"}}) == 413);
    CHECK(status_of({}, {{"Host", "localhost"}, {"Content-Length", "1"}}) == 413);
    CHECK(status_of({}, {{"Host", "localhost"}, {"Content-Length", "0"}}) == 200);
    CHECK(status_of({}, {}) == 400);
    CHECK(status_of({}, {{"Host", "localhost"}, {"host", "localhost"}}) == 400);
    CHECK(status_of({.method = "HEAD"}, host) == 200);
    CHECK(status_of({.method = "POST"}, host) == 405);
    CHECK(invalid({.method = "POST", .headers = host})->find("Allow") == "GET, HEAD");
}

TEST_CASE("every answer forbids content sniffing and embedding by other sites") {
    for (const HttpAnswer& answer :
         {not_found(), unknown_host(), foreign_origin(), rate_limited(1ms), moved_to("/r/K7QX2M"),
          unreadable(true), upgrade_required(), server_full(), plain_answer(200, "ok\n")}) {
        CAPTURE(answer.status);
        CHECK(answer.find("X-Content-Type-Options") == "nosniff");
        CHECK(answer.find("Cross-Origin-Resource-Policy") == "same-origin");
        CHECK(answer.find("Content-Security-Policy").value().starts_with("default-src 'none'"));
        CHECK(answer.find("Cache-Control") == "no-store");
    }
}

TEST_CASE("Retry-After is whole seconds, and never too early") {
    CHECK(rate_limited(1ms).find("Retry-After") == "1");
    CHECK(rate_limited(999ms).find("Retry-After") == "1");
    CHECK(rate_limited(1'000ms).find("Retry-After") == "2");
}

TEST_CASE("a file is sent compressed if the client accepts it, and not at all if the client has it") {
    const StaticFile file = file_of(std::string(10'000, 'x'), "text/plain", "no-cache");
    const HttpAnswer whole = file_answer(file, "", "");
    CHECK(whole.body.size() == 10'000);
    CHECK_FALSE(whole.find("Content-Encoding"));
    const HttpAnswer small = file_answer(file, "gzip", "");
    CHECK(small.body.size() < 1'000);
    CHECK(small.find("Content-Encoding") == "gzip");
    CHECK(small.find("Vary") == "Accept-Encoding");
    CHECK(small.find("ETag") != whole.find("ETag"));
    const HttpAnswer known = file_answer(file, "gzip", *small.find("ETag"));
    CHECK(known.status == 304);
    CHECK(known.body.empty());
    CHECK_FALSE(known.find("Content-Type"));
    CHECK(file_answer(file, "", *small.find("ETag")).status == 200);
}

TEST_CASE("a file with a name for downloads is saved under it instead of shown") {
    StaticFile file = file_of("<p>", "text/html", "no-cache");
    CHECK_FALSE(file_answer(file, "", "").find("Content-Disposition"));
    file.download_name = "verifier.html";
    CHECK(file_answer(file, "", "").find("Content-Disposition") == "attachment; filename=\"verifier.html\"");
}

TEST_CASE("below the paths of the API errors are JSON, elsewhere a page") {
    for (const char* path : {"/api/v1/rooms", "/api", "/v/0/app.js", "/metrics", "/ws"})
        CHECK(is_for_programs(path));
    for (const char* path : {"/", "/r/K7QX2M", "/m/m_1", "/metricsx", "/w"})
        CHECK_FALSE(is_for_programs(path));
}

}  // namespace
}  // namespace cubilete::server
