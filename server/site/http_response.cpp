#include "server/site/http_response.hpp"

#include <algorithm>
#include <array>

#include "server/core/spdlog.hpp"

namespace cubilete::server {

namespace {

constexpr std::string_view json_type = "application/json";

using Header = std::pair<std::string_view, std::string_view>;
/// Headers of every response: browsers must not guess the content type, and other sites must not embed it.
constexpr std::array<Header, 2> headers_of_all{{
    {"X-Content-Type-Options", "nosniff"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
}};
/// Headers of documents and workers. A browser ignores them on a script or a style sheet that a page loads,
/// and on each of fifty files they would be a fifth of the bytes of a first visit.
constexpr std::array<Header, 4> headers_of_documents{{
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; "
     "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'none'; "
     "frame-ancestors 'none'"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
}};

HttpResponse error(unsigned status, std::string_view body) { return make_response(status, json_type, body); }

HttpResponse with_close(HttpResponse answer) {
    answer.closes_connection = true;
    return answer;
}

}  // namespace

void HttpResponse::set(std::string_view name, std::string_view value) {
    const auto known = std::ranges::find(headers, name, &std::pair<std::string_view, std::string>::first);
    if (known == headers.end())
        headers.emplace_back(name, value);
    else
        known->second = value;
}

void HttpResponse::erase(std::string_view name) {
    std::erase_if(headers, [&](const auto& header) { return header.first == name; });
}

std::optional<std::string_view> HttpResponse::find(std::string_view name) const {
    const auto known = std::ranges::find(headers, name, &std::pair<std::string_view, std::string>::first);
    if (known == headers.end()) return std::nullopt;
    return known->second;
}

HttpResponse make_response(unsigned status, std::string_view content_type, std::string_view body) {
    HttpResponse answer{
        .status = status, .headers = {}, .body = body, .owner = {}, .closes_connection = false};
    for (const auto& [name, value] : headers_of_all) answer.set(name, value);
    for (const auto& [name, value] : headers_of_documents) answer.set(name, value);
    answer.set("Content-Type", content_type);
    answer.set("Cache-Control", "no-store");
    return answer;
}

HttpResponse text_response(unsigned status, std::string_view text) {
    return make_response(status, "text/plain; charset=utf-8", text);
}

HttpResponse file_response(const StaticFile& file, std::string_view accept_encoding,
                           std::string_view if_none_match) {
    const bool small = !file.gzip.bytes.empty() && accepts_gzip(accept_encoding);
    const StaticFile::Representation& form = small ? file.gzip : file.plain;
    HttpResponse answer = make_response(200, file.content_type, form.bytes);
    answer.set("Cache-Control", file.cache_control);
    if (!file.standalone)
        for (const auto& [name, value] : headers_of_documents) answer.erase(name);
    if (!file.immutable) answer.set("ETag", form.etag);
    if (!file.gzip.bytes.empty())
        answer.set("Vary", file.varies_by_language ? "Accept-Encoding, Accept-Language" : "Accept-Encoding");
    if (file.embeddable) answer.set("Cross-Origin-Resource-Policy", "cross-origin");
    if (file.unlisted) answer.set("X-Robots-Tag", "noindex");
    if (!file.download_name.empty())
        answer.set("Content-Disposition", fmt::format("attachment; filename=\"{}\"", file.download_name));
    if (small) answer.set("Content-Encoding", "gzip");
    if (!file.immutable && matches_etag(if_none_match, form.etag)) {
        answer.status = 304;
        answer.body = {};
        answer.erase("Content-Type");
        answer.erase("Content-Encoding");
    }
    return answer;
}

HttpResponse not_found() {
    return error(404, R"({"error":{"code":"not_found","text":"There is nothing here."}})");
}

HttpResponse unknown_host() {
    return error(
        421,
        R"({"error":{"code":"host","text":"This server does not go by that name; --hosts or --public-url would tell it."}})");
}

HttpResponse forbidden_origin() {
    return error(
        403, R"({"error":{"code":"origin","text":"Pages from elsewhere may not connect to this server."}})");
}

HttpResponse rate_limited(std::chrono::milliseconds wait) {
    HttpResponse answer = error(
        429,
        R"({"error":{"code":"rate_limited","text":"Too much was asked from your network; wait a moment."}})");
    answer.set("Retry-After", std::to_string(wait.count() / 1'000 + 1));
    return answer;
}

HttpResponse redirect_to(std::string_view place) {
    HttpResponse answer = text_response(308, "");
    answer.set("Location", place);
    return answer;
}

HttpResponse malformed_request(bool too_long) {
    if (too_long)
        return with_close(
            error(431, R"({"error":{"code":"too_big","text":"The request's head is too long."}})"));
    return with_close(
        error(400, R"({"error":{"code":"bad_request","text":"That is no request in HTTP/1.1."}})"));
}

HttpResponse upgrade_required() {
    HttpResponse answer = error(
        426, R"({"error":{"code":"upgrade_required","text":"Here one opens a WebSocket, version 13."}})");
    answer.set("Upgrade", "websocket");
    answer.set("Sec-WebSocket-Version", "13");
    return answer;
}

HttpResponse frames_too_early() {
    return error(400,
                 R"({"error":{"code":"bad_request","text":"Wait for the answer before you send frames."}})");
}

HttpResponse server_full() {
    HttpResponse answer = error(
        503,
        R"({"error":{"code":"busy","text":"There are as many players here as this server can serve."}})");
    answer.set("Retry-After", "10");
    return answer;
}

HttpResponse database_away() {
    HttpResponse answer =
        error(503, R"({"error":{"code":"busy","text":"The database does not answer at the moment."}})");
    answer.set("Retry-After", "1");
    return answer;
}

std::optional<HttpResponse> check_request(const HttpRequest& request) {
    const std::size_t hosts = request.count("Host");
    const bool has_body = request.count("Transfer-Encoding") > 0 ||
                          (request.count("Content-Length") > 0 && request.header("Content-Length") != "0");
    if (request.version != 10 && request.version != 11)
        return with_close(
            error(505, R"({"error":{"code":"bad_request","text":"Only HTTP/1.1 is spoken here."}})"));
    if (has_body)
        return with_close(error(413, R"({"error":{"code":"body","text":"Requests have no body here."}})"));
    if (hosts > 1 || (hosts == 0 && request.version == 11))
        return with_close(
            error(400, R"({"error":{"code":"bad_request","text":"A request names its host, once."}})"));
    if (request.method != "GET" && request.method != "HEAD") {
        HttpResponse answer = with_close(error(
            405,
            R"({"error":{"code":"method_not_allowed","text":"Only GET and HEAD are understood here."}})"));
        answer.set("Allow", "GET, HEAD");
        return answer;
    }
    return std::nullopt;
}

std::string_view robots_txt() {
    return "User-agent: *\nDisallow: /api/\nDisallow: /ws\nDisallow: /metrics\n";
}

bool is_machine_path(std::string_view path) {
    return path.starts_with("/api") || path.starts_with("/v/") || path == "/metrics" || path == "/ws";
}

}  // namespace cubilete::server
