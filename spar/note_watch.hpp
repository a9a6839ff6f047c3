#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

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
    NoteWatch(std::filesystem::path file, Time patience);

    bool has_notes() const { return !file_.empty(); }
    /// The bot is shown `what` in this match, and has to notice it: within 1.5 s, a tenth of the patience if that is
    /// longer, and `longer`. Does nothing without notes. Call it only while nothing is awaited.
    void expect(Time now, const std::string& match, std::string what, Time longer = Time{0});
    bool is_waiting() const { return expected_.has_value(); }
    /// Returns what the notes show about the awaited fault, once; nothing before they do, or the time is over.
    std::optional<NoteVerdict> tick(Time now);

  private:
    struct ExpectedNote {
        std::string match;
        std::string what;
        std::size_t earlier_faults;  ///< faults that the notes had
        Time deadline;
    };

    std::size_t faults_of(const std::string& match) const;

    std::filesystem::path file_;
    Time time_to_notice_;
    std::optional<ExpectedNote> expected_;
};

}  // namespace cubilete::server::spar
