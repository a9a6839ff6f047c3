#pragma once

#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/chance.hpp"
#include "protocol/match.hpp"

namespace cubilete::capi {

/// Answers with the given draws first, then from `source`, which must outlive it. Throws ScriptError for a draw that does not fit.
class FirstGivenChance final : public Chance {
  public:
    FirstGivenChance(std::vector<Draw> given, Chance& source) : given_(std::move(given)), source_(source) {}

    Dice dice(int count, int faces) override { return next().dice(count, faces); }
    int pick(int n) override { return next().pick(n); }
    void shuffle(std::span<Card> pile) override { next().shuffle(pile); }
    std::size_t left() const { return given_.left(); }

  private:
    Chance& next() { return given_.left() > 0 ? given_ : source_; }

    ScriptedChance given_;
    Chance& source_;
};

/// Finds out what is drawn first: notes it and throws Asked.
class FirstDrawProbe final : public Chance {
  public:
    struct Asked {};

    Dice dice(int count, int faces) override { ask(count, faces); }
    int pick(int n) override { ask(1, n); }
    void shuffle(std::span<Card>) override {
        throw std::invalid_argument("the outcomes of a shuffle are too many to list");
    }

    int count() const { return count_; }
    int faces() const { return faces_; }

  private:
    [[noreturn]] void ask(int count, int faces) {
        count_ = count;
        faces_ = faces;
        throw Asked();
    }

    int count_ = 0;
    int faces_ = 0;
};

/// Each throw in ascending order with its probability: `[p,[{"dice":[1,1,3]}]]`.
std::vector<protocol::JsonText> outcomes_of(const GameInfo& game, const FirstDrawProbe& asked);

}  // namespace cubilete::capi
