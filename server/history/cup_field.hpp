#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "protocol/analysis.hpp"
#include "protocol/messages.hpp"
#include "server/history/history_reader.hpp"
#include "server/match/cup_days.hpp"

/// The results of the cup's days (docs/cup.md). Points given away: data in thousandths, the wire in points.
namespace cubilete::server {

/// Returns a finished match of the cup with what its analysis found. `log` without entry 1 may be shorter than the match.
storage::CupPlay make_cup_play(const storage::MatchRow& match, int day,
                               std::span<const protocol::LogEntry> log, const protocol::Analysis& analysis);

/// The analysed matches of one day and of one kind of players, the best first.
struct CupField {
    /// The turn in which most players gave something away.
    struct Missed {
        int turn;
        std::int64_t players;
    };
    std::vector<storage::CupPlay> plays;
    std::optional<Missed> missed;

    double median() const;
    double best() const;
    /// From 1; equal results share a place.
    std::int64_t place(std::size_t at) const;
    /// Nothing if the player is not in the field.
    std::optional<std::int64_t> place_of(const std::string& player) const;
};

/// Reads fields and keeps the newest for a minute, those of a running day for five seconds, because a day may have thousands of
/// matches. Used on the thread of the history reader.
class CupFields {
  public:
    /// `analyse` is told of finished matches that were not analysed: any thread.
    explicit CupFields(std::function<void(const std::string& match)> analyse = [](const std::string&) {})
        : request_analysis_(std::move(analyse)) {}

    /// `bots`: of programs, else of people.
    const CupField& of(const HistoryReader::Readers& readers, const CupDays& days, int day, bool bots,
                       std::int64_t now_ms);

    /// The answer to cup.today. `cup.days` is set, and the day is one of them.
    protocol::CupOfDay today(const HistoryReader::Readers& readers, const CupDays& days, std::int64_t now_ms,
                             const protocol::PlayerInfo& player);
    /// `/api/v1/cup`: the day without a player.
    static protocol::Json today_json(const CupDays& days, std::int64_t now_ms);
    /// `/api/v1/cup/DAY`: the board of a day, without what is closed until it is over.
    protocol::Json board(const HistoryReader::Readers& readers, const CupDays& days, int day, bool bots,
                         std::int64_t now_ms);

  private:
    struct CachedField {
        std::int64_t made_ms = 0;
        CupField field;
    };
    std::function<void(const std::string&)> request_analysis_;
    std::map<std::pair<int, bool>, CachedField> cached_fields_;  ///< by day and kind
};

/// The additional members of the record of a match of the cup: its day, and the seed once that is open.
protocol::Json cup_json(const CupDays& days, int day, std::int64_t now_ms);

}  // namespace cubilete::server
