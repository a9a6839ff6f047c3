#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/inplace_vector.hpp"
#include "engine/rules.hpp"

namespace cubilete {

/// A race to a target, in rounds: all have the same number of turns. When somebody has reached the target the
/// round is played to its end, and the highest total wins. Who leads with others plays an extra round, totals
/// kept, until one leads; if extra rounds cost everybody the target, ordinary rounds go on (RULES R0.7, R0.8,
/// R1.8). What a turn is, and what it does to its player's total, is the game's.
struct Race {
    static constexpr int most_seats = 8;

    /// What a shared lead at the end of a round leads to.
    enum class Tie {
        extra_round_all,   ///< a round of everybody
        extra_round_tied,  ///< a round of those who share it
        shared,            ///< a shared win
    };

    /// The target was reached: the round that is being played is the last.
    struct FinalRound {
        Seat seat;
        friend bool operator==(const FinalRound&, const FinalRound&) = default;
    };
    struct ExtraRound {
        SeatSet seats;
        friend bool operator==(const ExtraRound&, const ExtraRound&) = default;
    };
    /// After an extra round nobody has the target: ordinary rounds go on.
    struct Resumed {
        friend bool operator==(const Resumed&, const Resumed&) = default;
    };
    struct Over {
        SeatSet winners;
        friend bool operator==(const Over&, const Over&) = default;
    };
    using Event = std::variant<FinalRound, ExtraRound, Resumed, Over>;

    /// What everybody may see of it.
    struct View {
        struct Player {
            int score;
            bool in_round;  ///< has a turn in this round
            friend bool operator==(const Player&, const Player&) = default;
        };
        bool over;
        int round;
        int target;
        bool final_round;
        int extra_round;
        std::vector<Player> seats;
        friend bool operator==(const View&, const View&) = default;
    };

    int target = 0;
    Tie tie = Tie::extra_round_all;
    InplaceVector<int, most_seats> totals;  ///< by seat
    Seat starter = 0;
    int round = 1;        ///< extra rounds are counted on
    int extra_round = 0;  ///< which one this is; 0: none
    SeatSet playing;      ///< who has a turn in this round
    Seat seat = 0;        ///< whose turn it is
    std::uint32_t turn = 1;
    bool over = false;

    static Race start(int target, Tie tie, int seats, Seat starter);

    int& total() { return totals[seat]; }
    SeatSet to_act() const { return over ? SeatSet{} : SeatSet{seat}; }
    /// Somebody has the target, on paper (R0.6).
    bool final_round() const { return reached() > 0; }
    /// The turn has been played and its total is written.
    std::optional<Event> end_turn();

    View view() const;
    std::optional<Result> result() const;

    friend bool operator==(const Race&, const Race&) = default;

  private:
    int reached() const;
    bool has_target(Seat player) const { return totals[player] >= target; }
    SeatSet everybody() const { return SeatSet::first(static_cast<int>(totals.size())); }
    void begin_round(SeatSet seats);
    std::optional<Event> end_round();
};

}  // namespace cubilete
