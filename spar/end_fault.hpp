#pragma once

#include <optional>
#include <string>

#include "spar/context.hpp"

namespace cubilete::server::spar {

/// The fault at the end of a run, and the watch on what the bot does then. Use it on one thread.
class EndFault {
  public:
    explicit EndFault(Context& context, Proxy::Time patience) : context_(context), patience_(patience) {}

    void begin();
    /// Returns true if the bot's frame is not to be forwarded. Call it once Context::ending is true.
    bool request(const LinePtr& line, const protocol::Json& frame);
    /// Returns true when the bot has been watched long enough; the server or the bot may need time before that.
    bool tick();

  private:
    Context& context_;
    Proxy::Time patience_;
    std::string refused_name_;
    std::optional<Proxy::Time> begun_;
    std::optional<Proxy::Time> until_;
    bool received_ = false;  ///< the bot has met the end
};

}  // namespace cubilete::server::spar
