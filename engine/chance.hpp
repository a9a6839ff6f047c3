#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/inplace_vector.hpp"

namespace cubilete {

/// Faces that dice show, 1..faces, in the order they were thrown.
using Dice = InplaceVector<std::uint8_t, 6>;

/// A card as a number of its game's deck (engine/cards.hpp); equal cards have equal numbers.
using Card = std::uint8_t;

/// What chance decided, once: one throw, one pick, or one shuffled pile (first card = top). A log entry keeps
/// its draws, so a match replays without any source of randomness.
struct Thrown {
    Dice dice;
    friend bool operator==(const Thrown&, const Thrown&) = default;
};
struct Picked {
    int value = 0;
    friend bool operator==(const Picked&, const Picked&) = default;
};
struct Shuffled {
    std::vector<Card> pile;
    friend bool operator==(const Shuffled&, const Shuffled&) = default;
};
using Draw = std::variant<Thrown, Picked, Shuffled>;

/// The door through which chance enters a game. The engine never makes a random number: the server passes in
/// its one real source, tests and replays pass in recorded draws. Not thread-safe; one caller at a time.
struct Chance {
    virtual ~Chance() = default;

    /// Throws `count` (1..6) dice at once; every face 1..`faces` is equally likely.
    virtual Dice dice(int count, int faces) = 0;
    /// One of 0..n-1, all equally likely (n >= 1). Shown as a die with n faces: 0 is `{"dice":[1]}`.
    virtual int pick(int n) = 0;
    /// Puts the pile into an order all of which are equally likely.
    virtual void shuffle(std::span<Card> pile) = 0;
};

/// Passes everything on to another source and keeps what it said.
class RecordedChance final : public Chance {
  public:
    explicit RecordedChance(Chance& source) : source_(source) {}

    Dice dice(int count, int faces) override;
    int pick(int n) override;
    void shuffle(std::span<Card> pile) override;

    /// The draws since the last call, in order.
    std::vector<Draw> take() { return std::exchange(draws_, {}); }

  private:
    Chance& source_;
    std::vector<Draw> draws_;
};

/// The script does not fit what the game asked for: too few draws, another kind, or a value that cannot be.
struct ScriptError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Says what a log or a scenario file says. Throws ScriptError, naming the draw (from 1), when the script
/// does not fit. A pick may be scripted as the throw of one die, which is how it is written.
class ScriptedChance final : public Chance {
  public:
    explicit ScriptedChance(std::vector<Draw> script) : script_(std::move(script)) {}

    Dice dice(int count, int faces) override;
    int pick(int n) override;
    void shuffle(std::span<Card> pile) override;

    /// How many draws nobody has asked for yet.
    std::size_t left() const { return script_.size() - next_; }

  private:
    const Draw& next(std::string_view wanted);
    [[noreturn]] void misfit(const std::string& text) const;
    [[noreturn]] static void misfit(std::size_t draw, const std::string& text);

    std::vector<Draw> script_;
    std::size_t next_ = 0;
};

}  // namespace cubilete
