#include "server/core/chance.hpp"

#include <array>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include <sodium.h>

#include "engine/require.hpp"

namespace cubilete::server {

Dice UniformChance::dice(int count, int faces) {
    require(faces >= 1 && faces <= std::numeric_limits<Dice::value_type>::max());
    Dice thrown;
    while (static_cast<int>(thrown.size()) < count)
        thrown.push_back(static_cast<Dice::value_type>(1 + below(static_cast<std::uint32_t>(faces))));
    return thrown;
}

int UniformChance::pick(int n) {
    require(n >= 1);
    return static_cast<int>(below(static_cast<std::uint32_t>(n)));
}

void UniformChance::shuffle(std::span<Card> pile) {
    for (std::size_t left = pile.size(); left > 1; --left)
        std::swap(pile[left - 1], pile[below(static_cast<std::uint32_t>(left))]);
}

std::uint32_t UniformChance::below(std::uint32_t n) {
    for (;;)
        if (const auto value = uniform_below(word(), n)) return *value;
}

SodiumChance::SodiumChance() {
    if (sodium_init() < 0) throw std::runtime_error("the system has no source of random numbers");
}

std::uint32_t SodiumChance::word() {
    thread_local std::array<std::uint32_t, 64> words;
    thread_local std::size_t left = 0;
    if (left == 0) {
        randombytes_buf(words.data(), sizeof words);
        left = words.size();
    }
    return std::exchange(words[--left], 0);  // overwritten after use: only the log keeps past draws
}

}  // namespace cubilete::server
