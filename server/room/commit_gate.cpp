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
class CommitGate::ThreadPostQueue final : public net::execution_context::service {
  public:
    static inline net::execution_context::id id;

    explicit ThreadPostQueue(net::io_context& context)
        : service(context), executor_(context.get_executor()) {}

    /// Calls take_next_post() of the gate soon, but not before this function returns.
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
        for (const auto& gate : gates_to_post_) posts.push_back(gate->take_next_post());
        gates_to_post_.clear();
        journal.post_all(std::move(posts));
    }

    void pass_on() {
        for (const auto& [gate, last, outcome] : answers_.take()) {
            try {
                gate->on_post_done(last, outcome);
            } catch (...) {
                log_bug("an answer of the journal", std::current_exception());
            }
        }
    }

    Executor executor_;
    std::vector<std::shared_ptr<CommitGate>> gates_to_post_;
    Mailbox<Answer> answers_;
};

CommitGate::CommitGate(const Services& services, Executor executor, std::function<void()> on_writes_lost)
    : services_(services),
      executor_(std::move(executor)),
      posts_(net::use_service<ThreadPostQueue>(executor_.context())),
      on_writes_lost_(std::move(on_writes_lost)) {}

void CommitGate::write(storage::Write write) {
    pending_writes_.push_back(std::move(write));
    ++write_count_;
    post_soon();
}

void CommitGate::send(SinkPtr to, Frame frame) {
    enqueue({write_count_, std::move(to), std::move(frame), {}});
}

void CommitGate::answer(SinkPtr to, const protocol::RequestId& request_id, std::string text,
                        std::optional<protocol::Code> refused) {
    send(std::move(to), Frame::reply(std::move(text), request_id, refused));
}

void CommitGate::when_durable(std::function<void()> action) {
    enqueue({write_count_, nullptr, {}, std::move(action)});
}

void CommitGate::when_idle(std::function<void()> action) {
    if (is_idle()) return action();
    idle_actions_.push_back(std::move(action));
}

void CommitGate::enqueue(PendingOutput output) {
    if (outputs_.empty() && output.after == durable_count_) return release(output);
    outputs_.push_back(std::move(output));
}

void CommitGate::release(PendingOutput& output) {
    if (output.to) output.to->send(std::move(output.frame));
    if (!output.action) return;
    try {
        output.action();
    } catch (...) {
        log_bug("an action that waited for the disk", std::current_exception());
    }
}

void CommitGate::post_soon() {
    if (!in_flight_ && !std::exchange(post_scheduled_, true)) posts_.add(shared_from_this());
}

storage::Journal::Post CommitGate::take_next_post() {
    post_scheduled_ = false;
    in_flight_ = true;
    return {std::exchange(pending_writes_, {}),
            [self = shared_from_this(), last = write_count_](storage::Outcome outcome) {
                self->posts_.put({self, last, outcome});
            }};
}

void CommitGate::on_post_done(std::uint64_t last, storage::Outcome outcome) {
    in_flight_ = false;
    settle(last, outcome);
    if (is_idle())
        for (auto& action : std::exchange(idle_actions_, {})) action();
}

void CommitGate::settle(std::uint64_t last, storage::Outcome outcome) {
    if (outcome == storage::Outcome::full) {
        pending_writes_.clear();
        durable_count_ = write_count_;
        for (PendingOutput& output : std::exchange(outputs_, {})) {
            if (!output.frame.request_id) continue;
            const protocol::Rejection full = refused(RefusalReason::disk_full);
            services_.metrics.count_refusal(full.code);
            output.to->send(
                Frame::reply(protocol::write(protocol::RefusedReply{output.frame.request_id, full}),
                             output.frame.request_id, full.code));
        }
        on_writes_lost_();
    } else {
        durable_count_ = last;
        if (!pending_writes_.empty()) post_soon();
        while (!outputs_.empty() && outputs_.front().after <= durable_count_) {
            std::list<PendingOutput> first;
            first.splice(first.begin(), outputs_, outputs_.begin());
            release(first.front());
        }
    }
}

}  // namespace cubilete::server
