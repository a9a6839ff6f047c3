#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/cards.hpp"
#include "engine/games/tres/options.hpp"
#include "engine/inplace_vector.hpp"

/// The cards and their combinations (docs/rules.md 4.1, rules 5, 6 and 10 to 12). A Card is its index in
/// engine/cards.hpp.
namespace cubilete::tres {

inline constexpr int max_cards = 108;
using Pile = InplaceVector<Card, max_cards>;

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

/// A set of numbers as bits; bit 0 is the number wild.
using Numbers = std::uint16_t;

constexpr bool contains(Numbers numbers, int number) { return (numbers >> number & 1) != 0; }

namespace runs {

/// True if `number` is one of the three numbers that begin with `first`, or is a wild (0).
constexpr bool within(int number, int first) { return number == 0 || (number - first + 9) % 9 < 3; }
constexpr bool alike(int a, int b) { return a != 0 && a == b; }

constexpr bool forms_run(int a, int b) {
    return a == 0 || b == 0 || (a - b + 9) % 9 == 1 || (b - a + 9) % 9 == 1;
}

constexpr bool forms_run(int a, int b, int c) {
    if (alike(a, b) || alike(b, c) || alike(a, c)) return false;
    for (int first = 1; first <= 9; ++first)
        if (within(a, first) && within(b, first) && within(c, first)) return true;
    return false;
}

/// The numbers that complete these numbers to a run.
constexpr Numbers find_completing_numbers(auto... numbers) {
    Numbers found = 0;
    for (int number = 0; number <= 9; ++number)
        if (forms_run(numbers..., number)) found |= static_cast<Numbers>(1 << number);
    return found;
}

/// The tables are indexed by number; 0 is a number wild.
inline constexpr auto with_one = [] {
    std::array<Numbers, 10> table{};
    for (std::size_t a = 0; a < 10; ++a) table[a] = find_completing_numbers(static_cast<int>(a));
    return table;
}();
inline constexpr auto with_two = [] {
    std::array<std::array<Numbers, 10>, 10> table{};
    for (std::size_t a = 0; a < 10; ++a)
        for (std::size_t b = 0; b < 10; ++b)
            table[a][b] = find_completing_numbers(static_cast<int>(a), static_cast<int>(b));
    return table;
}();
inline constexpr auto in_two = [] {
    std::array<Numbers, 10> table{};
    for (std::size_t a = 0; a < 10; ++a)
        for (std::size_t b = 0; b < 10; ++b)
            if (with_two[a][b] != 0) table[a] |= static_cast<Numbers>(1 << b);
    return table;
}();

}  // namespace runs

/// The numbers of all cards that form a run with these cards, in some order. 1 follows 9, and a number wild
/// stands for any number. No number completes two cards that are too far apart.
constexpr Numbers numbers_to_run(Card a) { return runs::with_one[number_of(a)]; }
constexpr Numbers numbers_to_run(Card a, Card b) { return runs::with_two[number_of(a)][number_of(b)]; }

/// The numbers of all cards that can be one of two to form a run with this card.
constexpr Numbers numbers_to_pair(Card a) { return runs::in_two[number_of(a)]; }

constexpr bool is_run(Card a, Card b) { return contains(numbers_to_run(a), number_of(b)); }
constexpr bool is_run(Card a, Card b, Card c) { return contains(numbers_to_run(a, b), number_of(c)); }

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
