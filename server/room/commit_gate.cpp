#include "server/room/commit_gate.hpp"

#include <exception>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/log.hpp"
#include "server/core/mailbox.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

/// Takes the journal's answers to the gates of one thread: those of one commit come with one post. Asio owns one
/// for each executor.
class CommitGate::Answers final : public net::execution_context::service {
  public:
    static inline net::execution_context::id id;

    explicit Answers(net::io_context& context) : service(context), executor_(context.get_executor()) {}

    struct Answer {
        std::shared_ptr<CommitGate> gate;
        std::uint64_t last;
        storage::Outcome outcome;
    };
    /// From any thread.
    void put(Answer answer) {
        if (came_.put(std::move(answer))) net::post(executor_, [this] { pass_on(); });
    }

  private:
    void shutdown() noexcept override { came_.take(); }

    void pass_on() {
        for (const auto& [gate, last, outcome] : came_.take()) {
            try {
                gate->answered(last, outcome);
            } catch (...) {
                log_bug("an answer of the journal", std::current_exception());
            }
        }
    }

    Executor executor_;
    Mailbox<Answer> came_;
};

CommitGate::CommitGate(const Services& services, Executor executor, std::function<void()> lost)
    : services_(services),
      executor_(std::move(executor)),
      answers_(net::use_service<Answers>(executor_.context())),
      lost_(std::move(lost)) {}

void CommitGate::write(storage::Write write) {
    gathered_.push_back(std::move(write));
    ++written_;
    if (gatherings_ == 0) post_later();
}

void CommitGate::gathering_ended() {
    if (--gatherings_ == 0 && !in_flight_ && !gathered_.empty()) post();
}

void CommitGate::send(SinkPtr to, Frame frame) { hold({written_, std::move(to), std::move(frame), {}, {}}); }

void CommitGate::answer(SinkPtr to, const protocol::RequestId& re, std::string text) {
    Frame frame{std::make_shared<const std::string>(std::move(text)), Frame::Kind::reply, {}};
    hold({written_, std::move(to), std::move(frame), re, {}});
}

void CommitGate::then(std::function<void()> action) { hold({written_, nullptr, {}, {}, std::move(action)}); }

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

// A write without a Gathering: the post waits for the end of the present handler, so that all its writes go into
// one transaction.
void CommitGate::post_later() {
    if (in_flight_ || std::exchange(post_is_due_, true)) return;
    net::post(executor_, [self = shared_from_this()] {
        self->post_is_due_ = false;
        if (!self->in_flight_ && !self->gathered_.empty()) self->post();
    });
}

void CommitGate::post() {
    in_flight_ = true;
    services_.journal.post(std::exchange(gathered_, {}),
                           [self = shared_from_this(), last = written_](storage::Outcome outcome) {
                               self->answers_.put({self, last, outcome});
                           });
}

void CommitGate::answered(std::uint64_t last, storage::Outcome outcome) {
    in_flight_ = false;
    settle(last, outcome);
    if (idle())
        for (auto& action : std::exchange(idle_, {})) action();
}

void CommitGate::settle(std::uint64_t last, storage::Outcome outcome) {
    const Gathering gathering(*this);
    if (outcome == storage::Outcome::full) {
        gathered_.clear();
        durable_ = written_;
        for (Held& held : std::exchange(held_, {})) {
            if (!held.re) continue;
            protocol::Refused full = disk_is_full();
            services_.metrics.refused(full.code);
            held.to->send({std::make_shared<const std::string>(
                               protocol::write(protocol::RefusedReply{std::move(held.re), std::move(full)})),
                           Frame::Kind::reply,
                           {}});
        }
        lost_();
    } else {
        durable_ = last;
        while (!held_.empty() && held_.front().after <= durable_) {
            Held held = std::move(held_.front());
            held_.pop_front();
            release(held);
        }
    }
}

}  // namespace cubilete::server
