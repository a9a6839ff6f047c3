#pragma once

#include <array>
#include <chrono>
#include <compare>
#include <initializer_list>
#include <iosfwd>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/json.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server::spar {

/// A rule for bots (protocol/README.md, section 12), as its sentence in the report.
struct Rule {
    std::string_view sentence;

    friend auto operator<=>(const Rule&, const Rule&) = default;
};

namespace rules {

inline constexpr Rule hello{"says hello first on every connection, within 5 s"};
inline constexpr Rule token{"keeps its token and says hello with it"};
inline constexpr Rule comes_back{"comes back after every cut"};
inline constexpr Rule backs_off{"waits between attempts to connect, longer each time"};
inline constexpr Rule waits{"asks again, and only after retry_ms"};
inline constexpr Rule same_id{"sends an unanswered move again as it was, under the same id"};
inline constexpr Rule once{"answers each prompt with one move"};
inline constexpr Rule newest{"answers the newest prompt, not an older one"};
inline constexpr Rule listed{"plays only moves that the rules allow"};
inline constexpr Rule refused{"does not repeat what was refused for good"};
inline constexpr Rule form{"sends only what the protocol knows"};
inline constexpr Rule unknown{"ignores fields and types that it does not know"};
inline constexpr Rule in_time{"answers in time"};
inline constexpr Rule over{"knows when it is over"};
inline constexpr Rule dice{"gives its secrets to nobody who breaks the order"};
inline constexpr Rule notes{"notes what a dishonest server does"};
/// In the order of the report.
inline constexpr std::array all{hello,  token,   comes_back, backs_off, waits,   same_id, once, newest,
                                listed, refused, form,       unknown,   in_time, over,    dice, notes};

}  // namespace rules

/// All that happened in a run, a line for each event, and which rules the bot broke. Not thread-safe.
class Record {
  public:
    using Time = std::chrono::milliseconds;  ///< since the start
    using Json = protocol::Json;

    /// `frame` is printed after the text; null if there is none.
    void add(Time now, std::string text, Json frame = {}) {
        lines_.push_back({now, std::move(text), std::move(frame)});
    }
    /// Index of the last line.
    std::size_t last() const { return lines_.empty() ? 0 : lines_.size() - 1; }
    /// Index of the last line with that text.
    std::size_t find(const std::string& text) const;
    /// The bot had an occasion to break these rules.
    void mark_tested(std::initializer_list<Rule> all) { tested_.insert(all); }
    /// The last line, a frame, shows that the bot broke the rule.
    template <class... Values>
    void report_breach(Rule rule, fmt::format_string<Values...> what, Values&&... values) {
        report_breach_at(last(), rule, fmt::format(what, std::forward<Values>(values)...));
    }
    /// `at`: index of the line that shows it, the wrong frame or the one without a reaction.
    void report_breach_at(std::size_t at, Rule rule, std::string what) {
        breaches_.push_back({rule, std::move(what), at});
    }
    /// The bot did not notice this fault of a dishonest server.
    void unnoticed(const std::string& fault);
    bool has_breaches() const { return !breaches_.empty(); }

    /// Writes a line for each rule: kept, broken (with the frames before), or not tested. A last line names the faults
    /// of a dishonest server that the bot did not notice.
    void report(std::ostream& out) const;
    /// Writes the last lines.
    void report_last(std::ostream& out) const;
    /// Writes all lines.
    void write(std::ostream& out) const;

  private:
    struct Line {
        Time at;
        std::string text;
        Json frame;
    };
    struct Breach {
        Rule rule;
        std::string what;
        std::size_t at;
    };
    void report_breaches(std::ostream& out, Rule rule) const;
    void show(std::ostream& out, std::size_t from, std::size_t to, std::size_t marked) const;

    std::vector<Line> lines_;
    std::set<Rule> tested_;
    std::vector<Breach> breaches_;
    std::vector<std::string> unnoticed_;
};

}  // namespace cubilete::server::spar
