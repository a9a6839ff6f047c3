#pragma once

#include "engine/race.hpp"
#include "protocol/wire.hpp"

/// How the games that are a race (engine/race.hpp) show it.
namespace cubilete::protocol {

/// `phase`, `round`, `target`, `final_round`, `extra_round`, `seats`: members of the game's view.
JsonText to_json(const Race::View& race);
Race::View read_race(const Field& view);

JsonText to_json(const Race::Event& event);

}  // namespace cubilete::protocol
