#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "spar/record.hpp"

/// One class for each subject of the rules for bots. Each gets what concerns it from the BotConductChecker, and records
/// which rules were tried and broken.
namespace cubilete::server::spar {

using Time = Record::Time;

/// The request may come again, after `retry_ms`.
bool is_retryable(std::string_view code);

/// The rules hello, comes_back and backs_off.
class ConnectionChecker {
  public:
    ConnectionChecker(Record& record, Time patience) : record_(record), patience_(patience) {}

    /// `over`: it need not have come back.
    void on_connected(Time now, int line, bool over);
    void on_sent(Time now, int line, const std::string& type);
    /// The bot's hello was accepted.
    void on_hello_accepted() { attempts_ = 0; }
    /// A request was refused as hello_first.
    void needs_hello(Time now, int line) { lines_[line].needs_hello = now; }
    void on_ended(Time now, int line, bool by_bot, int code);
    void tick(Time now);
    void report_no_reconnect();
    bool is_open(int line) const { return lines_.contains(line); }
    bool is_gone() const { return left_.has_value(); }

  private:
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

    void hello(const std::string& token);
    void on_hello_accepted(const std::string& token);
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

    void on_sent(Time now, const protocol::Json& request);
    void refused(Time now, const protocol::Json& request, const std::string& code, Time retry);
    bool has_tried_to_join() const { return joined_; }
    bool waits() const { return !postponed_.empty(); }
    /// It has waited in vain for the bot to ask again.
    void report_silence();

  private:
    Record& record_;
    std::map<std::string, Time> not_before_;  ///< by type of request
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
    void on_received(Time now, const protocol::Json& frame);
    void refused(Time now, const std::string& code);
    void on_sent() { silent_ = false; }
    /// The bot answers a prompt with that index in the record.
    void answered(std::size_t prompt_index);
    /// `by_bot`: it disconnects by itself, and should not.
    void on_ended(Time now, bool by_bot);
    /// It has received unknown data and sent nothing since.
    bool is_silent() const { return silent_; }
    /// It disconnected by itself, which was recorded as a breach.
    bool bot_disconnected() const { return left_; }

  private:
    struct Unknown {
        Time since;
        std::size_t at;  ///< index in the record
    };
    void add(Time now, const std::string& kind);

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

    void on_connected() const;
    void on_sent(Time now, const protocol::Json& request) const;
    void on_hello_accepted();
    void refused(Time now, const protocol::Json& request, const std::string& code);
    /// The server closed the connection with that code.
    void on_closed(Time now, int code);
    /// Nothing more follows for the bot.
    void over(Time now);
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

/// The rules about moves: same_id, once, newest, listed, refused, and in_time.
class MoveChecker {
  public:
    using Json = protocol::Json;
    /// `patience`: time that the bot may take for a move.
    MoveChecker(Record& record, const ConnectionChecker& connections, Time patience)
        : record_(record), connections_(connections), patience_(patience) {}

    void on_sent(Time now, int line, const Json& move);
    /// Index in the record of the prompt that the move answers; nothing if the bot was not shown it.
    std::optional<std::size_t> prompt_index(const Json& move) const;
    void on_accepted(const Json& move);
    void refused(const Json& move, const std::string& code);
    /// The bot received a push `match`. Returns true if it has a new prompt.
    bool shown(Time now, int line, const Json& push);
    bool is_bot_due() const;
    /// The match has waited for the bot in vain. `after_unknown_data`: the bot has been silent since.
    void report_silence(bool after_unknown_data);
    int count() const { return accepted_; }

  private:
    using Prompt = std::pair<std::string, std::int64_t>;  ///< match and n
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

    static Prompt prompt_of(const Json& move);
    void judge_repetition(const Answer& before, const Json& move);
    void judge_prompt(Time now, const Prompt& prompt);

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
