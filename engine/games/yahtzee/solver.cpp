#include <algorithm>
#include <bit>

#include "engine/games/yahtzee/keeps.hpp"
#include "engine/games/yahtzee/optimum.hpp"
#include "engine/games/yahtzee/scoring.hpp"

namespace cubilete::yahtzee {

namespace {

/// The number of upper sums computed in parallel: it suits the vector units of common processors.
constexpr std::size_t side_by_side = 8;
using Row = Lanes<side_by_side>;

constexpr int upper_boxes = 6;
constexpr int most_lines = 15;

/// A box that a roll may fill, and its points there.
struct Candidate {
    int line;
    int points;
};
using Candidates = InplaceVector<Candidate, most_lines>;

}  // namespace

/// Computes the value of every set of filled boxes by backward induction, from the full card to the empty one. It asks
/// ScoringChoices which boxes may be filled and what they are worth, so that the rules are implemented only once.
class Solver {
  public:
    explicit Solver(const Options& options)
        : options_(one_column(options)),
          lines_(sheet_of(options.preset).lines()),
          optimum_(options_),
          remaining_values_(optimum_.remaining_values_.size()) {
        for (const int throws : {1, throws_to_end})
            for (int roll = 0; roll < roll_count; ++roll) {
                const ScoringChoices choices(options_, {}, keeps_.dice(roll), throws);
                for (std::size_t line = 0; line < lines_.size(); ++line)
                    points_[throws == 1][roll][line] = choices.points(lines_[line].box);
            }
    }

    OptimalValues solve(int most_open) && {
        const int sets = 1 << (lines_.size() - upper_boxes);
        for (int lower = sets - 1; lower >= 0; --lower)
            for (int upper = 63; upper >= 0; --upper) {
                const int filled =
                    std::popcount(static_cast<unsigned>(lower)) + std::popcount(static_cast<unsigned>(upper));
                const int open = static_cast<int>(lines_.size()) - filled;
                if (open == 0 || open > most_open) continue;
                for (const bool scored : {false, true})
                    if (can_be(lower, scored))
                        solve_set({.upper = static_cast<std::uint8_t>(upper),
                                   .lower = static_cast<std::uint16_t>(lower),
                                   .scored = scored});
            }
        optimum_.keep(remaining_values_);
        return std::move(optimum_);
    }

  private:
    static constexpr int throws_to_end = 3;

    static Options one_column(Options options) {
        options.columns = 1;
        return options;
    }

    bool can_be(int lower, bool scored) const {
        if (!scored) return true;
        for (std::size_t line = upper_boxes; line < lines_.size(); ++line)
            if ((lower >> (line - upper_boxes) & 1) != 0 &&
                (lines_[line].box == Box::yahtzee || lines_[line].box == Box::generala))
                return optimum_.distinguishes_scored_;
        return false;
    }

    ScoreCard card_of(const Position& set) const {
        ScoreCard card;
        for (std::size_t line = 0; line < lines_.size(); ++line) {
            const Box box = lines_[line].box;
            const bool filled = line < upper_boxes ? (set.upper >> line & 1) != 0
                                                   : (set.lower >> (line - upper_boxes) & 1) != 0;
            const bool five_alike = box == Box::yahtzee || box == Box::generala;
            if (filled) card.columns[0].fill(box, five_alike && set.scored ? 50 : 0);
        }
        return card;
    }

    void solve_set(const Position& set) {
        card_ = card_of(set);
        const ScoringChoices any(options_, card_, {1, 1, 1, 1, 2}, throws_to_end);
        const BoxSet open = any.boxes(0);
        const auto sums = UpperSums::all().of(set.upper);
        for (std::size_t from = 0; from < sums.size(); from += side_by_side) {
            const auto some = sums.subspan(from, std::min(side_by_side, sums.size() - from));
            look_ahead(set, some);
            const Row worth = turn(open);
            Position position = set;
            for (std::size_t lane = 0; lane < some.size(); ++lane) {
                position.sum = some[lane];
                remaining_values_[optimum_.index(position)] = worth[lane];
            }
        }
    }

