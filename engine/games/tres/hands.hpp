#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>

#include "engine/games/tres/deck.hpp"
#include "engine/rules.hpp"

namespace cubilete::tres {

inline constexpr int most_players = 8;

/// Numbers as bits, 0 for the number wild.
using Numbers = std::uint16_t;

/// A card in a hand, with what everybody knows of it without having seen it: a redeal must keep to that.
struct Held {
    Card card = 0;
    bool drawn = false;         ///< in this turn; only this one may be laid then
    std::uint16_t shuffle = 0;  ///< the shuffle of this game that it came from; 0 is the one before the deal
    Numbers not_these = 0;      ///< its owner passed although he had to lay it if he could (must_play_drawn)

    bool may_be(Card other) const { return (not_these >> number_of(other) & 1) == 0; }

    friend auto operator<=>(const Held&, const Held&) = default;
};

/// The hands of all seats in one row, each in the order of cards.
class Hands {
  public:
    Hands() = default;
    explicit Hands(int seats) : seats_(static_cast<std::uint8_t>(seats)) {}

    int seats() const { return seats_; }
    int count(Seat seat) const { return ends_[seat + 1u] - ends_[seat]; }
    std::span<const Held> of(Seat seat) const {
        return {held_.begin() + ends_[seat], held_.begin() + ends_[seat + 1u]};
    }
    std::span<Held> of(Seat seat) { return {held_.begin() + ends_[seat], held_.begin() + ends_[seat + 1u]}; }
    /// The card drawn in this turn, where there was one.
    const Held* drawn(Seat seat) const;

    void add(Seat seat, const Held& held);
    /// One such card, which must be there; the drawn one if it is one of them.
    void remove(Seat seat, Card card);
    /// Puts the hand in order, after its cards were changed.
    void sort(Seat seat);

    friend bool operator==(const Hands&, const Hands&) = default;

  private:
    InplaceVector<Held, most_cards> held_;
    std::array<std::uint8_t, most_players + 1>
        ends_{};  ///< [seat] is where the hand begins, [seat + 1] its end
    std::uint8_t seats_ = 0;
};

}  // namespace cubilete::tres
