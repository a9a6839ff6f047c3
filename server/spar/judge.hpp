#pragma once

#include <bitset>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/json.hpp"

namespace cubilete::server::spar {

/// What a bot is held to (protocol/README.md, section 16).
enum class Rule {
    hello,
    token,
    comes_back,
    backs_off,
    waits,
    same_id,
    once,
    newest,
    listed,
    refused,
    form,
    unknown,
    in_time,
    over,
};
inline constexpr std::size_t rules = 14;

/// Sees what a bot sends and what reaches it, and says which rule it broke. It judges only by what the bot
/// could know. Knows neither sockets nor clocks: each call says when it happens, in time since the beginning.
class Judge {
  public:
    using Time = std::chrono::milliseconds;
    using Json = protocol::Json;

    struct Breach {
        Rule rule;
        std::string what;
        std::size_t at;  ///< the line of the record that shows it: what was wrong, or what was left undone
    };

    /// `patience`: how long the bot may take over a move, or for coming back.
    explicit Judge(Time patience) : patience_(patience) {}

    // Connections have numbers, which are not used twice.
    void connected(Time now, int line);
    /// `frame` is null where the text is not JSON.
    void sent(Time now, int line, const Json& frame, std::string_view text);
    /// What reached the bot; `staged`: of our making, so that a refusal says nothing about the bot.
    void got(Time now, int line, const Json& frame, bool staged);
    /// `by_bot`: it closed the connection itself. `code` is the close code, 1006 without one.
    void ended(Time now, int line, bool by_bot, int code);
    /// What the referee did, for the record.
    void note(Time now, std::string text);
    /// To be called now and then: what did not happen in time is found here.
    void tick(Time now);

    const std::vector<Breach>& breaches() const { return breaches_; }
    bool broke(Rule rule) const;
    /// It makes no sense to go on: the bot is gone, or does nothing.
    bool hopeless() const { return hopeless_; }
    /// When the bot was last told that nothing more is wanted of it, as by a ban or a refusal for good.
    std::optional<Time> told_over() const { return told_over_; }
    int moves() const { return accepted_; }
    int connections() const { return connections_; }
    /// A line for each rule: kept, broken (with the frames before), or without an occasion to break it.
    void report(std::ostream& out) const;
    /// What was seen last.
    void report_last(std::ostream& out) const;
    /// Everything that was seen, a line each.
    void write_record(std::ostream& out) const;

  private:
    using Prompt = std::pair<std::string, std::int64_t>;  ///< match and n
    struct Entry {
        Time at;
        std::string text;
        Json frame;  ///< follows the text; null where there is none
    };
    struct Line {
        Time since;
        Time heard{since};  ///< its last word
        bool spoken = false;
        std::optional<Time> forgotten{};  ///< it was told to say hello, and has not yet
    };
    struct Answer {
        std::string id;
        std::string move;
        int line;
        bool answered = false;
        std::string code{};  ///< of a refusal; empty = accepted
        std::size_t at = 0;  ///< the refusal's line of the record
    };
    struct Asked {
        std::string t;
        std::optional<Prompt> prompt{};
        std::string name{};  ///< of a hello
        std::string seat{};  ///< of a join, as JSON
    };
    struct Shown {
        Time since;      ///< when it first reached the bot
        int line;        ///< over which connection
        bool offered;    ///< there were moves
        std::size_t at;  ///< its line of the record
    };
    struct Strange {
        Time since;
        std::size_t at;  ///< its line of the record
    };
    struct Match {
        std::map<std::int64_t, Shown> shown;  ///< by n
        std::int64_t seq = 0;
        std::int64_t n = 0;  ///< of the newest push
        bool due = false;    ///< the bot has to decide
    };

    void heard_hello(const Json& frame);
    void heard_join(const Json& frame);
    void heard_move(Time now, int line, const Json& frame);
    void judge_repetition(const Answer& before, const std::string& id, const std::string& move,
                          std::int64_t n);
    void judge_prompt(Time now, const Prompt& prompt);
    void told(Time now, int line, const Json& frame, bool staged);
    void told_refusal(Time now, int line, const Json& frame, const Asked& asked, bool staged);
    void told_what_ends_it(Time now, const std::string& code, const Asked& asked);
    void startle(Time now, const Json& frame);
    void puzzle(Time now, const std::string& kind);
    void survive(const Prompt& prompt);
    void shown(Time now, int line, const Json& push);
    bool waits_for_the_bot() const;
    void blame_for_silence();
    void nothing_more(Time now);
    /// An occasion to break them has come.
    void tried(std::initializer_list<Rule> all);
    /// `at`: where it shows, by default in the last line of the record.
    void breach(Rule rule, std::string what, std::optional<std::size_t> at = {});
    std::size_t last_line() const;
    void show(std::ostream& out, std::size_t from, std::size_t to, std::size_t marked) const;
    void write_down(Time now, std::string text, Json frame = {});

    Time patience_;
    std::map<int, Line> lines_;
    std::map<std::string, Asked> asked_;      ///< by id, as JSON
    std::map<std::string, Time> not_before_;  ///< by type of request
    std::set<std::string> put_off_;  ///< requests without which there is no match, refused not for good
    std::string taken_seat_;         ///< as JSON
    std::string refused_name_;
    bool joined_ = false;  ///< it has tried to
    std::map<Prompt, Answer> answers_;
    std::map<std::string, Prompt> used_ids_;  ///< of moves that were accepted or are unanswered
    std::set<std::string> worn_ids_;          ///< refused as used before
    std::map<std::string, Match> matches_;
    std::string match_;  ///< the one that runs or ran last
    std::string token_;
    bool forget_token_ = false;
    int attempts_ = -1;  ///< to connect since the last greeting, the first ever not counted
    int connections_ = 0;
    int accepted_ = 0;
    std::optional<Time> left_;  ///< no connection since
    int last_code_ = 0;
    std::map<std::string, Strange> strange_;  ///< what came first of each: a type, a code, or "fields"
    std::set<std::string> survived_;          ///< those after which the bot has played on
    bool puzzled_ = false;      ///< something unknown reached the bot, which has been silent since
    std::optional<Time> over_;  ///< nothing is wanted of the bot any more
    std::optional<Time> told_over_;
    std::string shut_out_;  ///< by what, if it may not even connect
    bool fled_ = false;     ///< it left of its own accord, and was blamed for it
    Time waiting_since_{0};
    bool hopeless_ = false;
    std::vector<Entry> record_;
    std::bitset<rules> tried_;
    std::vector<Breach> breaches_;
};

}  // namespace cubilete::server::spar
