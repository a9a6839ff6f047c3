#include "engine/cards.hpp"

#include <algorithm>
#include <array>

#include "engine/require.hpp"

namespace cubilete {

namespace {

constexpr std::array<std::string_view, card_kinds> texts{
    "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9",  //
    "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9",  //
    "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9",  //
    "y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8", "y9",  //
    "W",  "Wr", "Wg", "Wb", "Wy",                          //
    "R3", "S3", "P3",
};

}  // namespace

std::string_view card_text(Card card) {
    require(card < texts.size());
    return texts[card];
}

std::optional<Card> read_card(std::string_view text) {
    const auto found = std::ranges::find(texts, text);
    if (found == texts.end()) return std::nullopt;
    return static_cast<Card>(found - texts.begin());
}

}  // namespace cubilete
