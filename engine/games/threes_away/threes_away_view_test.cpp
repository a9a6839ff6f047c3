#include <array>
#include <string_view>

#include "engine/games/threes_away/threes_away.hpp"
#include "tests/read_flag.hpp"
#include "tests/read_view.hpp"

namespace cubilete::threes_away {

namespace view_json {
namespace {

using protocol::Field;

constexpr int most_chips = 1'000'000;  // larger than any possible amount
constexpr int most_rounds = 1'000'000;

/// A member that is left out if there is no value.
template <class Read>
auto read_found(const Field& json, std::string_view member, Read read)
    -> std::optional<decltype(read(json))> {
    const auto found = json.find(member);
    return found ? std::optional(read(*found)) : std::nullopt;
}

template <class Read>
auto read_or_null(const Field& json, Read read) -> std::optional<decltype(read(json))> {
    if (json.is_null()) return std::nullopt;
    return read(json);
}

int read_points(const Field& json) { return json.integer(0, most_points); }
int read_cap(const Field& json) { return json.integer(0, most_rounds); }

Dice read_dice(const Field& json) {
    Dice dice;
    for (const Field& face : json.elements(0, dice_a_turn))
        dice.push_back(static_cast<std::uint8_t>(face.integer(1, faces)));
    return dice;
}

View::Goal read_goal(const Field& json) {
    return {read_points(json["at_most"]), json["ties"].flag(), json["permille"].integer(0, 1000)};
}

View::Turn read_turn(const Field& json) {
    View::Turn turn{.seat = static_cast<Seat>(json["seat"].integer(0, most_players - 1)),
                    .dice = read_dice(json["dice"]),
                    .kept = read_dice(json["kept"]),
                    .sum = read_points(json["sum"]),
                    .throws = json["throws"].integer(0, dice_a_turn),
                    .in_hand = json["in_hand"].integer(0, dice_a_turn),
                    .turned = read_flag(json, "turned"),
                    .worth = {},
                    .worth_turned = {},
                    .limit = read_found(json, "limit", read_cap),
                    .goal = read_found(json, "goal", read_goal)};
    for (const Field& worth : json["worth"].elements(0, dice_a_turn))
        turn.worth.push_back(read_points(worth));
    turn.worth_turned.resize(turn.worth.size());
    if (const auto worth_turned = json.find("worth_turned")) {
        const auto values = worth_turned->elements(turn.worth.size(), turn.worth.size());
        for (std::size_t at = 0; at < values.size(); ++at)
            turn.worth_turned[at] = read_or_null(values[at], read_points);
    }
    return turn;
}

View::Player read_player(const Field& json) {
    return {.score = read_found(json, "score", read_points),
            .chips = json["chips"].integer(0, most_chips),
            .out = read_flag(json, "out"),
            .in_round = !read_flag(json, "sits_out"),
            .in_pot = !read_flag(json, "out_of_pot")};
}

View read_view(const Field& json) {
    static constexpr std::array<std::string_view, 2> phases{"play", "over"};
    View view{.over = json["phase"].index_in(phases) == 1,
              .round = json["round"].integer(1, most_rounds),
              .pot_number = json["pot_number"].integer(1, most_rounds),
              .pot = json["pot"].integer(0, most_chips),
              .lowest = read_found(json, "lowest", read_points),
              .cap = read_found(json, "cap", read_cap),
              .turn = read_found(json, "turn", read_turn),
              .seats = {}};
    for (const Field& player : json["seats"].elements(1, most_players))
        view.seats.push_back(read_player(player));
    return view;
}

}  // namespace
}  // namespace view_json

std::variant<View, protocol::Refused> read_view(const protocol::Json& json) {
    return protocol::reading([&] { return view_json::read_view(protocol::Field(json, "")); });
}

}  // namespace cubilete::threes_away
