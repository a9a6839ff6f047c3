// The bytes of WebSockets. In the program only this file, http_server.cpp, https_client.cpp, cluster/link.cpp and
// spar/websocket_peer.cpp include Beast, because it takes long to compile.
#include "server/net/ws_session.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "engine/require.hpp"
#include "protocol/codec.hpp"
#include "protocol/text.hpp"
#include "server/core/deadline.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/token_bucket.hpp"
#include "server/net/coalescing_socket.hpp"
#include "server/net/flusher.hpp"
#include "server/net/outbox.hpp"
#include "server/net/sessions.hpp"
#include "server/net/text_frame.hpp"
#include "server/net/threaded_sink.hpp"

namespace cubilete::server {

/// Beast finds this function by its argument at the end of a closing handshake.
template <class Handler>
static void async_teardown(boost::beast::role_type role, CoalescingSocket& socket, Handler&& handler) {
    boost::beast::websocket::async_teardown(role, static_cast<Socket&>(socket),
                                            std::forward<Handler>(handler));
}

namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;

constexpr std::string_view subprotocol = "cubilete.v1";
constexpr std::size_t most_reason_bytes = 123;  // RFC 6455 5.5
/// A message that is too big is refused; past this many times Limits::message.bytes it closes the connection (1009).
constexpr std::size_t hard_limit_factor = 64;
/// Bytes; as large as one packet on the loopback, many packets elsewhere.
constexpr std::size_t enough_for_a_write = 16 * 1024;

/// The message that is being received. Of one with more than `most` bytes nothing is kept.
class IncomingMessage {
  public:
    explicit IncomingMessage(std::size_t most) : most_(most) {}

    /// For the next piece.
    auto buffer() { return net::buffer(piece_); }
    /// The buffer has `size` bytes more of the message. Returns the message, if that was the last piece.
    std::string_view add(std::size_t size, bool is_last) {
        const std::string_view piece(piece_.data(), size);
        bytes_ += size;
        if (is_too_big()) std::string().swap(text_);
        if (is_too_big() || (is_last && text_.empty())) return piece;
        return text_ += piece;
    }
    bool is_too_big() const { return bytes_ > most_; }
    void clear() {
        std::string().swap(text_);  // also frees its memory
        bytes_ = 0;
    }

  private:
    std::size_t most_;
    std::array<char, 512> piece_;  ///< most messages fit
    std::string text_;             ///< earlier pieces
    std::size_t bytes_ = 0;        ///< received, kept or discarded
};

/// How much a client may send. Each function returns false if it was too much.
class Allowance {
  public:
    explicit Allowance(const Limits& limits)
        : quiet_(limits.pings_of_socket), messages_(limits.messages_of_socket) {}

    bool message() { return messages_.try_consume(std::chrono::steady_clock::now()); }
    /// Data that is no message but costs processing time.
    bool no_message() { return quiet_.try_consume(std::chrono::steady_clock::now()); }
    /// One read of bytes, perhaps of a header only.
    bool on_read() {
        constexpr int usual = 2;  // a header, then its payload
        return ++silent_steps_ <= usual || no_message();
    }
    void on_piece() { silent_steps_ = 0; }

  private:
    int silent_steps_ = 0;  ///< reads since the last bytes of a message
    TokenBucket quiet_;
    TokenBucket messages_;
};

/// The frames that wait or are being written. Their bytes count for all sockets together.
class Queue {
  public:
    explicit Queue(const SessionContext& parts)
        : parts_(parts), outbox_(parts.limits.collapse_bytes, parts.limits.outbox_bytes) {}

    bool empty() const { return outbox_.empty(); }
    /// Returns false if the client is too slow: for itself, or for all sockets together.
    [[nodiscard]] bool push(Frame frame) {
        const int dropped = outbox_.dropped();
        const bool fits = outbox_.push(std::move(frame));
        if (outbox_.dropped() > dropped) parts_.metrics.count_dropped(outbox_.dropped() - dropped);
        const bool is_slow = outbox_.bytes() > parts_.limits.collapse_bytes;
        return (count() || !is_slow) && fits;
    }
    /// Drops all that wait.
    void clear() {
        outbox_.clear();
        count();
    }
    /// The frames of the next write.
    const std::vector<Frame>& begin_write() {
        written_ = outbox_.take(enough_for_a_write);
        count();
        return written_;
    }
    /// The write has ended. Returns the number of its replies.
    std::size_t end_write() {
        const std::vector<Frame> done = std::exchange(written_, {});
        return static_cast<std::size_t>(std::ranges::count(done, Frame::Kind::reply, &Frame::kind));
    }

