#include "engine/games/tres/hands.hpp"

#include <algorithm>

namespace cubilete::tres {

const HeldCard* Hands::drawn(Seat seat) const {
    for (const HeldCard& held : of(seat))
        if (held.drawn) return &held;
    return nullptr;
}

void Hands::add(Seat seat, const HeldCard& held) {
    const auto hand = of(seat);
    const auto place = std::ranges::lower_bound(hand, held) - hand.begin() + ends_[seat];
    held_.insert(static_cast<std::size_t>(place), held);
    for (std::size_t end = seat + 1u; end < ends_.size(); ++end) ++ends_[end];
}

void Hands::remove(Seat seat, Card card) {
    const auto hand = of(seat);
    auto found = std::ranges::find(hand, card, &HeldCard::card);
    require(found != hand.end());
    for (auto other = found; other != hand.end() && other->card == card; ++other)
        if (other->drawn) found = other;
    held_.erase(static_cast<std::size_t>(found - hand.begin()) + ends_[seat]);
    for (std::size_t end = seat + 1u; end < ends_.size(); ++end) --ends_[end];
}

void Hands::sort(Seat seat) { std::ranges::sort(of(seat)); }

}  // namespace cubilete::tres
