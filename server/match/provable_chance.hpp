#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/chance.hpp"
#include "server/match/dice_arithmetic.hpp"

namespace cubilete::server {

/// The chance of a match with provable dice. It makes no random numbers: every draw follows from the match's
/// key, from the draw's number and from what the seats contributed. So a match that is restored from its log
/// continues with the same results. Throws std::logic_error (require) if an argument is outside its range.
class ProvableChance final : public Chance {
  public:
    /// `next_k`: how many draws the match has made already.
    explicit ProvableChance(const Secret& key, std::uint64_t next_k = 0) : key_(key), next_k_(next_k) {}

    /// Sets what the seats contribute to the draws of the next entries; nobody contributes at first.
    void contribute(const SeatValues& fresh) { fresh_ = encode_contributions(fresh); }

    /// `count`: 1..6, `faces`: 1..255.
    Dice dice(int count, int faces) override;
    /// `n`: at least 1.
    int pick(int n) override;
    /// Up to 256 cards.
    void shuffle(std::span<Card> pile) override;

    /// These next draws were made before this object existed.
    void skip(std::uint64_t draws) { next_k_ += draws; }

    /// The number of the next draw.
    std::uint64_t next_k() const { return next_k_; }
    /// Returns the draws since the last call, in order, and forgets them.
    std::vector<ProvableDraw> take() { return std::exchange(draws_, {}); }

  private:
    const std::vector<std::uint32_t>& draw(DrawKind kind, std::size_t a, std::size_t b);

    DrawKey key_;
    std::uint64_t next_k_;
    std::string fresh_;
    std::vector<ProvableDraw> draws_;
};

}  // namespace cubilete::server
