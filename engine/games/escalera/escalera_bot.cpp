#include "engine/games/escalera/escalera_bot.hpp"

#include <string>

namespace cubilete::escalera {

std::vector<PublishedValueCheck> Bot::check_published_values() {
    struct Row {
        int target;
        double by_the_book, without_resets;
    };
    constexpr double margin = 5e-4;
    const Throws throws(Options{}), no_reset({.reset_aces = 0});
    std::vector<PublishedValueCheck> figures;
    for (const auto& [target, by_the_book, without_resets] :
         {Row{50, 12.568, 12.027}, Row{100, 25.319, 23.079}, Row{150, 39.345, 34.131},
          Row{200, 54.775, 45.184}}) {
        const std::string rounds = "rounds of one player to " + std::to_string(target);
        figures.push_back({rounds, by_the_book, throws.mean_throws_to_reach(target), margin});
        figures.push_back(
            {rounds + ", reset_aces 0", without_resets, no_reset.mean_throws_to_reach(target), margin});
    }
    return figures;
}

}  // namespace cubilete::escalera
