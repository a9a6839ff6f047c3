#pragma once

#include "spar/context.hpp"

namespace cubilete::server::spar {

/// Tries the faults of a dishonest server on a bot that takes part in provable dice (protocol/README.md, section
/// 13). Use it on one thread.
class DishonestServer {
  public:
    using Json = protocol::Json;
    explicit DishonestServer(Context& context) : context_(context), shown_(context.dice) {}

    /// The bot sent a request `dice.*`. It passes even while the proxy keeps back a move: an answer may come too late
    /// otherwise.
    void request(const BotConnectionPtr& line, const Json& frame) {
        if (shown_.invented.contains(text_of(frame, "match"))) {
            context_.proxy.refuse(line, frame, "stale");
            return;
        }
        if (!line->server) return line->queued_frames.push_back(frame.dump());
        line->pass(frame.dump());
        auto& ask = shown_.ask;
        if (text_of(frame, "t") != "dice.give" || !ask || ask->answered ||
            entry_of(ask->frame) != entry_of(frame))
            return;
        ask->answered = true;
        ask->id = dump_of(frame, "id");
        InjectionPoint at{context_, line, ask->frame};
        if (++shown_.answers <= honest_asks || choose(at) == nullptr) return;
        at.fault->inject(at);
        expect(*at.fault, text_of(at.frame, "match"));
        at.deliver_forged();
    }
    /// The server sent a push `dice`. In the first match the start is always right, so that the bot is asked for values.
    void start(const BotConnectionPtr& line, const Json& frame) {
        context_.faults.require_dice_faults();
        if (!frame.contains("you")) return context_.proxy.deliver(line, frame);
        InjectionPoint at{context_, line, frame};
        const std::string name = frame["match"];
        if (shown_.first.empty()) shown_.first = name;
        shown_.seat = frame["you"]["seat"];
        at.fault = at.match().start;
        const bool goes_on = at.fault != nullptr;
        const bool first_time =
            at.match().steps.insert(text_of(frame, "step")).second && name != shown_.first;
        if (!goes_on && (!first_time || choose(at) == nullptr)) return context_.proxy.deliver(line, frame);
        at.fault->inject(at);
        // The roster keeps its right hash unless the fault is about that.
        if (!at.frame["roster"].is_null() && at.frame["roster"] == member(frame, "roster"))
            at.frame["roster"] = computed_roster_hash(at.frame);
        if (shown_.invented.contains(text_of(at.frame, "match"))) context_.proxy.deliver(line, frame);
        if (!goes_on) expect(*at.fault, name);
        at.deliver_forged();
    }
    void ask(const BotConnectionPtr& line, const Json& frame) {
        const Entry entry = entry_of(frame);
        InjectionPoint at{context_, line, frame};
        if (!at.match().asks.insert(entry.second).second) {
            if (!shown_.unnamed || shown_.unnamed->entry != entry) return at.deliver();
            at.fault = shown_.unnamed->fault;
            at.fault->inject(at);
            return at.deliver_forged();
        }
        const bool in_time = shown_.ask && shown_.accepted == entry_of(shown_.ask->frame) &&
                             shown_.accepted->first == entry.first;
        const bool may = in_time && shown_.answers >= honest_asks && names_seat(frame) &&
                         line->since.first == entry.first &&
                         entry.second > line->since.second + entries_to_settle;
        shown_.ask = DiceHistory::Ask{frame};
        if (!may || choose(at) == nullptr) return at.deliver();
        at.fault->inject(at);
        if (!line->is_live) return;  // it is shown when it comes back
        expect(*at.fault, entry.first);
        at.deliver_forged();
        if (names_seat(at.frame)) context_.proxy.delay(line, frame, before_the_ask);
    }
    /// Has to know each push `match`, even if it is not shown.
    void observe(const Json& push) {
        shown_.matches[text_of(push, "match")].hashes[number_of(push, "seq")] = text_of(push, "hash");
    }
    /// Changes the push of an entry. Returns the name of the fault; nothing if the push stays as it is.
    std::string_view alter_entry(const BotConnectionPtr& line, Json& frame) {
        const Entry entry = entry_of(frame);
        InjectionPoint at{context_, line, frame};
        DiceHistory::Match& match = at.match();
        if (shown_.idle && entry > entry_of(*shown_.idle)) shown_.older = shown_.idle;
        if (!asks_for_move(frame)) shown_.idle = frame;
        if (frame.contains("dice")) match.number = number_of(frame["dice"], "k");
        const bool proves = frame.contains("result") && frame.contains("proof");
        if (frame.contains("dice") && shown_.unnamed && shown_.unnamed->entry == entry)
            at.fault = shown_.unnamed->fault;
        else if (proves)
            at.fault = match.end;
        const bool chosen = at.fault == nullptr && choose(at) != nullptr;
        match.newest = std::max(match.newest, entry.second);
        if (frame.contains("result")) match.over = true;
        if (at.fault == nullptr) return {};
        at.fault->inject(at);
        frame = at.frame;
        if (chosen) expect(*at.fault, entry.first, !proves || frame.contains("proof"));
        return at.fault->name;
    }
    /// A request of the bot was accepted.
    void accepted(const std::string& id) {
        if (shown_.ask && id == shown_.ask->id) shown_.accepted = entry_of(shown_.ask->frame);
    }
    /// The bot has joined the room. After a fault that says so it is shown the match as it was before what it has seen, as
    /// after the restoration of a file.
    void on_joined(const BotConnectionPtr& line) {
        const Fault* fault = std::exchange(shown_.restored, nullptr);
        if (fault == nullptr) return;
        shown_.matches[text_of(*shown_.older, "match")].given_up = true;
        context_.notes.expect(context_.proxy.now(), text_of(*shown_.older, "match"),
                              std::string(fault->name));
        context_.proxy.deliver(line, *shown_.older, true, fault->name);
    }

  private:
    // The server waits 1.5 s for the answer to an ask that comes so much later than the forged one.
    static constexpr Time before_the_ask{250};
    static constexpr int honest_asks = 3;  // before the first forged one, to see that the bot answers these
    // A bot that has just come back cannot know of the first entries whether it should have been asked for them.
    static constexpr int entries_to_settle = 3;
    static constexpr Time time_to_open{10'000};  // the server has it to publish its secret

    /// Nothing if another fault is under way on this connection, or one is to be noticed; or in a match that the bot has
    /// given up: it notes nothing more, though an answer that it gave before may still arrive.
    const Fault* choose(InjectionPoint& at) const {
        const BotConnection& line = *at.line;
        const bool quiet = line.is_live && line.server && !line.is_held && !line.withheld_push &&
                           !line.delayed_frames && !line.next_push;
        const bool may = quiet && !at.match().given_up && context_.server.is_up() && !context_.ending &&
                         !context_.notes.is_waiting();
        return may ? at.choose(FaultTrigger::dice) : nullptr;
    }
    /// The bot's notes of the match must show that it notices the fault.
    void expect(const Fault& fault, const std::string& match, bool opened = true) const {
        context_.proxy.note(fault.name);
        context_.notes.expect(context_.proxy.now(), match, std::string(fault.name),
                              opened ? Time{0} : time_to_open);
    }
    /// Whether an ask names the bot's seat.
    bool names_seat(const Json& ask) const {
        return std::ranges::find(ask["seats"], Json(shown_.seat)) != ask["seats"].end();
    }

    Context& context_;
    DiceHistory& shown_;
};

}  // namespace cubilete::server::spar
