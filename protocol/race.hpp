#pragma once

#include <array>
#include <string_view>

#include "engine/race.hpp"
#include "protocol/described.hpp"

/// The JSON of games that are a race (engine/race.hpp).
namespace cubilete {

namespace race_json {
using namespace described;

constexpr std::array<std::string_view, 2> phases{"play", "over"};
constexpr Named seat{"seat", Number{0, Race::max_seats - 1}};
constexpr Named seats{"seats", List{seat, 1}};
}  // namespace race_json

void describe(auto& with, described::SameAs<Race::View::Player> auto& player) {
    using namespace race_json;
    with("score", player.score, any_number);
    with("sits_out", player.in_round, OmittedIfTrue(), "The player has no turn in this round");
}
/// The members are those of the game's view.
void describe(auto& with, described::SameAs<Race::View> auto& race) {
    using namespace race_json;
    with("phase", race.over, EnumName{phases})("round", race.round, Number{1});
    with("final_round", race.final_round, OmittedIfFalse(),
         "A player has the target: this round may be the last");
    with("extra_round", race.extra_round, OmittedIfEmpty{Number{1}}, "The number of this extra round");
    with("seats", race.seats, List{Object(), 1, Race::max_seats});
}

void describe(auto& with, described::SameAs<Race::FinalRound> auto& e) {
    with("e", "final_round")("seat", e.seat, race_json::seat);
}
void describe(auto& with, described::SameAs<Race::ExtraRound> auto& e) {
    with("e", "extra_round")("seats", e.seats, race_json::seats);
}
void describe(auto& with, described::SameAs<Race::Resumed> auto&) { with("e", "resumed"); }
void describe(auto& with, described::SameAs<Race::Over> auto& e) {
    with("e", "over")("winners", e.winners, race_json::seats);
}

}  // namespace cubilete
