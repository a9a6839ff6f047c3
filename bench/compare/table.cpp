#include "bench/compare/table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <iterator>

namespace cubilete::bench {

namespace {

/// Three digits.
std::string shown(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", value >= 100 ? 0 : value >= 10 ? 1 : 2, value);
    return text;
}

}  // namespace

std::string spread(Blocks blocks) {
    std::ranges::sort(blocks);
    const std::size_t middle = blocks.size() / 2;
    const double median = blocks.size() % 2 == 1 ? blocks[middle] : (blocks[middle - 1] + blocks[middle]) / 2;
    return shown(median) + " (" + shown(blocks.front()) + "–" + shown(blocks.back()) + ")";
}

Blocks over(const Blocks& blocks, const Blocks& base) {
    Blocks ratios;
    std::ranges::transform(blocks, base, std::back_inserter(ratios),
                           [](double value, double by) { return value / by; });
    return ratios;
}

void print(const std::string& title, const std::vector<std::vector<std::string>>& rows) {
    std::cout << "\n" << title << "\n\n";
    for (const auto& row : rows) {
        for (const std::string& cell : row) std::cout << "| " << cell << " ";
        std::cout << "|\n";
        if (&row != &rows.front()) continue;
        for (std::size_t column = 0; column < row.size(); ++column) std::cout << "|---";
        std::cout << "|\n";
    }
    std::cout.flush();
}

}  // namespace cubilete::bench
