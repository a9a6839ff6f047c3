// The bytes of HTTP: Beast is included here, in session.cpp and in spar/wire.cpp only, since it takes half a minute to
// compile. What is answered is decided in server/site/.
#include "server/net/http.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>
#include <mutex>
#include <optional>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/v6_only.hpp>
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
#include "server/core/token_bucket.hpp"
#include "server/net/session.hpp"
#include "server/site/api.hpp"
#include "server/site/http_answer.hpp"

namespace cubilete::server {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using Request = http::request<http::empty_body>;

constexpr std::uint32_t most_head_bytes = 8 * 1024;
// Of a refused body, so that its sender can read the answer.
constexpr std::size_t most_discarded_bytes = 64 * 1024;
constexpr std::chrono::milliseconds accept_pause{100};

constexpr std::string_view api_path = "/api/v1/";

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

RequestHead head_of(const Request& request) {
    const auto length = request.find(http::field::content_length);
    return {.version = request.version(),
            .only_reads = request.method() == http::verb::get || request.method() == http::verb::head,
            .has_body = request.count(http::field::transfer_encoding) > 0 ||
                        (length != request.end() && length->value() != "0"),
            .hosts = request.count(http::field::host)};
}

/// Rate-limits warnings that clients can cause.
void complain(const std::string& text) {
    static std::mutex mutex;
    static TokenBucket bucket(Rate{100, std::chrono::minutes(1)});
    const std::lock_guard lock(mutex);
    if (bucket.take(std::chrono::steady_clock::now())) spdlog::warn("{}", text);
}

/// One HTTP connection, on its strand, until it ends or becomes a WebSocket.
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
    Task<bool> write(HttpAnswer answer, bool last);
    Task<> see_off();
    void hand_over();

    /// Starts work on another thread. It must call the function that it is given exactly once.
    template <class Answer>
    using Ask = std::function<void(std::function<void(Answer)>)>;
    template <class Answer>
    Task<Answer> answered(Ask<Answer> ask);
    Task<HttpAnswer> ask_api();
    Task<HttpAnswer> page();
    bool a_person_reads() const;
    HttpAnswer page_of(HttpAnswer refused);
    std::string origin() const;
    std::optional<HttpAnswer> respond();
    HttpAnswer metrics();
    HttpAnswer file(const StaticFile& file) const;
    std::optional<HttpAnswer> foreign() const;
    std::optional<HttpAnswer> asked_too_often() const;
    IpAddress client() const;
    std::optional<HttpAnswer> upgrade_refusal() const;
    std::string_view path() const;
    bool may_connect() const;
    void cut();

    Socket socket_;
    const Site& site_;
    IpAddress peer_;
    ConnectionLimit::Slot counted_;
    Deadline<Connection> request_deadline_;
    Deadline<Connection> write_deadline_;
    std::string input_;  ///< read, not parsed yet
    std::string head_;   ///< head of the present request, as received
    Request request_;
    std::string made_;                         ///< body that was made for the present request
    std::shared_ptr<const ApiAnswer> answer_;  ///< keeps the body of an API answer alive while it is written
    Pages::Page page_;                         ///< keeps a page alive while it is written
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
        std::optional<HttpAnswer> response =
            *wrong ? unreadable(*wrong == http::error::header_limit) : refusal(head_of(request_));
        const bool last = response || !request_.keep_alive();
        if (!response) {
            response = foreign();
            if (!response) response = asked_too_often();
            if (response && a_person_reads()) response = page_of(*std::move(response));
        }
        if (!response && path() == "/ws") {
            response = upgrade_refusal();
            if (!response) co_return hand_over();
        }
        if (!response && path().starts_with(api_path)) response = co_await ask_api();
        if (!response) response = respond();
        if (!response) response = co_await page();
        if (!co_await write(*std::move(response), last)) co_return;
        if (last) break;
    }
    co_await see_off();
}

void Connection::hand_over() {
    request_deadline_.stop();
    site_.sessions.open(std::move(socket_), std::move(head_), client_network(client()), std::move(counted_));
}

/// Reads the head of the next request. Returns the parse error, which is success for a valid head; nothing if
/// the connection has ended.
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

/// The path of the request, without the query and below `base`.
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

