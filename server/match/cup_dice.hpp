#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/chance.hpp"
#include "protocol/json_text.hpp"
#include "server/match/dice_arithmetic.hpp"

namespace cubilete::server {

/// A throw of the day's cup with its faces.
struct CupThrow {
    ThrowInTurn place;
    Dice result;
};

/// Writes `{"turn","throw","dice","result"}`.
protocol::JsonText to_json(const CupThrow& thrown);

/// The chance of one match of the day's cup: each die follows from the day's seed and its place in the match. So
/// whoever keeps other dice still sees the same faces, and a match that is restored continues with the same results.
/// It throws dice in turns only; any other request throws std::logic_error.
class CupChance final : public Chance {
  public:
    /// `end`: of the chain of seeds.
    CupChance(const Secret& seed, int day, const Digest& end = {})
        : seed_(seed), day_(static_cast<std::uint32_t>(day)), end_(end) {}

    Dice dice(int count, int faces) override;
    /// `faces`: 6.
    Dice throw_dice_in_turn(const ThrowInTurn& place, int faces) override;
    int pick(int n) override;
    void shuffle(std::span<Card> pile) override;

    /// Returns what proves the dice of an entry whose throws were the last ones, for its `extra`; empty if there is nothing.
    std::string take_extra(std::int64_t seq);
    /// Returns the throws since the last call, in order, and forgets them.
    std::vector<CupThrow> take() { return std::exchange(throws_, {}); }

  private:
    DrawKey seed_;
    std::uint32_t day_;
    Digest end_;
    std::vector<CupThrow> throws_;
};

}  // namespace cubilete::server
