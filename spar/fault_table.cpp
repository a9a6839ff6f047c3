#include <algorithm>
#include <utility>

#include "server/core/close_code.hpp"
#include "spar/context.hpp"

namespace cubilete::server::spar {

namespace {

using namespace std::chrono_literals;
using Json = protocol::Json;
using protocol::object;

template <int retry_ms = 0>
void refuse(InjectionPoint& at) {
    at.context.proxy.refuse(at.line, at.frame, at.fault->code, retry_ms);
}
void close(InjectionPoint& at) { at.context.proxy.close(at.line); }
void close_all(InjectionPoint& at) { at.context.proxy.close_all(); }
void close_for_abuse(InjectionPoint& at) { at.context.proxy.close_all(number(CloseCode::abuse)); }
void ask_host(const InjectionPoint& at, const char* what, Host::ReplyHandler then = {}) {
    Host& host = at.context.host;
    host.ask(object({{"t", what}, {"room", host.code()}, {"player", at.context.player}}), std::move(then));
}

// ---- before the second match

bool is_hello(const InjectionPoint& at) { return at.is("hello"); }
bool is_join(const InjectionPoint& at) { return at.is("room.join") || at.is("quick.match"); }
bool is_ready(const InjectionPoint& at) { return at.is("room.ready") || at.is("room.rematch"); }

void refuse_for_now(InjectionPoint& at) {
    at.context.proxy.refuse(at.line, at.frame, at.fault->code, 200 + 100 * at.context.chance.pick(5));
}

/// The player is kicked from the room first, so that the bot gets the seat as a new player.
void forget_token(InjectionPoint& at) {
    ask_host(at, "room.kick", [at](const Json&) mutable {
        if (at.frame.contains("token")) refuse(at);
    });
    at.context.player.clear();
}

// ---- for a move of the bot

bool is_other_than_first(const InjectionPoint& at) {
    return at.frame.value("move", Json()) != at.context.prompts.moves(at.frame).front();
}
bool are_pushes_met(const InjectionPoint& at) { return at.context.faults.all_push_faults_met(); }

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
    at.line->lost_reply = member(at.frame, "id").dump();
    forward(at);
}

/// The move comes on a new connection without a hello, so that the server itself refuses it.
void forget_hello(InjectionPoint& at) { at.context.proxy.reconnect(at.line, at.frame.dump()); }

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
    close(at);
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

void send_after_next(InjectionPoint& at) { at.line->next_push = at.frame; }
void leave_out(InjectionPoint& at) { at.line->next_push = Json(); }
void delay(InjectionPoint& at) { at.context.proxy.delay(at.line, at.frame, 400ms); }

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

// ---- provable dice: the start of a match

bool is_step(const InjectionPoint& at, const char* step) {
    return at.is("dice") && text_of(at.frame, "step") == step;
}
bool is_tips_step(const InjectionPoint& at) { return is_step(at, "tips"); }
/// The bot's seat has a tip in the roster.
bool is_reveals_step(const InjectionPoint& at) {
    return is_step(at, "reveals") && at.frame["tips"].contains(at.seat_key());
}
bool is_play_step(const InjectionPoint& at) {
    return is_step(at, "play") && at.frame["tips"].contains(at.seat_key()) &&
           !member(at.frame["reveals"], at.seat_key().c_str()).is_null();
}

/// Makes another hash of it.
void alter(Json& hash) {
    auto text = hash.get<std::string>();
    text.back() = text.back() == '0' ? '1' : '0';
    hash = text;
}
void alter_tip(InjectionPoint& at) { alter(at.frame["tips"][at.seat_key()]); }
void alter_roster(InjectionPoint& at) { alter(at.frame["roster"]); }
void alter_commit(InjectionPoint& at) { alter(at.frame["commit"]); }
void remove_tip(InjectionPoint& at) { at.frame["tips"].erase(at.seat_key()); }

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
    alter(marks[static_cast<std::size_t>(at.context.dice.seat + after_the_bot) % marks.size()]);
    at.frame["players"] = marks.dump();
}

