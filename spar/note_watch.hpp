#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "server/match/own_notes.hpp"
#include "spar/fields.hpp"

namespace cubilete::server::spar {

/// Reads a bot's file of notes (docs/fairness.md, "Notes") while the bot plays. When the bot notices what a dishonest
/// server does, `faults` of that match gets longer. Not thread-safe.
class NoteWatch {
  public:
    using Time = std::chrono::milliseconds;

    struct NoteVerdict {
        std::string what;
        bool noticed;
    };

    /// `file` need not exist yet; an empty path means that there are no notes. `patience`: time that the bot may take
    /// for a move.
    NoteWatch(std::filesystem::path file, Time patience)
        : file_(std::move(file)), time_to_notice_(std::max(Time{1'500}, patience / 10)) {}

    bool has_notes() const { return !file_.empty(); }
    /// The bot is shown `what` in this match, and has to notice it: within 1.5 s, a tenth of the patience if that is
    /// longer, and `longer`. Does nothing without notes. Call it only while nothing is awaited.
    void expect(Time now, const std::string& match, std::string what, Time longer = Time{0}) {
        if (has_notes())
            expected_ = {match, std::move(what), faults_of(match), now + time_to_notice_ + longer};
    }
    bool is_waiting() const { return expected_.has_value(); }
    /// Returns what the notes show about the awaited fault, once; nothing before they do, or the time is over.
    std::optional<NoteVerdict> tick(Time now) {
        if (!expected_) return std::nullopt;
        const bool noticed = faults_of(expected_->match) > expected_->earlier_faults;
        if (!noticed && now < expected_->deadline) return std::nullopt;
        return NoteVerdict{std::exchange(expected_, std::nullopt)->what, noticed};
    }

  private:
    struct ExpectedNote {
        std::string match;
        std::string what;
        std::size_t earlier_faults;  ///< faults that the notes had
        Time deadline;
    };

    std::size_t faults_of(const std::string& match) const {
        std::ifstream file(file_, std::ios::binary);
        const std::string lines{std::istreambuf_iterator<char>(file), {}};
        return member(find_notes(lines, match).notes, "faults").size();
    }

    std::filesystem::path file_;
    Time time_to_notice_;
    std::optional<ExpectedNote> expected_;
};

}  // namespace cubilete::server::spar
