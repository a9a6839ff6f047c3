#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "engine/chance.hpp"

namespace cubilete::server {

/// One of 0..n-1 (n >= 1) from a random word, every value from equally many words; nothing for the words that
/// are left over, which have to be drawn again.
template <class Word>
constexpr std::optional<Word> uniform_below(Word word, Word n) {
    const Word left_over = static_cast<Word>(static_cast<Word>(std::numeric_limits<Word>::max() - n + 1) % n);
    if (word > static_cast<Word>(std::numeric_limits<Word>::max() - left_over)) return std::nullopt;
    return static_cast<Word>(word % n);
}

/// Draws dice, picks and shuffles from a source of uniform random words. Throws std::logic_error (require) if
/// an argument is outside its range.
class UniformChance : public Chance {
  public:
    /// `faces`: 1..255.
    Dice dice(int count, int faces) final;
    /// `n`: at least 1.
    int pick(int n) final;
    /// Fisher-Yates from the top.
    void shuffle(std::span<Card> pile) final;

  private:
    /// Returns any 32-bit value; all are equally likely.
    virtual std::uint32_t word() = 0;
    /// Returns one of 0..n-1, all equally likely; n >= 1.
    std::uint32_t below(std::uint32_t n);
};

/// Chance for real matches, from the cryptographic generator of the operating system. It is the only place
/// where a game's randomness is made. Any thread may use it. Each thread fetches 64 words at a time, because
/// one system call per die would be slow. The constructor throws std::runtime_error if the system has no
/// generator.
class SodiumChance final : public UniformChance {
  public:
    SodiumChance();

  private:
    std::uint32_t word() override;
};

}  // namespace cubilete::server
