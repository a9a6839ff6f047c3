#include "engine/chance.hpp"

#include <algorithm>

namespace cubilete {

namespace {

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + ' ' + std::string(count == 1 ? one : many);
}

std::string values_of(const Draw& draw) {
    struct Count {
        std::string operator()(const DiceDraw& thrown) const {
            return counted(thrown.dice.size(), "die", "dice");
        }
        std::string operator()(const NumberDraw&) const { return "a pick"; }
        std::string operator()(const ShuffleDraw& s) const { return counted(s.pile.size(), "card", "cards"); }
    };
    return std::visit(Count{}, draw);
}

std::string impossible(int face, int faces) {
    return "a die with " + counted(static_cast<std::size_t>(faces), "face", "faces") + " cannot show " +
           std::to_string(face);
}

}  // namespace

Dice RecordingChance::dice(int count, int faces) {
    const Dice dice = source_.dice(count, faces);
    draws_.emplace_back(DiceDraw{dice});
    return dice;
}

Dice RecordingChance::throw_dice_in_turn(const ThrowInTurn& place, int faces) {
    const Dice dice = source_.throw_dice_in_turn(place, faces);
    draws_.emplace_back(DiceDraw{dice});
    return dice;
}

int RecordingChance::pick(int n) {
    const int value = source_.pick(n);
    draws_.emplace_back(NumberDraw{value});
    return value;
}

void RecordingChance::shuffle(std::span<Card> pile) {
    source_.shuffle(pile);
    draws_.emplace_back(ShuffleDraw{{pile.begin(), pile.end()}});
}

const Draw& ScriptedChance::next(std::string_view wanted) {
    if (left() == 0) mismatch(next_ + 1, "the game " + std::string(wanted) + ", but the script has ended");
    return script_[next_++];
}

void ScriptedChance::mismatch(const std::string& text) const { mismatch(next_, text); }

void ScriptedChance::mismatch(std::size_t draw, const std::string& text) {
    throw ScriptError("draw " + std::to_string(draw) + ": " + text);
}

Dice ScriptedChance::dice(int count, int faces) {
    const std::string wanted = "throws " + counted(static_cast<std::size_t>(count), "die", "dice");
    const Draw& draw = next(wanted);
    const auto* thrown = std::get_if<DiceDraw>(&draw);
    if (thrown == nullptr || thrown->dice.size() != static_cast<std::size_t>(count))
        mismatch("the game " + wanted + ", the script has " + values_of(draw));
    for (const int face : thrown->dice)
        if (face < 1 || face > faces) mismatch(impossible(face, faces));
    return thrown->dice;
}

int ScriptedChance::pick(int n) {
    const std::string wanted = "picks one of " + std::to_string(n);
    const Draw& draw = next(wanted);
    int value = 0;
    if (const auto* picked = std::get_if<NumberDraw>(&draw))
        value = picked->value;
    else if (const auto* thrown = std::get_if<DiceDraw>(&draw); thrown != nullptr && thrown->dice.size() == 1)
        value = thrown->dice[0] - 1;
    else
        mismatch("the game " + wanted + ", the script has " + values_of(draw));
    if (value < 0 || value >= n) mismatch(impossible(value + 1, n));
    return value;
}

void ScriptedChance::shuffle(std::span<Card> pile) {
    const std::string wanted = "shuffles " + counted(pile.size(), "card", "cards");
    const Draw& draw = next(wanted);
    const auto* shuffled = std::get_if<ShuffleDraw>(&draw);
    if (shuffled == nullptr || shuffled->pile.size() != pile.size())
        mismatch("the game " + wanted + ", the script has " + values_of(draw));
    for (const Card card : pile) {
        const auto held = std::ranges::count(pile, card);
        const auto scripted = std::ranges::count(shuffled->pile, card);
        if (held != scripted)
            mismatch("the script's pile is not the game's cards in another order: it has card number " +
                     std::to_string(card) + ' ' + std::to_string(scripted) + " times, the game " +
                     std::to_string(held));
    }
    std::ranges::copy(shuffled->pile, pile.begin());
}

}  // namespace cubilete
