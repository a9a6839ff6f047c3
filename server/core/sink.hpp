#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "protocol/messages.hpp"
#include "server/core/address.hpp"
#include "server/core/close_code.hpp"

namespace cubilete::server {

/// One outgoing text frame. Its text is serialized once and shared by all receivers.
struct Frame {
    enum class Kind { reply, push };
    /// The state of a room that a push shows.
    struct InRoom {
        std::string room;        ///< code
        std::string match = {};  ///< id, if the push shows its newest entry
        std::int64_t seq = 0;    ///< number of that entry
        bool gone = false;       ///< the receiver is no longer in the room
    };

    static Frame reply(std::string text, std::optional<protocol::RequestId> request_id,
                       std::optional<protocol::Code> refused = {}) {
        return {std::make_shared<const std::string>(std::move(text)),
                Kind::reply,
                {},
                {},
                std::move(request_id),
                refused};
    }
    static Frame push(std::string text, InRoom in_room, std::string subject = {}) {
        return {std::make_shared<const std::string>(std::move(text)), Kind::push, std::move(subject),
                std::make_shared<const InRoom>(std::move(in_room))};
    }

    std::shared_ptr<const std::string> text;
    Kind kind = Kind::push;
    /// Not empty: this frame holds the complete state of the subject ("room K7QX2M"), so an older queued
    /// frame of the same subject may be dropped for a slow client.
    std::string subject;
    // For the node that has the socket, if that is another one: it does not read the text.
    std::shared_ptr<const InRoom> in_room = {};          ///< null: the frame is about no room
    std::optional<protocol::RequestId> request_id = {};  ///< of a reply
    std::optional<protocol::Code> refused = {};          ///< of a refusal
};

/// The interface of a client's socket for rooms and the lobby. Every function may be called from any thread. None
/// blocks, and none calls a room or the lobby. Frames reach the client in the order in which they were sent.
class Sink {
  public:
    virtual ~Sink() = default;
    /// The network of the client; it never changes.
    virtual const ClientNetwork& network() const = 0;
    /// Queues a frame; does nothing once the socket is closing.
    virtual void send(Frame frame) = 0;
    /// The socket has said hello and belongs to a player from now on.
    virtual void on_hello() = 0;
    /// Sends the queued frames, then closes the socket.
    virtual void close(CloseCode code, std::string reason) = 0;

    /// Whether the client takes part in provable dice (`"dice":1` in its hello), so that it gets their pushes.
    bool supports_provable_dice() const { return supports_provable_dice_; }
    void set_supports_provable_dice(bool takes) { supports_provable_dice_ = takes; }

    /// Whether the client is on this machine and names it so (localhost): others cannot use its links.
    bool is_local() const { return is_local_; }

  protected:
    explicit Sink(bool is_local = false) : is_local_(is_local) {}

  private:
    const bool is_local_;
    std::atomic<bool> supports_provable_dice_{false};
};
using SinkPtr = std::shared_ptr<Sink>;

}  // namespace cubilete::server
