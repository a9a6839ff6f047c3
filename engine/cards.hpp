#pragma once

#include <optional>
#include <string_view>

#include "engine/chance.hpp"

/// The cards of TRES as values with their text (PROTOCOL 5): r g b y + 1..9, then W number wild, Wr Wg Wb Wy
/// number wilds with a printed colour, R3 Reversa, S3 Salta, P3 +3. A Card is its place in this order, in which
/// cards are also listed.
namespace cubilete {

inline constexpr int card_kinds = 44;

/// `card` must be one of the 0..card_kinds-1.
std::string_view card_text(Card card);
/// Nothing for a text that no card has.
std::optional<Card> read_card(std::string_view text);

}  // namespace cubilete