/// The bot has no part in a match whose start is wrong from its first push on.
template <void (*change)(InjectionPoint&)>
void from_now_on(InjectionPoint& at) {
    at.match().start = at.fault;
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

// ---- provable dice: asks

bool is_answered(const InjectionPoint& at) { return at.is("dice.ask") && at.context.dice.ask->answered; }
bool has_entry(const InjectionPoint& at, int before) {
    return at.match().hashes.contains(number_of(at.frame, "seq") - before);
}
bool is_new(const InjectionPoint& at) {
    return at.is("dice.ask") && !at.context.dice.ask->answered && has_entry(at, 1);
}
/// A bot tells once that an entry was asked for twice.
bool has_two_entries(const InjectionPoint& at) {
    const auto [match, seq] = entry_of(at.frame);
    return is_new(at) && has_entry(at, 2) && at.context.dice.asked_twice != Entry{match, seq - 1};
}
bool has_number(const InjectionPoint& at) { return is_new(at) && at.match().number; }
bool can_go_back(const InjectionPoint& at) {
    const DiceHistory& dice = at.context.dice;
    return is_new(at) && at.match().start == nullptr && dice.older &&
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

void ask_after_another(InjectionPoint& at) { alter(at.frame["hash"]); }
void ask_too_soon(InjectionPoint& at) { at.frame["seq"] = number_of(at.frame, "seq") + 1; }
void ask_with_used_number(InjectionPoint& at) { at.frame["k"] = *at.match().number; }

void ask_earlier(InjectionPoint& at) {
    const std::int64_t seq = number_of(at.frame, "seq");
    at.frame["hash"] = at.match().hashes.at(seq - 2);
    at.frame["seq"] = seq - 1;
}

void restore(InjectionPoint& at) {
    at.context.proxy.note(at.fault->name);
    at.context.dice.restored = at.fault;
    close(at);
}

void leave_out_seat(InjectionPoint& at) {
    Json& about = at.is("match") ? at.frame["dice"] : at.frame;
    at.context.dice.unnamed = DiceHistory::UnnamedAsk{entry_of(at.frame), at.fault};
    std::erase(about["seats"].get_ref<Json::array_t&>(), Json(at.context.dice.seat));
    if (about.contains("fresh")) about["fresh"].erase(at.seat_key());
}

// ---- provable dice: entries

/// A bot checks the values of an entry when it sees the entry first.
bool has_value(const InjectionPoint& at) {
    return at.is("match") && at.frame.contains("dice") && at.context.dice.accepted == entry_of(at.frame) &&
           number_of(at.frame, "seq") > at.match().newest;
}
/// The result of a match may come again when the bot joins.
bool has_proof(const InjectionPoint& at) {
    return at.is("match") && at.frame.contains("result") && at.frame.contains("proof") && !at.match().over;
}

void remove_value(InjectionPoint& at) { at.frame["dice"]["fresh"][at.seat_key()] = nullptr; }

void alter_mover(InjectionPoint& at) {
    at.frame["by"] = at.frame["by"].contains("clock") ? object({{"seat", 0}}) : object({{"clock", true}});
}

void alter_secret(InjectionPoint& at) {
    at.match().end = at.fault;
    alter(at.frame["proof"]["seed"]);
}

void keep_secret(InjectionPoint& at) {
    at.match().end = at.fault;
    at.frame.erase("proof");
}

// ---- the end: the bot learns the rest when it comes back

void kick(InjectionPoint& at) { ask_host(at, "room.kick"); }

void ban(InjectionPoint& at) {
    ask_host(at, "room.ban");
    close_all(at);
}

void delete_player(InjectionPoint& at) {
    at.context.second.ask(object({{"t", "me.delete"}}), [](bool) {});
}

}  // namespace

/// The short names of the triggers are only for the rows.
namespace fault_table {

using enum FaultTrigger;

constexpr Fault rows[] = {
    {start, "busy at hello", "busy", refuse_for_now, is_hello},
    {start, "rate_limited at join", "rate_limited", refuse_for_now, is_join},
    {start, "seat_taken at join", "seat_taken", refuse, is_join},
    {start, "bad_token", "bad_token", forget_token, is_hello},
    {start, "already_started at ready", "already_started", refuse, is_ready},

    {move, "busy", "busy", refuse_twice},
    {move, "rate_limited", "rate_limited", refuse<600>},
    {move, "storage", "storage", refuse},
    {move, "shutting_down", "shutting_down", refuse_and_close},
    {move, "request lost with the connection", "", close},
    {move, "reply lost with the connection", "", lose_reply},
    {move, "stale", "stale", overtake},
    {move, "not_your_turn", "not_your_turn", overtake},
    {move, "not_in_room", "not_in_room", overtake},
    {move, "not_seated", "not_seated", overtake},
    {move, "not_started", "not_started", overtake},
    {move, "not_host", "not_host", overtake},
    {move, "bad_text", "bad_text", overtake},
    {move, "bad_options", "bad_options", overtake},
    {move, "unknown_type", "unknown_type", overtake},
    {move, "too_big", "too_big", overtake},
    {move, "too_deep", "too_deep", overtake},
    {move, "taken", "taken", overtake},
    {move, "bad_value", "bad_value", overtake},
    {move, "muted", "muted", overtake},
    {move, "unknown code", "spar_unheard_of", overtake},
    {move, "unknown code at a table that waits", "spar_unheard_of", refuse},
    {move, "id_reused", "id_reused", refuse},
    {move, "hello_first", "hello_first", forget_hello},
    {move, "illegal_move", "illegal_move", refuse, is_other_than_first},
    {move, "bad_message", "bad_message", refuse, is_other_than_first},
    {move, "restart of the server (1012)", "", restart},
    {move, "death of the server", "", crash},
    {move, "closed door (503)", "", refuse_connections},
    {move, "match_over", "match_over", play_to_end, are_pushes_met},

    {push, "push twice", "", send_twice, asks_bot},
    {push, "old push once more", "", send_older, is_older_known},
    {push, "pushes in the wrong order", "", send_after_next, may_be_missed},
    {push, "push left out", "", leave_out, may_be_missed},
    {push, "late pushes", "", delay, asks_bot},
    {push, "unknown types", "", send_unknown_types, asks_bot},
    {push, "unknown fields", "", add_unknown_fields},
    {push, "too slow (4008)", "", close_as_too_slow, asks_bot},

    {dice, "another ask for an entry", "", ask_for_another_move, is_answered},
    {dice, "ask after another entry", "", ask_after_another, is_new},
    {dice, "ask for an earlier entry", "", ask_earlier, has_two_entries},
    {dice, "ask before the entry before it", "", ask_too_soon, is_new},
    {dice, "ask with a draw number that was used", "", ask_with_used_number, has_number},
    {dice, "restored file", "", restore, can_go_back},
    {dice, "another tip in the roster", "", alter_tip, is_reveals_step},
    {dice, "roster without its tip", "", remove_tip, is_reveals_step},
    {dice, "roster that is not that of its hash", "", alter_roster, is_reveals_step},
    {dice, "second roster after the reveals", "", add_tip, is_play_step},
    {dice, "another commitment", "", alter_commit, is_reveals_step},
    {dice, "other settings than before", "", alter_settings, is_reveals_step},
    {dice, "other settings than those of the room", "", from_now_on<alter_settings>, is_tips_step},
    {dice, "another player in the roster", "", alter_player<1>, is_reveals_step},
    {dice, "somebody else at its seat", "", from_now_on<alter_player<0>>, is_tips_step},

    {notes, "ask that does not name its seat", "", leave_out_seat, is_new},
    {notes, "00 instead of its value", "", remove_value, has_value},
    {notes, "another mover than in the ask", "", alter_mover, has_value},
    {notes, "another match after the reveals", "", invent_match, is_play_step},
    {notes, "changed secret", "", alter_secret, has_proof},
    {notes, "secret that is never opened", "", keep_secret, has_proof},

    {end, "kicked", "", kick},
    {end, "banned", "banned", ban},
    {end, "no_room", "no_room", close_all},
    {end, "room_full", "room_full", close_all},
    {end, "wrong_password", "wrong_password", close_all},
    {end, "bad_version", "bad_version", close_all},
    {end, "bad_name", "bad_name", close_all},
    {end, "abuse", "", close_for_abuse},
    {end, "deleted", "", delete_player},
};

}  // namespace fault_table

const std::span<const Fault> all_faults = fault_table::rows;

}  // namespace cubilete::server::spar
