#pragma once

#include <array>

#include "engine/encoding.hpp"
#include "engine/games/threes_away/threes_away.hpp"

namespace cubilete::threes_away {

/// Actions: 0 throws the dice in the hand, 1 turns all dice over; 2 + k sets dice aside, where k has a digit to the base of 3
/// for each place of the throw, the first place the lowest: 0 leaves the die, 1 keeps it, 2 keeps it turned over.
struct Encoding {
    using Game = threes_away::Game;

    static constexpr int first_keep = 2;
    static constexpr std::array<int, dice_per_turn> digits{1, 3, 9, 27, 81};

    static int actions(const Options&) { return first_keep + 3 * digits.back(); }

    static int number(const Options&, const Move& move) {
        if (std::holds_alternative<Roll>(move)) return 0;
        if (std::holds_alternative<CallBottoms>(move)) return 1;
        const Keep& keep = std::get<Keep>(move);
        int action = first_keep;
        for (const std::uint8_t place : keep.dice)
            action += digits[place] * (keep.turned.contains(place) ? 2 : 1);
        return action;
    }

    static Move move(const Options&, int action) {
        if (action == 0) return Roll{};
        if (action == 1) return CallBottoms{};
        Keep keep;
        for (std::uint8_t place = 0; place < dice_per_turn; ++place) {
            const int digit = (action - first_keep) / digits[place] % 3;
            if (digit > 0) keep.dice.insert(place);
            if (digit > 1) keep.turned.insert(place);
        }
        return keep;
    }

    static void observe(auto& with, const Options&, const View& view, Viewer viewer) {
        const RelativeSeats seats(viewer, static_cast<int>(view.seats.size()));
        with("over", view.over)("pot_number", view.pot_number)("pot", view.pot)("round", view.round);
        with("lowest", view.lowest)("cap", view.cap);
        static const View::Turn nobody{};
        const View::Turn& turn = view.turn ? *view.turn : nobody;
        with("turn_seat", view.turn ? seats.number(turn.seat) : absent);
        observe_dice(with, "dice", turn.dice, dice_per_turn);
        observe_dice(with, "kept", turn.kept, dice_per_turn);
        with("sum", turn.sum)("throws", turn.throws)("in_hand", turn.in_hand)("turned", turn.turned);
        with("limit", turn.limit);
        with("goal_at_most", turn.goal ? turn.goal->at_most : absent);
        with("goal_ties", turn.goal ? int{turn.goal->ties} : absent);
        with("goal_permille", turn.goal ? turn.goal->permille : absent);
        seats.each([&](Seat seat) { with("score", view.seats[seat].score); });
        seats.each([&](Seat seat) { with("chips", view.seats[seat].chips); });
        seats.each([&](Seat seat) { with("out", view.seats[seat].out); });
        seats.each([&](Seat seat) { with("in_round", view.seats[seat].in_round); });
        seats.each([&](Seat seat) { with("in_pot", view.seats[seat].in_pot); });
    }
};
static_assert(GameEncoding<Encoding>);

}  // namespace cubilete::threes_away