  private:
    bool count() {
        const auto bytes = static_cast<std::int64_t>(outbox_.bytes());
        return parts_.sessions.add_queued_bytes(bytes - std::exchange(counted_, bytes));
    }

    const SessionContext parts_;
    Outbox outbox_;
    std::vector<Frame> written_;
    std::int64_t counted_ = 0;  ///< bytes of the outbox that are counted in Sessions::queued_bytes()
};

/// One WebSocket on its thread: a reading loop, one write at a time, and their deadlines.
class WsSession final : public ThreadedSink, private Meter, private Flushable {
  public:
    WsSession(Socket socket, SessionOrigin from, const SessionContext& parts);

    /// Answers the upgrade request, then runs until the connection ends.
    void start(std::string head);

    const ClientNetwork& network() const override { return from_.network; }
    void on_hello() override;

  private:
    struct Closing {
        CloseCode code;
        std::string reason;
    };

    template <class Run>
    void spawn(Run run);
    void ended();
    Task<> upgrade(std::string head);
    void begin();

    Task<> read();
    void read_piece(std::size_t size);
    void handle(std::string_view text);
    void refuse(std::optional<protocol::RequestId> request_id, protocol::Rejection refused);
    void on_read() override { close_unless_allowed(allowance_.on_read()); }
    void close_unless_allowed(bool is_allowed);

    void accept(Frame frame) override;
    void write_soon();
    void flush() override;
    void write();
    void write_frames();
    void on_written(error_code failed);
    void on_write() override {
        if (deadlines_.write.is_running()) deadlines_.write.start();
    }

    void finish(CloseCode code, std::string reason) override;
    void on_hello_timeout();
    void on_message_timeout() { finish(CloseCode::abuse, "a message took too long"); }
    void on_write_timeout();
    void cut();

    enum class Life { upgrading, open, over };  ///< over: the connection is cut or closed
    struct Deadlines {
        Deadline<WsSession> hello, message, write, close;
    };

