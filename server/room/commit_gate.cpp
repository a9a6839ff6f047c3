#include "server/room/commit_gate.hpp"

#include <exception>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/log.hpp"
#include "server/core/mailbox.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

/// Collects the posts of all gates of a thread, and hands them to the journal together, after Asio has run all handlers
/// that were ready: one commit then holds the moves of many rooms. The answers to one commit come back together, too.
/// Asio owns one for each io_context.
class CommitGate::ThreadPosts final : public net::execution_context::service {
  public:
    static inline net::execution_context::id id;

    explicit ThreadPosts(net::io_context& context) : service(context), executor_(context.get_executor()) {}

    /// Calls next_post() of the gate soon, but not before this function returns.
    void add(std::shared_ptr<CommitGate> gate) {
        gates_to_post_.push_back(std::move(gate));
        if (gates_to_post_.size() == 1) net::post(executor_, [this] { post_all(); });
    }

    struct Answer {
        std::shared_ptr<CommitGate> gate;
        std::uint64_t last;
        storage::Outcome outcome;
    };
    /// From any thread.
    void put(Answer answer) {
        if (answers_.put(std::move(answer))) net::post(executor_, [this] { pass_on(); });
    }

  private:
    void shutdown() noexcept override {
        gates_to_post_.clear();
        answers_.take();
    }

    void post_all() {
        storage::Journal& journal = gates_to_post_.front()->services_.journal;
        std::vector<storage::Journal::Post> posts;
        posts.reserve(gates_to_post_.size());
        for (const auto& gate : gates_to_post_) posts.push_back(gate->next_post());
        gates_to_post_.clear();
        journal.post_all(std::move(posts));
    }

    void pass_on() {
        for (const auto& [gate, last, outcome] : answers_.take()) {
            try {
                gate->answered(last, outcome);
            } catch (...) {
                log_bug("an answer of the journal", std::current_exception());
            }
        }
    }

    Executor executor_;
    std::vector<std::shared_ptr<CommitGate>> gates_to_post_;
    Mailbox<Answer> answers_;
};

CommitGate::CommitGate(const Services& services, Executor executor, std::function<void()> lost)
    : services_(services),
      executor_(std::move(executor)),
      posts_(net::use_service<ThreadPosts>(executor_.context())),
      lost_(std::move(lost)) {}

void CommitGate::write(storage::Write write) {
    gathered_.push_back(std::move(write));
    ++written_;
    post_soon();
}

void CommitGate::send(SinkPtr to, Frame frame) { hold({written_, std::move(to), std::move(frame), {}}); }

void CommitGate::answer(SinkPtr to, const protocol::RequestId& request_id, std::string text,
                        std::optional<protocol::Code> refused) {
    send(std::move(to), Frame::reply(std::move(text), request_id, refused));
}

void CommitGate::then(std::function<void()> action) { hold({written_, nullptr, {}, std::move(action)}); }

void CommitGate::when_idle(std::function<void()> action) {
    if (idle()) return action();
    idle_.push_back(std::move(action));
}

void CommitGate::hold(Held held) {
    if (held_.empty() && held.after == durable_) return release(held);
    held_.push_back(std::move(held));
}

void CommitGate::release(Held& held) {
    if (held.to) held.to->send(std::move(held.frame));
    if (!held.action) return;
    try {
        held.action();
    } catch (...) {
        log_bug("an action that waited for the disk", std::current_exception());
    }
}

void CommitGate::post_soon() {
    if (!in_flight_ && !std::exchange(post_is_due_, true)) posts_.add(shared_from_this());
}

storage::Journal::Post CommitGate::next_post() {
    post_is_due_ = false;
    in_flight_ = true;
    return {std::exchange(gathered_, {}),
            [self = shared_from_this(), last = written_](storage::Outcome outcome) {
                self->posts_.put({self, last, outcome});
            }};
}

void CommitGate::answered(std::uint64_t last, storage::Outcome outcome) {
    in_flight_ = false;
    settle(last, outcome);
    if (idle())
        for (auto& action : std::exchange(idle_, {})) action();
}

void CommitGate::settle(std::uint64_t last, storage::Outcome outcome) {
    if (outcome == storage::Outcome::full) {
        gathered_.clear();
        durable_ = written_;
        for (Held& held : std::exchange(held_, {})) {
            if (!held.frame.request_id) continue;
            const protocol::Refused full = refused(Why::disk_full);
            services_.metrics.refused(full.code);
            held.to->send(Frame::reply(protocol::write(protocol::RefusedReply{held.frame.request_id, full}),
                                       held.frame.request_id, full.code));
        }
        lost_();
    } else {
        durable_ = last;
        if (!gathered_.empty()) post_soon();
        while (!held_.empty() && held_.front().after <= durable_) {
            std::list<Held> first;
            first.splice(first.begin(), held_, held_.begin());
            release(first.front());
        }
    }
}

}  // namespace cubilete::server
