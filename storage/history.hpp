#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "storage/rows.hpp"

/// Finished matches and statistics about them. It has a read-only connection of its own, as the Store has; it
/// is separate because the running of matches needs nothing of it.
namespace cubilete::storage {

/// A player of a match, as they may be shown now. Of a deleted player only the name of a guest is left.
struct Person {
    std::optional<std::string> id;
    std::string name;
    bool bot = false;
    std::optional<int> avatar = {};
    bool on_boards = true;  ///< may appear on the leaderboards; set only by people()

    friend bool operator==(const Person&, const Person&) = default;
};

/// A finished match in a list.
struct PlayedMatch {
    std::string id;
    std::string game;
    std::int64_t started_ms = 0;
    std::int64_t ended_ms = 0;
    std::string result;  ///< JSON, defined by the layers above
    bool is_public = false;
    std::vector<Person> seats;

    friend bool operator==(const PlayedMatch&, const PlayedMatch&) = default;
};
struct MatchQuery {
    std::optional<std::string> game = {};
    std::optional<std::string> player = {};  ///< player id; only matches with a result
    std::optional<std::string> before = {};  ///< id of a finished match: only matches that ended before it
    bool include_private = false;            ///< also private matches
    /// Maximum number of matches.
    int most = 50;
};

/// Statistics of a player's finished matches. Wins count only against at least one other person. `best` and
/// `sum` cover only the `comparable` matches, which are those with the game's usual rules.
struct Totals {
    std::string game;    ///< set only by totals()
    std::string player;  ///< set only by leaderboard()
    std::int64_t matches = 0;
    std::int64_t contests = 0;  ///< matches with at least two people
    std::int64_t wins = 0;
    std::int64_t comparable = 0;
    std::int64_t sum = 0;
    std::optional<std::int64_t> best;
    std::optional<std::string> best_match;  ///< set only by leaderboard(), and only if that match is public
    /// Milliseconds since 1970 when the last match ended; set only by totals().
    std::int64_t last_ms = 0;
    // Set only by leaderboard() by care, with `matches`:
    std::int64_t decisions = 0;
    std::int64_t given_away = 0;  ///< in millionths of the unit

    friend bool operator==(const Totals&, const Totals&) = default;
};

struct LeaderboardQuery {
    enum class Ranking { wins, best, average, care };
    std::string game;
    Ranking by = Ranking::wins;
    std::int64_t since_ms = 0;  ///< only matches that ended at this time or later
    int least = 1;  ///< number of comparable matches needed for an average, or of decisions for care
    /// Maximum number of rows.
    int most = 50;
    bool public_only = false;  ///< ignore private matches
    /// For care: only matches of this version of the analysis.
    std::string version = {};
};

/// The loss by a player's decisions in the matches of a game that ended in a month, by one analysis version.
struct CareOfMonth {
    std::string game;
    std::string version;
    std::string month;  ///< as 2026-11, UTC
    std::int64_t matches = 0;
    std::int64_t decisions = 0;
    std::int64_t given_away = 0;  ///< in millionths of the unit

    friend bool operator==(const CareOfMonth&, const CareOfMonth&) = default;
};

/// A match, running or finished, from the point of view of one of its players.
struct OwnMatch {
    std::string id;
    std::string game;
    std::int64_t started_ms = 0;
    std::optional<std::int64_t> ended_ms;
    int seat = 0;
    std::string name;  ///< the player's name at that time
    std::optional<int> place;
    std::optional<std::int64_t> score;
    bool won = false;
    std::optional<std::int64_t> decisions = {};   ///< as in Care
    std::optional<std::int64_t> given_away = {};  ///< as in Care
};
struct OwnChatLine {
    std::string room;
    std::string text;
    std::int64_t at_ms = 0;
};

/// One thread at a time. Every call reads one consistent state. Most calls cost as much as they return;
/// totals() reads all matches of a player, and leaderboard() all matches of a game since `since_ms`, both from an
/// index only. Throws DatabaseError.
class History {
  public:
    History() = default;
    virtual ~History() = default;
    History(const History&) = delete;
    History& operator=(const History&) = delete;

    /// Returns matches, newest first; nullopt if `before` is not a finished match.
    virtual std::optional<std::vector<PlayedMatch>> matches(const MatchQuery& criteria) const = 0;
    virtual std::vector<Person> seats(const std::string& match) const = 0;
    /// Statistics for each game that the player has played.
    virtual std::vector<Totals> totals(const std::string& player) const = 0;
    /// By game, version and month.
    virtual std::vector<CareOfMonth> care(const std::string& player) const = 0;
    /// Only players who may appear on the leaderboards, no bots; best first. By care only comparable matches count in
    /// which nobody asked for a hint.
    virtual std::vector<Totals> leaderboard(const LeaderboardQuery& criteria) const = 0;
    virtual std::vector<Person> people(const std::vector<std::string>& ids) const = 0;

    // All stored data about a player except the player's own row and moves.
    /// By id, beginning after the id `after`.
    virtual std::vector<OwnMatch> own_matches(const std::string& player, const std::string& after,
                                              int most) const = 0;
    virtual std::vector<OwnChatLine> own_chat(const std::string& player, int most) const = 0;
    virtual std::vector<std::string> own_rooms(const std::string& player) const = 0;
};

}  // namespace cubilete::storage
