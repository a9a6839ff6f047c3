#pragma once

#include <cstdint>

#include "spar/rule_checkers.hpp"

namespace cubilete::server::spar {

/// The rules about moves: same_id, once, newest, listed, refused, and in_time.
class MoveChecker {
  public:
    using Json = protocol::Json;
    /// `patience`: time that the bot may take for a move.
    MoveChecker(Record& record, const ConnectionChecker& connections, Time patience)
        : record_(record), connections_(connections), patience_(patience) {}

    void on_sent(Time now, int line, const Json& move) {
        const Prompt prompt = prompt_of(move);
        const std::string id = dump_of(move, "id");
        const auto before = answers_.find(prompt);
        const bool first = before == answers_.end();
        record_.mark_tested({rules::once, rules::newest, rules::listed, rules::in_time});
        if (const auto used = used_ids_.find(id); used != used_ids_.end() && used->second != prompt)
            record_.report_breach(rules::same_id, "the id belongs to another move");
        if (reused_ids_.contains(id))
            record_.report_breach(rules::same_id, "the id once more, after it was refused as id_reused");
        if (!first) judge_repetition(before->second, move);
        if (first || (before->second.id != id && !is_retryable(before->second.code)))
            check_prompt(now, prompt);
        used_ids_[id] = prompt;
        // An accepted answer stays accepted, whatever is sent later.
        if (first || !before->second.answered || !before->second.code.empty())
            answers_[prompt] = {id, dump_of(move, "move"), line};
    }
    /// Index in the record of the prompt that the move answers; nothing if the bot was not shown it.
    std::optional<std::size_t> prompt_index(const Json& move) const {
        const auto match = matches_.find(text_of(move, "match"));
        if (match == matches_.end()) return std::nullopt;
        const auto own = match->second.shown.find(number_of(move, "n"));
        return own == match->second.shown.end() ? std::nullopt : std::optional(own->second.at);
    }
    void on_accepted(const Json& move) {
        Answer& answer = answers_[prompt_of(move)];
        if (!answer.answered) ++accepted_;
        answer.answered = true;
        answer.code.clear();
    }
    void refused(const Json& move, const std::string& code) {
        Answer& answer = answers_[prompt_of(move)];
        used_ids_.erase(answer.id);
        if (code == "id_reused") reused_ids_.insert(answer.id);
        answer.answered = true;
        answer.code = code;
        answer.at = record_.last();
        if (moved_on.contains(code) || bot_errors.contains(code)) record_.mark_tested({rules::refused});
    }
    /// The bot received a push `match`. Returns true if it has a new prompt.
    bool shown(Time now, int line, const Json& push) {
        match_ = text_of(push, "match");
        Match& match = matches_[match_];
        const Json& you = member(push, "you");
        match.due = match.due && !you.is_null();
        if (you.is_null()) return false;
        const std::int64_t seq = number_of(push, "seq");
        const std::int64_t n = number_of(you, "n");
        const bool offered = !member(you, "moves").empty();
        match.shown.try_emplace(n, Shown{now, line, offered, record_.last()});
        if (seq < match.seq) return false;
        const bool is_new = n != match.n;
        match.seq = seq;
        match.n = n;
        const Json& to_act = member(push, "to_act");
        const bool window = text_of(member(push, "clock"), "kind") == "window";
        match.due = !window && offered && std::ranges::find(to_act, member(you, "seat")) != to_act.end();
        return is_new;
    }
    bool is_bot_due() const {
        const auto match = matches_.find(match_);
        if (match == matches_.end() || !match->second.due) return false;
        const auto answer = answers_.find({match_, match->second.n});
        if (answer == answers_.end()) return true;
        if (answer->second.answered)
            return !answer->second.code.empty() && !moved_on.contains(answer->second.code);
        return !connections_.is_open(answer->second.line);  // the answer was lost with its connection
    }
    /// The match has waited for the bot in vain. `after_unknown_data`: the bot has been silent since.
    void report_silence(bool after_unknown_data) {
        const Match& match = matches_[match_];
        const Shown& prompt = match.shown.at(match.n);
        const auto answer = answers_.find({match_, match.n});
        if (answer != answers_.end() && !answer->second.answered)
            record_.report_breach(rules::same_id,
                                  "its move was lost with the connection, and it did not send it again");
        else if (after_unknown_data)
            record_.report_breach(rules::unknown,
                                  "it has been silent since something came that it did not know");
        else if (!connections_.is_open(prompt.line))
            record_.report_breach(rules::same_id,
                                  "it was asked on a connection that broke, and never answered; what is lost "
                                  "has to be sent again");
        else if (answer != answers_.end())
            record_.report_breach_at(
                answer->second.at, rules::in_time,
                fmt::format("n {} was refused as {}, stands as it stood, and nothing came for it", match.n,
                            answer->second.code));
        else
            record_.report_breach_at(
                prompt.at, rules::in_time,
                fmt::format("nothing came for n {} within {} s", match.n, patience_.count() / 1'000));
    }
    int count() const { return accepted_; }

  private:
    // A move and a newer prompt may cross for so long, or for patience / 10.
    static constexpr Time crossing_time{2'000};
    static inline const std::set<std::string_view> moved_on{"stale",       "not_your_turn", "match_over",
                                                            "not_in_room", "not_seated",    "not_started"};
    static inline const std::set<std::string_view> bot_errors{"illegal_move", "bad_message", "unknown_type",
                                                              "too_big",      "too_deep",    "bad_text",
                                                              "bad_options",  "not_host"};

    struct Answer {
        std::string id;
        std::string move;
        int line;
        bool answered = false;
        std::string code{};  ///< code of a refusal; empty = accepted
        std::size_t at = 0;  ///< index of the refusal in the record
    };
    struct Shown {
        Time since;      ///< time at which the bot first received it
        int line;        ///< number of the connection
        bool offered;    ///< it listed moves
        std::size_t at;  ///< index in the record
    };
    struct Match {
        std::map<std::int64_t, Shown> shown;  ///< by n
        std::int64_t seq = 0;
        std::int64_t n = 0;  ///< prompt of the newest push
        bool due = false;    ///< the match waits for the bot
    };

    void judge_repetition(const Answer& before, const Json& move) {
        const std::int64_t n = number_of(move, "n");
        const bool same_move = before.move == dump_of(move, "move");
        if (!before.answered) record_.mark_tested({rules::same_id});
        if (!before.answered || before.code.empty()) {
            if (before.id != dump_of(move, "id"))
                record_.report_breach(rules::once,
                                      "a second move for n {}, under another id, when the first {}", n,
                                      before.answered ? "had been accepted" : "was not answered");
            else if (!same_move)
                record_.report_breach(rules::same_id, "another move for n {} under the id of the first", n);
        } else if (moved_on.contains(before.code)) {
            record_.report_breach(rules::refused, "n {} once more, after it was refused as {}", n,
                                  before.code);
        } else if (bot_errors.contains(before.code) && same_move) {
            record_.report_breach(rules::refused, "the same move once more, after it was refused as {}",
                                  before.code);
        }
    }
    void check_prompt(Time now, const Prompt& prompt) {
        const auto& [match, n] = prompt;
        const auto& shown = matches_[match].shown;
        const auto own = shown.find(n);
        if (own == shown.end())
            return record_.report_breach(rules::newest, "n {} is no prompt that it was shown", n);
        if (!own->second.offered)
            return record_.report_breach(rules::listed, "a move for n {}, which had none to choose from", n);
        const Time may_cross = std::max(crossing_time, patience_ / 10);
        for (auto newer = std::next(own); newer != shown.end(); ++newer)
            if (newer->second.since < own->second.since || now - newer->second.since > may_cross)
                return record_.report_breach(rules::newest, "n {}, when it had been shown n {}", n,
                                             newer->first);
    }

    Record& record_;
    const ConnectionChecker& connections_;
    Time patience_;
    std::map<Prompt, Answer> answers_;
    std::map<std::string, Prompt> used_ids_;  ///< ids of moves that were accepted or have no reply
    std::set<std::string> reused_ids_;        ///< ids that were refused as id_reused
    std::map<std::string, Match> matches_;
    std::string match_;  ///< the match in progress, or the last one
    int accepted_ = 0;
};

}  // namespace cubilete::server::spar
