#include "server/site/http_response.hpp"

#include <doctest/doctest.h>

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

TEST_CASE("an invalid request is refused for any target") {
    using Headers = decltype(HttpRequest::headers);
    const auto status_of = [](HttpRequest request, const Headers& headers) {
        request.headers = headers;
        const auto refused = check_request(request);
        CHECK((!refused || refused->closes_connection));
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
    CHECK(check_request({.method = "POST", .headers = host})->find("Allow") == "GET, HEAD");
}

TEST_CASE("every answer forbids content sniffing and embedding by other sites") {
    for (const HttpResponse& answer :
         {not_found(), unknown_host(), forbidden_origin(), rate_limited(1ms), redirect_to("/r/K7QX2M"),
          malformed_request(true), upgrade_required(), server_full(), text_response(200, "ok\n")}) {
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
    const StaticFile file = make_static_file(std::string(10'000, 'x'), "text/plain", "no-cache");
    const HttpResponse whole = file_response(file, "", "");
    CHECK(whole.body.size() == 10'000);
    CHECK_FALSE(whole.find("Content-Encoding"));
    const HttpResponse small = file_response(file, "gzip", "");
    CHECK(small.body.size() < 1'000);
    CHECK(small.find("Content-Encoding") == "gzip");
    CHECK(small.find("Vary") == "Accept-Encoding");
    CHECK(small.find("ETag") != whole.find("ETag"));
    const HttpResponse known = file_response(file, "gzip", *small.find("ETag"));
    CHECK(known.status == 304);
    CHECK(known.body.empty());
    CHECK_FALSE(known.find("Content-Type"));
    CHECK(file_response(file, "", *small.find("ETag")).status == 200);
}

TEST_CASE("a file with a name for downloads is saved under it instead of shown") {
    StaticFile file = make_static_file("<p>", "text/html", "no-cache");
    CHECK_FALSE(file_response(file, "", "").find("Content-Disposition"));
    file.download_name = "verifier.html";
    CHECK(file_response(file, "", "").find("Content-Disposition") ==
          "attachment; filename=\"verifier.html\"");
}

TEST_CASE("below the paths of the API errors are JSON, elsewhere a page") {
    for (const char* path : {"/api/v1/rooms", "/api", "/v/0/app.js", "/metrics", "/ws"})
        CHECK(is_machine_path(path));
    for (const char* path : {"/", "/r/K7QX2M", "/m/m_1", "/metricsx", "/w"})
        CHECK_FALSE(is_machine_path(path));
}

}  // namespace
}  // namespace cubilete::server
