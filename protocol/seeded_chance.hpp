#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "engine/chance.hpp"

namespace cubilete::protocol {

/// Gives the same draws for the same seed on every machine, at a cost that disappears behind the rules of a
/// game. For simulations, never for a match between people: whoever sees a few draws can compute the next
/// ones. The generator is SplitMix64 (Steele, Lea and Flood 2014), of whose words the upper half is used.
class SeededChance final : public Chance {
  public:
    explicit SeededChance(std::uint64_t seed) : state_(seed) {}
    /// The seed that gives the draws from now on.
    std::uint64_t next_seed() const { return state_; }

    Dice dice(int count, int faces) override {
        Dice dice;
        for (int die = 0; die < count; ++die) dice.push_back(static_cast<Dice::value_type>(1 + pick(faces)));
        return dice;
    }
    /// Multiplies a word by n (Lemire 2019). The words that would make some values more frequent are drawn
    /// again.
    int pick(int n) override {
        const auto values = static_cast<std::uint32_t>(n);
        std::uint64_t product = std::uint64_t{word()} * values;
        if (static_cast<std::uint32_t>(product) < values) {
            const std::uint32_t left_over = (0 - values) % values;
            while (static_cast<std::uint32_t>(product) < left_over) product = std::uint64_t{word()} * values;
        }
        return static_cast<int>(product >> 32);
    }
    void shuffle(std::span<Card> pile) override {
        for (std::size_t left = pile.size(); left > 1; --left)
            std::swap(pile[left - 1], pile[static_cast<std::size_t>(pick(static_cast<int>(left)))]);
    }

  private:
    std::uint32_t word() {
        state_ += 0x9e3779b97f4a7c15;
        std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
        return static_cast<std::uint32_t>((mixed ^ (mixed >> 31)) >> 32);
    }

    std::uint64_t state_;
};

/// Finds out whether a move draws: its results are the same every time, and are thrown away.
class ProbeChance final : public Chance {
  public:
    Dice dice(int count, int faces) override { return source().dice(count, faces); }
    int pick(int n) override { return source().pick(n); }
    void shuffle(std::span<Card> pile) override { source().shuffle(pile); }

    bool was_used() const { return was_used_; }

  private:
    Chance& source() {
        was_used_ = true;
        return source_;
    }

    SeededChance source_{0};
    bool was_used_ = false;
};

}  // namespace cubilete::protocol
