#pragma once

#include <array>
#include <string_view>

#include "engine/race.hpp"
#include "tests/read_flag.hpp"

namespace cubilete {

/// Reads the members of a view that protocol/race.hpp writes.
inline Race::View read_race(const protocol::Field& view) {
    constexpr int most = 1'000'000;  // larger than any possible round or score
    static constexpr std::array<std::string_view, 2> phases{"play", "over"};
    Race::View race{.over = view["phase"].index_in(phases) == 1,
                    .round = view["round"].integer(1, most),
                    .final_round = read_flag(view, "final_round"),
                    .extra_round = 0,
                    .seats = {}};
    for (const protocol::Field& seat : view["seats"].elements(1, Race::most_seats))
        race.seats.push_back({seat["score"].integer(-most, most), !read_flag(seat, "sits_out")});
    if (const auto extra = view.find("extra_round")) race.extra_round = extra->integer(1, most);
    return race;
}

}  // namespace cubilete
