#pragma once

#include <array>
#include <string_view>

#include "engine/race.hpp"
#include "protocol/wire.hpp"

namespace cubilete {

/// Reads the members of a view that protocol/race.hpp writes.
inline Race::View read_race(const protocol::Field& view) {
    constexpr int most = 1'000'000;  // larger than any possible round or score
    static constexpr std::array<std::string_view, 2> phases{"play", "over"};
    Race::View race{.over = view["phase"].index_in(phases) == 1,
                    .round = view["round"].integer(1, most),
                    .target = view["target"].integer(1, most),
                    .final_round = view["final_round"].flag(),
                    .extra_round = view["extra_round"].integer(0, most),
                    .seats = {}};
    for (const protocol::Field& seat : view["seats"].elements(1, Race::most_seats))
        race.seats.push_back({seat["score"].integer(-most, most), seat["in_round"].flag()});
    return race;
}

}  // namespace cubilete
