#pragma once

#include <vector>

#include "engine/games/tres/tres.hpp"

/// Which cards may be laid on the cards of the table.
namespace cubilete::tres {

/// The numbers of all cards that can be laid alone.
Numbers numbers_to_lay(const Table& table);

/// Returns why these cards form no run with that card, or nullopt. Ignores who holds the cards and whose turn
/// it is.
std::optional<Refusal> check_run(const Table& table, const Play& play);

/// Appends every possible play of the hand once: by place, single cards first, in the order of cards.
void list_plays(const Table& table, std::span<const HeldCard> hand, std::vector<Move>& moves);
/// Appends every possible play of this card alone.
void list_plays(const Table& table, Card card, std::vector<Move>& moves);

}  // namespace cubilete::tres
