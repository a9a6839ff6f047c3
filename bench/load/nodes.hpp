#pragma once

#include <string>
#include <vector>

namespace cubilete::bench {

struct NodesFlags {
    std::string program;  ///< this one, which is also the balancer
    std::string server;
    std::string directory;
    std::vector<int> nodes;
    int rooms = 100;
    int runs = 7;
    int seconds = 2;
    int threads = 1;
    bool name_room = true;  ///< the players' addresses name their rooms, and the balancer goes by them
    double rate = 500;      ///< moves a second of all rooms; 0: only flat out
};

/// Measures what a move costs in clusters of so many servers, in turn, on one PostgreSQL of its own and behind a
/// balancer. Prints Markdown.
void measure_nodes(const NodesFlags& flags);

}  // namespace cubilete::bench
