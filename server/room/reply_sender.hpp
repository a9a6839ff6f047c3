#pragma once

#include <optional>
#include <string>

#include "server/room/actor.hpp"
#include "server/room/requester.hpp"

namespace cubilete::server {

/// Answers the requests to a room; what was written before is durable then. A part of a Room.
class ReplySender {
  public:
    /// `room`: its code, for the log.
    ReplySender(Actor& actor, const std::string& room) : actor_(actor), room_(room) {}

    void answer(const Requester& to, const protocol::Reply& reply = protocol::Done());
    /// `fields`: a reply that is written already.
    void answer(const Requester& to, const protocol::JsonText& fields);
    void refuse(const Requester& to, protocol::Rejection why);

    /// From now on `from` is refused if an action of the room throws. Returns whom that held for.
    std::optional<Requester> set_requester(std::optional<Requester> from);
    /// The request that is being carried out is answered by a later action.
    void defer_reply() { current_requester_.reset(); }

  private:
    Actor& actor_;
    const std::string& room_;
    std::optional<Requester> current_requester_;
};

}  // namespace cubilete::server
