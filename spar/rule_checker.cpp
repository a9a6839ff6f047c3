#include "spar/rule_checker.hpp"

#include <algorithm>
#include <ostream>
#include <set>

#include "server/core/close_code.hpp"
#include "server/core/spdlog.hpp"
#include "spar/fields.hpp"

namespace cubilete::server::spar {

namespace {

using namespace std::chrono_literals;
using Time = RuleChecker::Time;

constexpr Time slack = 10ms;  // timers may fire a little early
// A move and a newer prompt may cross for so long, or for patience / 10.
constexpr Time crossing = 2s;
constexpr Time under_way = 500ms;  // frames sent this soon were sent before the bot could know
// If the bot disconnects this soon after unknown data, that is taken as the reason.
constexpr Time startled = 5s;
// The protocol's 500 ms without its random half, less a fifth as tolerance.
constexpr Time first_wait = 200ms;
constexpr Time restart_wait = 80ms;
constexpr int most_doublings = 4;
constexpr std::string_view invented_prefix = "spar_";

const std::set<int> final_codes{number(CloseCode::abuse), number(CloseCode::origin),
                                number(CloseCode::deleted)};
const std::set<std::string_view> passing{"busy", "rate_limited", "storage", "shutting_down"};
const std::set<std::string_view> moved_on{"stale",       "not_your_turn", "match_over",
                                          "not_in_room", "not_seated",    "not_started"};
const std::set<std::string_view> known_types{"ok",   "refused", "room",     "match",     "chat",
                                             "gone", "dice",    "dice.ask", "dice.shake"};
const std::set<std::string_view> bot_errors{"illegal_move", "bad_message", "unknown_type", "too_big",
                                            "too_deep",     "bad_text",    "bad_options",  "not_host"};
const std::set<std::string_view> malformed{"bad_message", "unknown_type", "too_big", "too_deep",
                                           "bad_version"};
const std::set<std::string_view> endings{"no_room", "banned", "room_full", "wrong_password"};
const std::set<std::string_view> about_the_room{"room.join", "room.ready", "room.rematch", "move"};

}  // namespace

// ---- connections

void RuleChecker::connected(Time now, int line) {
    write_down(now, fmt::format("#{} the bot connects", line));
    if (connections_++ == 0) waiting_since_ = now;  // people start their bot when they like
    if (!shut_out_.empty()) breach(Rule::over, "it connected again after " + shut_out_);
    if (left_ && lines_.empty() && !over_) {
        tried({Rule::comes_back, Rule::backs_off});
        const bool restart = last_code_ == number(CloseCode::restart) && attempts_ == 0;
        const Time least = restart ? restart_wait : first_wait * (1 << std::min(attempts_, most_doublings));
        if (now - *left_ < least)
            breach(
                Rule::backs_off,
                fmt::format(
                    "attempt {} came {} ms after the connection had ended; no earlier than {} ms was right",
                    attempts_ + 1, (now - *left_).count(), least.count()));
    }
    ++attempts_;
    left_.reset();
    strange_.clear();
    lines_[line] = {now};
}

void RuleChecker::ended(Time now, int line, bool by_bot, int code) {
    write_down(now, fmt::format("#{} {} ({})", line, by_bot ? "the bot closes" : "closed to the bot", code));
    dice_.ended(line);
    if (code == number(CloseCode::no_hello) && lines_[line].forgotten)
        breach(Rule::hello, "it was told to say hello first, and did not");
    // When the bot closes a connection, the proxy learns of it later. Counting the wait from the last frame of the bot
    // makes it seem longer, never shorter than it was.
    const Time since = by_bot ? lines_[line].heard : now;
    lines_.erase(line);
    const auto fresh = [now](const auto& thing) { return now - thing.second.since < startled; };
    fled_ = by_bot && std::ranges::any_of(strange_, fresh) && !over_;
    if (fled_) breach(Rule::unknown, "it broke off when something came that it did not know");
    if (!by_bot && final_codes.contains(code)) {
        shut_out_ = fmt::format("close code {}", code);
        nothing_more(now);
        if (code == number(CloseCode::deleted)) forget_token_ = true;
    }
    if (!lines_.empty()) return;
    left_ = since;
    last_code_ = code;
    waiting_since_ = now;
}

// ---- frames from the bot

void RuleChecker::sent(Time now, int line, const Json& frame, std::string_view text) {
    const std::string t = text_of(frame, "t");
    if (frame.is_object())
        write_down(now, fmt::format("#{} > ", line), frame);
    else
        write_down(now, fmt::format("#{} > {}", line, text));
    puzzled_ = false;
    Line& from = lines_[line];
    tried({Rule::hello});
    if (!from.spoken && t != "hello") breach(Rule::hello, "the first frame of a connection was no hello");
    from.spoken = true;
    from.heard = now;
    if (t == "hello")
        from.forgotten.reset();
    else if (from.forgotten && now > *from.forgotten + under_way)
        breach(Rule::hello, "it was told to say hello first, and went on without");
    if (!frame.is_object()) return;
    judge_dice(dice_.sent(frame));
    if (const auto wait = not_before_.find(t); wait != not_before_.end()) {
        if (now + slack < wait->second)
            breach(Rule::waits,
                   fmt::format("\"{}\" came {} ms before it made sense", t, (wait->second - now).count()));
        not_before_.erase(wait);
        tried({Rule::waits});
    }
    if (put_off_.erase(t) > 0) tried({Rule::waits});
    if (t == "room.join" || t == "quick.match") joined_ = true;
    if (over_ && now > *over_ + under_way && about_the_room.contains(t))
        breach(Rule::over,
               fmt::format("it sent \"{}\" after it had been told that there is nothing more", t));
    Asked asked{t};
    if (t == "hello") {
        asked.name = text_of(frame, "name");
        heard_hello(frame);
    }
    if (t == "room.join") {
        asked.seat = dump_of(frame, "seat");
        heard_join(frame);
    }
    if (t == "move") {
        asked.prompt = {text_of(frame, "match"), number_of(frame, "n")};
        heard_move(now, line, frame);
    }
    asked_[dump_of(frame, "id")] = std::move(asked);
}

void RuleChecker::heard_hello(const Json& frame) {
    const std::string token = text_of(frame, "token");
    if (forget_token_ || !token_.empty()) tried({Rule::token});
    if (forget_token_) {
        if (token == token_ && !token.empty()) breach(Rule::token, "it used a token again that is void");
    } else if (!token_.empty() && token != token_) {
        breach(Rule::token, token.empty() ? "it said hello without the token that it was given"
                                          : "it said hello with another token than it was given");
    }
    if (token_.empty()) token_ = token;
    if (!refused_name_.empty() && text_of(frame, "name") == refused_name_)
        breach(Rule::over, "it said hello again with the name that was refused");
}

void RuleChecker::heard_join(const Json& frame) {
    if (!taken_seat_.empty() && dump_of(frame, "seat") == taken_seat_)
        breach(Rule::refused, "it asked again for the seat that was taken");
    taken_seat_.clear();
}

void RuleChecker::heard_move(Time now, int line, const Json& frame) {
    const Prompt prompt{text_of(frame, "match"), number_of(frame, "n")};
    const std::string id = dump_of(frame, "id");
    const std::string move = dump_of(frame, "move");
    const auto before = answers_.find(prompt);
    tried({Rule::once, Rule::newest, Rule::listed, Rule::in_time});
    survive(prompt);
    if (const auto used = used_ids_.find(id); used != used_ids_.end() && used->second != prompt)
        breach(Rule::same_id, "the id belongs to another move");
    if (worn_ids_.contains(id)) breach(Rule::same_id, "the id once more, after it was refused as id_reused");
    if (before != answers_.end()) judge_repetition(before->second, id, move, prompt.second);
    const bool same =
        before != answers_.end() && (before->second.id == id || passing.contains(before->second.code));
    if (!same) judge_prompt(now, prompt);
    used_ids_[id] = prompt;
    // An accepted answer stays accepted, whatever is sent later.
    if (before == answers_.end() || !before->second.answered || !before->second.code.empty())
        answers_[prompt] = {id, move, line};
}

void RuleChecker::judge_repetition(const Answer& before, const std::string& id, const std::string& move,
                                   std::int64_t n) {
    if (!before.answered) tried({Rule::same_id});
    if (!before.answered || before.code.empty()) {
        if (before.id != id)
            breach(Rule::once, fmt::format("a second move for n {}, under another id, when the first {}", n,
                                           before.answered ? "had been accepted" : "was not answered"));
        else if (before.move != move)
            breach(Rule::same_id, fmt::format("another move for n {} under the id of the first", n));
    } else if (moved_on.contains(before.code)) {
        breach(Rule::refused, fmt::format("n {} once more, after it was refused as {}", n, before.code));
    } else if (bot_errors.contains(before.code) && before.move == move) {
        breach(Rule::refused,
               fmt::format("the same move once more, after it was refused as {}", before.code));
    }
}

void RuleChecker::judge_prompt(Time now, const Prompt& prompt) {
    const auto match = matches_.find(prompt.first);
    const auto own = match == matches_.end() ? decltype(match->second.shown.end()){}
                                             : match->second.shown.find(prompt.second);
    if (match == matches_.end() || own == match->second.shown.end())
        return breach(Rule::newest, fmt::format("n {} is no prompt that it was shown", prompt.second));
    if (!own->second.offered)
        return breach(Rule::listed,
                      fmt::format("a move for n {}, which had none to choose from", prompt.second));
    const Time may_cross = std::max(crossing, patience_ / 10);
    for (auto newer = std::next(own); newer != match->second.shown.end(); ++newer)
        if (newer->second.since < own->second.since || now - newer->second.since > may_cross)
            return breach(Rule::newest,
                          fmt::format("n {}, when it had been shown n {}", prompt.second, newer->first));
}

// ---- frames to the bot

void RuleChecker::got(Time now, int line, const Json& frame, bool staged, std::string_view forged) {
    write_down(now, fmt::format("#{} {} ", line, staged ? "< (injected by the tester)" : "<"), frame);
    judge_dice(dice_.got(now, line, frame, last_line(), forged));
    if (frame.contains("re")) return told(now, line, frame, staged);
    const std::string t = text_of(frame, "t");
    if (t == "match") shown(now, line, frame);
    if (t == "gone") nothing_more(now);
    startle(now, frame);
}

void RuleChecker::startle(Time now, const Json& frame) {
    const std::string t = text_of(frame, "t");
    const std::string kind = known_types.contains(t) ? "fields" : t;
    if (frame.contains("spar") && !survived_.contains(kind)) puzzle(now, kind);
}

void RuleChecker::puzzle(Time now, const std::string& kind) {
    puzzled_ = true;
    strange_.try_emplace(kind, Strange{now, last_line()});
}

/// The answer to a prompt shows that the bot handled everything before that prompt. Any other frame may have
/// been sent before.
void RuleChecker::survive(const Prompt& prompt) {
    const auto match = matches_.find(prompt.first);
    if (match == matches_.end()) return;
    const auto own = match->second.shown.find(prompt.second);
    if (own == match->second.shown.end()) return;
    std::erase_if(strange_, [&](const auto& thing) {
        if (own->second.at < thing.second.at) return false;
        tried({Rule::unknown});
        survived_.insert(thing.first);
        return true;
    });
}

void RuleChecker::told(Time now, int line, const Json& frame, bool staged) {
    if (!staged) tried({Rule::form});
    const auto found = asked_.find(frame["re"].dump());
    const Asked asked = found == asked_.end() ? Asked{} : found->second;
    if (found != asked_.end()) asked_.erase(found);
    if (text_of(frame, "t") == "refused") {
        strange_.clear();
        puzzled_ = false;
        return told_refusal(now, line, frame, asked, staged);
    }
    startle(now, frame);
    if (asked.t == "hello") {
        attempts_ = 0;
        waiting_since_ = now;
        if (const std::string token = text_of(frame, "token"); !token.empty()) token_ = token;
        forget_token_ = false;
        if (!std::exchange(refused_name_, {}).empty()) over_.reset();
    }
    if (!asked.prompt) return;
    Answer& answer = answers_[*asked.prompt];
    if (!answer.answered) ++accepted_;
    answer.answered = true;
    answer.code.clear();
}

void RuleChecker::told_refusal(Time now, int line, const Json& frame, const Asked& asked, bool staged) {
    const std::string code = text_of(frame, "code");
    const Time retry{number_of(frame, "retry_ms")};
    waiting_since_ = now + retry;
    if (passing.contains(code) && retry > 0ms) not_before_[asked.t] = now + retry;
    if (passing.contains(code) && (asked.t == "hello" || asked.t == "room.join")) put_off_.insert(asked.t);
    if (asked.t == "room.join" && code == "seat_taken") {
        put_off_.insert(asked.t);
        taken_seat_ = asked.seat;
        tried({Rule::refused});
    }
    if (asked.t == "hello" && code == "bad_token") forget_token_ = true;
    if (code == "hello_first") lines_[line].forgotten = now;
    told_what_ends_it(now, code, asked);
    if (code.starts_with(invented_prefix)) puzzle(now, code);
    if (asked.prompt) {
        Answer& answer = answers_[*asked.prompt];
        used_ids_.erase(answer.id);
        if (code == "id_reused") worn_ids_.insert(answer.id);
        answer.answered = true;
        answer.code = code;
        answer.at = last_line();
        if (moved_on.contains(code) || bot_errors.contains(code)) tried({Rule::refused});
    }
    if (staged) return;
    if (code == "illegal_move")
        breach(Rule::listed, "the server refused the move: " + text_of(frame, "text"));
    if (code == "id_reused") breach(Rule::same_id, "the server knows the id from another move");
    if (malformed.contains(code)) breach(Rule::form, fmt::format("{}: {}", code, text_of(frame, "text")));
}

void RuleChecker::told_what_ends_it(Time now, const std::string& code, const Asked& asked) {
    if (asked.t == "room.join" && endings.contains(code)) nothing_more(now);
    if (asked.t != "hello" || (code != "bad_version" && code != "bad_name")) return;
    nothing_more(now);
    if (code == "bad_name")
        refused_name_ = asked.name;  // the bot may come back with another name
    else
        shut_out_ = code;
}

void RuleChecker::nothing_more(Time now) {
    over_ = now;
    told_over_ = now;
    tried({Rule::over});
}

void RuleChecker::shown(Time now, int line, const Json& push) {
    match_ = text_of(push, "match");
    Match& match = matches_[match_];
    const std::int64_t seq = number_of(push, "seq");
    const auto you = push.find("you");
    if (you == push.end()) {
        match.due = false;
        return;
    }
    const std::int64_t n = number_of(*you, "n");
    const bool offered = !you->value("moves", Json::array()).empty();
    match.shown.try_emplace(n, Shown{now, line, offered, last_line()});
    if (seq < match.seq) return;
    if (n != match.n) waiting_since_ = now;
    match.seq = seq;
    match.n = n;
    const Json to_act = push.value("to_act", Json::array());
    const auto clock = push.find("clock");
    const bool window = clock != push.end() && clock->is_object() && text_of(*clock, "kind") == "window";
    match.due = !window && offered && std::ranges::find(to_act, (*you)["seat"]) != to_act.end();
}

}  // namespace cubilete::server::spar
