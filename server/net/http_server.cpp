// The bytes of HTTP. What is answered is decided in server/site/website.cpp. Only this file,
// ws_session.cpp, https_client.cpp and spar/websocket_peer.cpp include Beast, because it takes long to compile.
#include "server/net/http_server.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>
#include <optional>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/beast/core/span.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <spdlog/fmt/chrono.h>

#include "server/core/deadline.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/net/sessions.hpp"

namespace cubilete::server {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

// Of the first line, and of all headers. Browsers send the cookies of each program at the same host, whatever its port;
// Node reads as much. A connection holds it for `request_deadline` at most.
constexpr std::uint32_t most_head_bytes = 16 * 1024;
// Of a refused body, so that its sender can read the answer.
constexpr std::size_t most_discarded_bytes = 64 * 1024;
constexpr std::chrono::milliseconds accept_pause{100};
/// So that the next request after a 429 does not cost as much as an answer to it.
constexpr std::chrono::milliseconds pause_after_429{250};

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

HttpRequest value_of(const http::request<http::empty_body>& read, const IpAddress& peer,
                     bool has_early_data) {
    HttpRequest request{.version = read.version(),
                        .method = std::string(view(read.method_string())),
                        .target = std::string(view(read.target())),
                        .headers = {},
                        .peer = peer,
                        .wants_upgrade = beast::websocket::is_upgrade(read),
                        .has_early_data = has_early_data};
    for (const auto& header : read) request.headers.emplace_back(header.name_string(), header.value());
    return request;
}

/// One HTTP connection until it ends or becomes a WebSocket.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
  public:
    HttpConnection(Socket socket, const HttpServer::Dependencies& parts, const IpAddress& peer,
                   ConnectionLimit::Slot counted)
        : socket_(std::move(socket)),
          parts_(parts),
          peer_(peer),
          counted_(std::move(counted)),
          request_deadline_(*this, socket_.get_executor(), parts.limits.request_deadline,
                            &HttpConnection::cut),
          write_deadline_(*this, socket_.get_executor(), parts.limits.write_deadline, &HttpConnection::cut) {}

    void start();

  private:
    Task<> run();
    Task<std::optional<error_code>> read_head();
    Task<HttpResponse> write_deferred(DeferredResponse later);
    Task<bool> write(HttpResponse answer, bool last);
    Task<> close();
    void cut();

    Socket socket_;
    HttpServer::Dependencies parts_;
    IpAddress peer_;
    ConnectionLimit::Slot counted_;
    Deadline<HttpConnection> request_deadline_;
    Deadline<HttpConnection> write_deadline_;
    std::string input_;  ///< read, not parsed yet
    std::string head_;   ///< head of the present request, as received
    HttpRequest request_;
    bool keep_alive_ = false;  ///< the client will send another request
};

void HttpConnection::start() {
    request_deadline_.start();
    net::co_spawn(
        socket_.get_executor(), [self = shared_from_this()] { return self->run(); },
        [](const std::exception_ptr& bug) { log_bug("an HTTP connection", bug); });
}

void HttpConnection::cut() {
    error_code ignored;
    socket_.close(ignored);
}

Task<> HttpConnection::run() {
    error_code ignored;
    socket_.set_option(net::ip::tcp::no_delay(true), ignored);
    for (;;) {
        request_deadline_.start();
        const std::optional<error_code> wrong = co_await read_head();
        if (!wrong) co_return;
        RequestOutcome reply = *wrong ? malformed_request(*wrong == http::error::header_limit)
                                      : handle_request(request_, parts_.site);
        if (const auto* socket = std::get_if<WebSocketUpgrade>(&reply)) {
            request_deadline_.stop();
            parts_.sessions.open(std::move(socket_), std::move(head_), *socket, std::move(counted_));
            co_return;
        }
        HttpResponse answer;
        if (auto* later = std::get_if<DeferredResponse>(&reply))
            answer = co_await write_deferred(std::move(*later));
        else
            answer = std::get<HttpResponse>(std::move(reply));
        const bool last = answer.closes_connection || !keep_alive_;
        const bool too_many = answer.status == 429;
        if (!co_await write(std::move(answer), last)) co_return;
        if (last) break;
        if (!too_many) continue;
        SteadyTimer pause(socket_.get_executor(), pause_after_429);
        co_await pause.async_wait(as_values);
    }
    co_await close();
}

