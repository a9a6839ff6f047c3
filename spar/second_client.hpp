#pragma once

#include <functional>
#include <string>
#include <utility>

#include "protocol/json.hpp"
#include "spar/server.hpp"
#include "spar/websocket_peer.hpp"

namespace cubilete::server::spar {

/// Another client of the bot's player at the same server: its requests really happen before the bot is told
/// of their result. `then` runs exactly once; `done` is false if the request was refused or the connection
/// ended. Use it on one thread.
class SecondClient {
  public:
    using Json = protocol::Json;
    using Completion = std::function<void(bool done)>;

    SecondClient(const Executor& executor, const Server& server) : executor_(executor), server_(server) {}

    void use_token(std::string token) { token_ = std::move(token); }
    /// Sends the request and waits for its reply. Adds an id if there is none.
    void ask(Json request, Completion then) const;
    /// Joins the room and plays the first listed move each time until the match is over.
    void play_to_end(const std::string& room, Completion then);
    /// Returns true once after play_to_end().
    bool take_played_to_end() { return std::exchange(played_to_end_, false); }

  private:
    using Send = std::function<void(Json)>;
    /// Gets each frame after the reply to hello; returns false to end the connection.
    using FrameHandler = std::function<bool(const Send& send, const Json& frame)>;
    void call(Json first, FrameHandler hear, Completion then) const;

    Executor executor_;
    const Server& server_;
    std::string token_;
    bool played_to_end_ = false;
};

/// Whether the push asks its receiver for a move.
bool asks_for_move(const protocol::Json& push);

}  // namespace cubilete::server::spar
