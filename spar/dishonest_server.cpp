#include "spar/dishonest_server.hpp"

#include <utility>

namespace cubilete::server::spar {

using namespace std::chrono_literals;

namespace {

// The server waits 1.5 s for the answer to an ask that comes so much later than the forged one.
constexpr auto before_the_ask = 250ms;
constexpr int honest_asks = 3;  // before the first forged one, to see that the bot answers these
// A bot that has just come back cannot know of the first entries whether it should have been asked for them.
constexpr int entries_to_settle = 3;
constexpr auto time_to_open = 10s;  // the server has it to publish its secret

/// Changes a push `dice`, whose roster keeps its right hash unless the fault is about that.
void change_start(Occasion& at) {
    const protocol::Json roster = at.frame["roster"];
    at.fault->act(at);
    if (!at.frame["roster"].is_null() && at.frame["roster"] == roster)
        at.frame["roster"] = roster_of(at.frame);
}

}  // namespace

/// Nothing if another fault is under way on this connection, or one is to be noticed.
const Fault* DishonestServer::choose(Occasion& at) const {
    const Line& line = *at.line;
    const bool quiet =
        line.live && line.server && !line.held && !line.hushed && !line.late && !line.next_push;
    const bool may = quiet && context_.server.is_up() && !context_.ending && !context_.notes.waits();
    return may ? at.choose(When::dice) : nullptr;
}

/// The bot's notes of the match must show that it notices the fault.
void DishonestServer::expect(const Fault& fault, const std::string& match, bool opened) const {
    context_.proxy.note(fault.name);
    context_.notes.expect(context_.proxy.now(), match, std::string(fault.name),
                          opened ? Proxy::Time{0} : time_to_open);
}

/// In the first match the start is always right, so that the bot is asked for values.
void DishonestServer::start(const LinePtr& line, const Json& frame) {
    context_.faults.takes_part();
    if (!frame.contains("you")) return context_.proxy.deliver(line, frame);
    const std::string name = frame["match"];
    DiceShown::Match& match = shown_.matches[name];
    if (shown_.first.empty()) shown_.first = name;
    shown_.seat = frame["you"]["seat"];
    Occasion at{context_, line, frame, match.start};
    const bool first_time = match.steps.insert(text_of(frame, "step")).second && name != shown_.first;
    if (at.fault == nullptr) {
        if (!first_time || choose(at) == nullptr) return context_.proxy.deliver(line, frame);
        change_start(at);
        if (shown_.invented.contains(text_of(at.frame, "match"))) context_.proxy.deliver(line, frame);
        expect(*at.fault, name);
    } else {
        change_start(at);
    }
    at.forge();
}

/// These frames pass even while the proxy keeps back a move: an answer may come too late otherwise.
void DishonestServer::request(const LinePtr& line, const Json& frame) {
    if (shown_.invented.contains(text_of(frame, "match"))) {
        context_.proxy.refuse(line, frame, "stale");
        return;
    }
    if (!line->server) return line->early.push_back(frame.dump());
    line->pass(frame.dump());
    auto& ask = shown_.ask;
    if (text_of(frame, "t") != "dice.give" || !ask || ask->answered ||
        entry_of(ask->frame) != entry_of(frame))
        return;
    ask->answered = true;
    ask->id = dump_of(frame, "id");
    Occasion at{context_, line, ask->frame};
    if (++shown_.answers <= honest_asks || choose(at) == nullptr) return;
    at.fault->act(at);
    expect(*at.fault, text_of(at.frame, "match"));
    at.forge();
}

void DishonestServer::ask(const LinePtr& line, const Json& frame) {
    const Entry entry = entry_of(frame);
    Occasion at{context_, line, frame};
    if (!shown_.matches[entry.first].asks.insert(entry.second).second) {
        if (!shown_.unnamed || shown_.unnamed->entry != entry) return at.deliver();
        at.fault = shown_.unnamed->fault;
        at.fault->act(at);
        return at.forge();
    }
    const bool may = shown_.is_in_time(entry.first) && shown_.answers >= honest_asks &&
                     shown_.names_it(frame) && line->since.first == entry.first &&
                     entry.second > line->since.second + entries_to_settle;
    shown_.ask = DiceShown::Ask{frame};
    if (!may || choose(at) == nullptr) return at.deliver();
    at.fault->act(at);
    if (!line->live) return;  // it is shown when it comes back
    expect(*at.fault, entry.first);
    at.forge();
    if (shown_.names_it(at.frame)) context_.proxy.delay(line, frame, before_the_ask);
}

void DishonestServer::accepted(const std::string& id) {
    if (shown_.ask && id == shown_.ask->id) shown_.accepted = entry_of(shown_.ask->frame);
}

/// Shows the bot the match as it was before what it has seen, as after the restoration of a file.
void DishonestServer::joined(const LinePtr& line) {
    const Fault* fault = std::exchange(shown_.restored, nullptr);
    if (fault == nullptr) return;
    context_.notes.expect(context_.proxy.now(), text_of(*shown_.older, "match"), std::string(fault->name));
    context_.proxy.deliver(line, *shown_.older, true, fault->name);
}

void DishonestServer::learn(const Json& push) {
    shown_.matches[text_of(push, "match")].hashes[number_of(push, "seq")] = text_of(push, "hash");
}

std::string_view DishonestServer::entry(const LinePtr& line, Json& frame) {
    const Entry entry = entry_of(frame);
    DiceShown::Match& match = shown_.matches[entry.first];
    if (shown_.idle && entry > entry_of(*shown_.idle)) shown_.older = shown_.idle;
    if (!asks(frame)) shown_.idle = frame;
    const auto dice = frame.find("dice");
    if (dice != frame.end()) match.number = number_of(*dice, "k");
    Occasion at{context_, line, frame};
    const bool goes_on = frame.contains("result") && frame.contains("proof");
    if (dice != frame.end() && shown_.unnamed && shown_.unnamed->entry == entry)
        at.fault = shown_.unnamed->fault;
    else if (goes_on)
        at.fault = match.end;
    const bool chosen = at.fault == nullptr && choose(at) != nullptr;
    if (frame.contains("result")) match.over = true;
    if (at.fault == nullptr) return {};
    at.fault->act(at);
    frame = at.frame;
    if (chosen) expect(*at.fault, entry.first, !goes_on || frame.contains("proof"));
    return at.fault->name;
}

}  // namespace cubilete::server::spar
