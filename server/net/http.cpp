// All of HTTP is here and all of WebSocket in session.cpp, long as they are: a file that includes Beast takes half a
// minute to compile.
#include "server/net/http.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>
#include <mutex>
#include <optional>
#include <span>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/beast/core/span.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <spdlog/fmt/chrono.h>

#include "protocol/match.hpp"
#include "server/core/deadline.hpp"
#include "server/core/log.hpp"
#include "server/core/secrets.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/token_bucket.hpp"
#include "server/net/session.hpp"
#include "server/site/api.hpp"

namespace cubilete::server {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using Request = http::request<http::empty_body>;
using Response = http::response<http::span_body<const char>>;

constexpr std::uint32_t most_head_bytes = 8 * 1024;
constexpr std::size_t most_discarded_bytes =
    64 * 1024;  // of a refused body, so that its sender reads the answer
constexpr std::chrono::milliseconds accept_pause{100};

constexpr std::string_view json = "application/json";
constexpr std::string_view plain_text = "text/plain; charset=utf-8";

using Headers = std::span<const std::pair<beast::string_view, beast::string_view>>;
/// What every answer has: nobody guesses another type, and no foreign page makes use of it.
constexpr std::array<std::pair<beast::string_view, beast::string_view>, 2> headers_of_all{{
    {"X-Content-Type-Options", "nosniff"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
}};
/// What besides tells a browser how to treat a document or a worker. Of a script or a style sheet that a page
/// has loaded it heeds only the page's own; at every one of fifty files they would be a fifth of a first visit.
constexpr std::array<std::pair<beast::string_view, beast::string_view>, 4> headers_of_documents{{
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
     "font-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
}};

constexpr std::string_view api_path = "/api/v1/";

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

void set(Response& response, Headers headers) {
    for (const auto& [name, value] : headers) response.set(name, value);
}

/// `body` has to outlive the response.
Response make_response(http::status status, std::string_view type, std::string_view body) {
    Response response(status, 11);
    set(response, headers_of_all);
    set(response, headers_of_documents);
    response.set(http::field::content_type, type);
    response.set(http::field::cache_control, "no-store");
    response.body() = {body.data(), body.size()};
    return response;
}

Response error(http::status status, std::string_view body) { return make_response(status, json, body); }

Response not_found() {
    return error(http::status::not_found,
                 R"({"error":{"code":"not_found","text":"There is nothing here."}})");
}

Response wrong_method() {
    Response response =
        error(http::status::method_not_allowed,
              R"({"error":{"code":"method_not_allowed","text":"Only GET and HEAD are understood here."}})");
    response.set(http::field::allow, "GET, HEAD");
    return response;
}

Response not_a_page_of_ours() {
    return error(
        http::status::forbidden,
        R"({"error":{"code":"origin","text":"Pages from elsewhere may not connect to this server."}})");
}

Response another_host() {
    return error(
        http::status::misdirected_request,
        R"({"error":{"code":"host","text":"This server does not go by that name; --hosts or --public-url would tell it."}})");
}

Response too_fast(std::chrono::milliseconds wait) {
    Response response = error(
        http::status::too_many_requests,
        R"({"error":{"code":"rate_limited","text":"Too many requests from your network; wait a moment."}})");
    response.set(http::field::retry_after, std::to_string(wait.count() / 1'000 + 1));
    return response;
}

Response moved_to(std::string_view place) {
    Response response = make_response(http::status::permanent_redirect, plain_text, "");
    response.set(http::field::location, place);
    return response;
}

/// Whoever makes the log long must not make it endless.
void complain(const std::string& text) {
    static std::mutex mutex;
    static TokenBucket allowance(Rate{100, std::chrono::minutes(1)});
    const std::lock_guard lock(mutex);
    if (allowance.take(std::chrono::steady_clock::now())) spdlog::warn("{}", text);
}

Response upgrade_required() {
    Response response =
        error(http::status::upgrade_required,
              R"({"error":{"code":"upgrade_required","text":"Here one opens a WebSocket, version 13."}})");
    response.set(http::field::upgrade, "websocket");
    response.set(http::field::sec_websocket_version, "13");
    return response;
}

Response no_room() {
    Response response = error(
        http::status::service_unavailable,
        R"({"error":{"code":"busy","text":"There are as many players here as this server can serve."}})");
    response.set(http::field::retry_after, "10");
    return response;
}

/// What a request is refused for whatever it wants; the connection is closed after it.
std::optional<Response> refusal(const Request& request) {
    if (request.version() != 10 && request.version() != 11)
        return error(http::status::http_version_not_supported,
                     R"({"error":{"code":"bad_request","text":"Only HTTP/1.1 is spoken here."}})");
    const auto length = request.find(http::field::content_length);
    if (request.count(http::field::transfer_encoding) > 0 ||
        (length != request.end() && length->value() != "0"))
        return error(http::status::payload_too_large,
                     R"({"error":{"code":"body","text":"Requests have no body here."}})");
    const std::size_t hosts = request.count(http::field::host);
    if (hosts > 1 || (hosts == 0 && request.version() == 11))
        return error(http::status::bad_request,
                     R"({"error":{"code":"bad_request","text":"A request names its host, once."}})");
    if (request.method() != http::verb::get && request.method() != http::verb::head) return wrong_method();
    return std::nullopt;
}

/// The answer to a head that could not be read.
Response unreadable(error_code wrong) {
    if (wrong == http::error::header_limit)
        return error(http::status::request_header_fields_too_large,
                     R"({"error":{"code":"too_big","text":"The request's head is too long."}})");
    return error(http::status::bad_request,
                 R"({"error":{"code":"bad_request","text":"That is no request in HTTP/1.1."}})");
}

Response file_response(const StaticFile& file, const Request& request) {
    const bool small = !file.gzip.bytes.empty() && accepts_gzip(view(request[http::field::accept_encoding]));
    const StaticFile::Form& form = small ? file.gzip : file.plain;
    Response response = make_response(http::status::ok, file.content_type, form.bytes);
    response.set(http::field::cache_control, file.cache_control);
    if (!file.by_itself)
        for (const auto& header : headers_of_documents) response.erase(header.first);
    if (!file.for_good) response.set(http::field::etag, form.etag);
    if (!file.gzip.bytes.empty()) response.set(http::field::vary, "Accept-Encoding");
    if (small) response.set(http::field::content_encoding, "gzip");
    if (!file.for_good && names_etag(view(request[http::field::if_none_match]), form.etag)) {
        response.result(http::status::not_modified);
        response.body() = {};
        response.erase(http::field::content_type);
        response.erase(http::field::content_encoding);
    }
    return response;
}

/// The addresses that all are the page: it looks at its own address to know what to show.
bool is_page(std::string_view path) {
    const auto is_id = [](std::string_view id) {
        return !id.empty() && id.size() <= 64 && std::ranges::all_of(id, [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
                   c == '-';
        });
    };
    if (path.starts_with("/r/")) return is_room_code(path.substr(3));
    if (path.starts_with("/m/") || path.starts_with("/p/")) return is_id(path.substr(3));
    if (path.starts_with("/rules/")) return protocol::find_game(path.substr(7)) != nullptr;
    return path == "/top" || (path.starts_with("/top/") && is_id(path.substr(5)));
}

/// One connection, on its strand, until it ends or asks for a WebSocket.
class Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(Socket socket, const Site& site, const IpAddress& peer, ConnectionLimit::Slot counted)
        : socket_(std::move(socket)),
          site_(site),
          peer_(peer),
          counted_(std::move(counted)),
          request_deadline_(*this, socket_.get_executor(), site.limits.request_deadline, &Connection::cut),
          write_deadline_(*this, socket_.get_executor(), site.limits.write_deadline, &Connection::cut) {}

    void start();

  private:
    Task<> run();
    Task<std::optional<error_code>> read_head();
    Task<bool> write(Response response, bool last);
    Task<> see_off();
    void hand_over();

    Task<Response> ask_api();
    Response respond();
    Response metrics();
    std::optional<Response> foreign() const;
    std::optional<Response> asked_too_often() const;
    IpAddress client() const;
    std::optional<Response> upgrade_refusal() const;
    std::string_view path() const;
    bool may_connect() const;
    void cut();

    Socket socket_;
    const Site& site_;
    IpAddress peer_;
    ConnectionLimit::Slot counted_;
    Deadline<Connection> request_deadline_;
    Deadline<Connection> write_deadline_;
    std::string input_;  ///< read, not yet understood
    std::string head_;   ///< of the present request, as it came
    Request request_;
    std::string made_;                         ///< a body that was made for the present request
    std::shared_ptr<const ApiAnswer> answer_;  ///< what is being written, when it came from the API
};

void Connection::start() {
    request_deadline_.start();
    net::co_spawn(
        socket_.get_executor(), [self = shared_from_this()] { return self->run(); },
        [](const std::exception_ptr& bug) { log_bug("a connection", bug); });
}

void Connection::cut() {
    error_code ignored;
    socket_.close(ignored);
}

Task<> Connection::run() {
    error_code ignored;
    socket_.set_option(net::ip::tcp::no_delay(true), ignored);
    for (;;) {
        request_deadline_.start();
        const std::optional<error_code> wrong = co_await read_head();
        if (!wrong) co_return;
        std::optional<Response> response = *wrong ? unreadable(*wrong) : refusal(request_);
        const bool last = response || !request_.keep_alive();
        if (!response) response = foreign();
        if (!response) response = asked_too_often();
        if (!response && path() == "/ws") {
            response = upgrade_refusal();
            if (!response) co_return hand_over();
        }
        if (!response && path().starts_with(api_path)) response = co_await ask_api();
        if (!response) response = respond();
        if (!co_await write(*std::move(response), last)) co_return;
        if (last) break;
    }
    co_await see_off();
}

void Connection::hand_over() {
    request_deadline_.stop();
    site_.sessions.open(std::move(socket_), std::move(head_), client_network(client()), std::move(counted_));
}

/// Reads the next request; says what is wrong with it, or nothing when the connection is at its end.
Task<std::optional<error_code>> Connection::read_head() {
    request_ = {};
    http::request_parser<http::empty_body> parser;
    parser.header_limit(most_head_bytes);
    std::size_t used = 0;
    while (!parser.is_header_done()) {
        error_code wrong;
        used += parser.put(net::buffer(input_) + used, wrong);
        if (wrong && wrong != http::error::need_more) co_return wrong;
        if (!wrong) continue;
        std::array<char, 1024> piece;
        auto [failed, size] = co_await socket_.async_read_some(net::buffer(piece), as_values);
        if (failed) co_return std::nullopt;
        input_.append(piece.data(), size);
    }
    head_ = input_.substr(0, used);
    input_.erase(0, used);
    request_ = parser.release();
    co_return error_code{};
}

/// The request's path as if players reached the server at the root.
std::string_view Connection::path() const {
    std::string_view path = view(request_.target());
    path = path.substr(0, path.find('?'));
    if (path.starts_with(site_.base)) path.remove_prefix(site_.base.size() - 1);
    return path;
}

bool Connection::may_connect() const {
    const std::size_t origins = request_.count(http::field::origin);
    if (origins == 0) return true;
    const std::string_view origin = view(request_[http::field::origin]);
    if (origins == 1 && is_welcome(origin, view(request_[http::field::host]), site_.origins)) return true;
    complain(fmt::format("refused a page of {}; if it may connect, name it in --origins", origin));
    return false;
}

/// A request that another site's page has sent, or had sent to a name of its own. The probes tell nothing.
std::optional<Response> Connection::foreign() const {
    if (path() == "/healthz" || path() == "/readyz") return std::nullopt;
    const auto host = request_.find(http::field::host);
    if (host != request_.end() && !answers_to(view(host->value()), site_.hosts)) {
        complain(fmt::format("refused a request for {}; if that is this server, name it in --hosts",
                             view(host->value())));
        return another_host();
    }
    if (!may_connect()) return not_a_page_of_ours();
    return std::nullopt;
}

/// The probes are not limited; WebSocket openings have a limit of their own.
std::optional<Response> Connection::asked_too_often() const {
    if (path() == "/ws" || path() == "/healthz" || path() == "/readyz") return std::nullopt;
    const auto wait = site_.requests.wait_of(client_network(client()));
    if (wait.count() == 0) return std::nullopt;
    site_.metrics.limited(Limit::http_of_address);
    return too_fast(wait);
}

IpAddress Connection::client() const {
    std::string forwarded_for;
    const auto [first, last] = request_.equal_range("X-Forwarded-For");
    for (auto header = first; header != last; ++header) {
        if (header != first) forwarded_for += ',';
        forwarded_for += view(header->value());
    }
    if (!forwarded_for.empty() && !is_in(peer_, site_.proxies))
        complain(fmt::format(
            "not believed: X-Forwarded-For from {}; if that is your proxy, name it in --trusted-proxies",
            peer_.to_string()));
    return client_of(peer_, forwarded_for, site_.proxies);
}

std::optional<Response> Connection::upgrade_refusal() const {
    if (!beast::websocket::is_upgrade(request_) || request_[http::field::sec_websocket_version] != "13" ||
        request_[http::field::sec_websocket_key].empty())
        return upgrade_required();
    if (!input_.empty())
        return error(
            http::status::bad_request,
            R"({"error":{"code":"bad_request","text":"Wait for the answer before you send frames."}})");
    if (!site_.sessions.has_room()) {
        site_.metrics.limited(Limit::most_sockets);
        return no_room();
    }
    if (const auto wait = site_.sessions.wait_of(client_network(client())); wait.count() > 0) {
        site_.metrics.limited(Limit::openings_of_address);
        return too_fast(wait);
    }
    return std::nullopt;
}

/// For those who look after the server. A proxy that we do not know hides who asks, so its clients do not.
Response Connection::metrics() {
    const auto says_of_a_proxy = [this](beast::string_view header) { return request_.count(header) > 0; };
    const bool hidden =
        !is_in(peer_, site_.proxies) &&
        std::ranges::any_of(std::array{"X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"}, says_of_a_proxy);
    switch (site_.readers) {
        case Site::Readers::nobody: return not_found();
        case Site::Readers::private_addresses:
            if (hidden || !is_private(client())) return not_found();
            break;
        case Site::Readers::everybody: break;
    }
    made_ = site_.metrics.text();
    return make_response(http::status::ok, "text/plain; version=0.0.4; charset=utf-8", made_);
}

/// The rest of the connection waits: one that asks for much at once gets it one by one.
Task<Response> Connection::ask_api() {
    request_deadline_.stop();
    const std::string_view target = view(request_.target());
    const std::size_t start = target.find(api_path) + api_path.size();
    answer_ = co_await net::async_initiate<const net::use_awaitable_t<Strand>,
                                           void(std::shared_ptr<const ApiAnswer>)>(
        [this](auto handler, std::string wanted) {
            const auto executor = net::get_associated_executor(handler, socket_.get_executor());
            const auto kept = std::make_shared<decltype(handler)>(std::move(handler));
            site_.api.ask(
                wanted, client_network(client()), [kept, executor](std::shared_ptr<const ApiAnswer> answer) {
                    net::post(executor,
                              [kept, answer = std::move(answer)]() mutable { (*kept)(std::move(answer)); });
                });
        },
        net::use_awaitable_t<Strand>(), std::string(target.substr(start)));
    Response response = file_response(answer_->body, request_);
    if (answer_->status != 200) response.result(answer_->status);
    if (answer_->status == 503) response.set(http::field::retry_after, "1");
    co_return response;
}

Response Connection::respond() {
    const std::string_view path = this->path();
    if (path == "/metrics") return metrics();
    if (site_.base.size() > 1 && path == std::string_view(site_.base).substr(0, site_.base.size() - 1))
        return moved_to(site_.base);
    if (path == "/healthz") return make_response(http::status::ok, plain_text, "ok\n");
    if (path == "/readyz")
        return site_.open ? make_response(http::status::ok, plain_text, "ready\n")
                          : make_response(http::status::service_unavailable, plain_text, "not ready\n");
    if (is_page(path)) return file_response(site_.files.page(), request_);
    const StaticFile* file = site_.files.find(path);
    if (file == nullptr) return not_found();
    Response response = file_response(*file, request_);
    // It lies below v/HASH/ as all files do, and serves all pages.
    if (path.ends_with("/worker.js")) response.set("Service-Worker-Allowed", site_.base);
    return response;
}

Task<bool> Connection::write(Response response, bool last) {
    const bool bare = request_.method() == http::verb::head;
    site_.metrics.http(static_cast<int>(response.result_int()));
    response.version(request_.version());
    response.keep_alive(!last);
    response.set(http::field::date, fmt::format("{:%a, %d %b %Y %T GMT}", fmt::gmtime(std::time(nullptr))));
    if (response.result() != http::status::not_modified) response.prepare_payload();
    http::response_serializer<http::span_body<const char>> serializer(response);
    serializer.split(bare);
    request_deadline_.stop();
    while (!(bare ? serializer.is_header_done() : serializer.is_done())) {
        write_deadline_.start();
        auto [failed, size] = co_await http::async_write_some(socket_, serializer, as_values);
        if (failed) co_return false;
    }
    write_deadline_.stop();
    co_return true;
}

/// Closes so that the last answer arrives: a peer that is still sending would otherwise lose it.
Task<> Connection::see_off() {
    error_code ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
    request_deadline_.start();
    std::array<char, 1024> piece;
    for (std::size_t discarded = 0; discarded < most_discarded_bytes;) {
        auto [failed, size] = co_await socket_.async_read_some(net::buffer(piece), as_values);
        if (failed) break;
        discarded += size;
    }
    cut();
}

Acceptor listen(net::io_context& io, const std::string& host, std::uint16_t port) {
    net::ip::tcp::resolver resolver(io);
    const net::ip::tcp::endpoint at =
        *resolver.resolve(host, std::to_string(port), net::ip::tcp::resolver::passive).begin();
    Acceptor acceptor(net::make_strand(io), at.protocol());
    acceptor.set_option(net::socket_base::reuse_address(true));
    if (at.address().is_v6()) acceptor.set_option(net::ip::v6_only(false));
    acceptor.bind(at);
    acceptor.listen();
    return acceptor;
}

}  // namespace

Listener::Listener(net::io_context& io, const std::string& host, std::uint16_t port, const Site& site)
    : io_(io),
      site_(site),
      acceptor_(listen(io, host, port)),
      pause_(acceptor_.get_executor()),
      port_(acceptor_.local_endpoint().port()) {}

void Listener::start() {
    net::co_spawn(
        acceptor_.get_executor(), [self = shared_from_this()] { return self->accept(); },
        [](const std::exception_ptr& bug) { log_bug("the listener", bug); });
}

void Listener::stop() {
    net::post(acceptor_.get_executor(), [self = shared_from_this()] {
        error_code ignored;
        self->acceptor_.close(ignored);
        self->pause_.cancel();
    });
}

/// A proxy brings everybody, so only the number of all connections bounds its own.
void Listener::welcome(Socket socket) {
    error_code gone;
    const IpAddress peer = socket.remote_endpoint(gone).address();
    if (gone) return;
    const bool proxy = is_in(peer, site_.proxies);
    auto place = site_.connections.take(client_network(peer), proxy ? std::numeric_limits<std::size_t>::max()
                                                                    : site_.limits.connections_of_address);
    if (place)
        std::make_shared<Connection>(std::move(socket), site_, peer, *std::move(place))->start();
    else
        site_.metrics.limited(Limit::connections);
}

/// Out of file descriptors or memory, accepting again at once would fail at once: it pauses, and goes on when
/// somebody has left.
Task<> Listener::accept() {
    error_code before;
    while (acceptor_.is_open()) {
        auto [failed, socket] = co_await acceptor_.async_accept(net::make_strand(io_), as_values);
        if (!acceptor_.is_open()) co_return;
        if (!failed) {
            welcome(std::move(socket));
        } else {
            if (failed != before) spdlog::warn("cannot accept connections: {}", failed.message());
            pause_.expires_after(accept_pause);
            co_await pause_.async_wait(as_values);
        }
        before = failed;
    }
}

}  // namespace cubilete::server
