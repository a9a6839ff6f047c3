#pragma once

#include <optional>
#include <string_view>

#include "engine/chance.hpp"

/// The cards of TRES and their text on the wire (engine/games/tres/README.md), in this order: r g b y with
/// 1..9; W, a number wild; Wr Wg Wb Wy, number wilds with a printed colour; R3, Reversa; S3, Salta; P3, +3. A
/// Card is the 0-based index of its text in this list. Cards are also listed in this order.
namespace cubilete {

inline constexpr int card_kinds = 44;

/// Throws std::logic_error unless `card` is in 0..card_kinds-1.
std::string_view card_text(Card card);
/// Returns nullopt if no card has this text.
std::optional<Card> read_card(std::string_view text);

}  // namespace cubilete
