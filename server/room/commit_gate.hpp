#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "protocol/messages.hpp"
#include "server/core/sink.hpp"
#include "server/room/services.hpp"

namespace cubilete::server {

/// One actor's way to the disk and to its clients: nothing that it says after a write leaves before that
/// write is durable. Owned by the actor and used on its strand only.
///
/// At most one post is with the journal; what is written meanwhile gathers into the next one. So when the
/// disk is full nothing later can have slipped onto it, and the actor may simply go back to what is on disk.
class CommitGate : public std::enable_shared_from_this<CommitGate> {
  public:
    /// `lost`: the disk was full and everything since the last durable write is void, the requests in
    /// question have been refused `storage`; the actor must go back to what is on disk before it returns.
    CommitGate(const Services& services, Strand strand, std::function<void()> lost);

    void write(storage::Write write);
    /// A frame that waits for the writes before it.
    void send(SinkPtr to, Frame frame);
    /// The answer to a request, likewise; on a full disk its sender is told `storage` instead.
    void answer(SinkPtr to, const protocol::RequestId& re, std::string text);
    /// Something else to be done when the writes before it are durable; dropped on a full disk.
    void then(std::function<void()> action);
    /// Runs `action` once nothing is on its way any more.
    void when_idle(std::function<void()> action);

    bool idle() const { return !in_flight_ && gathered_.empty(); }

  private:
    struct Held {
        std::uint64_t after;  ///< the write that it waits for
        SinkPtr to;
        Frame frame;
        std::optional<protocol::RequestId> re;
        std::function<void()> action;
    };
    void hold(Held held);
    void release(Held& held);
    void post();
    void answered(std::uint64_t last, storage::Outcome outcome);

    const Services& services_;
    Strand strand_;
    std::function<void()> lost_;
    std::vector<storage::Write> gathered_;
    bool in_flight_ = false;
    std::uint64_t written_ = 0;  ///< number of the last write
    std::uint64_t durable_ = 0;  ///< of the last one on disk
    std::deque<Held> held_;
    std::vector<std::function<void()>> idle_;
};

}  // namespace cubilete::server
