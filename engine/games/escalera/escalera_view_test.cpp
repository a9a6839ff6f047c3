#include <array>
#include <string_view>

#include "engine/games/escalera/escalera.hpp"
#include "tests/read_race.hpp"
#include "tests/read_view.hpp"

namespace cubilete::escalera {

namespace view_json {
namespace {

using protocol::Field;

constexpr int most_points = 1'000'000;  // larger than any possible score
constexpr std::array<std::string_view, 3> mark_names{"straight", "sixes", "aces"};

Seat read_seat(const Field& json) { return static_cast<Seat>(json.integer(0, Race::most_seats - 1)); }

Mark read_mark(const Field& json) {
    Mark mark{static_cast<Mark::Of>(json["of"].index_in(mark_names)),
              static_cast<std::uint8_t>(json["points"].integer(0, 70)),
              {}};
    for (const Field& die : json["dice"].elements(1, dice_a_throw))
        mark.dice.insert(static_cast<std::uint8_t>(die.integer(0, dice_a_throw - 1)));
    return mark;
}

LastThrow read_last(const Field& json) {
    LastThrow last{read_seat(json["seat"]), {}};
    for (const Field& face : json["dice"].elements(dice_a_throw, dice_a_throw))
        last.thrown.dice.push_back(static_cast<std::uint8_t>(face.integer(1, faces)));
    last.thrown.points = json["points"].integer(0, most_points);
    last.thrown.reset = json["reset"].flag();
    for (const Field& mark : json["marks"].elements(0, decltype(last.thrown.marks)::capacity()))
        last.thrown.marks.push_back(read_mark(mark));
    return last;
}

View read_view(const Field& view) {
    View read{.race = read_race(view), .turn = {}, .won = {}, .last = {}};
    if (const auto won = view.find("won"))
        for (const Field& chips : won->elements(1, Race::most_seats))
            read.won.push_back(chips.integer(0, most_points));
    if (const auto turn = view.find("turn")) read.turn = read_seat((*turn)["seat"]);
    if (const auto last = view.find("last")) read.last = read_last(*last);
    return read;
}

}  // namespace
}  // namespace view_json

std::variant<View, protocol::Refused> read_view(const protocol::Json& json) {
    return protocol::reading([&] { return view_json::read_view(protocol::Field(json, "")); });
}

}  // namespace cubilete::escalera
