#pragma once

#include <algorithm>
#include <random>

#include "engine/chance.hpp"

namespace cubilete {

/// Repeatable chance for tests: the same seed gives the same sequence. A server must never use it.
class SeededChance final : public Chance {
  public:
    explicit SeededChance(std::uint64_t seed) : generator_(seed) {}

    Dice dice(int count, int faces) override {
        Dice dice;
        for (int die = 0; die < count; ++die) dice.push_back(static_cast<std::uint8_t>(pick(faces) + 1));
        return dice;
    }
    int pick(int n) override { return std::uniform_int_distribution<int>(0, n - 1)(generator_); }
    void shuffle(std::span<Card> pile) override { std::ranges::shuffle(pile, generator_); }

  private:
    std::mt19937_64 generator_;
};

}  // namespace cubilete
