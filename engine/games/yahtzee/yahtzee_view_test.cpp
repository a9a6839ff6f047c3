#include <array>
#include <string_view>

#include "engine/games/yahtzee/yahtzee.hpp"
#include "tests/read_view.hpp"

namespace cubilete::yahtzee {

namespace view_json {
namespace {

using protocol::Field;

constexpr int most_points = 1'000'000;  // larger than any possible score

Dice read_dice(const Field& json) {
    Dice dice;
    for (const Field& face : json.elements(0, 5))
        dice.push_back(static_cast<std::uint8_t>(face.integer(1, 6)));
    return dice;
}

Seat read_seat(const Field& json) { return static_cast<Seat>(json.integer(0, most_players - 1)); }

std::optional<int> read_points(const Field& json) {
    if (json.is_null()) return std::nullopt;
    return json.integer(0, most_points);
}

/// All boxes of the card; those that are left out are open.
Boxes read_card(const Field& json, const Sheet& sheet) {
    Boxes boxes;
    for (const auto& [box, title] : sheet.lines()) {
        const auto points = json.find(name_of(box));
        boxes.push_back({box, points ? std::optional(points->integer(0, most_points)) : std::nullopt});
    }
    return boxes;
}

/// Only the boxes that are there.
Boxes read_worth(const Field& json, const Sheet& sheet) {
    Boxes boxes;
    for (const auto& [box, title] : sheet.lines())
        if (const auto points = json.find(name_of(box)))
            boxes.push_back({box, points->integer(0, most_points)});
    return boxes;
}

/// Reads a single column that is written as itself, or an array of columns.
template <class Read>
auto read_columns(const Field& json, const Sheet& sheet, Read read) {
    std::vector<decltype(read(json, sheet))> columns;
    if (json.is_array())
        for (const Field& column : json.elements(most_columns, most_columns))
            columns.push_back(read(column, sheet));
    else
        columns.push_back(read(json, sheet));
    return columns;
}

View::Turn read_turn(const Field& json, const Sheet& sheet) {
    return {read_seat(json["seat"]), read_dice(json["dice"]), json["throws"].integer(0, throws_a_turn),
            json["throws_left"].integer(0, throws_a_turn), read_columns(json["worth"], sheet, read_worth)};
}

/// Left out if it is 0.
int read_bonus(const Field& json, std::string_view member) {
    const auto bonus = json.find(member);
    return bonus ? bonus->integer(1, most_points) : 0;
}

View::Column read_column(const Field& json, const Sheet& sheet) {
    return {read_card(json["boxes"], sheet), json["upper"].integer(0, most_points),
            json["upper_par"].integer(0, upper_goal), read_bonus(json, "upper_bonus")};
}

View::Player read_player(const Field& json, const Sheet& sheet) {
    return {json["score"].integer(0, most_points),
            read_columns(json.find("columns").value_or(json), sheet, read_column),
            read_bonus(json, "yahtzee_bonus")};
}

View read_view(const Field& json) {
    static constexpr std::array<std::string_view, 2> phases{"play", "over"};
    View view{.over = json["phase"].index_in(phases) == 1,
              .round = json["round"].integer(1, most_points),
              .turn = {},
              .seats = {},
              .playoff = {}};
    const Sheet& sheet = sheet_of(static_cast<Preset>(json["preset"].index_in(preset_names)));
    if (const auto turn = json.find("turn")) view.turn = read_turn(*turn, sheet);
    for (const Field& player : json["seats"].elements(1, most_players))
        view.seats.push_back(read_player(player, sheet));
    if (const auto playoff = json.find("playoff"))
        for (const Field& sum : playoff->elements(1, most_players))
            view.playoff.push_back({read_seat(sum["seat"]), read_points(sum["points"])});
    return view;
}

}  // namespace
}  // namespace view_json

std::variant<View, protocol::Refused> read_view(const protocol::Json& json) {
    return protocol::reading([&] { return view_json::read_view(protocol::Field(json, "")); });
}

}  // namespace cubilete::yahtzee
