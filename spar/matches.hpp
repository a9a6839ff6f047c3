#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "spar/context.hpp"

namespace cubilete::server::spar {

/// Starts one match after another until the bot has met the faults. The first one has none; between it and the next
/// one come the faults of hello, join and ready. Use it on one thread.
class MatchSeries {
  public:
    using Json = protocol::Json;
    /// `ended`: no further match follows.
    MatchSeries(Context& context, std::function<void()> ended)
        : context_(context), ended_(std::move(ended)) {}

    /// Starts a match if the bot is seated. It need not be ready: the server does not wait for programs.
    void begin();
    /// Returns true if the bot's frame is not to be forwarded.
    bool request(const BotConnectionPtr& line, const Json& frame);
    /// The bot has joined the room.
    void on_joined(const BotConnectionPtr& line);
    /// The bot receives a push of that match.
    void on_match_push(const std::string& match) {
        if (shown_.insert(match).second) may_start_ = false;
    }
    /// The bot has received its result.
    void over(const std::string& match);
    /// The bot leaves the room: nothing follows.
    void leave() { left_ = true; }
    bool bot_has_left() const { return left_; }
    std::size_t count() const { return shown_.size(); }
    /// One has come to its end.
    bool finished() const { return !over_.empty(); }
    /// The bot has the result of the newest one; the host may learn it later.
    bool is_between_matches() const { return finished() && over_.size() == shown_.size(); }

  private:
    bool may_begin() const;
    void begin_faults();

    Context& context_;
    std::function<void()> ended_;
    std::set<std::string> shown_;
    std::set<std::string> over_;
    std::size_t next_fault_ = 0;  ///< of those at the start
    bool has_joined_ = false;     ///< after those of a join
    bool may_start_ = true;       ///< the next match may start
    bool starting_ = false;
    bool left_ = false;
    int met_before_ = 0;
    int matches_without_fault_ = 0;  ///< consecutive matches without a new fault
};

/// The fault at the end of a run, and the watch on what the bot does then. Use it on one thread.
class EndFault {
  public:
    explicit EndFault(Context& context, Proxy::Time patience) : context_(context), patience_(patience) {}

    void begin();
    /// Returns true if the bot's frame is not to be forwarded. Call it once Context::ending is true.
    bool request(const BotConnectionPtr& line, const protocol::Json& frame);
    /// Returns true when the bot has been watched long enough; the server or the bot may need time before that.
    bool tick();

  private:
    Context& context_;
    Proxy::Time patience_;
    std::string refused_name_;
    std::optional<Proxy::Time> begun_;
    std::optional<Proxy::Time> watch_end_;
    bool received_ = false;  ///< the bot has met the end
};

}  // namespace cubilete::server::spar
