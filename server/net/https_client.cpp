#include "server/net/https_client.hpp"

#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include "server/core/net.hpp"
#include "server/core/version.hpp"

namespace cubilete::server {
namespace {

namespace http = boost::beast::http;
namespace ssl = net::ssl;
using boost::system::error_code;
using Resolver = net::ip::basic_resolver<net::ip::tcp, Executor>;

std::string in_mebibytes(std::size_t bytes) {
    return bytes < (std::size_t{1} << 20) ? std::to_string(bytes) + " bytes"
                                          : std::to_string(bytes >> 20) + " MiB";
}

/// One request with its answer.
class Exchange {
  public:
    /// `most_bytes`: what is left of the limit for this answer.
    Exchange(const Url& url, ssl::context* tls, const DownloadLimits& limits, std::size_t most_bytes)
        : url_(url), tls_(tls), limits_(limits) {
        parser_.body_limit(most_bytes);
    }

    /// Runs until there is an answer or an error, or until `end`.
    void run(std::chrono::steady_clock::time_point end) {
        net::io_context io;  // the coroutine is destroyed with it, so this object must outlive it
        std::exception_ptr bug;
        bool over = false;
        net::co_spawn(io, run_exchange(), [&](const std::exception_ptr& thrown) {
            bug = thrown;
            over = true;
        });
        io.run_until(end);
        if (bug) std::rethrow_exception(bug);
        if (!over)
            throw DownloadError(url_.text() + ": no complete answer in " +
                                std::to_string(limits_.time.count() / 1'000) + " seconds");
    }

    http::response<http::string_body>& answer() { return parser_.get(); }

  private:
    Task<> run_exchange();
    Task<> exchange(auto& stream);
    void check(const error_code& failed, const char* what) const {
        if (failed == http::error::body_limit)
            throw DownloadError(url_.text() + ": the answers have more than " + in_mebibytes(limits_.bytes));
        if (failed) throw DownloadError(url_.text() + ": " + what + ": " + failed.message());
    }

    const Url& url_;
    ssl::context* tls_;
    const DownloadLimits& limits_;
    http::response_parser<http::string_body> parser_;
};

Task<> Exchange::run_exchange() {
    const Executor executor = co_await net::this_coro::executor;
    Resolver resolver(executor);
    auto [unknown, found] =
        co_await resolver.async_resolve(url_.host(), std::to_string(url_.origin.port), as_values);
    check(unknown, "the host was not found");
    Socket socket(executor);
    auto [unreachable, endpoint] = co_await net::async_connect(socket, found, as_values);
    check(unreachable, "no connection");
    if (!url_.tls()) {
        co_await exchange(socket);
        co_return;
    }
    ssl::stream<Socket> stream(std::move(socket), *tls_);
    std::string host = url_.host();
    error_code no_address;
    net::ip::make_address(host, no_address);
    // A server with several names needs to know which one is meant; an address is no name. The macro of
    // OpenSSL for this call has a cast that the compiler warns of.
    if (no_address)
        SSL_ctrl(stream.native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                 host.data());
    stream.set_verify_callback(ssl::host_name_verification(host));
    auto [refused] = co_await stream.async_handshake(ssl::stream_base::client, as_values);
    check(refused, "no secure connection");
    co_await exchange(stream);
}

Task<> Exchange::exchange(auto& stream) {
    http::request<http::empty_body> request(http::verb::get, url_.target, 11);
    request.set(http::field::host, url_.authority());
    request.set(http::field::user_agent, "cubilete/" + std::string(program_version));
    request.set(http::field::accept, "application/json");
    request.set(http::field::connection, "close");
    auto [unsent, written] = co_await http::async_write(stream, request, as_values);
    check(unsent, "the request was not sent");
    boost::beast::flat_buffer buffer;
    auto [broken, read] = co_await http::async_read(stream, buffer, parser_, as_values);
    check(broken, "no complete answer");
}

bool is_redirect(http::status status) {
    return status == http::status::moved_permanently || status == http::status::found ||
           status == http::status::see_other || status == http::status::temporary_redirect ||
           status == http::status::permanent_redirect;
}

}  // namespace

struct HttpsClient::Tls {
    ssl::context context{ssl::context::tls_client};

    Tls() {
        context.set_options(ssl::context::default_workarounds | ssl::context::no_tlsv1 |
                            ssl::context::no_tlsv1_1);
        context.set_default_verify_paths();
        context.set_verify_mode(ssl::verify_peer);
    }
};

HttpsClient::HttpsClient(const DownloadLimits& limits)
    : limits_(limits), bytes_left_(limits.bytes), deadline_(std::chrono::steady_clock::now() + limits.time) {}

HttpsClient::~HttpsClient() = default;

std::string HttpsClient::get(const Url& wanted) {
    Url url = wanted;
    for (int redirects = 0;; ++redirects) {
        if (url.tls() && !tls_) tls_ = std::make_unique<Tls>();
        Exchange exchange(url, tls_ ? &tls_->context : nullptr, limits_, bytes_left_);
        exchange.run(deadline_);
        auto& answer = exchange.answer();
        if (answer.result() == http::status::ok) {
            bytes_left_ -= answer.body().size();
            return std::move(answer.body());
        }
        if (!is_redirect(answer.result()))
            throw DownloadError(url.text() + ": the server answers " + std::to_string(answer.result_int()) +
                                ' ' + std::string(answer.reason()));
        const auto next = parse_location(url, answer[http::field::location]);
        if (!next)
            throw DownloadError(url.text() + ": the server redirects to an address that cannot be read");
        if (!same_site(url, *next))
            throw DownloadError(url.text() + ": the server redirects to another host: " + next->text());
        if (redirects == limits_.redirects)
            throw DownloadError(wanted.text() + ": the server redirects more than " +
                                std::to_string(limits_.redirects) + " times");
        url = *next;
    }
}

}  // namespace cubilete::server
