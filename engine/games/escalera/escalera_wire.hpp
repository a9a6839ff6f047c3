#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/escalera/escalera.hpp"
#include "protocol/race.hpp"

/// The JSON of moves, views and events (protocol/described.hpp).
namespace cubilete::escalera {

using namespace described;
using race_json::seat;

constexpr std::array<std::string_view, 3> mark_names{"straight", "sixes", "aces"};

constexpr Named points{"points", Number{}};
constexpr Named dice{"dice", List{Number{1, faces}, dice_per_throw, dice_per_throw}};

// ---- moves

void describe(auto& with, SameAs<Roll> auto&) { with("do", "roll"); }
constexpr ShortForm listed_form;

// ---- views

void describe(auto& with, SameAs<About> auto& about) {
    with("game", "escalera")("target", about.race.target, Number{1});
    with("pot", about.pot, points, "The antes of all players, also after it was won");
}

void describe(auto& with, SameAs<DiceGroup> auto& mark) {
    with("of", mark.of, EnumName{mark_names});
    with("dice", mark.dice, List{Number{0, dice_per_throw - 1}, 1}, "Positions, from 0");
    with("points", mark.points, points);
}
inline std::vector<int> straights_of(const Throw& thrown) {
    std::vector<int> lengths;
    for (const DiceGroup& mark : thrown.marks)
        if (mark.of == DiceGroup::Kind::straight) lengths.push_back(mark.dice.size());
    return lengths;
}
void describe(auto& with, SameAs<Throw> auto& thrown) {
    with("dice", thrown.dice, dice)("points", thrown.points, points);
    with("straights", straights_of(thrown), List{Number{1, faces}, 0, 3}, "Lengths, the longest first");
    with("reset", thrown.reset, Flag(), "True if the previous total is lost");
    with("marks", thrown.marks, List{Object(), 0, 4},
         "Groups of dice: first the aces that reset, then the groups that count, the longest straight first");
}
void describe(auto& with, SameAs<LastThrow> auto& last) {
    with("seat", last.seat, seat);
    describe(with, last.thrown);
}
struct TurnSeat {
    Seat seat;
};
void describe(auto& with, SameAs<TurnSeat> auto& turn) { with("seat", turn.seat, seat); }
/// The seat in turn in an object, so that it can get more members.
struct TurnSeatObject {
    static void write(std::string& text, Seat turn) { Object::write(text, TurnSeat{turn}); }
    static void read(const Field& json, Seat& turn) { seat.read(json["seat"], turn); }
    static Json schema(auto& maker, auto&) { return maker.value(TurnSeat(), Object()); }
};
void describe(auto& with, SameAs<View> auto& view) {
    describe(with, view.race);
    with("turn", view.turn, TurnSeatObject());
    with("won", view.won, OmittedIfEmpty{List{points, 1, Race::max_seats}},
         "Chips of the pot by seat, when the match is over; not without a pot");
    with("last", view.last, Object(), "The latest throw of any player");
}

// ---- events

void describe(auto& with, SameAs<RolledOff> auto& e) {
    with("e", "rolloff")("seat", e.seat, seat)("dice", e.dice, dice)("points", e.points, Number{6, 36});
}
void describe(auto& with, SameAs<Anted> auto& e) {
    with("e", "ante")("ante", e.ante, Number{1}, "Of each player")("pot", e.pot, points);
}
void describe(auto& with, SameAs<Starts> auto& e) { with("e", "starts")("seat", e.seat, seat); }
void describe(auto& with, SameAs<Rolled> auto& e) {
    with("e", "rolled")("seat", e.seat, seat);
    describe(with, e.thrown);
    with("score", e.score, points);
}
void describe(auto& with, SameAs<Reset> auto& e) {
    with("e", "reset")("seat", e.seat, seat)("aces", e.aces, Number{3, 6})("lost", e.lost, points);
}
void describe(auto& with, SameAs<PotWon> auto& e) {
    with("e", "pot")("seat", e.seat, seat);
    with("chips", e.chips, Number{1}, "The chips that this winner takes from the pot");
}

}  // namespace cubilete::escalera
