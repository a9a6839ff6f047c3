#include "server/match/built_in_bots.hpp"

#include <algorithm>
#include <array>

namespace cubilete::server {

namespace {

constexpr std::array<std::array<std::string_view, max_seats>, 3> names{{
    {"Nina", "Leo", "Rita", "Tito", "Pía", "Beppe", "Lulú", "Ugo", "Mimi", "Paco"},
    {"Alma", "Bruno", "Carmen", "Dario", "Elena", "Fausto", "Gloria", "Hugo", "Irene", "Mario"},
    {"Minerva", "Dante", "Sofía", "Galileo", "Electra", "Virgilio", "Casandra", "Ulises", "Livia", "Platón"},
}};

std::vector<BuiltInBot> make_cast() {
    std::vector<BuiltInBot> cast;
    for (std::size_t level = 0; level < names.size(); ++level)
        for (std::size_t at = 0; at < names[level].size(); ++at)
            cast.push_back({{"p_house_" + std::string(level_names[level]) + "_" + std::to_string(at + 1),
                             std::string(names[level][at]), true},
                            static_cast<Level>(level)});
    return cast;
}

}  // namespace

const std::vector<BuiltInBot>& built_in_bots() {
    static const std::vector<BuiltInBot> cast = make_cast();
    return cast;
}

std::optional<Level> level_of(std::string_view player_id) {
    const auto found = std::ranges::find_if(built_in_bots(),
                                            [&](const BuiltInBot& one) { return one.info.id == player_id; });
    if (found == built_in_bots().end()) return std::nullopt;
    return found->level;
}

}  // namespace cubilete::server
