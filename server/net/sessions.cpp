#include "server/net/sessions.hpp"

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace cubilete::server {

namespace {

constexpr std::chrono::milliseconds between_closes{20};
constexpr std::size_t least_closed = 20;  // after each pause: a thousand a second

/// Passes the socket to `arrived` on the thread of `to`: at once if it lives there already. If it has failed
/// meanwhile, `arrived` gets a closed one.
void move_to(const Executor& to, Socket socket, auto arrived) {
    if (socket.get_executor() == to) return arrived(std::move(socket));
    boost::system::error_code gone;
    const auto protocol = socket.local_endpoint(gone).protocol();
    const auto handle = gone ? -1 : socket.release(gone);
    net::post(to, [to, protocol, handle, arrived = std::move(arrived)]() mutable {
        boost::system::error_code failed;
        Socket moved(to);
        moved.assign(protocol, handle, failed);
        if (failed) ::close(handle);
        arrived(std::move(moved));
    });
}

}  // namespace

Sessions::Sessions(Threads& threads, SessionEvents events, const Limits& limits, Metrics& metrics)
    : threads_(threads),
      executor_(threads.first()),
      events_(std::move(events)),
      limits_(limits),
      metrics_(metrics),
      clock_(executor_),
      networks_(limits.most_sockets + limits.most_connections) {}

bool Sessions::has_capacity() const {
    return count_ < limits_.most_sockets && queued_ <= static_cast<std::int64_t>(limits_.queued_bytes);
}

bool Sessions::add_queued_bytes(std::int64_t bytes) {
    const std::int64_t before = queued_.fetch_add(bytes, std::memory_order_relaxed);
    return before + bytes <= static_cast<std::int64_t>(limits_.queued_bytes);
}

void Sessions::open(Socket socket, std::string head, const WebSocketUpgrade& wanted,
                    ConnectionLimit::Slot counted) {
    const auto& [network, room, is_local] = wanted;
    ++count_;
    auto slot = networks_.acquire(network, limits_.sockets_of_address);
    if (!slot) metrics_.count_limit(Limit::sockets_of_address, network);
    auto open = [this, head = std::move(head),
                 from = SessionOrigin{network, std::move(counted), std::move(slot), is_local}](
                    Socket moved) mutable {
        open_session(std::move(moved), std::move(head), std::move(from), {*this, events_, limits_, metrics_});
    };
    move_to(room.empty() ? threads_.next() : threads_.executor_of(room), std::move(socket), std::move(open));
}

void Sessions::on_session_start(SinkPtr session) {
    net::post(executor_, [this, session = std::move(session)]() mutable {
        if (closing_) session->close(closing_->code, closing_->reason);
        open_.insert(std::move(session));
    });
}

void Sessions::on_session_end(SinkPtr session) {
    --count_;
    net::post(executor_, [this, session = std::move(session)] {
        open_.erase(session);
        notify_when_empty();
    });
}

void Sessions::close_all(CloseCode code, std::string reason, std::chrono::milliseconds most,
                         std::function<void()> done) {
    net::post(executor_, [this, most, closing = Closing{code, std::move(reason), std::move(done)}]() mutable {
        closing_ = std::move(closing);
        to_close_.assign(open_.begin(), open_.end());
        const auto pauses = static_cast<std::size_t>(most / between_closes);
        close_batch(std::max(to_close_.size() / (pauses + 1) + 1, least_closed));
        notify_when_empty();
    });
}

/// Closes so many sessions, and as many again after each pause.
void Sessions::close_batch(std::size_t count) {
    for (std::size_t closed = 0; closed < count && !to_close_.empty(); ++closed, to_close_.pop_back())
        if (open_.contains(to_close_.back())) to_close_.back()->close(closing_->code, closing_->reason);
    if (!to_close_.empty())
        closing_timer_ = clock_.after(between_closes, [this, count] { close_batch(count); });
}

void Sessions::notify_when_empty() {
    if (closing_ && closing_->done && open_.empty()) std::exchange(closing_->done, nullptr)();
}

}  // namespace cubilete::server
