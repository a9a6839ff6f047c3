#include "engine/games/yahtzee/scoring.hpp"

#include <algorithm>

namespace cubilete::yahtzee {

namespace {

/// The boxes that may be filled next if the joker rules do not apply.
BoxSet in_order(BoxSet open, const Options& options) {
    if (options.order == FillOrder::free) return open;
    for (const Line& line : sheet_of(options.preset).lines())
        if (open.contains(line.box)) return {line.box};
    return {};
}

}  // namespace

ScoringChoices::ScoringChoices(const Options& options, const ScoreCard& card, const Dice& dice, int throws)
    : preset_(options.preset),
      of_face_(tally(dice)),
      sum_(sum(dice)),
      most_alike_(std::ranges::max(of_face_)),
      throws_(throws),
      five_is_full_house_(options.five_is_full_house),
      required_boxes_(sheet_of(options.preset).boxes()) {
    require(dice.size() == 5);
    const auto columns = std::span(card.columns).first(static_cast<std::size_t>(options.columns));
    for (std::size_t column = 0; column < columns.size(); ++column)
        boxes_[column] = in_order(columns[column].open(sheet_of(preset_)), options);
    if (!five_alike()) return;
    generala_scored_ =
        std::ranges::any_of(columns, [](const Column& column) { return column.points(Box::generala) > 0; });
    if (options.joker != JokerRule::none) apply_joker_rule(options, columns);
    for (BoxSet& boxes : boxes_) boxes = boxes & required_boxes_;
}

void ScoringChoices::apply_joker_rule(const Options& options, std::span<const Column> columns) {
    const auto filled = [](Box box) { return [box](const Column& column) { return column.filled(box); }; };
    if (!std::ranges::all_of(columns, filled(Box::yahtzee))) return;

    const auto yahtzee_scored = [](const Column& column) { return column.points(Box::yahtzee) > 0; };
    if (std::ranges::any_of(columns, yahtzee_scored)) yahtzee_bonus_ = options.yahtzee_bonus;

    const Box matching = upper_box(highest(5));
    const bool matching_filled = std::ranges::all_of(columns, filled(matching));
    joker_values_ = matching_filled || options.joker == JokerRule::wild;
    if (options.joker != JokerRule::forced) return;

    BoxSet open;
    for (const BoxSet boxes : boxes_) open = open | boxes;
    if (!matching_filled)
        required_boxes_ = {matching};
    else if (!(open - upper_section).empty())
        required_boxes_ = required_boxes_ - upper_section;
}

int ScoringChoices::points(Box box) const {
    const bool yatzy = preset_ == Preset::yatzy;
    switch (box) {
        case Box::aces:
        case Box::twos:
        case Box::threes:
        case Box::fours:
        case Box::fives:
        case Box::sixes: return face_of(box) * of_face_[face_of(box)];
        case Box::one_pair: return of_a_kind(2);
        case Box::two_pairs: return two_pairs();
        case Box::three_of_a_kind: return of_a_kind(3);
        case Box::four_of_a_kind: return of_a_kind(4);
        case Box::full_house: return joker_values_ || full_house() ? full_house_points() : 0;
        case Box::small_straight:
            if (yatzy) return straight(5) && of_face_[1] > 0 ? 15 : 0;
            return joker_values_ || straight(4) ? 30 : 0;
        case Box::large_straight:
            if (yatzy) return straight(5) && of_face_[6] > 0 ? 20 : 0;
            return joker_values_ || straight(5) ? 40 : 0;
        case Box::yahtzee: return five_alike() ? 50 : 0;
        case Box::chance: return sum_;
        case Box::straight: return straight(5) ? with_serve_bonus(20) : 0;
        case Box::poker: return most_alike_ >= 4 ? with_serve_bonus(40) : 0;
        case Box::generala: return five_alike() ? 50 : 0;
        case Box::double_generala: return five_alike() && generala_scored_ ? 60 : 0;
    }
    throw_contract_violation();
}

int ScoringChoices::full_house_points() const {
    switch (preset_) {
        case Preset::yahtzee:
        case Preset::kniffel: return 25;
        case Preset::yatzy: return sum_;
        case Preset::generala: return with_serve_bonus(30);
    }
    throw_contract_violation();
}

int ScoringChoices::of_a_kind(int alike) const {
    if (most_alike_ < alike) return 0;
    return preset_ == Preset::yatzy ? alike * highest(alike) : sum_;
}

int ScoringChoices::two_pairs() const {
    int pairs = 0;
    int points = 0;
    for (int face = 1; face <= 6; ++face)
        if (of_face_[face] >= 2) {
            ++pairs;
            points += 2 * face;
        }
    return pairs == 2 ? points : 0;
}

int ScoringChoices::highest(int alike) const {
    for (int face = 6; face >= 1; --face)
        if (of_face_[face] >= alike) return face;
    return 0;
}

bool ScoringChoices::full_house() const {
    if (five_alike()) return five_is_full_house_;
    return most_alike_ == 3 && std::ranges::find(of_face_, 2) != of_face_.end();
}

bool ScoringChoices::straight(int length) const {
    int run = 0;
    for (const int count : of_face_) {
        run = count > 0 ? run + 1 : 0;
        if (run == length) return true;
    }
    return false;
}

}  // namespace cubilete::yahtzee
