#pragma once

#include <array>

#include "engine/cards.hpp"
#include "engine/games/tres/options.hpp"
#include "engine/inplace_vector.hpp"

/// The cards and their combinations (docs/rules.md 4.1, rules 5, 6 and 10 to 12). A Card is its index in
/// engine/cards.hpp.
namespace cubilete::tres {

inline constexpr int most_cards = 108;
using Pile = InplaceVector<Card, most_cards>;

inline constexpr Card number_wild = 36;
inline constexpr Card printed_wild = 37;  ///< red; green, blue and yellow follow
inline constexpr Card three_reversa = 41;
inline constexpr Card three_salta = 42;
inline constexpr Card three_plus_three = 43;

constexpr bool is_wild(Card card) { return number_wild <= card && card < three_reversa; }
constexpr bool is_action(Card card) { return card >= three_reversa; }

/// The number 1..9; 3 for actions; 0 for a number wild, which stands for any number.
constexpr int number_of(Card card) {
    if (is_action(card)) return 3;
    return is_wild(card) ? 0 : card % 9 + 1;
}

/// The colours of a card, one bit each. Actions have all colours (R4.5).
constexpr unsigned colours_of(Card card, WildColour wild_colour) {
    constexpr unsigned every = 0b1111;
    if (is_action(card)) return every;
    if (!is_wild(card)) return 1u << card / 9;
    if (card >= printed_wild) return 1u << (card - printed_wild);
    return wild_colour == WildColour::any ? every : 0;
}

/// Whether the cards form a run in some order. 1 follows 9, and a number wild stands for any number.
bool is_run(Card a, Card b);
bool is_run(Card a, Card b, Card c);

/// Whether the three cards of a play have a common colour: a TOMA TRES.
constexpr bool is_toma_tres(Card a, Card b, Card c, WildColour wild_colour) {
    return (colours_of(a, wild_colour) & colours_of(b, wild_colour) & colours_of(c, wild_colour)) != 0;
}

/// The points of a card in a loser's hand for the winner (R4.25).
constexpr int worth_of(Card card) {
    if (is_wild(card)) return 40;
    return is_action(card) ? 20 : number_of(card);
}

/// All cards of the deck, in the order of cards. With printed colours each colour has the same number of
/// number wilds.
Pile whole_deck(Deck deck, WildColour wild_colour);

}  // namespace cubilete::tres
