#pragma once

#include <bitset>
#include <chrono>
#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json.hpp"

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
    void mark_tested(std::initializer_list<Rule> all);
    /// `at`: index of the line that shows it, the wrong frame or the one without a reaction; the last line without it.
    void report_breach(Rule rule, std::string what, std::optional<std::size_t> at = {});
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
    std::bitset<rules> tested_;
    std::vector<Breach> breaches_;
    std::vector<std::string> unnoticed_;
};

}  // namespace cubilete::server::spar
