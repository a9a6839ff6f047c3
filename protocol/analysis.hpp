#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis.hpp"
#include "protocol/bot.hpp"
#include "protocol/match.hpp"

/// The account of a finished match (engine/analysis.hpp) behind an interface that is the same for all games.
namespace cubilete::protocol {

/// What an account of such a match contains, and why there may be none.
AccountKind account_kind(const Settings& settings);
/// A unit of accounts in words: `points` is "points", `win` "chance to win".
std::string_view unit_text(std::string_view unit);
/// The version of the rules and of the values of a game of the catalogue, as in the JSON. Else std::logic_error.
std::string account_version(const std::string& game);
/// The unit of exact accounts of decisions, or nullptr: no decisions, or no exact values.
const char* care_unit(const std::string& game);

/// An account that is computed entry by entry, so that the work can be divided. One owner, one thread at a time.
class Account {
  public:
    virtual ~Account() = default;

    /// `start` is entry 1 of a log of `entries` entries, and `book` the full book for its settings, whose account
    /// has an extent. The same log and the same seed make the same account. Throws ReplayError.
    static std::unique_ptr<Account> open(const LogEntry& start, BotBookPtr book, std::size_t entries,
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
std::uint64_t account_seed(std::string_view match);
/// The whole account of a log, which may take seconds. Throws ReplayError.
Json account_of(std::span<const LogEntry> log, BotBookPtr book, std::uint64_t seed);
/// The answer in place of an account: the word and the sentence say why there is none.
Json no_account(const std::string& game, const std::string& why_not, const std::string& sentence);

}  // namespace cubilete::protocol
