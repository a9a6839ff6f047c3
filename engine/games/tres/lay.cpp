#include "engine/games/tres/lay.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace cubilete::tres {

namespace {

/// A set of kinds of cards: bit n is the nth kind of the hand.
using Set = std::uint64_t;
static_assert(card_kinds <= std::numeric_limits<Set>::digits);

/// Calls `use` with each bit of the word, from the lowest.
void for_each(std::uint64_t set, std::invocable<std::size_t> auto use) {
    for (; set != 0; set &= set - 1) use(static_cast<std::size_t>(std::countr_zero(set)));
}

/// The different cards of a hand, in the order of cards.
class Kinds {
  public:
    explicit Kinds(std::span<const HeldCard> hand) {
        for (const HeldCard& held : hand) {
            if (!cards_.empty() && cards_.back() == held.card)
                twice_ |= last();
            else
                add(held.card);
        }
    }

    Card card(std::size_t kind) const { return cards_[kind]; }
    /// The kinds with one of these numbers.
    Set of(Numbers numbers) const {
        Set found = 0;
        for_each(numbers & numbers_, [&](std::size_t number) { found |= of_number_[number]; });
        return found;
    }
    /// The cards that may be second in a pair with this one, so that each pair is listed once: a later kind,
    /// or this one again if the hand has it twice.
    Set from(std::size_t kind) const {
        const Set earlier_and_this = (Set{2} << kind) - 1;
        return ~earlier_and_this | (twice_ & Set{1} << kind);
    }

  private:
    void add(Card card) {
        const int number = number_of(card);
        cards_.push_back(card);
        numbers_ |= static_cast<Numbers>(1 << number);
        of_number_[static_cast<std::size_t>(number)] |= last();
    }
    Set last() const { return Set{1} << (cards_.size() - 1); }

    InplaceVector<Card, card_kinds> cards_;
    Set twice_ = 0;        ///< the hand has these at least twice
    Numbers numbers_ = 0;  ///< of all cards
    std::array<Set, 10> of_number_{};
};

void list_plays(Place on, Card below, const Kinds& kinds, std::vector<Move>& moves) {
    for_each(kinds.of(numbers_to_run(below)), [&](std::size_t kind) {
        moves.emplace_back(Play{on, {kinds.card(kind)}});
    });
    for_each(kinds.of(numbers_to_pair(below)), [&](std::size_t kind) {
        const Card one = kinds.card(kind);
        for_each(kinds.of(numbers_to_run(below, one)) & kinds.from(kind), [&](std::size_t other) {
            moves.emplace_back(Play{on, {one, kinds.card(other)}});
        });
    });
}

std::string named(const Cards& cards) {
    std::string text(card_text(cards[0]));
    if (cards.size() == 2) text.append(" and ").append(card_text(cards[1]));
    return text;
}

}  // namespace

Numbers numbers_to_lay(const Table& table) {
    Numbers numbers = 0;
    for (const auto& below : table)
        if (below) numbers |= numbers_to_run(*below);
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

void list_plays(const Table& table, std::span<const HeldCard> hand, std::vector<Move>& moves) {
    const Kinds kinds(hand);
    for (Place on = 0; on < table_size; ++on)
        if (table[on]) list_plays(on, *table[on], kinds, moves);
}

void list_plays(const Table& table, Card card, std::vector<Move>& moves) {
    for (Place on = 0; on < table_size; ++on)
        if (table[on] && is_run(*table[on], card)) moves.emplace_back(Play{on, {card}});
}

}  // namespace cubilete::tres
