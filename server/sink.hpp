#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "server/address.hpp"

namespace cubilete::server {

/// Why the server ends a connection (PROTOCOL 2).
enum class CloseCode : std::uint16_t {
    restart = 1012,
    no_hello = 4001,
    abuse = 4002,
    origin = 4003,
    too_slow = 4008,
    too_many = 4009,
    deleted = 4010,
};

/// One outgoing text frame: written once, shared by everybody who gets it.
struct Frame {
    enum class Kind { reply, push };

    std::shared_ptr<const std::string> text;
    Kind kind = Kind::push;
    /// Not empty: this frame is the whole truth about that subject ("match K7QX2M"), so a queued older one of
    /// the same subject may be dropped for a slow client.
    std::string subject;
};

/// All that rooms and the lobby know of a client's socket. Every function may be called from any thread; none
/// blocks. Frames reach the client in the order sent.
class Sink {
  public:
    virtual ~Sink() = default;
    /// Where it comes from; the same for as long as it lives.
    virtual const Household& household() const = 0;
    virtual void send(Frame frame) = 0;
    /// The socket has said hello and belongs to a player from now on.
    virtual void greeted() = 0;
    /// Sends what is queued, then closes.
    virtual void close(CloseCode code, std::string reason) = 0;
};
using SinkPtr = std::shared_ptr<Sink>;

}  // namespace cubilete::server
