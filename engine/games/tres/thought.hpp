#pragma once

#include <span>
#include <vector>

#include "engine/games/tres/tres.hpp"
#include "engine/house.hpp"

/// Games of TRES that are played in thought only.
namespace cubilete::tres {

/// A state that this seat cannot tell from the given one, all such being about equally likely. It depends on what
/// the seat may see and on nothing else: another deal behind the same view gives the same, with the same chance.
State imagine(const State& state, Seat seat, Chance& chance);

/// In the order of `moves`, how often the seat wins on average when it makes that move and all go on well: 0..1.
/// So many turns are played in thought, or fewer when the time is up; they are shared out among the moves, more to
/// those that do better. Each move is tried at least once.
std::vector<double> try_out(const State& state, Seat seat, std::span<const Move> moves, int turns,
                            const Thinking& with);

}  // namespace cubilete::tres
