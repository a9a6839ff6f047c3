#include <algorithm>
#include <utility>

#include "spar/match_faults.hpp"

namespace cubilete::server::spar {

using namespace std::chrono_literals;

namespace {

using Json = protocol::Json;
using protocol::object;

/// Makes another hash of it.
void alter_hash(Json& hash) {
    auto text = hash.get<std::string>();
    text.back() = text.back() == '0' ? '1' : '0';
    hash = text;
}

DiceHistory::Match& match_of(const InjectionPoint& at) {
    return at.context.dice.matches[text_of(at.frame, "match")];
}

// ---- the start of a match

/// The bot's seat has a tip in the roster.
bool has_tip(const InjectionPoint& at, std::string_view step) {
    return text_of(at.frame, "t") == "dice" && text_of(at.frame, "step") == step &&
           at.frame["tips"].contains(at.context.dice.seat_key());
}
bool is_tips_step(const InjectionPoint& at) {
    return text_of(at.frame, "t") == "dice" && at.frame["step"] == "tips";
}
bool is_reveals_step(const InjectionPoint& at) { return has_tip(at, "reveals"); }
bool is_play_step(const InjectionPoint& at) {
    return has_tip(at, "play") && !at.frame["reveals"].value(at.context.dice.seat_key(), Json()).is_null();
}

void alter_commit(InjectionPoint& at) { alter_hash(at.frame["commit"]); }

void add_tip(InjectionPoint& at) {
    const char* neighbour = at.context.dice.seat == 0 ? "1" : "0";
    at.frame["tips"][neighbour] = std::string(64, '7');
    at.frame["reveals"][neighbour] = nullptr;
}

void alter_settings(InjectionPoint& at) {
    Json settings = Json::parse(text_of(at.frame, "settings"));
    Json& option = settings["options"].front();
    if (option.is_boolean())
        option = !option.get<bool>();
    else if (option.is_number_integer())
        option = option.get<std::int64_t>() + 1;
    else
        option = "another";
    at.frame["settings"] = settings.dump();
}

template <int after_the_bot>
void alter_player(InjectionPoint& at) {
    Json marks = Json::parse(text_of(at.frame, "players"));
    alter_hash(marks[static_cast<std::size_t>(at.context.dice.seat + after_the_bot) % marks.size()]);
    at.frame["players"] = marks.dump();
}

/// The bot has no part in a match whose start is wrong from its first push on.
template <void (*change)(InjectionPoint&)>
void from_now_on(InjectionPoint& at) {
    match_of(at).start = at.fault;
    change(at);
}

/// The start of a match that the server does not have.
void invent_match(InjectionPoint& at) {
    at.frame["match"] = text_of(at.frame, "match") + "x";
    at.frame["step"] = "tips";
    alter_commit(at);
    at.frame["tips"] = Json::object();
    at.frame["roster"] = nullptr;
    at.frame["reveals"] = nullptr;
    at.frame["out"] = Json::array();
    at.context.dice.invented.insert(text_of(at.frame, "match"));
}

// ---- asks

bool is_ask(const InjectionPoint& at, bool answered) {
    return text_of(at.frame, "t") == "dice.ask" && at.context.dice.ask->answered == answered;
}
bool is_answered(const InjectionPoint& at) { return is_ask(at, true); }
bool has_entry(const InjectionPoint& at, int before) {
    return match_of(at).hashes.contains(number_of(at.frame, "seq") - before);
}
bool is_new(const InjectionPoint& at) { return is_ask(at, false) && has_entry(at, 1); }
bool has_two_entries(const InjectionPoint& at) {  // a bot tells once that an entry was asked for twice
    const auto [match, seq] = entry_of(at.frame);
    return is_new(at) && has_entry(at, 2) && at.context.dice.asked_twice != Entry{match, seq - 1};
}
bool has_number(const InjectionPoint& at) { return is_new(at) && match_of(at).number; }
bool can_go_back(const InjectionPoint& at) {
    const DiceHistory& dice = at.context.dice;
    return is_new(at) && match_of(at).start == nullptr && dice.older &&
           (*dice.older)["match"] == at.frame["match"] &&
           at.frame["by"].value("seat", dice.seat) != dice.seat;
}

void ask_for_another_move(InjectionPoint& at) {
    const Json moves = at.context.prompts.canonical_moves(at.frame);
    const auto other =
        std::ranges::find_if(moves, [&](const Json& move) { return move != at.frame["move"]; });
    at.frame["move"] = other == moves.end() ? Json() : *other;
    if (other == moves.end()) at.frame["by"] = object({{"clock", true}});
    at.context.dice.asked_twice = entry_of(at.frame);
}

void ask_earlier(InjectionPoint& at) {
    const std::int64_t seq = number_of(at.frame, "seq");
    at.frame["hash"] = match_of(at).hashes.at(seq - 2);
    at.frame["seq"] = seq - 1;
}
void restore(InjectionPoint& at) {
    at.context.proxy.note(at.fault->name);
    at.context.dice.restored = at.fault;
    at.context.proxy.close(at.line);
}

void leave_out_seat(InjectionPoint& at) {
    const DiceHistory& dice = at.context.dice;
    Json& about = text_of(at.frame, "t") == "match" ? at.frame["dice"] : at.frame;
    at.context.dice.unnamed = DiceHistory::UnnamedAsk{entry_of(at.frame), at.fault};
    Json seats = Json::array();
    for (const Json& seat : about["seats"])
        if (seat != dice.seat) seats.push_back(seat);
    about["seats"] = std::move(seats);
    if (const auto fresh = about.find("fresh"); fresh != about.end()) fresh->erase(dice.seat_key());
}

// ---- entries

bool has_value(
    const InjectionPoint& at) {  // a bot checks the values of an entry when it sees the entry first
    return text_of(at.frame, "t") == "match" && at.frame.contains("dice") &&
           at.context.dice.accepted == entry_of(at.frame) && number_of(at.frame, "seq") > match_of(at).newest;
}
bool has_proof(const InjectionPoint& at) {  // the result of a match may come again when the bot joins
    return text_of(at.frame, "t") == "match" && at.frame.contains("result") && at.frame.contains("proof") &&
           !match_of(at).over;
}

void alter_mover(InjectionPoint& at) {
    at.frame["by"] = at.frame["by"].contains("clock") ? object({{"seat", 0}}) : object({{"clock", true}});
}
void alter_secret(InjectionPoint& at) {
    match_of(at).end = at.fault;
    alter_hash(at.frame["proof"]["seed"]);
}
void keep_secret(InjectionPoint& at) {
    match_of(at).end = at.fault;
    at.frame.erase("proof");
}

constexpr Fault shown_by_answers[] = {
    {"another ask for an entry", {}, is_answered, ask_for_another_move},
    {"ask after another entry", {}, is_new, [](InjectionPoint& at) { alter_hash(at.frame["hash"]); }},
    {"ask for an earlier entry", {}, has_two_entries, ask_earlier},
    {"ask before the entry before it",
     {},
     is_new,
     [](InjectionPoint& at) { at.frame["seq"] = number_of(at.frame, "seq") + 1; }},
    {"ask with a draw number that was used",
     {},
     has_number,
     [](InjectionPoint& at) { at.frame["k"] = *match_of(at).number; }},
    {"restored file", {}, can_go_back, restore},
    {"another tip in the roster",
     {},
     is_reveals_step,
     [](InjectionPoint& at) { alter_hash(at.frame["tips"][at.context.dice.seat_key()]); }},
    {"roster without its tip",
     {},
     is_reveals_step,
     [](InjectionPoint& at) { at.frame["tips"].erase(at.context.dice.seat_key()); }},
    {"roster that is not that of its hash",
     {},
     is_reveals_step,
     [](InjectionPoint& at) { alter_hash(at.frame["roster"]); }},
    {"second roster after the reveals", {}, is_play_step, add_tip},
    {"another commitment", {}, is_reveals_step, alter_commit},
    {"other settings than before", {}, is_reveals_step, alter_settings},
    {"other settings than those of the room", {}, is_tips_step, from_now_on<alter_settings>},
    {"another player in the roster", {}, is_reveals_step, alter_player<1>},
    {"somebody else at its seat", {}, is_tips_step, from_now_on<alter_player<0>>},
};
constexpr Fault shown_by_notes[] = {
    {"ask that does not name its seat", {}, is_new, leave_out_seat},
    {"00 instead of its value",
     {},
     has_value,
     [](InjectionPoint& at) { at.frame["dice"]["fresh"][at.context.dice.seat_key()] = nullptr; }},
    {"another mover than in the ask", {}, has_value, alter_mover},
    {"another match after the reveals", {}, is_play_step, invent_match},
    {"changed secret", {}, has_proof, alter_secret},
    {"secret that is never opened", {}, has_proof, keep_secret},
};

}  // namespace

const std::span<const Fault> dice_faults = shown_by_answers;
const std::span<const Fault> noted_faults = shown_by_notes;

namespace {

// The server waits 1.5 s for the answer to an ask that comes so much later than the forged one.
constexpr auto before_the_ask = 250ms;
constexpr int honest_asks = 3;  // before the first forged one, to see that the bot answers these
// A bot that has just come back cannot know of the first entries whether it should have been asked for them.
constexpr int entries_to_settle = 3;
constexpr auto time_to_open = 10s;  // the server has it to publish its secret

/// Changes a push `dice`, whose roster keeps its right hash unless the fault is about that.
void change_start(InjectionPoint& at) {
    const Json roster = at.frame["roster"];
    at.fault->inject(at);
    if (!at.frame["roster"].is_null() && at.frame["roster"] == roster)
        at.frame["roster"] = computed_roster_hash(at.frame);
}

}  // namespace

/// Nothing if another fault is under way on this connection, or one is to be noticed.
const Fault* DishonestServer::choose(InjectionPoint& at) const {
    const BotConnection& line = *at.line;
    const bool quiet = line.is_live && line.server && !line.is_held && !line.withheld_push &&
                       !line.delayed_frames && !line.next_push;
    const bool may = quiet && context_.server.is_up() && !context_.ending && !context_.notes.is_waiting();
    return may ? at.choose(FaultTrigger::dice) : nullptr;
}

/// The bot's notes of the match must show that it notices the fault.
void DishonestServer::expect(const Fault& fault, const std::string& match, bool opened) const {
    context_.proxy.note(fault.name);
    context_.notes.expect(context_.proxy.now(), match, std::string(fault.name),
                          opened ? Proxy::Time{0} : time_to_open);
}

/// In the first match the start is always right, so that the bot is asked for values.
void DishonestServer::start(const BotConnectionPtr& line, const Json& frame) {
    context_.faults.require_dice_faults();
    if (!frame.contains("you")) return context_.proxy.deliver(line, frame);
    const std::string name = frame["match"];
    DiceHistory::Match& match = shown_.matches[name];
    if (shown_.first.empty()) shown_.first = name;
    shown_.seat = frame["you"]["seat"];
    InjectionPoint at{context_, line, frame, match.start};
    const bool first_time = match.steps.insert(text_of(frame, "step")).second && name != shown_.first;
    if (at.fault == nullptr) {
        if (!first_time || choose(at) == nullptr) return context_.proxy.deliver(line, frame);
        change_start(at);
        if (shown_.invented.contains(text_of(at.frame, "match"))) context_.proxy.deliver(line, frame);
        expect(*at.fault, name);
    } else {
        change_start(at);
    }
    at.deliver_forged();
}

/// These frames pass even while the proxy keeps back a move: an answer may come too late otherwise.
void DishonestServer::request(const BotConnectionPtr& line, const Json& frame) {
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

void DishonestServer::ask(const BotConnectionPtr& line, const Json& frame) {
    const Entry entry = entry_of(frame);
    InjectionPoint at{context_, line, frame};
    if (!shown_.matches[entry.first].asks.insert(entry.second).second) {
        if (!shown_.unnamed || shown_.unnamed->entry != entry) return at.deliver();
        at.fault = shown_.unnamed->fault;
        at.fault->inject(at);
        return at.deliver_forged();
    }
    const bool may = shown_.is_in_time(entry.first) && shown_.answers >= honest_asks &&
                     shown_.names_seat(frame) && line->since.first == entry.first &&
                     entry.second > line->since.second + entries_to_settle;
    shown_.ask = DiceHistory::Ask{frame};
    if (!may || choose(at) == nullptr) return at.deliver();
    at.fault->inject(at);
    if (!line->is_live) return;  // it is shown when it comes back
    expect(*at.fault, entry.first);
    at.deliver_forged();
    if (shown_.names_seat(at.frame)) context_.proxy.delay(line, frame, before_the_ask);
}

void DishonestServer::accepted(const std::string& id) {
    if (shown_.ask && id == shown_.ask->id) shown_.accepted = entry_of(shown_.ask->frame);
}

/// Shows the bot the match as it was before what it has seen, as after the restoration of a file.
void DishonestServer::on_joined(const BotConnectionPtr& line) {
    const Fault* fault = std::exchange(shown_.restored, nullptr);
    if (fault == nullptr) return;
    context_.notes.expect(context_.proxy.now(), text_of(*shown_.older, "match"), std::string(fault->name));
    context_.proxy.deliver(line, *shown_.older, true, fault->name);
}

void DishonestServer::observe(const Json& push) {
    shown_.matches[text_of(push, "match")].hashes[number_of(push, "seq")] = text_of(push, "hash");
}

std::string_view DishonestServer::alter_entry(const BotConnectionPtr& line, Json& frame) {
    const Entry entry = entry_of(frame);
    DiceHistory::Match& match = shown_.matches[entry.first];
    if (shown_.idle && entry > entry_of(*shown_.idle)) shown_.older = shown_.idle;
    if (!asks_for_move(frame)) shown_.idle = frame;
    const auto dice = frame.find("dice");
    if (dice != frame.end()) match.number = number_of(*dice, "k");
    InjectionPoint at{context_, line, frame};
    const bool goes_on = frame.contains("result") && frame.contains("proof");
    if (dice != frame.end() && shown_.unnamed && shown_.unnamed->entry == entry)
        at.fault = shown_.unnamed->fault;
    else if (goes_on)
        at.fault = match.end;
    const bool chosen = at.fault == nullptr && choose(at) != nullptr;
    match.newest = std::max(match.newest, entry.second);
    if (frame.contains("result")) match.over = true;
    if (at.fault == nullptr) return {};
    at.fault->inject(at);
    frame = at.frame;
    if (chosen) expect(*at.fault, entry.first, !goes_on || frame.contains("proof"));
    return at.fault->name;
}

}  // namespace cubilete::server::spar
