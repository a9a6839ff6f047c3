#pragma once

#include <vector>

#include "engine/games/tres/tres.hpp"

/// What may be laid on the table's cards.
namespace cubilete::tres {

/// The numbers of all cards that could be laid alone.
Numbers numbers_to_lay(const Table& table);

/// Why these cards may not be laid there, whoever holds them and whenever it is.
std::optional<Refusal> check_run(const Table& table, const Play& play);

/// Appends every play that the hand has, each once: by place, single cards first, in the order of cards.
void list_plays(const Table& table, std::span<const Held> hand, std::vector<Move>& moves);
/// Appends every play of this card alone.
void list_plays(const Table& table, Card card, std::vector<Move>& moves);

}  // namespace cubilete::tres
