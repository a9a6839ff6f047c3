#include "engine/rules.hpp"

#include <algorithm>

namespace cubilete {

Result standings(std::vector<int> scores, bool high_wins) {
    Result result;
    for (std::size_t seat = 0; seat < scores.size(); ++seat) {
        const auto better = std::ranges::count_if(
            scores, [&](int other) { return high_wins ? other > scores[seat] : other < scores[seat]; });
        result.places.push_back(static_cast<int>(better) + 1);
        if (better == 0) result.winners.push_back(static_cast<Seat>(seat));
    }
    result.scores = std::move(scores);
    return result;
}

}  // namespace cubilete
