#include "spar/matches.hpp"

#include <utility>

#include "server/core/close_code.hpp"

namespace cubilete::server::spar {

using namespace std::chrono_literals;
using protocol::object;

namespace {

using Json = protocol::Json;

constexpr std::size_t most_matches = 32;
constexpr int most_fruitless = 3;  // consecutive matches; a short match may give no occasion for a fault

bool is_hello(const InjectionPoint& at) { return text_of(at.frame, "t") == "hello"; }
bool is_join(const InjectionPoint& at) {
    return text_of(at.frame, "t") == "room.join" || text_of(at.frame, "t") == "quick.match";
}
bool is_ready(const InjectionPoint& at) {
    return text_of(at.frame, "t") == "room.ready" || text_of(at.frame, "t") == "room.rematch";
}

void refuse_for_good(InjectionPoint& at) { at.context.proxy.refuse(at.line, at.frame, at.fault->code); }

void refuse_for_now(InjectionPoint& at) {
    at.context.proxy.refuse(at.line, at.frame, at.fault->code, 200 + 100 * at.context.chance.pick(5));
}

/// The player is kicked from the room first, so that the bot gets the seat as a new player.
void forget_token(InjectionPoint& at) {
    const std::string player = std::exchange(at.context.player, {});
    at.context.host.ask(object({{"t", "room.kick"}, {"room", at.context.host.code()}, {"player", player}}),
                        [at](const Json&) mutable {
                            if (at.frame.contains("token")) refuse_for_good(at);
                        });
}

constexpr Fault for_start[] = {
    {"busy at hello", "busy", is_hello, refuse_for_now},
    {"rate_limited at join", "rate_limited", is_join, refuse_for_now},
    {"seat_taken at join", "seat_taken", is_join, refuse_for_good},
    {"bad_token", "bad_token", is_hello, forget_token},
    {"already_started at ready", "already_started", is_ready, refuse_for_good},
};
constexpr std::size_t at_second_hello = 3;
constexpr std::size_t at_ready = 4;

}  // namespace

const std::span<const Fault> start_faults = for_start;

bool MatchSeries::request(const BotConnectionPtr& line, const Json& frame) {
    InjectionPoint at{context_, line, frame};
    if (is_ready(at) && finished() && next_fault_ < at_ready) return context_.proxy.accept(line, frame);
    if (!context_.faults.has_begun()) return false;
    while (next_fault_ < start_faults.size() && start_faults[next_fault_].wants(at)) {
        if (next_fault_ == at_second_hello && !has_joined_) return false;
        at.fault = &start_faults[next_fault_++];
        if (!context_.faults.wants(*at.fault)) continue;
        at.fault->inject(at);
        const bool refused = at.fault != &start_faults[at_second_hello] || frame.contains("token");
        if (refused) context_.faults.mark_met(*at.fault);
        return refused;
    }
    return false;
}

void MatchSeries::on_joined(const BotConnectionPtr& line) {
    if (!context_.faults.has_begun()) return begin();
    if (next_fault_ != at_second_hello || std::exchange(has_joined_, true)) return;
    if (context_.faults.wants(start_faults[at_second_hello]))
        return context_.proxy.run_after(settle_time, [this, line] { context_.proxy.close(line); });
    next_fault_ = at_ready;
    begin();
}

bool MatchSeries::may_begin() const {
    return may_start_ && !context_.ending && (over_.empty() || next_fault_ >= at_ready) &&
           context_.host.phase() != "playing" && context_.host.is_present(context_.player);
}

void MatchSeries::begin() {
    if (starting_ || !may_begin()) return;
    starting_ = true;
    context_.proxy.run_after(settle_time, [this] {
        starting_ = false;
        if (context_.notes.is_waiting()) return begin();  // a match without a fault would say nothing
        if (!may_begin()) return;
        // If the server stops before it answers, the next push of the room tries again.
        const Json start = object({{"t", "room.start"}, {"room", context_.host.code()}});
        context_.host.ask(start, [this](const Json& reply) {
            may_start_ = reply["t"] == "refused" && context_.host.phase() != "playing";
            if (may_start_) context_.proxy.run_after(settle_time, [this] { begin(); });
        });
    });
}

/// If the bot has met few faults, another match starts.
void MatchSeries::over(const std::string& match) {
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

/// The bot has played a match without faults: whoever has not got so far reads a report about that alone. The break brings
/// the faults of hello and join.
void MatchSeries::begin_faults() {
    context_.proxy.run_after(settle_time, [this] {
        if (left_) return;
        context_.faults.begin();
        context_.proxy.note("the first match is over: faults from now on");
        may_start_ = true;
        context_.proxy.close_all();
    });
}

// ---- the end

namespace {

constexpr auto watch_time = 2500ms;  // after the bot has met the end

void ask_host(const InjectionPoint& at, const char* what) {
    Host& host = at.context.host;
    host.ask(object({{"t", what}, {"room", host.code()}, {"player", at.context.player}}));
}

/// The bot learns the rest when it comes back.
void disconnect_bot(InjectionPoint& at) { at.context.proxy.close_all(); }

void ban(InjectionPoint& at) {
    ask_host(at, "room.ban");
    disconnect_bot(at);
}

constexpr Fault for_end[] = {
    {"kicked", {}, {}, [](InjectionPoint& at) { ask_host(at, "room.kick"); }},
    {"banned", "banned", {}, ban},
    {"no_room", "no_room", {}, disconnect_bot},
    {"room_full", "room_full", {}, disconnect_bot},
    {"wrong_password", "wrong_password", {}, disconnect_bot},
    {"bad_version", "bad_version", {}, disconnect_bot},
    {"bad_name", "bad_name", {}, disconnect_bot},
    {"abuse", {}, {}, [](InjectionPoint& at) { at.context.proxy.close_all(number(CloseCode::abuse)); }},
    {"origin", {}, {}, [](InjectionPoint& at) { at.context.proxy.close_all(number(CloseCode::origin)); }},
    {"deleted",
     {},
     {},
     [](InjectionPoint& at) {
         at.context.second.ask(object({{"t", "me.delete"}}), [](bool) {});
     }},
};

}  // namespace

const std::span<const Fault> end_faults = for_end;

void EndFault::begin() {
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

bool EndFault::request(const BotConnectionPtr& line, const protocol::Json& frame) {
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

bool EndFault::tick() {
    if (!begun_) return false;
    if (const auto ended = context_.checker.ended_at(); !received_ && ended && *ended >= *begun_) {
        received_ = true;
        watch_end_ = context_.proxy.now() + watch_time;
    }
    return context_.proxy.now() >= *watch_end_;
}

}  // namespace cubilete::server::spar
