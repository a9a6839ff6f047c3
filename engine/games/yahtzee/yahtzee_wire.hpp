#pragma once

#include <array>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/games/yahtzee/yahtzee.hpp"
#include "protocol/described.hpp"

/// The JSON of moves, views and events (protocol/described.hpp).
namespace cubilete::yahtzee {

using namespace described;

// ---- kinds

constexpr std::array<std::string_view, 2> phases{"play", "over"};

constexpr Named seat{"seat", Number{0, max_players - 1}};
constexpr Named points{"points", Number{}};
constexpr Number throws{0, throws_per_turn};
constexpr Named column_at{"column", Number{0, max_columns - 1}};
constexpr Named box_name{"box", EnumName{box_names}};
constexpr Named positions{"positions", List{Number{0, 4}, 1, 5}, "Of dice, from 0"};
constexpr Named dice{"dice", List{Number{1, 6}, 5, 5}};
constexpr OmittedIfEmpty bonus{Named{"bonus", Number{1}, "Left out if it is 0"}};

/// An object with the names of boxes as members; those without points are left out.
struct PointsByBox {
    static void write(std::string& text, const Boxes& boxes) {
        Writer with(text += '{');
        for (const auto& [box, value] : boxes) with(name_of(box), value, points);
        text += '}';
    }
    static void read(const Field& json, Boxes& boxes) {
        for (std::size_t at = 0; at < box_names.size(); ++at)
            if (const auto value = json.find(box_names[at]))
                points.read(*value, boxes.emplace_back(BoxPoints{static_cast<Box>(at), {}}).points.emplace());
    }
    static Json schema(auto& maker, auto&) {
        return {{"type", "object"},
                {"propertyNames", maker.value(Box(), box_name)},
                {"additionalProperties", maker.value(int(), points)}};
    }
};
constexpr Named filled{"boxes", PointsByBox{},
                       "The points of the filled boxes; the others of the card are open"};
constexpr Named worth{"worth", PointsByBox{}, "The points of the boxes that may be filled now"};

/// A single column is written as itself, three columns as an array.
struct WorthByColumn {
    static constexpr List three{worth, max_columns, max_columns};

