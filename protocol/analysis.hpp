#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/analysis.hpp"
#include "protocol/bot.hpp"
#include "protocol/match.hpp"

/// The analysis of a finished match (engine/analysis.hpp) behind an interface that is the same for all games.
namespace cubilete::protocol {

/// The contents of an analysis of such a match, and why there may be none.
AnalysisKind analysis_kind(const Settings& settings);
/// A unit of analyses in words: `points` is "points", `win` "chance to win".
std::string_view unit_text(std::string_view unit);
/// The version of the rules and of the values of a game of the catalogue, as in the JSON. Else std::logic_error.
std::string analysis_version(const std::string& game);
/// The unit of exact analyses of decisions, or nullptr: no decisions, or no exact values.
const char* care_unit(const std::string& game);
/// As canonical_move() of a game with an analysis, but without what its rules ignore: as the legal moves are listed.
std::variant<JsonText, Rejection> listed_move(const std::string& game, const Json& move);

/// An analysis that is computed entry by entry, so that the work can be divided. One owner, one thread at a time.
class Analysis {
  public:
    virtual ~Analysis() = default;

    /// `start` is entry 1 of a log of `entries` entries, and `book` the full book for its settings, whose analysis
    /// has an extent. The same log and the same seed make the same analysis. Throws ReplayError.
    static std::unique_ptr<Analysis> open(const LogEntry& start, BotBookPtr book, std::size_t entries,
                                          std::uint64_t seed);

    /// Plays the next entry. Returns false when nothing more counts: the rest may be left out. Throws ReplayError.
    virtual bool follow(const LogEntry& entry) = 0;
    /// The members of an answer besides `match` (protocol/README.md, section 10).
    virtual Json json() const = 0;
    struct Cost {
        std::int64_t entry;
        double cost;
    };
    /// The decisions of the seat that cost something, whoever made them, in the order of the entries.
    virtual std::vector<Cost> costs(Seat seat) const = 0;
};

/// The seed for a match's id: the same on every machine.
std::uint64_t analysis_seed(std::string_view match);
/// The whole analysis of a log, which may take seconds. Throws ReplayError.
Json analysis_of(std::span<const LogEntry> log, BotBookPtr book, std::uint64_t seed);
/// The answer in place of an analysis: the word and the sentence say why there is none.
Json make_missing_analysis(const std::string& game, const std::string& why_not, const std::string& sentence);

}  // namespace cubilete::protocol
