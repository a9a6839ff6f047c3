#pragma once

#include <string_view>

#include "spar/context.hpp"

namespace cubilete::server::spar {

/// What a dishonest server could try on a bot that takes part in provable dice (protocol/README.md, section 13). Use
/// it on one thread.
class DishonestServer {
  public:
    using Json = protocol::Json;
    explicit DishonestServer(Context& context) : context_(context), shown_(context.dice) {}

    /// The bot sent a request `dice.*`.
    void request(const LinePtr& line, const Json& frame);
    /// The server sent a push `dice`.
    void start(const LinePtr& line, const Json& frame);
    void ask(const LinePtr& line, const Json& frame);
    /// Has to know each push `match`, even if it is not shown.
    void learn(const Json& push);
    /// Changes the push of an entry. Returns the name of the fault; nothing if the push stays as it is.
    std::string_view entry(const LinePtr& line, Json& frame);
    /// A request of the bot was accepted.
    void accepted(const std::string& id);
    /// The bot has joined the room.
    void joined(const LinePtr& line);

  private:
    const Fault* choose(Occasion& at) const;
    void expect(const Fault& fault, const std::string& match, bool opened = true) const;

    Context& context_;
    DiceShown& shown_;
};

}  // namespace cubilete::server::spar
