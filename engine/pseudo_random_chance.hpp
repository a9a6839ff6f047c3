#pragma once

#include <random>
#include <utility>

#include "engine/chance.hpp"

namespace cubilete {

/// A fast pseudo-random source for the thinking of built-in bots. Its seed comes from two picks of the given
/// chance, so that it is repeatable. No draw of a match comes from it.
class PseudoRandomChance final : public Chance {
  public:
    explicit PseudoRandomChance(Chance& seed) : generator_(seed_from(seed)) {}

    Dice dice(int count, int faces) override {
        Dice dice;
        for (int die = 0; die < count; ++die) dice.push_back(static_cast<std::uint8_t>(pick(faces) + 1));
        return dice;
    }
    /// n >= 1. Nearly uniform: each probability differs from 1/n by less than 2^-32, which does not matter
    /// for thinking.
    int pick(int n) override {
        return static_cast<int>((generator_() >> 32) * static_cast<std::uint64_t>(n) >> 32);
    }
    void shuffle(std::span<Card> pile) override {
        for (std::size_t left = pile.size(); left > 1; --left)
            std::swap(pile[left - 1], pile[static_cast<std::size_t>(pick(static_cast<int>(left)))]);
    }

  private:
    static std::uint64_t seed_from(Chance& chance) {
        constexpr int many = 1 << 30;
        const auto high = static_cast<std::uint64_t>(chance.pick(many));
        return high << 30 | static_cast<std::uint64_t>(chance.pick(many));
    }

    std::mt19937_64 generator_;
};

}  // namespace cubilete
