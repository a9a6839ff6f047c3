#include <algorithm>

#include "spar/context.hpp"
#include "spar/fault_tables.hpp"

/// How a dishonest server changes the frames about provable dice.
namespace cubilete::server::spar {

namespace {

using Json = protocol::Json;
using protocol::object;

/// Makes another hash of it.
void alter(Json& hash) {
    auto text = hash.get<std::string>();
    text.back() = text.back() == '0' ? '1' : '0';
    hash = text;
}

DiceShown::Match& match_of(const Occasion& at) { return at.context.dice.matches[text_of(at.frame, "match")]; }

// ---- the start of a match

/// The bot's seat has a tip in the roster.
bool has_tip(const Occasion& at, std::string_view step) {
    return text_of(at.frame, "t") == "dice" && text_of(at.frame, "step") == step &&
           at.frame["tips"].contains(at.context.dice.seat_key());
}
bool at_tips(const Occasion& at) { return text_of(at.frame, "t") == "dice" && at.frame["step"] == "tips"; }
bool at_reveals(const Occasion& at) { return has_tip(at, "reveals"); }
bool at_play(const Occasion& at) {
    return has_tip(at, "play") && !at.frame["reveals"].value(at.context.dice.seat_key(), Json()).is_null();
}

void alter_tip(Occasion& at) { alter(at.frame["tips"][at.context.dice.seat_key()]); }
void drop_tip(Occasion& at) { at.frame["tips"].erase(at.context.dice.seat_key()); }
void alter_roster(Occasion& at) { alter(at.frame["roster"]); }
void alter_commit(Occasion& at) { alter(at.frame["commit"]); }

void add_tip(Occasion& at) {
    const char* neighbour = at.context.dice.seat == 0 ? "1" : "0";
    at.frame["tips"][neighbour] = std::string(64, '7');
    at.frame["reveals"][neighbour] = nullptr;
}

void alter_settings(Occasion& at) {
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
void alter_player(Occasion& at) {
    Json marks = Json::parse(text_of(at.frame, "players"));
    alter(marks[static_cast<std::size_t>(at.context.dice.seat + after_the_bot) % marks.size()]);
    at.frame["players"] = marks.dump();
}

/// The bot has no part in a match whose start is wrong from its first push on.
template <void (*change)(Occasion&)>
void from_now_on(Occasion& at) {
    match_of(at).start = at.fault;
    change(at);
}

/// The start of a match that the server does not have.
void invent_match(Occasion& at) {
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

bool is_ask(const Occasion& at, bool answered) {
    return text_of(at.frame, "t") == "dice.ask" && at.context.dice.ask->answered == answered;
}
bool is_answered(const Occasion& at) { return is_ask(at, true); }
bool has_entry(const Occasion& at, int before) {
    return match_of(at).hashes.contains(number_of(at.frame, "seq") - before);
}
bool is_new(const Occasion& at) { return is_ask(at, false) && has_entry(at, 1); }
bool has_two_entries(const Occasion& at) {  // a bot tells once that an entry was asked for twice
    const auto [match, seq] = entry_of(at.frame);
    return is_new(at) && has_entry(at, 2) && at.context.dice.asked_twice != Entry{match, seq - 1};
}
bool has_number(const Occasion& at) { return is_new(at) && match_of(at).number; }
bool can_go_back(const Occasion& at) {
    const DiceShown& dice = at.context.dice;
    return is_new(at) && match_of(at).start == nullptr && dice.older &&
           (*dice.older)["match"] == at.frame["match"] &&
           at.frame["by"].value("seat", dice.seat) != dice.seat;
}

void ask_for_another_move(Occasion& at) {
    const Json moves = at.context.prompts.spelled_moves(at.frame);
    const auto other =
        std::ranges::find_if(moves, [&](const Json& move) { return move != at.frame["move"]; });
    at.frame["move"] = other == moves.end() ? Json() : *other;
    if (other == moves.end()) at.frame["by"] = object({{"clock", true}});
    at.context.dice.asked_twice = entry_of(at.frame);
}

void alter_hash(Occasion& at) { alter(at.frame["hash"]); }
void ask_later(Occasion& at) { at.frame["seq"] = number_of(at.frame, "seq") + 1; }
void ask_earlier(Occasion& at) {
    const std::int64_t seq = number_of(at.frame, "seq");
    at.frame["hash"] = match_of(at).hashes.at(seq - 2);
    at.frame["seq"] = seq - 1;
}
void use_number_again(Occasion& at) { at.frame["k"] = *match_of(at).number; }

void restore(Occasion& at) {
    at.context.proxy.note(at.fault->name);
    at.context.dice.restored = at.fault;
    at.context.proxy.close(at.line);
}

void leave_out_seat(Occasion& at) {
    const DiceShown& dice = at.context.dice;
    Json& about = text_of(at.frame, "t") == "match" ? at.frame["dice"] : at.frame;
    at.context.dice.unnamed = DiceShown::Unnamed{entry_of(at.frame), at.fault};
    Json seats = Json::array();
    for (const Json& seat : about["seats"])
        if (seat != dice.seat) seats.push_back(seat);
    about["seats"] = std::move(seats);
    if (const auto fresh = about.find("fresh"); fresh != about.end()) fresh->erase(dice.seat_key());
}

// ---- entries

bool has_value(const Occasion& at) {
    return text_of(at.frame, "t") == "match" && at.frame.contains("dice") &&
           at.context.dice.accepted == entry_of(at.frame);
}
bool proves(const Occasion& at) {  // the result of a match may come again when the bot joins
    return text_of(at.frame, "t") == "match" && at.frame.contains("result") && at.frame.contains("proof") &&
           !match_of(at).over;
}

void call_late(Occasion& at) { at.frame["dice"]["fresh"][at.context.dice.seat_key()] = nullptr; }
void alter_mover(Occasion& at) {
    at.frame["by"] = at.frame["by"].contains("clock") ? object({{"seat", 0}}) : object({{"clock", true}});
}
void alter_secret(Occasion& at) {
    match_of(at).end = at.fault;
    alter(at.frame["proof"]["seed"]);
}
void keep_secret(Occasion& at) {
    match_of(at).end = at.fault;
    at.frame.erase("proof");
}

constexpr Fault shown_by_answers[] = {
    {"another ask for an entry", {}, is_answered, ask_for_another_move},
    {"ask after another entry", {}, is_new, alter_hash},
    {"ask for an earlier entry", {}, has_two_entries, ask_earlier},
    {"ask before the entry before it", {}, is_new, ask_later},
    {"ask with a draw number that was used", {}, has_number, use_number_again},
    {"restored file", {}, can_go_back, restore},
    {"another tip in the roster", {}, at_reveals, alter_tip},
    {"roster without its tip", {}, at_reveals, drop_tip},
    {"roster that is not that of its hash", {}, at_reveals, alter_roster},
    {"second roster after the reveals", {}, at_play, add_tip},
    {"another commitment", {}, at_reveals, alter_commit},
    {"other settings than before", {}, at_reveals, alter_settings},
    {"other settings than those of the room", {}, at_tips, from_now_on<alter_settings>},
    {"another player in the roster", {}, at_reveals, alter_player<1>},
    {"somebody else at its seat", {}, at_tips, from_now_on<alter_player<0>>},
};
constexpr Fault shown_by_notes[] = {
    {"ask that does not name its seat", {}, is_new, leave_out_seat},
    {"00 instead of its value", {}, has_value, call_late},
    {"another mover than in the ask", {}, has_value, alter_mover},
    {"another match after the reveals", {}, at_play, invent_match},
    {"changed secret", {}, proves, alter_secret},
    {"secret that is never opened", {}, proves, keep_secret},
};

}  // namespace

const std::span<const Fault> dice_faults = shown_by_answers;
const std::span<const Fault> noted_faults = shown_by_notes;

}  // namespace cubilete::server::spar
