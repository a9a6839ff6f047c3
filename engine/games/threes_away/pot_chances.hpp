#pragma once

#include <array>
#include <vector>

#include "engine/games/threes_away/scoring.hpp"

namespace cubilete::threes_away {

/// By score; one more for those that are out, or for no score.
inline constexpr int score_count = most_points + 1;

/// A turn by backward induction, for a player to whom each score is worth something, the lower the more. Of the dice
/// thrown the lowest are set aside; only how many is chosen, and whether bottoms are called.
class TurnChances {
  public:
    using Worth = std::array<double, score_count>;
    /// By dice still to be thrown and the sum of those set aside.
    using Table = std::array<Worth, dice_a_turn + 1>;

    TurnChances() = default;
    explicit TurnChances(const Options& options);

    /// What the turn is worth at best. `moon` is what five 6s of one throw are worth, where they win at once.
    Table best(const Worth& worth, double moon) const;
    /// How likely each score is for one who plays so. Five 6s that have won at once are no score.
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

    std::array<std::vector<Throw>, dice_a_turn + 1> throws_;
};

/// A round in which everybody plays for the pot, by backward induction over those still to throw, the lowest score
/// and how many share it (RULES.md 2.4). A tie that is played again is worth the same to all who play it. Exact for
/// the pot that lies there; what zeros, ties and further pots will bring or cost is left out.
class PotChances {
  public:
    /// How a round stands: how many have still to throw, the lowest score, or the least that is too much, and how many
    /// have it. Nobody has at the beginning, when it is no_score, or under a cap.
    struct Standing {
        int to_come;
        int lowest;
        int holders;
    };
    static constexpr int no_score = score_count;

    PotChances() = default;
    PotChances(const Options& options, int players);

    /// What is to be expected of the pot by one who has the lowest score, and by one who has had his turn and has not.
    double holding(const Standing& standing) const { return holding_[index(standing)]; }
    double beaten(const Standing& standing) const { return beaten_[index(standing)]; }
    /// What each score is worth to a player whose turn it is; `to_come` are those after him.
    TurnChances::Worth worth(const Standing& standing) const;
    /// What each player may expect when the round begins, in order of play.
    std::vector<double> by_place() const;

    const TurnChances& turn() const { return turn_; }

  private:
    Standing after(const Standing& before, int score) const;
    void settle(const Standing& standing);
    void look_ahead(const Standing& standing);
    std::size_t index(const Standing& standing) const;
    int told_apart(const Standing& standing) const;

    TurnChances turn_;
    Tie tie_ = Tie::all_tie;
    int players_ = 0;
    std::vector<double> holding_;
    std::vector<double> beaten_;
};

}  // namespace cubilete::threes_away
