#pragma once

#include <functional>
#include <string>

#include "spar/dishonest_server.hpp"

namespace cubilete::server::spar {

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
    bool request(const LinePtr& line, const Json& frame);
    void frame(const LinePtr& line, Json frame);
    /// The next push gets no fault.
    void spare_next_push() { push_may_ = false; }

  private:
    bool move(const LinePtr& line, const Json& frame);
    void reply(const LinePtr& line, const Json& frame);
    void push(const LinePtr& line, Json frame);

    Context& context_;
    DishonestServer dice_;
    std::function<void(const std::string& match)> over_;
    bool push_may_ = true;  ///< the next push may get a fault
};

}  // namespace cubilete::server::spar
