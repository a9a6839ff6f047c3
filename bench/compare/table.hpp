#pragma once

#include <string>
#include <vector>

namespace cubilete::bench {

/// The figures of one server for one quantity, one for each block.
using Blocks = std::vector<double>;

/// The median of the blocks, the least and the most: `3.31 (2.70–4.48)`.
std::string spread(Blocks blocks);
/// The ratios to another server, block by block: what slows the machine down for a while slows both.
Blocks over(const Blocks& blocks, const Blocks& base);

/// Prints a table in Markdown; the first row is the head.
void print(const std::string& title, const std::vector<std::vector<std::string>>& rows);

}  // namespace cubilete::bench
