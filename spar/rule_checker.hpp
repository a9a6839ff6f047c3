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
#include "spar/dice_checker.hpp"

namespace cubilete::server::spar {

/// The rules for bots (protocol/README.md, section 12).
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
    dice,
    notes,
};
inline constexpr std::size_t rules = 16;

/// Checks which rules a bot breaks by the frames that it sends and receives. It uses only what the bot could
/// know. It has neither sockets nor clocks: each call passes the time since the start. Not thread-safe.
class RuleChecker {
  public:
    using Time = std::chrono::milliseconds;
    using Json = protocol::Json;

    struct Breach {
        Rule rule;
        std::string what;
        /// Index of the line of the record that shows it: the wrong frame, or the one without a reaction.
        std::size_t at;
    };

    /// `patience`: time that the bot may take for a move or a reconnection.
    explicit RuleChecker(Time patience) : patience_(patience), dice_(patience) {}

    // `line` is the number of a connection; numbers are not reused.
    void connected(Time now, int line);
    /// The bot sent a frame; `frame` is null if `text` is not JSON.
    void sent(Time now, int line, const Json& frame, std::string_view text);
    /// The bot received a frame. `staged`: the proxy made it, so that a refusal is no error of the bot. `forged`: name
    /// of the fault if it is one of a dishonest server; empty = it is not.
    void got(Time now, int line, const Json& frame, bool staged, std::string_view forged = {});
    /// The bot's notes show whether it has noticed a fault of a dishonest server, which is in the record.
    void noted(const std::string& fault, bool noticed);
    /// `by_bot`: the bot closed the connection itself. `code` is the close code, 1006 without one.
    void ended(Time now, int line, bool by_bot, int code);
    /// Adds an action of the proxy to the record.
    void note(Time now, std::string text);
    /// Checks the time limits; call it regularly.
    void tick(Time now);

    const std::vector<Breach>& breaches() const { return breaches_; }
    bool broke(Rule rule) const;
    /// The run cannot go on: the bot is gone, or was silent twice without a move in between.
    bool hopeless() const { return hopeless_; }
    /// Returns true once after the bot was silent for so long that it broke a rule, unless the run is hopeless. Something
    /// has to happen then without the bot.
    bool fell_silent() { return std::exchange(silent_, false); }
    /// Time of the last frame or close code that ended the bot's part, such as a ban.
    std::optional<Time> told_over() const { return told_over_; }
    int moves() const { return accepted_; }
    int connections() const { return connections_; }
    /// Writes a line for each rule: kept, broken (with the frames before), or not tested. A last line names the faults
    /// of a dishonest server that the bot did not notice.
    void report(std::ostream& out) const;
    /// Writes the last lines of the record.
    void report_last(std::ostream& out) const;
    /// Writes the complete record, a line for each event.
    void write_record(std::ostream& out) const;

  private:
    using Prompt = std::pair<std::string, std::int64_t>;  ///< match and n
    struct Entry {
        Time at;
        std::string text;
        Json frame;  ///< printed after the text; null if there is none
    };
    struct Line {
        Time since;
        Time heard{since};  ///< time of its last frame
        bool spoken = false;
        std::optional<Time> forgotten{};  ///< time of the refusal hello_first, until the next hello
    };
    struct Answer {
        std::string id;
        std::string move;
        int line;
        bool answered = false;
        std::string code{};  ///< code of a refusal; empty = accepted
        std::size_t at = 0;  ///< index of the refusal in the record
    };
    struct Asked {
        std::string t;
        std::optional<Prompt> prompt{};
        std::string name{};  ///< name in a hello
        std::string seat{};  ///< seat in a join, as JSON
    };
    struct Shown {
        Time since;      ///< time at which the bot first received it
        int line;        ///< number of the connection
        bool offered;    ///< it listed moves
        std::size_t at;  ///< index in the record
    };
    struct Strange {
        Time since;
        std::size_t at;  ///< index in the record
    };
    struct Match {
        std::map<std::int64_t, Shown> shown;  ///< by n
        std::int64_t seq = 0;
        std::int64_t n = 0;  ///< prompt of the newest push
        bool due = false;    ///< the match waits for the bot
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
    void judge_dice(const std::optional<DiceChecker::Breach>& found);
    void add_unnoticed(const std::string& fault);
    /// The bot had an occasion to break these rules.
    void tried(std::initializer_list<Rule> all);
    /// `at`: index in the record, by default the last line.
    void breach(Rule rule, std::string what, std::optional<std::size_t> at = {});
    std::size_t last_line() const;
    void show(std::ostream& out, std::size_t from, std::size_t to, std::size_t marked) const;
    void write_down(Time now, std::string text, Json frame = {});

    Time patience_;
    DiceChecker dice_;
    std::map<int, Line> lines_;
    std::map<std::string, Asked> asked_;      ///< by id, as JSON
    std::map<std::string, Time> not_before_;  ///< by type of request
    /// Types of the requests that a bot needs to play (hello, room.join) and that the server refused for now.
    std::set<std::string> put_off_;
    std::string taken_seat_;  ///< as JSON
    std::string refused_name_;
    bool joined_ = false;  ///< it has tried to join
    std::map<Prompt, Answer> answers_;
    std::map<std::string, Prompt> used_ids_;  ///< ids of moves that were accepted or have no reply
    std::set<std::string> worn_ids_;          ///< ids that were refused as id_reused
    std::map<std::string, Match> matches_;
    std::string match_;  ///< the match in progress, or the last one
    std::string token_;
    bool forget_token_ = false;
    int attempts_ = -1;  ///< connections since the last reply to a hello, without the very first one
    int connections_ = 0;
    int accepted_ = 0;
    std::optional<Time> left_;  ///< time since which there is no connection
    int last_code_ = 0;
    /// The first unknown data of each kind: a type, a code, or "fields".
    std::map<std::string, Strange> strange_;
    std::set<std::string> survived_;  ///< kinds after which the bot has made a move
    bool puzzled_ = false;            ///< the bot has received unknown data and sent nothing since
    std::optional<Time> over_;        ///< time at which the bot's part ended
    std::optional<Time> told_over_;
    std::string shut_out_;  ///< reason why it may not connect any more; empty = it may
    bool fled_ = false;     ///< it disconnected by itself, which was reported as a breach
    Time waiting_since_{0};
    int moves_at_silence_ = -1;  ///< accepted moves when the bot was last silent
    bool silent_ = false;
    bool hopeless_ = false;
    std::vector<Entry> record_;
    std::bitset<rules> tried_;
    std::vector<Breach> breaches_;
    std::vector<std::string> unnoticed_;  ///< names of faults of a dishonest server
};

}  // namespace cubilete::server::spar
