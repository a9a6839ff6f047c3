#include "engine/games/threes_away/pot_chances.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/games/threes_away/odds.hpp"

namespace cubilete::threes_away {

// ---- a turn

TurnChances::TurnChances(const Options& options) {
    for (int count = 1; count <= dice_per_turn; ++count)
        for (const auto& [dice, orders] : possible_throws(count)) {
            Throw thrown{static_cast<double>(orders) / std::pow(faces, count), {}};
            add_choices(dice, options, thrown.choices);
            if (options.bottoms == BottomsRule::whole_throw)
                add_choices(bottoms_of(dice), options, thrown.choices);
            throws_[count].push_back(std::move(thrown));
        }
}

void TurnChances::add_choices(const Dice& dice, const Options& options, std::vector<Choice>& choices) const {
    std::vector<int> worth;
    Dice lowest;
    for (const int face : dice) {
        worth.push_back(min_value_of(face, options));
        lowest.push_back(static_cast<std::uint8_t>(lowest_face_of(face, options)));
    }
    std::ranges::sort(worth);
    const auto count = static_cast<int>(dice.size());
    const int must_keep = zeros_to_keep(dice, options).size();
    int points = 0;
    for (int kept = 1; kept <= count; ++kept) {
        points += worth[static_cast<std::size_t>(kept - 1)];
        const bool moon =
            kept == dice_per_turn && (shoots_the_moon(dice, options) || shoots_the_moon(lowest, options));
        if (kept >= must_keep) choices.push_back({count - kept, points, moon});
    }
}

const TurnChances::Choice& TurnChances::choice(const Throw& thrown, int sum, const Table& best,
                                               double moon) const {
    return *std::ranges::max_element(thrown.choices, {}, [&](const Choice& choice) {
        return choice.moon ? moon : best[choice.left][sum + choice.points];
    });
}

TurnChances::Table TurnChances::best(const Worth& worth, double moon) const {
    Table best{};
    best[0] = worth;
    for (int dice = 1; dice <= dice_per_turn; ++dice)
        for (int sum = 0; sum <= faces * (dice_per_turn - dice); ++sum)
            for (const Throw& thrown : throws_[dice]) {
                const Choice& taken = choice(thrown, sum, best, moon);
                best[dice][sum] += thrown.chance * (taken.moon ? moon : best[taken.left][sum + taken.points]);
            }
    return best;
}

TurnChances::Table TurnChances::follow(const Table& best, double moon, const Worth& worth,
                                       double others) const {
    Table value{};
    value[0] = worth;
    for (int dice = 1; dice <= dice_per_turn; ++dice)
        for (int sum = 0; sum <= faces * (dice_per_turn - dice); ++sum)
            for (const Throw& thrown : throws_[dice]) {
                const Choice& taken = choice(thrown, sum, best, moon);
                value[dice][sum] +=
                    thrown.chance * (taken.moon ? others : value[taken.left][sum + taken.points]);
            }
    return value;
}

TurnChances::Worth TurnChances::scores(const Table& best, double moon) const {
    Table chance{};
    chance[dice_per_turn][0] = 1;
    for (int dice = dice_per_turn; dice >= 1; --dice)
        for (int sum = 0; sum <= faces * (dice_per_turn - dice); ++sum) {
            if (chance[dice][sum] == 0) continue;
            for (const Throw& thrown : throws_[dice]) {
                const Choice& taken = choice(thrown, sum, best, moon);
                if (!taken.moon) chance[taken.left][sum + taken.points] += chance[dice][sum] * thrown.chance;
            }
        }
    return chance[0];
}

// ---- a round

PotChances::PotChances(const Options& options, int players)
    : turn_(options), tie_(options.tie), players_(players) {
    const auto size = static_cast<std::size_t>((players + 1) * (no_score + 1) * (players + 1));
    holding_.resize(size);
    beaten_.resize(size);
    upcoming_.resize(size * static_cast<std::size_t>(players));
    for (int to_come = 0; to_come <= players; ++to_come)
        for (int lowest = 0; lowest <= no_score; ++lowest)
            for (int holders = 0; holders + to_come <= players; ++holders) {
                const Standing standing{to_come, lowest, holders};
                if (distinguishes(standing) != holders || (lowest == no_score && holders > 0)) continue;
                if (to_come == 0)
                    settle(standing);
                else
                    look_ahead(standing);
            }
}

/// The number of holders as far as it matters: if all play a tie again, two holders are like more.
int PotChances::distinguishes(const Standing& standing) const {
    const bool all = tie_ == TieRule::all_tie && standing.lowest > 0;
    return all ? std::min(standing.holders, 2) : standing.holders;
}

std::size_t PotChances::index(const Standing& standing) const {
    const int row = standing.to_come * (no_score + 1) + standing.lowest;
    return static_cast<std::size_t>(row * (players_ + 1) + distinguishes(standing));
}

void PotChances::settle(const Standing& standing) {
    const bool again =
        standing.holders == 0 || (standing.holders > 1 && tie_ == TieRule::all_tie && standing.lowest > 0);
    holding_[index(standing)] = 1.0 / (again ? players_ : standing.holders);
    beaten_[index(standing)] = again ? 1.0 / players_ : 0;
}

PotChances::Standing PotChances::after(const Standing& before, int score) const {
    const int to_come = before.to_come - 1;
    if (score < before.lowest) return {to_come, score, 1};
    const bool ties = score == before.lowest && before.holders > 0;
    return {to_come, before.lowest, before.holders + (ties ? 1 : 0)};
}

template <class ValueOf>
TurnChances::Worth PotChances::worth_by(const Standing& standing, ValueOf value_of) const {
    TurnChances::Worth worth{};
    const Standing before{standing.to_come + 1, standing.lowest, standing.holders};
    for (int score = 0; score < score_count; ++score) worth[score] = value_of(score, after(before, score));
    return worth;
}

TurnChances::Worth PotChances::worth(const Standing& standing) const {
    return worth_by(standing, [&](int score, const Standing& then) {
        const bool holds = score < standing.lowest || then.holders > standing.holders;
        return holds ? share_if_holding(then) : beaten(then);
    });
}

TurnChances::Worth PotChances::worth_if_holding(const Standing& standing) const {
    return worth_by(standing, [&](int score, const Standing& then) {
        return score < standing.lowest ? beaten(then) : share_if_holding(then);
    });
}

TurnChances::Worth PotChances::worth_if_beaten(const Standing& standing) const {
    return worth_by(standing, [&](int, const Standing& then) { return beaten(then); });
}

TurnChances::Worth PotChances::worth_if_upcoming(const Standing& standing, int place) const {
    return worth_by(standing, [&](int, const Standing& then) { return share_if_upcoming(then, place); });
}

/// The next player plays for their own share.
void PotChances::look_ahead(const Standing& standing) {
    const Standing at_turn{standing.to_come - 1, standing.lowest, standing.holders};
    const auto best = turn_.best(worth(at_turn), 1);
    const auto chances = turn_.scores(best, 1);
    const auto expected = [&](const TurnChances::Worth& worth) {
        return std::inner_product(chances.begin(), chances.end(), worth.begin(), 0.0);
    };
    holding_[index(standing)] = expected(worth_if_holding(at_turn));
    beaten_[index(standing)] = expected(worth_if_beaten(at_turn));
    double* places = &upcoming_[index(standing) * static_cast<std::size_t>(players_)];
    places[0] = best[dice_per_turn][0];
    for (int place = 1; place < standing.to_come; ++place)
        places[place] = expected(worth_if_upcoming(at_turn, place - 1));
}

std::vector<double> PotChances::shares_by_place() const {
    std::vector<double> places;
    for (int place = 0; place < players_; ++place)
        places.push_back(share_if_upcoming({players_, no_score, 0}, place));
    return places;
}

}  // namespace cubilete::threes_away
