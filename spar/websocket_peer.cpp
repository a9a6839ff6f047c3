#include "spar/websocket_peer.hpp"

#include <deque>
#include <optional>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "server/core/deadline.hpp"
#include "server/core/log.hpp"

namespace cubilete::server::spar {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;

constexpr int abnormal_closure = 1006;
constexpr std::string_view not_here =
    "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
constexpr std::string_view full =
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

template <class Run>
void spawn(const Executor& executor, Run run) {
    net::co_spawn(executor, std::move(run),
                  [](const std::exception_ptr& bug) { log_bug("the bot tester", bug); });
}

class BeastWebSocketPeer final : public WebSocketPeer,
                                 public std::enable_shared_from_this<BeastWebSocketPeer> {
  public:
    explicit BeastWebSocketPeer(Socket socket)
        : executor_(socket.get_executor()), stream_(std::move(socket)), wake_(executor_) {
        error_code ignored;
        stream_.next_layer().set_option(net::ip::tcp::no_delay(true), ignored);
        stream_.read_message_max(0);
        stream_.text(true);
    }

    Task<> accept(std::function<Admission()> admit, std::function<void(WebSocketPeerPtr)> opened) {
        beast::flat_buffer buffer;
        http::request<http::empty_body> request;
        auto [failed, size] = co_await http::async_read(stream_.next_layer(), buffer, request, as_values);
        if (failed) co_return;
        const auto path = request.target().substr(0, request.target().find('?'));
        if (path != "/ws" || !websocket::is_upgrade(request)) {
            co_await say(not_here);
            co_return;
        }
        const Admission admission = admit();
        if (admission == Admission::full) co_await say(full);
        if (admission != Admission::open) co_return;
        auto [refused] = co_await stream_.async_accept(request, as_values);
        if (!refused) opened(shared_from_this());
    }
    Task<> connect(std::uint16_t port, std::function<void(WebSocketPeerPtr)> opened) {
        const net::ip::tcp::endpoint server(net::ip::address_v4::loopback(), port);
        auto [failed] = co_await stream_.next_layer().async_connect(server, as_values);
        if (!failed) {
            auto [refused] = co_await stream_.async_handshake("127.0.0.1", "/ws", as_values);
            failed = refused;
        }
        opened(failed ? nullptr : shared_from_this());
    }
    void listen(Events events) override {
        events_ = std::move(events);
        spawn(executor_, [self = shared_from_this()] { return self->read(); });
        spawn(executor_, [self = shared_from_this()] { return self->write(); });
    }
    void send(std::string text) override {
        queue_.push_back(std::move(text));
        wake_.notify();
    }
    void close(int code) override {
        events_ = {};
        closing_ = code;
        wake_.notify();
    }
    void cut() override {
        events_ = {};
        over_ = true;
        error_code ignored;
        stream_.next_layer().set_option(net::socket_base::linger(true, 0), ignored);
        stream_.next_layer().close(ignored);
        wake_.notify();
    }

  private:
    Task<> say(std::string_view answer) {
        co_await net::async_write(stream_.next_layer(), net::buffer(answer), as_values);
        error_code ignored;
        stream_.next_layer().shutdown(Socket::shutdown_send, ignored);
    }
    Task<> read() {
        for (;;) {
            beast::flat_buffer buffer;
            auto [failed, size] = co_await stream_.async_read(buffer, as_values);
            if (failed) {
                over_ = true;
                wake_.notify();
                const int code =
                    failed == websocket::error::closed ? stream_.reason().code : abnormal_closure;
                if (const auto ended = std::exchange(events_, {}).ended) ended(code);
                co_return;
            }
            // A copy, because the call may end the connection and clear the events.
            if (const auto text = events_.text)
                text(stream_.got_text() ? beast::buffers_to_string(buffer.data()) : "a binary frame");
        }
    }
    Task<> write() {
        while (!over_) {
            if (!queue_.empty()) {
                const std::string text = std::move(queue_.front());
                queue_.pop_front();
                auto [failed, size] = co_await stream_.async_write(net::buffer(text), as_values);
                if (failed) co_return;  // the reader gets the error as well
            } else if (closing_) {
                const auto code = static_cast<websocket::close_code>(*closing_);
                co_await stream_.async_close(websocket::close_reason(code), as_values);
                co_return;
            } else {
                co_await wake_.wait();
            }
        }
    }

    Executor executor_;
    websocket::stream<Socket, false> stream_;
    Signal wake_;
    Events events_;
    std::deque<std::string> queue_;
    std::optional<int> closing_;
    bool over_ = false;
};

}  // namespace

void accept_websocket(Socket socket, std::function<Admission()> admit,
                      std::function<void(WebSocketPeerPtr)> opened) {
    const Executor executor = socket.get_executor();
    const auto wire = std::make_shared<BeastWebSocketPeer>(std::move(socket));
    spawn(executor, [wire, admit = std::move(admit), opened = std::move(opened)] {
        return wire->accept(admit, opened);
    });
}

void connect_websocket(const Executor& executor, std::uint16_t port,
                       std::function<void(WebSocketPeerPtr)> opened) {
    const auto wire = std::make_shared<BeastWebSocketPeer>(Socket(executor));
    spawn(executor, [wire, port, opened = std::move(opened)] { return wire->connect(port, opened); });
}

}  // namespace cubilete::server::spar
