#include <algorithm>

#include "engine/games/yahtzee/yahtzee_wire.hpp"
#include "tests/read_view.hpp"

namespace cubilete::yahtzee {

namespace view_json {
namespace {

/// The boxes in card order. If `all`, those that were left out are open.
Boxes in_card_order(const Boxes& read, const Sheet& sheet, bool all) {
    Boxes boxes;
    for (const auto& [box, title] : sheet.lines()) {
        const auto found = std::ranges::find(read, box, &BoxPoints::box);
        if (found != read.end())
            boxes.push_back(*found);
        else if (all)
            boxes.push_back({box, {}});
    }
    return boxes;
}

View read_view(const Field& json) {
    View view{};
    Object().read(json, view);
    Preset preset{};
    EnumName{preset_names}.read(json["preset"], preset);
    const Sheet& sheet = sheet_of(preset);
    if (view.turn)
        for (Boxes& boxes : view.turn->worth) boxes = in_card_order(boxes, sheet, false);
    for (View::Player& player : view.seats)
        for (View::Column& column : player.columns) column.boxes = in_card_order(column.boxes, sheet, true);
    return view;
}

}  // namespace
}  // namespace view_json

std::variant<View, protocol::Rejection> read_view(const Json& json) {
    return protocol::catch_unreadable([&] { return view_json::read_view(Field(json, "")); });
}

}  // namespace cubilete::yahtzee
