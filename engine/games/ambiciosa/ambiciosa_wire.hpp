#pragma once

#include <array>
#include <string>

#include "engine/games/ambiciosa/ambiciosa.hpp"
#include "protocol/race.hpp"

/// The JSON of moves, views and events (protocol/described.hpp).
namespace cubilete::ambiciosa {

using namespace described;
using race_json::seat;

// ---- kinds

constexpr Named points{"points", Number{}};

/// A face, from 1, by its name.
struct FaceName {
    static constexpr EnumName name{face_names};

    static void write(std::string& text, auto face) { name.write(text, static_cast<int>(face) - 1); }
    template <class Face>
    static void read(const Field& json, Face& face) {
        int index = 0;
        name.read(json, index);
        face = static_cast<Face>(index + 1);
    }
    static Json schema(auto& maker, auto& face) { return name.schema(maker, face); }
};
constexpr Named face{"face", FaceName()};
constexpr Named dice{"dice", List{face, dice_per_throw, dice_per_throw}};

// ---- moves

void describe(auto& with, SameAs<Roll> auto&) { with("do", "roll"); }
void describe(auto& with, SameAs<Bank> auto&) { with("do", "bank"); }
constexpr ShortForm listed_form;

// ---- views

void describe(auto& with, SameAs<Odds::PointsCount> auto& one) {
    with("points", one.points, any_number)("throws", one.throws, Number{1});
}
void describe(auto& with, SameAs<Odds> auto& odds) {
    with("throws", odds.throws, Number{1}, "The number of all throws, equally likely");
    with("lost", odds.lost, points, "The throws that end the turn");
    with("each", odds.each, List{Object()}, "By points, in ascending order");
}
void describe(auto& with, SameAs<About> auto& about) {
    with("game", "ambiciosa")("target", about.race.target, Number{1});
    with("odds", about.odds, Named{"odds", Object(), "Of the next throw"});
}

void describe(auto& with, SameAs<View::Turn> auto& turn) {
    with("seat", turn.seat, seat)("points", turn.points, points, "Not yet written down");
    with("throws", turn.throws, points,
         "Made in this turn; after the first one, `last` is the latest of them");
}
void describe(auto& with, SameAs<View::Last> auto& last) {
    with("seat", last.seat, seat)("dice", last.dice, dice)("points", last.points, any_number);
}
void describe(auto& with, SameAs<View> auto& view) {
    describe(with, view.race);
    with("turn", view.turn, Object())("last", view.last, Object(), "The latest throw of any player");
}

// ---- events

void describe(auto& with, SameAs<RolledOff> auto& e) {
    with("e", "rolloff")("seat", e.seat, seat)("dice", std::array{e.face}, List{face, 1, 1});
}
void describe(auto& with, SameAs<Starts> auto& e) { with("e", "starts")("seat", e.seat, seat); }
void describe(auto& with, SameAs<Rolled> auto& e) {
    with("e", "rolled")("seat", e.seat, seat)("dice", e.dice, dice);
    with("points", e.points, any_number, "Of this throw");
    with("turn_points", e.turn_points, points, "Of the turn so far");
}
void describe(auto& with, SameAs<Busted> auto& e) {
    with("e", "bust")("seat", e.seat, seat)("lost", e.lost, points, "Points of the turn");
}
void describe(auto& with, SameAs<Penalized> auto& e) {
    with("e", "penalty")("seat", e.seat, seat)("lost", e.lost, points, "Points of the turn");
    with("points", e.points, Number{any_number.min, -1}, "The points written down")("score", e.score,
                                                                                    any_number);
}
void describe(auto& with, SameAs<Banked> auto& e) {
    with("e", "banked")("seat", e.seat, seat)("points", e.points, points)("score", e.score, any_number);
}

}  // namespace cubilete::ambiciosa
