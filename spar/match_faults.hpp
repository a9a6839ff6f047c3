#pragma once

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
    bool request(const BotConnectionPtr& line, const Json& frame) {
        const std::string t = text_of(frame, "t");
        if (t == "move") return move(line, frame);
        if (!t.starts_with("dice.")) return false;
        dice_.request(line, frame);
        return true;
    }
    /// The server sent a frame.
    void frame(const BotConnectionPtr& line, Json frame) {
        if (frame.contains("re")) return reply(line, frame);
        const std::string t = text_of(frame, "t");
        if (t == "dice") return dice_.start(line, frame);
        if (t == "dice.ask") return dice_.ask(line, frame);
        if (t != "match") return context_.proxy.deliver(line, std::move(frame));
        dice_.observe(frame);
        if (!line->withheld_push) return push(line, std::move(frame));
        line->withheld_push = std::move(frame);
    }
    /// The next push gets no fault.
    void skip_next_push() { push_allowed_ = false; }

  private:
    bool move(const BotConnectionPtr& line, const Json& frame) {
        Prompts& prompts = context_.prompts;
        if (prompts.refuses(frame)) return context_.proxy.refuse(line, frame, "busy", 400);
        if (!prompts.answer(frame) || prompts.moves(frame).empty() || !line->server || line->is_held)
            return false;
        // None while the server stops.
        if (!context_.server.is_up()) return false;
        push_allowed_ = !context_.faults.all_push_faults_met() && context_.chance.pick(2) == 0;
        InjectionPoint at{context_, line, frame};
        return !push_allowed_ && inject(at, FaultTrigger::move);
    }
    void reply(const BotConnectionPtr& line, const Json& frame) {
        const std::string re = frame["re"].dump();
        const bool accepted = frame["t"] == "ok";
        if (!line->lost_reply.empty() && re == line->lost_reply) return context_.proxy.close(line);
        if (accepted) dice_.accepted(re);
        context_.proxy.deliver(line, frame);
        if (accepted && re == line->join_id) dice_.on_joined(line);
        const auto newest = std::exchange(line->withheld_push, std::nullopt);
        if (newest && !newest->is_null()) push(line, *newest);
    }
    void push(const BotConnectionPtr& line, Json frame) {
        const std::string match = frame["match"];
        context_.prompts.on_push(frame);
        if (line->since.first != match) line->since = entry_of(frame);
        const bool over = frame.contains("result");
        const std::string_view forged = dice_.alter_entry(line, frame);
        const auto pending = std::exchange(line->next_push, std::nullopt);
        InjectionPoint at{context_, line, std::move(frame)};
        const bool may = push_allowed_ && !over && !pending && forged.empty();
        if (may && inject(at, FaultTrigger::push))
            push_allowed_ = false;
        else
            context_.proxy.deliver(line, at.frame, !forged.empty(), forged);
        if (pending && !pending->is_null()) context_.proxy.deliver(line, *pending);
        if (asks_for_move(at.frame)) context_.prompts.set_newest(std::move(at.frame));
        if (over && line->is_live) over_(match);
    }
    /// Returns false if no fault fits.
    bool inject(InjectionPoint& at, FaultTrigger when) const {
        if (at.choose(when) == nullptr) return false;
        context_.proxy.note(at.fault->name);
        at.fault->inject(at);
        return true;
    }

    Context& context_;
    DishonestServer dice_;
    std::function<void(const std::string& match)> over_;
    bool push_allowed_ = true;  ///< the next push may get a fault
};

}  // namespace cubilete::server::spar
