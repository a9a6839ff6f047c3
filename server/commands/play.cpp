#include <iostream>
#include <random>

#include "protocol/line_games.hpp"
#include "server/commands/commands.hpp"

namespace cubilete::server {

int run_play(const Arguments& arguments, std::ostream& out, std::ostream& err) {
    if (arguments != Arguments{"--stdio"}) {
        const bool asked = arguments == Arguments{"--help"};
        (asked ? out : err) << "Usage: cubilete play --stdio\n\n"
                               "Plays any number of games for a program: reads a line of JSON, answers with "
                               "one (docs/engine.md).\n";
        return asked ? 0 : 2;
    }
    std::ios::sync_with_stdio(false);
    std::random_device random;
    protocol::LineGames games([&] { return std::uint64_t{random()} << 32 | random(); });
    std::string line;
    while (out && std::getline(std::cin, line)) out << games.answer(line) << std::endl;
    return out ? 0 : 1;
}

}  // namespace cubilete::server
