#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "engine/chance.hpp"

namespace cubilete::server {

/// One of 0..n-1 (n >= 1) from a random word, every value from equally many words; nothing for the words that
/// are left over, which have to be drawn again (RELIABILITY C6).
template <class Word>
constexpr std::optional<Word> fold(Word word, Word n) {
    const Word left_over = static_cast<Word>(static_cast<Word>(std::numeric_limits<Word>::max() - n + 1) % n);
    if (word > static_cast<Word>(std::numeric_limits<Word>::max() - left_over)) return std::nullopt;
    return static_cast<Word>(word % n);
}

/// Chance from a source of random words.
class UniformChance : public Chance {
  public:
    Dice dice(int count, int faces) final;
    int pick(int n) final;
    /// Fisher-Yates from the top.
    void shuffle(std::span<Card> pile) final;

  private:
    /// Any value, all equally likely.
    virtual std::uint32_t word() = 0;
    /// One of 0..n-1, all equally likely; n >= 1.
    std::uint32_t below(std::uint32_t n);
};

/// The real thing, from the system's cryptographic generator: the only place where a game's randomness is
/// made. Any thread; each asks the system for some words at a time, since a throw of five dice would be five
/// system calls. Throws std::runtime_error when there is no such generator.
class SodiumChance final : public UniformChance {
  public:
    SodiumChance();

  private:
    std::uint32_t word() override;
};

/// The same throws for the same seed, on every machine: for simulations and tests, never for a match between
/// people.
class SeededChance final : public UniformChance {
  public:
    explicit SeededChance(std::uint64_t seed);

  private:
    std::uint32_t word() override;

    std::array<unsigned char, 32> seed_{};   ///< of the next block
    std::array<unsigned char, 1024> block_;  ///< of the generator's output, used up to `used_`
    std::size_t used_ = sizeof block_;
};

}  // namespace cubilete::server
