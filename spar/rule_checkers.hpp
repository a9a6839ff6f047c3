#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "server/core/close_code.hpp"
#include "spar/fields.hpp"
#include "spar/record.hpp"

/// One class for each subject of the rules for bots. Each gets what concerns it from the BotConductChecker, and records
/// which rules were tried and broken. The class for moves is in move_checker.hpp.
namespace cubilete::server::spar {

using Time = Record::Time;

inline constexpr Time travel_time{500};  // ms; frames sent this soon were sent before the bot could know

/// The request may come again, after `retry_ms`.
inline bool is_retryable(std::string_view code) {
    return code == "busy" || code == "rate_limited" || code == "storage" || code == "shutting_down";
}

/// The rules hello, comes_back and backs_off.
class ConnectionChecker {
  public:
    ConnectionChecker(Record& record, Time patience) : record_(record), patience_(patience) {}

    /// `over`: it need not have come back.
    void on_connected(Time now, int line, bool over) {
        if (left_ && !over) {
            record_.mark_tested({rules::comes_back, rules::backs_off});
            const bool restart = last_code_ == number(CloseCode::restart) && attempts_ == 0;
            const Time least =
                restart ? restart_wait : first_wait * (1 << std::min(attempts_, most_doublings));
            if (const Time wait = now - *left_; wait < least)
                record_.report_breach(rules::backs_off,
                                      "attempt {} came {} ms after the connection had ended; no earlier than "
                                      "{} ms was right",
                                      attempts_ + 1, wait.count(), least.count());
        }
        ++attempts_;
        left_.reset();
        lines_[line] = {now};
    }
    void on_sent(Time now, int line, const std::string& type) {
        Line& from = lines_[line];
        record_.mark_tested({rules::hello});
        if (!from.has_spoken && type != "hello")
            record_.report_breach(rules::hello, "the first frame of a connection was no hello");
        from.has_spoken = true;
        from.heard = now;
        if (type == "hello")
            from.needs_hello.reset();
        else if (from.needs_hello && now > *from.needs_hello + travel_time)
            record_.report_breach(rules::hello, "it was told to say hello first, and went on without");
    }
    /// The bot's hello was accepted.
    void on_hello_accepted() { attempts_ = 0; }
    /// A request was refused as hello_first.
    void needs_hello(Time now, int line) { lines_[line].needs_hello = now; }
    /// When the bot closes a connection, the proxy learns of it later. Counting the wait from the last frame of the bot
    /// makes it seem longer, never shorter than it was.
    void on_ended(Time now, int line, bool by_bot, int code) {
        if (code == number(CloseCode::no_hello) && lines_[line].needs_hello)
            record_.report_breach(rules::hello, "it was told to say hello first, and did not");
        const Time since = by_bot ? lines_[line].heard : now;
        lines_.erase(line);
        if (!lines_.empty()) return;
        left_ = since;
        last_code_ = code;
    }
    void tick(Time now) {
        for (auto& [number, line] : lines_) {
            if (line.has_spoken || now - line.since < std::max(hello_deadline, patience_ / 4)) continue;
            line.has_spoken = true;
            record_.report_breach(rules::hello, "it connected and said nothing");
        }
    }
    void report_no_reconnect() {
        record_.report_breach(rules::comes_back, "it did not come back within {} s",
                              patience_.count() / 1'000);
    }
    bool is_open(int line) const { return lines_.contains(line); }
    bool is_gone() const { return left_.has_value(); }

  private:
    // The protocol's 500 ms without its random half, less a fifth as tolerance.
    static constexpr Time first_wait{200};
    static constexpr Time restart_wait{80};
    static constexpr int most_doublings = 4;
    static constexpr Time hello_deadline{5'000};  // or patience / 4 if that is longer: slow machines

    struct Line {
        Time since;
        Time heard{since};  ///< time of its last frame
        bool has_spoken = false;
        std::optional<Time> needs_hello{};  ///< time of the refusal hello_first, until the next hello
    };

    Record& record_;
    Time patience_;
    std::map<int, Line> lines_;
    int attempts_ = -1;         ///< connections since the last reply to a hello, without the very first one
    std::optional<Time> left_;  ///< time since which there is no connection
    int last_code_ = 0;
};

/// The rule token.
class TokenChecker {
  public:
    explicit TokenChecker(Record& record) : record_(record) {}

    void hello(const std::string& token) {
        if (is_void_ || !token_.empty()) record_.mark_tested({rules::token});
        if (is_void_ && token == token_ && !token.empty())
            record_.report_breach(rules::token, "it used a token again that is void");
        if (!is_void_ && !token_.empty() && token != token_)
            record_.report_breach(rules::token, "it said hello {} it was given",
                                  token.empty() ? "without the token that" : "with another token than");
        if (token_.empty()) token_ = token;
    }
    void on_hello_accepted(const std::string& token) {
        if (!token.empty()) token_ = token;
        is_void_ = false;
    }
    /// The token is void.
    void invalidate() { is_void_ = true; }

  private:
    Record& record_;
    std::string token_;
    bool is_void_ = false;
};

/// The rule waits, and of refused what concerns a seat that was taken.
class RetryChecker {
  public:
    explicit RetryChecker(Record& record) : record_(record) {}

    void on_sent(Time now, const protocol::Json& request) {
        const std::string type = text_of(request, "t");
        const auto wait = not_before_.extract({type, prompt_of(request)});
        if (wait && now + timer_slack < wait.mapped())
            record_.report_breach(rules::waits, "\"{}\" came {} ms before it made sense", type,
                                  (wait.mapped() - now).count());
        if (postponed_.erase(type) > 0 || wait) record_.mark_tested({rules::waits});
        if (type == "room.join" || type == "quick.match") joined_ = true;
        if (type != "room.join") return;
        if (!taken_seat_.empty() && dump_of(request, "seat") == taken_seat_)
            record_.report_breach(rules::refused, "it asked again for the seat that was taken");
        taken_seat_.clear();
    }
    void refused(Time now, const protocol::Json& request, const std::string& code, Time retry) {
        const std::string type = text_of(request, "t");
        const bool taken = type == "room.join" && code == "seat_taken";
        const bool later = is_retryable(code);
        if (later && retry > Time{0}) not_before_[{type, prompt_of(request)}] = now + retry;
        if (taken || (later && (type == "hello" || type == "room.join"))) postponed_.insert(type);
        if (!taken) return;
        taken_seat_ = dump_of(request, "seat");
        record_.mark_tested({rules::refused});
    }
    bool has_tried_to_join() const { return joined_; }
    bool waits() const { return !postponed_.empty(); }
    /// It has waited in vain for the bot to ask again.
    void report_silence() {
        record_.report_breach(rules::waits, "\"{}\" was refused, not for good, and not asked again",
                              *postponed_.begin());
        postponed_.clear();
    }

  private:
    static constexpr Time timer_slack{10};  // timers may fire a little early

    Record& record_;
    /// By type of request and prompt: a bot may drop a move and answer the next prompt.
    std::map<std::pair<std::string, Prompt>, Time> not_before_;
    /// Types of the requests that a bot needs to play (hello, room.join) and that the server refused for now.
    std::set<std::string> postponed_;
    std::string taken_seat_;  ///< as JSON
    bool joined_ = false;     ///< it has tried to join
};

/// The rule unknown.
class UnknownDataChecker {
  public:
    explicit UnknownDataChecker(Record& record) : record_(record) {}

    void on_connected() { unknown_.clear(); }
    void on_received(Time now, const protocol::Json& frame) {
        static const std::set<std::string_view> known_types{
            "ok", "refused", "room", "match", "chat", "gone", "dice", "dice.ask", "dice.shake"};
        const std::string type = text_of(frame, "t");
        const std::string kind = known_types.contains(type) ? "fields" : type;
        if (frame.contains("spar") && !handled_.contains(kind)) add(now, kind);
    }
    void refused(Time now, const std::string& code) {
        unknown_.clear();
        silent_ = false;
        if (code.starts_with("spar_")) add(now, code);
    }
    void on_sent() { silent_ = false; }
    /// The bot answers a prompt with that index in the record, which shows that it handled everything before that prompt.
    /// Any other frame may have been sent before.
    void answered(std::size_t prompt_index) {
        std::erase_if(unknown_, [&](const auto& unknown) {
            if (prompt_index < unknown.second.at) return false;
            record_.mark_tested({rules::unknown});
            handled_.insert(unknown.first);
            return true;
        });
    }
    /// `by_bot`: it disconnects by itself, and should not. Unknown data shortly before is taken as the reason.
    void on_ended(Time now, bool by_bot) {
        left_ = by_bot && std::ranges::any_of(unknown_, [now](const auto& unknown) {
                    return now - unknown.second.since < reaction_time;
                });
        if (left_)
            record_.report_breach(rules::unknown, "it broke off when something came that it did not know");
    }
    /// It has received unknown data and sent nothing since.
    bool is_silent() const { return silent_; }
    /// It disconnected by itself, which was recorded as a breach.
    bool bot_disconnected() const { return left_; }

  private:
    static constexpr Time reaction_time{5'000};

    struct Unknown {
        Time since;
        std::size_t at;  ///< index in the record
    };
    void add(Time now, const std::string& kind) {
        silent_ = true;
        unknown_.try_emplace(kind, Unknown{now, record_.last()});
    }

    Record& record_;
    std::map<std::string, Unknown> unknown_;  ///< the first of each kind: a type, a code, or "fields"
    std::set<std::string> handled_;           ///< kinds after which the bot has made a move
    bool silent_ = false;
    bool left_ = false;
};

/// The rule over.
class EndChecker {
  public:
    explicit EndChecker(Record& record) : record_(record) {}

    void on_connected() const {
        if (!exclusion_reason_.empty())
            record_.report_breach(rules::over, "it connected again after {}", exclusion_reason_);
    }
    void on_sent(Time now, const protocol::Json& request) const {
        const std::string type = text_of(request, "t");
        const bool about_the_room =
            type == "room.join" || type == "room.ready" || type == "room.rematch" || type == "move";
        if (over_ && now > *over_ + travel_time && about_the_room)
            record_.report_breach(rules::over,
                                  "it sent \"{}\" after it had been told that there is nothing more", type);
        if (type == "hello" && !refused_name_.empty() && text_of(request, "name") == refused_name_)
            record_.report_breach(rules::over, "it said hello again with the name that was refused");
    }
    void on_hello_accepted() {
        if (!std::exchange(refused_name_, {}).empty()) over_.reset();
    }
    void refused(Time now, const protocol::Json& request, const std::string& code) {
        static const std::set<std::string_view> endings{"no_room", "banned", "room_full", "wrong_password"};
        const std::string type = text_of(request, "t");
        if (type == "room.join" && endings.contains(code)) over(now);
        if (type != "hello" || (code != "bad_version" && code != "bad_name")) return;
        over(now);
        if (code == "bad_name")
            refused_name_ = text_of(request, "name");  // the bot may come back with another name
        else
            exclusion_reason_ = code;
    }
    /// The server closed the connection with that code.
    void on_closed(Time now, int code) {
        for (const CloseCode excluding : {CloseCode::abuse, CloseCode::deleted}) {
            if (code != number(excluding)) continue;
            exclusion_reason_ = fmt::format("close code {}", code);
            over(now);
        }
    }
    /// Nothing more follows for the bot.
    void over(Time now) {
        over_ = now;
        ended_at_ = now;
        record_.mark_tested({rules::over});
    }
    bool is_over() const { return over_.has_value(); }
    /// Time of the last frame or close code that ended the bot's part, such as a ban.
    std::optional<Time> ended_at() const { return ended_at_; }

  private:
    Record& record_;
    std::optional<Time> over_;
    std::optional<Time> ended_at_;
    std::string exclusion_reason_;  ///< reason why it may not connect any more; empty = it may
    std::string refused_name_;
};

}  // namespace cubilete::server::spar
