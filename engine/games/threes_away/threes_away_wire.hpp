#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/games/threes_away/threes_away.hpp"
#include "protocol/described.hpp"

/// The JSON of moves, views and events (protocol/described.hpp).
namespace cubilete::threes_away {

using namespace described;

// ---- kinds

constexpr std::array<std::string_view, 2> phases{"play", "over"};
constexpr std::array<std::string_view, 4> reasons{"pot", "zero", "tie", "unwon"};

constexpr Named seat{"seat", Number{0, max_players - 1}};
constexpr Named seats{"seats", List{seat, 1}};
constexpr Named points{"points", Number{0, max_points}};
constexpr Named count{"count", Number{1}};
constexpr Named chips{"chips", Number{}};
constexpr Number die{1, faces};
constexpr Named dice{"dice", List{die, 0, dice_per_turn}};
constexpr Number position{0, dice_per_turn - 1};
constexpr Named positions{"positions", List{position, 0, dice_per_turn}, "Of dice in this throw, from 0"};

/// By position; left out if no die may be turned over.
struct WorthTurned : List<OrNull<Named<Number>>> {
    static auto omitted_value(const std::vector<std::optional<int>>& worth) {
        return std::vector<std::optional<int>>(worth.size());
    }
};

// ---- moves

void describe(auto& with, SameAs<Roll> auto&) { with("do", "roll"); }
void describe(auto& with, SameAs<Keep> auto& move) {
    with("do", "keep")("dice", move.dice, List{position, 1, dice_per_turn});
    with("turned", move.turned, OmittedIfEmpty{positions}, "Those of them that are turned over");
}
void describe(auto& with, SameAs<CallBottoms> auto&) { with("do", "bottoms"); }
constexpr ShortForm listed_form;

// ---- views

void describe(auto& with, SameAs<About> auto& about) {
    with("game", "threes_away")("pots", about.pots, count, "The number of all pots");
}

void describe(auto& with, SameAs<View::Goal> auto& goal) {
    with("at_most", goal.at_most, points)("ties", goal.ties, Flag())("permille", goal.permille,
                                                                     Number{0, 1000});
}
void describe(auto& with, SameAs<View::Turn> auto& turn) {
    constexpr Number to_five{0, dice_per_turn};
    with("seat", turn.seat, seat)("dice", turn.dice, dice, "Thrown, not yet kept")("kept", turn.kept, dice);
    with("sum", turn.sum, points, "Of the dice kept")("throws", turn.throws, to_five);
    with("in_hand", turn.in_hand, to_five, "Dice to be thrown now");
    with("turned", turn.turned, OmittedIfFalse(), "Bottoms were called: `dice` shows them");
    with("worth", turn.worth, List{points, 0, dice_per_turn}, "By position");
    with("worth_turned", turn.worth_turned, WorthTurned{{OrNull{points}, 0, dice_per_turn}},
         "Only if dice may be turned over: by position; null where the die may not");
    with("limit", turn.limit, Number(), "With a higher sum the player is out");
    with("goal", turn.goal, Object(),
         "The score that is needed to win, or still to tie, and the best probability of it");
}
void describe(auto& with, SameAs<View::Player> auto& player) {
    with("chips", player.chips, chips);
    with("score", player.score, points, "Of this round, once the player has one");
    with("out", player.out, OmittedIfFalse(), "Out of this round");
    with("sits_out", player.in_round, OmittedIfTrue(), "The player does not play this round");
    with("out_of_pot", player.in_pot, OmittedIfTrue(), "The player had no chips when the pot was opened");
}
void describe(auto& with, SameAs<View> auto& view) {
    with("phase", view.over, EnumName{phases})("round", view.round, count, "Of this pot");
    with("pot_number", view.pot_number, count)("pot", view.pot, chips);
    with("lowest", view.lowest, points, "Of the scores made in this round");
    with("cap", view.cap, Number(), "In a progressive pot: the highest score that wins the round");
    with("turn", view.turn, Named{"turn", Object()});
    with("seats", view.seats, List{Named{"player", Object()}, 2, max_players});
}

// ---- events

void describe(auto& with, SameAs<RolledOff> auto& e) {
    with("e", "rolloff")("seat", e.seat, seat);
    with("dice", e.dice, List{die, dice_per_turn, dice_per_turn})("points", e.points, Number{5, 30});
}
void describe(auto& with, SameAs<Starts> auto& e) { with("e", "starts")("seat", e.seat, seat); }
void describe(auto& with, SameAs<PotOpened> auto& e) { with("e", "pot")("number", e.number, count); }
void describe(auto& with, SameAs<Anted> auto& e) {
    with("e", "ante")("why", e.reason, EnumName{reasons});
    with("paid", e.paid, List{chips, 2, max_players}, "By seat")("pot", e.pot, chips);
}
void describe(auto& with, SameAs<RoundBegan> auto& e) {
    with("e", "round")("seat", e.seat, seat, "The seat that begins")("round", e.round, count);
    with("cap", e.cap, OrNull{Number()}, "The highest score that can win the round; null if every score can");
    with("seats", e.seats, seats);
}
void describe(auto& with, SameAs<Rolled> auto& e) {
    with("e", "rolled")("seat", e.seat, seat)("dice", e.dice, dice);
}
void describe(auto& with, SameAs<BottomsCalled> auto& e) {
    with("e", "bottoms")("seat", e.seat, seat)("dice", e.dice, dice);
}
void describe(auto& with, SameAs<Kept> auto& e) {
    with("e", "kept")("seat", e.seat, seat)("positions", e.positions, positions)("turned", e.turned,
                                                                                 positions);
    with("dice", e.dice, dice, "Those just kept, with the faces that count");
    with("sum", e.sum, points, "Of all dice kept");
}
void describe(auto& with, SameAs<WentOut> auto& e) {
    with("e", "out")("seat", e.seat, seat)("sum", e.sum, points)("limit", e.limit, points);
}
void describe(auto& with, SameAs<Scored> auto& e) {
    with("e", "scored")("seat", e.seat, seat)("points", e.points, points);
}
void describe(auto& with, SameAs<ShotTheMoon> auto& e) { with("e", "moon")("seat", e.seat, seat); }
void describe(auto& with, SameAs<Tied> auto& e) {
    with("e", "tied")("seats", e.seats, seats)("points", e.points, points);
}
void describe(auto& with, SameAs<NobodyWon> auto& e) { with("e", "unwon")("cap", e.cap, Number()); }
void describe(auto& with, SameAs<TookPot> auto& e) {
    with("e", "took_pot")("seat", e.seat, seat)("chips", e.chips, chips);
}
void describe(auto& with, SameAs<SatOut> auto& e) { with("e", "sits_out")("seat", e.seat, seat); }
void describe(auto& with, SameAs<Over> auto& e) { with("e", "over")("winners", e.winners, seats); }

}  // namespace cubilete::threes_away