    /// Computes the points still to come after each box is filled, plus an upper bonus earned by it.
    /// `ahead_[line][k]`: k is the number of dice that count in the upper section; in the lower one it is 1 if points
    /// are written, else 0.
    void look_ahead(const Position& set, std::span<const std::uint8_t> sums) {
        for (std::size_t line = 0; line < lines_.size(); ++line) {
            const Box box = lines_[line].box;
            if (card_.columns[0].filled(box)) continue;
            const bool upper = line < upper_boxes;
            for (int count = 0; count <= (upper ? 5 : 1); ++count)
                for (std::size_t lane = 0; lane < sums.size(); ++lane) {
                    Position position = set;
                    position.sum = sums[lane];
                    const int points = upper ? count * face_of(box) : count;
                    position = optimum_.after(position, box, points);
                    const bool reached = upper && sums[lane] < upper_goal && position.sum == upper_goal;
                    ahead_[line][count][lane] =
                        remaining_values_[optimum_.index(position)] + (reached ? options_.upper_bonus : 0);
                }
        }
    }

    const Row& ahead(const Candidate& candidate) const {
        if (candidate.line < upper_boxes)
            return ahead_[candidate.line][candidate.points / (candidate.line + 1)];
        return ahead_[candidate.line][candidate.points > 0 ? 1 : 0];
    }

    Row best_of(const Candidates& candidates, int bonus) const {
        Row best{};
        for (const Candidate& candidate : candidates) {
            const Row& remaining_value = ahead(candidate);
            const double points = candidate.points + bonus;
            for (std::size_t lane = 0; lane < side_by_side; ++lane)
                best[lane] = std::max(best[lane], points + remaining_value[lane]);
        }
        return best;
    }

    /// Computes the value of every roll if a box is filled after this number of throws.
    void stop(BoxSet open, int throws, Worth<side_by_side>& worth) const {
        for (int roll = 0; roll < roll_count; ++roll) {
            Candidates candidates;
            int bonus = 0;
            if (std::ranges::max(keeps_.roll(roll)) == 5) {
                const ScoringChoices choices(options_, card_, keeps_.dice(roll), throws);
                bonus = choices.yahtzee_bonus();
                for (int line = 0; line < std::ssize(lines_); ++line)
                    if (const Box box = lines_[line].box; choices.boxes(0).contains(box))
                        candidates.push_back({line, choices.points(box)});
            } else {
                for (int line = 0; line < std::ssize(lines_); ++line)
                    if (open.contains(lines_[line].box))
                        candidates.push_back({line, points_[throws == 1][roll][line]});
            }
            worth[first_roll + roll] = best_of(candidates, bonus);
        }
    }

    /// The value of a turn before its first throw.
    Row turn(BoxSet open) {
        stop(open, throws_to_end, worth_);
        for (int again = 0; again < 2; ++again) {
            average_throws(worth_, keeps_);
            maximize_keeps(worth_, keeps_);
        }
        if (options_.preset == Preset::generala) {
            stop(open, 1, first_throw_values_);
            for (int roll = first_roll; roll < keep_count; ++roll)
                for (std::size_t lane = 0; lane < side_by_side; ++lane)
                    worth_[roll][lane] = std::max(worth_[roll][lane], first_throw_values_[roll][lane]);
        }
        average_throws(worth_, keeps_);
        return worth_[0];
    }

    const Keeps& keeps_ = Keeps::all();
    Options options_;
    std::span<const Line> lines_;
    OptimalValues optimum_;
    std::vector<double> remaining_values_;
    /// Points by roll and line, except for five of a kind; [1] is for the first throw of a turn.
    std::array<std::array<std::array<int, most_lines>, roll_count>, 2> points_{};
    ScoreCard card_;
    std::array<std::array<Row, 6>, most_lines> ahead_{};
    Worth<side_by_side> worth_{};
    Worth<side_by_side> first_throw_values_{};
};

OptimalValues OptimalValues::solve(const Options& options, int most_open) {
    return Solver(options).solve(most_open);
}

}  // namespace cubilete::yahtzee
