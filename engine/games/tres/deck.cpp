#include "engine/games/tres/deck.hpp"

namespace cubilete::tres {

namespace {

/// True if `number` is one of the three numbers that begin with `first`, or is a wild (0).
constexpr bool within(int number, int first) { return number == 0 || (number - first + 9) % 9 < 3; }
constexpr bool alike(int a, int b) { return a != 0 && a == b; }

constexpr bool run_of(int a, int b) {
    return a == 0 || b == 0 || (a - b + 9) % 9 == 1 || (b - a + 9) % 9 == 1;
}

constexpr bool run_of(int a, int b, int c) {
    if (alike(a, b) || alike(b, c) || alike(a, c)) return false;
    for (int first = 1; first <= 9; ++first)
        if (within(a, first) && within(b, first) && within(c, first)) return true;
    return false;
}

/// Indexed by number; 0 is a number wild.
constexpr auto pairs = [] {
    std::array<std::array<bool, 10>, 10> runs{};
    for (std::size_t a = 0; a < 10; ++a)
        for (std::size_t b = 0; b < 10; ++b) runs[a][b] = run_of(static_cast<int>(a), static_cast<int>(b));
    return runs;
}();
constexpr auto triples = [] {
    std::array<std::array<std::array<bool, 10>, 10>, 10> runs{};
    for (std::size_t a = 0; a < 10; ++a)
        for (std::size_t b = 0; b < 10; ++b)
            for (std::size_t c = 0; c < 10; ++c)
                runs[a][b][c] = run_of(static_cast<int>(a), static_cast<int>(b), static_cast<int>(c));
    return runs;
}();

void add(Pile& pile, Card card, int copies) {
    for (int copy = 0; copy < copies; ++copy) pile.push_back(card);
}

}  // namespace

bool is_run(Card a, Card b) { return pairs[number_of(a)][number_of(b)]; }
bool is_run(Card a, Card b, Card c) { return triples[number_of(a)][number_of(b)][number_of(c)]; }

Pile whole_deck(Deck deck, WildColour wild_colour) {
    const int wilds = deck == Deck::lite92 ? 8 : 12;
    const int of_each_action = deck == Deck::big108 ? 8 : 4;
    Pile pile;
    for (Card card = 0; card < number_wild; ++card) add(pile, card, 2);
    if (wild_colour == WildColour::printed)
        for (Card card = printed_wild; card < three_reversa; ++card) add(pile, card, wilds / 4);
    else
        add(pile, number_wild, wilds);
    for (const Card action : {three_reversa, three_salta, three_plus_three})
        add(pile, action, of_each_action);
    return pile;
}

}  // namespace cubilete::tres
