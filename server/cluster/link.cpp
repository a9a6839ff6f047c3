// The bytes between nodes, as WebSockets: Beast frames them, and notices when the other side is silent.
#include "server/cluster/link.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/basic_resolver.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "server/cluster/handshake.hpp"
#include "server/core/deadline.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server::mesh {

namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;

constexpr std::chrono::milliseconds handshake_deadline{2'000};
constexpr std::chrono::seconds most_silence{3};
constexpr std::size_t most_handshake_bytes = 256;

class WebSocketLink final : public Link, public std::enable_shared_from_this<WebSocketLink> {
  public:
    WebSocketLink(Socket socket, const LinkSetup& setup)
        : setup_(setup),
          stream_(std::move(socket)),
          executor_(stream_.get_executor()),
          handshake_deadline_(*this, executor_, handshake_deadline, &WebSocketLink::reset) {}

    void accept() {
        start([self = shared_from_this()] { return self->accept_handshake(); });
    }
    void dial(const NodeAddress& address, Epoch to) {
        peer_ = to;
        start([self = shared_from_this(), address] { return self->dial_handshake(address); });
    }

    void send(const Message& message) override;
    std::size_t queued_bytes() const override { return waiting_.size() + sending_.size(); }
    void reset() override;
    Epoch peer() const override { return peer_; }

  private:
    template <class Run>
    void start(Run run);
    void on_run_ended();
    void limit_silence();
    Task<> accept_handshake();
    Task<> dial_handshake(NodeAddress address);
    /// The one message of a step of the handshake; Unknown if it did not come.
    Task<Message> read_one();
    Task<bool> write_one(Message message);
    Task<> exchange_messages();
    void flush();
    void write();

    const LinkSetup& setup_;
    websocket::stream<Socket, false> stream_;
    Executor executor_;
    Epoch peer_ = 0;
    Deadline<WebSocketLink> handshake_deadline_;
    beast::flat_buffer read_;
    std::string waiting_;  ///< messages, not yet given to Beast
    std::string sending_;
    bool is_dialler_ = false;
    bool refused_ = false;
    bool is_up_ = false;
    bool is_over_ = false;
    bool flushes_ = false;
};

// ---- start and end

template <class Run>
void WebSocketLink::start(Run run) {
    handshake_deadline_.start();
    net::co_spawn(executor_, std::move(run), [self = shared_from_this()](const std::exception_ptr& bug) {
        log_bug("a link between nodes", bug);
        self->on_run_ended();
    });
}

void WebSocketLink::on_run_ended() {
    reset();
    handshake_deadline_.stop();
    if (is_up_)
        setup_.on_link_down(shared_from_this());
    else if (is_dialler_)
        setup_.on_dial_failure(peer_, refused_);
}

void WebSocketLink::reset() {
    is_over_ = true;
    error_code ignored;
    stream_.next_layer().close(ignored);
}

/// Beast pings after half of this silence, and ends the connection after the whole.
void WebSocketLink::limit_silence() {
    stream_.set_option(websocket::stream_base::timeout{handshake_deadline, most_silence, true});
    stream_.read_message_max(most_handshake_bytes);
    stream_.auto_fragment(false);
    stream_.binary(true);
    error_code ignored;
    stream_.next_layer().set_option(net::ip::tcp::no_delay(true), ignored);
}

// ---- the handshake

Task<> WebSocketLink::accept_handshake() {
    limit_silence();
    auto [failed] = co_await stream_.async_accept(as_values);
    if (failed) co_return;
    const Message first = co_await read_one();
    const auto* hello = std::get_if<Hello>(&first);
    if (!hello || hello->to != setup_.own || hello->version < least_version) co_return;
    const HandshakeTranscript both{*hello, std::min(version, hello->version), random_nonce()};
    if (!co_await write_one(Challenge{both.version, both.nonce, {}})) co_return;
    const Message second = co_await read_one();
    const auto* proof = std::get_if<Proof>(&second);
    if (!proof) co_return;
    if (!equal_in_constant_time(proof->mac, initiator_mac(setup_.key, both)))
        co_return setup_.on_unauthenticated(hello->from);
    peer_ = hello->from;
    if (!co_await write_one(Proof{acceptor_mac(setup_.key, both)})) co_return;
    co_await exchange_messages();
}

Task<> WebSocketLink::dial_handshake(NodeAddress address) {
    is_dialler_ = true;
    net::ip::basic_resolver<net::ip::tcp, Executor> resolver(executor_);
    auto [unknown, found] = co_await resolver.async_resolve(address.host, address.port, as_values);
    if (unknown || is_over_) co_return;
    auto [unreached, at] = co_await net::async_connect(stream_.next_layer(), found, as_values);
    refused_ = unreached == net::error::connection_refused;
    if (unreached || is_over_) co_return;
    limit_silence();
    auto [failed] = co_await stream_.async_handshake(address.host, "/", as_values);
    if (failed) co_return;
    const Hello hello{version, setup_.own, peer_, random_nonce()};
    if (!co_await write_one(hello)) co_return;
    const Message answer = co_await read_one();
    const auto* challenge = std::get_if<Challenge>(&answer);
    if (!challenge) co_return;
    if (challenge->version < least_version || challenge->version > version) co_return;
    const HandshakeTranscript both{hello, challenge->version, challenge->nonce};
    if (!co_await write_one(Proof{initiator_mac(setup_.key, both)})) co_return;
    const Message second = co_await read_one();
    const auto* proof = std::get_if<Proof>(&second);
    if (!proof) co_return;
    if (!equal_in_constant_time(proof->mac, acceptor_mac(setup_.key, both)))
        co_return setup_.on_unauthenticated(peer_);
    co_await exchange_messages();
}

Task<Message> WebSocketLink::read_one() {
    read_.clear();
    auto [failed, size] = co_await stream_.async_read(read_, as_values);
    if (failed || is_over_) co_return Unknown{};
    std::string_view bytes(static_cast<const char*>(read_.data().data()), size);
    auto message = take(bytes);
    if (!message || !bytes.empty()) co_return Unknown{};
    co_return *std::move(message);
}

Task<bool> WebSocketLink::write_one(Message message) {
    sending_.clear();
    append(sending_, message);
    auto [failed, size] = co_await stream_.async_write(net::buffer(sending_), as_values);
    sending_.clear();
    co_return !failed && !is_over_;
}

// ---- messages

Task<> WebSocketLink::exchange_messages() {
    handshake_deadline_.stop();
    stream_.read_message_max(2 * most_bytes);  // all that the other side had queued may come in one piece
    is_up_ = true;
    setup_.on_link_up(shared_from_this());
    while (!is_over_) {
        read_.clear();
        if (read_.capacity() > busy_bytes) read_.shrink_to_fit();
        auto [failed, size] = co_await stream_.async_read(read_, as_values);
        if (failed || is_over_) co_return;
        std::string_view bytes(static_cast<const char*>(read_.data().data()), size);
        while (!bytes.empty() && !is_over_) {
            auto message = take(bytes);
            if (!message) {
                spdlog::warn("node {} has sent bytes that are no message", peer_);
                co_return;
            }
            setup_.on_message(*this, *std::move(message));
        }
    }
}

void WebSocketLink::send(const Message& message) {
    if (is_over_ || !is_up_) return;
    append(waiting_, message);
    if (queued_bytes() > most_bytes) {
        spdlog::warn("the link to node {} is too slow and is reset", peer_);
        return reset();
    }
    if (!std::exchange(flushes_, true)) net::post(executor_, [self = shared_from_this()] { self->flush(); });
}

void WebSocketLink::flush() {
    flushes_ = false;
    if (sending_.empty()) write();
}

void WebSocketLink::write() {
    if (is_over_ || waiting_.empty()) return;
    sending_.swap(waiting_);
    stream_.async_write(net::buffer(sending_), [self = shared_from_this()](error_code failed, std::size_t) {
        self->sending_.clear();
        if (failed) return self->reset();
        self->write();
    });
}

}  // namespace

LinkPtr accept_link(Socket socket, const LinkSetup& setup) {
    const auto link = std::make_shared<WebSocketLink>(std::move(socket), setup);
    link->accept();
    return link;
}

void dial_link(const Executor& executor, const std::string& address, Epoch to, const LinkSetup& setup) {
    const auto parsed = parse_node_address(address);
    if (!parsed) return net::post(executor, [&setup, to] { setup.on_dial_failure(to, false); });
    std::make_shared<WebSocketLink>(Socket(executor), setup)->dial(*parsed, to);
}

std::optional<NodeAddress> parse_node_address(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0) return std::nullopt;
    NodeAddress address{text.substr(0, colon), text.substr(colon + 1)};
    if (address.host.front() == '[' && address.host.back() == ']')
        address.host = address.host.substr(1, address.host.size() - 2);
    else if (address.host.find(':') != std::string::npos)
        return std::nullopt;
    const bool is_number = !address.port.empty() && address.port.size() <= 5 &&
                           std::ranges::all_of(address.port, [](char c) { return '0' <= c && c <= '9'; });
    if (address.host.empty() || !is_number || std::stoi(address.port) > 65'535) return std::nullopt;
    return address;
}

}  // namespace cubilete::server::mesh