/// Refuses a request with a foreign Host (DNS rebinding) or from a page of another site. The probes are
/// exempt, because they disclose nothing.
std::optional<HttpAnswer> Connection::foreign() const {
    if (path() == "/healthz" || path() == "/readyz") return std::nullopt;
    const auto host = request_.find(http::field::host);
    if (host != request_.end() && !answers_to(view(host->value()), site_.hosts)) {
        complain(fmt::format("refused a request for {}; if that is this server, name it in --hosts",
                             view(host->value())));
        return unknown_host();
    }
    if (!may_connect()) return foreign_origin();
    return std::nullopt;
}

/// The probes are not limited; WebSocket openings have a limit of their own.
std::optional<HttpAnswer> Connection::asked_too_often() const {
    if (path() == "/ws" || path() == "/healthz" || path() == "/readyz") return std::nullopt;
    const auto wait = site_.requests.wait_of(client_network(client()));
    if (wait.count() == 0) return std::nullopt;
    site_.metrics.limited(Limit::http_of_address);
    return rate_limited(wait);
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

std::optional<HttpAnswer> Connection::upgrade_refusal() const {
    if (!beast::websocket::is_upgrade(request_) || request_[http::field::sec_websocket_version] != "13" ||
        request_[http::field::sec_websocket_key].empty())
        return upgrade_required();
    if (!input_.empty()) return frames_too_early();
    if (!site_.sessions.has_room()) {
        site_.metrics.limited(Limit::most_sockets);
        return server_full();
    }
    if (const auto wait = site_.sessions.wait_of(client_network(client())); wait.count() > 0) {
        site_.metrics.limited(Limit::openings_of_address);
        return rate_limited(wait);
    }
    return std::nullopt;
}

/// Answers /metrics. A request that came through an unknown proxy counts as not private, because the proxy
/// hides the address of the client.
HttpAnswer Connection::metrics() {
    const auto says_of_a_proxy = [this](beast::string_view header) { return request_.count(header) > 0; };
    // A trusted proxy names the client by X-Forwarded-For alone; if that is missing, another proxy header
    // means that the client is hidden.
    const bool told = is_in(peer_, site_.proxies) && request_.count("X-Forwarded-For") > 0;
    const bool hidden =
        !told &&
        std::ranges::any_of(std::array{"X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"}, says_of_a_proxy);
    switch (site_.readers) {
        case Site::Readers::nobody: return not_found();
        case Site::Readers::private_addresses:
            if (hidden || !is_private(client())) return not_found();
            break;
        case Site::Readers::everybody: break;
    }
    made_ = site_.metrics.text();
    return answer_of(200, "text/plain; version=0.0.4; charset=utf-8", made_);
}

/// Waits for the answer of `ask`, which may come on any thread. The connection reads nothing meanwhile, so a
/// client that sends many requests gets the answers one by one.
template <class Answer>
Task<Answer> Connection::answered(Ask<Answer> ask) {
    request_deadline_.stop();
    return net::async_initiate<const net::use_awaitable_t<Strand>, void(Answer)>(
        [this](auto handler, const Ask<Answer>& wanted) {
            const auto executor = net::get_associated_executor(handler, socket_.get_executor());
            const auto kept = std::make_shared<decltype(handler)>(std::move(handler));
            wanted([kept, executor](Answer answer) {
                net::post(executor,
                          [kept, answer = std::move(answer)]() mutable { (*kept)(std::move(answer)); });
            });
        },
        net::use_awaitable_t<Strand>(), std::move(ask));
}

Task<HttpAnswer> Connection::ask_api() {
    const std::string_view target = view(request_.target());
    const std::size_t start = target.find(api_path) + api_path.size();
    // GCC 12 destroys a temporary in a co_await expression twice, so the function object has a name.
    Ask<std::shared_ptr<const ApiAnswer>> ask = [this, wanted = std::string(target.substr(start)),
                                                 reader = client_network(client())](Api::Done done) {
        site_.api.ask(wanted, reader, std::move(done));
    };
    answer_ = co_await answered(std::move(ask));
    HttpAnswer response = file(answer_->body);
    if (answer_->status != 200) response.status = answer_->status;
    if (answer_->retry_after_s > 0) response.set("Retry-After", std::to_string(answer_->retry_after_s));
    co_return response;
}

/// The origin under which the client reaches the site, for absolute links.
std::string Connection::origin() const {
    if (!site_.origin.empty()) return site_.origin;
    const bool secure = is_in(peer_, site_.proxies) && request_["X-Forwarded-Proto"] == "https";
    return fmt::format("{}://{}", secure ? "https" : "http", view(request_[http::field::host]));
}

/// Any other path gets a page, also one that does not exist.
Task<HttpAnswer> Connection::page() {
    const std::string origin = this->origin();
    const Pages::Reader reader{view(request_[http::field::accept_language]), origin};
    const PagePath path = page_path(this->path());
    switch (path.kind) {
        case PagePath::Kind::room:
            page_ = site_.pages.room(
                path.id,
                site_.invitations.find(path.id, client_network(client()), std::chrono::steady_clock::now()),
                reader);
            break;
        case PagePath::Kind::match:
        case PagePath::Kind::player: {
            // empty: the archive is busy, and the page is sent without a preview
            using Found = std::optional<std::optional<Preview>>;
            Ask<Found> ask = [this, path](std::function<void(Found)> done) {
                site_.api.preview(path, client_network(client()), done, [done] { done(std::nullopt); });
            };
            const Found found = co_await answered(std::move(ask));
            page_ = found ? site_.pages.look_back(path, *found, reader)
                          : site_.pages.other({PagePath::Kind::start, {}}, reader);
            break;
        }
        case PagePath::Kind::start:
        case PagePath::Kind::boards:
        case PagePath::Kind::rules:
        case PagePath::Kind::new_table:
        case PagePath::Kind::nowhere: page_ = site_.pages.other(path, reader); break;
    }
    HttpAnswer response = file(page_.file);
    if (page_.status != 200) response.status = page_.status;
    co_return response;
}

HttpAnswer Connection::file(const StaticFile& file) const {
    return file_answer(file, view(request_[http::field::accept_encoding]),
                       view(request_[http::field::if_none_match]));
}

/// Whether a browser will show the response to a person.
bool Connection::a_person_reads() const {
    return !is_for_programs(path()) &&
           view(request_[http::field::accept]).find("text/html") != std::string_view::npos;
}

/// The same refusal as a page for people.
HttpAnswer Connection::page_of(HttpAnswer refused) {
    page_ = site_.pages.refusal(refused.status, {view(request_[http::field::accept_language]), {}});
    refused.set("Content-Type", page_.file.content_type);
    refused.set("Vary", "Accept, Accept-Language");
    refused.body = page_.file.plain.bytes;
    return refused;
}

/// Answers everything that is not a page; returns nothing for a page.
std::optional<HttpAnswer> Connection::respond() {
    const std::string_view path = this->path();
    if (path == "/metrics") return metrics();
    if (site_.base.size() > 1 && path == std::string_view(site_.base).substr(0, site_.base.size() - 1))
        return moved_to(site_.base);
    if (path == "/healthz") return plain_answer(200, "ok\n");
    if (path == "/readyz")
        return site_.open ? plain_answer(200, "ready\n") : plain_answer(503, "not ready\n");
    if (path == "/robots.txt") return plain_answer(200, robots());
    if (const auto better = corrected_path(path)) return moved_to(site_.base + better->substr(1));
    const StaticFile* file = site_.files.find(path);
    if (file == nullptr && is_for_programs(path)) return not_found();
    if (file == nullptr) return std::nullopt;
    HttpAnswer response = this->file(*file);
    // The worker is served below v/HASH/ like every file, but controls all pages.
    if (path.ends_with("/worker.js")) response.set("Service-Worker-Allowed", site_.base);
    return response;
}

Task<bool> Connection::write(HttpAnswer answer, bool last) {
    const bool bare = request_.method() == http::verb::head;
    site_.metrics.http(static_cast<int>(answer.status));
    http::response<http::span_body<const char>> response(static_cast<http::status>(answer.status),
                                                         request_.version());
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

/// Connections of a trusted proxy carry many clients, so only the total limits them.
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

/// If file descriptors or memory are exhausted, accepting again would fail at once, so it waits a little
/// first.
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
