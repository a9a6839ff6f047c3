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
#include "engine/small_set.hpp"

namespace cubilete {

/// The faces that 0 to 6 dice show, each 1..faces, in the order in which they were thrown.
using Dice = InplaceVector<std::uint8_t, 6>;

/// A selection of dice on the table by position, 0-based from the left: those to throw, to keep or to turn
/// over.
using Positions = SmallSet<std::uint8_t>;

/// The place of a throw in a match in which some of the same dice may be thrown again.
struct ThrowInTurn {
    std::uint32_t turn;    ///< counts the turns of the match from 1
    std::uint32_t number;  ///< counts the throws of the turn from 1
    Positions dice;        ///< those that are thrown

    friend bool operator==(const ThrowInTurn&, const ThrowInTurn&) = default;
};

/// A card as its index in the deck of its game (engine/cards.hpp). Cards with the same text have the same
/// index.
using Card = std::uint8_t;

/// The result of one request to Chance: one throw, one pick (0..n-1), or one shuffled pile (the first card is
/// the top). A log entry stores its draws, so that a match can be replayed without a source of randomness.
struct DiceDraw {
    Dice dice;
    friend bool operator==(const DiceDraw&, const DiceDraw&) = default;
};
struct NumberDraw {
    int value = 0;
    friend bool operator==(const NumberDraw&, const NumberDraw&) = default;
};
struct ShuffleDraw {
    std::vector<Card> pile;
    friend bool operator==(const ShuffleDraw&, const ShuffleDraw&) = default;
};
using Draw = std::variant<DiceDraw, NumberDraw, ShuffleDraw>;

/// The only source of randomness for a game. The engine itself makes no random numbers: the server passes in
/// its real source, tests and replays pass in recorded draws. Not thread-safe: use each object from one
/// thread at a time.
struct Chance {
    virtual ~Chance() = default;

    /// Throws `count` (1..6) dice at once. Every face 1..`faces` is equally likely.
    virtual Dice dice(int count, int faces) = 0;
    /// Throws these 1 to 6 dice. A source in which each die follows from its place overrides it.
    virtual Dice throw_dice_in_turn(const ThrowInTurn& place, int faces) {
        return dice(place.dice.size(), faces);
    }
    /// Returns one of 0..n-1, all equally likely (n >= 1). In logs it is written as a die with n faces: 0 is
    /// `{"dice":[1]}`.
    virtual int pick(int n) = 0;
    /// Shuffles the pile in place. All orders are equally likely.
    virtual void shuffle(std::span<Card> pile) = 0;
};

/// Passes each request on to `source`, which must outlive this object, and records the draws.
class RecordingChance final : public Chance {
  public:
    explicit RecordingChance(Chance& source) : source_(source) {}

    Dice dice(int count, int faces) override;
    Dice throw_dice_in_turn(const ThrowInTurn& place, int faces) override;
    int pick(int n) override;
    void shuffle(std::span<Card> pile) override;

    /// Returns the draws since the last call, in order, and forgets them.
    std::vector<Draw> take() { return std::exchange(draws_, {}); }

  private:
    Chance& source_;
    std::vector<Draw> draws_;
};

/// The script does not match the requests of the game: too few draws, a draw of another kind or size, or an
/// impossible value.
struct ScriptError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Answers requests with the draws of a log or of a scenario file. Throws ScriptError, which names the draw
/// (counted from 1), if the next draw does not match the request. A pick may also be scripted as a throw of
/// one die, because files write it like that.
class ScriptedChance final : public Chance {
  public:
    explicit ScriptedChance(std::vector<Draw> script) : script_(std::move(script)) {}

    Dice dice(int count, int faces) override;
    int pick(int n) override;
    void shuffle(std::span<Card> pile) override;

    /// The number of draws that were not requested yet.
    std::size_t left() const { return script_.size() - next_; }

  private:
    const Draw& next(std::string_view wanted);
    [[noreturn]] void mismatch(const std::string& text) const;
    [[noreturn]] static void mismatch(std::size_t draw, const std::string& text);

    std::vector<Draw> script_;
    std::size_t next_ = 0;
};

}  // namespace cubilete
