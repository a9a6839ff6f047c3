#include "spar/match_faults.hpp"

#include <utility>

#include "server/core/close_code.hpp"

namespace cubilete::server::spar {

using namespace std::chrono_literals;
using protocol::object;

namespace {

using Json = protocol::Json;

// ---- for a move of the bot

template <int retry_ms = 0>
void refuse(InjectionPoint& at) {
    at.context.proxy.refuse(at.line, at.frame, at.fault->code, retry_ms);
}

void refuse_twice(InjectionPoint& at) {
    at.context.prompts.refuse_next(at.frame);
    refuse<250>(at);
}

void refuse_and_close(InjectionPoint& at) {
    refuse<500>(at);
    at.context.proxy.run_after(30ms, [at] { at.context.proxy.close(at.line, number(CloseCode::restart)); });
}

void forward(InjectionPoint& at) { at.line->pass(at.frame.dump()); }

void lose_reply(InjectionPoint& at) {
    at.line->lost_reply = at.frame.value("id", Json()).dump();
    forward(at);
}

void restart(InjectionPoint& at) {
    forward(at);
    at.context.server.restart();
}

void crash(InjectionPoint& at) {
    forward(at);
    at.context.server.crash();
}

void refuse_connections(InjectionPoint& at) {
    at.context.proxy.refuse_connections(2);
    at.context.proxy.close(at.line);
}

/// A second client of the same player moves, so that the match has really moved on when the bot's move is
/// refused.
void overtake(InjectionPoint& at) {
    at.line->is_held = true;
    Json move = at.frame;
    move["id"] = "spar-" + std::to_string(at.context.prompts.answered());
    move["move"] = at.context.prompts.moves(at.frame).front();
    at.context.second.ask(std::move(move), [at](bool moved) mutable {
        if (!moved) at.context.faults.requeue(*at.fault);
        if (!at.line->is_live) return;
        moved ? refuse(at) : forward(at);
        at.context.proxy.flush(at.line);
    });
}

bool is_other_than_first(const InjectionPoint& at) {
    return at.frame.value("move", Json()) != at.context.prompts.moves(at.frame).front();
}

bool are_pushes_met(const InjectionPoint& at) { return at.context.faults.all_push_faults_met(); }

/// Finishes the match with the second client, and then forwards the move: the bot does not know yet that the
/// match is over.
void play_to_end(InjectionPoint& at) {
    at.line->is_held = true;
    at.line->withheld_push = Json();
    at.context.second.play_to_end(at.context.host.code(), [at](bool) mutable {
        if (!at.line->is_live) return;
        forward(at);
        at.context.proxy.flush(at.line);
    });
}

constexpr Fault for_moves[] = {
    {"busy", "busy", {}, refuse_twice},
    {"rate_limited", "rate_limited", {}, refuse<600>},
    {"storage", "storage", {}, refuse},
    {"shutting_down", "shutting_down", {}, refuse_and_close},
    {"request lost with the connection", {}, {}, [](InjectionPoint& at) { at.context.proxy.close(at.line); }},
    {"reply lost with the connection", {}, {}, lose_reply},
    {"stale", "stale", {}, overtake},
    {"not_your_turn", "not_your_turn", {}, overtake},
    {"not_in_room", "not_in_room", {}, overtake},
    {"not_seated", "not_seated", {}, overtake},
    {"not_started", "not_started", {}, overtake},
    {"not_host", "not_host", {}, overtake},
    {"bad_text", "bad_text", {}, overtake},
    {"bad_options", "bad_options", {}, overtake},
    {"unknown_type", "unknown_type", {}, overtake},
    {"too_big", "too_big", {}, overtake},
    {"too_deep", "too_deep", {}, overtake},
    {"taken", "taken", {}, overtake},
    {"bad_value", "bad_value", {}, overtake},
    {"muted", "muted", {}, overtake},
    {"unknown code", "spar_unheard_of", {}, overtake},
    {"unknown code at a table that waits", "spar_unheard_of", {}, refuse},
    {"id_reused", "id_reused", {}, refuse},
    // The move comes on a new connection without a hello, so that the server itself refuses it.
    {"hello_first",
     "hello_first",
     {},
     [](InjectionPoint& at) { at.context.proxy.reconnect(at.line, at.frame.dump()); }},
    {"illegal_move", "illegal_move", is_other_than_first, refuse},
    {"bad_message", "bad_message", is_other_than_first, refuse},
    {"restart of the server (1012)", {}, {}, restart},
    {"death of the server", {}, {}, crash},
    {"closed door (503)", {}, {}, refuse_connections},
    {"match_over", "match_over", are_pushes_met, play_to_end},
};

// ---- for a push to the bot

bool asks_bot(const InjectionPoint& at) { return asks_for_move(at.frame); }

bool is_older_known(const InjectionPoint& at) {
    const Json& newest = at.context.prompts.newest();
    return asks_bot(at) && !newest.is_null() && newest["match"] == at.frame["match"] &&
           newest["you"]["n"] < at.frame["you"]["n"];
}

/// A push with `about` reaches every socket, and before the others.
bool may_be_missed(const InjectionPoint& at) { return !asks_bot(at) && !at.frame.contains("about"); }

void send_twice(InjectionPoint& at) {
    at.deliver();
    at.deliver();
}

void send_older(InjectionPoint& at) {
    at.deliver();
    at.context.proxy.deliver(at.line, at.context.prompts.newest());
}

void send_unknown_types(InjectionPoint& at) {
    const std::string& room = at.context.host.code();
    for (const Json& unknown :
         {object({{"t", "weather"}, {"room", room}, {"sky", Json::array({"clear", 3})}, {"spar", true}}),
          object({{"t", "table.cloth"}, {"spar", object({{"colour", "green"}})}})})
        at.context.proxy.deliver(at.line, unknown, true);
    at.deliver();
}

void add_unknown_fields(InjectionPoint& at) {
    at.context.proxy.add_unknown_fields(true);
    at.deliver();
}

void close_as_too_slow(InjectionPoint& at) {
    at.deliver();
    at.context.proxy.close(at.line, number(CloseCode::too_slow));
}

constexpr Fault for_pushes[] = {
    {"push twice", {}, asks_bot, send_twice},
    {"old push once more", {}, is_older_known, send_older},
    {"pushes in the wrong order",
     {},
     may_be_missed,
     [](InjectionPoint& at) { at.line->next_push = at.frame; }},
    {"push left out", {}, may_be_missed, [](InjectionPoint& at) { at.line->next_push = Json(); }},
    {"late pushes",
     {},
     asks_bot,
     [](InjectionPoint& at) { at.context.proxy.delay(at.line, at.frame, 400ms); }},
    {"unknown types", {}, asks_bot, send_unknown_types},
    {"unknown fields", {}, {}, add_unknown_fields},
    {"too slow (4008)", {}, asks_bot, close_as_too_slow},
};

}  // namespace

const std::span<const Fault> move_faults = for_moves;
const std::span<const Fault> push_faults = for_pushes;

bool MatchFaults::request(const BotConnectionPtr& line, const Json& frame) {
    const std::string t = text_of(frame, "t");
    if (t == "move") return move(line, frame);
    if (!t.starts_with("dice.")) return false;
    dice_.request(line, frame);
    return true;
}

bool MatchFaults::move(const BotConnectionPtr& line, const Json& frame) {
    Prompts& prompts = context_.prompts;
    if (prompts.refuses(frame)) return context_.proxy.refuse(line, frame, "busy", 400);
    if (!prompts.answer(frame) || prompts.moves(frame).empty() || !line->server || line->is_held)
        return false;
    // None while the server stops.
    if (!context_.server.is_up()) return false;
    push_allowed_ = !context_.faults.all_push_faults_met() && context_.chance.pick(2) == 0;
    InjectionPoint at{context_, line, frame};
    if (push_allowed_ || at.choose(FaultTrigger::move) == nullptr) return false;
    context_.proxy.note(at.fault->name);
    at.fault->inject(at);
    return true;
}

void MatchFaults::frame(const BotConnectionPtr& line, Json frame) {
    if (frame.contains("re")) return reply(line, frame);
    const std::string t = text_of(frame, "t");
    if (t == "match") {
        dice_.observe(frame);
        if (!line->withheld_push) return push(line, std::move(frame));
        line->withheld_push = std::move(frame);
    } else if (t == "dice") {
        dice_.start(line, frame);
    } else if (t == "dice.ask") {
        dice_.ask(line, frame);
    } else {
        context_.proxy.deliver(line, std::move(frame));
    }
}

void MatchFaults::reply(const BotConnectionPtr& line, const Json& frame) {
    const std::string re = frame["re"].dump();
    const bool accepted = frame["t"] == "ok";
    if (!line->lost_reply.empty() && re == line->lost_reply) return context_.proxy.close(line);
    if (accepted) dice_.accepted(re);
    context_.proxy.deliver(line, frame);
    if (accepted && re == line->join_id) dice_.on_joined(line);
    const auto newest = std::exchange(line->withheld_push, std::nullopt);
    if (newest && !newest->is_null()) push(line, *newest);
}

void MatchFaults::push(const BotConnectionPtr& line, Json frame) {
    const std::string match = frame["match"];
    context_.prompts.on_push(frame);
    if (line->since.first != match) line->since = entry_of(frame);
    const bool over = frame.contains("result");
    const std::string_view forged = dice_.alter_entry(line, frame);
    const auto kept = std::exchange(line->next_push, std::nullopt);
    InjectionPoint at{context_, line, std::move(frame)};
    if (push_allowed_ && !over && !kept && forged.empty() && at.choose(FaultTrigger::push) != nullptr) {
        push_allowed_ = false;
        context_.proxy.note(at.fault->name);
        at.fault->inject(at);
    } else {
        context_.proxy.deliver(line, at.frame, !forged.empty(), forged);
    }
    if (kept && !kept->is_null()) context_.proxy.deliver(line, *kept);
    if (asks_for_move(at.frame)) context_.prompts.set_newest(std::move(at.frame));
    if (over && line->is_live) over_(match);
}

}  // namespace cubilete::server::spar
