#include "engine/games/tres/deck.hpp"

namespace cubilete::tres {

namespace {

void add(Pile& pile, Card card, int copies) {
    for (int copy = 0; copy < copies; ++copy) pile.push_back(card);
}

}  // namespace

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
