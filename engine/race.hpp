#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/inplace_vector.hpp"
#include "engine/rules.hpp"

namespace cubilete {

/// A race to a target score in rounds: every player has the same number of turns. When a player has reached
/// the target, the round is played to its end and the highest total wins. Players who share the highest total
/// play an extra round and keep their totals, until one player leads. If nobody has the target after an extra
/// round, normal rounds continue (docs/rules.md R0.7, R0.8, R1.8). The game itself defines a turn and its
/// effect on the player's total.
struct Race {
    static constexpr int max_seats = 8;

    /// The rule for a shared lead at the end of a round.
    enum class TieRule {
        extra_round_all,   ///< all players play one more round
        extra_round_tied,  ///< only the leaders play one more round
        shared,            ///< the leaders win together
    };

    /// The first player reached the target and others still have a turn: the current round is the last. Not
    /// sent if the player with the last turn of the round reaches it.
    struct FinalRound {
        Seat seat;
        friend bool operator==(const FinalRound&, const FinalRound&) = default;
    };
    /// An extra round of these seats begins.
    struct ExtraRound {
        SeatSet seats;
        friend bool operator==(const ExtraRound&, const ExtraRound&) = default;
    };
    /// After an extra round nobody has the target: normal rounds continue.
    struct Resumed {
        friend bool operator==(const Resumed&, const Resumed&) = default;
    };
    struct Over {
        SeatSet winners;
        friend bool operator==(const Over&, const Over&) = default;
    };
    using Event = std::variant<FinalRound, ExtraRound, Resumed, Over>;

    /// The part of the race that never changes.
    struct About {
        int target;
        friend bool operator==(const About&, const About&) = default;
    };
    /// The part of the race that every viewer sees.
    struct View {
        struct Player {
            int score;
            bool in_round;  ///< has a turn in this round
            friend bool operator==(const Player&, const Player&) = default;
        };
        bool over;
        int round;
        bool final_round;
        int extra_round;
        std::vector<Player> seats;
        friend bool operator==(const View&, const View&) = default;
    };

    int target = 0;
    TieRule tie = TieRule::extra_round_all;
    InplaceVector<int, max_seats> totals;  ///< score by seat
    Seat starter = 0;
    int round = 1;        ///< from 1; extra rounds count too
    int extra_round = 0;  ///< number of this extra round from 1; 0: a normal round
    SeatSet playing;      ///< the seats with a turn in this round
    Seat seat = 0;        ///< the seat whose turn it is
    /// Number of the current turn, from 1.
    std::uint32_t turn = 1;
    bool over = false;

    /// Begins a race. Throws std::logic_error if `seats` is above max_seats.
    static Race start(int target, TieRule tie, int seats, Seat starter);

    int& total() { return totals[seat]; }
    SeatSet to_act() const { return over ? SeatSet{} : SeatSet{seat}; }
    /// True if at least one player has the target as a written total (R0.6).
    bool final_round() const { return reached() > 0; }
    /// Call when the turn is finished and its points are in total(). Passes the turn on, and ends the round
    /// or the race if this was the last turn. Returns the event that follows, if any. Not to be called after
    /// the race is over.
    std::optional<Event> end_turn();

    About about() const { return {target}; }
    View view() const;
    /// The standings by total when the race is over; nullopt before.
    std::optional<Result> result() const;
    /// By seat: equal shares of 1 for those with the highest total.
    std::vector<double> leaders_shares() const;

    friend bool operator==(const Race&, const Race&) = default;

  private:
    int reached() const;
    SeatSet leaders() const;
    bool has_reached_target(Seat player) const { return totals[player] >= target; }
    SeatSet all_seats() const { return SeatSet::first(static_cast<int>(totals.size())); }
    void begin_round(SeatSet seats);
    std::optional<Event> end_round();
};

}  // namespace cubilete