    static void write(std::string& text, const std::vector<Boxes>& columns) {
        columns.size() == 1 ? worth.write(text, columns.front()) : three.write(text, columns);
    }
    static void read(const Field& json, std::vector<Boxes>& columns) {
        json.is_array() ? three.read(json, columns) : worth.read(json, columns.emplace_back());
    }
    static Json schema(auto& maker, auto& columns) {
        return {{"anyOf", {maker.value(Boxes(), worth), maker.value(columns, three)}}};
    }
};

// ---- moves

void describe(auto& with, SameAs<Roll> auto& move) { with("do", "roll")("dice", move.dice, positions); }
void describe(auto& with, SameAs<Score> auto& move) {
    with("do", "score")("box", move.box, box_name);
    with("column", move.column, column_at, "Only with three columns; a card of one column ignores it");
    with("zero", move.zero, OmittedIfEmpty{Flag()},
         "With the option `zero` `free`: true writes a zero whatever the dice are worth");
}
constexpr ShortForm listed_form{
    ": \"roll 03\" throws the dice at positions 0 and 3, \"score chance\" fills a box, \"score chance 2\" "
    "that of the "
    "third column, \"score chance zero\" writes a zero",
    "^(roll [0-4]{1,5}|score [a-z_]+( [0-2])?( zero)?)$"};

// ---- views

inline std::vector<Box> boxes_of(Preset preset) {
    std::vector<Box> boxes;
    for (const auto& [box, title] : sheet_of(preset).lines()) boxes.push_back(box);
    return boxes;
}
void describe(auto& with, SameAs<About> auto& about) {
    with("game", "yahtzee");
    with("rounds", about.rounds, Number{1}, "Without a playoff");
    with("preset", about.preset, EnumName{preset_names});
    with("boxes", boxes_of(about.preset), List{box_name, 11}, "Those of the card, from top to bottom");
    with("upper_goal", about.upper_goal, Number{1}, "Only if there is an upper bonus");
}

void describe(auto& with, SameAs<View::Turn> auto& turn) {
    with("seat", turn.seat, seat);
    with("dice", turn.dice, List{Number{1, 6}, 0, 5}, "None before the first throw");
    with("throws", turn.throws, throws)("throws_left", turn.throws_left, throws);
    with("worth", turn.worth, WorthByColumn());
}
void describe(auto& with, SameAs<View::Column> auto& column) {
    with("boxes", column.boxes, filled);
    with("upper", column.upper, points, "The sum of the upper section");
    with("upper_par", column.upper_par, points,
         "The sum of the filled upper boxes with three dice of each number");
    with("upper_bonus", column.upper_bonus, bonus);
}
/// The members of a single column are the player's own.
template <class With>
void describe_columns(With& with, auto& columns) {
    constexpr List three{Named{"card", Object(), "One of three columns"}, max_columns, max_columns};
    if constexpr (std::is_same_v<With, Writer>) {
        columns.size() == 1 ? describe(with, columns.front()) : void(with("columns", columns, three));
    } else if constexpr (std::is_same_v<With, Reader>) {
        with.has("columns") ? void(with("columns", columns, three)) : describe(with, columns.emplace_back());
    } else {
        View::Column one;
        with.either([&](auto& single) { describe(single, one); },
                    [&](auto& several) { several("columns", columns, three); });
    }
}
void describe(auto& with, SameAs<View::Player> auto& player) {
    with("score", player.score, points);
    describe_columns(with, player.columns);
    with("yahtzee_bonus", player.yahtzee_bonus, bonus);
}
void describe(auto& with, SameAs<View::PlayoffSum> auto& sum) {
    with("seat", sum.seat, seat)("points", sum.points, OrNull{Number{5}});
}
void describe(auto& with, SameAs<View> auto& view) {
    with("phase", view.over, EnumName{phases})("round", view.round, Number{1})("turn", view.turn, Object());
    with("seats", view.seats, List{Named{"player", Object()}, 1, max_players});
    with("playoff", view.playoff, OmittedIfEmpty{List{Object(), 1}},
         "Only in a playoff: its players and their sums; null before their turn");
}

// ---- events

void describe(auto& with, SameAs<RolledOff> auto& e) {
    with("e", "rolloff")("seat", e.seat, seat)("dice", e.dice, dice)("points", e.points, Number{5, 30});
}
void describe(auto& with, SameAs<Starts> auto& e) { with("e", "starts")("seat", e.seat, seat); }
void describe(auto& with, SameAs<Rolled> auto& e) {
    with("e", "rolled")("seat", e.seat, seat)("thrown", e.thrown, positions);
    with("dice", e.dice, dice, "All five after the throw");
}
void describe(auto& with, SameAs<ServedGenerala> auto& e) {
    with("e", "served_generala")("seat", e.seat, seat);
}
void describe(auto& with, SameAs<YahtzeeBonus> auto& e) {
    with("e", "yahtzee_bonus")("seat", e.seat, seat)("points", e.points, points);
}
void describe(auto& with, SameAs<Scored> auto& e) {
    with("e", "scored")("seat", e.seat, seat)("box", e.box, box_name)("points", e.points, points);
    with("column", e.column, column_at);
}
void describe(auto& with, SameAs<UpperBonus> auto& e) {
    with("e", "upper_bonus")("seat", e.seat, seat)("points", e.points, points)("column", e.column, column_at);
}
void describe(auto& with, SameAs<PlayoffBegan> auto& e) {
    with("e", "playoff")("seats", e.seats, List{seat, 2});
}
void describe(auto& with, SameAs<PlayoffScored> auto& e) {
    with("e", "playoff_scored")("seat", e.seat, seat)("points", e.points, points);
}
void describe(auto& with, SameAs<Over> auto& e) { with("e", "over")("winners", e.winners, List{seat, 1}); }

}  // namespace cubilete::yahtzee
