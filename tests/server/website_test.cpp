#include "server/site/website.hpp"

#include <doctest/doctest.h>

#include "server/core/net.hpp"
#include "server/site/api.hpp"
#include "tests/server/log_reader.hpp"

namespace cubilete::server {
namespace {

using namespace std::chrono_literals;

std::string words() {
    protocol::Json json = protocol::Json::object();
    for (const char* name : {"missing", "missing_about", "start", "about", "player", "player_about",
                             "player_missing", "refused_host", "refused_host_about", "refused_pace",
                             "refused_pace_about", "again", "closed", "closed_about", "invitation", "join"})
        json[name] = name;
    return "export default " + json.dump() + ";\n";
}

constexpr Rate often{1'000, 1'000ms};
constexpr Rate once{1, 60'000ms};

/// A site with a page, a file, an API and two players, without sockets or a database.
struct Site {
    explicit Site(const std::string& base = "/", Rate http = often, Rate opening = often)
        : files(client, base), pages(files, base), requests(http), openings(opening) {
        website.base = base;
    }

    /// Returns the response to a request, at once, or from the API or the history reader.
    HttpResponse answer(HttpRequest request) {
        if (request.count("Host") == 0) request.headers.emplace_back("Host", "localhost:8080");
        RequestOutcome reply = handle_request(request, website);
        if (const auto* later = std::get_if<DeferredResponse>(&reply)) {
            HttpResponse answer;
            (*later)([&](const std::function<HttpResponse()>& make) { answer = make(); });
            return answer;
        }
        return std::get<HttpResponse>(std::move(reply));
    }
    HttpResponse answer(const std::string& target, decltype(HttpRequest::headers) headers = {}) {
        return answer(
            {.target = target, .headers = std::move(headers), .peer = net::ip::make_address("127.0.0.1")});
    }

    const std::string texts = words();
    const std::vector<EmbeddedFile> client{
        {"index.html", "{{head}}"}, {"i18n/site/en.js", texts}, {"app.js", "1"}, {"worker.js", "2"}};
    StaticFiles files;
    Pages pages;
    Invitations invitations{often};
    Metrics metrics;
    AddressRate requests;
    AddressRate openings;
    bool full = false;
    PreviewResult found{.busy = false, .preview = Preview{{}, {"Ana"}}};
    std::string asked;  ///< of the API
    Website website{
        .files = files,
        .pages = pages,
        .invitations = invitations,
        .metrics = metrics,
        .requests = requests,
        .openings = openings,
        .query_api =
            [this](std::string_view target, const ClientNetwork&, auto done) {
                asked = target;
                done(std::make_shared<const ApiResponse>(
                    ApiResponse{503, make_static_file("{}", "application/json", "no-store"), 7}));
            },
        .find_preview = [this](const PagePath&, const ClientNetwork&, auto done) { done(found); },
        .accepts_sockets = [this] { return !full; },
        .origin = {},
        .base = "/",
        .origins = {},
        .hosts = {"games.example.org"},
        .proxies = {*parse_network("10.0.0.1")},
    };
};

HttpRequest upgrade() {
    return {.target = "/ws",
            .headers = {{"Host", "localhost"}, {"Sec-WebSocket-Version", "13"}, {"Sec-WebSocket-Key", "x"}},
            .peer = net::ip::make_address("192.0.2.7"),
            .wants_upgrade = true};
}

}  // namespace

TEST_CASE("a header is found in upper or lower case, and repeated ones are joined in their order") {
    const HttpRequest request{
        .headers = {{"X-Forwarded-For", "1.1.1.1"}, {"host", "a"}, {"x-forwarded-for", "2.2.2.2"}},
        .peer = {}};
    CHECK(request.header("Host") == "a");
    CHECK(request.header("Origin").empty());
    CHECK(request.count("X-FORWARDED-FOR") == 2);
    CHECK(request.combined_header("X-Forwarded-For") == "1.1.1.1,2.2.2.2");
}

TEST_CASE("a path gets a page, a file, a probe or a correction") {
    Site site;
    CHECK(site.answer("/").status == 200);
    CHECK(site.answer("/").body.find("<title>start</title>") != std::string_view::npos);
    CHECK(site.answer("/nothing").status == 404);
    CHECK(site.answer("/nothing").find("Content-Type") == "text/html; charset=utf-8");
    CHECK(site.answer("/v/" + site.files.version() + "/app.js").body == "1");
    CHECK(site.answer("/v/0/app.js").find("Content-Type") == "application/json");
    CHECK(site.answer("/v/0/app.js").status == 404);
    CHECK(site.answer("/r/k7qx2m").find("Location") == "/r/K7QX2M");
    CHECK(site.answer("/robots.txt").body == robots_txt());
    CHECK(site.answer("/healthz").status == 200);
    CHECK(site.answer("/readyz").status == 503);
    site.website.open = true;
    CHECK(site.answer("/readyz").status == 200);
}

TEST_CASE("a correction of a path keeps the query") {
    Site site;
    CHECK(site.answer("/top/?by=care&days=30").find("Location") == "/top?by=care&days=30");
    site.website.base = "/dice/";
    CHECK(site.answer("/dice/r/k7qx2m?a=b").find("Location") == "/dice/r/K7QX2M?a=b");
    CHECK(site.answer("/dice?a=b").find("Location") == "/dice/?a=b");
}

TEST_CASE("a page of something that is not there is sent whole to a browser that knows it") {
    Site site;
    const HttpResponse first = site.answer("/nothing");
    const auto etag = first.find("ETag");
    REQUIRE(etag);
    const HttpResponse again = site.answer("/nothing", {{"If-None-Match", std::string(*etag)}});
    CHECK(again.status == 404);
    CHECK(again.body == first.body);
    CHECK(again.find("Content-Type") == "text/html; charset=utf-8");
}

TEST_CASE("the link of a table that another server may have shows the form, not that the table is closed") {
    Site site;
    CHECK(site.answer("/r/K7QX2M").status == 404);
    site.invitations.set_other_nodes(true);
    CHECK(site.answer("/r/K7QX2M").status == 200);
    CHECK(site.answer("/r/K7QX2M").body.find("<title>invitation</title>") != std::string_view::npos);
}

TEST_CASE("below a base the same paths are served, and the base without its slash is moved to it") {
    Site site("/dice/");
    CHECK(site.answer("/dice/").status == 200);
    CHECK(site.answer("/dice").find("Location") == "/dice/");
    CHECK(site.answer("/dice/r/k7qx2m").find("Location") == "/dice/r/K7QX2M");
    const HttpResponse worker = site.answer("/dice/v/" + site.files.version() + "/worker.js");
    CHECK(worker.find("Service-Worker-Allowed") == "/dice/");
}

TEST_CASE("the API gets what follows its path, and its status and waiting time are passed on") {
    Site site;
    const HttpResponse answer = site.answer("/api/v1/matches?game=tres");
    CHECK(site.asked == "matches?game=tres");
    CHECK(answer.status == 503);
    CHECK(answer.find("Retry-After") == "7");
    CHECK(answer.body == "{}");
}

TEST_CASE("the page of a player has the name, and is sent without it while the history reader is busy") {
    Site site;
    CHECK(site.answer("/p/p_1").body.find("<title>player</title>") != std::string_view::npos);
    site.found = {.busy = false, .preview = {}};
    CHECK(site.answer("/p/p_1").status == 404);
    site.found = {.busy = true, .preview = {}};
    CHECK(site.answer("/p/p_1").status == 200);
    CHECK(site.answer("/p/p_1").body.find("<title>start</title>") != std::string_view::npos);
}

TEST_CASE("a request for another host is refused, but a probe is answered") {
    Site site;
    CHECK(site.answer("/", {{"Host", "evil.example.com"}}).status == 421);
    CHECK(site.answer("/", {{"Host", "games.example.org"}}).status == 200);
    CHECK(site.answer("/healthz", {{"Host", "evil.example.com"}}).status == 200);
}

TEST_CASE(
    "a page of another site may not connect, nor one with two origins; the files of the page are for all") {
    Site site;
    const std::string own = "http://localhost:8080", other = "https://evil.example.com";
    const auto connects = [&](const decltype(HttpRequest::headers)& origins) {
        HttpRequest request = upgrade();
        request.headers[0].second = "localhost:8080";
        request.headers.insert(request.headers.end(), origins.begin(), origins.end());
        return std::holds_alternative<WebSocketUpgrade>(handle_request(request, site.website));
    };
    CHECK(connects({{"Origin", own}}));
    CHECK_FALSE(connects({{"Origin", own}, {"Origin", own}}));
    const LogReader log;
    CHECK_FALSE(connects({{"Origin", other}}));
    CHECK(log.text().find("from a page of " + other + " that asked for the host localhost:8080") !=
          std::string::npos);
    CHECK(log.text().find("--public-url") != std::string::npos);
    for (const std::string& path :
         {std::string("/"), "/v/" + site.files.version() + "/app.js", std::string("/api/v1/matches")})
        CHECK(site.answer(path, {{"Origin", other}}).status != 403);
}

TEST_CASE("a WebSocket counts as one of a person at the server's own machine only if all of that is so") {
    Site site;
    const auto is_local = [&](const std::string& host, const std::string& peer) {
        HttpRequest request = upgrade();
        request.headers[0] = {"Host", host};
        request.peer = net::ip::make_address(peer);
        const RequestOutcome reply = handle_request(request, site.website);
        REQUIRE(std::holds_alternative<WebSocketUpgrade>(reply));
        return std::get<WebSocketUpgrade>(reply).is_local;
    };
    for (const char* host :
         {"localhost:8080", "LOCALHOST", "127.0.0.1:8080", "127.3.2.1", "[::1]:8080", "a.localhost"})
        CHECK_MESSAGE(is_local(host, "127.0.0.1"), host);
    for (const char* host : {"games.example.org", "192.168.0.9:8080", "[fd00::1]", "localhost.lan"})
        CHECK_FALSE_MESSAGE(is_local(host, "127.0.0.1"), host);
    CHECK_FALSE(is_local("localhost:8080", "192.0.2.7"));
    site.website.origin = "https://games.example.org";
    CHECK_FALSE(is_local("localhost:8080", "127.0.0.1"));
}

TEST_CASE("the log warns once an hour and address of a proxy that opens no WebSocket, and of a limit") {
    const LogReader log;
    Site site("/", once);
    const auto warnings = [&](const std::string& of) {
        std::size_t count = 0;
        const std::string text = log.text();
        for (std::size_t at = text.find(of); at != std::string::npos; at = text.find(of, at + 1)) ++count;
        return count;
    };
    HttpRequest request = upgrade();
    request.wants_upgrade = false;
    request.peer = net::ip::make_address("198.51.100.1");
    for (int time = 0; time < 3; ++time) CHECK(site.answer(request).status == 426);
    CHECK(warnings("headers Connection and Upgrade") == 1);
    request.peer = net::ip::make_address("198.51.100.2");
    CHECK(site.answer(request).status == 426);
    CHECK(warnings("headers Connection and Upgrade") == 2);
    for (int time = 0; time < 4; ++time) site.answer("/");
    CHECK(warnings("the limit http_per_address was reached") == 1);
}

TEST_CASE("a refusal is a page where a person reads it, and JSON elsewhere") {
    Site site;
    const decltype(HttpRequest::headers) person{{"Host", "evil.example.com"}, {"Accept", "text/html"}};
    CHECK(site.answer("/", person).find("Content-Type") == "text/html; charset=utf-8");
    CHECK(site.answer("/", person).status == 421);
    CHECK(site.answer("/api/v1/rooms", person).find("Content-Type") == "application/json");
    CHECK(site.answer("/", {{"Host", "evil.example.com"}}).find("Content-Type") == "application/json");
}

TEST_CASE("past its rate an address is told to wait, except for the probes") {
    Site site("/", once);
    CHECK(site.answer("/").status == 200);
    CHECK(site.answer("/").status == 429);
    CHECK(site.answer("/").find("Retry-After"));
    CHECK(site.answer("/healthz").status == 200);
}

TEST_CASE("an upgrade opens a WebSocket for the address of the client") {
    Site site;
    const HttpRequest request = upgrade();
    const RequestOutcome reply = handle_request(request, site.website);
    REQUIRE(std::holds_alternative<WebSocketUpgrade>(reply));
    CHECK(std::get<WebSocketUpgrade>(reply).client == client_network(request.peer));
}

TEST_CASE("an upgrade may name the room that the socket is for") {
    Site site;
    const auto room_of = [&](const std::string& target) {
        HttpRequest request = upgrade();
        request.target = target;
        const RequestOutcome reply = handle_request(request, site.website);
        REQUIRE(std::holds_alternative<WebSocketUpgrade>(reply));
        return std::get<WebSocketUpgrade>(reply).room;
    };
    CHECK(room_of("/ws?room=K7QX2M") == "K7QX2M");
    CHECK(room_of("/ws?x&room=K7QX2M&y=1") == "K7QX2M");
    for (const std::string other : {"", "?", "?&", "?room", "?room=", "?room=k7qx2m", "?room=K7QX2",
                                    "?room=K7QX2MM", "?moor=K7QX2M", "?room=../../M"})
        CHECK_MESSAGE(room_of("/ws" + other).empty(), other);
}

TEST_CASE("an upgrade is refused where it is incomplete, early, too often or one too many") {
    Site site("/", often, once);
    HttpRequest request = upgrade();
    request.wants_upgrade = false;
    CHECK(site.answer(request).status == 426);
    request = upgrade();
    request.headers[1].second = "8";
    CHECK(site.answer(request).status == 426);
    request = upgrade();
    request.headers[2].second.clear();
    CHECK(site.answer(request).status == 426);
    request = upgrade();
    request.has_early_data = true;
    CHECK(site.answer(request).status == 400);
    site.full = true;
    CHECK(site.answer(upgrade()).status == 503);
    site.full = false;
    request = upgrade();
    CHECK(std::holds_alternative<WebSocketUpgrade>(handle_request(request, site.website)));
    CHECK(site.answer(upgrade()).status == 429);
}

TEST_CASE("metrics are for private addresses, unless a proxy hides the client") {
    Site site;
    CHECK(site.answer("/metrics").status == 200);
    CHECK(site.answer("/metrics").body.find("cubilete_") != std::string_view::npos);
    CHECK(site.answer("/metrics", {{"Via", "1.1 proxy"}}).status == 404);
    HttpRequest proxied{.target = "/metrics",
                        .headers = {{"X-Forwarded-For", "192.168.0.9"}, {"Via", "1.1 proxy"}},
                        .peer = net::ip::make_address("10.0.0.1")};
    CHECK(site.answer(proxied).status == 200);
    proxied.headers[0].second = "192.0.2.7";
    CHECK(site.answer(proxied).status == 404);
    site.website.metrics_access = Website::MetricsAccess::everybody;
    CHECK(site.answer(proxied).status == 200);
    site.website.metrics_access = Website::MetricsAccess::nobody;
    CHECK(site.answer("/metrics").status == 404);
}

}  // namespace cubilete::server
