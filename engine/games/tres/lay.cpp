#include "engine/games/tres/lay.hpp"

#include <algorithm>

namespace cubilete::tres {

namespace {

struct Kind {
    Card card;
    bool twice;  ///< the hand has this card at least twice
};
using Kinds = InplaceVector<Kind, card_kinds>;

Kinds kinds_of(std::span<const Held> hand) {
    Kinds kinds;
    for (const Held& held : hand) {
        if (!kinds.empty() && kinds.back().card == held.card)
            kinds.back().twice = true;
        else
            kinds.push_back({held.card, false});
    }
    return kinds;
}

void list_plays(Place on, Card below, const Kinds& kinds, std::vector<Move>& moves) {
    for (const Kind& kind : kinds)
        if (is_run(below, kind.card)) moves.emplace_back(Play{on, {kind.card}});
    for (auto one = kinds.begin(); one != kinds.end(); ++one)
        for (auto other = one->twice ? one : one + 1; other != kinds.end(); ++other)
            if (is_run(below, one->card, other->card)) moves.emplace_back(Play{on, {one->card, other->card}});
}

std::string named(const Cards& cards) {
    std::string text(card_text(cards[0]));
    if (cards.size() == 2) text.append(" and ").append(card_text(cards[1]));
    return text;
}

}  // namespace

Numbers numbers_to_lay(const Table& table) {
    Numbers numbers = 0;
    for (const auto& below : table) {
        if (!below) continue;
        if (is_run(*below, number_wild)) numbers |= 1;
        for (int number = 1; number <= 9; ++number)
            if (is_run(*below, static_cast<Card>(number - 1))) numbers |= static_cast<Numbers>(1 << number);
    }
    return numbers;
}

std::optional<Refusal> check_run(const Table& table, const Play& play) {
    if (play.on >= table_size || !table[play.on])
        return illegal("There is no card at this place of the table.");
    const Card below = *table[play.on];
    const Cards& cards = play.cards;
    const bool runs =
        cards.size() == 2 ? is_run(below, cards[0], cards[1]) : cards.size() == 1 && is_run(below, cards[0]);
    if (runs) return std::nullopt;
    if (cards.empty()) return illegal("Lay one card or two.");
    return illegal(named(cards) + (cards.size() == 2 ? " make" : " makes") + " no run with " +
                   std::string(card_text(below)) + '.');
}

void list_plays(const Table& table, std::span<const Held> hand, std::vector<Move>& moves) {
    const Kinds kinds = kinds_of(hand);
    for (Place on = 0; on < table_size; ++on)
        if (table[on]) list_plays(on, *table[on], kinds, moves);
}

void list_plays(const Table& table, Card card, std::vector<Move>& moves) {
    for (Place on = 0; on < table_size; ++on)
        if (table[on] && is_run(*table[on], card)) moves.emplace_back(Play{on, {card}});
}

}  // namespace cubilete::tres
