#include "engine/games/ambiciosa/ambiciosa.hpp"
#include "tests/read_race.hpp"
#include "tests/read_view.hpp"

namespace cubilete::ambiciosa {

namespace view_json {
namespace {

using protocol::Field;

constexpr int most_points = 1'000'000;  // larger than any possible score

Seat read_seat(const Field& json) { return static_cast<Seat>(json.integer(0, Race::most_seats - 1)); }

Dice read_dice(const Field& json) {
    Dice dice;
    for (const Field& face : json.elements(0, dice_a_throw))
        dice.push_back(static_cast<std::uint8_t>(face.index_in(face_names) + 1));
    return dice;
}

View::Turn read_turn(const Field& json) {
    return {read_seat(json["seat"]), json["points"].integer(0, most_points),
            json["throws"].integer(0, most_points)};
}

View::Last read_last(const Field& json) {
    return {read_seat(json["seat"]), read_dice(json["dice"]),
            json["points"].integer(-most_points, most_points)};
}

View read_view(const Field& view) {
    View read{.race = read_race(view), .turn = {}, .last = {}};
    if (const auto turn = view.find("turn")) read.turn = read_turn(*turn);
    if (const auto last = view.find("last")) read.last = read_last(*last);
    return read;
}

}  // namespace
}  // namespace view_json

std::variant<View, protocol::Refused> read_view(const protocol::Json& json) {
    return protocol::reading([&] { return view_json::read_view(protocol::Field(json, "")); });
}

}  // namespace cubilete::ambiciosa
