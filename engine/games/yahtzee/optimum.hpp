#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/games/yahtzee/card.hpp"

namespace cubilete::yahtzee {

/// What counts of a column for the points still to come.
struct Position {
    std::uint8_t upper = 0;   ///< boxes of the upper section that are filled, a bit each
    std::uint16_t lower = 0;  ///< those of the lower section, in the sheet's order
    std::uint8_t sum = 0;     ///< of the upper section, at most upper_goal
    bool scored = false;      ///< five alike were scored in the box for them

    friend bool operator==(const Position&, const Position&) = default;
};

/// The exact solitaire optimum: how many points are still to come to one who plays a single column for the highest
/// expected total, by backward induction over every set of filled boxes, every upper sum up to 63 and whether the
/// Yahtzee (Generala) box holds points. From the empty card with forced jokers that is 254.5877 (RULES.md 3.4).
/// It holds for every preset and every rule of one column; bonuses of the upper section and for further Yahtzees
/// are in it, what decides matches beyond points (a Generala on the first throw, a playoff) is not.
class Optimum {
  public:
    /// Knows nothing.
    Optimum() = default;
    /// Works out the positions with at most so many open boxes; all of them take seconds and, while it lasts, twice
    /// the memory of the 2 to 6 MB that are kept.
    static Optimum solve(const Options& options, int most_open = box_count);

    bool empty() const { return to_come_.empty(); }
    /// As the column stands, and when such a box has been filled. Of a position that can come about.
    Position position(const Column& column) const;
    Position after(Position position, Box box, int points) const;
    double to_come(const Position& position) const { return to_come_[index(position)]; }
    /// Of the empty card.
    double expectation() const { return to_come({}); }

    /// The same name, the same optimum.
    static std::string name(const Options& options);
    /// A line that says what follows, then the positions as little-endian floats: at most 6 MB.
    std::vector<std::byte> bytes() const;
    /// Nothing unless these are the bytes of the optimum for these options, whole and unchanged.
    static std::optional<Optimum> read(const Options& options, std::span<const std::byte> bytes);

    friend bool operator==(const Optimum&, const Optimum&) = default;

  private:
    friend class Solver;

    explicit Optimum(const Options& options);
    std::size_t index(const Position& position) const;
    std::string heading() const;

    std::string name_;
    Preset preset_ = Preset::yahtzee;
    bool tells_scored_ = false;
    std::vector<float> to_come_;
};

/// The upper sums that a set of filled boxes of the upper section can have: 2,794 pairs of the two in all.
class UpperSums {
  public:
    static const UpperSums& all();

    static constexpr int pairs = 2794;
    /// In ascending order.
    std::span<const std::uint8_t> of(int upper) const {
        return std::span(sums_).subspan(static_cast<std::size_t>(first_[upper]),
                                        static_cast<std::size_t>(first_[upper + 1] - first_[upper]));
    }
    /// The number of a pair, 0..2793; those of one set follow each other.
    int number(int upper, int sum) const { return number_[upper][sum]; }

  private:
    UpperSums();

    std::vector<std::uint8_t> sums_;
    std::array<int, 65> first_{};
    std::array<std::array<std::int16_t, upper_goal + 1>, 64> number_{};
};

}  // namespace cubilete::yahtzee
