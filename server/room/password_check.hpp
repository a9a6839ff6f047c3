#pragma once

#include <functional>
#include <string>
#include <vector>

#include "server/core/sink.hpp"
#include "server/core/token_bucket.hpp"
#include "server/room/actor.hpp"
#include "server/room/seating.hpp"

namespace cubilete::server {

/// Checks the passwords of who joins a room, away from the room's thread, and bounds how many wrong ones are tried.
class PasswordCheck {
  public:
    explicit PasswordCheck(Actor& actor);

    /// Calls `done` on the room's thread, unless the socket has closed before, or refuses.
    Verdict check(const SinkPtr& socket, const std::string& hash, const std::string& password,
                  std::function<void(bool matches)> done);
    /// A password of that client was wrong.
    void count_failure(const SinkPtr& socket);
    /// The socket has closed.
    void forget(const SinkPtr& socket) { std::erase(checking_, socket); }

  private:
    Actor& actor_;
    std::vector<SinkPtr> checking_;  ///< their passwords are being checked
    TokenBuckets<ClientNetwork, ClientNetworkHash> address_failures_;
    TokenBucket room_failures_;
};

}  // namespace cubilete::server
