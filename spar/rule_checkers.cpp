#include "spar/rule_checkers.hpp"

#include <algorithm>

#include "server/core/close_code.hpp"
#include "server/core/spdlog.hpp"
#include "spar/fields.hpp"

namespace cubilete::server::spar {

namespace {

using namespace std::chrono_literals;
using Json = protocol::Json;

constexpr Time timer_slack = 10ms;   // timers may fire a little early
constexpr Time travel_time = 500ms;  // frames sent this soon were sent before the bot could know
// If the bot disconnects this soon after unknown data, that is taken as the reason.
constexpr Time reaction_time = 5s;
// Or patience / 4 if that is longer: slow machines.
constexpr Time hello_deadline = 5s;
// The protocol's 500 ms without its random half, less a fifth as tolerance.
constexpr Time first_wait = 200ms;
constexpr Time restart_wait = 80ms;
constexpr int most_doublings = 4;

const std::set<std::string_view> known_types{"ok",   "refused", "room",     "match",     "chat",
                                             "gone", "dice",    "dice.ask", "dice.shake"};
const std::set<std::string_view> endings{"no_room", "banned", "room_full", "wrong_password"};
const std::set<std::string_view> about_the_room{"room.join", "room.ready", "room.rematch", "move"};

}  // namespace

bool is_retryable(std::string_view code) {
    return code == "busy" || code == "rate_limited" || code == "storage" || code == "shutting_down";
}

// ---- connections

void ConnectionChecker::on_connected(Time now, int line, bool over) {
    if (left_ && !over) {
        record_.mark_tested({Rule::comes_back, Rule::backs_off});
        const bool restart = last_code_ == number(CloseCode::restart) && attempts_ == 0;
        const Time least = restart ? restart_wait : first_wait * (1 << std::min(attempts_, most_doublings));
        if (const Time wait = now - *left_; wait < least)
            record_.report_breach(Rule::backs_off,
                                  fmt::format("attempt {} came {} ms after the connection had "
                                              "ended; no earlier than {} ms was right",
                                              attempts_ + 1, wait.count(), least.count()));
    }
    ++attempts_;
    left_.reset();
    lines_[line] = {now};
}

void ConnectionChecker::on_sent(Time now, int line, const std::string& type) {
    Line& from = lines_[line];
    record_.mark_tested({Rule::hello});
    if (!from.has_spoken && type != "hello")
        record_.report_breach(Rule::hello, "the first frame of a connection was no hello");
    from.has_spoken = true;
    from.heard = now;
    if (type == "hello")
        from.needs_hello.reset();
    else if (from.needs_hello && now > *from.needs_hello + travel_time)
        record_.report_breach(Rule::hello, "it was told to say hello first, and went on without");
}

/// When the bot closes a connection, the proxy learns of it later. Counting the wait from the last frame of the bot
/// makes it seem longer, never shorter than it was.
void ConnectionChecker::on_ended(Time now, int line, bool by_bot, int code) {
    if (code == number(CloseCode::no_hello) && lines_[line].needs_hello)
        record_.report_breach(Rule::hello, "it was told to say hello first, and did not");
    const Time since = by_bot ? lines_[line].heard : now;
    lines_.erase(line);
    if (!lines_.empty()) return;
    left_ = since;
    last_code_ = code;
}

void ConnectionChecker::tick(Time now) {
    for (auto& [number, line] : lines_) {
        if (line.has_spoken || now - line.since < std::max(hello_deadline, patience_ / 4)) continue;
        line.has_spoken = true;
        record_.report_breach(Rule::hello, "it connected and said nothing");
    }
}

void ConnectionChecker::report_no_reconnect() {
    record_.report_breach(Rule::comes_back,
                          fmt::format("it did not come back within {} s", patience_.count() / 1'000));
}

// ---- the token

void TokenChecker::hello(const std::string& token) {
    if (is_void_ || !token_.empty()) record_.mark_tested({Rule::token});
    if (is_void_) {
        if (token == token_ && !token.empty())
            record_.report_breach(Rule::token, "it used a token again that is void");
    } else if (!token_.empty() && token != token_) {
        record_.report_breach(Rule::token, token.empty()
                                               ? "it said hello without the token that it was given"
                                               : "it said hello with another token than it was given");
    }
    if (token_.empty()) token_ = token;
}

void TokenChecker::on_hello_accepted(const std::string& token) {
    if (!token.empty()) token_ = token;
    is_void_ = false;
}

// ---- requests that were refused for now

void RetryChecker::on_sent(Time now, const Json& request) {
    const std::string type = text_of(request, "t");
    const auto wait = not_before_.extract(type);
    if (wait && now + timer_slack < wait.mapped())
        record_.report_breach(Rule::waits, fmt::format("\"{}\" came {} ms before it made sense", type,
                                                       (wait.mapped() - now).count()));
    if (postponed_.erase(type) > 0 || wait) record_.mark_tested({Rule::waits});
    if (type == "room.join" || type == "quick.match") joined_ = true;
    if (type != "room.join") return;
    if (!taken_seat_.empty() && dump_of(request, "seat") == taken_seat_)
        record_.report_breach(Rule::refused, "it asked again for the seat that was taken");
    taken_seat_.clear();
}

void RetryChecker::refused(Time now, const Json& request, const std::string& code, Time retry) {
    const std::string type = text_of(request, "t");
    const bool taken = type == "room.join" && code == "seat_taken";
    if (is_retryable(code) && retry > 0ms) not_before_[type] = now + retry;
    if (taken || (is_retryable(code) && (type == "hello" || type == "room.join"))) postponed_.insert(type);
    if (!taken) return;
    taken_seat_ = dump_of(request, "seat");
    record_.mark_tested({Rule::refused});
}

void RetryChecker::report_silence() {
    record_.report_breach(Rule::waits, fmt::format("\"{}\" was refused, not for good, and not asked again",
                                                   *postponed_.begin()));
    postponed_.clear();
}

// ---- unknown data

void UnknownDataChecker::on_received(Time now, const Json& frame) {
    const std::string type = text_of(frame, "t");
    const std::string kind = known_types.contains(type) ? "fields" : type;
    if (frame.contains("spar") && !handled_.contains(kind)) add(now, kind);
}

void UnknownDataChecker::refused(Time now, const std::string& code) {
    unknown_.clear();
    silent_ = false;
    if (code.starts_with("spar_")) add(now, code);
}

void UnknownDataChecker::add(Time now, const std::string& kind) {
    silent_ = true;
    unknown_.try_emplace(kind, Unknown{now, record_.last()});
}

/// The answer to a prompt shows that the bot handled everything before that prompt. Any other frame may have
/// been sent before.
void UnknownDataChecker::answered(std::size_t prompt_index) {
    std::erase_if(unknown_, [&](const auto& unknown) {
        if (prompt_index < unknown.second.at) return false;
        record_.mark_tested({Rule::unknown});
        handled_.insert(unknown.first);
        return true;
    });
}

void UnknownDataChecker::on_ended(Time now, bool by_bot) {
    left_ = by_bot && std::ranges::any_of(unknown_, [now](const auto& unknown) {
                return now - unknown.second.since < reaction_time;
            });
    if (left_) record_.report_breach(Rule::unknown, "it broke off when something came that it did not know");
}

// ---- the end

void EndChecker::on_connected() const {
    if (!exclusion_reason_.empty())
        record_.report_breach(Rule::over, "it connected again after " + exclusion_reason_);
}

void EndChecker::on_sent(Time now, const Json& request) const {
    const std::string type = text_of(request, "t");
    if (over_ && now > *over_ + travel_time && about_the_room.contains(type))
        record_.report_breach(
            Rule::over,
            fmt::format("it sent \"{}\" after it had been told that there is nothing more", type));
    if (type == "hello" && !refused_name_.empty() && text_of(request, "name") == refused_name_)
        record_.report_breach(Rule::over, "it said hello again with the name that was refused");
}

void EndChecker::on_hello_accepted() {
    if (!std::exchange(refused_name_, {}).empty()) over_.reset();
}

void EndChecker::refused(Time now, const Json& request, const std::string& code) {
    const std::string type = text_of(request, "t");
    if (type == "room.join" && endings.contains(code)) over(now);
    if (type != "hello" || (code != "bad_version" && code != "bad_name")) return;
    over(now);
    if (code == "bad_name")
        refused_name_ = text_of(request, "name");  // the bot may come back with another name
    else
        exclusion_reason_ = code;
}

void EndChecker::on_closed(Time now, int code) {
    if (code != number(CloseCode::abuse) && code != number(CloseCode::origin) &&
        code != number(CloseCode::deleted))
        return;
    exclusion_reason_ = fmt::format("close code {}", code);
    over(now);
}

void EndChecker::over(Time now) {
    over_ = now;
    ended_at_ = now;
    record_.mark_tested({Rule::over});
}

// ---- moves

namespace {

// A move and a newer prompt may cross for so long, or for patience / 10.
constexpr Time crossing_time = 2s;

const std::set<std::string_view> moved_on{"stale",       "not_your_turn", "match_over",
                                          "not_in_room", "not_seated",    "not_started"};
const std::set<std::string_view> bot_errors{"illegal_move", "bad_message", "unknown_type", "too_big",
                                            "too_deep",     "bad_text",    "bad_options",  "not_host"};

}  // namespace

MoveChecker::Prompt MoveChecker::prompt_of(const Json& move) {
    return {text_of(move, "match"), number_of(move, "n")};
}

void MoveChecker::on_sent(Time now, int line, const Json& move) {
    const Prompt prompt = prompt_of(move);
    const std::string id = dump_of(move, "id");
    const auto before = answers_.find(prompt);
    const bool first = before == answers_.end();
    record_.mark_tested({Rule::once, Rule::newest, Rule::listed, Rule::in_time});
    if (const auto used = used_ids_.find(id); used != used_ids_.end() && used->second != prompt)
        record_.report_breach(Rule::same_id, "the id belongs to another move");
    if (reused_ids_.contains(id))
        record_.report_breach(Rule::same_id, "the id once more, after it was refused as id_reused");
    if (!first) judge_repetition(before->second, move);
    if (first || (before->second.id != id && !is_retryable(before->second.code))) judge_prompt(now, prompt);
    used_ids_[id] = prompt;
    // An accepted answer stays accepted, whatever is sent later.
    if (first || !before->second.answered || !before->second.code.empty())
        answers_[prompt] = {id, dump_of(move, "move"), line};
}

void MoveChecker::judge_repetition(const Answer& before, const Json& move) {
    const std::int64_t n = number_of(move, "n");
    const bool same_move = before.move == dump_of(move, "move");
    if (!before.answered) record_.mark_tested({Rule::same_id});
    if (!before.answered || before.code.empty()) {
        if (before.id != dump_of(move, "id"))
            record_.report_breach(
                Rule::once, fmt::format("a second move for n {}, under another id, when the first {}", n,
                                        before.answered ? "had been accepted" : "was not answered"));
        else if (!same_move)
            record_.report_breach(Rule::same_id,
                                  fmt::format("another move for n {} under the id of the first", n));
    } else if (moved_on.contains(before.code)) {
        record_.report_breach(Rule::refused,
                              fmt::format("n {} once more, after it was refused as {}", n, before.code));
    } else if (bot_errors.contains(before.code) && same_move) {
        record_.report_breach(
            Rule::refused, fmt::format("the same move once more, after it was refused as {}", before.code));
    }
}

void MoveChecker::judge_prompt(Time now, const Prompt& prompt) {
    const auto& shown = matches_[prompt.first].shown;
    const auto own = shown.find(prompt.second);
    if (own == shown.end())
        return record_.report_breach(Rule::newest,
                                     fmt::format("n {} is no prompt that it was shown", prompt.second));
    if (!own->second.offered)
        return record_.report_breach(
            Rule::listed, fmt::format("a move for n {}, which had none to choose from", prompt.second));
    const Time may_cross = std::max(crossing_time, patience_ / 10);
    for (auto newer = std::next(own); newer != shown.end(); ++newer)
        if (newer->second.since < own->second.since || now - newer->second.since > may_cross)
            return record_.report_breach(
                Rule::newest, fmt::format("n {}, when it had been shown n {}", prompt.second, newer->first));
}

std::optional<std::size_t> MoveChecker::prompt_index(const Json& move) const {
    const auto match = matches_.find(text_of(move, "match"));
    if (match == matches_.end()) return std::nullopt;
    const auto own = match->second.shown.find(number_of(move, "n"));
    return own == match->second.shown.end() ? std::nullopt : std::optional(own->second.at);
}

void MoveChecker::on_accepted(const Json& move) {
    Answer& answer = answers_[prompt_of(move)];
    if (!answer.answered) ++accepted_;
    answer.answered = true;
    answer.code.clear();
}

void MoveChecker::refused(const Json& move, const std::string& code) {
    Answer& answer = answers_[prompt_of(move)];
    used_ids_.erase(answer.id);
    if (code == "id_reused") reused_ids_.insert(answer.id);
    answer.answered = true;
    answer.code = code;
    answer.at = record_.last();
    if (moved_on.contains(code) || bot_errors.contains(code)) record_.mark_tested({Rule::refused});
}

bool MoveChecker::shown(Time now, int line, const Json& push) {
    match_ = text_of(push, "match");
    Match& match = matches_[match_];
    const auto you = push.find("you");
    match.due = match.due && you != push.end();
    if (you == push.end()) return false;
    const std::int64_t seq = number_of(push, "seq");
    const std::int64_t n = number_of(*you, "n");
    const bool offered = !you->value("moves", Json::array()).empty();
    match.shown.try_emplace(n, Shown{now, line, offered, record_.last()});
    if (seq < match.seq) return false;
    const bool is_new = n != match.n;
    match.seq = seq;
    match.n = n;
    const Json to_act = push.value("to_act", Json::array());
    const auto clock = push.find("clock");
    const bool window = clock != push.end() && clock->is_object() && text_of(*clock, "kind") == "window";
    match.due = !window && offered && std::ranges::find(to_act, (*you)["seat"]) != to_act.end();
    return is_new;
}

bool MoveChecker::is_bot_due() const {
    const auto match = matches_.find(match_);
    if (match == matches_.end() || !match->second.due) return false;
    const auto answer = answers_.find({match_, match->second.n});
    if (answer == answers_.end()) return true;
    if (answer->second.answered)
        return !answer->second.code.empty() && !moved_on.contains(answer->second.code);
    return !connections_.is_open(answer->second.line);  // the answer was lost with its connection
}

void MoveChecker::report_silence(bool after_unknown_data) {
    Match& match = matches_[match_];
    const Shown& prompt = match.shown[match.n];
    const auto answer = answers_.find({match_, match.n});
    if (answer != answers_.end() && !answer->second.answered)
        record_.report_breach(Rule::same_id,
                              "its move was lost with the connection, and it did not send it again");
    else if (after_unknown_data)
        record_.report_breach(Rule::unknown, "it has been silent since something came that it did not know");
    else if (!connections_.is_open(prompt.line))
        record_.report_breach(
            Rule::same_id,
            "it was asked on a connection that broke, and never answered; what is lost has to be "
            "sent again");
    else if (answer != answers_.end())
        record_.report_breach(
            Rule::in_time,
            fmt::format("n {} was refused as {}, stands as it stood, and nothing came for it", match.n,
                        answer->second.code),
            answer->second.at);
    else
        record_.report_breach(
            Rule::in_time,
            fmt::format("nothing came for n {} within {} s", match.n, patience_.count() / 1'000), prompt.at);
}

}  // namespace cubilete::server::spar
