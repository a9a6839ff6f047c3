#pragma once

#include <array>
#include <vector>

#include "engine/games/threes_away/scoring.hpp"

namespace cubilete::threes_away {

/// The number of scores 0..max_points.
inline constexpr int score_count = max_points + 1;

/// Backward induction over one turn, for a player who assigns a value to each score; lower scores must be
/// worth more. Of the dice thrown the lowest are set aside; the player decides how many, and whether to call
/// bottoms.
class TurnChances {
  public:
    using Worth = std::array<double, score_count>;
    /// Indexed by the number of dice still to be thrown and the sum of those set aside.
    using Table = std::array<Worth, dice_per_turn + 1>;

    TurnChances() = default;
    explicit TurnChances(const Options& options);

    /// The best expected value of a turn. `moon` is the value of five 6s in one throw, where they win at
    /// once.
    Table best(const Worth& worth, double moon) const;
    /// The expected value of a turn for somebody else, who assigns another value to each score, while the player
    /// plays by `best`. `moon` is the player's value of five 6s in one throw, `others` that of the other.
    Table follow(const Table& best, double moon, const Worth& worth, double others) const;
    /// The probability of each score for a player who plays by `best`. Five 6s that win at once are not a
    /// score.
    Worth scores(const Table& best, double moon) const;

  private:
    struct Choice {
        int left;
        int points;
        bool moon;
    };
    struct Throw {
        double chance;
        std::vector<Choice> choices;
    };

    void add_choices(const Dice& dice, const Options& options, std::vector<Choice>& choices) const;
    const Choice& choice(const Throw& thrown, int sum, const Table& best, double moon) const;

    std::array<std::vector<Throw>, dice_per_turn + 1> throws_;
};

/// A round in which all players play for the pot, by backward induction over the number of players still to
/// throw, the lowest score and the number of players who share it (docs/rules.md 2.4). If a tie is played
/// again, all who play it get the same expected share. Exact for the present pot; later antes and pots are
/// ignored.
class PotChances {
  public:
    /// The state of a round: the number of players still to throw, the lowest score and the number of players
    /// who have it. Without a score, `holders` is 0 and `lowest` is no_score or, with a cap, the lowest score
    /// that does not win.
    struct Standing {
        int to_come;
        int lowest;
        int holders;
    };
    static constexpr int no_score = score_count;

    PotChances() = default;
    PotChances(const Options& options, int players);

    /// The expected share of the pot for a player who has the lowest score, and for one who has finished and
    /// does not.
    double share_if_holding(const Standing& standing) const { return holding_[index(standing)]; }
    double beaten(const Standing& standing) const { return beaten_[index(standing)]; }
    /// The expected share of a player who has yet to throw: `place` is 0 for the next one, less than to_come.
    double share_if_upcoming(const Standing& standing, int place) const {
        return upcoming_[index(standing) * static_cast<std::size_t>(players_) +
                         static_cast<std::size_t>(place)];
    }
    /// The value of each score for the player whose turn it is; `to_come` counts the players after them.
    TurnChances::Worth worth(const Standing& standing) const;
    /// The value of the next score for another player: a holder of the lowest, a beaten or an upcoming one.
    TurnChances::Worth worth_if_holding(const Standing& standing) const;
    TurnChances::Worth worth_if_beaten(const Standing& standing) const;
    TurnChances::Worth worth_if_upcoming(const Standing& standing, int place) const;
    /// The expected share of each player when the round begins, in order of play.
    std::vector<double> shares_by_place() const;

    const TurnChances& turn() const { return turn_; }

  private:
    template <class ValueOf>
    TurnChances::Worth worth_by(const Standing& standing, ValueOf value_of) const;
    Standing after(const Standing& before, int score) const;
    void settle(const Standing& standing);
    void look_ahead(const Standing& standing);
    std::size_t index(const Standing& standing) const;
    int distinguishes(const Standing& standing) const;

    TurnChances turn_;
    TieRule tie_ = TieRule::all_tie;
    int players_ = 0;
    std::vector<double> holding_;
    std::vector<double> beaten_;
    std::vector<double> upcoming_;  ///< players_ places for each standing
};

}  // namespace cubilete::threes_away
