#include "engine/games/yahtzee/scoring.hpp"

#include <algorithm>
#include <span>

namespace cubilete::yahtzee {

namespace {

/// What may be filled next, jokers apart.
BoxSet in_order(BoxSet open, Order order) {
    if (order == Order::free) return open;
    const auto next = std::ranges::find_if(sheet, [&](Box box) { return open.contains(box); });
    return next == sheet.end() ? BoxSet{} : BoxSet{*next};
}

}  // namespace

Offer::Offer(const Options& options, const ScoreCard& card, const Dice& dice)
    : of_face_(tally(dice)),
      sum_(sum(dice)),
      most_alike_(std::ranges::max(of_face_)),
      five_is_full_house_(options.five_is_full_house),
      demanded_(whole_sheet) {
    require(dice.size() == 5);
    for (int column = 0; column < options.columns; ++column)
        boxes_[column] = in_order(card.columns[column].open(), options.order);
    if (five_alike() && options.joker != Joker::none) bind_joker(options, card);
    for (BoxSet& boxes : boxes_) boxes = boxes & demanded_;
}

void Offer::bind_joker(const Options& options, const ScoreCard& card) {
    const auto used = std::span(card.columns).first(static_cast<std::size_t>(options.columns));
    const auto filled = [](Box box) { return [box](const Column& column) { return column.filled(box); }; };
    if (!std::ranges::all_of(used, filled(Box::yahtzee))) return;

    const auto yahtzee_scored = [](const Column& column) { return column.points(Box::yahtzee) > 0; };
    if (std::ranges::any_of(used, yahtzee_scored)) yahtzee_bonus_ = options.yahtzee_bonus;

    const Box matching = upper_box(static_cast<int>(std::ranges::find(of_face_, 5) - of_face_.begin()));
    const bool matching_filled = std::ranges::all_of(used, filled(matching));
    joker_values_ = matching_filled || options.joker == Joker::wild;
    if (options.joker != Joker::forced) return;

    BoxSet open;
    for (const BoxSet boxes : boxes_) open = open | boxes;
    if (!matching_filled)
        demanded_ = {matching};
    else if (!(open - upper_section).empty())
        demanded_ = whole_sheet - upper_section;
}

int Offer::points(Box box) const {
    switch (box) {
        case Box::aces:
        case Box::twos:
        case Box::threes:
        case Box::fours:
        case Box::fives:
        case Box::sixes: return face_of(box) * of_face_[face_of(box)];
        case Box::three_of_a_kind: return most_alike_ >= 3 ? sum_ : 0;
        case Box::four_of_a_kind: return most_alike_ >= 4 ? sum_ : 0;
        case Box::full_house: return joker_values_ || full_house() ? 25 : 0;
        case Box::small_straight: return joker_values_ || straight(4) ? 30 : 0;
        case Box::large_straight: return joker_values_ || straight(5) ? 40 : 0;
        case Box::yahtzee: return five_alike() ? 50 : 0;
        case Box::chance: return sum_;
    }
    broken_promise();
}

bool Offer::full_house() const {
    if (five_alike()) return five_is_full_house_;
    return most_alike_ == 3 && std::ranges::find(of_face_, 2) != of_face_.end();
}

bool Offer::straight(int length) const {
    int run = 0;
    for (const int count : of_face_) {
        run = count > 0 ? run + 1 : 0;
        if (run == length) return true;
    }
    return false;
}

}  // namespace cubilete::yahtzee
