#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/games/yahtzee/card.hpp"

namespace cubilete::yahtzee {

/// The part of a column that matters for the points still to come.
struct Position {
    std::uint8_t upper = 0;   ///< filled boxes of the upper section, one bit each
    std::uint16_t lower = 0;  ///< filled boxes of the lower section, one bit each in the sheet's order
    std::uint8_t sum = 0;     ///< sum of the upper section, at most upper_goal
    bool scored = false;      ///< five of a kind were scored in their box

    friend bool operator==(const Position&, const Position&) = default;
};

/// The exact solitaire optimum: the expected points still to come for a player of one column who maximizes
/// the expected total. Computed by backward induction over every set of filled boxes, every upper sum up to
/// 63 and whether the Yahtzee (Generala) box holds points. From the empty card with forced jokers that is
/// 254.587728734 (docs/rules.md 3.4). It covers every preset and every option of one column, with the upper bonus
/// and Yahtzee bonuses. It does not cover what decides a match apart from points: a Generala on the first
/// throw, a playoff. Thread-safe after construction.
class OptimalValues {
  public:
    /// Holds no values: empty() is true.
    OptimalValues() = default;
    /// Computes the values of all positions with at most `most_open` open boxes. The full solution takes
    /// seconds. It keeps 0.7 to 6 MB, depending on the options, and needs twice as much in addition during
    /// the computation.
    static OptimalValues solve(const Options& options, int most_open = box_count);

    bool empty() const { return remaining_values_.empty(); }
    /// The position of a column, and the position after filling a box with these points. A position that
    /// cannot occur makes remaining_value() throw std::logic_error.
    Position position(const Column& column) const;
    Position after(Position position, Box box, int points) const;
    /// Exact to 2^-33 of the largest value, 3e-8 of 254.
    double remaining_value(const Position& position) const {
        return unit_ * remaining_values_[index(position)];
    }
    /// The expected total of an empty card, as exact as the computation.
    double expectation() const { return expectation_; }

    /// A file name without path or extension. Equal names mean equal values.
    static std::string name(const Options& options);
    /// One line of text with name, size and checksum, then the unit and the expectation as 64-bit floats and the values
    /// in units as 32-bit integers, all little-endian: at most 6 MB.
    std::vector<std::byte> bytes() const;
    /// Returns nullopt unless these are the complete, unchanged bytes() of the optimum for these options.
    static std::optional<OptimalValues> read(const Options& options, std::span<const std::byte> bytes);

    friend bool operator==(const OptimalValues&, const OptimalValues&) = default;

  private:
    friend class Solver;

    explicit OptimalValues(const Options& options);
    /// Takes over the computed values.
    void keep(const std::vector<double>& remaining_value);
    std::size_t index(const Position& position) const;
    std::string file_header() const;

    std::string name_;
    Preset preset_ = Preset::yahtzee;
    bool distinguishes_scored_ = false;
    double unit_ = 0;
    double expectation_ = 0;
    std::vector<std::uint32_t>
        remaining_values_;  ///< in units: a float of the same size would be 250 times less exact
};

/// The sums that are possible for each set of filled upper boxes: 2,794 pairs of set and sum.
class UpperSums {
  public:
    static const UpperSums& all();

    static constexpr int pairs = 2794;
    /// The possible sums of a set of filled boxes (bits, 0..63), in ascending order.
    std::span<const std::uint8_t> of(int upper) const {
        return std::span(sums_).subspan(static_cast<std::size_t>(first_[upper]),
                                        static_cast<std::size_t>(first_[upper + 1] - first_[upper]));
    }
    /// The number of a pair, 0..2793, or -1 if it is impossible. The pairs of one set have consecutive
    /// numbers.
    int number(int upper, int sum) const { return number_[upper][sum]; }

  private:
    UpperSums();

    std::vector<std::uint8_t> sums_;
    std::array<int, 65> first_{};
    std::array<std::array<std::int16_t, upper_goal + 1>, 64> number_{};
};

}  // namespace cubilete::yahtzee
