#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "protocol/exercise.hpp"
#include "protocol/messages.hpp"
#include "server/history/history_reader.hpp"
#include "server/match/cup_days.hpp"

/// Which decisions a player practises (docs/analysis.md).
namespace cubilete::server {

/// A position that was right so many times does not come back.
inline constexpr int often_enough = 2;

/// The name of a decision: `MATCH.ENTRY` of a finished match, or `GAME.SEED.ENTRY` of a match that the built-in bots play by the seed.
struct PositionName {
    std::string origin;  ///< id of the match or of the game
    std::optional<std::uint32_t> seed = {};
    std::int64_t entry = 0;

    /// Nothing if it is no such name.
    static std::optional<PositionName> read(const std::string& text);
    std::string text() const;
};

/// A decision with the log that leads to it.
struct PracticePosition {
    PositionName name;
    protocol::Settings settings;
    std::vector<protocol::LogEntry> log;  ///< ends with the decision; empty for a match of built-in bots
    std::vector<protocol::MatchesPage::Person> seats;
    bool is_scheduled = false;                ///< for this player
    std::optional<storage::PracticeRow> row;  ///< if the player has answered before
};

/// Days of practice are those of 1970, UTC.
std::int64_t practice_day(std::int64_t now_ms);
/// When the day begins, in milliseconds since 1970.
std::int64_t practice_day_ms(std::int64_t day);
/// The row after an answer: as it was before its day, and once it was right twice.
storage::PracticeRow answered(const storage::PracticeRow& before, bool is_correct, std::int64_t today);

/// Finds positions to practise. On the history reader's thread; its functions throw storage::DatabaseError.
class PracticeReader {
  public:
    /// `draw_seed` gives a seed for a match of built-in bots. `days` as in Cup.
    PracticeReader(const HistoryReader::Readers& readers, std::string player, const CupDays* days,
                   std::int64_t now_ms, std::function<std::uint32_t()> draw_seed);

    /// The position of this name; nothing if there is none, or if it is closed.
    std::optional<PracticePosition> find(const PositionName& name) const;
    /// The next one: the position that is due longest, else the dearest new one, else one of a match of built-in bots; its
    /// entry is 0 then. `game` has exercises, or is not set.
    PracticePosition next(const std::optional<std::string>& game) const;

  private:
    std::optional<PracticePosition> of_match(const PositionName& name) const;
    std::optional<PracticePosition> make_bot_position(const PositionName& name) const;
    std::optional<PracticePosition> find_costliest(const std::optional<std::string>& game) const;
    bool belongs_to_game(const PositionName& name, const std::string& game) const;
    bool is_due(const storage::PracticeRow& row) const;
    const storage::PracticeRow* row_of(const std::string& position) const;

    const HistoryReader::Readers& readers_;
    std::string player_;
    const CupDays* days_;
    std::int64_t now_ms_;
    std::function<std::uint32_t()> draw_seed_;
    std::vector<storage::PracticeRow> rows_;
};

}  // namespace cubilete::server
