#pragma once

#include <functional>
#include <string>
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
    void request(const BotConnectionPtr& line, const Json& frame);
    /// The server sent a push `dice`.
    void start(const BotConnectionPtr& line, const Json& frame);
    void ask(const BotConnectionPtr& line, const Json& frame);
    /// Has to know each push `match`, even if it is not shown.
    void observe(const Json& push);
    /// Changes the push of an entry. Returns the name of the fault; nothing if the push stays as it is.
    std::string_view alter_entry(const BotConnectionPtr& line, Json& frame);
    /// A request of the bot was accepted.
    void accepted(const std::string& id);
    /// The bot has joined the room.
    void on_joined(const BotConnectionPtr& line);

  private:
    const Fault* choose(InjectionPoint& at) const;
    void expect(const Fault& fault, const std::string& match, bool opened = true) const;

    Context& context_;
    DiceHistory& shown_;
};

/// Passes on the frames of a match, and injects faults for moves of the bot and for pushes to it: one at a time, so
/// that the report shows which fault had which effect. A server may send what it adds, and a network may lose what
/// it drops, so a bot that follows the protocol passes. Use it on one thread.
class MatchFaults {
  public:
    using Json = protocol::Json;
    /// `over`: the bot has received the result of that match.
    MatchFaults(Context& context, std::function<void(const std::string& match)> over)
        : context_(context), dice_(context), over_(std::move(over)) {}

    /// Returns true if the bot's frame is not to be forwarded.
    bool request(const BotConnectionPtr& line, const Json& frame);
    void frame(const BotConnectionPtr& line, Json frame);
    /// The next push gets no fault.
    void skip_next_push() { push_allowed_ = false; }

  private:
    bool move(const BotConnectionPtr& line, const Json& frame);
    void reply(const BotConnectionPtr& line, const Json& frame);
    void push(const BotConnectionPtr& line, Json frame);

    Context& context_;
    DishonestServer dice_;
    std::function<void(const std::string& match)> over_;
    bool push_allowed_ = true;  ///< the next push may get a fault
};

}  // namespace cubilete::server::spar