    SessionOrigin from_;
    const SessionContext parts_;
    websocket::stream<CoalescingSocket, false> stream_;
    IncomingMessage incoming_;
    Allowance allowance_;
    std::size_t unanswered_ = 0;  ///< messages whose reply has not been written
    Queue queue_;
    Life life_ = Life::upgrading;
    bool writing_ = false;  ///< a write runs, or the closing handshake
    bool flushes_ = false;  ///< the flusher will call flush()
    std::optional<Closing> closing_;
    int running_ = 0;  ///< number of running coroutines and writes
    Flusher& flusher_;
    Signal wake_reader_;
    Deadlines deadlines_;
};

WsSession::WsSession(Socket socket, SessionOrigin from, const SessionContext& parts)
    : ThreadedSink(socket.get_executor(), from.is_local),
      from_(std::move(from)),
      parts_(parts),
      stream_(std::move(socket), static_cast<Meter&>(*this)),
      incoming_(parts.limits.message.bytes),
      allowance_(parts.limits),
      queue_(parts),
      flusher_(net::use_service<Flusher>(executor().context())),
      wake_reader_(executor()),
      deadlines_{{*this, executor(), parts.limits.hello_deadline, &WsSession::on_hello_timeout},
                 {*this, executor(), parts.limits.message_deadline, &WsSession::on_message_timeout},
                 {*this, executor(), parts.limits.write_deadline, &WsSession::on_write_timeout},
                 {*this, executor(), parts.limits.close_deadline, &WsSession::cut}} {}

// ---- start and end

void WsSession::start(std::string head) {
    parts_.sessions.on_session_start(shared_from_this());
    spawn([this, head = std::move(head)]() mutable { return upgrade(std::move(head)); });
}

template <class Run>
void WsSession::spawn(Run run) {
    ++running_;
    net::co_spawn(executor(), std::move(run),
                  [this, self = shared_from_this()](const std::exception_ptr& bug) {
                      if (bug) cut();
                      log_bug("a WebSocket session", bug);
                      ended();
                  });
}

/// A coroutine or a write has ended. After the last one Sessions forgets this session.
void WsSession::ended() {
    if (--running_ > 0) return;
    queue_.clear();
    parts_.events.gone(shared_from_this());
    parts_.sessions.on_session_end(shared_from_this());
}

Task<> WsSession::upgrade(std::string head) {
    http::request_parser<http::empty_body> parser;
    parser.header_limit(static_cast<std::uint32_t>(head.size()));  // HttpServer has bounded it
    error_code wrong;
    parser.put(net::buffer(head), wrong);
    const bool named =
        http::token_list(parser.get()[http::field::sec_websocket_protocol]).exists(subprotocol);
    stream_.set_option(websocket::stream_base::decorator([named](websocket::response_type& response) {
        if (named) response.set(http::field::sec_websocket_protocol, subprotocol);
    }));
    stream_.set_option(
        websocket::stream_base::timeout{parts_.limits.close_deadline, parts_.limits.idle_deadline, true});
    stream_.control_callback([this](websocket::frame_type type, beast::string_view) {
        if (type != websocket::frame_type::close) close_unless_allowed(allowance_.no_message());
    });
    // Beast closes with 1009 as soon as the announced length exceeds this; read_piece() discards and refuses
    // smaller messages that are too big.
    stream_.read_message_max(hard_limit_factor * parts_.limits.message.bytes);
    stream_.auto_fragment(false);
    stream_.text(true);
    auto [failed] = co_await stream_.async_accept(parser.get(), as_values);
    if (!failed) begin();
}

void WsSession::begin() {
    // Frames in the kernel's buffer can no longer be dropped, so the buffer is small.
    error_code ignored;
    stream_.next_layer().set_option(
        net::socket_base::send_buffer_size(static_cast<int>(parts_.limits.collapse_bytes)), ignored);
    deadlines_.hello.start();
    if (life_ == Life::upgrading) life_ = Life::open;
    spawn([this] { return read(); });
    write();
    if (!from_.slot) finish(CloseCode::too_many, "too many connections from your address");
}

/// Has the queued frames sent and then the close frame.
void WsSession::finish(CloseCode code, std::string reason) {
    if (closing_ || life_ == Life::over) return;
    spdlog::debug("closing a socket: {} {}", static_cast<int>(code), reason);
    // A close frame whose reason is not UTF-8 breaks the connection: its client would not get the code.
    closing_ = {code, std::string(protocol::truncate_utf8(reason, most_reason_bytes))};
    parts_.metrics.count_close(static_cast<int>(code));
    deadlines_.close.start();
    write_soon();
    wake_reader_.notify();
}

/// A hello that waits for the lobby's reply is not late.
void WsSession::on_hello_timeout() {
    if (unanswered_ > 0) return deadlines_.hello.start();
    finish(CloseCode::no_hello, "no hello in time");
}

/// Drops the queue, which the slow client would hardly read; only the frame being written and the close frame
/// are still sent.
void WsSession::on_write_timeout() {
    queue_.clear();
    finish(CloseCode::too_slow, "too slow");
}

void WsSession::cut() {
    if (std::exchange(life_, Life::over) == Life::over) return;
    error_code ignored;
    // A peer that has not closed by now does not read either, so the kernel discards the unsent bytes.
    stream_.next_layer().set_option(net::socket_base::linger(true, 0), ignored);
    stream_.next_layer().close(ignored);
    wake_reader_.notify();
}

// ---- reading

Task<> WsSession::read() {
    while (life_ != Life::over) {
        auto [failed, size] = co_await stream_.async_read_some(incoming_.buffer(), as_values);
        if (failed) co_return cut();
        allowance_.on_piece();
        read_piece(size);
        while (unanswered_ >= parts_.limits.unanswered && !closing_ && life_ != Life::over)
            co_await wake_reader_.wait();
    }
}

void WsSession::read_piece(std::size_t size) {
    const bool is_last = stream_.is_message_done();
    const std::string_view text = incoming_.add(size, is_last);
    if (is_last && !closing_) handle(text);
    if (is_last || closing_) incoming_.clear();
    if (is_last)
        deadlines_.message.stop();
    else if (!deadlines_.message.is_running())
        deadlines_.message.start();
}

void WsSession::handle(std::string_view text) {
    ++unanswered_;
    parts_.metrics.count_message();
    if (!allowance_.message()) return finish(CloseCode::abuse, "too many messages");
    if (!stream_.got_text())
        return refuse({},
                      {protocol::Code::bad_message, "Messages are text frames, not binary ones.", "", {}});
    if (incoming_.is_too_big())
        return refuse({}, {protocol::Code::too_big,
                           fmt::format("A message has at most {} bytes.", parts_.limits.message.bytes),
                           "",
                           {}});
    auto parsed = protocol::parse(text, parts_.limits.message);
    if (auto* bad = std::get_if<protocol::BadMessage>(&parsed))
        return refuse(std::move(bad->request_id), std::move(bad->refused));
    auto& message = std::get<protocol::ClientMessage>(parsed);
    if (parts_.events.keeps_text) message.text = text;
    parts_.events.receive(shared_from_this(), std::move(message));
}

void WsSession::refuse(std::optional<protocol::RequestId> request_id, protocol::Rejection refused) {
    parts_.metrics.count_refusal(refused.code);
    accept(
        Frame::reply(protocol::write(protocol::RefusedReply{request_id, refused}), request_id, refused.code));
}

/// Closes if the client sends too much that is no message.
void WsSession::close_unless_allowed(bool is_allowed) {
    if (!is_allowed) finish(CloseCode::abuse, "too many pings or empty fragments");
}

// ---- writing

void WsSession::on_hello() {
    net::dispatch(executor(), [this, self = shared_from_this()] { deadlines_.hello.stop(); });
}

void WsSession::accept(Frame frame) {
    if (closing_ || life_ == Life::over) return;
    if (!queue_.push(std::move(frame))) return on_write_timeout();
    write_soon();
}

/// Has the queue written after the present handler, with all that is queued until then. Beast may be in the middle
/// of a read now.
void WsSession::write_soon() {
    if (life_ == Life::open && !writing_ && !std::exchange(flushes_, true))
        flusher_.add({shared_from_this(), this});
}

void WsSession::flush() {
    flushes_ = false;
    write();
}

/// Starts the next write unless one runs: the frames that wait, or else the close frame.
void WsSession::write() {
    if (life_ != Life::open || writing_) return;
    if (!queue_.empty()) {
        write_frames();
    } else if (closing_) {
        writing_ = true;
        ++running_;
        const websocket::close_reason reason(static_cast<websocket::close_code>(closing_->code),
                                             closing_->reason);
        stream_.async_close(reason, [this, self = shared_from_this()](error_code) {
            cut();
            ended();
        });
    }
}

void WsSession::write_frames() {
    writing_ = true;
    ++running_;
    const std::vector<Frame>& frames = queue_.begin_write();
    const std::string& last = *frames.back().text;
    if (frames.size() > 1) {
        std::string leading;
        for (std::size_t at = 0; at + 1 < frames.size(); ++at) append_text_frame(leading, *frames[at].text);
        stream_.next_layer().prepend_frames(std::move(leading), last.data());
    }
    deadlines_.write.start();
    stream_.async_write(net::buffer(last), [this, self = shared_from_this()](error_code failed, std::size_t) {
        on_written(failed);
        ended();
    });
}

void WsSession::on_written(error_code failed) {
    writing_ = false;
    deadlines_.write.stop();
    if (failed) return cut();
    const std::size_t replies = queue_.end_write();
    require(unanswered_ >= replies);
    unanswered_ -= replies;
    wake_reader_.notify();
    write();
}

}  // namespace

void open_session(Socket socket, std::string head, SessionOrigin from, const SessionContext& parts) {
    std::make_shared<WsSession>(std::move(socket), std::move(from), parts)->start(std::move(head));
}

}  // namespace cubilete::server
