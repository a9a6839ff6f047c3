#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>

#include "engine/games/tres/deck.hpp"
#include "engine/rules.hpp"

namespace cubilete::tres {

inline constexpr int max_players = 8;

/// A card in a hand, with what all players know about it without seeing it. A redeal must respect this
/// knowledge.
struct HeldCard {
    Card card = 0;
    bool drawn = false;  ///< drawn in this turn; then only this card may be laid
    /// Number of the shuffle of this game that it came from; 0 is the one before the deal
    std::uint16_t shuffle = 0;
    /// Numbers that this card cannot have: its owner drew it and passed, and must_play_drawn forces players to lay such a
    /// card.
    Numbers not_these = 0;

    bool may_be(Card other) const { return !contains(not_these, number_of(other)); }

    friend auto operator<=>(const HeldCard&, const HeldCard&) = default;
};

/// The hands of all seats in one array, each in the order of cards.
class Hands {
  public:
    Hands() = default;
    explicit Hands(int seats) : seats_(static_cast<std::uint8_t>(seats)) {}

    int seats() const { return seats_; }
    int count(Seat seat) const { return ends_[seat + 1u] - ends_[seat]; }
    std::span<const HeldCard> of(Seat seat) const {
        return {held_.begin() + ends_[seat], held_.begin() + ends_[seat + 1u]};
    }
    std::span<HeldCard> of(Seat seat) {
        return {held_.begin() + ends_[seat], held_.begin() + ends_[seat + 1u]};
    }
    /// The card drawn in this turn, or null.
    const HeldCard* drawn(Seat seat) const;

    void add(Seat seat, const HeldCard& held);
    /// Removes one such card, the drawn one if possible. Throws std::logic_error if the hand has none.
    void remove(Seat seat, Card card);
    /// Restores the order of the hand after its cards were changed.
    void sort(Seat seat);

    friend bool operator==(const Hands&, const Hands&) = default;

  private:
    InplaceVector<HeldCard, max_cards> held_;
    std::array<std::uint8_t, max_players + 1>
        ends_{};  ///< the hand of `seat` is from [seat] up to, not including, [seat + 1]
    std::uint8_t seats_ = 0;
};

}  // namespace cubilete::tres
