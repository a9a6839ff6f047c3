#include "server/site/website.hpp"

#include <algorithm>
#include <array>
#include <mutex>

#include "server/core/hourly_limiter.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/token_bucket.hpp"
#include "server/core/tokens.hpp"
#include "server/site/api.hpp"

namespace cubilete::server {

namespace {

constexpr std::string_view api_path = "/api/v1/";

/// Rate-limits warnings that clients can cause.
void warn_client(const std::string& text) {
    static std::mutex mutex;
    static TokenBucket bucket(Rate{100, std::chrono::minutes(1)});
    const std::lock_guard lock(mutex);
    if (bucket.try_consume(std::chrono::steady_clock::now())) spdlog::warn("{}", text);
}

/// The path of the request, without the query and below the base of the site.
std::string_view path_of(const HttpRequest& request, const Website& site) {
    std::string_view path = request.target;
    path = path.substr(0, path.find('?'));
    if (path.starts_with(site.base)) path.remove_prefix(site.base.size() - 1);
    return path;
}

bool is_probe(std::string_view path) { return path == "/healthz" || path == "/readyz"; }

IpAddress client_address(const HttpRequest& request, const Website& site) {
    const std::string forwarded_for = request.combined_header("X-Forwarded-For");
    if (!forwarded_for.empty() && !is_in_any(request.peer, site.proxies))
        warn_client(fmt::format(
            "ignored X-Forwarded-For from {}; if that is your proxy, name it in --trusted-proxies",
            request.peer.to_string()));
    return client_of(request.peer, forwarded_for, site.proxies);
}

ClientNetwork client_of(const HttpRequest& request, const Website& site) {
    return client_network(client_address(request, site));
}

// ---- refusals

bool may_connect(const HttpRequest& request, const Website& site) {
    const std::size_t origins = request.count("Origin");
    if (origins == 0) return true;
    const std::string_view origin = request.header("Origin");
    if (origins == 1 && is_allowed_origin(origin, request.header("Host"), site.origins)) return true;
    warn_client(fmt::format(
        "refused a WebSocket from a page of {} that asked for the host {}; if that is this server's "
        "own page, name its address in --public-url, otherwise in --origins",
        origin, request.header("Host")));
    return false;
}

/// Refuses a request with a foreign Host (DNS rebinding), or a WebSocket from a page of another site. The probes are
/// exempt, because they disclose nothing. Nothing but a WebSocket can change anything, and browsers show other sites no
/// answer; so where a proxy changes the host, the page still comes and can say what is wrong.
std::optional<HttpResponse> reject_foreign_host(const HttpRequest& request, const Website& site) {
    if (is_probe(path_of(request, site))) return std::nullopt;
    const std::string_view host = request.header("Host");
    if (request.count("Host") > 0 && !accepts_host(host, site.hosts)) {
        warn_client(fmt::format(
            "refused a request for the host {}; if that is this server, name it in --public-url or --hosts",
            host));
        return unknown_host();
    }
    if (path_of(request, site) == "/ws" && !may_connect(request, site)) return forbidden_origin();
    return std::nullopt;
}

/// The probes are not limited; WebSocket openings have a limit of their own.
std::optional<HttpResponse> reject_rate_limited(const HttpRequest& request, const Website& site) {
    const std::string_view path = path_of(request, site);
    if (path == "/ws" || is_probe(path)) return std::nullopt;
    const auto wait = site.requests.consume_or_retry_after(client_of(request, site));
    if (wait.count() == 0) return std::nullopt;
    site.metrics.count_limit(Limit::http_of_address, client_of(request, site));
    return rate_limited(wait);
}

/// Makes the refusal a page if a browser will show it to a person.
HttpResponse allow_reading(HttpResponse refused, const HttpRequest& request, const Website& site) {
    if (is_machine_path(path_of(request, site)) ||
        request.header("Accept").find("text/html") == std::string_view::npos)
        return refused;
    const auto page = std::make_shared<const Pages::Page>(
        site.pages.refusal(refused.status, {request.header("Accept-Language"), {}}));
    refused.set("Content-Type", page->file.content_type);
    refused.set("Vary", "Accept, Accept-Language");
    refused.body = page->file.plain.bytes;
    refused.owner = page;
    return refused;
}

/// The room code in `?room=CODE`; empty without one. It is a hint only, so anything else is ignored.
std::string room_in_query(std::string_view target) {
    constexpr std::string_view name = "room=";
    target.remove_prefix(std::min(target.find('?'), target.size()));
    while (!target.empty()) {
        target.remove_prefix(1);
        const std::string_view pair = target.substr(0, target.find('&'));
        target.remove_prefix(pair.size());
        if (pair.starts_with(name) && is_room_code(pair.substr(name.size())))
            return std::string(pair.substr(name.size()));
    }
    return {};
}

RequestOutcome open_socket(const HttpRequest& request, const Website& site) {
    const ClientNetwork client = client_of(request, site);
    if (!request.wants_upgrade || request.header("Sec-WebSocket-Version") != "13" ||
        request.header("Sec-WebSocket-Key").empty()) {
        static HourlyLimiter warnings;
        if (warnings.try_take(0, client))
            warn_client(
                "refused a request for /ws that asks for no WebSocket: a proxy in front of the server has to "
                "pass on the "
                "headers Connection and Upgrade");
        return upgrade_required();
    }
    if (request.has_early_data) return frames_too_early();
    if (!site.accepts_sockets()) {
        site.metrics.count_limit(Limit::most_sockets, client);
        return server_full();
    }
    if (const auto wait = site.openings.consume_or_retry_after(client); wait.count() > 0) {
        site.metrics.count_limit(Limit::openings_of_address, client);
        return rate_limited(wait);
    }
    const bool is_local = site.origin.empty() && is_loopback_host(request.header("Host")) &&
                          client_address(request, site).is_loopback();
    return WebSocketUpgrade{client, room_in_query(request.target), is_local};
}

// ---- answers

/// Safari 15 does not count the sockets of a page's own host as 'self'. A policy cannot name an address of IPv6, and
/// a host may contain `;` and `,`, which would end the directive.
void allow_own_sockets(HttpResponse& answer, std::string_view host) {
    constexpr std::string_view name = "Content-Security-Policy";
    constexpr std::string_view own = "connect-src 'self'";
    const auto usual = answer.find(name);
    if (!usual || host.empty() || host.find_first_of("[;,") != std::string_view::npos) return;
    std::string policy(*usual);
    policy.insert(policy.find(own) + own.size(), fmt::format(" ws://{0} wss://{0}", host));
    answer.set(name, policy);
}

/// `owner` holds the file. Only with the status 200 the answer may be 304 without the file.
HttpResponse file_for(const HttpRequest& request, const StaticFile& file,
                      std::shared_ptr<const void> owner = nullptr, unsigned status = 200) {
    const std::string_view known = status == 200 ? request.header("If-None-Match") : std::string_view();
    HttpResponse answer = file_response(file, request.header("Accept-Encoding"), known);
    answer.owner = std::move(owner);
    if (status != 200) answer.status = status;
    // The offline page opens none; the worker compares its policy with that of errors.
    if (file.content_type.starts_with("text/html") && !file.immutable)
        allow_own_sockets(answer, request.header("Host"));
    return answer;
}

/// Answers /metrics. A request that came through an unknown proxy counts as not private, because the proxy
/// hides the address of the client.
HttpResponse metrics(const HttpRequest& request, const Website& site) {
    const auto is_given = [&](std::string_view header) { return request.count(header) > 0; };
    // A trusted proxy names the client by X-Forwarded-For alone; if that is missing, another proxy header
    // means that the client is hidden.
    const bool named = is_in_any(request.peer, site.proxies) && is_given("X-Forwarded-For");
    const bool hidden =
        !named &&
        std::ranges::any_of(std::array{"X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"}, is_given);
    switch (site.metrics_access) {
        case Website::MetricsAccess::nobody: return not_found();
        case Website::MetricsAccess::private_addresses:
            if (hidden || !is_private(client_address(request, site))) return not_found();
            break;
        case Website::MetricsAccess::everybody: break;
    }
    const auto text = std::make_shared<const std::string>(site.metrics.text());
    HttpResponse answer = make_response(200, "text/plain; version=0.0.4; charset=utf-8", *text);
    answer.owner = text;
    return answer;
}

DeferredResponse api(const HttpRequest& request, const Website& site) {
    return [&request, &site](auto done) {
        const std::string_view target = request.target;
        site.query_api(target.substr(target.find(api_path) + api_path.size()), client_of(request, site),
                       [&request, done](const std::shared_ptr<const ApiResponse>& found) {
                           done([&request, found] {
                               HttpResponse answer = file_for(request, found->body, found, found->status);
                               if (found->retry_after_s > 0)
                                   answer.set("Retry-After", std::to_string(found->retry_after_s));
                               return answer;
                           });
                       });
    };
}

/// The origin under which the client reaches the site, for absolute links.
std::string origin_of(const HttpRequest& request, const Website& site) {
    if (!site.origin.empty()) return site.origin;
    const bool secure =
        is_in_any(request.peer, site.proxies) && request.header("X-Forwarded-Proto") == "https";
    return fmt::format("{}://{}", secure ? "https" : "http", request.header("Host"));
}

HttpResponse page_answer(const HttpRequest& request, Pages::Page made) {
    const auto page = std::make_shared<const Pages::Page>(std::move(made));
    return file_for(request, page->file, page, page->status);
}

/// The page of a match or a player, whose names the history reader reads. If it is busy, the page
/// is sent without them.
DeferredResponse preview_page(const HttpRequest& request, const PagePath& path, const Website& site) {
    return [&request, path, &site](auto done) {
        site.find_preview(path, client_of(request, site), [&request, path, &site, done](PreviewResult found) {
            done([&request, path, &site, found = std::move(found)] {
                const std::string origin = origin_of(request, site);
                const Pages::Reader reader{request.header("Accept-Language"), origin};
                return page_answer(request, found.busy
                                                ? site.pages.static_page({PagePath::Kind::start, {}}, reader)
                                                : site.pages.preview_page(path, found.preview, reader));
            });
        });
    };
}

/// Any other path gets a page, also one that does not exist.
RequestOutcome page(const HttpRequest& request, const Website& site) {
    const PagePath path = page_path(path_of(request, site));
    if (path.kind == PagePath::Kind::match || path.kind == PagePath::Kind::player)
        return preview_page(request, path, site);
    const std::string origin = origin_of(request, site);
    const Pages::Reader reader{request.header("Accept-Language"), origin};
    if (path.kind != PagePath::Kind::room) return page_answer(request, site.pages.static_page(path, reader));
    const auto room =
        site.invitations.find(path.id, client_of(request, site), std::chrono::steady_clock::now());
    return page_answer(request, site.pages.room(path.id, room, reader));
}

/// The worker is served below v/HASH/ like every file, but controls all pages.
HttpResponse with_scope(HttpResponse answer, std::string_view path, const Website& site) {
    if (path.ends_with("/worker.js")) answer.set("Service-Worker-Allowed", site.base);
    return answer;
}

/// A file of another version of the page.
DeferredResponse other_version(const HttpRequest& request, const Website& site) {
    return [&request, &site](auto done) {
        site.other_versions->find(path_of(request, site), [&request, &site,
                                                           done](OtherVersionFiles::LookupResult found) {
            done([&request, &site, found = std::move(found)] {
                if (found.away) return database_away();
                if (!found.file) return not_found();
                return with_scope(file_for(request, *found.file, found.file), path_of(request, site), site);
            });
        });
    };
}

/// To a path below the base of the site, with the query of the request.
HttpResponse redirect_below(const std::string& path, const HttpRequest& request, const Website& site) {
    const std::string target(request.target);
    return redirect_to(site.base + path + target.substr(std::min(target.find('?'), target.size())));
}

/// Answers everything that is neither a page nor the API; returns nothing for a page.
std::optional<HttpResponse> missing_page(const HttpRequest& request, const Website& site) {
    const std::string_view path = path_of(request, site);
    if (path == "/metrics") return metrics(request, site);
    if (site.base.size() > 1 && path == std::string_view(site.base).substr(0, site.base.size() - 1))
        return redirect_below("", request, site);
    if (path == "/healthz") return text_response(200, "ok\n");
    if (path == "/readyz") {
        const bool ready = site.open && !site.database_away;
        return ready ? text_response(200, "ready\n") : text_response(503, "not ready\n");
    }
    if (path == "/robots.txt") return text_response(200, robots_txt());
    if (const auto better = canonical_path(path)) return redirect_below(better->substr(1), request, site);
    const StaticFile* file = site.files.find(path);
    if (file == nullptr && is_machine_path(path)) return not_found();
    if (file == nullptr) return std::nullopt;
    return with_scope(file_for(request, *file), path, site);
}

}  // namespace

RequestOutcome handle_request(const HttpRequest& request, const Website& site) {
    if (auto refused = check_request(request)) return *std::move(refused);
    auto refused = reject_foreign_host(request, site);
    if (!refused) refused = reject_rate_limited(request, site);
    if (refused) return allow_reading(*std::move(refused), request, site);
    const std::string_view path = path_of(request, site);
    if (path == "/ws") return open_socket(request, site);
    if (path.starts_with(api_path)) return api(request, site);
    if (site.other_versions && OtherVersionFiles::may_contain(path, site.files))
        return other_version(request, site);
    if (auto answer = missing_page(request, site)) return *std::move(answer);
    return page(request, site);
}

}  // namespace cubilete::server
