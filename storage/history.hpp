#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "storage/rows.hpp"

/// Finished matches, and what they come to. A read-only connection of its own, as the Store has one; apart from it
/// because nothing here is needed to play.
namespace cubilete::storage {

/// Who sat somewhere, as he may be shown now: of those who are gone there is only the name of a guest.
struct Person {
    std::optional<std::string> id;
    std::string name;
    bool bot = false;
    bool on_boards = true;  ///< may appear on the leaderboards; set only by people()

    friend bool operator==(const Person&, const Person&) = default;
};

/// A finished match as lists show it.
struct PlayedMatch {
    std::string id;
    std::string game;
    std::int64_t started_ms = 0;
    std::int64_t ended_ms = 0;
    std::string result;  ///< JSON of the layers above
    bool is_public = false;
    std::vector<Person> seats;

    friend bool operator==(const PlayedMatch&, const PlayedMatch&) = default;
};
struct MatchesWanted {
    std::optional<std::string> game;
    std::optional<std::string> player;  ///< id; then only matches with a result
    std::optional<std::string> before;  ///< id of a finished match: those that ended before it
    bool with_private = false;          ///< also private matches
    int most = 50;
};

/// What the finished matches of a player come to. Wins are those against at least one other person; best and sum are
/// over the `comparable` matches, those by the game's usual rules.
struct Totals {
    std::string game;    ///< in totals()
    std::string player;  ///< in board()
    std::int64_t matches = 0;
    std::int64_t contests = 0;  ///< matches with at least two people
    std::int64_t wins = 0;
    std::int64_t comparable = 0;
    std::int64_t sum = 0;
    std::optional<std::int64_t> best;
    std::optional<std::string> best_match;  ///< only in board()
    std::int64_t last_ms = 0;

    friend bool operator==(const Totals&, const Totals&) = default;
};

struct BoardWanted {
    enum class By { wins, best, average };
    std::string game;
    By by = By::wins;
    std::int64_t since_ms = 0;  ///< only matches that ended then or later
    int least = 1;              ///< comparable matches that an average needs
    int most = 50;
    bool public_only = false;  ///< ignore private matches
};

/// A match from the point of view of one of its players, running or finished.
struct OwnMatch {
    std::string id;
    std::string game;
    std::int64_t started_ms = 0;
    std::optional<std::int64_t> ended_ms;
    int seat = 0;
    std::string name;  ///< as it was then
    std::optional<int> place;
    std::optional<std::int64_t> score;
    bool won = false;
};
struct OwnChatLine {
    std::string room;
    std::string text;
    std::int64_t at_ms = 0;
};

/// One thread at a time. Every call reads one moment; most cost what they return, totals() reads all matches of a
/// player and board() all of a game since then, from an index alone. Throws DatabaseError.
class History {
  public:
    /// `place` is a database of this version or the directory that holds it.
    explicit History(const std::filesystem::path& place);
    ~History();

    /// The newest first; nothing when `before` is no finished match.
    std::optional<std::vector<PlayedMatch>> matches(const MatchesWanted& wanted) const;
    std::vector<Person> seats(const std::string& match) const;
    /// By game, of those that he has played.
    std::vector<Totals> totals(const std::string& player) const;
    /// People only, no bots, the first first.
    std::vector<Totals> board(const BoardWanted& wanted) const;
    std::vector<Person> people(const std::vector<std::string>& ids) const;

    // All that is stored about a player besides his row and his moves.
    /// By id, those after `after`.
    std::vector<OwnMatch> own_matches(const std::string& player, const std::string& after, int most) const;
    std::vector<OwnChatLine> own_chat(const std::string& player, int most) const;
    std::vector<std::string> own_rooms(const std::string& player) const;

  private:
    struct Connection;
    std::unique_ptr<Connection> connection_;
};

}  // namespace cubilete::storage
