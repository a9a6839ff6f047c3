#pragma once

#include "engine/race.hpp"
#include "protocol/wire.hpp"

/// The JSON of games that are a race (engine/race.hpp).
namespace cubilete::protocol {

/// The members `phase`, `round`, `final_round`, `extra_round` and `seats` of the game's view.
JsonText to_json(const Race::View& race);

JsonText to_json(const Race::Event& event);

}  // namespace cubilete::protocol
