#include "server/match/provable_chance.hpp"

#include "engine/require.hpp"

namespace cubilete::server {

Dice ProvableChance::dice(int count, int faces) {
    require(count >= 1 && faces >= 1);
    Dice thrown;
    for (const std::uint32_t face :
         draw(DrawKind::dice, static_cast<std::size_t>(count), static_cast<std::size_t>(faces)))
        thrown.push_back(static_cast<Dice::value_type>(face));
    return thrown;
}

int ProvableChance::pick(int n) {
    require(n >= 1);
    return static_cast<int>(draw(DrawKind::pick, static_cast<std::size_t>(n), 0).front());
}

void ProvableChance::shuffle(std::span<Card> pile) {
    const std::vector<Card> before(pile.begin(), pile.end());
    auto to = pile.begin();
    for (const std::uint32_t place : draw(DrawKind::shuffle, pile.size(), 0)) *to++ = before[place];
}

const std::vector<std::uint32_t>& ProvableChance::draw(DrawKind kind, std::size_t a, std::size_t b) {
    require(a <= 0x7fff'ffff && b <= 255);
    const DrawRequest request{next_k_, kind, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
    draws_.push_back({request, draw_values(key_, request, fresh_)});
    ++next_k_;
    return draws_.back().values;
}

}  // namespace cubilete::server
