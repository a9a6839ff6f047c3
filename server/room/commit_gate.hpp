#pragma once

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "protocol/messages.hpp"
#include "server/core/sink.hpp"
#include "server/room/services.hpp"

namespace cubilete::server {

/// Orders the writes and the messages of one actor: a message that is sent after a write leaves only when
/// that write is durable. Owned by the actor and used on its thread only.
///
/// At most one post is with the journal; later writes are collected for the next one. So if the disk is full,
/// no later write can be durable already, and the actor can return to the state on disk. All gates of a thread
/// share one journal.
class CommitGate : public std::enable_shared_from_this<CommitGate> {
  public:
    /// `on_writes_lost` is called if the disk was full: all writes since the last durable one are discarded, and the
    /// requests that waited for them have been refused `storage`. Before it returns,
    /// the actor must return to the state on disk, or hold all its actions until it has.
    CommitGate(const Services& services, Executor executor, std::function<void()> on_writes_lost);

    /// Adds a write to the next post, which goes to the journal after the handlers that are ready now.
    void write(storage::Write write);
    /// Sends a frame once all earlier writes are durable; drops it if the disk is full.
    void send(SinkPtr to, Frame frame);
    /// Sends the reply to a request once all earlier writes are durable. If the disk is full, the requester
    /// gets the refusal `storage` instead.
    void answer(SinkPtr to, const protocol::RequestId& request_id, std::string text,
                std::optional<protocol::Code> refused = {});
    /// Runs `action` once all earlier writes are durable; drops it if the disk is full. If it throws, that is
    /// logged, and whatever waits behind it goes on.
    void when_durable(std::function<void()> action);
    /// Runs `action` once all writes are durable or discarded; at once if there are none.
    void when_idle(std::function<void()> action);

    /// The number of writes so far.
    std::uint64_t write_count() const { return write_count_; }
    /// No write is waiting to become durable.
    bool is_idle() const { return !in_flight_ && pending_writes_.empty(); }

  private:
    class ThreadPostQueue;
    struct PendingOutput {
        std::uint64_t after;  ///< number of the last write before it
        SinkPtr to;
        Frame frame;
        std::function<void()> action;
    };
    void enqueue(PendingOutput output);
    void release(PendingOutput& output);
    void post_soon();
    storage::Journal::Post take_next_post();
    void on_post_done(std::uint64_t last, storage::Outcome outcome);
    void settle(std::uint64_t last, storage::Outcome outcome);

    const Services& services_;
    Executor executor_;
    ThreadPostQueue& posts_;
    std::function<void()> on_writes_lost_;
    std::vector<storage::Write> pending_writes_;
    bool post_scheduled_ = false;  ///< ThreadPostQueue will call take_next_post()
    bool in_flight_ = false;
    std::uint64_t write_count_ = 0;    ///< number of the last write
    std::uint64_t durable_count_ = 0;  ///< number of the last durable write
    std::list<PendingOutput> outputs_;
    std::vector<std::function<void()>> idle_actions_;
};

}  // namespace cubilete::server
