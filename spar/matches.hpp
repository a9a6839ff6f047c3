#pragma once

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
    void begin() {
        if (starting_ || !may_begin()) return;
        starting_ = true;
        context_.proxy.run_after(settle_time, [this] {
            starting_ = false;
            if (context_.notes.is_waiting()) return begin();  // a match without a fault would say nothing
            if (!may_begin()) return;
            // If the server stops before it answers, the next push of the room tries again.
            const Json start = protocol::object({{"t", "room.start"}, {"room", context_.host.code()}});
            context_.host.ask(start, [this](const Json& reply) {
                may_start_ = reply["t"] == "refused" && context_.host.phase() != "playing";
                if (may_start_) context_.proxy.run_after(settle_time, [this] { begin(); });
            });
        });
    }
    /// Returns true if the bot's frame is not to be forwarded.
    bool request(const BotConnectionPtr& line, const Json& frame) {
        InjectionPoint at{context_, line, frame};
        if (all_faults[at_ready].wants(at) && finished() && next_fault_ < at_ready)
            return context_.proxy.accept(line, frame);
        if (!context_.faults.has_begun()) return false;
        while (next_fault_ <= at_ready && all_faults[next_fault_].wants(at)) {
            if (next_fault_ == at_second_hello && !has_joined_) return false;
            at.fault = &all_faults[next_fault_++];
            if (!context_.faults.wants(*at.fault)) continue;
            at.fault->inject(at);
            const bool refused = at.fault != &all_faults[at_second_hello] || frame.contains("token");
            if (refused) context_.faults.mark_met(*at.fault);
            return refused;
        }
        return false;
    }
    /// The bot has joined the room.
    void on_joined(const BotConnectionPtr& line) {
        if (!context_.faults.has_begun()) return begin();
        if (next_fault_ != at_second_hello || std::exchange(has_joined_, true)) return;
        if (context_.faults.wants(all_faults[at_second_hello]))
            return context_.proxy.run_after(settle_time, [this, line] { context_.proxy.close(line); });
        next_fault_ = at_ready;
        begin();
    }
    /// The bot receives a push of that match.
    void on_match_push(const std::string& match) {
        if (shown_.insert(match).second) may_start_ = false;
    }
    /// The bot has received its result. If it has met few faults, another match starts.
    void over(const std::string& match) {
        if (!over_.insert(match).second || context_.ending) return;
        if (!context_.faults.has_begun()) return begin_faults();
        matches_without_fault_ = context_.faults.count() > met_before_ ? 0 : matches_without_fault_ + 1;
        met_before_ = context_.faults.count();
        // After a match that the second client finished another one follows, which the bot itself plays to its end.
        const bool more = !context_.faults.all_met() && matches_without_fault_ < most_fruitless;
        if ((context_.second.take_played_to_end() || more) && count() < most_matches) {
            may_start_ = true;
            return begin();
        }
        context_.ending = true;
        context_.proxy.run_after(settle_time * 2, ended_);
    }
    /// The bot leaves the room: nothing follows.
    void leave() { left_ = true; }
    bool bot_has_left() const { return left_; }
    std::size_t count() const { return shown_.size(); }
    /// One has come to its end.
    bool finished() const { return !over_.empty(); }
    /// The bot has the result of the newest one; the host may learn it later.
    bool is_between_matches() const { return finished() && over_.size() == shown_.size(); }

  private:
    static constexpr std::size_t most_matches = 32;
    static constexpr int most_fruitless = 3;  // consecutive; a short match may give no occasion for a fault
    // Two of the faults at the start, which come first in the table and in its order.
    static constexpr std::size_t at_second_hello = 3;
    static constexpr std::size_t at_ready = 4;

    bool may_begin() const {
        return may_start_ && !context_.ending && (over_.empty() || next_fault_ >= at_ready) &&
               context_.host.phase() != "playing" && context_.host.is_present(context_.player);
    }
    /// The bot has played a match without faults: whoever has not got so far reads a report about that alone. The break
    /// brings the faults of hello and join.
    void begin_faults() {
        context_.proxy.run_after(settle_time, [this] {
            if (left_) return;
            context_.faults.begin();
            context_.proxy.note("the first match is over: faults from now on");
            may_start_ = true;
            context_.proxy.close_all();
        });
    }

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
    EndFault(Context& context, Time patience) : context_(context), patience_(patience) {}

    void begin() {
        const Fault& fault = context_.faults.end();
        context_.faults.mark_met(fault);
        context_.proxy.note("the end: " + std::string(fault.name));
        // A bot that has disconnected by itself need not come back for an end that it can only meet on a connection.
        const bool awaited = context_.proxy.has_connections() || !fault.code.empty();
        begun_ = context_.proxy.now();
        watch_end_ = *begun_ + (awaited ? patience_ * 3 / 4 : watch_time);
        InjectionPoint at{context_, {}, {}, &fault};
        fault.inject(at);
    }
    /// Returns true if the bot's frame is not to be forwarded. Call it once Context::ending is true.
    bool request(const BotConnectionPtr& line, const protocol::Json& frame) {
        const std::string t = text_of(frame, "t");
        if (t == "room.ready" || t == "room.rematch" || t == "room.start")
            return context_.proxy.accept(line, frame);
        const Fault& fault = context_.faults.end();
        if (!(t == "hello" && refuses_next_hello(fault)) && !(t == "room.join" && refuses_next_join(fault)))
            return false;
        if (fault.code == "bad_name") {
            const std::string name = text_of(frame, "name");
            if (refused_name_.empty()) refused_name_ = name;
            if (name.empty() || name != refused_name_) return false;
        }
        return fault.code != "banned" && context_.proxy.refuse(line, frame, fault.code);
    }
    /// Returns true when the bot has been watched long enough; the server or the bot may need time before that.
    bool tick() {
        if (!begun_) return false;
        if (const auto ended = context_.checker.ended_at(); !received_ && ended && *ended >= *begun_) {
            received_ = true;
            watch_end_ = context_.proxy.now() + watch_time;
        }
        return context_.proxy.now() >= watch_end_;
    }

  private:
    static constexpr Time watch_time{2'500};  // after the bot has met the end

    Context& context_;
    Time patience_;
    std::string refused_name_;
    std::optional<Time> begun_;
    Time watch_end_{0};
    bool received_ = false;  ///< the bot has met the end
};

}  // namespace cubilete::server::spar
