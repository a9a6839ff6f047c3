// The bytes of WebSockets. In the program only this file, http_server.cpp, https_client.cpp, cluster/link.cpp and
// spar/wire.cpp include Beast, because it takes long to compile.
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
#include "server/core/deadline.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/token_bucket.hpp"
#include "server/net/flusher.hpp"
#include "server/net/gathering_socket.hpp"
#include "server/net/outbox.hpp"
#include "server/net/sessions.hpp"
#include "server/net/text_frame.hpp"
#include "server/net/threaded_sink.hpp"

namespace cubilete::server {

/// Beast finds this function by its argument at the end of a closing handshake.
template <class Handler>
static void async_teardown(boost::beast::role_type role, GatheringSocket& socket, Handler&& handler) {
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

/// One WebSocket on its thread: a reading loop, one write at a time, and their deadlines.
class Session final : public ThreadedSink, private Meter, private Flushable {
  public:
    Session(Socket socket, SessionOrigin from, const SessionParts& parts);

    /// Answers the upgrade request, then runs until the connection ends.
    void start(std::string head);

    const ClientNetwork& network() const override { return from_.network; }
    void greeted() override;

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
    void read_piece(std::string_view piece);
    void forget_message() { std::string().swap(message_); }  // also frees its memory
    void handle(std::string_view text);
    void refuse(std::optional<protocol::RequestId> re, protocol::Refused refused);
    void read_step() override;
    void no_message();

    void take(Frame frame) override;
    bool count_queued();
    void write_soon();
    void flush() override;
    void write();
    void write_frames();
    void written(error_code failed);
    void write_step() override {
        if (write_deadline_.runs()) write_deadline_.start();
    }

    void finish(CloseCode code, std::string reason) override;
    void hello_late();
    void message_late() { finish(CloseCode::abuse, "a message took too long"); }
    void too_slow();
    void cut();

    SessionOrigin from_;
    Sessions& all_;
    const SessionEvents& events_;
    const Limits& limits_;
    Metrics& metrics_;
    websocket::stream<GatheringSocket, false> stream_;

    std::array<char, 512> piece_;    ///< buffer of one read; most messages fit
    std::string message_;            ///< earlier pieces of the present message
    std::size_t message_bytes_ = 0;  ///< bytes received of it, kept or discarded
    std::size_t unanswered_ = 0;     ///< messages whose reply has not been written
    int quiet_steps_ = 0;            ///< reads since the last bytes of a message
    TokenBucket quiet_allowance_;
    TokenBucket message_allowance_;

    Outbox outbox_;
    std::vector<Frame> frames_;  ///< being written
    bool accepted_ = false;      ///< the upgrade is done
    bool writing_ = false;       ///< a write runs, or the closing handshake
    bool flushes_ = false;       ///< the flusher will call flush()
    std::int64_t counted_ = 0;   ///< bytes of the outbox that are counted in Sessions::queued()
    std::optional<Closing> closing_;
    bool over_ = false;  ///< the connection is cut or closed
    int running_ = 0;    ///< number of running coroutines and writes
    Flusher& flusher_;
    Signal wake_reader_;
    Deadline<Session> hello_deadline_;
    Deadline<Session> message_deadline_;
    Deadline<Session> write_deadline_;
    Deadline<Session> close_deadline_;
};

Session::Session(Socket socket, SessionOrigin from, const SessionParts& parts)
    : ThreadedSink(socket.get_executor(), from.at_home),
      from_(std::move(from)),
      all_(parts.all),
      events_(parts.events),
      limits_(parts.limits),
      metrics_(parts.metrics),
      stream_(std::move(socket), static_cast<Meter&>(*this)),
      quiet_allowance_(parts.limits.pings_of_socket),
      message_allowance_(parts.limits.messages_of_socket),
      outbox_(parts.limits.collapse_bytes, parts.limits.outbox_bytes),
      flusher_(net::use_service<Flusher>(executor().context())),
      wake_reader_(executor()),
      hello_deadline_(*this, executor(), parts.limits.hello_deadline, &Session::hello_late),
      message_deadline_(*this, executor(), parts.limits.message_deadline, &Session::message_late),
      write_deadline_(*this, executor(), parts.limits.write_deadline, &Session::too_slow),
      close_deadline_(*this, executor(), parts.limits.close_deadline, &Session::cut) {}

// ---- start and end

void Session::start(std::string head) {
    all_.joined(shared_from_this());
    spawn([this, head = std::move(head)]() mutable { return upgrade(std::move(head)); });
}

template <class Run>
void Session::spawn(Run run) {
    ++running_;
    net::co_spawn(executor(), std::move(run),
                  [this, self = shared_from_this()](const std::exception_ptr& bug) {
                      if (bug) cut();
                      log_bug("a WebSocket session", bug);
                      ended();
                  });
}

/// A coroutine or a write has ended. After the last one Sessions forgets this session.
void Session::ended() {
    if (--running_ > 0) return;
    outbox_.clear();
    count_queued();
    events_.gone(shared_from_this());
    all_.left(shared_from_this());
}

Task<> Session::upgrade(std::string head) {
    http::request_parser<http::empty_body> parser;
    error_code wrong;
    parser.put(net::buffer(head), wrong);
    const bool named =
        http::token_list(parser.get()[http::field::sec_websocket_protocol]).exists(subprotocol);
    stream_.set_option(websocket::stream_base::decorator([named](websocket::response_type& response) {
        if (named) response.set(http::field::sec_websocket_protocol, subprotocol);
    }));
    stream_.set_option(websocket::stream_base::timeout{limits_.close_deadline, limits_.idle_deadline, true});
    stream_.control_callback([this](websocket::frame_type type, beast::string_view) {
        if (type != websocket::frame_type::close) no_message();
    });
    // Beast closes with 1009 as soon as the announced length exceeds this; read_piece() discards and refuses
    // smaller messages that are too big.
    stream_.read_message_max(hard_limit_factor * limits_.message.bytes);
    stream_.auto_fragment(false);
    stream_.text(true);
    auto [failed] = co_await stream_.async_accept(parser.get(), as_values);
    if (!failed) begin();
}

void Session::begin() {
    // Frames in the kernel's buffer can no longer be dropped, so the buffer is small.
    error_code ignored;
    stream_.next_layer().set_option(
        net::socket_base::send_buffer_size(static_cast<int>(limits_.collapse_bytes)), ignored);
    hello_deadline_.start();
    accepted_ = true;
    spawn([this] { return read(); });
    write();
    if (!from_.slot) finish(CloseCode::too_many, "too many connections from your address");
}

/// Has the queued frames sent and then the close frame.
void Session::finish(CloseCode code, std::string reason) {
    if (closing_ || over_) return;
    spdlog::debug("closing a socket: {} {}", static_cast<int>(code), reason);
    reason.resize(std::min(reason.size(), most_reason_bytes));
    closing_ = {code, std::move(reason)};
    metrics_.closed(static_cast<int>(code));
    close_deadline_.start();
    write_soon();
    wake_reader_.raise();
}

/// A hello that waits for the lobby's reply is not late.
void Session::hello_late() {
    if (unanswered_ > 0) return hello_deadline_.start();
    finish(CloseCode::no_hello, "no hello in time");
}

/// Drops the queue, which the slow client would hardly read; only the frame being written and the close frame
/// are still sent.
void Session::too_slow() {
    outbox_.clear();
    count_queued();
    finish(CloseCode::too_slow, "too slow");
}

void Session::cut() {
    if (over_) return;
    over_ = true;
    error_code ignored;
    // A peer that has not closed by now does not read either, so the kernel discards the unsent bytes.
    stream_.next_layer().set_option(net::socket_base::linger(true, 0), ignored);
    stream_.next_layer().close(ignored);
    wake_reader_.raise();
}

// ---- reading

Task<> Session::read() {
    while (!over_) {
        auto [failed, size] = co_await stream_.async_read_some(net::buffer(piece_), as_values);
        if (failed) co_return cut();
        quiet_steps_ = 0;
        read_piece({piece_.data(), size});
        while (unanswered_ >= limits_.unanswered && !closing_ && !over_) co_await wake_reader_.wait();
    }
}

void Session::read_piece(std::string_view piece) {
    message_bytes_ += piece.size();
    const bool keep = message_bytes_ <= limits_.message.bytes && !closing_;
    if (!keep) forget_message();
    if (!stream_.is_message_done()) {
        if (keep) message_ += piece;
        if (!message_deadline_.runs()) message_deadline_.start();
        return;
    }
    if (keep && !message_.empty()) piece = message_ += piece;
    if (!closing_) handle(piece);
    forget_message();
    message_bytes_ = 0;
    message_deadline_.stop();
}

void Session::handle(std::string_view text) {
    ++unanswered_;
    metrics_.message();
    if (!message_allowance_.take(std::chrono::steady_clock::now()))
        return finish(CloseCode::abuse, "too many messages");
    if (!stream_.got_text())
        return refuse({},
                      {protocol::Code::bad_message, "Messages are text frames, not binary ones.", "", {}});
    if (message_bytes_ > limits_.message.bytes)
        return refuse({}, {protocol::Code::too_big,
                           fmt::format("A message has at most {} bytes.", limits_.message.bytes),
                           "",
                           {}});
    auto parsed = protocol::parse(text, limits_.message);
    if (auto* bad = std::get_if<protocol::BadMessage>(&parsed))
        return refuse(std::move(bad->re), std::move(bad->refused));
    auto& message = std::get<protocol::ClientMessage>(parsed);
    if (events_.with_text) message.text = text;
    events_.receive(shared_from_this(), std::move(message));
}

void Session::refuse(std::optional<protocol::RequestId> re, protocol::Refused refused) {
    metrics_.refused(refused.code);
    take(Frame::reply(protocol::write(protocol::RefusedReply{re, refused}), re, refused.code));
}

void Session::read_step() {
    constexpr int usual = 2;  // a header, then its payload
    if (++quiet_steps_ > usual) no_message();
}

/// Counts received data that is no message but costs processing time.
void Session::no_message() {
    if (!quiet_allowance_.take(std::chrono::steady_clock::now()))
        finish(CloseCode::abuse, "too many pings or empty fragments");
}

// ---- writing

void Session::greeted() {
    net::dispatch(executor(), [this, self = shared_from_this()] { hello_deadline_.stop(); });
}

void Session::take(Frame frame) {
    if (closing_ || over_) return;
    const int dropped = outbox_.dropped();
    const bool fits = outbox_.push(std::move(frame));
    if (outbox_.dropped() > dropped) metrics_.dropped(outbox_.dropped() - dropped);
    const bool is_slow = outbox_.bytes() > limits_.collapse_bytes;
    if (!count_queued() && is_slow) return too_slow();
    if (!fits) return too_slow();
    write_soon();
}

bool Session::count_queued() {
    const auto bytes = static_cast<std::int64_t>(outbox_.bytes());
    return all_.count_queued(bytes - std::exchange(counted_, bytes));
}

/// Has the queue written after the present handler, with all that is queued until then. Beast may be in the middle
/// of a read now.
void Session::write_soon() {
    if (accepted_ && !writing_ && !over_ && !std::exchange(flushes_, true))
        flusher_.add({shared_from_this(), this});
}

void Session::flush() {
    flushes_ = false;
    write();
}

/// Starts the next write unless one runs: the frames that wait, or else the close frame.
void Session::write() {
    if (!accepted_ || writing_ || over_) return;
    if (!outbox_.empty()) {
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

void Session::write_frames() {
    writing_ = true;
    ++running_;
    frames_ = outbox_.take(enough_for_a_write);
    count_queued();
    const std::string& last = *frames_.back().text;
    if (frames_.size() > 1) {
        std::string leading;
        for (std::size_t at = 0; at + 1 < frames_.size(); ++at) append_text_frame(leading, *frames_[at].text);
        stream_.next_layer().lead_with(std::move(leading), last.data());
    }
    write_deadline_.start();
    stream_.async_write(net::buffer(last), [this, self = shared_from_this()](error_code failed, std::size_t) {
        written(failed);
        ended();
    });
}

void Session::written(error_code failed) {
    writing_ = false;
    write_deadline_.stop();
    if (failed) return cut();
    for (const Frame& frame : std::exchange(frames_, {})) {
        if (frame.kind != Frame::Kind::reply) continue;
        require(unanswered_ > 0);
        --unanswered_;
    }
    wake_reader_.raise();
    write();
}

}  // namespace

void open_session(Socket socket, std::string head, SessionOrigin from, const SessionParts& parts) {
    std::make_shared<Session>(std::move(socket), std::move(from), parts)->start(std::move(head));
}

}  // namespace cubilete::server