/// Reads the head of the next request. Returns the parse error, which is success for a valid head; nothing if
/// the connection has ended.
Task<std::optional<error_code>> HttpConnection::read_head() {
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
    // A header that goes on in the next line is read in as many ways as there are proxies (RFC 9112, 5.2).
    if (head_.find("\n ") != std::string::npos || head_.find("\n\t") != std::string::npos)
        co_return http::error::bad_obs_fold;
    request_ = value_of(parser.get(), peer_, !input_.empty());
    keep_alive_ = parser.get().keep_alive();
    co_return error_code{};
}

/// Waits for an answer that may come on any thread. The connection reads nothing meanwhile, so a client that
/// sends many requests gets the answers one by one.
Task<HttpResponse> HttpConnection::write_deferred(DeferredResponse later) {
    request_deadline_.stop();
    using Make = std::function<HttpResponse()>;
    // GCC 12 destroys a temporary in a co_await expression twice, so the function object has a name.
    const auto initiate = [this](auto handler, const DeferredResponse& start) {
        const auto executor = net::get_associated_executor(handler, socket_.get_executor());
        const auto shared = std::make_shared<decltype(handler)>(std::move(handler));
        start([shared, executor](Make made) {
            net::post(executor, [shared, made = std::move(made)]() mutable { (*shared)(std::move(made)); });
        });
    };
    const Make make = co_await net::async_initiate<const net::use_awaitable_t<Executor>, void(Make)>(
        initiate, net::use_awaitable_t<Executor>(), std::move(later));
    co_return make();
}

Task<bool> HttpConnection::write(HttpResponse answer, bool last) {
    const bool bare = request_.method == "HEAD";
    parts_.metrics.count_response(static_cast<int>(answer.status));
    http::response<http::span_body<const char>> response(static_cast<http::status>(answer.status),
                                                         request_.version);
    for (const auto& [name, value] : answer.headers) response.set(name, value);
    response.body() = {answer.body.data(), answer.body.size()};
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

/// Closes in an orderly way: if the socket were closed at once, a peer that is still sending would lose the
/// last response.
Task<> HttpConnection::close() {
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

}  // namespace

HttpServer::HttpServer(const Executor& executor, std::vector<Acceptor> bound, const Dependencies& parts)
    : parts_(parts), executor_(executor), acceptors_(std::move(bound)) {
    for (const Acceptor& each : acceptors_) endpoints_.push_back(each.local_endpoint());
}

void HttpServer::start() {
    for (Acceptor& each : acceptors_) each.listen();
    for (Acceptor& each : acceptors_)
        net::co_spawn(
            executor_, [self = shared_from_this(), &each] { return self->accept(each); },
            [](const std::exception_ptr& bug) { log_bug("the HTTP server", bug); });
}

void HttpServer::stop() {
    net::post(executor_, [self = shared_from_this()] {
        for (Acceptor& each : self->acceptors_) {
            self->accept_pending(each);
            error_code ignored;
            each.close(ignored);
        }
    });
}

/// Starts a connection if the limits allow it. Connections of a trusted proxy carry many clients, so only the
/// total limits them.
void HttpServer::admit(Socket socket) {
    error_code gone;
    const IpAddress peer = socket.remote_endpoint(gone).address();
    if (gone) return;
    const bool proxy = is_in_any(peer, parts_.site.proxies);
    auto slot =
        parts_.connections.acquire(client_network(peer), proxy ? std::numeric_limits<std::size_t>::max()
                                                               : parts_.limits.connections_of_address);
    if (slot)
        std::make_shared<HttpConnection>(std::move(socket), parts_, peer, *std::move(slot))->start();
    else
        parts_.metrics.count_limit(Limit::connections, client_network(peer));
}

/// The connections that the system has already accepted: when the port closes, it would reset them, and what they asked
/// for would be lost.
void HttpServer::accept_pending(Acceptor& from) {
    error_code failed;
    from.non_blocking(true, failed);
    while (!failed)
        if (Socket socket = from.accept(failed); !failed) admit(std::move(socket));
}

/// If file descriptors or memory are exhausted, accepting again would fail at once, so it waits a little
/// first.
Task<> HttpServer::accept(Acceptor& from) {
    error_code before;
    SteadyTimer pause(executor_);
    while (from.is_open()) {
        auto [failed, socket] = co_await from.async_accept(as_values);
        if (!failed) {
            admit(std::move(socket));
        } else if (from.is_open()) {
            if (failed != before) spdlog::warn("cannot accept connections: {}", failed.message());
            pause.expires_after(accept_pause);
            co_await pause.async_wait(as_values);
        }
        before = failed;
    }
}

}  // namespace cubilete::server
