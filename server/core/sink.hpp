#pragma once

#include <memory>
#include <string>

#include "server/core/address.hpp"
#include "server/core/close_code.hpp"

namespace cubilete::server {

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
    virtual const ClientNetwork& network() const = 0;
    virtual void send(Frame frame) = 0;
    /// The socket has said hello and belongs to a player from now on.
    virtual void greeted() = 0;
    /// Sends what is queued, then closes.
    virtual void close(CloseCode code, std::string reason) = 0;
};
using SinkPtr = std::shared_ptr<Sink>;

}  // namespace cubilete::server
