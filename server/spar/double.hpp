#pragma once

#include <functional>
#include <string>

#include "protocol/json.hpp"
#include "server/spar/server.hpp"
#include "server/spar/wire.hpp"

namespace cubilete::server::spar {

/// Another program of the bot's player, at the same server: what it does has truly happened when the bot is told of it.
/// `then` runs once in any case: `done` is false where it was refused or nobody answered. On one strand.
class Double {
  public:
    using Json = protocol::Json;
    using Then = std::function<void(bool done)>;

    Double(const Strand& strand, const Server& server) : strand_(strand), server_(server) {}

    /// Sends the request, to which it adds an id where there is none, and waits for its answer.
    void ask(const std::string& token, Json request, Then then) const;
    /// Plays on at the table, moves[0] each time, until the match is over.
    void play_out(const std::string& token, const std::string& room, Then then) const;

  private:
    using Send = std::function<void(Json)>;
    /// Gets what comes after the greeting; false = enough.
    using Hear = std::function<bool(const Send& send, const Json& frame)>;
    void call(const std::string& token, Json first, Hear hear, Then then) const;

    Strand strand_;
    const Server& server_;
};

/// The bot has something to decide.
bool asks(const protocol::Json& push);

}  // namespace cubilete::server::spar
